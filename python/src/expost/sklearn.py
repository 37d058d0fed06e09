"""Estimators of scikit-learn whose models come with a privacy report.

Ranges of the columns are `bounds`, from public knowledge. Where they are missing they are taken
from the data, which the promise does not cover: `PrivacyLeakWarning` says so.

Choosing parameters by scores on the same people is outside of the promise, with `GridSearchCV`,
`cross_val_score` or by hand. Each training spends its own epsilon, the choice itself is not
covered, and scores are as secret as the rows. The guarantee of ``best_estimator_.report_`` is that
of one fit. Search on public data or on data of other people, and fit once with what was chosen.
Where the candidates are trained on your rows and scored on rows of other people, add up the epsilon
and delta of every fit. Scored on the same people, that sum still leaves the choice out.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import pyarrow as pa
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from .errors import ArgumentError
from .publication import Publication, publish, refuse_weights
from .report import Report
from .study import Study

__all__ = ["PrivacyLeakWarning", "PrivateHuberRegressor", "PrivateLogisticRegression", "PrivateRidge"]

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
#: Ends for all columns, or an array of them for each: (minimum, maximum).
Bounds: TypeAlias = "tuple[float | Sequence[float] | Array, float | Sequence[float] | Array]"
Release: TypeAlias = Literal["none", "hessian", "gradient+hessian", "adaptive"]

_LARGEST_SEED = np.iinfo(np.int32).max
_SHARES = {
    "none": {"model": 1.0},
    "hessian": {"model": 0.7, "hessian": 0.3},
    "gradient+hessian": {"model": 0.7, "hessian": 0.15, "gradient": 0.15},
    "adaptive": {"model": 0.7, "hessian": 0.1, "gradient": 0.15, "smallestEigenvalue": 0.05},
}


class PrivacyLeakWarning(RuntimeWarning):
    """Something was read off the data that the promise does not cover."""


class _PrivateLinearModel(BaseEstimator):  # type: ignore[misc]
    """What the estimators have in common: columns in, a publication and coefficients out."""

    def _study(self, study: Study) -> None:
        raise NotImplementedError

    def _fit(self, X: Array, label: dict[str, Any], y: pa.Array) -> Array:
        """Publish, and return the model in coded coordinates, shape (classes or 1, d)."""
        self._check_budget()
        minimum, maximum = _ends(self.bounds, X, "bounds")
        names = _names(self)
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
        publication = publish(table, study, seed=seed)
        self.publication_: Publication = publication
        self.report_: Report = publication.report
        self.n_iter_ = max(1, int(publication.notes["iterations"]))
        self._minimum, self._maximum, self._norm = minimum, maximum, norm
        theta = np.asarray(publication.report.document["model"]["theta"], dtype=np.float64)
        return theta.reshape(-1, len(intercept) + len(numbers)) / norm

    def _set_coefficients(self, theta: Array, shift: float = 0, scale: float = 1) -> tuple[Array, Array]:
        """Undo the coding: θᵀx = coef·v + intercept for values v within their ranges.

        Of regressions `scale` · θᵀx + `shift`. Records that are longer than 1 are scaled down
        first, which no coefficients can say: `_scores` does it.
        """
        self._shift = shift
        width = self._maximum - self._minimum
        slopes = theta[:, 1:] if self.fit_intercept else theta
        constant = theta[:, 0] if self.fit_intercept else np.zeros(len(theta))
        coefficients = 2 * slopes / width
        intercept = constant - slopes @ np.ones(len(width)) - coefficients @ self._minimum
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


def _ends(bounds: Bounds | None, values: Array, parameter: str) -> tuple[Array, Array]:
    """Return the ends of each column's range, shape (d,)."""
    columns = values.shape[1]
    if bounds is None:
        warnings.warn(
            f"{parameter} were not given, so they are taken from the data: these ranges are "
            "published, and the promise does not cover them. State them from public knowledge.",
            PrivacyLeakWarning,
            stacklevel=4,
        )
        minimum, maximum = values.min(axis=0), values.max(axis=0)
        # A column of one value has no range of its own.
        return minimum, np.where(maximum > minimum, maximum, minimum + np.maximum(1, np.abs(minimum)))
    try:
        low, high = bounds
        minimum = np.broadcast_to(np.asarray(low, dtype=np.float64), (columns,)).copy()
        maximum = np.broadcast_to(np.asarray(high, dtype=np.float64), (columns,)).copy()
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f"{parameter} must be (minimum, maximum), numbers or {columns} numbers each", code="wrong-type"
        ) from error
    if not (np.isfinite(minimum).all() and np.isfinite(maximum).all() and (minimum < maximum).all()):
        raise ArgumentError(
            f"{parameter} must be finite, each minimum below its maximum", code="out-of-range"
        )
    return minimum, maximum


