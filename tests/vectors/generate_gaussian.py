#!/usr/bin/env python3
"""Reference values of the normal and chi-squared distributions, the Gaussian mechanism and the normal sampler.

    python3 tests/vectors/generate_gaussian.py > tests/vectors/gaussian.json

Needs mpmath. Every value is correct to more than 50 digits before it is rounded to a double; where differences cancel (the
privacy profile of mechanisms whose means are close) the working precision is raised by what cancels. Nothing here is taken
from the library: quantiles and roots are found by mpmath's secant method on mpmath's own erfc and incomplete gamma function.
"""
import json
import math
import random

import mpmath as mp

DIGITS = 60
mp.mp.dps = DIGITS
random.seed(20260102)


def upper_tail(x):
    """1 - Phi(x), by erfc: no cancellation in either tail."""
    return mp.erfc(mp.mpf(x) / mp.sqrt(2)) / 2


def log_upper_tail(x):
    return mp.log(upper_tail(x))


def hex_or_zero(value):
    return float(value).hex()


def normal_quantile(p):
    """z with upper tail p."""
    p = mp.mpf(p)
    if p == mp.mpf(1) / 2:
        return mp.mpf(0)
    if p > mp.mpf(1) / 2:
        return -normal_quantile(1 - p)
    z = mp.sqrt(2) * mp.erfinv(1 - 2 * p) if p > mp.mpf(10) ** -20 else mp.sqrt(-2 * mp.log(p))
    for _ in range(80):  # Newton on the logarithm, concave: converges from anywhere
        tail = upper_tail(z)
        density = mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)
        step = (mp.log(tail) - mp.log(p)) * tail / density
        z += step
        if abs(step) < mp.mpf(10) ** -(DIGITS - 6) * abs(z):
            return z
    raise ArithmeticError("no convergence")


def log_delta(epsilon, m):
    """log of Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m)."""
    epsilon, m = mp.mpf(epsilon), mp.mpf(m)
    extra = 10
    while True:
        with mp.workdps(DIGITS + extra):
            a = m / 2 - epsilon / m
            first = mp.erfc(-a / mp.sqrt(2)) / 2
            second = mp.exp(epsilon) * mp.erfc((m / 2 + epsilon / m) / mp.sqrt(2)) / 2
            difference = first - second
            lost = extra if difference <= 0 else float(mp.log10(first / difference))
            if difference > 0 and lost < extra - 5:
                return mp.log(difference)
        extra = 2 * extra + 20
        if extra > 6000:
            raise ArithmeticError(f"cancellation at {epsilon} {m}")


def bracketed_root(function, low, high):
    """Root of an increasing function by the Illinois rule, to 45 digits relative."""
    low, high = mp.mpf(low), mp.mpf(high)
    f_low, f_high = function(low), function(high)
    while f_low > 0:
        high, f_high = low, f_low
        low /= 4
        f_low = function(low)
    while f_high < 0:
        low, f_low = high, f_high
        high *= 2
        f_high = function(high)
    side = 0
    for _ in range(400):
        if high - low <= mp.mpf(10) ** -45 * high:
            break
        middle = (low * f_high - high * f_low) / (f_high - f_low)
        f = function(middle)
        if f == 0:
            return middle
        if f < 0:
            low, f_low = middle, f
            f_high = f_high / 2 if side == -1 else f_high
            side = -1
        else:
            high, f_high = middle, f
            f_low = f_low / 2 if side == 1 else f_low
            side = 1
        if abs(f) < mp.mpf(10) ** -48:
            return middle
    return (low + high) / 2


tables = {}

xs = [-6.0, -3.0, -1.0, -1e-300, 0.0, 1e-300, 1e-10, 0.1, 0.4999999, 0.5, 0.5000001, 1.0, 1.4999, 1.5, 1.5001, 2.4999, 2.5, 2.5001,
      4.4999, 4.5, 4.5001, 5.0, 10.0, 20.0, 26.0, 26.5]
xs += [random.uniform(-6, 26.5) for _ in range(60)]
tables["erfc"] = [[x.hex(), hex_or_zero(mp.erfc(mp.mpf(x)))] for x in xs]

xs = [0.0, 0.5, 1.0, 3.0, 8.0, -0.5, -1.0, -3.0, -5.0, -8.0, -12.5, -20.0, -30.0, -36.0, -37.0]
xs += [random.uniform(-37, 8) for _ in range(60)]
tables["normal_cdf"] = [[x.hex(), hex_or_zero(upper_tail(-x))] for x in xs]

