"""Rows that are asked about wherever they are: one pass over them for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from typing import Any, TypeVar

import pyarrow as pa

from ._engine import Engine, ask
from .errors import ArgumentError, DataError
from .ledger import TableHash
from .report import Progress, Report
from .tables import Data, Table, columns_of, open_table, stamps_of

Part = TypeVar("Part")
#: A report that is audited, and the audit's options.
Audited = tuple[Report, Mapping[str, Any]]


class BlockCoder:
    """Codes blocks of rows as a study says, and answers questions about them. Nothing is kept.

    `audited`: the answers are about an audit of this report. `limited`: of a study with a person,
    the blocks have only the rows that `keep` keeps.
    """

    def __init__(
        self,
        study: Mapping[str, Any],
        header: list[str],
        *,
        audited: Audited | None = None,
        limited: bool = False,
        kinds: list[str | None] | None = None,
        decimal_comma: bool = False,
    ) -> None:
        self._engine = Engine()
        self._limited = limited
        self._header = header
        request = {"study": study, "header": header, "kinds": kinds, "decimalComma": decimal_comma}
        opened = self._engine.call("open-study", request)
        self._handle: int = opened["data"]
        #: Keys of every question.
        self._asked: dict[str, Any] = {"data": self._handle, "limited": limited}
        if audited is not None:
            self._asked |= _loaded(self._engine, audited)
        #: The places of the columns that are read.
        self.columns: list[int] = opened["columns"]
        #: Those of them whose values are numbers.
        self.numbers: list[int] = opened["numbers"]
        self._wanted = set(self.columns)

    def keep(self, batch: pa.RecordBatch, first: int) -> pa.BooleanArray:
        """Say which rows of a block the study's person keeps, block after block in their order."""
        columns = columns_of(batch, self._header, self._wanted)
        request = {"data": self._handle, "firstRow": first}
        kept = self._engine.call_columns("keep-rows", request, columns.columns, columns.rows)["kept"]
        return pa.array(kept, pa.bool_())

    def count(self, batch: pa.RecordBatch, first: int, counters: Any = None) -> Any:
        """Count what coding does to a block, added to the counters of others."""
        columns = columns_of(batch, self._header, self._wanted)
        request = {"data": self._handle, "firstRow": first, "counters": counters, "limited": self._limited}
        return self._engine.call_columns("count-rows", request, columns.columns, columns.rows)["counters"]

    def answer(self, question: str, batch: pa.RecordBatch) -> str:
        """Answer a question about a block: as secret as the rows."""
        columns = columns_of(batch, self._header, self._wanted)
        request = {**self._asked, "question": question}
        answered = self._engine.call_columns("answer-question", request, columns.columns, columns.rows)
        answer: str = answered["answer"]
        return answer


def _loaded(engine: Engine, audited: Audited) -> dict[str, Any]:
    report, options = audited
    handle = engine.load_report(report.document, report._path)[0]["handle"]
    return {"report": handle, "options": dict(options)}


def added_answers(first: str, second: str) -> str:
    """Put the answers for two disjoint sets of rows together."""
    answer: str = ask("add-answers", {"first": first, "second": second})["answer"]
    return answer


def call_elsewhere(
    operation: str,
    study: Mapping[str, Any],
    header: list[str],
    request: Mapping[str, Any],
    answer: Callable[[str], str],
    audited: Audited | None = None,
) -> Any:
    """Publish, attach or audit by the answers of coders of blocks about all rows."""
    # An engine of its own: one that waits for answers gives none.
    engine = Engine()
    handle = engine.call("open-study", {"study": study, "header": header})["data"]
    loaded = {} if audited is None else _loaded(engine, audited)
    return engine.call_elsewhere(operation, {"data": handle, **loaded, **request}, answer)


def added_counters(first: Any, second: Any) -> Any:
    """Add the counters of two sets of rows; None are those of no rows."""
    if first is None or second is None:
        return second if first is None else first
    return {
        key: [a + b for a, b in zip(value, second[key], strict=True)]
        if isinstance(value, list)
        else value + second[key]
        for key, value in first.items()
    }