class PrivateLogisticRegression(ClassifierMixin, _PrivateLinearModel):  # type: ignore[misc]
    """Logistic regression by objective perturbation, of two classes or of several (softmax).

    Parameters
    ----------
    epsilon, delta
        The promise to everybody.
    bounds
        (minimum, maximum) of the columns, from public knowledge; values outside are clamped. None:
        taken from the data, with a `PrivacyLeakWarning`.
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
        Whether there is a constant coordinate.
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
    n_iter_ : int

    Notes
    -----
    The classes are public: the report names them. Redberg & Wang 2021; docs/mathematics.md 1, 7.
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-6,
        *,
        bounds: Bounds | None = None,
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
            Shape (n_samples,), two or more classes.
        **weights
            `sample_weight` is refused: a person counts once. There is nothing else.

        Returns
        -------
        PrivateLogisticRegression
            Itself.
        """
        _refuse(weights)
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ArgumentError(
                f"y must have two classes or more, but has one class: {self.classes_[0]!r}", code="one-class"
            )
        levels = _levels(self.classes_)
        label: dict[str, Any]
        if len(levels) == 2:
            label = {"kind": "binary", "negative": levels[0], "positive": levels[1]}
        else:
            label = {"kind": "category", "levels": levels}
        texts = pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), pa.array(levels))
        self.coef_, self.intercept_ = self._set_coefficients(self._fit(X, label, texts))
        return self

    def _study(self, study: Study) -> None:
        classes = len(self.classes_)
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
        """Return the scores: shape (n_samples,) for two classes, else (n_samples, n_classes)."""
        scores = self._scores(X)
        return scores.ravel() if len(self.classes_) == 2 else scores

    def predict(self, X: Any) -> Array:
        """Return the likeliest class of each row, shape (n_samples,)."""
        scores = self.decision_function(X)
        index = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return cast("Array", self.classes_[index])

    def predict_log_proba(self, X: Any) -> Array:
        """Return the logarithms of the classes' probabilities, shape (n_samples, n_classes)."""
        scores = self._scores(X)
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
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        y = np.asarray(y, dtype=np.float64)
        minimum, maximum = (
            ends.item() for ends in _ends(self.label_bounds, y.reshape(-1, 1), "label_bounds")
        )
        theta = self._fit(X, {"kind": "number", "minimum": minimum, "maximum": maximum}, pa.array(y))
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
    report_, publication_, n_features_in_, n_iter_
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
    report_, publication_, n_features_in_, n_iter_
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


def _levels(classes: Array) -> list[str]:
    """Return the classes as texts of a report: whole numbers without a point."""
    texts = []
    for value in classes.tolist():
        whole = isinstance(value, (bool, Integral)) or (isinstance(value, float) and value.is_integer())
        texts.append(str(int(value)) if whole else str(value).strip())
    if len(set(texts)) < len(texts) or "" in texts:
        raise ArgumentError("the classes of y must differ as texts, and none may be blank", code="duplicate")
    return texts
