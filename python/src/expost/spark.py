"""Apache Spark: sums leave the executors, and nothing else; the noise is drawn once, on the driver.

The package has to be installed on every node.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from ._elsewhere import Audited, BlockCoder, added_answers, added_counters, call_elsewhere, no_rows
from ._engine import camel
from .errors import DataError, ExpostError, StudyError, error_of
from .ledger import Entering, Limit
from .publication import Audit, Publication, model_document
from .report import ROW_COLUMNS, Member, Method, Progress, Report, Uniform, bound_batch, bound_options
from .study import AnyStudy, study_document

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["attach", "audit", "bounds", "publish"]

#: The first byte of a part: sums or counters follow, or why there are none.
_ANSWER, _REFUSAL = b"+", b"-"
#: Stands after all partitions.
_NO_PARTITION = 1 << 62


def publish(
    dataframe: DataFrame,
    study: AnyStudy,
    *,
    seed: int | None = None,
    secrets: bool = False,
    ledger: str | Path | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
) -> Publication:
    """Train, draw the noise and make the report, as `expost.publish`, from a data frame of Spark.

    One pass over the rows counts them, and about ten answer the training's questions; so
    ``dataframe.cache()`` helps where there is room. Each digit of the model is that of
    `expost.publish` with the same noise, however the rows are divided: sums are made in 106 bits,
    and what their rounding may hide is bounded.

    Parameters
    ----------
    dataframe
        Columns under the names of features and label; others are ignored.
    study
        Objective perturbation or output perturbation.
    seed
        For experiments only: the report is marked.
    secrets
        Also return what the noise hides.
    ledger, limit
        As of `expost.publish`; the file is the driver's. The entry has no fingerprint of the rows,
        which have no order here: whether earlier publications were about the same data is yours to
        know.
    progress
        Called before every pass with its name and number.

    Raises
    ------
    StudyError
        Also for mechanisms that sums are not enough for, and for a study with a person.
    LedgerError
        Of a ledger that can't be read or written, or whose limit would be passed ("beyond-limit"),
        before the first pass.
    DataError
        The message names the column, and the row within its batch. Of several partitions with such
        a row the first is told about.
    """
    document = study_document(study)
    entering = Entering(ledger, limit, document, seed=seed)
    passes = _Passes(dataframe, document, progress, "publish it with expost.publish")
    request = {"counters": passes.count(), "seed": seed, "secrets": secrets}
    return Publication(passes.call("publish", request), None, entering)


def attach(
    theta: Sequence[float] | np.ndarray[Any, np.dtype[Any]],
    dataframe: DataFrame,
    study: AnyStudy,
    *,
    order: Literal["classes-first"] | None = None,
    sigma: float | None = None,
    eta: float | None = None,
    gamma: float | None = None,
    lam: float | None = None,
    b: Sequence[float] | np.ndarray[Any, np.dtype[Any]] | None = None,
    diffprivlib: Mapping[str, Any] | None = None,
    seed: int | None = None,
    secrets: bool = False,
    ledger: str | Path | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
) -> Publication:
    """Make the report of a model that was trained elsewhere, as `expost.attach`, on a data frame.

    Parameters
    ----------
    theta, order, sigma, eta, gamma, lam, b, diffprivlib
        As in `expost.attach`.
    dataframe, study, seed, secrets, ledger, limit, progress
        As in `publish`; the study's mechanism may be a posterior sample, too.

    Raises
    ------
    StudyError, LedgerError, DataError
        As `publish` raises them.
    """
    document = study_document(study)
    model = model_document(
        theta, order=order, sigma=sigma, eta=eta, gamma=gamma, lam=lam, b=b, diffprivlib=diffprivlib
    )
    entering = Entering(ledger, limit, document, seed=seed, model=model)
    passes = _Passes(dataframe, document, progress, "attach the model with expost.attach")
    request = {"model": model, "counters": passes.count(), "seed": seed, "secrets": secrets}
    return Publication(passes.call("attach", request), None, entering)


def audit(
    dataframe: DataFrame,
    study: AnyStudy,
    report: Report,
    *,
    failure_probability: float | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Audit a report against the data frame that it was made from, as `expost.audit`.

    About four passes over the rows; ``dataframe.cache()`` helps where there is room. The summary is
    that of a stream (`expost.audit`). Sums leave the executors, and counts of losses, bounds and
    ratios in ranges, each 0.1 % wide. No row leaves them. All of it is as secret as the data, and
    so is the audit.

    Parameters
    ----------
    dataframe
        The rows that were published.
    study, report
        Of objective perturbation or posterior samples.
    failure_probability
        In (0, 1); the report's own if None.
    progress
        Called before every pass with its name and number.

    Raises
    ------
    ArgumentError
        For another study's report.
    StudyError
        Also for mechanisms that sums are not enough for, and for a study with a person.
    DataError
        As `publish` raises it.
    """
    options = camel({"failure_probability": failure_probability})
    passes = _Passes(
        dataframe, study_document(study), progress, "audit it with expost.audit", audited=(report, options)
    )
    return Audit(passes.call("audit", {"count": passes.count()["rows"]})["summary"], None)


