"""Rows that are read anew for each question: the digits of rows in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import expost
from expost._elsewhere import BlockCoder, added_answers, added_counters, call_elsewhere


def without_date(report: expost.Report) -> dict[str, Any]:
    return {key: value for key, value in report.document.items() if key != "published"}


@pytest.mark.parametrize("release", ["none", "hessian", "gradient+hessian", "adaptive"])
def test_a_stream_gives_the_report_of_rows_in_memory(
    release: str, frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    shares = {"model": 0.4, "hessian": 0.3, "gradient": 0.2, "smallestEigenvalue": 0.1}
    kept = {"none": 1, "hessian": 2, "gradient+hessian": 3, "adaptive": 4}[release]
    chosen = dict(list(shares.items())[:kept])
    study = study.budget(
        epsilon=1,
        release=release,
        shares={name: share / sum(chosen.values()) for name, share in chosen.items()},
    )
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path, row_group_size=37)
    for data in (frame, path, [path]):
        expected = expost.publish(data, study, seed=5, stream=False, secrets=True)
        found = expost.publish(data, study, seed=5, stream=True, secrets=True)
        assert without_date(found.report) == without_date(expected.report)
        assert {**found.notes, "residual": 0} == {**expected.notes, "residual": 0}
        assert found.secrets is not None
        assert found.secrets["b"] == expected.secrets["b"]  # type: ignore[index]


class Once:
    """Rows that come once, as of a query: later they are others, or none."""

    def __init__(self, *tables: pa.Table) -> None:
        self._left = list(tables)

    def __arrow_c_stream__(self, requested: object = None) -> object:
        table = self._left.pop(0) if len(self._left) > 1 else self._left[0]
        return table.__arrow_c_stream__(requested)


def test_a_stream_that_changes_is_refused(frame: pd.DataFrame, study: expost.Study) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    reader = table.to_reader()
    with pytest.raises(expost.ArgumentError, match="only once"):
        expost.publish(reader, study, seed=1, stream=True)
    # The header is read first, then the rows are counted.
    for later in (table.slice(0, 0), table.slice(0, 299), pa.concat_tables([table, table])):
        with pytest.raises(expost.DataError, match="changed") as refused:
            expost.publish(Once(table, table, later), study, seed=1, stream=True)
        assert refused.value.code == "changed"
        report = expost.publish(frame, study, seed=1).report
        with pytest.raises(expost.DataError, match="changed"):
            expost.audit(Once(table, table, later), study, report, stream=True)
    assert expost.publish(Once(table), study, seed=1, stream=True).notes["rows"] == 300


def test_files_that_are_written_to_between_passes_are_refused(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    """As many rows as before, so that numbers of rows tell nothing."""
    paths = [tmp_path / "first.csv", tmp_path / "second.csv"]
    for path in paths:
        frame[:150].to_csv(path, index=False)
    report = expost.publish(frame, study, seed=1).report
    for data in (str(tmp_path / "*.csv"), paths):
        for phase in ("reading", "pass 1", "pass 2"):

            def write(found: str, done: int, _: int | None, phase: str = phase) -> None:
                if (found, done) == (phase, 300):
                    frame[150:].to_csv(paths[1], index=False)

            with pytest.raises(expost.DataError, match="changed") as refused:
                expost.publish(data, study, seed=1, stream=True, progress=write)
            assert refused.value.code == "changed"
            if phase != "pass 2":
                with pytest.raises(expost.DataError, match="changed"):
                    expost.audit(data, study, report, stream=True, progress=write)


def test_paths_that_come_once_are_kept(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    for start in (0, 150):
        frame[start : start + 150].to_csv(tmp_path / f"{start}.csv", index=False)
    for stream in (False, True):
        publication = expost.publish(sorted(tmp_path.glob("*.csv")), study, seed=1, stream=stream)
        found = expost.publish(iter(sorted(tmp_path.glob("*.csv"))), study, seed=1, stream=stream)
        assert without_date(found.report) == without_date(publication.report)
        assert found.audit().summary["misses"] == 0


@pytest.mark.parametrize(
    ("mechanism", "budget"),
    [
        ({"name": "objective-perturbation", "noise": "laplace", "lambda": 2}, {"epsilon": 2}),
        ({"name": "output-perturbation", "lambda": 2}, {"epsilon": 2, "delta": 1e-6}),
    ],
)
def test_other_mechanisms(
    mechanism: dict[str, Any], budget: dict[str, Any], frame: pd.DataFrame, study: expost.Study
) -> None:
    study.document["mechanism"] = {**mechanism, "loss": {"name": "logistic"}}
    study.document["budget"] = budget
    expected = expost.publish(frame, study, seed=5, stream=False)
    assert without_date(expost.publish(frame, study, seed=5, stream=True).report) == without_date(
        expected.report
    )


@pytest.mark.parametrize(
    ("mechanism", "budget"),
    [
        (
            {
                **{"name": "objective-perturbation", "lambda": 3, "scales": {"model": 15.0}},
                "elsewhere": {"rowsAtMost": 1000, "residual": 1e-6},
            },
            {"epsilon": 3, "delta": 1e-6, "accountant": "shift", "release": "none"},
        ),
        (
            {
                **{"name": "objective-perturbation", "noise": "laplace", "lambda": 3, "eta": 0.5},
                "elsewhere": {"rowsAtMost": 1000},
            },
            {"epsilon": 3},
        ),
        (
            {"name": "output-perturbation", "lambda": 3, "scales": {"model": 1.0}},
            {"epsilon": 3, "delta": 1e-6},
        ),
        (
            {"name": "posterior-sample", "lambda": 3, "gamma": 1, "elsewhere": {"rowsAtMost": 1000}},
            None,
        ),
    ],
)
def test_models_from_elsewhere(
    mechanism: dict[str, Any], budget: dict[str, Any] | None, frame: pd.DataFrame, study: expost.Study
) -> None:
    loss = "squared" if budget is None else "logistic"
    study.document["mechanism"] = {**mechanism, "loss": {"name": loss}}
    if budget is None:
        del study.document["budget"]
        study.document["label"] = {"name": "age", "kind": "number", "minimum": 0, "maximum": 100}
        study = study.drop("age")
        frame = frame.dropna()
    else:
        study.document["budget"] = budget
    # One that fits the rows, and one that raises doubts.
    for theta in ([0.1] * (5 if budget is None else 6), [40.0] * (5 if budget is None else 6)):
        expected = expost.attach(theta, frame, study, seed=5, stream=False)
        found = expost.attach(theta, frame, study, seed=5, stream=True)
        assert without_date(found.report) == without_date(expected.report)
        assert found.notes["doubts"] == expected.notes["doubts"]
        assert (found.notes["doubts"] != []) == (theta[0] > 1)
        assert found.notes["rows"] == len(frame)


def test_a_model_from_elsewhere_has_no_limit_a_person(frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.person("shelf", rows=3).budget(epsilon=9)
    for stream in (False, True):
        with pytest.raises(expost.StudyError, match="/person must be left out for a model") as refused:
            expost.attach([0.1] * 6, frame, study, sigma=3, stream=stream)
        assert refused.value.pointer == "/person"


def test_mechanisms_that_need_the_rows_are_refused(frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {"name": "posterior-sample", "loss": {"name": "squared"}, "adaptive": True}
    study.document["budget"] = {"epsilon": 2, "delta": 1e-6}
    study.document["label"] = {"name": "age", "kind": "number", "minimum": 0, "maximum": 100}
    study = study.drop("age")
    with pytest.raises(expost.StudyError, match="needs its rows in memory") as refused:
        expost.publish(frame.dropna(), study, stream=True)
    assert refused.value.code == "unsupported"


def test_files_that_memory_would_not_hold_are_streamed(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path)
    heard: list[str] = []
    expost.publish(path, study, seed=1, progress=lambda phase, *_: heard.append(phase))
    assert "training" in heard
    heard.clear()
    monkeypatch.setattr("os.sysconf", lambda _: 64)
    expost.publish(path, study, seed=1, progress=lambda phase, *_: heard.append(phase))
    assert "pass 1" in heard
    assert "training" not in heard


def test_no_rows_and_rows_of_one_kind_are_no_refusal(frame: pd.DataFrame, study: expost.Study) -> None:
    """Whether there is a report must not depend on the data."""
    assert expost.publish(frame[:0].astype(frame.dtypes), study, stream=True).notes["rows"] == 0
    assert expost.publish(frame[frame["late"] == "no"], study, stream=True).notes["rows"] > 0


def test_errors_name_the_row(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    frame.loc[250, "card"] = "gold"
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path, row_group_size=100)
    with pytest.raises(expost.DataError) as refused:
        expost.publish(path, study, stream=True)
    assert refused.value.pointer == "/251/card"
    assert str(path) in str(refused.value)


def test_what_a_pass_raises_comes_out(frame: pd.DataFrame, study: expost.Study) -> None:
    def stop(phase: str, _done: int, _total: int | None) -> None:
        if phase == "pass 2":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expost.publish(frame, study, stream=True, progress=stop)


def test_blocks_add_up_in_any_order(frame: pd.DataFrame, study: expost.Study) -> None:
    batch = pa.RecordBatch.from_pandas(frame, preserve_index=False)
    header = batch.schema.names
    coder = BlockCoder(study.document, header)
    random = np.random.default_rng(1)

    def blocks() -> list[pa.RecordBatch]:
        cuts = [0, *sorted(random.choice(300, 6, replace=False).tolist()), 300]
        found = [batch.slice(a, b - a) for a, b in pairwise(cuts)]
        return [found[i] for i in random.permutation(len(found))]

    counters: Any = None
    for block in blocks():
        counters = added_counters(counters, coder.count(block, 1))
    assert counters == coder.count(batch, 1)
    made = call_elsewhere(
        "publish",
        study.document,
        header,
        {"counters": counters, "seed": 5},
        lambda question: reduce(added_answers, [coder.answer(question, block) for block in blocks()]),
    )
    assert made["report"]["model"] == expost.publish(frame, study, seed=5).report.document["model"]


def test_sums_of_something_else_are_refused(frame: pd.DataFrame, study: expost.Study) -> None:
    counters = BlockCoder(study.document, list(frame.columns)).count(
        pa.RecordBatch.from_pandas(frame, preserve_index=False), 1
    )
    names, request = list(frame.columns), {"counters": counters, "seed": 1}
    for wrong in ("no", "", "AAAA"):
        with pytest.raises(expost.ArgumentError, match="sums over rows are none"):
            call_elsewhere(
                "publish", study.document, list(frame.columns), request, lambda _, wrong=wrong: wrong
            )
        with pytest.raises(expost.ArgumentError, match="sums over rows are none"):
            added_answers(wrong, wrong)
    with pytest.raises(expost.ArgumentError, match="there is no operation train"):
        call_elsewhere("train", study.document, names, request, lambda _: "")


@pytest.mark.skipif("EXPOST_DEEP" not in os.environ, reason="three million rows: a part of the deep run")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak of memory from Linux")
def test_memory_does_not_grow_with_the_rows(study: expost.Study, tmp_path: Path) -> None:
    """Peaks with few rows and with many differ by less than the rows take."""
    study_path = tmp_path / "study.json"
    study.save(study_path)
    program = """
