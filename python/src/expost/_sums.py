"""Publishing by sums over rows: one pass over them for each question, wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from typing import Any, TypeVar

import pyarrow as pa

from ._engine import Engine, added_sums
from .errors import DataError
from .report import Progress
from .tables import Data, columns_of, open_table

Part = TypeVar("Part")


class BlockCoder:
    """Codes blocks of rows as a study says, and answers questions about them. Nothing is kept."""

    def __init__(self, study: Mapping[str, Any], header: list[str]) -> None:
        self._engine = Engine()
        self._header = header
        self._wanted = wanted_columns(study)
        self._handle: int = self._engine.call("open-study", {"study": study, "header": header})["data"]

    def count(self, batch: pa.RecordBatch, first: int, counters: Any = None) -> Any:
        """Count what coding does to a block, added to the counters of others."""
        columns = columns_of(batch, self._header, self._wanted)
        request = {"data": self._handle, "firstRow": first, "counters": counters}
        return self._engine.call_columns("count-rows", request, columns.columns, columns.rows)["counters"]

    def sums(self, question: bytes, batch: pa.RecordBatch) -> bytes:
        """Answer a question about a block."""
        columns = columns_of(batch, self._header, self._wanted)
        return self._engine.sums_of_block(question, {"data": self._handle}, columns.columns, columns.rows)


def wanted_columns(study: Mapping[str, Any]) -> set[str]:
    """Return the columns that a study looks at."""
    return {feature["name"] for feature in study["features"]} | {study["label"]["name"]}


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

    def __init__(self, data: Data, study: Mapping[str, Any], progress: Progress | None) -> None:
        self._data = data
        self._study = study
        self._progress = progress
        self.header = open_table(data).header
        self._workers = max(1, cpu_count() or 1)
        self._coders = [BlockCoder(study, self.header) for _ in range(self._workers)]
        self._pass = 0

    def count(self) -> Any:
        """Count what coding does to all rows."""
        table = open_table(self._data)
        counters: Any = None
        done = 0
        try:
            for batch in table.batches:
                counters = self._coders[0].count(batch, done + 1, counters)
                done += batch.num_rows
                self._tell("reading", done, table.rows)
        except DataError as error:
            raise table.placed(error) from error
        return counters if counters is not None else self._coders[0].count(_no_rows(self.header), 1)

    def sums(self, question: bytes) -> bytes:
        """Answer a question about all rows."""
        self._pass += 1
        table = open_table(self._data)
        total: bytes | None = None
        done = 0

        def answered(coder: BlockCoder, batch: pa.RecordBatch) -> tuple[bytes, int]:
            return coder.sums(question, batch), batch.num_rows

        for part, rows in _in_threads(answered, table.batches, self._coders):
            total = part if total is None else added_sums(total, part)
            done += rows
            self._tell(f"pass {self._pass}", done, table.rows)
        return total if total is not None else self._coders[0].sums(question, _no_rows(self.header))

    def _tell(self, phase: str, done: int, total: int | None) -> None:
        if self._progress is not None:
            self._progress(phase, done, total)


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
) -> dict[str, Any]:
    """Train, release and write the report by sums over rows that are elsewhere."""
    engine = Engine()
    handle = engine.call("open-study", {"study": study, "header": header})["data"]
    request = {"data": handle, "counters": counters, "seed": seed, "secrets": secrets}
    made: dict[str, Any] = engine.publish_by_sums(request, sums)
    return made
