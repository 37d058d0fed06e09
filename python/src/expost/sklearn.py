"""Estimators of scikit-learn whose models come with a privacy report.

Ranges of the columns are `bounds` and the values of y `classes`, from public knowledge. What is
missing is taken from the data, which the promise does not cover: `PrivacyLeakWarning` says so. So
it does of columns that look as if they had been scaled by the data before. Where all of it is
stated there is a report of any rows: of one class, of one row, of none.

Choosing parameters by scores on the same people is outside of the promise, with `GridSearchCV`,
`cross_val_score` or by hand. Each training spends its own epsilon, the choice itself is not
covered, and scores are as secret as the rows. The guarantee of ``best_estimator_.report_`` is that
of one fit. Search on public data or on data of other people, and fit once with what was chosen.
Where the candidates are trained on your rows and scored on rows of other people, add up the epsilon
and delta of every fit: ``with expost.Budget(epsilon=3, delta=1e-5):`` counts them and refuses what
goes beyond. Scored on the same people, that sum still leaves the choice out.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import pyarrow as pa
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    ClassNamePrefixFeaturesOutMixin,
    RegressorMixin,
    _clone_parametrized,
)
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ._warn import warn_caller
from .errors import ArgumentError, PrivacyLeakWarning, StudyError
from .ledger import COUNTING, LedgerWarning
from .publication import Publication, publish, refuse_weights
from .report import Report
from .study import Study

__all__ = ["PrivacyLeakWarning", "PrivateHuberRegressor", "PrivateLogisticRegression", "PrivateRidge"]

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
#: (minimum, maximum): ends for all columns, or an array of them for each; or the pair of each
#: column, by its name or in a list.
Bounds: TypeAlias = (
    "tuple[float | Sequence[float] | Array, float | Sequence[float] | Array] "
    "| Mapping[str, tuple[float, float]] | Sequence[tuple[float, float]] | Array"
)
Release: TypeAlias = Literal["none", "hessian", "gradient+hessian", "adaptive"]

_LARGEST_SEED = np.iinfo(np.int32).max
_SHARES = {
    "none": {"model": 1.0},
    "hessian": {"model": 0.7, "hessian": 0.3},
    "gradient+hessian": {"model": 0.7, "hessian": 0.15, "gradient": 0.15},
    "adaptive": {"model": 0.7, "hessian": 0.1, "gradient": 0.15, "smallestEigenvalue": 0.05},
}


class _PrivateLinearModel(BaseEstimator):  # type: ignore[misc]
    """What the estimators have in common: columns in, a publication and coefficients out."""

    #: The file of the `Budget` in which the estimator was copied to another process.
    _budget: str | None = None

    def _study(self, study: Study) -> None:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        # Searches send estimators to other processes: there the budget counts, too. A model that is
        # saved knows nothing of it.
        state = dict(super().__getstate__())
        state.pop("_budget", None)
        counting = COUNTING[-1] if COUNTING else self._budget
        return state if counting is None or hasattr(self, "report_") else {**state, "_budget": str(counting)}

    def __sklearn_clone__(self) -> _PrivateLinearModel:
        copy = cast("_PrivateLinearModel", _clone_parametrized(self))
        if self._budget is not None:
            copy._budget = self._budget
        return copy

    def _publish(self, table: pa.Table, study: Study, seed: int | None) -> Publication:
        if self._budget is None or COUNTING:
            return publish(table, study, seed=seed)
        if not Path(self._budget).exists():
            raise ArgumentError(
                "this estimator was copied inside a Budget that has ended; make it anew", code="missing"
            )
        with warnings.catch_warnings():
            # A budget is for publishing again.
            warnings.simplefilter("ignore", LedgerWarning)
            return publish(table, study, seed=seed, ledger=self._budget)

    def _fit(self, X: Array, label: dict[str, Any], y: pa.Array) -> Array:
        """Publish, and return the model in coded coordinates, shape (classes or 1, d)."""
        self._check_budget()
        names = _names(self)
        minimum, maximum = self._ranges(self.bounds, X, names, "bounds")
        _warn_of_scaling(X, names)
        intercept = (
            [{"name": _free("intercept", names), "kind": "constant", "value": 1}]
            if self.fit_intercept
            else []
        )
        numbers = [
            {"name": name, "kind": "number", "minimum": low, "maximum": high}
            for name, low, high in zip(names, minimum.tolist(), maximum.tolist(), strict=True)
        ]
        outcome = _free("outcome", names)
        norm = float(np.sqrt(len(numbers) + len(intercept))) if self.norm is None else float(self.norm)
        study = Study(
            {
                "title": self.title,
                "unit": self.unit,
                "features": intercept + numbers,
                "scaling": {"range": [-1, 1], "norm": norm},
                "label": {"name": outcome, **label},
                "mechanism": {},
                "budget": {"epsilon": self.epsilon, "delta": self.delta},
            }
        )
        self._study(study)
        table = pa.table({**dict(zip(names, map(pa.array, X.T), strict=True)), outcome: y})
        seed = None
        if self.random_state is not None:
            seed = int(check_random_state(self.random_state).randint(_LARGEST_SEED))
        with _by_parameter():
            publication = self._publish(table, study, seed)
        self.publication_: Publication = publication
        self.report_: Report = publication.report
        self._minimum, self._maximum, self._norm = minimum, maximum, norm
        theta = np.asarray(publication.report.document["model"]["theta"], dtype=np.float64)
        return theta.reshape(-1, len(intercept) + len(numbers)) / norm

    def _ranges(
        self, bounds: Bounds | None, values: Array, names: list[str], parameter: str
    ) -> tuple[Array, Array]:
        """Return the ends of each column's range: around 0 without an intercept, so that 0 is 0."""
        minimum, maximum = _ends(bounds, values, names, parameter)
        if self.fit_intercept:
            return minimum, maximum
        largest = np.maximum(np.abs(minimum), np.abs(maximum))
        return -largest, largest

    def _set_coefficients(self, theta: Array, shift: float = 0, scale: float = 1) -> tuple[Array, Array]:
        """Undo the coding: θᵀx = coef·v + intercept for values v within their ranges.

        Of regressions `scale` · θᵀx + `shift`. Records that are longer than 1 are scaled down
        first, which no coefficients can say: `_scores` does it.
        """
        self._shift = shift
        width = self._maximum - self._minimum
        if not self.fit_intercept:
            return 2 * theta / width * scale, np.zeros(len(theta))
        slopes = theta[:, 1:]
        coefficients = 2 * slopes / width
        intercept = theta[:, 0] - slopes @ np.ones(len(width)) - coefficients @ self._minimum
        return coefficients * scale, intercept * scale + shift

    def _scores(self, X: Array) -> Array:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        # Values are clamped, and records scaled down, as they were in training.
        values = np.clip(X, self._minimum, self._maximum)
        coded = 2 * (values - self._minimum) / (self._maximum - self._minimum) - 1
        lengths = np.sqrt((coded**2).sum(axis=1) + (1 if self.fit_intercept else 0)) / self._norm
        scores = values @ np.atleast_2d(self.coef_).T + self.intercept_ - self._shift
        return cast("Array", scores / np.maximum(lengths, 1)[:, None] + self._shift)

    def _check_budget(self) -> None:
        if not isinstance(self.epsilon, Real) or not 0 < float(self.epsilon) < np.inf:
            raise ArgumentError(
                f"epsilon must be a number above 0, but is {self.epsilon!r}", code="out-of-range"
            )
        if self.norm is not None and (not isinstance(self.norm, Real) or not float(self.norm) > 0):
            raise ArgumentError(
                f"norm must be a number above 0 or None, but is {self.norm!r}", code="out-of-range"
            )


