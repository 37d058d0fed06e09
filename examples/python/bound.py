"""The sharp bound on one person's ex-post privacy loss, from a privacy report and her record (mathematics.md 5 and 6).

    expost goe --dimension D --tail 1e-7        prints T: D coordinates, a tenth of the failure probability
    python3 bound.py REPORT.json RECORD.json --goe T

A report that releases nothing beside the model needs no T. Prints part of what `expost bound --json` prints.
"""

import argparse
import base64
import json
import math
import sys
from statistics import NormalDist

import numpy as np

from coding import Coding, InputError


def upper_quantile(p):
    """z with P(N(0, 1) > z) = p. By symmetry, so that a small p keeps its digits."""
    return -NormalDist().inv_cdf(p)


def derivatives(loss, t, y):
    """f' and f'' at t = xᵀθ."""
    if loss["name"] == "logistic":
        small = math.exp(-abs(t))
        first = -y * (small if y * t >= 0 else 1) / (1 + small)
        return first, small / (1 + small) ** 2
    if loss["name"] == "squared":
        return t - y, 1.0
    if loss["name"] == "pseudo-huber":
        root = math.sqrt(1 + ((t - y) / loss["width"]) ** 2)
        return (t - y) / root, root**-3
    raise InputError(f"/model/loss/name is {loss['name']}, which this example has no formulas for")


class Spectrum:
    """Ĥ = Q diag(h) Qᵀ, and x in its coordinates."""

    def __init__(self, upper, dimension, x):
        if isinstance(upper, dict):
            upper = np.frombuffer(base64.b64decode(upper["data"]), dtype="<f8")
        matrix = np.zeros((dimension, dimension))
        matrix[np.triu_indices(dimension)] = upper
        matrix += np.triu(matrix, 1).T
        self.h, q = np.linalg.eigh(matrix)
        self.squares = (q.T @ x) ** 2

    def at(self, alpha, shift, floor):
        """s(α) = xᵀ(α(Ĥ − shift·I) + (1 − α)·floor·I)⁻¹x and the derivative of 1/s; infinite where that matrix isn't positive."""
        denominators = alpha * (self.h - shift) + (1 - alpha) * floor
        if denominators.min() <= 0:
            return math.inf, -math.inf
        s = float((self.squares / denominators).sum())
        return s, float((self.squares * (self.h - shift - floor) / denominators**2).sum()) / s**2

    def minimise(self, shift, floor, rank_one=0.0):
        """Minimises s/(1 + (1 − α)·rank_one·s) over 0 ≤ α ≤ 1 (5.2). Returns s and α.

        Its reciprocal is 1/s + (1 − α)·rank_one, which is concave: the sign of the derivative says which half to keep.
        """
        low, high = 0.0, 1.0
        if self.at(0.0, shift, floor)[1] <= rank_one:
            return self.at(0.0, shift, floor)[0], 0.0
        if self.at(1.0, shift, floor)[1] >= rank_one:
            return self.at(1.0, shift, floor)[0], 1.0
        while True:
            alpha = (low + high) / 2
            if not low < alpha < high:
                # `low` is inside the barrier, `high` may be beyond it. Every α gives a valid bound.
                return self.at(low, shift, floor)[0], low
            if self.at(alpha, shift, floor)[1] > rank_one:
                low = alpha
            else:
                high = alpha

    def least(self, shift):
        """μ̲ = xᵀ(Ĥ + shift·I)⁻¹x, 0 where that says nothing."""
        return float((self.squares / (self.h + shift)).sum()) if self.h.min() + shift > 0 else 0.0


# Steps of its grid ("x-grid", docs/noise.md) by which a published number may lie from what it stands for plus real noise.
GRID_SLACK = 2


def grid_of(release):
    return GRID_SLACK * release.get("x-grid", 0) if release else 0.0


def moved(distance, release, coordinates, scale=1.0):
    """How many standard deviations one person moves a release of `coordinates`² numbers, at least and at most, and what the
    grid adds to the loss."""
    if not release or distance == 0:
        return 0.0, 0.0, 0.0
    sigma, rounding = scale * release["sigma"], grid_of(release) * coordinates
    most = (distance + rounding) / sigma
    return max(0.0, distance - rounding) / sigma, most, most * coordinates * release.get("x-grid", 0) / sigma


def off_minimum(mechanism, model):
    """Says how far the gradient at the published theta may be from -b: what is stated, and twice what rounding to x-rounding can
    do for x-rows-at-most rows."""
    if "x-rounding" not in mechanism:
        return mechanism.get("x-residual", 0)
    curvature = mechanism["lambda"] + smoothness_of(model["loss"]) * mechanism["x-rows-at-most"]
    return mechanism.get("x-residual", 0) + 2 * curvature * float(np.linalg.norm(half_widths(mechanism, model)))


