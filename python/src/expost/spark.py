"""Apache Spark: sums leave the executors, and nothing else; the noise is drawn once, on the driver.

The package has to be installed on every node.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ._engine import added_sums
from ._sums import BlockCoder, added_counters, publish_by_sums, wanted_columns
from .errors import DataError, StudyError
from .publication import Publication
from .report import ROW_COLUMNS, Member, Method, Progress, Report, Uniform, bound_batch, bound_options
from .study import Study, study_document

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["bounds", "publish"]


def publish(
    dataframe: DataFrame,
    study: Study | Mapping[str, Any],
    *,
    seed: int | None = None,
    secrets: bool = False,
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
        Objective perturbation or output perturbation of logistic, pseudo-Huber and squared losses.
    seed
        For experiments only: the report is marked.
    secrets
        Also return what the noise hides.
    progress
        Called before every pass with its name and number.

    Raises
    ------
    StudyError
        Also for mechanisms that sums are not enough for, and for a study with a person.
    DataError
        The message names the column, and the row within its batch.
    """
    document = study_document(study)
    if "person" in document:
        raise StudyError(
            "/person can't be kept on Spark, where rows have no order: keep the first rows of each person "
            "in a table of your own, and publish it with expost.publish",
            code="unsupported",
            pointer="/person",
        )
    wanted = wanted_columns(document)
    header = [name.strip() for name in dataframe.columns]
    chosen = dataframe.select([_quoted(name) for name in dataframe.columns if name.strip() in wanted])
    names = [name for name in header if name in wanted]
    asked = 0

    def tell(phase: str) -> None:
        nonlocal asked
        if progress is not None:
            progress(phase, asked, None)
        asked += 1

    def counted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        coder = BlockCoder(document, names)
        counters: Any = None
        for batch in batches:
            counters = coder.count(batch, 1, counters)
        yield _one(json.dumps(counters).encode())

    tell("reading")
    counters = _reduced(chosen, counted, _added_counters)
    empty = BlockCoder(document, names).count(_none(names), 1)
    total = added_counters(json.loads(counters) if counters is not None else None, empty)

    def sums(question: bytes) -> bytes:
        def answered(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            coder = BlockCoder(document, names)
            part = coder.sums(question, _none(names))
            for batch in batches:
                part = added_sums(part, coder.sums(question, batch))
            yield _one(part)

        tell(f"pass {asked}")
        answer = _reduced(chosen, answered, added_sums)
        return answer if answer is not None else BlockCoder(document, names).sums(question, _none(names))

    return Publication(publish_by_sums(document, names, total, sums, seed=seed, secrets=secrets), None)


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
            found = bound_batch(loaded, batch, [name.strip() for name in batch.schema.names], 1, options)
            yield pa.RecordBatch.from_arrays(
                [*batch.columns, *found.columns], names=[*batch.schema.names, *found.schema.names]
            )

    return dataframe.mapInArrow(bounded, StructType([*dataframe.schema.fields, *own]))


def _quoted(name: str) -> str:
    doubled = name.replace("`", "``")
    return f"`{doubled}`"


def _added_counters(first: bytes, second: bytes) -> bytes:
    return json.dumps(added_counters(json.loads(first), json.loads(second))).encode()


def _one(value: bytes) -> pa.RecordBatch:
    return pa.record_batch([pa.array([value], pa.binary())], names=["part"])


def _none(names: list[str]) -> pa.RecordBatch:
    return pa.record_batch([pa.array([], pa.float64()) for _ in names], names=names)


def _reduced(
    dataframe: DataFrame,
    part: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
    add: Callable[[bytes, bytes], bytes],
) -> bytes | None:
    """Make a part of each partition, and add them up on the executors; None of no partition."""
    parts = dataframe.mapInArrow(part, "part binary").rdd.map(lambda row: bytes(row.part))
    if parts.getNumPartitions() == 0:
        return None
    total: bytes = parts.treeReduce(add)
    return total
