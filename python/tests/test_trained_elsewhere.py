"""Models that diffprivlib and Opacus themselves trained become reports in one call.

Both are in environments of their own (scripts/python.mjs), and train there in another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits

import expost
import expost.opacus

DIFFPRIVLIB = os.environ.get("EXPOST_DIFFPRIVLIB_PYTHON")
OPACUS = os.environ.get("EXPOST_OPACUS_PYTHON")
Array = np.ndarray[Any, np.dtype[Any]]


def elsewhere(python: str, script: str, asked: dict[str, Any]) -> Any:
    """What a script prints that another Python runs, which is lent this package and no other."""
    with TemporaryDirectory() as lent:
        (Path(lent) / "expost").symlink_to(Path(expost.__file__).parent)
        done = subprocess.run(
            [python, Path(__file__).parent / "elsewhere" / script],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": lent},
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


def longest_steps(iterates: Array, x: Array, y: Array, clip: float) -> tuple[Array, Array]:
    """The lengths of rows' clipped gradients at most, where floats computed them: logistic loss.

    Shapes (T, rows), and (rows,) of the longest that any can be. docs/noisy-gradient-descent.md,
    section 11.
    """
    u = 2.0**-24
    off = (8 * 2 + 64 + 4) * u
    # The program's own coding of conftest.py's study: its age of a width of 100 to a width of 2.
    age = (3 * (100 + 100) / 100 * 2 + 3) / 2
    coded_off = (2 * np.linalg.norm(x, axis=1) + age) * u
    norms = np.linalg.norm(x, axis=1) + coded_off
    reach = np.linalg.norm(iterates, axis=1)[:, None] * ((x.shape[1] + 8) * u * norms + coded_off)
    derivatives = 1 / (1 + np.exp(y * (iterates @ x.T) - reach)) + off
    longer = 1 + 1e-5
    return np.minimum(derivatives * norms, clip) * longer, np.minimum((1 + off) * norms, clip) * longer


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

        assert_bounds(plain.report, frame, x, y, iterates)


def assert_bounds(report: expost.Report, frame: pd.DataFrame, x: Array, y: Array, iterates: Array) -> None:
    """Every fiftieth row's bound is that of Theorem 1 in numpy, and not below it."""
    mechanism = report.document["model"]["mechanism"]
    bounds = report.bounds(frame, failure_probability=1e-3)
    steps, most = longest_steps(iterates, x, y, mechanism["clip"])
    for row in range(0, len(y), 50):
        upper, lower = interval_half_widths(
            steps[:, row] / mechanism["sigma"], most[row] / mechanism["sigma"], 1e-3
        )
        assert bounds["upper"][row].as_py() == pytest.approx(max(upper, lower), rel=1e-6)
        assert bounds["upper"][row].as_py() >= max(upper, lower) * (1 - 1e-9)


def test_bounds_of_a_path_count_what_floats_lose(frame: pd.DataFrame, study: expost.Study) -> None:
    """Iterates that fit some rows well, where a float's p - 1 is off the most."""
    x, y = coded(frame, study)
    mechanism = {
        "name": "noisy-gradient-descent",
        "loss": {"name": "logistic"},
        "clip": 0.3,
        "steps": 20,
        "sampling": {"kind": "full"},
        "update": {"rate": 0.5, "divisor": 200},
        "elsewhere": True,
    }
    document = {**study.document, "mechanism": mechanism, "budget": {"epsilon": 1, "delta": 1e-6}}
    iterates = np.random.default_rng(7).normal(size=(20, x.shape[1])) * np.linspace(0, 40, 20)[:, None]
    report = expost.attach(iterates[3] + 1, frame, document, iterates=iterates, sigma=5.0).report
    assert_bounds(report, frame, x, y, iterates)


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


def softmax_descent(study: expost.Study, classes: int = 3) -> expost.Study:
    levels = [f"level {k}" for k in range(classes)]
    stated = study.category_label(levels).loss("softmax", classes=classes)
    stated.document["mechanism"] |= {
        "name": "noisy-gradient-descent",
        "clip": 1,
        "steps": 5,
        "sampling": {"kind": "full"},
        "update": {"rate": 1, "divisor": 100},
        "final": "last",
        "elsewhere": True,
    }
    del stated.document["mechanism"]["lambda"]
    stated.document["budget"] = {"delta": 1e-6, "epsilon": 1}
    return stated


