"""Whatever can be pickled, saved, printed or published is the same for neighbouring data.

But for what has noise on it: the places in `NOISY`. There the kind, the length and the keys are the
same, and the numbers aren't looked at. All noise is the system's own.
"""

from __future__ import annotations

import json
import pickle
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost
from expost.sklearn import PrivateHuberRegressor, PrivateLogisticRegression, PrivateRidge

#: θ, iterates and releases.
NOISY = re.compile(r"/(coef_|intercept_|theta|iterates/data|release)(/|$)")
#: An adaptive posterior sample releases an eigenvalue and a residual, and chooses by them.
ADAPTIVE = re.compile(NOISY.pattern + r"|/mechanism/(adaptive/|(gamma|lambda|x-rounding)$)")


def parts(value: Any, noise: re.Pattern[str], path: str = "") -> Iterator[tuple[str, Any]]:
    """Walk through what pickle writes of a value: every key, length, order, type and number."""
    noisy = noise.search(path) is not None
    if isinstance(value, np.ndarray):
        yield path, (str(value.dtype), value.shape, None if noisy else value.tolist())
    elif isinstance(value, Mapping):
        yield path, ("mapping", list(value))
        for key, member in value.items():
            yield from parts(member, noise, f"{path}/{key}")
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield path, (type(value).__name__, len(value))
        for index, member in enumerate(value):
            yield from parts(member, noise, f"{path}/{index}")
    elif value is None or isinstance(value, (bool, int, float, str, bytes, np.generic)):
        # A whole number is written as one by chance.
        kind = "number" if isinstance(value, (int, float)) and noisy else type(value).__name__
        yield path, (kind, None if noisy and not isinstance(value, bool) else value)
    elif isinstance(value, type) or callable(value):
        yield path, repr(value)
    else:
        reduced = value.__reduce_ex__(4)
        yield path, ("object", type(value).__name__)
        if isinstance(reduced, str):
            yield path, reduced
        else:
            for member in reduced:
                # Iterators of lists and dicts that are subclassed.
                plain = list(member) if isinstance(member, Iterator) else member
                state = plain if isinstance(plain, Mapping) else None
                yield from parts(
                    plain, noise, path if state is not None else f"{path}/({type(plain).__name__})"
                )


def looks_the_same(first: Any, second: Any, noise: re.Pattern[str] = NOISY) -> None:
    one, other = dict(parts(first, noise)), dict(parts(second, noise))
    assert list(one) == list(other)
    assert {path: (one[path], other[path]) for path in one if one[path] != other[path]} == {}


def everything(made: Any) -> dict[str, Any]:
    """Everything that leaves: of an estimator, a publication or a report."""
    publication = getattr(made, "publication_", made)
    report = publication.report
    copied = pickle.loads(pickle.dumps(made))
    return {
        "pickled": made,
        "pickled again": copied,
        "printed": [repr(publication), str(publication), repr(report), str(report)],
        "shown": [publication._repr_html_(), report._repr_html_()],
        "copy printed": [repr(getattr(copied, "publication_", copied))],
        "saved": json.loads(report.text),
        "lines": len(report.text.splitlines()),
        "summary": report.summary,
        "guarantee": repr(report.guarantee),
        **({"estimator": [repr(made), sorted(vars(made))]} if made is not publication else {}),
    }


NUMBERS = {"bounds": (-1, 1)}
REGRESSION = {"bounds": (-1, 1), "label_bounds": (-1, 1)}
ESTIMATORS: dict[str, Callable[[], Any]] = {
    "two classes": lambda: PrivateLogisticRegression(**NUMBERS, classes=["no", "yes"]),
    "no intercept": lambda: PrivateLogisticRegression(
        **NUMBERS, classes=["no", "yes"], fit_intercept=False, release="hessian"
    ),
    "everything": lambda: PrivateLogisticRegression(**NUMBERS, classes=["no", "yes"], release="adaptive"),
    "three classes": lambda: PrivateLogisticRegression(**NUMBERS, classes=["no", "yes", "HIV+"]),
    "adaptive ridge": lambda: PrivateRidge(**REGRESSION),
    "huber": lambda: PrivateHuberRegressor(**REGRESSION),
    "huber, gradient": lambda: PrivateHuberRegressor(**REGRESSION, release="gradient+hessian"),
}


