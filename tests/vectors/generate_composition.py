"""δ and ε of publications together (docs/mathematics.md, 7.20 to 7.22), by all sums of losses at 60 digits and
more: python3 tests/vectors/generate_composition.py > tests/vectors/composition.json

A curve's pair comes from the least convex function of e^ε through its promises, their mirror images and (0, 1): masses are
jumps of its slope. Where dp-accounting can be imported, its composition of the same pairs is compared (to standard error).
"""

import json
import math
import sys

import mpmath
from mpmath import mp, mpf


def gaussian_delta(epsilon, m):
    if m == 0:
        return max(mpf(0), -mpmath.expm1(epsilon))
    tail = lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2
    return tail(m / 2 - epsilon / m) - mpmath.exp(epsilon) * tail(-m / 2 - epsilon / m)


def pair_of(curve):
    """[(loss, mass under P)], and the mass at an infinite loss."""
    points = {mpf(0): mpf(1)}
    for epsilon, delta in curve:
        up, down = mpmath.exp(mpf(epsilon)), mpmath.exp(-mpf(epsilon))
        delta = mpf(delta)
        points[up] = min(delta, points.get(up, mpf(1)))
        points[down] = min(1 - down * (1 - delta), points.get(down, mpf(1)))
    hull = []
    for alpha in sorted(points):
        value = points[alpha]
        if hull and value >= hull[-1][1]:
            continue
        while len(hull) > 1 and (value - hull[-1][1]) * (hull[-1][0] - hull[-2][0]) <= (hull[-1][1] - hull[-2][1]) * (
            alpha - hull[-1][0]
        ):
            hull.pop()
        hull.append((alpha, value))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(hull, hull[1:])] + [mpf(0)]
    atoms = [(mpmath.log(alpha), alpha * (after - before)) for (alpha, _), before, after in zip(hull[1:], slopes, slopes[1:])]
    return atoms, hull[-1][1]


class Composed:
    def __init__(self, gaussians, curves):
        self.shift = mpmath.sqrt(sum(mpf(m) ** 2 for m, _ in gaussians)) if gaussians else mpf(0)
        self.slack = sum((mpf(slack) for _, slack in gaussians), mpf(0))
        self.infinite = mpf(1)
        # Equal parts in any order: {how often each loss of each kind of part: mass}.
        sums = {(): (mpf(0), mpf(1))}
        for curve in sorted(set(map(tuple, (map(tuple, c) for c in curves)))):
            atoms, infinite = pair_of(curve)
            for _ in [c for c in curves if tuple(map(tuple, c)) == curve]:
                self.infinite *= 1 - infinite
                following = {}
                for key, (loss, mass) in sums.items():
                    for name, (step, part) in enumerate(atoms):
                        longer = tuple(sorted(key + ((curve, name),)))
                        old = following.get(longer, (None, mpf(0)))[1]
                        following[longer] = (loss + step, old + mass * part)
                sums = following
        self.atoms = list(sums.values())
        self.infinite = 1 - self.infinite

    def delta(self, epsilon):
        epsilon = mpf(epsilon) - self.slack
        if self.shift == 0:
            rest = (mass * -mpmath.expm1(epsilon - loss) for loss, mass in self.atoms if loss > epsilon)
        else:
            rest = (mass * gaussian_delta(epsilon - loss, self.shift) for loss, mass in self.atoms)
        return self.infinite + sum(rest, mpf(0))

    def epsilon(self, delta):
        delta = mpf(delta)
        if delta < self.infinite:
            return mpmath.inf
        low, high = mpf(0), mpf(1)
        if self.delta(0) <= delta:
            return mpf(0)
        while self.delta(high) > delta:
            high *= 2
        for _ in range(70):
            middle = (low + high) / 2
            low, high = (low, middle) if self.delta(middle) <= delta else (middle, high)
        return high


def second_opinion(name, gaussians, curves, points):
    try:
        from dp_accounting.pld import common, privacy_loss_distribution as pld
    except ImportError:
        return
    if any(len(curve) > 1 for curve in curves) or any(slack for _, slack in gaussians) or max(e for [[e, _]] in curves) > 20:
        return
    step = 1e-4
    total = None
    parts = [
        pld.from_privacy_parameters(common.DifferentialPrivacyParameters(e, d), value_discretization_interval=step)
        for [[e, d]] in curves
    ] + [pld.from_gaussian_mechanism(1 / m, value_discretization_interval=step) for m, _ in gaussians]
    for part in parts:
        total = part if total is None else total.compose(part)
    for epsilon, delta in points:
        theirs = total.get_delta_for_epsilon(epsilon)
        print(f"{name}: delta at {epsilon}: {float(delta):.9e}, dp-accounting {theirs:.9e}", file=sys.stderr)


def curve_of_gaussian(m, count, most):
    """Promises of a Gaussian mechanism, δ rounded up."""
    mp.dps = 60
    return [
        [e, math.nextafter(float(gaussian_delta(mpf(e), mpf(m))), 1.0)] for e in (most * i / count for i in range(count + 1))
    ]


