#!/usr/bin/env python3
"""Reference values of the losses and their derivatives in the margin, at 60 digits and more.

    python3 tests/vectors/generate_loss.py > tests/vectors/losses.json

Needs mpmath. The formulas are those of mathematics.md, section 1, written out as they stand there; what they cancel is paid for
with digits (t, y and the width are taken as the doubles they are).
"""
import json
import math
import random

import mpmath as mp

mp.mp.dps = 1500  # e^{-yt} down to e^-1500 beside 1, and squares of 1e300
random.seed(20260106)


def logistic(t, y):
    t = mp.mpf(t)
    e = mp.exp(-y * t)
    return mp.log(1 + e), -y / (1 + 1 / e), 1 / ((1 + mp.exp(t)) * (1 + mp.exp(-t)))


def pseudo_huber(t, y, w):
    r, w = mp.mpf(t) - mp.mpf(y), mp.mpf(w)
    u = 1 + (r / w) ** 2
    return w * w * (mp.sqrt(u) - 1), r / mp.sqrt(u), u ** (-mp.mpf(3) / 2)


def squared(t, y):
    r = mp.mpf(t) - mp.mpf(y)
    return r * r / 2, r, mp.mpf(1)


rows = []


def add(name, width, t, y, values):
    rows.append([name, width.hex(), t.hex(), y.hex()] + [float(v).hex() for v in values])


margins = [0.0, 1e-300, 1e-20, 1e-8, 1e-3, 0.3, 1.0, 3.0, 10.0, 36.0, 37.0, 40.0, 300.0, 700.0, 708.0, 745.0, 800.0, 1e4]
for t in margins + [random.uniform(0, 50) for _ in range(20)]:
    for s in (1, -1):
        for y in (1.0, -1.0):
            if t <= 1400 or s * y > 0:
                add("logistic", 1.0, s * t, y, logistic(s * t, y))
            else:
                add("logistic", 1.0, s * t, y, (mp.mpf(abs(t)), -mp.mpf(y), mp.mpf(0)))
for w in (1e-160, 1e-12, 0.01, 0.25, 1.0, 4.0, 1e12):
    for t in (0.0, 1e-9, 0.5, 0.5 + 1e-9, 0.499999999, 1.0, 3.0, 1e3, 1e8, 1e100, 1e155, 1e300):
        for s in (1, -1):
            for y in (0.5, -1.0, 0.0):
                add("pseudo-huber", w, s * t, y, pseudo_huber(s * t, y, w))
for t in (0.0, 1e-9, 0.5, 1.0, 123.0, 1e100):
    for y in (0.5, -1.0, 0.0):
        add("squared", 1.0, t, y, squared(t, y))

print("{")
print(' "name": "losses",')
print(' "description": "loss, width, t, y, f, df/dt, d2f/dt2: the doubles nearest to the true values",')
print(' "cases": [')
print(",\n".join("  " + json.dumps(row) for row in rows))
print(" ]\n}")