#: Parameters by their places in the study.
_PARAMETERS = {
    "/budget/epsilon": "epsilon",
    "/budget/delta": "delta",
    "/mechanism/lambda": "lam",
    "/scaling/norm": "norm",
    "/title": "title",
    "/unit": "unit",
}


@contextmanager
def _by_parameter() -> Iterator[None]:
    """Name what is refused of a study by the estimator's parameter."""
    try:
        yield
    except StudyError as error:
        parameter = _PARAMETERS.get(error.pointer)
        if parameter is None:
            raise
        message = str(error).replace(error.pointer, parameter, 1)
        raise ArgumentError(message, code=error.code, pointer=f"/{parameter}") from None


def _names(estimator: Any) -> list[str]:
    names = getattr(estimator, "feature_names_in_", None)
    if names is None:
        return [f"x{i + 1}" for i in range(estimator.n_features_in_)]
    return [str(name).strip() for name in names]


def _refuse(weights: dict[str, Any]) -> None:
    """Refuse what `fit` was given besides X and y."""
    refuse_weights(weights.pop("sample_weight", None))
    if weights:
        raise TypeError(f"fit() got an unexpected keyword argument {next(iter(weights))!r}")


def _free(name: str, taken: list[str]) -> str:
    """Return the name, with a number behind it where a column is called so."""
    candidates = [name, *(f"{name} {i}" for i in range(2, len(taken) + 3))]
    return next(candidate for candidate in candidates if candidate not in taken)


