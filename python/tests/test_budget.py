"""Budgets: everything published in their block counts, whoever publishes it, in any process."""

from __future__ import annotations

import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier

import expost
from expost.sklearn import PrivateLogisticRegression

RNG = np.random.default_rng(7)
X = RNG.uniform(-1, 1, size=(200, 2))
Y = (X[:, 0] + 0.3 * RNG.normal(size=200) > 0).astype(int)


def model(epsilon: float = 1, **more: Any) -> PrivateLogisticRegression:
    return PrivateLogisticRegression(epsilon=epsilon, delta=1e-6, bounds=(-1, 1), classes=[0, 1], **more)


@pytest.fixture(autouse=True)
def _strict() -> Any:
    """Nothing is warned of: the budget counts what is published again."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", expost.LedgerWarning)
        yield


def test_estimators_and_publish_draw_from_it_and_are_refused_beyond_it() -> None:
    with expost.Budget(2.5, 1e-5) as budget:
        assert budget.left == expost.Promise(2.5, 1e-5)
        model().fit(X, Y)
        assert budget.left == expost.Promise(1.5, 9e-6)
        study = model().fit(X, Y).report_
        assert study is not None
        with pytest.raises(expost.LedgerError, match=r"would go beyond the limit ε = 2\.5") as refused:
            model().fit(X, Y)
        assert refused.value.code == "beyond-limit"
        assert budget.ledger.total.publications == 2
        # Before any row is read.
        with pytest.raises(expost.LedgerError, match="beyond the limit"):
            model(3).fit(X, Y)
        model(0.5).fit(X, Y)
        assert budget.left.epsilon == 0
    assert budget.ledger.total.sums == expost.Promise(2.5, 3e-6)
    assert budget.ledger.total.together.epsilon < 2.5
    # Outside nothing counts any more.
    model(5).fit(X, Y)


@pytest.mark.parametrize("jobs", [1, 2])
def test_searches_draw_from_it_in_every_process(jobs: int) -> None:
    with expost.Budget(10, 1e-4) as budget:
        search = GridSearchCV(model(0.5), {"norm": [1, 2]}, cv=2, n_jobs=jobs).fit(X, Y)
        # Two candidates in two folds, and once with all rows.
        assert budget.ledger.total.publications == 5
        assert budget.left.epsilon == 7.5
        assert search.best_estimator_.report_ is not None
        cross_val_score(model(2), X, Y, cv=3, n_jobs=jobs)
        assert budget.left.epsilon == 1.5
        with pytest.raises((ValueError, expost.LedgerError), match="beyond the limit"):
            cross_val_score(model(1), X, Y, cv=3, n_jobs=jobs, error_score="raise")
        assert budget.left.epsilon == 0.5


def test_copies_that_are_made_in_another_process_count(tmp_path: Path) -> None:
    with expost.Budget(4, 1e-4, ledger=tmp_path / "ledger.json") as budget:
        three = np.where(X[:, 1] > 0.5, 2, Y)
        one = PrivateLogisticRegression(epsilon=1, bounds=(-1, 1), classes=[0, 1])
        OneVsRestClassifier(one, n_jobs=2).fit(X, three)
        assert budget.left.epsilon == 1
        text = pickle.dumps(model())
        # A published model has no trace of it.
        fitted = model().fit(X, Y)
        assert b"ledger.json" not in pickle.dumps(fitted)
        assert b"ledger.json" in text
    sent = pickle.loads(text)
    # The file is there still, and counts on.
    with pytest.raises(expost.LedgerError, match="beyond the limit"):
        clone(sent).fit(X, Y)
    (tmp_path / "ledger.json").unlink()
    with pytest.raises(expost.ArgumentError, match="a Budget that has ended"):
        sent.fit(X, Y)


def test_threads_draw_from_it_and_none_is_lost() -> None:
    with expost.Budget(4, 1e-4) as budget, ThreadPoolExecutor(4) as pool:

        def fit(_: int) -> bool:
            try:
                model().fit(X, Y)
            except expost.LedgerError:
                return False
            return True

        assert sum(pool.map(fit, range(8))) == 4
        assert budget.left.epsilon == 0


def test_a_ledger_is_gone_on_with_and_its_limit_never_raised(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    with expost.Budget(3, ledger=path):
        model().fit(X, Y)
    assert expost.load_ledger(path).total.publications == 1
    with (
        pytest.raises(expost.LedgerError, match="lowered here but not raised"),
        expost.Budget(4, ledger=path),
    ):
        pass
    with expost.Budget(2, ledger=path) as budget:
        assert budget.left == expost.Promise(1, 1)
        with pytest.raises(expost.LedgerError, match="beyond the limit"):
            model(1.5).fit(X, Y)
    assert expost.load_ledger(path).limit == expost.Promise(2, 1)


def test_what_would_not_be_counted_is_refused(tmp_path: Path) -> None:
    with expost.Budget(3):
        with pytest.raises(expost.ArgumentError, match="a Budget is active already"), expost.Budget(1):
            pass
        study = model().fit(X, Y).publication_
        assert study.ledger is not None
        with pytest.raises(expost.ArgumentError, match="leave ledger and limit out"):
            expost.publish("absent.csv", {}, ledger=tmp_path / "other.json")
    with pytest.raises(expost.ArgumentError, match="within its with block"):
        expost.Budget(3).left  # noqa: B018
    for wrong in (0, -1, float("nan")):
        with (
            pytest.raises(expost.LedgerError, match="/limit/epsilon must be a number above 0"),
            expost.Budget(wrong),
        ):
            pass
    # Nothing of it is left behind.
    model(9).fit(X, Y)


def test_experiments_are_not_counted() -> None:
    with expost.Budget(1, 1e-5) as budget:
        for _ in range(3):
            model(random_state=1).fit(X, Y)
        assert budget.left.epsilon == 1
        assert budget.ledger.total.experiments == 3
