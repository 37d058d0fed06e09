"""Audits of rows that are read anew for each question: the summary of rows in memory."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import expost
from expost._elsewhere import BlockCoder, added_answers, call_elsewhere
from summaries import assert_streamed


def in_memory(data: Any, study: expost.Study, report: expost.Report, **options: Any) -> dict[str, Any]:
    return expost.audit(data, study, report, stream=False, **options).summary


SHARES = {
    "none": {"model": 1},
    "hessian": {"model": 0.5, "hessian": 0.5},
    "gradient+hessian": {"model": 0.4, "hessian": 0.3, "gradient": 0.3},
    "adaptive": {"model": 0.4, "hessian": 0.3, "gradient": 0.2, "smallestEigenvalue": 0.1},
}


@pytest.mark.parametrize("release", list(SHARES))
def test_a_stream_gives_the_summary_of_rows_in_memory(
    release: str, frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    study = study.budget(epsilon=3, release=release, shares=SHARES[release])
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path, row_group_size=37)
    made = expost.publish(path, study, seed=5, stream=True)
    expected = in_memory(frame, study, made.report)
    heard: list[str] = []
    found = made.audit(progress=lambda phase, *_: heard.append(phase))
    assert_streamed(found.summary, expected)
    assert expected["rows"] == 300
    assert "missesRedberg2021" in expected
    assert list(dict.fromkeys(heard))[:2] == ["reading", "pass 1"]
    assert len(set(heard)) == 4
    for data in (frame, str(path), [path]):
        other = expost.audit(data, study, made.report, stream=True, failure_probability=0.01)
        assert_streamed(other.summary, in_memory(frame, study, made.report, failure_probability=0.01))
        assert other.summary != found.summary
    with pytest.raises(expost.ArgumentError, match="has a summary alone"):
        _ = found.rows


@pytest.mark.parametrize(
    "loss", [{"name": "logistic"}, {"name": "pseudo-huber", "width": 0.2}, {"name": "squared"}]
)
def test_other_losses(loss: dict[str, Any], frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.loss(**loss)
    study.document["mechanism"]["scales"] = {"model": 3}
    if loss["name"] != "logistic":
        study = study.drop("age").number_label(minimum=0, maximum=100)
        study.document["label"]["name"] = "age"
    rows = frame.dropna()
    made = expost.publish(rows, study, seed=5, stream=True)
    assert_streamed(made.audit().summary, in_memory(rows, study, made.report))


def test_laplace_noise_has_expost_s_bound_alone(frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {
        **{"name": "objective-perturbation", "noise": "laplace", "lambda": 2},
        "loss": {"name": "logistic"},
    }
    study.document["budget"] = {"epsilon": 2}
    made = expost.publish(frame, study, seed=5, stream=True)
    found = made.audit().summary
    assert_streamed(found, in_memory(frame, study, made.report))
    assert list(found["bound"]) == ["sharp"]


def test_persons_are_limited_as_when_it_was_published(frame: pd.DataFrame, study: expost.Study) -> None:
    data = frame.assign(shelf=np.random.default_rng(8).permutation(np.arange(300) % 40))
    study = study.person("shelf", rows=3).budget(epsilon=9)
    made = expost.publish(data, study, seed=5, stream=True)
    found = made.audit().summary
    assert_streamed(found, in_memory(data, study, made.report))
    assert found["rows"] == 120


@pytest.mark.parametrize("rows", [1, 2, 99, 100, 101])
def test_ranks_of_few_rows(rows: int, frame: pd.DataFrame, study: expost.Study) -> None:
    made = expost.publish(frame[:rows], study, seed=5, stream=True)
    assert_streamed(made.audit().summary, in_memory(frame[:rows], study, made.report))


def test_misses_are_counted(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    """Noise that is none: the model is far from where the stated noise puts it."""
    made = expost.publish(frame, study, seed=5)
    document = made.report.document
    mechanism = document["model"]["mechanism"]
    document["model"]["theta"][0] += 2**50 * mechanism["x-rounding"]
    report = expost.Report({key: value for key, value in document.items() if key != "guarantee"})
    expected = in_memory(frame, study, report)
    assert expected["misses"] > 0
    frame.to_parquet(tmp_path / "rows.parquet", row_group_size=37)
    assert_streamed(expost.audit(tmp_path / "rows.parquet", study, report, stream=True).summary, expected)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_classes(noise: str, frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {
        "name": "objective-perturbation",
        "noise": noise,
        "lambda": 2,
        "loss": {"name": "softmax", "classes": 3},
    }
    study.document["budget"] = {"epsilon": 2} | ({} if noise == "laplace" else {"delta": 1e-6})
    study.document["label"] = {"name": "card", "kind": "category", "levels": ["day", "year", "7"]}
    study = study.drop("card")
    made = expost.publish(frame, study, seed=5, stream=True)
    assert made.report.document["model"] == expost.publish(frame, study, seed=5).report.document["model"]
    found = made.audit().summary
    assert_streamed(found, in_memory(frame, study, made.report))
    assert (found["rows"], list(found["bound"])) == (300, ["sharp"])


@pytest.mark.parametrize("chosen", [{"lambda": 2, "gamma": 0.5}, {"adaptive": True}])
def test_posterior_samples(chosen: dict[str, Any], frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {"name": "posterior-sample", **chosen, "loss": {"name": "squared"}}
    if "adaptive" in chosen:
        study.document["budget"] = {"epsilon": 2, "delta": 1e-6}
    else:
        del study.document["budget"]
    study.document["label"] = {"name": "age", "kind": "number", "minimum": 0, "maximum": 100}
    study = study.drop("age")
    rows = frame.dropna()
    report = expost.publish(rows, study, seed=5).report
    found = expost.audit(rows, study, report, stream=True).summary
    expected = in_memory(rows, study, report)
    assert_streamed(found, expected)
    assert ("moments" in expected) == ("adaptive" not in chosen)


def test_a_source_that_is_gone_or_another(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path)
    made = expost.publish(path, study, seed=5, stream=True)
    frame[:-1].to_parquet(path)
    with pytest.raises(expost.DataError, match="not those of the publication any more"):
        made.audit()
    path.unlink()
    with pytest.raises(expost.DataError, match="can't be read"):
        made.audit()
    frame.to_parquet(path)
    assert made.audit().summary["rows"] == 300
    for without in (pickle.loads(pickle.dumps(made)), made):
        if without is made:
            made.close()
        with pytest.raises(expost.ArgumentError, match="hasn't its rows"):
            without.audit()


def test_what_can_t_be_audited_is_refused(frame: pd.DataFrame, study: expost.Study) -> None:
    made = expost.publish(frame, study, seed=5)
    with pytest.raises(expost.DataError, match="no rows"):
        expost.audit(frame[:0], study, made.report, stream=True)
    other = expost.Study(study.document).numeric("age", minimum=0, maximum=90, missing=40)
    for stream in (False, True):
        with pytest.raises(expost.ArgumentError, match="was not made from this study"):
            expost.audit(frame, other, made.report, stream=stream)
    with pytest.raises(expost.ArgumentError, match="the failure probability must lie"):
        expost.audit(frame, study, made.report, stream=True, failure_probability=2)
    study.document["mechanism"] = {
        "name": "output-perturbation",
        "lambda": 2,
        "loss": {"name": "logistic"},
    }
    study.document["budget"] = {"epsilon": 2, "delta": 1e-6}
    streamed = expost.publish(frame, study, seed=5, stream=True)
    with pytest.raises(expost.StudyError, match="needs its rows in memory") as refused:
        streamed.audit()
    assert refused.value.code == "unsupported"
    assert expost.audit(frame, study, streamed.report).summary["misses"] == 0


def test_files_that_memory_would_not_hold_are_streamed(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path)
    made = expost.publish(path, study, seed=1)
    assert expost.audit(path, study, made.report).rows.num_rows == 300
    monkeypatch.setattr("os.sysconf", lambda _: 64)
    assert expost.audit(path, study, made.report)._rows is None


def test_blocks_are_put_together_in_any_order(
    frame: pd.DataFrame, study: expost.Study, report: expost.Report
) -> None:
    batch = pa.RecordBatch.from_pandas(frame, preserve_index=False)
    audited = (report, {})
    auditor = BlockCoder(study.document, batch.schema.names, audited=audited)
    random = np.random.default_rng(1)

    def summary(count: int, answers: Callable[[str], str]) -> dict[str, Any]:
        found: dict[str, Any] = call_elsewhere(
            "audit", study.document, batch.schema.names, {"count": count}, answers, audited
        )["summary"]
        return found

    def answer(question: str) -> str:
        parts = [auditor.answer(question, batch.slice(start, 50)) for start in range(0, 300, 50)]
        return reduce(added_answers, [parts[i] for i in random.permutation(6)])

    assert_streamed(summary(300, answer), in_memory(frame, study, report))
    # Rows that came or went between two passes.
    with pytest.raises(expost.DataError, match="changed while they were read"):
        summary(299, answer)
    questions: list[str] = []

    def heard(question: str) -> str:
        questions.append(question)
        return answer(question)

    summary(300, heard)
    assert len(questions) > 1
    marks = (b"", b"x", b"\x7f", b"\x7f1234567", b"\x7f" + b"\xff" * 80)
    for wrong in ("no", *(b64encode(mark).decode() for mark in marks), questions[0]):
        with pytest.raises(expost.ArgumentError, match="the sums over rows are none"):
            summary(300, lambda _, wrong=wrong: wrong)  # type: ignore[misc]
        with pytest.raises(expost.ArgumentError, match="are none"):
            added_answers(wrong, answer(questions[-1]))
        if wrong != questions[0]:
            with pytest.raises(expost.ArgumentError, match="is no question"):
                auditor.answer(wrong, batch)
    with pytest.raises(expost.ArgumentError, match="is no question"):
        auditor.answer(questions[-1][:-8], batch)
    # Another loss has other figures.
    with pytest.raises(expost.ArgumentError, match="the sums over rows are none"):
        added_answers(answer(questions[0]), answer(questions[-1]))


@pytest.mark.skipif("EXPOST_DEEP" not in os.environ, reason="three million rows: a part of the deep run")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak of memory from Linux")
def test_memory_does_not_grow_with_the_rows(study: expost.Study, tmp_path: Path) -> None:
    """Peaks with few rows and with many differ by less than one number a row."""
    study.save(tmp_path / "study.json")
    random = np.random.default_rng(1)
    program = """
