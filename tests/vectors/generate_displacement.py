"""Psi_d(s) = E| |B - s e1| - |B| |, B with density proportional to exp(-|B|) in R^d, at 18 digits.

Over the radius R ~ Gamma(d) and the cosine c of the angle to e1, as defined: split at the kink c = s/(2R), at R = s/2, where the kink
enters, and at the cone point R = s. No elliptic coordinates, which the library uses.

    python3 tests/vectors/generate_displacement.py > tests/vectors/displacement.json     (some minutes)
"""
import json

import mpmath as mp

mp.mp.dps = 18


def psi(d, s):
    s = mp.mpf(s)

    def inner(R):
        # c = cos(t), density proportional to sin(t)^(d-2) dt
        def f(t):
            far = mp.sqrt((R - s) ** 2 + 4 * R * s * mp.sin(t / 2) ** 2)
            return abs(far - R) * mp.sin(t) ** (d - 2)

        kink = mp.acos(s / (2 * R)) if 2 * R > s else None
        cuts = [mp.mpf(0)] + ([kink] if kink else []) + [mp.pi]
        return mp.quad(f, cuts)

    norm = mp.beta(mp.mpf(d - 1) / 2, mp.mpf(1) / 2) * mp.gamma(d)
    # substitute R = s/2 + u^2 above the onset, which has a square root there
    low = mp.quad(lambda R: R ** (d - 1) * mp.exp(-R) * inner(R), [0, s / 4, s / 2]) if s < 200 else mp.quad(
        lambda R: R ** (d - 1) * mp.exp(-R) * inner(R), [0, d, 2 * d + 20, 4 * d + 80])
    top = mp.mpf(d) + 12 * mp.sqrt(d) + 90
    cuts = [mp.mpf(0)]
    for R in sorted({float(s), float(d), d + 3 * d ** 0.5 + 5, float(top)}):
        if R > s / 2 and R <= top:
            cuts.append(mp.sqrt(mp.mpf(R) - s / 2))
    high = mp.mpf(0)
    if len(cuts) > 1:
        high = mp.quad(lambda u: 2 * u * (s / 2 + u * u) ** (d - 1) * mp.exp(-(s / 2 + u * u)) * inner(s / 2 + u * u), cuts)
    return (low + high) / norm


cases = []
for d in (2, 5, 50):
    for s in (0.5, 11.0, 60.0):
        value = psi(d, s)
        cases.append({"d": d, "s": s, "psi": mp.nstr(value, 17)})
print('{\n "description": "generate_displacement.py",\n "cases": [')
print(",\n".join("  " + json.dumps(c) for c in cases))
print(" ]\n}")