class _Passes:
    """All rows of a data frame, looked at on the executors."""

    def __init__(
        self,
        dataframe: DataFrame,
        study: Mapping[str, Any],
        progress: Progress | None,
        instead: str,
        *,
        audited: Audited | None = None,
    ) -> None:
        if "person" in study:
            raise StudyError(
                "/person can't be kept on Spark, where rows have no order: keep the first rows of each "
                f"person in a table of your own, and {instead}",
                code="unsupported",
                pointer="/person",
            )
        wanted = BlockCoder(study, list(dataframe.columns)).columns
        self._study = study
        self._audited = audited
        self.names = [dataframe.columns[place] for place in wanted]
        self._chosen = dataframe.select([_quoted(name) for name in self.names])
        self._progress = progress
        self._asked = 0

    def _tell(self, phase: str) -> None:
        if self._progress is not None:
            self._progress(phase, self._asked, None)
        self._asked += 1

    def count(self) -> Any:
        """Count what coding does to all rows."""
        # Neither this object nor the data frame may go to the executors.
        study, names = self._study, self.names

        def counted(batches: Iterator[pa.RecordBatch]) -> bytes:
            coder = BlockCoder(study, names)
            counters: Any = None
            for batch in batches:
                counters = coder.count(batch, 1, counters)
            return json.dumps(counters).encode()

        self._tell("reading")
        counters = _reduced(self._chosen, counted, _added_counters)
        empty = BlockCoder(study, names).count(no_rows(names), 1)
        return added_counters(json.loads(counters) if counters is not None else None, empty)

    def call(self, operation: str, request: Mapping[str, Any]) -> Any:
        """Publish, attach or audit these rows."""
        return call_elsewhere(operation, self._study, self.names, request, self._answer, self._audited)

    def _answer(self, question: str) -> str:
        """Answer a question about all rows, by a coder for each partition."""
        # Plain values alone go to the executors.
        study, names = self._study, self.names
        audited = None if self._audited is None else (self._audited[0].text, self._audited[1])

        def answered(batches: Iterator[pa.RecordBatch]) -> bytes:
            loaded = None if audited is None else (Report.from_text(audited[0]), audited[1])
            coder = BlockCoder(study, names, audited=loaded)
            part = coder.answer(question, no_rows(names))
            for batch in batches:
                part = added_answers(part, coder.answer(question, batch))
            return part.encode()

        self._tell(f"pass {self._asked}")
        answer = _reduced(self._chosen, answered, _added_answers)
        return answered(iter(())).decode() if answer is None else answer.decode()