xs = [0.0, 1e-300, 1e-8, 0.5, 1.0, 2.0, 4.9999999, math.nextafter(5, 0), 5.0, math.nextafter(5, 9), 5.0001, 6.0, 8.0, 10.0, 14.0,
      17.32, 20.0, 24.49, 24.5, 30.0, 100.0, 1e4, 1e8, 1e150]
xs += [random.uniform(0, 12) for _ in range(40)] + [math.exp(random.uniform(2, 20)) for _ in range(20)]


def mills(x):
    x = mp.mpf(x)
    if x < 200:
        return upper_tail(x) / (mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi))
    tail = x  # the continued fraction, with as many terms as 60 digits need there
    for k in range(200, 0, -1):
        tail = x + k / tail
    return 1 / tail


tables["mills_ratio"] = [[x.hex(), hex_or_zero(mills(x))] for x in xs]

ps = [5e-324, 1e-320, 2.2250738585072014e-308, 1e-300, 1e-200, 1e-100, 1e-50, 1e-30, 1e-20, 1e-16, 1e-12, 1e-9, 5e-7, 1e-6, 1e-4, 1e-3,
      0.01, 0.025, 0.05, 0.1, 0.25, 0.4, 0.4999999, 0.5, 0.5000001, 0.6, 0.75, 0.9, 0.99, 0.999999, 1 - 2.0**-53]
ps += [10 ** random.uniform(-300, -0.31) for _ in range(40)] + [random.uniform(0, 1) for _ in range(20)]
tables["normal_upper_quantile"] = [[p.hex(), hex_or_zero(normal_quantile(p))] for p in ps]


def log_gamma_q(k, x):
    """log of the upper tail of chi-squared with k degrees of freedom at x."""
    return mp.log(mp.gammainc(mp.mpf(k) / 2, x / 2, mp.inf, regularized=True))


def chi_squared_quantile(k, p):
    p = mp.mpf(p)
    with mp.workdps(50):
        if p > mp.mpf(1) / 2:  # the lower tail is the small one

            def excess(x):
                return mp.log(mp.gammainc(mp.mpf(k) / 2, 0, x / 2, regularized=True)) - mp.log(1 - p)
        else:

            def excess(x):
                return -(log_gamma_q(k, x) - mp.log(p))
        return bracketed_root(excess, mp.mpf(k) / 2, mp.mpf(2 * k + 4))


rows = []
for k in (1, 2, 3, 5, 10, 24, 50, 200, 1000, 10000):
    for p in (1e-300, 1e-100, 1e-16, 2.5e-7, 1e-3, 0.02, 0.05, 0.5, 0.9, 0.999):
        if k == 10000 and p == 1e-300:
            p = 1e-250
        rows.append([float(k).hex(), p.hex(), hex_or_zero(chi_squared_quantile(k, p))])
tables["chi_squared_upper_quantile"] = rows

# log delta_N: around the switches of formula (m = 0.1, a = 0, a = -36, m = 1e-3 (1 + x)), tiny m, values far below the doubles.
pairs = []
for m in (1e-300, 1e-150, 1e-30, 1e-12, 1e-8, 1e-5, 1e-3, 0.01, 0.0999999, 0.1, 0.1000001, 0.3, 1.0, 2.0, 5.0, 12.0, 30.0, 70.0):
    for e in (0.0, 1e-300, 1e-150, 1e-20, 1e-10, 1e-5, 1e-3, 0.05, 0.5, 1.0, 3.0, 10.0, 100.0):
        if e / m < 2e4:  # beyond, the value is below e^-(2e8)
            pairs.append((e, m))
    half = 0.5 * m * m
    if 0 < half < 1e3:
        pairs += [(half, m), (half * (1 - 1e-9), m), (half * (1 + 1e-9), m), (half * 0.5, m), (half * 1.5, m), (half + m, m), (half + 8 * m, m)]
        pairs += [(half + 35.9 * m, m), (half + 36.1 * m, m), (half + 37.2 * m, m)]
for _ in range(120):
    m = 10 ** random.uniform(-8, 1.5)
    pairs.append((max(0.0, 0.5 * m * m + m * random.uniform(-3, 36)), m))
for x in (1.0, 4.9, 5.1, 20.0):  # m around 1e-3 (1 + x), where a = -x
    for r in (0.9, 0.999, 1.001, 1.1):
        m = 1e-3 * (1 + x) * r
        pairs.append((m * x + 0.5 * m * m, m))
for e in (-1e-300, -1e-10, -0.01, -1.0, -5.0, -50.0, -800.0):
    for m in (1e-12, 1e-3, 0.3, 1.0, 4.0, 20.0):
        pairs.append((e, m))
