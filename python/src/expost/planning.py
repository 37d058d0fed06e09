"""Before anything is published: noise levels, and the profile by which ε is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._engine import ask, camel
from .publication import CodedData
from .report import Progress
from .study import AnyStudy
from .tables import Data


def plan(
    *,
    epsilon: float,
    delta: float | None = None,
    loss: str | Mapping[str, Any] = "logistic",
    mechanism: str | None = None,
    noise: str | None = None,
    lam: float | None = None,
    dimension: int | None = None,
    shares: Mapping[str, float] | None = None,
    accountant: str | None = None,
    composition: str | None = None,
    adaptive: bool | None = None,
    clip: float | None = None,
    steps: int | None = None,
    rate: float | None = None,
    batches: int | None = None,
    person_rows: int | None = None,
) -> dict[str, Any]:
    """Plan the noise that keeps a budget (docs/mathematics.md 7, docs/noisy-gradient-descent.md 6).

    Parameters
    ----------
    epsilon, delta
        The promise.
    loss
        "logistic", "squared", "pseudo-huber" or "softmax", or a document with its width or classes.
    mechanism, noise, adaptive
        "objective-perturbation" with "gaussian" noise unless stated.
    lam
        λ, the strength of the penalty.
    dimension, shares, accountant, composition
        Of objective perturbation.
    clip, steps, rate, batches
        Of noisy gradient descent.
    person_rows
        The promise is to a person with up to so many rows: a row gets its share of it.

    Returns
    -------
    dict
        Interfaces Plan, ModelPlan and DescentPlan of wasm/index.d.ts. A noise level is infinite
        where none keeps the budget; `reason` says why.
    """
    request = camel(
        {
            "loss": dict(loss) if isinstance(loss, Mapping) else loss,
            "epsilon": epsilon,
            "delta": delta,
            "mechanism": mechanism,
            "noise": noise,
            "lambda": lam,
            "dimension": dimension,
            "shares": None if shares is None else dict(shares),
            "accountant": accountant,
            "composition": composition,
            "adaptive": adaptive,
            "clip": clip,
            "steps": steps,
            "rate": rate,
            "batches": batches,
            "person_rows": person_rows,
        }
    )
    value: dict[str, Any] = ask("plan", request)
    return value


def gaussian_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    """Return the least noise of the Gaussian mechanism for (ε, δ); never below what is needed.

    `sensitivity` is that of the ℓ₂ norm; the noise is a standard deviation.
    """
    sigma: float = ask("gaussian-sigma", {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity})[
        "sigma"
    ]
    return sigma


def goe_quantile(dimension: int, tail: float) -> float:
    """Return t with P(λ_max((Z + Zᵀ)/√2) > t) ≤ tail; never below the true quantile.

    Z has `dimension` rows and columns of independent standard normal variables.
    """
    quantile: float = ask("goe-quantile", {"dimension": dimension, "tail": tail})["quantile"]
    return quantile


def profile(
    data: Data,
    study: AnyStudy,
    *,
    lam: float | None = None,
    epsilons: Sequence[float] | Mapping[str, float] | None = None,
    neighbours: str | None = None,
    samples: int | None = None,
    profile_epsilon: float | None = None,
    decimal_comma: bool = False,
    seed: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Compute the privacy profile of a training set, row by row. As secret as the data.

    docs/mathematics.md 14.

    Parameters
    ----------
    data, study
        The rows, and what is trained on them.
    lam
        λ of the sum form; the study's own if None.
    epsilons
        Ascending values, or {"from", "to", "count"}.
    neighbours
        "exact" or "worst-case".
    samples, profile_epsilon
        Models drawn for the sorted profile, and its ε.
    decimal_comma
        As in `publish`.
    seed
        For experiments: the profile says so.
    progress
        Called with the phase and how much of it is done.

    Returns
    -------
    dict
        Interface Profile of wasm/index.d.ts; columns are numpy arrays.
    """
    options = camel(
        {
            "lambda": lam,
            "epsilons": dict(epsilons) if isinstance(epsilons, Mapping) else epsilons,
            "neighbours": neighbours,
            "samples": samples,
            "profile_epsilon": profile_epsilon,
            "seed": seed,
        }
    )
    coded = CodedData(data, study, progress, decimal_comma=decimal_comma)
    try:
        coded.call("check-profile", options)
        while True:
            answer: dict[str, Any] = coded.call("profile", options, arrays=True)
            if answer.pop("finished"):
                return answer
            if progress is not None:
                done = answer.get("rows", answer.get("done", answer.get("step", 0)))
                progress(answer["phase"], done, answer.get("total"))
    finally:
        coded.close()
