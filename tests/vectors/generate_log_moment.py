"""A(a; s, q) of noisy gradient descent (docs/noisy-gradient-descent.md, section 5), by Gauss-Legendre
rules at 50 digits: python3 tests/vectors/generate_log_moment.py > tests/vectors/log_moment.json
"""

import json

import mpmath
from mpmath import mp, mpf

mp.dps = 50


def log_moment(a, s, q):
    a, s, q = mpf(a), mpf(s), mpf(q)

    def integrand(u):
        w = q * mpmath.expm1(s * u - s * s / 2)
        return (mpmath.exp(a * mpmath.log1p(w) - u * u / 2)) - (1 + a * w) * mpmath.exp(-u * u / 2)

    low = min(-14, float(a * s) - 14) if a < 0 else -14
    low = max(low, -42)
    high = max(float(s), float(a * s) if a > 0 else 0) + 14
    # Branch points are π/s from the real axis.
    width = min(0.5, float(2 / s))
    panels = int((high - low) / width) + 1
    edges = [low + (high - low) * mpf(i) / panels for i in range(panels + 1)]
    total = sum(mpmath.quad(integrand, [x, y], method="gauss-legendre", maxdegree=4) for x, y in zip(edges, edges[1:]))
    return mpmath.log1p(total / mpmath.sqrt(2 * mpmath.pi))


POINTS = [
    (1 + 2.0**-10, 0.3, 0.01),
    (1 + 2.0**-10, 40.0, 0.5),
    (-(2.0**-10), 0.3, 0.01),
    (-(2.0**-10), 40.0, 0.5),
    (1 + 2.0**-5, 1e-7, 0.3),
    (-(2.0**-5), 1e-7, 0.3),
    (2.0, 1.5, 1 - 2.0**-40),
    (-1.0, 1.5, 1 - 2.0**-40),
    (-8.0, 6.0, 0.96),
    (-8.0, 10.0, 0.01),
    (-3.0, 20.0, 0.999),
    (-0.5, 10.0, 0.5),
    (1.5, 24.0, 0.9),
    (3.0, 12.0, 1e-4),
    (1.25, 30.0, 1e-12),
    (32.0, 2.0, 1e-10),
    (3000.0, 1e-3, 0.05),
    (-300.0, 1e-3, 0.5),
    (1000.0, 0.05, 1e-3),
    (-1000.0, 0.05, 1e-3),
    (1e6, 1e-7, 0.3),
    (-1e6, 1e-7, 0.3),
]

rows = [[a.hex(), s.hex(), q.hex(), float(log_moment(a, s, q)).hex()] for a, s, q in POINTS]
print("{\n  \"log_moment\": [\n    " + ",\n    ".join(json.dumps(row) for row in rows) + "\n  ]\n}")
