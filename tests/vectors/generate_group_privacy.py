"""What a promise about one row is for several rows of a person, and the reverse (docs/mathematics.md, 7.23), at 60 digits and
more: python3 tests/vectors/generate_group_privacy.py > tests/vectors/group_privacy.json

δ of k rows is added up step by step, as one row is removed after the other; the closed form is not used. Each number is the pair of
doubles that it lies between (one double twice where it is one).
"""

import json
import math

import mpmath
from mpmath import mp, mpf

# ε, δ, k
ROWS = [
    (1.0, 1e-6, 1),
    (1.0, 1e-6, 2),
    (1.0, 1e-6, 3),
    (0.1, 1e-6, 3),
    (0.3, 1e-9, 7),
    (1 / 3, 1e-6, 3),
    (0.5, 1e-6, 20),
    (0.01, 1e-8, 1000),
    (1e-9, 1e-12, 1 << 20),
    (2.5, 0.0, 4),
    (0.0, 1e-6, 5),
    (5e-324, 1e-6, 3),
    (1e-300, 1e-300, 10),
    (200.0, 1e-300, 3),
    (300.0, 1e-300, 3),
    (700.0, 1e-6, 2),
    (1e200, 1e-9, 3),
    (1e305, 0.0, 3),
    (1.0, 0.25, 2),
    (1.0, 0.5, 2),
    (0.2, 5e-324, 3),
]
PERSONS = [
    (1.0, 1e-6, 1),
    (3.0, 1e-6, 3),
    (1.0, 1e-6, 3),
    (0.3, 1e-6, 3),
    (0.1, 1e-9, 7),
    (8.0, 1e-5, 10),
    (1.0, 1e-6, 1 << 20),
    (2.0, 0.0, 4),
    (30.0, 1e-6, 4),
    (700.0, 1e-6, 2),
    (900.0, 1e-6, 3),
    (0.0, 1e-6, 5),
    (1e-300, 1e-6, 7),
    (1.0, 1.0, 2),
    (1e300, 0.0, 7),
]


def removed(epsilon, delta, k):
    """(ε, δ) after k removals: δ grows by δ e^{iε} with the removal after i others."""
    factor, power, total = mpmath.exp(epsilon), mpf(1), mpf(0)
    for _ in range(k):
        total += power
        power *= factor
    return k * epsilon, delta * total, total


def doubles(value):
    """The doubles next to a number, from below and from above."""
    if value > mpf(float.fromhex("0x1.fffffffffffffp+1023")):
        return ["0x1.fffffffffffffp+1023", "inf"]
    near = float(value)
    low = near if mpf(near) <= value else math.nextafter(near, -math.inf)
    high = near if mpf(near) >= value else math.nextafter(near, math.inf)
    return [low.hex(), high.hex()]


def digits_for(epsilon, k):
    mp.dps = 60 + min(700, int(epsilon * k / 2.3))


groups, rows = [], []
for epsilon, delta, k in ROWS:
    digits_for(epsilon, k)
    if epsilon * k > 1e4:
        # e^(10,000) times any δ that is a double above 0 is above 1.
        total, d = mpf(k) * mpf(epsilon), mpf(1 if delta > 0 else 0)
    else:
        total, d, _ = removed(mpf(epsilon), mpf(delta), k)
    groups.append({"row": [epsilon.hex(), delta.hex()], "rows": k, "epsilon": doubles(total), "delta": doubles(min(mpf(1), d))})
for epsilon, delta, k in PERSONS:
    digits_for(epsilon, 1)
    own = mpf(epsilon) / k
    d = mpf(0) if delta == 0 else mpf(delta) / removed(own, mpf(1), k)[2]
    rows.append({"person": [epsilon.hex(), delta.hex()], "rows": k, "epsilon": doubles(own), "delta": doubles(d)})
show = lambda cases: ",\n    ".join(json.dumps(case) for case in cases)
print('{\n  "groups": [\n    ' + show(groups) + '\n  ],\n  "persons": [\n    ' + show(rows) + "\n  ]\n}")