def half_widths(mechanism, model):
    """How far each coordinate may have been moved by rounding."""
    step, theta = mechanism["x-rounding"], np.abs(np.array(model["theta"]))
    return np.where(theta < 2.0**53 * step, step, step + 2.0**-53 * theta)


def smoothness_of(loss):
    return 0.25 if loss["name"] == "logistic" else 1.0


def chi_quantile(variables, tail):
    """The length that so many (2 or 3) normal variables exceed with probability `tail`."""
    if variables == 2:
        return math.sqrt(-2 * math.log(tail))
    low, high = 0.0, 40.0
    while low < (middle := (low + high) / 2) < high:
        beyond = math.erfc(middle / math.sqrt(2)) + math.sqrt(2 / math.pi) * middle * math.exp(-(middle**2) / 2)
        low, high = (middle, high) if beyond > tail else (low, middle)
    return high


def joint_radius(loss, sigma, gradient, hessian, eigenvalue, share, rho):
    """6.1: χ where one event for model and releases is narrower than one for each, for a record of length 1; else 0."""
    tail = (share + 1) * rho
    if tail >= 1:
        return 0.0
    chi = chi_quantile(3 if eigenvalue else 2, tail)
    lipschitz = loss["width"] if loss["name"] == "pseudo-huber" else 1.0
    q, of_gradient = lipschitz / sigma, lipschitz / gradient["sigma"] if gradient else 0.0
    of_hessian = smoothness_of(loss) / (math.sqrt(2) * hessian["sigma"])
    of_eigenvalue = smoothness_of(loss) / eigenvalue["sigma"] if eigenvalue else 0.0
    released = math.hypot(of_gradient, of_hessian, of_eigenvalue)
    fused = gradient["sigma"] / math.hypot(sigma, gradient["sigma"]) if gradient else 1.0
    apart = upper_quantile(share * rho / 2) * fused * q + upper_quantile(rho / 2) * released
    return chi if math.hypot(q, released) * chi < apart else 0.0


def odds(a):
    return a / (1 - a) if a < 1 else math.inf


def absolute(low, high):
    """From an interval of L to one of |L|."""
    return {"lower": 0.0 if low <= 0 <= high else min(abs(low), abs(high)), "upper": max(abs(low), abs(high))}


def of_membership(member, inside, outside):
    if member != "unknown":
        return absolute(*(inside if member == "in" else outside))
    return absolute(min(inside[0], outside[0]), max(inside[1], outside[1]))


