"""The estimators: scikit-learn's own checks, and the models that they are."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

import expost
from expost.sklearn import PrivacyLeakWarning, PrivateHuberRegressor, PrivateLogisticRegression, PrivateRidge

#: Much ε, so that the checks of accuracy say something, and noise from a seed, so that those that
#: need the same result twice can pass.
ESTIMATORS = [
    PrivateLogisticRegression(epsilon=60, random_state=0),
    PrivateRidge(epsilon=60, random_state=0),
    PrivateHuberRegressor(epsilon=60, random_state=0),
]

#: Checks that a private estimator can't pass, with the reason.
EXPECTED_FAILURES: dict[str, str] = {}


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
def test_scikit_learns_own_checks(estimator: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrivacyLeakWarning)
        results = check_estimator(
            estimator, expected_failed_checks=EXPECTED_FAILURES, on_fail=None, on_skip=None
        )
    failed = {
        f"{result['check_name']}: {result['exception']!r}"
        for result in results
        if result["status"] == "failed"
    }
    assert failed == set()
    assert sum(result["status"] == "passed" for result in results) > 40


def two_classes(rows: int = 4000) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    random = np.random.default_rng(3)
    X = random.uniform([0, -5], [10, 5], (rows, 2))
    y = np.where(random.random(rows) < 1 / (1 + np.exp(-(X[:, 0] - 5) * 2 + X[:, 1])), "late", "early")
    return X, y


def test_with_little_noise_it_is_scikit_learns_own_model() -> None:
    X, y = two_classes()
    private = PrivateLogisticRegression(epsilon=60, bounds=([0, -5], [10, 5]), lam=1e-3, random_state=1).fit(
        X, y
    )
    # The same objective in its coordinates: C = 1/λ on coded columns, where the penalty is nothing.
    plain = LogisticRegression(C=1e6).fit(X, y)
    assert private.coef_ == pytest.approx(plain.coef_, rel=1e-2)
    assert private.intercept_ == pytest.approx(plain.intercept_, rel=1e-2)
    assert (private.predict(X) == plain.predict(X)).mean() > 0.999
    assert private.predict_proba(X) == pytest.approx(plain.predict_proba(X), abs=5e-3)
    assert np.abs(private.predict_proba(X).sum(axis=1) - 1).max() < 1e-12


def test_coefficients_are_in_the_units_of_the_columns() -> None:
    X, y = two_classes()
    model = PrivateLogisticRegression(epsilon=1.0, bounds=([0, -5], [10, 5]), random_state=1).fit(X, y)
    theta = np.array(model.report_.document["model"]["theta"])
    for row, label in zip(X[:50], y[:50], strict=True):
        bound = model.report_.bound({"x1": row[0], "x2": row[1], "outcome": label})
        assert model.decision_function(row.reshape(1, -1))[0] == pytest.approx(bound.x @ theta, rel=1e-9)


def test_several_classes() -> None:
    random = np.random.default_rng(2)
    centres = np.array([[0, 0], [4, 0], [0, 4]])
    y = random.integers(0, 3, 3000)
    X = centres[y] + random.normal(0, 1, (3000, 2))
    model = PrivateLogisticRegression(epsilon=50, bounds=(-6, 10), norm=1.0, lam=1, random_state=1).fit(X, y)
    assert model.coef_.shape == (3, 2)
    assert model.score(X, y) > 0.8
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(np.ones(3000))
    assert model.report_.summary["loss"] == {"name": "softmax", "classes": 3}


@pytest.mark.parametrize("kind", [PrivateRidge, PrivateHuberRegressor])
def test_regressions_are_in_the_unit_of_y(kind: Any) -> None:
    random = np.random.default_rng(4)
    X = random.uniform(0, 10, (3000, 2))
    y = 100 + 3 * X[:, 0] - 5 * X[:, 1] + random.normal(0, 1, 3000)
    model = kind(epsilon=60, bounds=(0, 10), label_bounds=(40, 140), random_state=1).fit(X, y)
    assert model.coef_ == pytest.approx([3, -5], rel=0.05)
    assert model.intercept_ == pytest.approx(100, rel=0.02)
    assert model.score(X, y) > 0.98
    bound = model.report_.bound({"x1": X[0, 0], "x2": X[0, 1], "outcome": y[0]})
    theta = np.array(model.report_.document["model"]["theta"])
    assert model.predict(X[:1])[0] == pytest.approx(90 + 50 * (bound.x @ theta), rel=1e-9)


def test_ranges_from_the_data_are_warned_of() -> None:
    X, y = two_classes(200)
    with pytest.warns(PrivacyLeakWarning, match="the promise does not cover"):
        PrivateLogisticRegression(random_state=1).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PrivateLogisticRegression(bounds=(-10, 10), random_state=1).fit(X, y)


def test_the_noise_is_fresh_without_a_seed() -> None:
    X, y = two_classes(200)
    models = [PrivateLogisticRegression(bounds=(-10, 10)).fit(X, y) for _ in range(2)]
    assert (models[0].coef_ != models[1].coef_).all()
    assert not models[0].report_.summary["insecureSeed"]
    assert (
        PrivateLogisticRegression(bounds=(-10, 10), random_state=1).fit(X, y).report_.summary["insecureSeed"]
    )


def test_the_report_bounds_the_rows() -> None:
    X, y = two_classes(300)
    model = PrivateLogisticRegression(bounds=(-10, 10), release="hessian", random_state=1).fit(X, y)
    assert model.publication_.audit().summary["misses"] == 0
    bounds = model.report_.bounds({"x1": X[:, 0], "x2": X[:, 1], "outcome": y})
    assert bounds.num_rows == 300
    assert model.report_.guarantee is not None
    assert model.report_.guarantee.epsilon <= 1


def test_parameters_are_refused_in_words() -> None:
    X, y = two_classes(50)
    for wrong in (
        {"epsilon": 0},
        {"epsilon": "much"},
        {"bounds": (1, 0)},
        {"bounds": ([0, 0, 0], 1)},
        {"release": "everything"},
        {"norm": -1},
    ):
        with pytest.raises(expost.ArgumentError):
            PrivateLogisticRegression(**({"bounds": (-10, 10)} | wrong)).fit(X, y)
    with pytest.raises(expost.ArgumentError, match="a person counts once"):
        PrivateLogisticRegression(bounds=(-10, 10)).fit(X, y, sample_weight=np.ones(50))
    with pytest.raises(expost.ArgumentError, match="one class"):
        PrivateLogisticRegression(bounds=(-10, 10)).fit(X, np.zeros(50))


def test_pipelines_grids_and_copies() -> None:
    X, y = two_classes(200)
    estimator = PrivateLogisticRegression(bounds=(-10, 10), random_state=1)
    assert clone(estimator).get_params() == estimator.get_params()
    pipeline = make_pipeline(FunctionTransformer(), estimator)
    assert pipeline.fit(X, y).score(X, y) > 0.4
    search = GridSearchCV(estimator, {"epsilon": [1, 10]}, cv=2).fit(X, y)
    assert search.best_params_["epsilon"] in (1, 10)


def test_predictions_are_the_reports_where_records_are_scaled_down() -> None:
    random = np.random.default_rng(0)
    values = random.uniform(-1.2, 1.2, (200, 4))
    columns = {f"x{i + 1}": values[:, i] for i in range(4)}
    amounts = 2 * values[:, 0] + 0.5
    for norm in (0.7, 1.0, None):
        for fit_intercept in (True, False):
            options: dict[str, Any] = {"norm": norm, "fit_intercept": fit_intercept, "random_state": 1}
            for kind in (PrivateRidge, PrivateHuberRegressor):
                model = kind(epsilon=50, bounds=(-1, 1), label_bounds=(-2, 3), **options).fit(values, amounts)
                expected = model.report_.predict(columns)["prediction"].to_numpy()
                assert np.abs(model.predict(values) - expected).max() < 1e-9
            classes = PrivateLogisticRegression(epsilon=50, bounds=(-1, 1), **options)
            classes.fit(values, (amounts > 0).astype(int))
            expected = classes.report_.predict(columns)["probability"].to_numpy()
            found = classes.predict_proba(values)
            likeliest = found.max(axis=1)
            assert np.abs(likeliest - np.maximum(expected, 1 - expected)).max() < 1e-9
