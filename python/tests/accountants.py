"""Every accountant's answers to the same questions, as the tests and docs/results.md have them.

``python accountants.py`` prints them as JSON. The others' own functions, with their defaults unless
stated: dp-accounting (PLD, RDP), autodp (analytic Gaussian mechanism, RDP) and riskcal (its PLD
accountant, and the advantage of an attacker).
"""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

import dp_accounting
from autodp.calibrator_zoo import ana_gaussian_calibrator
from autodp.mechanism_zoo import ExactGaussianMechanism, SubsampleGaussianMechanism
from dp_accounting.pld import accountant, common
from dp_accounting.rdp import RdpAccountant
from riskcal.accountants import CTDAccountant

import expost

#: (ε, δ) of the Gaussian mechanism, sensitivity 1.
BUDGETS = ((0.1, 1e-5), (1.0, 1e-6), (8.0, 1e-10))
#: Noise multiplier, steps, sampling rate, δ.
DESCENTS = ((42.2, 100, 1.0, 1e-6), (4.0, 400, 0.05, 1e-6), (0.8, 200, 0.02, 1e-5))
#: Width of the others' grids for privacy losses.
GRID = 1e-4


def gaussian_sigmas(epsilon: float, delta: float) -> dict[str, float]:
    """Return the least σ for (ε, δ) by each."""
    budget = common.DifferentialPrivacyParameters(epsilon, delta)
    calibrated = ana_gaussian_calibrator()(ExactGaussianMechanism, epsilon, delta, name="")
    return {
        "expost": expost.gaussian_sigma(epsilon, delta, 1.0),
        "dp-accounting": float(accountant.get_smallest_gaussian_noise(budget, 1, 1.0)),
        "autodp": float(calibrated.params["sigma"]),
    }


def promised(multiplier: float, steps: int, rate: float, delta: float, by: str) -> float:
    """Return ε of a descent, as its report promises it, with noise that was drawn elsewhere.

    That raises the clip norm by 1e-5 of itself, for other programs' rounding.
    """
    study = {
        "title": "A descent",
        "unit": "one row",
        "features": [{"name": "x", "kind": "number", "minimum": -1, "maximum": 1}],
        "scaling": {"range": [-1, 1], "norm": 1},
        "label": {"name": "y", "kind": "binary", "negative": "no", "positive": "yes"},
        "mechanism": {
            "name": "noisy-gradient-descent",
            "loss": {"name": "logistic"},
            "clip": 1,
            "steps": steps,
            "sampling": {"kind": "full"} if rate == 1 else {"kind": "poisson", "rate": rate},
            "update": {"rate": 1, "divisor": 1},
            "elsewhere": True,
        },
        "budget": {"epsilon": 1, "delta": delta, "accountant": by},
    }
    rows = {"x": [0.5, -0.5], "y": ["no", "yes"]}
    guarantee = expost.attach([0.5], rows, study, sigma=multiplier).report.guarantee
    assert guarantee is not None
    return guarantee.epsilon


def descent_epsilons(multiplier: float, steps: int, rate: float, delta: float) -> dict[str, float]:
    """Return ε(δ) of a descent by each; of full batches Expost's is exact."""
    step: Any = dp_accounting.GaussianDpEvent(multiplier)
    if rate < 1:
        step = dp_accounting.PoissonSampledDpEvent(rate, step)
    theirs = RdpAccountant().compose(step, steps)
    sampled = SubsampleGaussianMechanism({"prob": rate, "sigma": multiplier, "coeff": steps})
    losses = CTDAccountant()
    losses.history = [(multiplier, rate, steps)]
    if rate == 1:
        own = {"expost gaussian": promised(multiplier, steps, rate, delta, "gaussian")}
    else:
        own = {f"expost {by}": promised(multiplier, steps, rate, delta, by) for by in ("pld", "rdp")}
    distribution = dp_accounting.pld.PLDAccountant(value_discretization_interval=GRID)
    return {
        **own,
        "dp-accounting pld": float(distribution.compose(step, steps).get_epsilon(delta)),
        "riskcal": float(losses.get_epsilon(delta=delta, grid_step=GRID)),
        "dp-accounting rdp": float(theirs.get_epsilon(delta)),
        "autodp rdp": float(sampled.approxDP(delta)),
    }


def everything() -> dict[str, Any]:
    """Return all answers, with the versions that gave them."""
    return {
        "gaussian": [{"epsilon": e, "delta": d, "sigma": gaussian_sigmas(e, d)} for e, d in BUDGETS],
        "descents": [
            {
                "multiplier": multiplier,
                "steps": steps,
                "rate": rate,
                "delta": delta,
                "epsilon": descent_epsilons(multiplier, steps, rate, delta),
            }
            for multiplier, steps, rate, delta in DESCENTS
        ],
        "versions": {name: version(name) for name in ("dp-accounting", "autodp", "riskcal", "scipy")},
    }


if __name__ == "__main__":
    print(json.dumps(everything(), indent=1))