import sys, expost
from expost.bench import peak_mebibytes
study = expost.Study.load(sys.argv[2])
report = expost.load_report(sys.argv[3])
expost.audit(sys.argv[1], study, report, stream=True)
print(peak_mebibytes())
"""
    peaks = []
    for rows in (200_000, 3_200_000):
        path = tmp_path / f"{rows}.parquet"
        schema = pa.schema(
            [("age", pa.float64()), ("card", pa.string()), ("adult", pa.bool_()), ("late", pa.string())]
        )
        with pa.parquet.ParquetWriter(path, schema) as writer:
            for _ in range(rows // 50_000):
                age = random.uniform(0, 100, 50_000)
                card = random.choice(["day", "year", "7"], 50_000)
                late = np.where(random.random(50_000) < age / 100, "yes", "no")
                writer.write_table(pa.table([age, card, age > 18, late], schema=schema))
        report = tmp_path / f"{rows}.json"
        expost.publish(path, study, seed=1, stream=True).report.save(report)
        printed = subprocess.run(
            [sys.executable, "-c", program, path, tmp_path / "study.json", report],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        peaks.append(float(printed))
    # In memory the audit has six numbers a row, and the rows have seven.
    assert peaks[1] - peaks[0] < 3_000_000 * 8 * 2 / 2**20
