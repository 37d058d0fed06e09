#!/usr/bin/env python3
"""Reference values of the expected number of eigenvalues of the Hessian noise above t, where the shared vectors do not reach.

    python3 tests/vectors/generate_goe.py > tests/vectors/goe_tails.json      (about ten minutes)

Needs mpmath. The one-point density R1 of mathematics.md, section 9, is evaluated from Hermite functions at 50 digits and
integrated numerically. The library sums the integral in closed form instead, so the two share no step after R1.
Normalisation here and there: off-diagonal variance 1, so t = sqrt(2) u.
"""
import json
import math
import random

import mpmath as mp

mp.mp.dps = 50
random.seed(20260103)


def density(d, u):
    """R1(u) in the normalisation of section 9 (diagonal variance 1)."""
    u = mp.mpf(u)
    phi_previous, phi = mp.mpf(0), mp.pi ** (-mp.mpf(1) / 4) * mp.exp(-u * u / 2)
    # T_k(u) = integral of phi_k from u on; totals over the line for even k
    total = mp.pi ** (-mp.mpf(1) / 4) * mp.sqrt(2 * mp.pi)  # of phi_0
    tails = [mp.pi ** (-mp.mpf(1) / 4) * mp.sqrt(mp.pi / 2) * mp.erfc(u / mp.sqrt(2)), mp.sqrt(2) * phi]
    squares = mp.mpf(0)
    totals = {0: total}
    for k in range(d):
        squares += phi * phi
        if k >= 1:
            tails.append(root_next[k] * phi + root_previous[k] * tails[k - 1])  # T_{k+1}
            if (k + 1) % 2 == 0:
                totals[k + 1] = totals[k - 1] * root_previous[k]
        if k < d - 1:
            phi_previous, phi = phi, root_next[k] * u * phi - root_previous[k] * phi_previous
    last = phi  # phi_{d-1}
    full = totals[d] / 2 if d % 2 == 0 else mp.mpf(0)
    value = squares + mp.sqrt(mp.mpf(d) / 2) * last * (full - tails[d])
    if d % 2 == 1:
        value += last / totals[d - 1]
    return value


root_next, root_previous = [], []


def prepare(d):
    root_next[:] = [mp.sqrt(mp.mpf(2) / (k + 1)) for k in range(d + 2)]
    root_previous[:] = [mp.sqrt(mp.mpf(k) / (k + 1)) for k in range(d + 2)]


def count_above(d, u):
    u = mp.mpf(u)
    edge = mp.sqrt(2 * d)
    cuts = [u]
    while cuts[-1] < edge - 1:  # the bulk oscillates about as fast as sqrt(2 d)
        cuts.append(cuts[-1] + 3 / mp.sqrt(2 * d))
    start = cuts[-1]
    h = mp.mpf(10) ** -8
    slope = max(mp.mpf(1), -(mp.log(density(d, max(start, edge) + h)) - mp.log(density(d, max(start, edge)))) / h)
    for length in (1, 3, 6, 12, 24, 48, 100):
        cuts.append(start + length / slope)
    if start < edge:
        cuts = [c for c in cuts if c <= start] + [start + mp.mpf(j) / 4 for j in range(1, 60)]
    return sum(quadrature(d, a, b) for a, b in zip(cuts, cuts[1:]))


nodes = None


def quadrature(d, a, b):
    """A 24-point Gauss-Legendre rule: pieces are short enough for 25 digits (checked against 32 points)."""
    global nodes
    if nodes is None:
        nodes = [(x, 2 / ((1 - x * x) * mp.diff(lambda t: mp.legendre(24, t), x) ** 2)) for x in legendre_roots(24)]
    half, centre = (b - a) / 2, (a + b) / 2
    return half * sum(w * density(d, centre + half * x) for x, w in nodes)


def legendre_roots(n):
    roots = []
    for i in range(1, n + 1):
        x = mp.cos(mp.pi * (i - mp.mpf(1) / 4) / (n + mp.mpf(1) / 2))
        for _ in range(100):
            p0, p1 = mp.mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            step = p1 * (1 - x * x) / (n * (p0 - x * p1))
            x -= step
            if abs(step) < mp.mpf(10) ** -45:
                break
        roots.append(x)
    return roots


def quantile(d, p, guess):
    """u with count_above = p, by the secant rule on the logarithm."""
    target = mp.log(mp.mpf(p))
    a, b = mp.mpf(guess), mp.mpf(guess) * (1 + mp.mpf(10) ** -3)
    fa, fb = mp.log(count_above(d, a)) - target, mp.log(count_above(d, b)) - target
    for _ in range(20):
        c = b - fb * (b - a) / (fb - fa)
        a, fa = b, fb
        b, fb = c, mp.log(count_above(d, c)) - target
        if abs(b - a) < mp.mpf(10) ** -19 * abs(b):
            return b
    raise ArithmeticError("no convergence")


counts = []
for d in (1, 2, 3, 4, 5, 8, 21, 50):
    prepare(d)
    edge = 2 * math.sqrt(d)
    for t in (-edge - 1, -edge / 2, -0.3, 0.0, 0.7, edge / 2, edge - 0.5, edge, edge + 1, edge + 4, edge + 15, edge + 30):
        value = count_above(d, mp.mpf(t) / mp.sqrt(2))
        counts.append([d, t.hex(), float(value).hex(), float(mp.log(value)).hex()])
for d in (200, 744, 745, 746, 1001, 2000):
    prepare(d)
    edge = 2 * math.sqrt(d)
    for t in (edge, edge + 1.5, edge + 6.0, edge + 20.0):
        value = count_above(d, mp.mpf(t) / mp.sqrt(2))
        counts.append([d, t.hex(), float(value).hex(), float(mp.log(value)).hex()])
mp.mp.dps = 30  # 25 digits remain; ten thousand terms each
prepare(10000)
for t in (200.0, 201.5, 204.0, 212.0):
    value = count_above(10000, mp.mpf(t) / mp.sqrt(2))
    counts.append([10000, t.hex(), float(value).hex(), float(mp.log(value)).hex()])

mp.mp.dps = 50
quantiles = []
for d, p in ((1, 0.9), (1, 1e-100), (2, 0.9), (2, 1e-300), (3, 0.5), (5, 0.9), (50, 0.9), (50, 1e-100), (50, 1e-200), (50, 1e-250), (50, 1e-300),
             (200, 0.5), (200, 1e-100), (200, 1e-205), (200, 1e-250), (200, 1e-300), (1000, 1e-250), (1000, 1e-300)):
    prepare(d)
    spread = max(0.3, (1.5 * -math.log10(p)) ** (2 / 3) * d ** (-1 / 6) if p < 0.1 else 0.3)
    root = quantile(d, p, math.sqrt(2 * d) + spread) * mp.sqrt(2)
    quantiles.append([d, p.hex(), float(root).hex()])
mp.mp.dps = 30
prepare(10000)
for p, guess in ((1e-7, 144.6), (1e-12, 145.9)):
    root = quantile(10000, p, guess) * mp.sqrt(2)
    quantiles.append([10000, p.hex(), float(root).hex()])

print("{")
print(' "name": "goe_tails",')
print(' "description": "count: d, t, expected number of eigenvalues above t, its logarithm. quantile: d, tail, t",')
for number, (name, rows) in enumerate((("count", counts), ("quantile", quantiles))):
    print(f' "{name}": [')
    print(",\n".join("  " + json.dumps(row) for row in rows))
    print(" ]" + ("," if number == 0 else ""))
print("}")