def bound(report, x, y, *, failure_probability=None, goe=None, member="unknown"):
    """Bounds on L of the model alone, which fail with probability `failure_probability` (default: the report's), and on |L| of
    everything published, which fail with twice that. `goe`: quantile of the Hessian's noise for a tenth of it."""
    model, mechanism = report["model"], report["model"]["mechanism"]
    if mechanism["name"] != "objective-perturbation" or mechanism["noise"] != "gaussian":
        raise InputError("/model/mechanism must be objective perturbation with Gaussian noise")
    sigma, ridge = mechanism["sigma"], mechanism["lambda"]
    rho = report.get("failureProbability", 1e-6) if failure_probability is None else failure_probability
    if not 0 < rho < 1:
        raise InputError(f"the failure probability must lie between 0 and 1, but is {rho}")
    release = report.get("release") or {}
    gradient, hessian, eigenvalue = (release.get(part) for part in ("gradient", "hessian", "smallestEigenvalue"))
    length = float(np.linalg.norm(x))
    first, second = derivatives(model["loss"], float(x @ np.array(model["theta"])), y)

    # 5.1: leverage of anyone; for a member −log(1 − a) = log(1 + odds of a).
    cap = second * length**2 / ridge
    odds_in, a_out = cap, cap
    floor = ridge
    if eigenvalue:
        floor = max(ridge, eigenvalue["value"] - grid_of(eigenvalue) - eigenvalue["sigma"] * upper_quantile(0.1 * rho))
    most, least = length**2 / floor, 0.0
    if hessian and length > 0:
        if goe is None:
            raise InputError(
                f"this report needs --goe, as printed by: expost goe --dimension {len(x)} --tail {0.1 * rho:g}"
            )
        # 5.2: leverage from the noisy Hessian.
        shift = goe * hessian["sigma"] + grid_of(hessian) * len(x)
        spectrum = Spectrum(hessian["upper"], len(x), x)
        least = spectrum.least(shift)
        # From above the noise counts in one direction, which a record chosen beforehand fixes.
        shift = min(goe, math.sqrt(2) * upper_quantile(0.1 * rho)) * hessian["sigma"] + grid_of(hessian) * len(x)
        most = spectrum.minimise(shift, floor)[0]
        least = min(least, most)
        if second > 0:
            s, alpha = spectrum.minimise(shift, ridge, rank_one=second)
            odds_in = min(odds_in, odds(second * s / (1 + (1 - alpha) * second * s)))
        odds_in = min(odds_in, odds(second * most))
        a_out = min(a_out, second * most)

    # 5.3: the gradient, prior and release fused.
    share = 1.0 if not hessian else 0.7 if eigenvalue else 0.8
    weight, deviation, centre = 0.0, sigma, 0.0
    if gradient:
        total = sigma**2 + gradient["sigma"] ** 2
        weight, deviation = sigma**2 / total, sigma * gradient["sigma"] / math.sqrt(total)
        centre = float(np.array(gradient["values"]) @ x)
    radius = deviation * length * upper_quantile(share * rho / 2) + length * off_minimum(mechanism, model)
    radius += weight * grid_of(gradient) * float(np.abs(x).sum())
    middle, half = first * weight * centre / sigma**2, abs(first) * radius / sigma**2
    low, high = middle - half, middle + half

    # 5.4: the signed interval.
    q = (first * length / sigma) ** 2 / 2
    logs_in = [math.log1p(min(odds(second * least), odds_in)), math.log1p(odds_in)]
    logs_out = [-math.log1p(a_out), -math.log1p(min(second * least, a_out))]
    # The computed model may differ by so much from the ideal one.
    slack = 2.0**-39 if "x-rounding" in mechanism and length > 0 else 0.0
    inside = [logs_in[0] + q - high - slack, logs_in[1] + q - low + slack]
    outside = [logs_out[0] + q + low - slack, logs_out[1] + q + high + slack]

    # 6: the releases by themselves.
    up, down = 0.0, 0.0
    if hessian:
        curvature = second * length**2
        of_gradient = moved(abs(first) * length, gradient, math.sqrt(len(x)))
        of_hessian = moved(curvature, hessian, len(x), math.sqrt(2))
        of_eigenvalue = moved(curvature, eigenvalue, 1)
        m, z = math.hypot(of_gradient[1], of_hessian[1], of_eigenvalue[1]), upper_quantile(rho / 2)
        v = min(max(z, math.hypot(of_gradient[0], of_hessian[0])), m)
        off_grid = of_gradient[2] + of_hessian[2] + of_eigenvalue[2]
        up, down = m**2 / 2 + m * z + off_grid, v**2 / 2 - v * z - off_grid
    everything = [[ends[0] + down, ends[1] + up] for ends in (inside, outside)]
    chi = joint_radius(model["loss"], sigma, gradient, hessian, eigenvalue, share, rho) if hessian else 0.0
    if chi > 0:
        # 6.1: the same normal variables for model and releases.
        slack += abs(first) * length * off_minimum(mechanism, model) / sigma**2 + off_grid
        if "x-rounding" in mechanism:
            of_margin = float(np.abs(x) @ half_widths(mechanism, model))
            slack += smoothness_of(model["loss"]) * of_margin * length * 12 / sigma
        shortest = math.hypot(math.sqrt(2 * q), of_gradient[0], of_hessian[0])
        longest = math.hypot(math.sqrt(2 * q), m)
        v = min(max(chi, shortest), longest)
        up, down = longest**2 / 2 + longest * chi + slack, v**2 / 2 - v * chi - slack
        everything = [[logs[0] + down, logs[1] + up] for logs in (logs_in, logs_out)]
    return {
        "method": "sharp",
        "member": member,
        "failureProbability": rho,
        "x": list(x),
        "y": y,
        "epsilon": of_membership(member, inside, outside),
        "loss": {"in": inside, "out": outside},
        "terms": {
            "leverage": {"lower": least, "upper": most},
            "gradientNorm": q,
            "gradient": {"lower": low, "upper": high},
        },
        "total": of_membership(member, *everything),
    }


def main():
    parser = argparse.ArgumentParser(description="The sharp bound on one person's ex-post privacy loss.")
    parser.add_argument("report", metavar="REPORT.json")
    parser.add_argument("record", metavar="RECORD.json", help="raw values under the features' names, and the label")
    parser.add_argument("--goe", type=float, metavar="T", help="what `expost goe` printed")
    parser.add_argument("--failure-probability", type=float, metavar="P", help="default: the report's")
    parser.add_argument("--member", choices=["in", "out", "unknown"], default="unknown")
    given = parser.parse_args()
    try:
        with open(given.report, encoding="utf-8") as file:
            report = json.load(file)
        with open(given.record, encoding="utf-8") as file:
            x, y = Coding(report).code(json.load(file))
        found = bound(
            report, x, y, failure_probability=given.failure_probability, goe=given.goe, member=given.member
        )
    except (InputError, OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        sys.exit(f"bound.py: {error}")
    # JSON has no infinity; Expost writes an infinite bound as a text.
    print(json.dumps(spelled(found), indent=2))


def spelled(value):
    if isinstance(value, dict):
        return {key: spelled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, float) and math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


if __name__ == "__main__":
    main()
