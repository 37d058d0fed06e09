"""Models that diffprivlib and Opacus themselves trained become reports in one call.

Both are in environments of their own (scripts/python.mjs), and train there in another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost
import expost.opacus

DIFFPRIVLIB = os.environ.get("EXPOST_DIFFPRIVLIB_PYTHON")
OPACUS = os.environ.get("EXPOST_OPACUS_PYTHON")
Array = np.ndarray[Any, np.dtype[Any]]


def elsewhere(python: str, script: str, asked: dict[str, Any]) -> Any:
    """What a script prints that another Python runs."""
    done = subprocess.run(
        [python, Path(__file__).parent / "elsewhere" / script],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def coded(frame: pd.DataFrame, study: expost.Study) -> tuple[Array, Array]:
    """x and y of all rows, as the library codes them."""
    document = expost.Study(study.document).document
    document["mechanism"] = {"name": "objective-perturbation", "loss": {"name": "logistic"}, "lambda": 1}
    report = expost.publish(frame, document, seed=1).report
    records = frame.drop(columns="shelf").replace({np.nan: None}).to_dict("records")
    bounds = [report.bound(record) for record in records]
    return np.array([bound.x for bound in bounds]), np.array([bound.y for bound in bounds])


def gradients(theta: Array, x: Array, y: Array) -> Array:
    """Each row's gradient of log(1 + exp(-y xᵀθ)), shape (rows, d)."""
    return -(y / (1 + np.exp(y * (x @ theta))))[:, None] * x


@pytest.mark.skipif(DIFFPRIVLIB is None, reason="EXPOST_DIFFPRIVLIB_PYTHON names no Python with diffprivlib")
def test_diffprivlib(frame: pd.DataFrame, study: expost.Study) -> None:
    """λ and η by its own fits, and the bounds of the report by the same λ and η."""
    assert DIFFPRIVLIB is not None
    norm, strength, epsilon, times = 2.0, 2.0, 3.0, 150
    x, y = coded(frame, study)
    asked = {"x": (norm * x).tolist(), "y": y.tolist(), "data_norm": norm, "C": strength}
    quiet, noisy = elsewhere(
        DIFFPRIVLIB, "train_diffprivlib.py", {**asked, "epsilons": [1e9, epsilon], "times": times}
    )
    lam = 1 / strength / norm**2
    eta = (epsilon - 2 * np.log(1 + norm * strength / 4)) / 2
    dimension = x.shape[1]

    def gradient(coefficients: list[float]) -> float:
        theta = norm * np.array(coefficients)
        total = gradients(theta, x, y).sum(axis=0) + lam * theta
        return float(np.linalg.norm(total))

    # Next to no noise is left: the minimum of this objective, to the tolerance of its L-BFGS.
    assert max(map(gradient, quiet)) < 1e-3
    # Lengths of the noise, ~ Gamma(d, η): mean d/η within five standard errors.
    mean = np.mean([gradient(each) for each in noisy])
    assert abs(mean * eta - dimension) < 5 * np.sqrt(dimension / times)

    study.document["mechanism"] = {
        "name": "objective-perturbation",
        "noise": "laplace",
        "loss": {"name": "logistic"},
        "elsewhere": {"rowsAtMost": 1000},
    }
    study.document["budget"] = {"epsilon": epsilon}
    arguments = {"epsilon": epsilon, "dataNorm": norm, "C": strength, "fitIntercept": False}
    coefficients = np.array(noisy[0])
    attached = expost.attach(coefficients, frame, study, diffprivlib=arguments, seed=3)
    assert attached.notes["doubts"] == []
    model = attached.report.document["model"]
    assert model["mechanism"]["lambda"] == pytest.approx(lam, rel=1e-12)
    assert model["mechanism"]["eta"] == pytest.approx(eta, rel=1e-12)
    assert np.abs(np.array(model["theta"]) - norm * coefficients).max() < 1e-3
    # The same model by the library's own parameters, rounded with the same seed.
    plain = expost.attach(norm * coefficients, frame, study, lam=lam, eta=eta, seed=3).report
    found, expected = attached.report.bounds(frame), plain.bounds(frame)
    assert found.column_names == expected.column_names
    for name in found.column_names:
        assert np.allclose(np.asarray(found[name]), np.asarray(expected[name]), rtol=1e-12, equal_nan=True)
    assert attached.audit().summary["misses"] == 0
    # Another model is doubted.
    assert expost.attach(50 * coefficients, frame, study, diffprivlib=arguments).notes["doubts"] != []