def rows_of(classes: int, count: int = 60) -> pd.DataFrame:
    random = np.random.default_rng(2)
    return pd.DataFrame(
        {
            "late": [f"level {k}" for k in random.integers(0, classes, count)],
            "age": random.integers(0, 100, count),
            "card": random.choice(["day", "year", "7"], count),
            "adult": random.random(count) < 0.5,
        }
    )


def test_models_of_several_classes_have_a_row_for_each(study: expost.Study) -> None:
    stated, rows = softmax_descent(study), rows_of(3)
    random = np.random.default_rng(3)
    # Three classes, six coordinates.
    theta, path = random.normal(size=(3, 6)), random.normal(size=(5, 3, 6))

    def attached(theta: Any, iterates: Any, **options: Any) -> Any:
        return expost.attach(theta, rows, stated, iterates=iterates, sigma=3, **options).report.document

    expected = attached(theta.ravel(), path.reshape(5, 18))
    for shaped in (theta, theta.tolist(), theta.ravel().tolist(), np.asfortranarray(theta)):
        for steps in (path, np.asfortranarray(path), path.tolist()):
            assert attached(shaped, steps)["release"] == expected["release"]
            assert attached(shaped, steps)["model"]["theta"] == expected["model"]["theta"]
    turned = r"has the shape \(6, 3\): rows are classes, \(3, 6\); transpose it"
    with pytest.raises(expost.ArgumentError, match=f"theta {turned}") as refused:
        attached(theta.T, path)
    assert refused.value.pointer == "/model/theta"
    with pytest.raises(expost.ArgumentError, match=f"iterates {turned}"):
        attached(theta, path.transpose(0, 2, 1))
    with pytest.raises(expost.ArgumentError, match=f"noisySums {turned}"):
        attached(theta, path, noisy_sums=path.transpose(0, 2, 1))
    for wrong in (path[0], path[None], path[:, :2]):
        with pytest.raises(expost.ArgumentError):
            attached(theta, wrong)
    for wrong in ([[1, 2], [3]], "theta", [["a"]], None, theta[None], theta[:2]):
        with pytest.raises(expost.ArgumentError, match="theta"):
            attached(wrong, path)
    with pytest.raises(expost.ArgumentError, match="iterates must be an array of numbers"):
        attached(theta, [[1, 2], [3]])


def test_as_many_classes_as_coordinates_ask_for_the_order(study: expost.Study) -> None:
    stated, rows = softmax_descent(study, 6), rows_of(6)
    random = np.random.default_rng(3)
    theta, path = random.normal(size=(6, 6)), random.normal(size=(5, 6, 6))
    flat = expost.attach(theta.ravel(), rows, stated, iterates=path.reshape(5, 36), sigma=3).report
    for model, iterates in ((theta, path.reshape(5, 36)), (theta.ravel(), path), (theta, path)):
        with pytest.raises(expost.ArgumentError, match='order must be "classes-first"') as refused:
            expost.attach(model, rows, stated, iterates=iterates, sigma=3)
        assert refused.value.pointer == "/model/order"
        made = expost.attach(model, rows, stated, iterates=iterates, sigma=3, order="classes-first").report
        assert made.document["release"] == flat.document["release"]
        assert made.document["model"]["theta"] == flat.document["model"]["theta"]
    with pytest.raises(expost.ArgumentError, match="transpose a model whose rows are coordinates"):
        expost.attach(theta, rows, stated, sigma=3, order="coordinates-first")  # type: ignore[arg-type]