rows = []
for e, m in pairs:
    if e < 0:
        # 1 - delta(e) = e^e (1 - delta(-e)); from the side where nothing cancels
        lower = mp.exp(log_delta(-e, m)) if -e / m < 2e4 else mp.mpf(0)
        with mp.workdps(400):
            value = -mp.expm1(mp.mpf(e)) + mp.exp(mp.mpf(e)) * lower
        reference = mp.log(value)
    else:
        reference = log_delta(e, m)
    rows.append([float(e).hex(), float(m).hex(), hex_or_zero(reference), hex_or_zero(mp.exp(reference))])
tables["gaussian_delta"] = rows

# Roots. delta down to 1e-300. The last column is the log of the derivative's size: d log delta / d log (epsilon or m).
rows = []
for m in (1e-6, 1e-3, 0.02, 0.1, 0.5, 1.0, 3.0, 10.0, 40.0):
    for delta in (1e-300, 1e-100, 1e-20, 1e-12, 1e-6, 1e-3, 0.05, 0.5, 0.9):
        target = mp.log(mp.mpf(delta))
        if log_delta(0, m) <= target:
            rows.append([delta.hex(), m.hex(), (0.0).hex(), (0.0).hex()])
            continue
        root = bracketed_root(lambda e: target - log_delta(e, m), mp.mpf(m) / 100, mp.mpf(m) * m + 40 * mp.mpf(m))
        nearest = float(root)
        rows.append([delta.hex(), m.hex(), nearest.hex(), hex_or_zero(root - mp.mpf(nearest))])
tables["gaussian_epsilon"] = rows

rows = []
for epsilon in (0.0, 1e-12, 1e-3, 0.05, 0.1, 0.5, 1.0, 4.0, 20.0, 300.0):
    for delta in (1e-300, 1e-100, 1e-20, 1e-12, 1e-6, 1e-3, 0.05, 0.5, 0.9):
        target = mp.log(mp.mpf(delta))
        guess = mp.mpf(delta) if epsilon == 0 else mp.mpf(epsilon) / (mp.sqrt(2 * epsilon - 2 * target) + 1)
        root = bracketed_root(lambda m: log_delta(epsilon, m) - target, guess / 2, guess * 2)
        nearest = float(root)
        rows.append([epsilon.hex(), delta.hex(), nearest.hex(), hex_or_zero(root - mp.mpf(nearest))])
tables["gaussian_shift"] = rows

rows = []
for epsilon, delta, sensitivity in ((0.1, 1e-6, 1.0), (1.0, 1e-6, 0.25 / math.sqrt(2)), (1.0, 1e-6, 0.25), (0.5, 1e-9, 3.0), (8.0, 1e-5, 1e-3),
                                    (2.0, 1e-12, 1e5), (1.0, 1e-300, 1 / math.sqrt(2)), (0.0, 0.01, 7.0)):
    target = mp.log(mp.mpf(delta))
    guess = mp.mpf(delta) if epsilon == 0 else mp.mpf(epsilon) / (mp.sqrt(2 * epsilon - 2 * target) + 1)
    sigma = mp.mpf(sensitivity) / bracketed_root(lambda m: log_delta(epsilon, m) - target, guess / 2, guess * 2)
    nearest = float(sigma)
    rows.append([epsilon.hex(), delta.hex(), sensitivity.hex(), nearest.hex(), hex_or_zero(sigma - mp.mpf(nearest))])
tables["gaussian_sigma"] = rows

# The sampler by inversion: word -> (sign, u = (upper 53 bits + 1/2) / 2^53) -> |z| with P(|Z| > |z|) = u.
words = [0, 1, 2**11 - 1, 2**11, 2**11 + 1, 2**12, 2**63, 2**63 + 1, 2**64 - 1, 2**64 - 2, 2**64 - 2**11, 2**64 - 2**12, 2**62 + 12345]
words += [random.getrandbits(64) for _ in range(60)] + [random.getrandbits(64) >> random.randint(1, 52) for _ in range(30)]
rows = []
for word in words:
    u = mp.mpf(2 * (word >> 11) + 1) / mp.mpf(2) ** 54
    magnitude = normal_quantile(u / 2)
    rows.append([str(word), hex_or_zero(-magnitude if word & 1 else magnitude)])
tables["standard_normal"] = rows

print("{")
print(' "name": "gaussian",')
print(' "description": "arguments, then the double nearest to the true value (60 digits); gaussian_delta: epsilon, m, log delta, delta;'
      ' roots: the last number is the true value minus that double",')
for number, (name, rows) in enumerate(tables.items()):
    print(f' "{name}": [')
    print(",\n".join("  " + json.dumps(row) for row in rows))
    print(" ]" + ("," if number + 1 < len(tables) else ""))
print("}")