def rows_of(size: int, kind: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    X = np.zeros((size, 2)) if kind == "no spread" else np.random.default_rng(size).uniform(-1, 1, (size, 2))
    return X, np.array(["no"] * size)


#: Data and the row that one of two neighbours has besides.
NEIGHBOURS = [
    (rows_of(0, "any"), ([0.5, 0.5], "yes")),
    (rows_of(1, "any"), ([0.5, -0.5], "no")),
    (rows_of(5, "no spread"), ([1.0, 1.0], "yes")),
    (rows_of(20, "any"), ([1e6, -1e300], "no")),
    (rows_of(64, "any"), ([0.0, 0.0], "yes")),
]


@pytest.mark.parametrize("name", ESTIMATORS)
def test_estimators(name: str) -> None:
    for (X, labels), (record, label) in NEIGHBOURS:
        texts = np.array([*labels, "HIV+" if name == "three classes" else label])
        columns = np.array([*X, record]).reshape(-1, 2)
        made = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for size in (len(X), len(X) + 1):
                estimator = ESTIMATORS[name]()
                is_classifier = "classes" in estimator.get_params()
                y = texts[:size] if is_classifier else (texts[:size] == "yes") * 1.0
                made.append(everything(estimator.fit(columns[:size], y)))
        looks_the_same(*made, ADAPTIVE if name == "adaptive ridge" else NOISY)


def study_of(kind: str) -> expost.Study:
    descent = {
        "name": "noisy-gradient-descent",
        "clip": 1,
        "steps": 4,
        "update": {"rate": 0.5, "divisor": 50},
        "final": "last",
    }
    mechanisms: dict[str, dict[str, Any]] = {
        "objective": {"name": "objective-perturbation", "lambda": 1},
        "objective, accountant's lambda": {"name": "objective-perturbation", "lambda": None},
        "laplace": {"name": "objective-perturbation", "noise": "laplace", "lambda": 10},
        "output": {"name": "output-perturbation", "lambda": 1},
        "descent": {**descent, "sampling": {"kind": "full"}},
        "descent, poisson": {**descent, "sampling": {"kind": "poisson", "rate": 0.1}},
        "descent, shuffled": {**descent, "sampling": {"kind": "shuffle", "batches": 2}},
        "descent, average": {**descent, "sampling": {"kind": "full"}, "final": "average"},
        "softmax": {"name": "objective-perturbation", "lambda": 2},
    }
    budget: dict[str, Any] = {"epsilon": 1} | ({} if kind == "laplace" else {"delta": 1e-6})
    softmax = kind == "softmax"
    loss: dict[str, Any] = {"name": "softmax", "classes": 3} if softmax else {"name": "logistic"}
    two = {"name": "late", "kind": "binary", "negative": "no", "positive": "yes"}
    three = {"name": "late", "kind": "category", "levels": ["no", "yes", "never"]}
    return expost.Study(
        {
            "title": "Late library books",
            "unit": "one person, one row",
            "features": [
                {"name": "one", "kind": "constant", "value": 1},
                {"name": "age", "kind": "number", "minimum": 0, "maximum": 100, "missing": 40},
                {"name": "card", "kind": "category", "levels": ["day", "year"], "missing": "day"},
                {"name": "adult", "kind": "boolean"},
            ],
            "scaling": {"range": [-1, 1], "norm": 2},
            "label": three if softmax else two,
            "mechanism": {**mechanisms[kind], "loss": loss},
            "budget": budget,
        }
    )


STUDIES = [
    *("objective", "objective, accountant's lambda", "laplace", "output", "softmax"),
    *("descent", "descent, poisson", "descent, shuffled", "descent, average"),
]
COLUMNS = ["age", "card", "adult", "late"]
#: The row that one of two neighbours has: out of range, blank, or nothing that the others have.
SINGLE = [[1e9, "year", "no", "yes"], [None, None, "yes", "no"], [50.0, "day", "no", "yes"]]


def frames() -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
    for size, single in zip((0, 1, 30), SINGLE, strict=True):
        rows: list[list[Any]] = [[float(20 + i), "day", "yes", "no"] for i in range(size)]
        yield pd.DataFrame(rows, columns=COLUMNS), pd.DataFrame([*rows, single], columns=COLUMNS)


@pytest.mark.parametrize("kind", STUDIES)
def test_publications(kind: str) -> None:
    for pair in frames():
        looks_the_same(*(everything(expost.publish(frame, study_of(kind))) for frame in pair))


def test_streams() -> None:
    for pair in frames():
        looks_the_same(
            *(everything(expost.publish(frame, study_of("objective"), stream=True)) for frame in pair)
        )


def test_attached_models() -> None:
    random = np.random.default_rng(1)
    descent = study_of("descent, poisson").document
    descent["mechanism"]["elsewhere"] = True
    path = random.normal(0, 1, (4, 5))
    objective = study_of("objective").document
    objective["mechanism"]["elsewhere"] = {"rowsAtMost": 1000, "residual": 1e-6}
    for pair in frames():
        looks_the_same(
            *(
                everything(expost.attach(random.normal(0, 1, 5), frame, descent, sigma=5, iterates=path))
                for frame in pair
            )
        )
        looks_the_same(
            *(everything(expost.attach(random.normal(0, 1, 5), frame, objective, sigma=5)) for frame in pair)
        )


def test_drafts_of_studies(tmp_path: Path) -> None:
    numbers = [{"flag": i % 2, "word": "yes", "age": i, "late": "no"} for i in range(30)]
    for index, odd in enumerate(
        (
            {"flag": 2, "word": "yes", "age": 3, "late": "yes"},
            {"flag": 0, "word": "maybe", "age": 3, "late": "maybe"},
            {"flag": None, "word": None, "age": None, "late": None},
            {"flag": "x", "word": "7", "age": "old", "late": "3"},
        )
    ):
        for size in (0, 1, 2, 30):
            rows, more = numbers[:size], [*numbers[:size], odd]
            drafts = []
            for name, found in (("one", rows), ("other", more)):
                path = tmp_path / f"{name}-{index}-{size}.csv"
                pd.DataFrame(found, columns=["flag", "word", "age", "late"]).to_csv(path, index=False)
                # No frame holds a column with texts and numbers.
                frame = [] if index == 3 else [pd.DataFrame(found, columns=["flag", "word", "age", "late"])]
                for data in (path, *frame):
                    study = expost.Study.from_frame(data, label="late")
                    saved = tmp_path / "study.json"
                    study.save(saved, replace=True)
                    drafts.append([study, repr(study), saved.read_text("utf-8")])
            for draft in drafts[1:]:
                looks_the_same(drafts[0], draft)


def test_an_audit_shows_nothing(published: expost.Publication) -> None:
    assert repr(published.audit()) == str(published.audit()) == "<expost.Audit, as secret as the data>"


def test_this_file_sees_a_leak() -> None:
    """The walk finds a number, a key, a length, an order and a type."""
    X, y = rows_of(20, "any")
    model = PrivateLogisticRegression(**NUMBERS, classes=["no", "yes"]).fit(X, y)
    for change in (
        {"n_iter_": 3},
        {"classes_": np.array(["no", "yes "])},
        {"coef_": np.zeros((1, 3))},
        {"coef_": np.zeros((1, 2), dtype=np.float32)},
        {"_minimum": np.array([-1, -0.5])},
    ):
        other = pickle.loads(pickle.dumps(model))
        vars(other).update(change)
        with pytest.raises(AssertionError):
            looks_the_same(model, other)
    report = model.report_.document
    reordered = dict(reversed(list(report.items())))
    with pytest.raises(AssertionError):
        looks_the_same(expost.Report(report), expost.Report(reordered))