def test_one_class_has_one_row(frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"]["elsewhere"] = {"rowsAtMost": 1000, "residual": 1e-6}
    for theta in (np.zeros(6), np.zeros((1, 6))):
        expost.attach(theta, frame, study, sigma=5)
    with pytest.raises(expost.ArgumentError, match=r"has the shape \(6, 1\): rows are classes, \(1, 6\)"):
        expost.attach(np.zeros((6, 1)), frame, study, sigma=5)


@pytest.mark.parametrize("scale", [1, 1000])
def test_numbers_that_no_training_made_are_doubted(
    scale: float, frame: pd.DataFrame, study: expost.Study
) -> None:
    document = softmax_descent(study).document
    document["label"] = study.document["label"]
    document["mechanism"] |= {
        "loss": {"name": "logistic"},
        "steps": 50,
        "sampling": {"kind": "poisson", "rate": 0.1},
        "update": {"rate": 0.5, "divisor": 300},
    }
    random = np.random.default_rng(1)
    path = random.normal(size=(51, 6)) * scale
    made = expost.attach(path[50], frame, document, iterates=path[:50], sigma=3)
    assert len(made.notes["doubts"]) == 1
    assert "what a mean sample of the rows leaves of the noisy sums" in made.notes["doubts"][0]


@pytest.mark.usefixtures("_stubs")
def test_sizes_that_opacus_made_of_the_rows_are_warned_of(frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {"name": "noisy-gradient-descent", "loss": {"name": "logistic"}}
    study.document["budget"] = {"delta": 1e-6, "epsilon": 1}
    optimizer = DPOptimizer(Sgd())
    log = expost.opacus.DescentLog(optimizer, sample_rate=1 / 11)  # type: ignore[arg-type]
    for step in range(3):
        optimizer.params[0].values = np.full((1, 6), step / 10)
        optimizer.original_optimizer.step()
    optimizer.params[0].values = np.full((1, 6), 1.0)

    def left(**stated: Any) -> list[str]:
        document = {**study.document, "mechanism": {**study.document["mechanism"], **stated}}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            log.attach(frame, document)
        assert all(warning.category is expost.PrivacyLeakWarning for warning in caught)
        assert all(warning.filename == __file__ for warning in caught)
        return [str(warning.message).split(": ")[0].split(" state ")[1] for warning in caught]

    rate, update = {"kind": "poisson", "rate": 1 / 11}, {"divisor": 200}
    assert left() == ["steps, sampling.rate, update.divisor"]
    assert left(steps=3) == ["sampling.rate, update.divisor"]
    assert left(steps=3, sampling={"kind": "poisson"}) == ["sampling.rate, update.divisor"]
    assert left(steps=3, sampling=rate) == ["update.divisor"]
    assert left(sampling=rate, update=update) == ["steps"]
    assert left(steps=3, sampling=rate, update=update) == []
    with pytest.raises(expost.ArgumentError, match="/mechanism/sampling/rate of the study must be that of"):
        left(steps=3, sampling={"kind": "poisson", "rate": 0.1}, update=update)
    # A kernel that some layer of one's own transposed.
    optimizer.params[0].values = np.full((6, 1), 1.0)
    with pytest.raises(expost.ArgumentError, match=r"has the shape \(6, 1\)"):
        left(steps=3, sampling=rate, update=update)


@pytest.mark.skipif(OPACUS is None, reason="EXPOST_OPACUS_PYTHON names no Python with Opacus")
def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell as it stands, on the data that it names."""
    assert OPACUS is not None
    example = Path(__file__).parents[2] / "examples/digits"
    digits = load_digits()
    table = pd.DataFrame(digits.data, columns=[f"p{row}{column}" for row in range(8) for column in range(8)])
    table.astype(int).assign(digit=digits.target).to_csv(tmp_path / "digits.csv", index=False)
    (tmp_path / "study.json").write_bytes((example / "study.json").read_bytes())
    notebook = json.loads((example / "opacus.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = "print(json.dumps([publication.notes['doubts'], answer.total.upper, summary]))"
    (tmp_path / "cells.py").write_text("\n".join([*cells, shown]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    doubts, upper, summary = elsewhere(OPACUS, str(tmp_path / "cells.py"), {})
    assert doubts == []
    assert 0 < upper <= summary["largest"] < 40
    assert summary["people"] == 1797
    report = expost.load_report("report.json")
    # The plan and the report round their loss distributions by themselves.
    assert report.document["guarantee"]["epsilon"] == pytest.approx(8, rel=1e-5)
    # A guess is right for a tenth of ten classes.
    found = report.predict(table.astype(int)).column("class").to_pylist()
    assert np.mean([int(each) == digit for each, digit in zip(found, digits.target, strict=True)]) > 0.5