def bounds(
    dataframe: DataFrame,
    report: Report,
    *,
    member: Member = "unknown",
    method: Method = "sharp",
    failure_probability: float | None = None,
    uniform: Uniform = "one",
) -> DataFrame:
    """Bound every row: the data frame with the columns of `Report.bounds` beside its own.

    Spark works rows out when they are asked for. So a row that can't be read raises Spark's own
    exception then, with the message and the class of this package in its text.

    Parameters
    ----------
    dataframe
        Columns under the names of features and label; none may be called as a bound is.
    report
        A published report.
    member, method, failure_probability, uniform
        As in `Report.bound`.
    """
    text = report.text
    options = bound_options(member, method, failure_probability, uniform)
    from pyspark.sql.types import DoubleType, StructField, StructType

    own = [StructField(name, DoubleType()) for name in ROW_COLUMNS]
    taken = sorted(set(ROW_COLUMNS) & set(dataframe.columns))
    if taken:
        raise DataError(
            f"The columns {', '.join(taken)} are there already; rename them", code="duplicate-column"
        )

    def bounded(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        loaded = Report.from_text(text)
        for batch in batches:
            names = batch.schema.names
            found = bound_batch(loaded, batch, names, 1, options, loaded._columns_of(names))
            yield pa.RecordBatch.from_arrays(
                [*batch.columns, *found.columns], names=[*batch.schema.names, *found.schema.names]
            )

    return dataframe.mapInArrow(bounded, StructType([*dataframe.schema.fields, *own]))


def _quoted(name: str) -> str:
    doubled = name.replace("`", "``")
    return f"`{doubled}`"


def _added_counters(first: bytes, second: bytes) -> bytes:
    return json.dumps(added_counters(json.loads(first), json.loads(second))).encode()


def _added_answers(first: bytes, second: bytes) -> bytes:
    return added_answers(first.decode(), second.decode()).encode()


def _one(value: bytes) -> pa.RecordBatch:
    return pa.record_batch([pa.array([value], pa.binary())], names=["part"])


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return _NO_PARTITION if context is None else int(context.partitionId())


def _refusal(error: ExpostError, partition: int) -> bytes:
    """Return an error as a part."""
    told = {"type": error.type, "message": str(error), "code": error.code, "pointer": error.pointer}
    return _REFUSAL + json.dumps({"partition": partition, "error": told}).encode()


def _tagged(
    work: Callable[[Iterator[pa.RecordBatch]], bytes],
    batches: Iterator[pa.RecordBatch],
    partition: Callable[[], int],
) -> bytes:
    """Return the part of a partition: Spark would wrap an error of this package in its own."""
    try:
        return _ANSWER + work(batches)
    except ExpostError as error:
        refusal = _refusal(error, partition())
    # Spark ends a process that leaves rows unread.
    for _ in batches:
        pass
    return refusal


def _added(first: bytes, second: bytes, add: Callable[[bytes, bytes], bytes]) -> bytes:
    """Add two parts; the refusal of the first partition is left, where there is one."""
    refusals = [part for part in (first, second) if part.startswith(_REFUSAL)]
    if refusals:
        return min(refusals, key=lambda part: int(json.loads(part[1:])["partition"]))
    try:
        return _ANSWER + add(first[1:], second[1:])
    except ExpostError as error:
        return _refusal(error, _NO_PARTITION)


def _untagged(part: bytes) -> bytes:
    """Return the sums or counters of a part, or raise its error."""
    if part.startswith(_REFUSAL):
        raise error_of(json.loads(part[1:])["error"])
    return part[1:]


def _reduced(
    dataframe: DataFrame,
    part: Callable[[Iterator[pa.RecordBatch]], bytes],
    add: Callable[[bytes, bytes], bytes],
) -> bytes | None:
    """Make a part of each partition, and add them up on the executors; None of no partition."""

    def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield _one(_tagged(part, batches, _partition))

    parts = dataframe.mapInArrow(made, "part binary").rdd.map(lambda row: bytes(row.part))
    if parts.getNumPartitions() == 0:
        return None
    return _untagged(parts.treeReduce(lambda first, second: _added(first, second, add)))