SHORT = curve_of_gaussian(0.3, 8, 2.4)
# name, digits, Gaussian pairs, curves, values of ε, values of δ
CASES = [
    ("one", 60, [], [[[1.0, 1e-6]]], [0.0, 0.5, 0.999], [1e-6, 2e-6, 0.1]),
    ("two at the sum of delta", 60, [], [[[0.1, 1e-6]], [[0.2, 2e-7]]], [0.0, 0.15, 0.25], [1.2e-6, 1.3e-6, 0.01]),
    ("ten", 60, [], [[[1.0, 1e-6]]] * 10, [1.0, 3.5, 8.0, 9.5], [9.99995500012e-6, 1e-5, 1.1e-5, 2e-5, 1e-3]),
    ("a hundred", 60, [], [[[0.1, 1e-8]]] * 100, [0.0, 2.0, 5.05], [1.001e-6, 2e-6, 1e-5]),
    ("three hundred", 60, [], [[[0.01, 1e-9]]] * 300, [0.5, 1.0], [4e-7, 1e-6]),
    ("with gaussians", 60, [[0.25, 0.0], [0.5, 1e-6]], [[[0.5, 1e-7]], [[0.3, 1e-6]], [[0.7, 0.0]]], [0.0, 1.0, 3.0, 6.0], [1.1e-6, 2e-6, 1e-5, 1e-3]),
    ("fourteen on a grid", 60, [], [[[0.1 + 0.037 * i * i, 1e-7]] for i in range(14)], [2.0, 10.0, 20.0], []),
    ("fourteen with a gaussian", 40, [[0.4, 0.0]], [[[0.1 + 0.037 * i * i, 1e-7]] for i in range(14)], [3.0, 15.0], []),
    ("pure", 60, [], [[[0.5, 0.0]]] * 20, [1.0, 5.0, 9.5], [0.0, 1e-300, 1e-9, 1e-6]),
    ("tiny", 340, [], [[[1.0, 1e-300]], [[0.5, 2e-300]]], [0.5, 1.4], [3e-300, 4e-300, 1e-20]),
    ("tiny, gaussian", 340, [[0.5, 0.0]], [[[0.5, 1e-301]]], [10.0, 18.0], [1e-300, 1e-280]),
    ("huge", 700, [], [[[700.0, 1e-6]], [[800.0, 1e-9]], [[1.0, 0.0]]], [600.0, 1499.0, 1500.5], [1.001e-6, 1.1e-6, 0.5]),
    ("huge, gaussian", 400, [[30.0, 0.0]], [[[700.0, 1e-6]]], [900.0, 1200.0], [1.1e-6, 1e-3]),
    ("zero", 60, [], [[[0.0, 1e-6]]] * 5, [], [5e-6]),
    ("zero, gaussian", 60, [[0.3, 0.0]], [[[0.0, 1e-6]]] * 5, [0.0, 1.0], [6e-6, 1e-3]),
    ("gaussians", 60, [[0.1, 1e-7], [0.2, 0.0], [3e-9, 2e-7]], [], [0.0, 0.5, 1.0], [1e-12, 1e-6, 1e-3]),
    ("large delta", 60, [], [[[1.0, 0.5]]] * 3, [0.0, 1.5], [0.88, 0.9, 0.95]),
    ("a curve", 60, [], [SHORT], [0.0, 0.1, 1.0, 2.3], [1e-10, 1e-6, 1e-3]),
    ("five curves on a grid", 60, [], [SHORT] * 5, [0.0, 1.0, 3.0], []),
    ("curves beside all else", 60, [[0.2, 0.0]], [SHORT] * 2 + [[[1.0, 1e-9]]], [0.5, 2.0], [2e-9, 1e-6]),
    ("idle promises", 60, [], [[[1.0, 1e-6], [2.0, 1e-6], [0.5, 0.99], [1.5, 0.5], [1.0, 1e-5]]], [0.3, 0.9], [1e-6, 1e-3]),
]

rows = []
for name, digits, gaussians, curves, epsilons, deltas in CASES:
    mp.dps = digits
    composed = Composed(gaussians, curves)
    points = [(e, composed.delta(e)) for e in epsilons]
    if curves:
        second_opinion(name, gaussians, curves, points)
    hexed = lambda x: float(x).hex()
    rows.append(
        {
            "name": name,
            "gaussians": [[hexed(m), hexed(slack)] for m, slack in gaussians],
            "curves": [[[hexed(e), hexed(d)] for e, d in curve] for curve in curves],
            "delta": [[hexed(e), hexed(d)] for e, d in points],
            "epsilon": [[hexed(d), hexed(composed.epsilon(d))] for d in deltas],
        }
    )
print("{\n  \"cases\": [\n    " + ",\n    ".join(json.dumps(row) for row in rows) + "\n  ]\n}")