def interval_half_widths(steps: Array, most: float, failure: float) -> tuple[float, float]:
    """(x₊, x₋) of docs/noisy-gradient-descent.md, Theorem 1, for q = 1.

    `steps`: s_t, shape (T,); `most`: s_z; `failure`: ρ.
    """
    target = np.log(2 / failure)
    candidates = np.arange(-20, 201)
    powers = 2.0 ** (candidates / 2)
    first = candidates[np.argmin(((1 + powers) * powers * most**2 * len(steps) / 2 + target) / powers)]
    k = np.arange(64)
    weights = 4 / ((k + 4) * (k + 5))
    energy = float(np.sum(steps**2))

    def solved(tilts: Array, moments: Array) -> float:
        low, high = -1e3, 1e3
        for _ in range(200):
            middle = (low + high) / 2
            exponents = np.log(weights) + tilts * middle - moments
            above = np.logaddexp.reduce(exponents) > target
            low, high = (low, middle) if above else (middle, high)
        return high

    tilts = 2.0 ** ((first + k) / 2)
    later = np.maximum(1, tilts)
    # A(1 + λ) and A(1 - λ), A(a; s) = a(a - 1)s²/2.
    return (
        solved(tilts, (1 + tilts) * tilts * energy / 2),
        solved(later, (1 - later) * -later * energy / 2),
    )


@pytest.mark.parametrize("kind", ["full", "poisson"])
@pytest.mark.skipif(OPACUS is None, reason="EXPOST_OPACUS_PYTHON names no Python with Opacus")
def test_opacus(kind: str, frame: pd.DataFrame, study: expost.Study) -> None:
    """Its own training, recorded step by step, and the bounds by hand from the recorded path."""
    assert OPACUS is not None
    x, y = coded(frame, study)
    rows = len(x)
    training = {
        "seed": 5,
        "lr": 0.5,
        "momentum": 0.5,
        "weight_decay": 0.01,
        "batch": rows if kind == "full" else rows // 5,
        "physical": 40,
        "divisor": 200 if kind == "full" else 50,
        # So little noise that samples in a wrong order would be doubted.
        "noise_multiplier": 5.0 if kind == "full" else 1.0,
        "max_grad_norm": 0.3,
        "epochs": 30 if kind == "full" else 8,
        "delta": 1e-6,
    }
    mechanism = {"name": "noisy-gradient-descent", "loss": {"name": "logistic"}}
    accountant = "gaussian" if kind == "full" else "pld"
    document = {
        **study.document,
        "mechanism": mechanism,
        "budget": {"epsilon": 1, "delta": training["delta"], "accountant": accountant},
    }
    data = {
        name: [None if value != value else value for value in column]
        for name, column in frame.drop(columns="shelf").to_dict("list").items()
    }
    refused = [{**mechanism, "clip": 0.5}, {**mechanism, "update": {"rate": 0.5, "divisor": 300}}]
    asked = {"x": x.tolist(), "y": y.tolist(), "data": data, "study": document, "training": training}
    found = elsewhere(OPACUS, "train_opacus.py", {**asked, "refused": refused})
    steps = 30 if kind == "full" else 40
    [(multiplier, rate, counted)] = found["history"]
    # Its accountant, whose hook the log leaves alone, counted the same steps.
    assert (multiplier, counted) == (training["noise_multiplier"], steps)
    assert rate == pytest.approx(1 if kind == "full" else 0.2)
    assert found["doubts"] == []
    assert "/mechanism/clip" in found["refusals"][0]
    assert "/mechanism/update/divisor" in found["refusals"][1]
    stated = found["report"]["model"]["mechanism"]
    assert stated["sigma"] == pytest.approx(0.3 * multiplier, rel=1e-12)
    assert stated["update"]["ridge"] == pytest.approx(0.01 * training["divisor"])

    # The same from the arrays that were handed over: every number of the report.
    again = {
        **document,
        "mechanism": {
            **mechanism,
            **{key: stated[key] for key in ("clip", "steps", "sampling", "update", "final")},
            "elsewhere": True,
        },
    }
    iterates = np.array(found["iterates"])
    plain = expost.attach(found["theta"], frame, again, iterates=iterates, sigma=found["sigma"])
    assert plain.report.document == found["report"]
    assert found["report"]["guarantee"]["epsilon"] < found["epsilon"] * (1 + 1e-4)

    # Steps of the path are those that Opacus did: θ_{t+1} from θ_t, with noise of the stated level.
    velocity = -np.diff(np.vstack([iterates, found["theta"]]), axis=0) / training["lr"]
    sums = velocity - training["momentum"] * np.vstack([np.zeros(x.shape[1]), velocity[:-1]])
    sums = sums * training["divisor"] - stated["update"]["ridge"] * iterates
    lengths = np.array([np.linalg.norm(gradients(theta, x, y), axis=1) for theta in iterates])
    factors = np.minimum(1, stated["clip"] / lengths)
    if kind == "full":
        clipped = np.array(
            [
                (factor[:, None] * gradients(theta, x, y)).sum(axis=0)
                for theta, factor in zip(iterates, factors, strict=True)
            ]
        )
        noise = (sums - clipped) / found["sigma"]
        # 150 standard normal numbers: the mean of their squares, within five standard errors.
        assert abs(np.mean(noise**2) - 1) < 5 * np.sqrt(2 / noise.size)

        # Twice the noise that there was.
        louder = expost.attach(found["theta"], frame, again, iterates=iterates, sigma=2 * found["sigma"])
        assert louder.notes["doubts"] != []

        # The bound of some rows, by Theorem 1 in numpy. Opacus' gradients may be 1e-5 longer.
        bounds = plain.report.bounds(frame, failure_probability=1e-3)
        scale = (1 + 1e-5) / found["sigma"]
        for row in range(0, rows, 50):
            most = min(stated["clip"], float(np.linalg.norm(x[row]))) * scale
            s = np.minimum(lengths[:, row] * factors[:, row] * scale, most)
            upper, lower = interval_half_widths(s, most, 1e-3)
            assert bounds["upper"][row].as_py() == pytest.approx(max(upper, lower), rel=1e-6)
            assert bounds["upper"][row].as_py() >= max(upper, lower) * (1 - 1e-9)