def _warn(message: str) -> None:
    """Warn at the line that called `fit`."""
    warn_caller(message, PrivacyLeakWarning)


def _ends(bounds: Bounds | None, values: Array, names: list[str], parameter: str) -> tuple[Array, Array]:
    """Return the ends of each column's range, shape (d,)."""
    if bounds is None:
        _warn(
            f"{parameter} were not given, so they are taken from the data: these ranges are "
            "published, and the promise does not cover them. State them from public knowledge."
        )
        minimum, maximum = values.min(axis=0), values.max(axis=0)
        # A column of one value has no range of its own.
        return minimum, np.where(maximum > minimum, maximum, minimum + np.maximum(1, np.abs(minimum)))
    columns = len(names)
    try:
        minimum, maximum = (
            np.broadcast_to(np.asarray(end, dtype=np.float64), (columns,)).copy()
            for end in _low_and_high(bounds, names, parameter)
        )
    except (TypeError, ValueError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(
            f"{parameter} must be (minimum, maximum), numbers or {columns} numbers each, or a pair for each "
            "column, as {column: (minimum, maximum)}",
            code="wrong-type",
        ) from error
    if not (np.isfinite(minimum).all() and np.isfinite(maximum).all() and (minimum < maximum).all()):
        raise ArgumentError(
            f"{parameter} must be finite, each minimum below its maximum", code="out-of-range"
        )
    return minimum, maximum


def _low_and_high(bounds: Any, names: list[str], parameter: str) -> tuple[Any, Any]:
    """Return the minimum and the maximum, each for all columns or for each, whatever says them."""
    if hasattr(bounds, "columns"):
        raise ArgumentError(
            f"{parameter} must not be a data frame: give {{column: (minimum, maximum)}}", code="wrong-type"
        )
    if isinstance(bounds, Mapping):
        given = {str(name).strip(): pair for name, pair in bounds.items()}
        if len(given) < len(bounds) or set(given) != set(names):
            odd = ", ".join(sorted(set(given) ^ set(names))) or "two names that are the same"
            raise ArgumentError(
                f"{parameter} must have a pair for each column of X and nothing else; see {odd}",
                code="unknown-name",
            )
        pairs = [tuple(given[name]) for name in names]
        return [low for low, _ in pairs], [high for _, high in pairs]
    parts = list(bounds)
    lengths = {np.shape(part) for part in parts}
    if lengths == {(2,)} and (len(names), len(parts)) == (2, 2):
        # [(0, 1), (0, 9)] and [[0, 0], [1, 9]] have the same shape.
        if not isinstance(bounds, tuple) or any(isinstance(part, (tuple, list)) for part in parts):
            raise ArgumentError(
                f"{parameter} of two columns might be a pair for each, or the minimums and the maximums: "
                "give {column: (minimum, maximum)}, or a tuple of two arrays of numpy, (minimums, maximums)",
                code="ambiguous",
            )
    elif lengths == {(2,)} and len(parts) == len(names):
        return [low for low, _ in parts], [high for _, high in parts]
    low, high = (_by_label(part, names, parameter) for part in parts)
    return low, high


def _by_label(end: Any, names: list[str], parameter: str) -> Any:
    """Return a Series in the order of the columns; what has no labels as it is."""
    if not hasattr(end, "index") or not hasattr(end, "to_dict"):
        return end
    labels = [str(label).strip() for label in end.index]
    if sorted(labels) == sorted(names):
        found = dict(zip(labels, np.asarray(end), strict=True))
        return [found[name] for name in names]
    if list(end.index) == list(range(len(names))):
        return end
    raise ArgumentError(
        f"{parameter} have labels that are not the columns of X: give {{column: (minimum, maximum)}}, or "
        "arrays in the order of the columns",
        code="unknown-name",
    )


#: Less than any scaling by the rows is off, more than its rounding in 32 bits.
_ROUNDING = 1e-5


def _warn_of_scaling(X: Array, names: list[str]) -> None:
    """Warn of columns that look as if the rows themselves had scaled or made them."""
    prefixes = {kind.__name__.lower() for kind in _subclasses(ClassNamePrefixFeaturesOutMixin)}
    made = [name for name in names if "__" in name or name.rstrip("0123456789") in prefixes]
    said = f"the names {', '.join(made[:3])}" if made else _scaled(X, names)
    if said is not None:
        _warn(
            f"{said} look like what a transformer made of the data: what it read off the rows (means, "
            "deviations, ends, levels) is outside of the promise, and the report's bounds are about the "
            "values after it, not about a person's own. Fit on the columns themselves and state their "
            "bounds: the estimator scales by them."
        )


def _scaled(X: Array, names: list[str]) -> str | None:
    """Return which columns have the marks of a scaler that was fitted to these rows."""
    if len(X) == 0:
        return None
    low, high = X.min(axis=0), X.max(axis=0)
    # Yes and no, or 1 and -1, is nobody's doing.
    varied = (np.not_equal(X, low) & np.not_equal(X, high)).any(axis=0)

    def near(found: Array, expected: float) -> Array:
        return cast("Array", np.abs(found - expected) < _ROUNDING)

    with np.errstate(over="ignore", invalid="ignore"):
        standard = varied & near(X.mean(axis=0), 0) & near(X.std(axis=0), 1)
    if standard.any():
        return f"values of mean 0 and deviation 1 (column {names[int(np.argmax(standard))]})"
    quartiles = np.quantile(X, (0.25, 0.5, 0.75), axis=0)
    # Counts may have such quartiles by themselves.
    fractions = varied & np.not_equal(X, np.round(X)).any(axis=0)
    robust = fractions & near(quartiles[1], 0) & near(quartiles[2] - quartiles[0], 1)
    if robust.any():
        return f"values of median 0 and quartiles 1 apart (column {names[int(np.argmax(robust))]})"
    if varied.any():
        for start, end in ((0, 1), (-1, 1)):
            if (near(low, start) & near(high, end)).all():
                return f"columns that reach exactly from {start} to {end}"
        if near(np.maximum(np.abs(low), np.abs(high)), 1).all():
            return "columns whose largest magnitude is exactly 1"
    return None


def _subclasses(kind: type) -> set[type]:
    found: set[type] = set(kind.__subclasses__())
    return found.union(*(_subclasses(each) for each in found))


class PrivateLogisticRegression(ClassifierMixin, _PrivateLinearModel):  # type: ignore[misc]
    """Logistic regression by objective perturbation, of two classes or of several (softmax).

    Parameters
    ----------
    epsilon, delta
        The promise to everybody.
    bounds
        (minimum, maximum) of the columns, from public knowledge: numbers, or arrays of shape
        (n_features,), a labelled Series by its labels; or {column: (minimum, maximum)}, or a list
        of such pairs. Of two columns a list or an array is refused, because it might be either.
        Values outside are clamped. None: taken from the data, with a `PrivacyLeakWarning`.
    classes
        All values that y can have, from public knowledge, two or more; they are published, and
        another value in y is refused. None: those that occur in y, with a `PrivacyLeakWarning`.
    release
        What is published beside the model, for tighter bounds on each person's loss.
    norm
        What every coded record is divided by; None: the root of the number of coordinates, so that
        no record is longer than 1. With less, longer records are scaled down to length 1, in
        training and in predictions.
    lam
        λ of the sum of losses; None: the accountant's for two classes, and the number of classes
        for several.
    fit_intercept
        Whether there is a constant coordinate. Without one `intercept_` is 0, and the ranges of the
        columns (and of y) reach as far below 0 as above.
    title, unit
        Texts of the report: what the model is for, and what one record is.
    random_state
        For experiments only: the noise is drawn from it, and the report is marked.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        In the units of the columns, for values within `bounds` and records that `norm` leaves as
        they are.
    intercept_ : ndarray of shape (1,) or (n_classes,)
    report_ : expost.Report
        Publish it with the model.
    publication_ : expost.Publication
        With what only the publisher may see.
    n_features_in_ : int

    Notes
    -----
    There is no `n_iter_`: the number of steps depends on the rows, without noise. Redberg & Wang
    2021; docs/mathematics.md 1, 7.
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-6,
        *,
        bounds: Bounds | None = None,
        classes: Sequence[Any] | Array | None = None,
        release: Release = "none",
        norm: float | None = None,
        lam: float | None = None,
        fit_intercept: bool = True,
        title: str = "A classifier",
        unit: str = "one row",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.classes = classes
        self.release = release
        self.norm = norm
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.title = title
        self.unit = unit
        self.random_state = random_state

    def fit(self, X: Any, y: Any, **weights: Any) -> PrivateLogisticRegression:
        """Train and publish.

        Parameters
        ----------
        X
            Shape (n_samples, n_features).
        y
            Shape (n_samples,), of `classes`.
        **weights
            `sample_weight` is refused: a person counts once. There is nothing else.

        Returns
        -------
        PrivateLogisticRegression
            Itself.

        Raises
        ------
        DataError
            For a value of y that is none of `classes`.
        """
        _refuse(weights)
        stated = self.bounds is not None and self.classes is not None
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=0 if stated else 1)
        if len(y) > 0:
            check_classification_targets(y)
        occurring, codes = np.unique(y, return_inverse=True)
        self.classes_ = occurring if self.classes is None else _stated_classes(self.classes)
        if self.classes is None:
            _warn(
                "classes were not given, so they are taken from y: the report names those that occur, and "
                "the promise does not cover which do. State all that are possible from public knowledge."
            )
        levels = _levels(self.classes_)
        if len(levels) == 1:
            # A model of two, of which the other has no name and no rows.
            levels = [_free("another class", levels), *levels]
        label: dict[str, Any]
        if len(levels) == 2:
            label = {"kind": "binary", "negative": levels[0], "positive": levels[1]}
        else:
            label = {"kind": "category", "levels": levels}
        # A label outside the classes is refused as in any column.
        texts = pa.DictionaryArray.from_arrays(
            pa.array(codes.astype(np.int32)), pa.array(_levels(occurring), pa.string())
        )
        self.coef_, self.intercept_ = self._set_coefficients(self._fit(X, label, texts))
        return self

    def _study(self, study: Study) -> None:
        classes = max(2, len(self.classes_))
        document = study.document
        binary = classes == 2
        loss = {"name": "logistic"} if binary else {"name": "softmax", "classes": classes}
        lam = self.lam if self.lam is not None or binary else float(classes)
        document["mechanism"] = {"name": "objective-perturbation", "loss": loss, "lambda": lam}
        shares = _SHARES.get(self.release)
        if shares is None:
            raise ArgumentError(
                f"release must be one of {', '.join(_SHARES)}, but is {self.release!r}", code="unknown-name"
            )
        document["budget"] |= {"release": self.release, "shares": shares}

    def decision_function(self, X: Any) -> Array:
        """Return the scores: shape (n_samples,) for two classes, else (n_samples, n_classes).

        For the one class that occurred in y, where `classes` weren't given, shape (n_samples,).
        """
        scores = self._scores(X)
        return scores.ravel() if len(self.classes_) <= 2 else scores

    def predict(self, X: Any) -> Array:
        """Return the likeliest class of each row, shape (n_samples,)."""
        scores = self.decision_function(X)
        if len(self.classes_) == 1:
            return cast("Array", np.repeat(self.classes_, len(scores)))
        index = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return cast("Array", self.classes_[index])

    def predict_log_proba(self, X: Any) -> Array:
        """Return the logarithms of the classes' probabilities, shape (n_samples, n_classes)."""
        scores = self._scores(X)
        if len(self.classes_) == 1:
            return np.zeros((len(scores), 1))
        if len(self.classes_) == 2:
            return cast("Array", -np.logaddexp(0, np.hstack([scores, -scores])))
        largest = scores.max(axis=1, keepdims=True)
        return cast("Array", scores - largest - np.log(np.exp(scores - largest).sum(axis=1, keepdims=True)))

    def predict_proba(self, X: Any) -> Array:
        """Return the classes' probabilities, shape (n_samples, n_classes)."""
        return cast("Array", np.exp(self.predict_log_proba(X)))


class _PrivateRegressor(RegressorMixin, _PrivateLinearModel):  # type: ignore[misc]
    def fit(self, X: Any, y: Any, **weights: Any) -> Any:
        """Train and publish.

        Parameters
        ----------
        X
            Shape (n_samples, n_features).
        y
            Shape (n_samples,); values outside `label_bounds` are clamped.
        **weights
            `sample_weight` is refused: a person counts once. There is nothing else.
        """
        _refuse(weights)
        stated = self.bounds is not None and self.label_bounds is not None
        X, y = validate_data(
            self, X, y, dtype=np.float64, y_numeric=True, ensure_min_samples=0 if stated else 1
        )
        column = np.asarray(y, dtype=np.float64).reshape(-1, 1)
        minimum, maximum = (
            ends.item() for ends in self._ranges(self.label_bounds, column, ["y"], "label_bounds")
        )
        _warn_of_scaling(column, ["y"])
        label = {"kind": "number", "minimum": minimum, "maximum": maximum}
        theta = self._fit(X, label, pa.array(column.ravel()))
        half = (maximum - minimum) / 2
        coefficients, intercept = self._set_coefficients(theta, shift=(maximum + minimum) / 2, scale=half)
        self.coef_, self.intercept_ = coefficients[0], float(intercept[0])
        return self

    def predict(self, X: Any) -> Array:
        """Return predictions in the unit of y, shape (n_samples,)."""
        return cast("Array", self._scores(X).ravel())


class PrivateRidge(_PrivateRegressor):
    """Ridge regression by one adaptive posterior sample (AdaOPS), which chooses its own penalty.

    Parameters
    ----------
    epsilon, delta
        The promise to everybody (docs/study.md says what is proved of AdaOPS).
    bounds, label_bounds
        (minimum, maximum) of the columns and of y, from public knowledge. None: taken from the
        data, with a `PrivacyLeakWarning`.
    norm, fit_intercept, title, unit, random_state
        As in `PrivateLogisticRegression`.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        In the units of the columns and of y, for values within `bounds` and records that `norm`
        leaves as they are.
    intercept_ : float
    report_, publication_, n_features_in_
        As in `PrivateLogisticRegression`.
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-6,
        *,
        bounds: Bounds | None = None,
        label_bounds: Bounds | None = None,
        norm: float | None = None,
        fit_intercept: bool = True,
        title: str = "A regression",
        unit: str = "one row",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.label_bounds = label_bounds
        self.norm = norm
        self.fit_intercept = fit_intercept
        self.title = title
        self.unit = unit
        self.random_state = random_state

    def _study(self, study: Study) -> None:
        study.document["mechanism"] = {
            "name": "posterior-sample",
            "loss": {"name": "squared"},
            "adaptive": True,
        }


class PrivateHuberRegressor(_PrivateRegressor):
    """Regression with the pseudo-Huber loss by objective perturbation: outliers count for little.

    Parameters
    ----------
    epsilon, delta
        The promise to everybody.
    bounds, label_bounds
        (minimum, maximum) of the columns and of y, from public knowledge. None: taken from the
        data, with a `PrivacyLeakWarning`.
    width
        Residuals beyond it count linearly, as a share of half the range of y.
    release, norm, lam, fit_intercept, title, unit, random_state
        As in `PrivateLogisticRegression`.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        In the units of the columns and of y, for values within `bounds` and records that `norm`
        leaves as they are.
    intercept_ : float
    report_, publication_, n_features_in_
        As in `PrivateLogisticRegression`.
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-6,
        *,
        bounds: Bounds | None = None,
        label_bounds: Bounds | None = None,
        width: float = 0.2,
        release: Release = "none",
        norm: float | None = None,
        lam: float | None = None,
        fit_intercept: bool = True,
        title: str = "A regression",
        unit: str = "one row",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.label_bounds = label_bounds
        self.width = width
        self.release = release
        self.norm = norm
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.title = title
        self.unit = unit
        self.random_state = random_state

    def _study(self, study: Study) -> None:
        if not isinstance(self.width, Real) or not float(self.width) > 0:
            raise ArgumentError(f"width must be a number above 0, but is {self.width!r}", code="out-of-range")
        if self.release not in _SHARES:
            raise ArgumentError(
                f"release must be one of {', '.join(_SHARES)}, but is {self.release!r}", code="unknown-name"
            )
        study.document["mechanism"] = {
            "name": "objective-perturbation",
            "loss": {"name": "pseudo-huber", "width": self.width},
            "lambda": self.lam,
        }
        study.document["budget"] |= {"release": self.release, "shares": _SHARES[self.release]}


def _stated_classes(classes: Any) -> Array:
    """Return `classes` in their order in reports and scores, as scikit-learn has it: sorted."""
    try:
        values = np.asarray(classes)
        found = np.unique(values)
    except (TypeError, ValueError):
        # Values without an order, as None among numbers, or lists of several lengths.
        values = found = np.empty(0)
    if values.ndim != 1 or len(values) < 2 or len(found) < len(values):
        raise ArgumentError(
            "classes must be a list of the values that y can have, two or more, each of them once",
            code="wrong-type",
        )
    return cast("Array", found)


def _levels(classes: Array) -> list[str]:
    """Return the classes as texts of a report: whole numbers without a point."""
    texts = []
    for value in classes.tolist():
        whole = isinstance(value, (bool, Integral)) or (isinstance(value, float) and value.is_integer())
        texts.append(str(int(value)) if whole else str(value).strip())
    if len(set(texts)) < len(texts) or "" in texts:
        raise ArgumentError("the classes of y must differ as texts, and none may be blank", code="duplicate")
    return texts
