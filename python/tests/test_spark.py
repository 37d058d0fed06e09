"""A cluster of two workers on this machine: the digits of one machine, a killed worker included.

What executors hand to the driver is tested without a cluster.
"""

from __future__ import annotations

import functools
import itertools
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost
import expost.spark
from summaries import assert_streamed


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    if "EXPOST_DEEP" not in os.environ:
        pytest.skip("starts a cluster: a part of the deep run")
    pyspark = pytest.importorskip("pyspark", reason="there is no pyspark here")
    if shutil.which("java") is None:
        pytest.skip("there is no Java here, which Spark needs")
    from pyspark.sql import SparkSession

    home = Path(pyspark.__file__).parent
    os.environ.update(
        SPARK_HOME=str(home),
        PYSPARK_PYTHON=sys.executable,
        SPARK_LOCAL_IP="127.0.0.1",
        SPARK_LOCAL_HOSTNAME="localhost",
    )
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.executorEnv.OPENBLAS_NUM_THREADS", "1")
        .getOrCreate()
    )
    yield session
    session.stop()


def executors() -> list[int]:
    """The processes of the workers' executors."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                arguments = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if b"CoarseGrainedExecutorBackend" in arguments:
                found.append(int(entry.name))
    return found


def without_date(report: expost.Report) -> dict[str, Any]:
    return {key: value for key, value in report.document.items() if key != "published"}


def large_frame(rows: int) -> pd.DataFrame:
    random = np.random.default_rng(8)
    age = random.uniform(0, 100, rows)
    card = random.choice(["day", "year", "7"], rows)
    late = np.where(random.random(rows) < age / 120, "yes", "no")
    return pd.DataFrame({"age": age, "card": card, "adult": age > 18, "late": late})


def test_two_workers_give_the_report_of_one_machine(
    spark: Any, frame: pd.DataFrame, study: expost.Study
) -> None:
    study = study.budget(epsilon=1, release="hessian", shares={"model": 0.6, "hessian": 0.4})
    rows = spark.createDataFrame(frame.astype(object).where(frame.notna(), None)).repartition(5)
    heard: list[str] = []
    found = expost.spark.publish(rows, study, seed=5, progress=lambda phase, *_: heard.append(phase))
    expected = expost.publish(frame, study, seed=5)
    assert without_date(found.report) == without_date(expected.report)
    assert found.notes["rows"] == 300
    assert found.notes["missing"] == expected.notes["missing"]
    assert heard[0] == "reading"
    assert 5 <= len(heard) <= 16
    bounds = expost.spark.bounds(rows, found.report, member="in").toPandas()
    own = found.report.bounds(bounds[["age", "card", "adult", "late"]], member="in").to_pandas()
    assert (bounds[own.columns] == own).all().all()
    with pytest.raises(expost.DataError, match="rename them"):
        expost.spark.bounds(rows.withColumnRenamed("shelf", "upper"), found.report)


def test_a_model_from_elsewhere_is_attached_as_on_one_machine(
    spark: Any, frame: pd.DataFrame, study: expost.Study
) -> None:
    rows = spark.createDataFrame(frame.astype(object).where(frame.notna(), None)).repartition(5)
    study.document["mechanism"]["elsewhere"] = {"rowsAtMost": 1000, "residual": 1e-6}
    found = expost.spark.attach([0.1] * 6, rows, study, sigma=3, seed=5)
    expected = expost.attach([0.1] * 6, frame, study, sigma=3, seed=5)
    assert without_date(found.report) == without_date(expected.report)
    assert found.notes["doubts"] == expected.notes["doubts"]


def test_a_publication_is_entered_in_the_ledger_and_refused_before_a_pass(
    spark: Any, frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    path = tmp_path / "ledger.json"
    rows = spark.createDataFrame(frame.astype(object).where(frame.notna(), None))
    found = expost.spark.publish(rows, study, ledger=path, limit=1.02)
    assert found.ledger is not None
    [entry] = expost.load_ledger(path).entries
    assert entry == found.ledger.entries[0]
    assert entry.data is None
    assert found.report.guarantee is not None
    assert entry.epsilon == found.report.guarantee.epsilon
    heard: list[str] = []
    with pytest.raises(expost.LedgerError, match="beyond") as refused:
        expost.spark.publish(rows, study, ledger=path, progress=lambda phase, *_: heard.append(phase))
    assert refused.value.code == "beyond-limit"
    assert heard == []
    assert expost.load_ledger(path).entries == (entry,)
    # Rows on one machine are known, those before them were not: nobody can say that they differ.
    known = expost.publish(frame, study, ledger=path, seed=1)
    assert known.ledger is not None
    assert [entry.data is None for entry in known.ledger.entries] == [True, False]
    assert known.notes["doubts"] == []


def test_an_audit_has_the_summary_of_one_machine(
    spark: Any, frame: pd.DataFrame, study: expost.Study
) -> None:
    rows = spark.createDataFrame(frame.astype(object).where(frame.notna(), None)).repartition(5)
    report = expost.publish(frame, study, seed=5).report
    heard: list[str] = []
    found = expost.spark.audit(rows, study, report, progress=lambda phase, *_: heard.append(phase))
    assert found.summary == expost.audit(frame, study, report, stream=True).summary
    assert found.summary["rows"] == 300
    assert heard == ["reading", "pass 1", "pass 2", "pass 3"]
    with pytest.raises(expost.ArgumentError, match="has a summary alone"):
        _ = found.rows
    other = expost.Study(study.document).numeric("age", minimum=0, maximum=90, missing=40)
    with pytest.raises(expost.ArgumentError, match="was not made from this study"):
        expost.spark.audit(rows, other, report)
    with pytest.raises(expost.StudyError, match=r"and audit it with expost\.audit"):
        expost.spark.audit(rows, study.person("shelf", rows=2), report)


def test_a_worker_killed_in_the_middle_changes_nothing(spark: Any, study: expost.Study) -> None:
    frame = large_frame(200_000)
    rows = spark.createDataFrame(frame).repartition(8)
    assert len(executors()) == 2
    killed: list[int] = []

    def kill(phase: str, _done: int, _total: int | None) -> None:
        if phase == "pass 3" and not killed:
            victim = executors()[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
            time.sleep(1)

    found = expost.spark.publish(rows, study, seed=6, progress=kill)
    assert len(killed) == 1
    assert killed[0] not in executors()
    expected = expost.publish(frame, study, seed=6)
    assert without_date(found.report) == without_date(expected.report)
    # And in the middle of an audit.
    killed.clear()
    deadline = time.monotonic() + 60
    while len(executors()) < 2 and time.monotonic() < deadline:
        time.sleep(0.5)
    audit = expost.spark.audit(rows, study, found.report, progress=kill)
    assert len(killed) == 1
    assert_streamed(audit.summary, expected.audit().summary)


def test_errors_of_the_executors_name_the_column(
    spark: Any, frame: pd.DataFrame, study: expost.Study
) -> None:
    frame["card"] = "gold"
    rows = spark.createDataFrame(frame[["age", "card", "adult", "late"]].fillna(1))
    report = expost.publish(frame.assign(card="day"), study, seed=5).report
    for call in (
        lambda: expost.spark.publish(rows, study),
        lambda: expost.spark.audit(rows, study, report),
    ):
        with pytest.raises(expost.DataError, match="must be one of") as refused:
            call()
        assert (refused.value.code, refused.value.pointer) == ("unknown-level", "/1/card")


def joined(first: bytes, second: bytes) -> bytes:
    return first + second


def refused_part(partition: int, message: str = "row 7 is wrong") -> bytes:
    def work(_: Iterator[Any]) -> bytes:
        raise expost.DataError(message, code="unknown-level", pointer="/7/card")

    return expost.spark._tagged(work, iter([]), lambda: partition)


def test_a_refusal_travels_as_a_part_and_is_raised_again() -> None:
    with pytest.raises(expost.DataError, match=r"^row 7 is wrong$") as refused:
        expost.spark._untagged(refused_part(3))
    assert type(refused.value) is expost.DataError
    assert (refused.value.code, refused.value.pointer) == ("unknown-level", "/7/card")
    # Whatever the answer begins with.
    for answer in (b"", b"-", b"+", b"null", b"\0\1"):
        part = expost.spark._tagged(lambda _, found=answer: found, iter([]), lambda: 3)
        assert expost.spark._untagged(part) == answer


def test_a_refused_partition_is_read_to_its_end() -> None:
    batches = iter([1, 2, 3])

    def work(given: Iterator[Any]) -> bytes:
        next(given)
        raise expost.DataError("row 7 is wrong", code="unknown-level")

    expost.spark._tagged(work, batches, lambda: 0)
    assert list(batches) == []


def test_other_errors_of_an_executor_stay_as_they_are() -> None:
    def work(_: Iterator[Any]) -> bytes:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        expost.spark._tagged(work, iter([]), lambda: 0)


def test_a_refusal_stays_one_and_the_first_partition_wins() -> None:
    answers = [expost.spark._tagged(lambda _, i=i: b"%d" % i, iter([]), lambda: 0) for i in range(3)]
    parts = [answers[0], refused_part(10, "tenth"), answers[1], refused_part(9, "ninth"), answers[2]]
    for order in itertools.permutations(parts):
        total = functools.reduce(lambda a, b: expost.spark._added(a, b, joined), order)
        with pytest.raises(expost.DataError, match=r"^ninth$"):
            expost.spark._untagged(total)
    total = functools.reduce(lambda a, b: expost.spark._added(a, b, joined), answers)
    assert expost.spark._untagged(total) == b"012"


def test_what_adding_refuses_comes_after_all_partitions() -> None:
    def never(_first: bytes, _second: bytes) -> bytes:
        raise expost.NumericsError("beyond every double", code="not-finite")

    answer = expost.spark._tagged(lambda _: b"1", iter([]), lambda: 0)
    total = expost.spark._added(answer, answer, never)
    with pytest.raises(expost.NumericsError, match=r"^beyond every double$"):
        expost.spark._untagged(total)
    with pytest.raises(expost.DataError, match=r"^ninth$"):
        expost.spark._untagged(expost.spark._added(total, refused_part(9, "ninth"), joined))