class Values:
    """As much of a tensor of torch as a log reads."""

    def __init__(self, values: Array) -> None:
        self.values = values

    def detach(self) -> Values:
        return self

    cpu = double = detach

    def numpy(self) -> Array:
        return self.values


class Sgd:
    """As much of torch.optim.SGD as a log reads; its steps go nowhere."""

    def __init__(self, **settings: Any) -> None:
        plain = {"momentum": 0.0, "weight_decay": 0.0, "dampening": 0, "nesterov": False, "maximize": False}
        # A group without parameters is the first.
        groups = [{"params": [], "lr": 9.0}, {"params": [...], "lr": 0.5, **plain, **settings}]
        self.param_groups: list[dict[str, Any]] = groups
        self.hooks: list[Callable[..., None]] = []

    def register_step_pre_hook(self, hook: Callable[..., None]) -> None:
        self.hooks.append(hook)

    def step(self) -> None:
        for hook in self.hooks:
            hook(self, (), {})


class DPOptimizer:
    """As much of Opacus' optimizer as a log reads."""

    loss_reduction = "mean"
    noise_multiplier = 2.0
    max_grad_norm = 0.5
    expected_batch_size = 200
    accumulated_iterations = 1

    def __init__(self, original: Sgd) -> None:
        self.original_optimizer = original
        self.param_groups = original.param_groups
        self.params = [Values(np.zeros((1, 6)))]


@pytest.fixture
def _stubs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much of Opacus and torch as a log imports."""
    modules = {"opacus.optimizers": {"DPOptimizer": DPOptimizer}, "torch.optim": {"SGD": Sgd}}
    for name, members in modules.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name.split(".")[0], ModuleType(name.split(".")[0]))
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("_stubs")
@pytest.mark.parametrize(
    ("name", "begin", "moved"),
    [
        ("momentum", 0.95, 0.85),
        ("weight_decay", 0.01, 0.02),
        ("dampening", 0, 0.5),
        ("nesterov", False, True),
        ("maximize", False, True),
    ],
)
def test_a_log_refuses_what_moves_between_steps(
    name: str, begin: float, moved: float, frame: pd.DataFrame, study: expost.Study
) -> None:
    optimizer = DPOptimizer(Sgd(**{name: begin}))
    log = expost.opacus.DescentLog(optimizer, sample_rate=1)  # type: ignore[arg-type]
    for value in (begin, moved, begin):
        optimizer.param_groups[1][name] = value
        optimizer.original_optimizer.step()
    # The schedule is back where it began, so the last value alone tells nothing.
    with pytest.raises(
        expost.ArgumentError, match=f"{name} must be the same in all steps.* step 2 "
    ) as error:
        _ = log.mechanism
    assert error.value.code == "unsupported"
    study.document["mechanism"] = {"name": "noisy-gradient-descent", "loss": {"name": "logistic"}}
    with pytest.raises(expost.ArgumentError, match=f"{name} must be the same in all steps"):
        log.attach(frame, study)


@pytest.mark.usefixtures("_stubs")
def test_a_log_states_what_the_steps_were_done_with() -> None:
    optimizer = DPOptimizer(Sgd(momentum=0.5, weight_decay=0.01))
    log = expost.opacus.DescentLog(optimizer, sample_rate=1)  # type: ignore[arg-type]
    for rate in (0.5, 0.25):
        optimizer.param_groups[1]["lr"] = rate
        optimizer.original_optimizer.step()
    # No step was done with this.
    optimizer.param_groups[1]["momentum"] = 0.9
    assert log.mechanism["update"] == {"rate": [0.5, 0.25], "momentum": 0.5, "ridge": 2, "divisor": 200}


class Lookahead(Sgd):
    """Its steps may be anything."""


@pytest.mark.usefixtures("_stubs")
def test_a_log_takes_the_steps_of_a_subclass_for_unknown() -> None:
    optimizer = DPOptimizer(Lookahead())
    log = expost.opacus.DescentLog(optimizer, sample_rate=1)  # type: ignore[arg-type]
    optimizer.original_optimizer.step()
    with pytest.raises(expost.ArgumentError, match=r"the steps must be those of torch\.optim\.SGD"):
        _ = log.mechanism