import sys, expost
from expost.bench import peak_mebibytes
expost.publish(sys.argv[1], expost.Study.load(sys.argv[2]), seed=1, stream=sys.argv[3] == "stream")
print(peak_mebibytes())
"""
    peaks = []
    for rows in (200_000, 3_200_000):
        path = tmp_path / f"{rows}.parquet"
        schema = pa.schema(
            [("age", pa.float64()), ("card", pa.string()), ("adult", pa.bool_()), ("late", pa.string())]
        )
        with pa.parquet.ParquetWriter(path, schema) as writer:
            random = np.random.default_rng(1)
            for _ in range(rows // 50_000):
                age = random.uniform(0, 100, 50_000)
                card = random.choice(["day", "year", "7"], 50_000)
                late = np.where(random.random(50_000) < age / 100, "yes", "no")
                writer.write_table(pa.table([age, card, age > 18, late], schema=schema))
        for way in ("stream", "memory"):
            printed = subprocess.run(
                [sys.executable, "-c", program, path, study_path, way],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            peaks.append(float(printed))
    small, small_in_memory, large, large_in_memory = peaks
    # Three million rows of 6 coordinates and a label; pools of memory vary by some 20 MiB.
    assert large_in_memory - small_in_memory > 3_000_000 * 8 * 7 / 2**20
    assert large - small < (large_in_memory - small_in_memory) / 4
