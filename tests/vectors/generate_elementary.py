#!/usr/bin/env python3
"""Reference values of the elementary functions, at 60 digits, independent of the library.

    python3 tests/vectors/generate_elementary.py > tests/vectors/elementary.json

Needs mpmath. Each line holds the argument(s), the double next to the true value, and how far the true value lies above that
double in units of its last place (|offset| <= 1/2). So an error can be stated in ulps of the true value, also where the true
value is subnormal. Arguments are dense where elementary.cpp changes its formula, and where double itself ends.
"""
import json
import math
import random
import sys

import mpmath as mp

mp.mp.dps = 60
random.seed(20260101)
LARGEST = sys.float_info.max


def ulp(x):
    return math.ulp(x)


def near(x, count=3):
    """x and its neighbours among the doubles."""
    values = [x]
    up = down = x
    for _ in range(count):
        up = math.nextafter(up, math.inf)
        down = math.nextafter(down, -math.inf)
        values += [up, down]
    return values


def entry(arguments, exact):
    if exact > mp.mpf(LARGEST) * (1 + mp.mpf(2) ** -54):
        return [a.hex() for a in arguments] + ["inf", 0]
    nearest = float(exact)
    if math.isinf(nearest):
        nearest = LARGEST
    offset = (exact - mp.mpf(nearest)) / mp.mpf(ulp(nearest))
    return [a.hex() for a in arguments] + [nearest.hex(), round(float(offset), 9)]


def both_signs(values):
    return [s * v for v in values for s in (1.0, -1.0)]


tiny = [2.0**-1074, 3 * 2.0**-1074, 2.0**-1022, 1e-300, 2.0**-60, 2.0**-54, 2.0**-53, 2.0**-52, 1e-12, 1e-8, 2.0**-20, 1e-4]
tiny = [v for t in tiny for v in near(t, 1)]


def exponential_arguments():
    values = [0.0] + both_signs(tiny)
    for centre in (0.34, 0.35, math.log(2) / 2, math.log(2), 1.0):
        values += both_signs(near(centre, 4))
    values += [random.uniform(-0.36, 0.36) for _ in range(120)]
    # where the argument's reduction changes its multiple of log 2
    for k in list(range(-12, 13)) + [52, 53, 54, -52, -53, -54, 1022, 1023, -1021, -1022, -1023, -1060, -1073]:
        values += near((k + 0.5) * math.log(2), 1)
    values += [random.uniform(-40, 40) for _ in range(100)]
    values += [random.uniform(-745.2, 709.8) for _ in range(160)]
    values += [random.uniform(-745.2, -708.3) for _ in range(60)]  # subnormal results
    values += near(709.782712893384, 4) + near(-745.1332191019411, 4) + near(-708.3964185322641, 4)
    values += near(-40.0, 2) + near(700.0, 2) + [709.9, 710.0, 1e4, 1e300, -745.2, -746.0, -1e4, -1e300]
    return values


def logarithm_arguments():
    values = []
    for t in tiny:
        values += [1 + t, 1 - t]
    for e in range(1, 53):
        values += [1 + 2.0**-e, 1 - 2.0**-e]
    values += near(1.0, 6)
    for scale in (2.0**-1060, 2.0**-500, 0.25, 0.5, 1.0, 2.0, 2.0**40, 2.0**1000):
        values += [v * scale for v in near(math.sqrt(0.5), 4)]
    for e in (-1074, -1073, -1023, -1022, -1021, -100, -2, -1, 1, 2, 10, 100, 1022, 1023):
        values += [v for v in near(2.0**e, 1) if v > 0]
    values += [random.uniform(0.5, 2) for _ in range(160)]
    values += [math.exp(random.uniform(-740, 709)) for _ in range(160)]
    values += [LARGEST, math.nextafter(LARGEST, 0)]
    return values


def logarithm_1p_arguments():
    values = both_signs(tiny) + [0.0]
    for centre in (-0.29, 0.41, math.sqrt(2) - 1, math.sqrt(0.5) - 1, 1.0, -0.5, -0.75):
        values += near(centre, 4)
    values += [random.uniform(-0.3, 0.42) for _ in range(160)]
    values += [random.uniform(-1, 3) for _ in range(120)]
    values += [-1 + 2.0**-e for e in range(1, 54)] + [2.0**e - 1 for e in range(1, 60)]
    values += [math.exp(random.uniform(-740, 709)) for _ in range(80)]
    values += [-math.exp(random.uniform(-740, 0)) for _ in range(60)]
    values += [LARGEST, 2.0**53, 2.0**54, 2.0**53 + 2]
    return [v for v in values if v > -1]


def power_arguments():
    pairs = []
    # exponents that bring the result anywhere between underflow and overflow
    for _ in range(260):
        x = math.exp(random.uniform(-5, 5))
        pairs.append((x, random.uniform(-740, 705) / math.log(x)))
    for _ in range(200):
        x = math.exp(random.uniform(-745, 709))
        if x > 0 and abs(math.log(x)) > 1e-3:
            pairs.append((x, random.uniform(-740, 705) / math.log(x)))
    # the largest |s| of the logarithm's series, times a large exponent
    for _ in range(160):
        x = random.choice([math.sqrt(2), math.sqrt(0.5), 1.3, 0.75, 1.4, 0.72]) * random.uniform(0.999, 1.001)
        pairs.append((x, random.uniform(-730, 700) / math.log(x)))
    # next to 1, huge exponents
    for _ in range(80):
        x = 1 + random.choice([1, -1]) * 2.0 ** random.randint(-52, -3)
        pairs.append((x, random.uniform(-700, 700) / math.log(x)))
    for x in (0.5, 2.0, 3.0, 10.0, 0.1, 1e-300, 1e300, 2.0**-1074, LARGEST):
        for y in (-2.0, -1.0, -0.5, 1e-300, 1 / 3, 0.5, 1.0, 1.5, 2.0):
            pairs.append((x, y))
    pairs += [(2.0, y) for y in (1023.0, 1023.999999999, 1024.0, -1022.0, -1074.0, -1074.5, -1075.5, 5000.0, -5000.0)]
    return pairs


def unary(function, arguments):
    seen = sorted(set(arguments))
    return [entry([x], function(mp.mpf(x))) for x in seen]


tables = {
    "exp": unary(mp.exp, exponential_arguments()),
    "expm1": unary(mp.expm1, exponential_arguments()),
    "log": unary(mp.log, logarithm_arguments()),
    "log1p": unary(mp.log1p, logarithm_1p_arguments()),
    "pow": [entry([x, y], mp.power(mp.mpf(x), mp.mpf(y))) for x, y in power_arguments()],
}

print("{")
print(' "name": "elementary",')
print(' "description": "argument(s), nearest double of the true value, (true value - that double) in its ulps; 60 digits",')
for number, (name, rows) in enumerate(tables.items()):
    print(f' "{name}": [')
    print(",\n".join("  " + json.dumps(row) for row in rows))
    print(" ]" + ("," if number + 1 < len(tables) else ""))
print("}")
