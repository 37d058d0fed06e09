"""Networks whose path is in a file beside the report."""

from __future__ import annotations

import gzip
import hashlib
import pickle
from pathlib import Path
from typing import Any

import pytest

import expost
from conftest import small_frame, small_study


@pytest.fixture(name="made", scope="module")
def _made() -> expost.Publication:
    study = small_study()
    study.document["mechanism"] = {
        "name": "noisy-gradient-descent",
        "loss": {"name": "logistic"},
        "network": {
            "input": [6],
            "layers": [
                {"kind": "dense", "out": 1500},
                {"kind": "tanh"},
                {"kind": "dense", "out": 1, "bias": False},
            ],
        },
        "start": {"seed": 7},
        "clip": 1,
        "steps": 42,
        "sampling": {"kind": "full"},
        "update": {"rate": 1, "divisor": 50},
    }
    study.document["scaling"] = {"range": [-1, 1]}
    study.document["budget"] = {"epsilon": 1, "delta": 1e-6}
    return expost.publish(small_frame(6), study, secrets=True)


def test_a_long_path_is_saved_beside_the_report_and_read_from_there(
    made: expost.Publication, tmp_path: Path, record: dict[str, Any]
) -> None:
    iterates = made.report.document["release"]["iterates"]
    assert "data" not in iterates
    path_file = made.report.path_file
    assert path_file is not None
    name, content = path_file
    assert name == f"path-{iterates['sha256'][:16]}.bin.gz"
    data = gzip.decompress(content)
    assert hashlib.sha256(data).hexdigest() == iterates["sha256"]
    bound = made.report.bound(record)
    made.report.save(tmp_path / "report.json")
    assert (tmp_path / name).read_bytes() == content
    for report in (
        expost.load_report(tmp_path / "report.json"),
        expost.Report(made.report.document, path=content),
        expost.Report(made.report.document, path=data),
        expost.Report.from_text(made.report.text, path=lambda asked: {name: content}[asked]),
        pickle.loads(pickle.dumps(made.report)),
        pickle.loads(pickle.dumps(made)).report,
    ):
        again = report.bound(record)
        assert (again.total, again.loss_in, again.loss_out) == (
            bound.total,
            bound.loss_in,
            bound.loss_out,
        )
        assert report.path_file == path_file
    other = expost.publish(small_frame(50), small_study(), secrets=True).report
    together = expost.bound_series([made.report, other], record)
    assert max(each.total.upper for each in together.bounds) <= together.total < 2
    assert made.audit().summary["misses"] == 0


def test_no_figure_without_that_very_file(made: expost.Publication, tmp_path: Path) -> None:
    assert made.report.path_file is not None
    name, content = made.report.path_file
    data = gzip.decompress(content)
    document = made.report.document
    with pytest.raises(expost.ReportError, match=name) as missing:
        expost.Report(document)
    assert missing.value.code == "path-missing"
    made.report.save(tmp_path / "report.json")
    (tmp_path / name).unlink()
    with pytest.raises(FileNotFoundError, match=name):
        expost.load_report(tmp_path / "report.json")
    for spoiled, code in (
        (data[:-1] + bytes([data[-1] ^ 1]), "inconsistent"),
        (data[:-1], "wrong-length"),
        (data + b"x", "too-large"),
        (gzip.compress(bytes(2**28)), "too-large"),
        (content[: len(content) // 2], "wrong-length"),
        (content[:3] + b"nothing of gzip", "not-gzip"),
    ):
        with pytest.raises(expost.ReportError) as refused:
            expost.Report(document, path=spoiled)
        assert refused.value.code == code