class Passes:
    """All rows of some data, read anew for each question, a batch for each core at a time."""

    def __init__(
        self,
        data: Data,
        study: Mapping[str, Any],
        progress: Progress | None,
        *,
        audited: Audited | None = None,
        decimal_comma: bool = False,
    ) -> None:
        if isinstance(data, pa.RecordBatchReader):
            raise ArgumentError(
                "A RecordBatchReader can be read only once, and a stream is read about ten times: use "
                "stream=False, or a table or files",
                code="unsupported",
                pointer="/stream",
            )
        self._data = data
        self._progress = progress
        self._stamps = stamps_of(data)
        self._decimal_comma = decimal_comma
        table = open_table(data, decimal_comma=decimal_comma)
        self.header = table.header
        self._workers = max(1, cpu_count() or 1)
        self._is_limited = "person" in study
        self._study = study
        self._audited = audited
        self._coders = [
            BlockCoder(
                study,
                self.header,
                audited=audited,
                limited=self._is_limited,
                kinds=table.kinds,
                decimal_comma=decimal_comma,
            )
            for _ in range(self._workers)
        ]
        self._kept: list[pa.BooleanArray] = []
        self._pass = 0
        #: Rows that the study's person leaves out; None where it has none.
        self.left_out: int | None = None

    def _opened(self) -> Table:
        """Open the data once more."""
        table = open_table(self._data, decimal_comma=self._decimal_comma)
        if table.header != self.header:
            raise _changed()
        return table

    def _check_files(self) -> None:
        """Refuse files that were written to since the first look: each pass would read others."""
        if stamps_of(self._data) != self._stamps:
            raise _changed()

    def count(self, hashed: TableHash | None = None) -> Any:
        """Count what coding does to all rows that are used; `hashed` sees all rows."""
        table = self._opened()
        counters: Any = None
        done = 0
        used = 0
        self._kept = []
        coder = self._coders[0]
        marked = hashed is not None
        with table.reading(coder.columns, marked=marked, numbers=coder.numbers) as batches:
            for batch in batches:
                kept = batch
                try:
                    if hashed is not None:
                        hashed.add(batch)
                    if self._is_limited:
                        # All are read before some are left out, and told by their places.
                        coder.count(batch, done + 1)
                        self._kept.append(coder.keep(batch, done + 1))
                        kept = batch.filter(self._kept[-1])
                    counters = coder.count(kept, done + 1, counters)
                except DataError as error:
                    raise table.placed(error) from error
                done += batch.num_rows
                used += kept.num_rows
                self._tell("reading", done, table.rows)
        if self._is_limited:
            self.left_out = done - used
        return counters if counters is not None else coder.count(no_rows(self.header), 1)

    def _used(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Leave out the rows that were left out when they were counted."""
        if not self._is_limited:
            yield from batches
            return
        left = iter(self._kept)
        for batch in batches:
            kept = next(left, None)
            if kept is None or len(kept) != batch.num_rows:
                raise _changed()
            yield batch.filter(kept)
        if next(left, None) is not None:
            raise _changed()

    def call(self, operation: str, request: Mapping[str, Any]) -> Any:
        """Publish, attach or audit these rows."""
        return call_elsewhere(operation, self._study, self.header, request, self._answer, self._audited)

    def _answer(self, question: str) -> str:
        """Answer a question about all rows."""
        self._pass += 1
        table = self._opened()
        total: str | None = None
        done = 0

        def answered(coder: BlockCoder, batch: pa.RecordBatch) -> tuple[str, int]:
            return coder.answer(question, batch), batch.num_rows

        with table.reading(self._coders[0].columns) as batches:
            for part, rows in _in_threads(answered, self._used(batches), self._coders):
                total = part if total is None else added_answers(total, part)
                done += rows
                self._tell(f"pass {self._pass}", done, table.rows)
        self._check_files()
        return total if total is not None else self._coders[0].answer(question, no_rows(self.header))

    def _tell(self, phase: str, done: int, total: int | None) -> None:
        if self._progress is not None:
            self._progress(phase, done, total)


def _changed() -> DataError:
    return DataError("The data changed while they were read: try again", code="changed")


def no_rows(header: list[str]) -> pa.RecordBatch:
    return pa.record_batch([pa.array([], pa.float64()) for _ in header], names=header)


def _in_threads(
    work: Callable[[BlockCoder, pa.RecordBatch], Part],
    batches: Iterator[pa.RecordBatch],
    coders: list[BlockCoder],
) -> Iterator[Part]:
    """Work on batches with a coder each, as many at a time; results in the batches' order."""
    with ThreadPoolExecutor(len(coders)) as pool:
        running: list[Future[Part]] = []
        for index, batch in enumerate(batches):
            if len(running) == len(coders):
                yield running.pop(0).result()
            # Results come in order, so the former use of this coder has ended.
            running.append(pool.submit(work, coders[index % len(coders)], batch))
        for left in running:
            yield left.result()
