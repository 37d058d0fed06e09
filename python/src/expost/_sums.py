"""Publishing by sums over rows: one pass over them for each question, wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from typing import Any, TypeVar

import pyarrow as pa

from ._engine import Engine, added_audits, added_sums
from .errors import ArgumentError, DataError
from .ledger import TableHash
from .report import Progress, Report
from .tables import Data, Table, columns_of, open_table, stamps_of

Part = TypeVar("Part")


class BlockCoder:
    """Codes blocks of rows as a study says, and answers questions about them. Nothing is kept.

    `limited`: of a study with a person, the blocks have only the rows that `keep` keeps.
    """

    def __init__(
        self,
        study: Mapping[str, Any],
        header: list[str],
        *,
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

    def sums(self, question: bytes, batch: pa.RecordBatch) -> bytes:
        """Answer a question about a block."""
        columns = columns_of(batch, self._header, self._wanted)
        request = {"data": self._handle, "limited": self._limited}
        return self._engine.sums_of_block(question, request, columns.columns, columns.rows)


class BlockAuditor(BlockCoder):
    """Answers questions of an audit about blocks: they are as secret as the rows."""

    def __init__(
        self,
        study: Mapping[str, Any],
        header: list[str],
        report: Report,
        options: Mapping[str, Any],
        *,
        limited: bool = False,
        kinds: list[str | None] | None = None,
        decimal_comma: bool = False,
    ) -> None:
        super().__init__(study, header, limited=limited, kinds=kinds, decimal_comma=decimal_comma)
        self._request = {
            "data": self._handle,
            "report": self._engine.call("load-report", {"report": report.document})["handle"],
            "options": dict(options),
            "limited": limited,
        }

    def sums(self, question: bytes, batch: pa.RecordBatch) -> bytes:
        """Answer a question about a block."""
        columns = columns_of(batch, self._header, self._wanted)
        return self._engine.audit_of_block(question, self._request, columns.columns, columns.rows)

    def _summary(self, count: int, answers: Callable[[bytes], bytes]) -> dict[str, Any]:
        request = {key: value for key, value in self._request.items() if key != "limited"}
        found = self._engine.audit_by_sums({**request, "count": count}, answers)
        summary: dict[str, Any] = found["summary"]
        return summary


def audit_by_sums(
    study: Mapping[str, Any],
    header: list[str],
    report: Report,
    options: Mapping[str, Any],
    count: int,
    answers: Callable[[bytes], bytes],
) -> dict[str, Any]:
    """Return the summary of an audit of `count` rows by the answers of other auditors about all."""
    # One of its own: an engine that waits for answers gives none.
    return BlockAuditor(study, header, report, options)._summary(count, answers)


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
        audited: tuple[Report, Mapping[str, Any]] | None = None,
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
        how: Any = {
            "limited": self._is_limited,
            "kinds": table.kinds,
            "decimal_comma": decimal_comma,
        }
        self._coders: list[BlockCoder] = [
            BlockCoder(study, self.header, **how)
            if audited is None
            else BlockAuditor(study, self.header, *audited, **how)
            for _ in range(self._workers)
        ]
        self._add = added_sums if audited is None else added_audits
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
        return counters if counters is not None else coder.count(_no_rows(self.header), 1)

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

    def sums(self, question: bytes) -> bytes:
        """Answer a question about all rows."""
        self._pass += 1
        table = self._opened()
        total: bytes | None = None
        done = 0

        def answered(coder: BlockCoder, batch: pa.RecordBatch) -> tuple[bytes, int]:
            return coder.sums(question, batch), batch.num_rows

        with table.reading(self._coders[0].columns) as batches:
            for part, rows in _in_threads(answered, self._used(batches), self._coders):
                total = part if total is None else self._add(total, part)
                done += rows
                self._tell(f"pass {self._pass}", done, table.rows)
        self._check_files()
        return total if total is not None else self._coders[0].sums(question, _no_rows(self.header))

    def _tell(self, phase: str, done: int, total: int | None) -> None:
        if self._progress is not None:
            self._progress(phase, done, total)


def _changed() -> DataError:
    return DataError("The data changed while they were read: try again", code="changed")


def _no_rows(header: list[str]) -> pa.RecordBatch:
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


def publish_by_sums(
    study: Mapping[str, Any],
    header: list[str],
    counters: Any,
    sums: Callable[[bytes], bytes],
    *,
    seed: int | None,
    secrets: bool,
    left_out: int | None = None,
) -> dict[str, Any]:
    """Train, release and write the report by sums over rows that are elsewhere."""
    engine = Engine()
    handle = engine.call("open-study", {"study": study, "header": header})["data"]
    request = {"data": handle, "counters": counters, "seed": seed, "secrets": secrets}
    if left_out is not None:
        request["leftOut"] = left_out
    made: dict[str, Any] = engine.publish_by_sums(request, sums)
    return made
