"""Psi_d(s) = E| |B - s e1| - |B| |, B with density proportional to exp(-|B|) in R^d.

Over the radius R ~ Gamma(d) and the angle t to e1, as defined: split at the kink cos(t) = s/(2R), at R = s/2, where the kink enters like a
square root, and at the cone point R = s. No elliptic coordinates, which the library uses. All terms are positive, so doubles with exact
sums give 1e-14; the nodes of the Gauss-Legendre rule are mpmath's, and each integral is taken with two numbers of nodes, which must agree
to 2e-13.

    python3 tests/vectors/generate_displacement.py > tests/vectors/displacement.json
"""
import json
import math

import mpmath as mp


def rule(n):
    mp.mp.dps = 30
    nodes = []
    for k in range(n):
        x = mp.cos(mp.pi * (k + mp.mpf(3) / 4) / (n + mp.mpf(1) / 2))
        for _ in range(8):  # Newton, from a start that is good to 1e-2
            value = mp.legendre(n, x)
            slope = n * (x * value - mp.legendre(n - 1, x)) / (x * x - 1)
            x -= value / slope
        nodes.append((float(x), float(2 / ((1 - x * x) * slope * slope))))
    return nodes


def integral(f, cuts, nodes):
    terms = []
    for a, b in zip(cuts, cuts[1:]):
        half = 0.5 * (b - a)
        terms += [w * half * f(0.5 * (a + b) + half * x) for x, w in nodes]
    return math.fsum(terms)


def spaced(a, b, n):
    return [a + (b - a) * k / n for k in range(n + 1)]


def psi(d, s, nodes):
    norm = math.log(math.pi) / 2 + math.lgamma((d - 1) / 2) - math.lgamma(d / 2) + math.lgamma(d)

    def inner(R):
        def f(t):
            far = math.sqrt((R - s) ** 2 + 4 * R * s * math.sin(t / 2) ** 2)
            # far - R without cancellation: far^2 - R^2 = s (s - 2R cos t)
            return abs(s * (s - 2 * R * math.cos(t)) / (far + R)) * math.sin(t) ** (d - 2)

        # the cone point makes a layer at t of |R - s|/R or so: halve towards 0
        layers = [math.pi * 2.0 ** -k for k in range(30, 1, -1)]
        cuts = [0.0] + layers + spaced(math.pi / 2, math.pi, 2)
        if 2 * R > s:
            kink = math.acos(s / (2 * R))
            cuts = sorted(set(cuts + [kink]))
        return integral(f, cuts, nodes)

    def density(R):
        return math.exp((d - 1) * math.log(R) - R - norm)

    top = d + 14 * math.sqrt(d) + 90
    low = integral(lambda R: density(R) * inner(R), spaced(0.0, min(s / 2, top), 6), nodes)
    if s / 2 >= top:
        return low

    def outer(u):
        R = s / 2 + u * u
        return 2 * u * density(R) * inner(R)

    end = math.sqrt(top - s / 2)
    cone = math.sqrt(s / 2)
    # halve towards the cone point from both sides
    cuts = set(spaced(0.0, end, 8))
    for k in range(1, 12):
        for u in (cone - cone * 2.0 ** -k, cone + cone * 2.0 ** -k):
            if 0 < u < end:
                cuts.add(u)
    if cone < end:
        cuts.add(cone)
    return low + integral(outer, sorted(cuts), nodes)


coarse, fine = rule(16), rule(24)
cases = []
for d in (2, 3, 5, 50):
    for s in (0.5, 11.0, 60.0):
        value = psi(d, s, fine)
        assert abs(psi(d, s, coarse) - value) < 2e-13 * value, (d, s, psi(d, s, coarse), value)
        cases.append({"d": d, "s": s, "psi": value})
print('{\n "description": "generate_displacement.py",\n "cases": [')
print(",\n".join("  " + json.dumps(c) for c in cases))
print(" ]\n}")
