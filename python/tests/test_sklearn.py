"""The estimators: scikit-learn's own checks, and the models that they are."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    RobustScaler,
    StandardScaler,
)
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


WHEN = ["early", "late"]


def two_classes(rows: int = 4000) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    random = np.random.default_rng(3)
    X = random.uniform([0, -5], [10, 5], (rows, 2))
    y = np.where(random.random(rows) < 1 / (1 + np.exp(-(X[:, 0] - 5) * 2 + X[:, 1])), "late", "early")
    return X, y


def test_with_little_noise_it_is_scikit_learns_own_model() -> None:
    X, y = two_classes()
    private = PrivateLogisticRegression(
        epsilon=60, bounds={"x1": (0, 10), "x2": (-5, 5)}, classes=WHEN, lam=1e-3, random_state=1
    ).fit(X, y)
    # The same objective in its coordinates: C = 1/λ on coded columns, where the penalty is nothing.
    plain = LogisticRegression(C=1e6).fit(X, y)
    assert private.coef_ == pytest.approx(plain.coef_, rel=1e-2)
    assert private.intercept_ == pytest.approx(plain.intercept_, rel=1e-2)
    assert (private.predict(X) == plain.predict(X)).mean() > 0.999
    assert private.predict_proba(X) == pytest.approx(plain.predict_proba(X), abs=5e-3)
    assert np.abs(private.predict_proba(X).sum(axis=1) - 1).max() < 1e-12


def test_coefficients_are_in_the_units_of_the_columns() -> None:
    X, y = two_classes()
    model = PrivateLogisticRegression(
        epsilon=1.0, bounds={"x1": (0, 10), "x2": (-5, 5)}, classes=WHEN, random_state=1
    ).fit(X, y)
    theta = np.array(model.report_.document["model"]["theta"])
    for row, label in zip(X[:50], y[:50], strict=True):
        bound = model.report_.bound({"x1": row[0], "x2": row[1], "outcome": label})
        assert model.decision_function(row.reshape(1, -1))[0] == pytest.approx(bound.x @ theta, rel=1e-9)


def test_several_classes() -> None:
    random = np.random.default_rng(2)
    centres = np.array([[0, 0], [4, 0], [0, 4]])
    y = random.integers(0, 3, 3000)
    X = centres[y] + random.normal(0, 1, (3000, 2))
    model = PrivateLogisticRegression(
        epsilon=50, bounds=(-6, 10), classes=range(3), norm=1.0, lam=1, random_state=1
    ).fit(X, y)
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
        PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN, random_state=1).fit(X, y)
    with pytest.warns(PrivacyLeakWarning, match="classes were not given") as warned:
        PrivateLogisticRegression(bounds=(-10, 10)).fit(X, y)
    assert [Path(warning.filename).name for warning in warned] == [Path(__file__).name]


def test_the_noise_is_fresh_without_a_seed() -> None:
    X, y = two_classes(200)
    models = [PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN).fit(X, y) for _ in range(2)]
    assert (models[0].coef_ != models[1].coef_).all()
    assert not models[0].report_.summary["insecureSeed"]
    assert (
        PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN, random_state=1)
        .fit(X, y)
        .report_.summary["insecureSeed"]
    )


def test_the_report_bounds_the_rows() -> None:
    X, y = two_classes(300)
    model = PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN, release="hessian", random_state=1).fit(
        X, y
    )
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
            PrivateLogisticRegression(**({"bounds": (-10, 10), "classes": WHEN} | wrong)).fit(X, y)
    with pytest.raises(expost.ArgumentError, match="a person counts once"):
        PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN).fit(X, y, sample_weight=np.ones(50))
    for classes in (["late"], ["late", "late"], [], "late", 3, [["early", "late"]], [0, None], [[0], [1, 2]]):
        with pytest.raises(expost.ArgumentError, match="classes must be a list of the values"):
            PrivateLogisticRegression(bounds=(-10, 10), classes=classes).fit(X, y)


def test_pipelines_grids_and_copies() -> None:
    X, y = two_classes(200)
    estimator = PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN, random_state=1)
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
            classes = PrivateLogisticRegression(epsilon=50, bounds=(-1, 1), classes=[0, 1], **options)
            classes.fit(values, (amounts > 0).astype(int))
            expected = classes.report_.predict(columns)["probability"].to_numpy()
            found = classes.predict_proba(values)
            likeliest = found.max(axis=1)
            assert np.abs(likeliest - np.maximum(expected, 1 - expected)).max() < 1e-9


@pytest.mark.parametrize("stated", [["no", "yes"], ["no", "yes", "never"]])
def test_whatever_occurs_of_stated_classes_is_published(stated: list[str]) -> None:
    random = np.random.default_rng(1)
    for occurring in ([], ["no"], ["no"] * 30, ["yes"] * 30, ["no", "yes"] * 15, stated * 10):
        X = random.uniform(-1, 1, (len(occurring), 2))
        model = PrivateLogisticRegression(bounds=(-1, 1), classes=stated)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.fit(X, np.array(occurring, dtype=object))
        assert model.classes_.tolist() == sorted(stated)
        assert model.coef_.shape == (1 if len(stated) == 2 else 3, 2)
        assert model.predict_proba(np.zeros((4, 2))).shape == (4, len(stated))
        assert set(model.predict(np.zeros((4, 2)))) <= set(stated)
        kind = "logistic" if len(stated) == 2 else "softmax"
        assert model.report_.summary["loss"]["name"] == kind
        assert model.report_.bound({"x1": 0, "x2": 1, "outcome": "no"}).total.upper > 0


def test_a_value_that_is_no_class_is_refused_as_publish_refuses_a_level() -> None:
    X = np.linspace(-0.9, 0.8, 10).reshape(-1, 1)
    model = PrivateLogisticRegression(bounds=(-1, 1), classes=["no", "yes"])
    with pytest.raises(
        expost.DataError, match='row 3, column "outcome" must be one of "no" or "yes"'
    ) as refused:
        model.fit(X, ["no", "yes", "HIV+", *["no"] * 7])
    assert refused.value.code == "unknown-level"
    assert not hasattr(model, "coef_")
    # Numbers and booleans are what their texts are.
    for classes, y in (
        ([0, 1], [0.0, 1.0]),
        ([False, True], [True, False]),
        ([1, 2], ["1", "2"]),
    ):
        fitted = PrivateLogisticRegression(bounds=(-1, 1), classes=classes).fit(X[:2], y)
        assert fitted.classes_.tolist() == classes


def test_one_class_that_occurred_is_warned_of_and_published() -> None:
    X = np.linspace(-0.9, 0.8, 10).reshape(-1, 1)
    with pytest.warns(PrivacyLeakWarning, match="classes were not given"):
        model = PrivateLogisticRegression(bounds=(-1, 1)).fit(X, ["no"] * 10)
    assert model.classes_.tolist() == ["no"]
    assert model.predict(X).tolist() == ["no"] * 10
    assert model.predict_proba(X).tolist() == [[1.0]] * 10
    assert model.predict_log_proba(X).tolist() == [[0.0]] * 10
    label = model.report_.document["label"]
    assert (label["negative"], label["positive"]) == ("another class", "no")


@pytest.mark.parametrize("kind", [PrivateRidge, PrivateHuberRegressor])
def test_regressions_of_no_row_and_of_one(kind: Any) -> None:
    for rows in (0, 1):
        model = kind(bounds=(-1, 1), label_bounds=(0, 10)).fit(np.zeros((rows, 2)), np.ones(rows))
        assert model.report_.summary["loss"]["name"] in ("squared", "pseudo-huber")
        # Ends that nobody stated can't be taken from no row.
        for unstated in (kind(bounds=(-1, 1)), kind(label_bounds=(0, 10))):
            if rows == 0:
                with pytest.raises(ValueError, match="0 sample"):
                    unstated.fit(np.zeros((0, 2)), np.ones(0))


def fitted(bounds: Any, X: Any, **options: Any) -> Any:
    y = np.arange(len(X)) % 2
    return PrivateLogisticRegression(bounds=bounds, classes=[0, 1], random_state=1, **options).fit(X, y)


def ranges(model: Any) -> list[tuple[str, float, float]]:
    features = model.report_.document["features"]
    return [(f["name"], f["minimum"], f["maximum"]) for f in features if f["kind"] == "number"]


def test_every_way_to_state_bounds_gives_the_same_ranges() -> None:
    random = np.random.default_rng(1)
    names = ["age", "pay", "debt"]
    frame = pd.DataFrame(random.uniform(0, 1, (20, 3)), columns=names)
    low, high = pd.Series([0, 1, 2], index=names), pd.Series([90, 91, 92], index=names)
    expected = [("age", 0, 90), ("pay", 1, 91), ("debt", 2, 92)]
    pairs = [(0, 90), (1, 91), (2, 92)]
    for bounds in (
        (low, high),
        (low[::-1], high),
        (low[["debt", "age", "pay"]], high[["pay", "age", "debt"]]),
        (low[::-1], [90, 91, 92]),
        (low.reset_index(drop=True), high.to_numpy()),
        ([0, 1, 2], [90, 91, 92]),
        [[0, 1, 2], [90, 91, 92]],
        np.array([[0, 1, 2], [90, 91, 92]]),
        pairs,
        tuple(pairs),
        np.array(pairs),
        dict(zip(names, pairs, strict=True)),
        dict(zip(reversed(names), reversed(pairs), strict=True)),
    ):
        assert ranges(fitted(bounds, frame)) == expected
    assert ranges(fitted((0, 9), frame)) == ranges(fitted([0, 9], frame)) == [(name, 0, 9) for name in names]
    by_number = {"x1": (0, 90), "x2": (1, 91), "x3": (2, 92)}
    assert [ends[1:] for ends in ranges(fitted(by_number, frame.to_numpy()))] == pairs


def test_bounds_that_may_mean_two_things_are_refused() -> None:
    X = np.random.default_rng(1).uniform(0, 1, (20, 2))
    frame = pd.DataFrame(X, columns=["age", "pay"])
    right = [("x1", -3, 3), ("x2", 0, 100)]
    for bounds in (
        [(-3, 3), (0, 100)],
        [[-3, 3], [0, 100]],
        np.array([[-3, 3], [0, 100]]),
        ((-3, 3), (0, 100)),
        ((-3, 0), (3, 100)),
        ([-3, 3], [0, 100]),
        ([-3, 0], [3, 100]),
        np.array([[-3, 0], [3, 100]]),
    ):
        with pytest.raises(expost.ArgumentError, match="of two columns might be a pair for each") as refused:
            fitted(bounds, X)
        assert refused.value.code == "ambiguous"
    for bounds in (
        (np.array([-3, 0]), np.array([3, 100])),
        {"x1": (-3, 3), "x2": (0, 100)},
    ):
        assert ranges(fitted(bounds, X)) == right
    labelled = (pd.Series([0, -3], index=["pay", "age"]), pd.Series([100, 3], index=["pay", "age"]))
    assert ranges(fitted(labelled, frame)) == [("age", -3, 3), ("pay", 0, 100)]
    for bounds, found in (
        ({"age": (0, 1)}, "pay"),
        ({"age": (0, 1), "pay": (0, 1), "debt": (0, 1)}, "debt"),
        ({"age": (0, 1), "pay": 3}, "must be"),
        ((pd.Series([0, 1], index=["age", "debt"]), 2), "labels that are not the columns"),
        (frame.agg(["min", "max"]), "data frame"),
        ((0, 1, 2), "must be"),
        (3, "must be"),
        ("no", "must be"),
    ):
        with pytest.raises(expost.ArgumentError, match=found):
            fitted(bounds, frame)


def test_without_an_intercept_there_is_none() -> None:
    random = np.random.default_rng(4)
    X = random.uniform(2, 10, (500, 2))
    y = 3 * X[:, 0] - 2 * X[:, 1]
    classes = fitted({"x1": (2, 10), "x2": (-1, 10)}, X, fit_intercept=False, epsilon=50)
    assert classes.intercept_.tolist() == [0.0]
    assert ranges(classes) == [("x1", -10, 10), ("x2", -10, 10)]
    assert classes.decision_function([[0, 0]]) == 0
    expected = classes.report_.predict({"x1": X[:, 0], "x2": X[:, 1]})["score"].to_numpy()
    assert classes.decision_function(X) == pytest.approx(expected, abs=1e-9)
    for kind in (PrivateRidge, PrivateHuberRegressor):
        model = kind(
            epsilon=60, bounds=(2, 10), label_bounds=(-14, 26), fit_intercept=False, random_state=1
        ).fit(X, y)
        assert model.intercept_ == 0.0
        assert model.predict([[0, 0]]) == 0
        assert model.coef_ == pytest.approx([3, -2], rel=0.1)
        label = model.report_.document["label"]
        assert (label["minimum"], label["maximum"]) == (-26, 26)
        assert model.predict(X) == pytest.approx(
            model.report_.predict({"x1": X[:, 0], "x2": X[:, 1]})["prediction"].to_numpy(), abs=1e-8
        )


def test_columns_that_the_data_scaled_or_made_are_warned_of() -> None:
    random = np.random.default_rng(6)
    X = pd.DataFrame(random.gamma(2, 3, (300, 3)), columns=["age", "pay", "debt"])
    y = np.arange(300) % 2
    whole: dict[str, Any] = {"bounds": (-40, 40), "classes": [0, 1]}
    named = [
        StandardScaler(),
        StandardScaler().set_output(transform="pandas"),
        MinMaxScaler(),
        RobustScaler(),
        MinMaxScaler((-1, 1)).set_output(transform="pandas"),
        MaxAbsScaler(),
        PCA(2).set_output(transform="pandas"),
        make_column_transformer((StandardScaler(), ["age"]), remainder="passthrough"),
        make_column_transformer((MinMaxScaler((0, 7)), ["age", "pay"])).set_output(transform="pandas"),
    ]
    for transformer in named:
        pipeline = make_pipeline(transformer, PrivateLogisticRegression(**whole))
        with pytest.warns(PrivacyLeakWarning, match="look like what a transformer made") as warned:
            pipeline.fit(X, y)
        assert len(warned) == 1
        regression = PrivateHuberRegressor(bounds=(-40, 40), label_bounds=(-9, 9))
        with pytest.warns(PrivacyLeakWarning, match="look like what"):
            make_pipeline(transformer, regression).fit(X.astype(np.float32), X["age"])
    scaled = StandardScaler().fit_transform(X[["age"]]).ravel()
    with pytest.warns(PrivacyLeakWarning, match="mean 0 and deviation 1"):
        PrivateRidge(bounds=(-40, 40), label_bounds=(-9, 9)).fit(X, scaled)
    dummies = np.array([random.integers(0, 2, 300), np.resize([0, 1], 300), np.resize([1, -1], 300)]).T
    large = np.where(np.arange(900).reshape(300, 3) == 4, 1e300, X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for plain in (X, dummies, dummies[:, :2], np.ones((300, 2)), large, X / 40, X[:1], X.iloc[:2]):
            PrivateLogisticRegression(**whole).fit(plain, y[: len(plain)])


def test_what_is_pickled_is_what_predicts() -> None:
    X, y = two_classes(50)
    model = PrivateLogisticRegression(bounds=(-10, 10), classes=WHEN).fit(X, y)
    copied = pickle.loads(pickle.dumps(model))
    assert not hasattr(model, "n_iter_")
    assert copied.publication_.notes is None
    assert (copied.predict_proba(X) == model.predict_proba(X)).all()


@pytest.mark.parametrize(
    ("parameter", "value", "said"),
    [
        ("delta", 0, "delta must be a number between 0 and 1, both excluded, but is 0"),
        ("lam", -1, "lam must be a number above 0, but is -1"),
        ("title", "", "title must not be empty"),
        ("unit", 3, "unit must be a text of one line, but is 3"),
    ],
)
def test_refusals_name_the_parameter(parameter: str, value: Any, said: str) -> None:
    estimator = PrivateLogisticRegression(bounds=(0, 1), classes=[0, 1], **{parameter: value})
    with pytest.raises(expost.ArgumentError) as refused:
        estimator.fit([[0.0], [1.0]], [0, 1])
    assert str(refused.value) == said
    assert refused.value.pointer == f"/{parameter}"
