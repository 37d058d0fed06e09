"""A budget that everything published in its block draws from."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path
from types import TracebackType

from .errors import ArgumentError
from .ledger import COUNTING, Ledger, Limit, Promise, load_ledger, set_limit

__all__ = ["Budget"]

_lock = threading.Lock()


class Budget:
    """What all publications in a ``with`` block may promise together.

    ``publish``, ``attach`` and the estimators draw from it, whoever calls them: searches,
    ``cross_val_score``, threads, and processes that an estimator is sent to. What would go beyond
    it is refused before the rows are read, by the sums of ε and δ (docs/publishing.md). It says
    nothing about scores, nor about a choice made by them.

    Parameters
    ----------
    epsilon
        What the sums of ε may reach.
    delta
        The same of δ; without it any sum of δ will do.
    ledger
        The file that keeps count, as ``publish(ledger=…)`` has it: earlier publications in it
        count, and it may be gone on with later. Without it the count ends with the block.

    Raises
    ------
    LedgerError
        "beyond-limit" from whatever would publish too much; as `load_ledger` raises it.
    ArgumentError
        A budget within a budget.

    Examples
    --------
    >>> with expost.Budget(epsilon=3, delta=1e-5, ledger="ledger.json") as budget:
    ...     model = PrivateLogisticRegression(epsilon=1, bounds=bounds, classes=classes).fit(X, y)
    ...     budget.left
    Promise(epsilon=2.0, delta=9e-06)
    """

    def __init__(
        self, epsilon: float, delta: float | None = None, *, ledger: str | Path | None = None
    ) -> None:
        self._limit: Limit = epsilon if delta is None else (epsilon, delta)
        self._given = None if ledger is None else Path(ledger).resolve()
        self._folder: str | None = None
        self._file: Path | None = None
        self._last: Ledger | None = None

    def __enter__(self) -> Budget:
        with _lock:
            if COUNTING:
                raise ArgumentError("a Budget is active already; one counts everything", code="inconsistent")
            if self._given is None:
                self._folder = tempfile.mkdtemp(prefix="expost-budget-")
            self._file = self._given or Path(self._folder or "", "ledger.json")
            try:
                set_limit(self._file, self._limit)
            except BaseException:
                self._clear()
                raise
            COUNTING.append(self._file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _lock:
            COUNTING.clear()
            self._last = load_ledger(self._path())
            self._clear()

    def _clear(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        self._file = None

    def _path(self) -> Path:
        if self._file is None:
            raise ArgumentError("the Budget counts within its with block", code="missing")
        return self._file

    @property
    def ledger(self) -> Ledger:
        """What was published so far, and what it adds up to."""
        if self._file is None and self._last is not None:
            return self._last
        return load_ledger(self._path())

    @property
    def left(self) -> Promise:
        """What a further publication may promise; δ is 1 where any sum of δ will do."""
        left = self.ledger.left
        assert left is not None
        return left
