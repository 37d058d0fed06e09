"""The publisher's ledger: the file of the command line, by the same rules."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import expost
import expost.ledger
from conftest import small_study
from test_command_line import COMMAND, NODE, command

with_command_line = pytest.mark.skipif(
    NODE is None or not COMMAND.exists(), reason="there is no built command line here (npm run build)"
)

HASH = "a" * 64
ENTRY: dict[str, Any] = {
    "published": "2026-03-01",
    "title": "Another study",
    "report": HASH,
    "study": "b" * 64,
    "epsilon": 1,
    "delta": 1e-6,
    "accountant": "joint",
    "seeded": False,
}


def ledger_of(*entries: dict[str, Any], version: int = 4, **keys: Any) -> dict[str, Any]:
    return {"format": "expost-ledger", "version": version, **keys, "entries": list(entries)}


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "ledger.json"


@pytest.fixture(name="study")
def _study() -> expost.Study:
    """Any budget can be met."""
    study = small_study()
    study.document["mechanism"]["lambda"] = None
    return study


@pytest.fixture(autouse=True)
def _as_told() -> Iterator[None]:
    """A warning that a test doesn't expect is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def test_entries_add_up_and_the_file_is_its_owners_alone(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    study = study.budget(epsilon=0.1)
    first = expost.publish(frame, study, ledger=ledger)
    study = study.budget(epsilon=0.2, delta=2e-7)
    second = expost.publish(frame, study, ledger=str(ledger))
    document = read(ledger)
    assert list(document) == ["format", "version", "key", "entries"]
    assert (document["format"], document["version"], len(document["entries"])) == ("expost-ledger", 4, 2)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600
    for publication, entry in zip((first, second), document["entries"], strict=True):
        publication.report.save(tmp_path / "report.json", replace=True)
        assert entry["report"] == hashlib.sha256((tmp_path / "report.json").read_bytes()).hexdigest()
        assert entry["published"] == publication.report.document["published"]
        assert entry["accountant"] == "shift"
        assert len(entry["curve"]) == 33
    found = expost.load_ledger(ledger)
    # Not 0.30000000000000004.
    assert found.total.sums == expost.Promise(0.3, 1.2e-6)
    assert found.total.words == "ε = 0.3, δ = 0.0000012 (2 publications)"
    assert [(entry.epsilon, entry.delta) for entry in found.entries] == [(0.1, 1e-6), (0.2, 2e-7)]
    assert second.ledger is not None
    assert second.ledger.document == document
    assert str(second.ledger).startswith(found.total.words)
    assert "Late library books" in found._repr_html_()
    assert names(tmp_path) == ["ledger.json", "report.json"]


def test_without_a_file_a_ledger_is_empty(ledger: Path) -> None:
    found = expost.load_ledger(ledger)
    assert found.entries == ()
    assert repr(found) == "<expost.Ledger, nothing published>"
    assert not ledger.exists()


def test_the_same_study_again_is_told_before_the_data_are_read(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    expost.publish(frame, study, ledger=ledger)
    reordered = dict(reversed(list(study.document.items())))
    with pytest.warns(expost.LedgerWarning, match=r"published before, on \d{4}-\d\d-\d\d: losses add up, so"):
        expost.publish(frame, reordered, ledger=ledger)
    # Made an error it comes before anything is drawn.
    with pytest.raises(expost.LedgerWarning):
        expost.publish("absent.csv", study, ledger=ledger)
    assert len(read(ledger)["entries"]) == 2


def test_experiments_are_listed_and_not_counted(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    study = study.budget(epsilon=5)
    expost.publish(frame, study, ledger=ledger, limit=1.5, seed=3)
    study = study.budget(epsilon=1)
    expost.publish(frame, study, ledger=ledger, seed=3)
    assert expost.load_ledger(ledger).total.words == "nothing published (2 seeded experiments not counted)"
    # Neither a repeat nor beyond the limit.
    expost.publish(frame, study, ledger=ledger)
    total = expost.load_ledger(ledger).total
    assert (total.publications, total.experiments, total.sums.epsilon) == (1, 2, 1)


def test_a_limit_is_kept_lowered_and_refuses_before_the_data_are_read(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    expost.publish(frame, study, ledger=ledger, limit=(3, 3e-6))
    study = study.budget(epsilon=1.5)
    expost.publish(frame, study, ledger=ledger)
    before = ledger.read_bytes()
    study = study.budget(epsilon=4)
    for publish in (
        lambda **more: expost.publish("absent.csv", study, ledger=ledger, **more),
        lambda **more: expost.publish("absent.csv", study, ledger=ledger, stream=True, **more),
    ):
        with pytest.raises(expost.LedgerError) as refused:
            publish()
        assert refused.value.code == "beyond-limit"
        assert str(refused.value).startswith(
            f"{ledger}: this publication would go beyond the limit ε = 3, δ = 0.000003: it adds ε = 4, "
            "δ = 0.000001 to ε = 2.5, δ = 0.000002 (2 publications); nothing was written"
        )
    with pytest.raises(expost.LedgerError, match="lowered here but not raised"):
        expost.publish("absent.csv", study, ledger=ledger, limit=3)
    assert ledger.read_bytes() == before
    assert names(ledger.parent) == ["ledger.json"]
    study = study.budget(epsilon=0.25)
    expost.publish(frame, study, ledger=ledger, limit=(2.75, 3e-6))
    found = expost.load_ledger(ledger)
    assert found.limit == expost.Promise(2.75, 3e-6)
    assert str(found).endswith("limit: ε = 2.75, δ = 0.000003; left: ε = 0, δ = 0")
    assert found.left == expost.Promise(0, 0)
    assert found.total.sums.epsilon == 2.75
    assert found.total.together.epsilon < 2.4
    # The sums alone count: a next publication would be chosen by what these showed.
    study = study.budget(epsilon=0.001)
    with pytest.raises(expost.LedgerError, match="beyond the limit"):
        expost.publish("absent.csv", study, ledger=ledger)


def test_a_limit_that_is_reached_is_taken(frame: pd.DataFrame, study: expost.Study, ledger: Path) -> None:
    study.document["mechanism"] = {
        "name": "objective-perturbation",
        "noise": "laplace",
        "loss": {"name": "logistic"},
        "lambda": 2,
    }
    ledger.write_text(json.dumps(ledger_of({**ENTRY, "epsilon": 0.1}, limit={"epsilon": 0.3, "delta": 1e-6})))
    study.document["budget"] = {"epsilon": 0.2000000001}
    with pytest.raises(expost.LedgerError, match="would go beyond"):
        expost.publish(frame, study, ledger=ledger)
    study.document["budget"] = {"epsilon": 0.2}
    expost.publish(frame, study, ledger=ledger)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), (1, 1), (1, -1e-9)])
def test_limits_that_are_none(limit: Any, study: expost.Study, ledger: Path) -> None:
    with pytest.raises(expost.LedgerError, match=r"/limit/\w+ must be a number"):
        expost.publish("absent.csv", study, ledger=ledger, limit=limit)
    assert not ledger.exists()


@pytest.mark.parametrize("limit", ["3", (1, 1e-6, 2), (), True, (1, None)])
def test_limits_of_other_types(limit: Any, study: expost.Study, ledger: Path) -> None:
    with pytest.raises(expost.ArgumentError, match="limit must be ε, or ε and δ"):
        expost.publish("absent.csv", study, ledger=ledger, limit=limit)


def test_a_limit_needs_a_ledger(study: expost.Study) -> None:
    with pytest.raises(expost.ArgumentError, match="limit belongs to ledger"):
        expost.publish("absent.csv", study, limit=3)


def test_attach_is_entered_and_limited_by_the_noise_of_its_model(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    mechanism = study.document["mechanism"]
    mechanism["lambda"] = 2
    mechanism["elsewhere"] = {"rowsAtMost": 1000, "residual": 1e-6}
    theta = [0.0] * 6
    with pytest.raises(expost.LedgerError, match=r"beyond the limit ε = 1\.5 with any δ: it adds ε = "):
        expost.attach(theta, "absent.csv", study, sigma=0.5, ledger=ledger, limit=1.5)
    assert not ledger.exists()
    made = expost.attach(theta, frame, study, sigma=20, ledger=ledger, limit=1.5)
    (entry,) = expost.load_ledger(ledger).entries
    assert made.report.guarantee is not None
    assert entry.epsilon == made.report.guarantee.epsilon < 1.5


def test_a_publication_without_a_promise_makes_the_total_infinite(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    expost.publish(frame, study, ledger=ledger)
    study.document["mechanism"] = {
        "name": "objective-perturbation",
        "loss": {"name": "squared"},
        "lambda": 2,
        "scales": {"model": 5},
    }
    study = study.drop("age").number_label(minimum=0, maximum=100)
    study.document["label"]["name"] = "age"
    expost.publish(frame.dropna(), study, ledger=ledger)
    total = expost.load_ledger(ledger).total
    assert (total.sums.epsilon, total.sums.delta, total.promised.epsilon) == (float("inf"), 1, 1)
    assert read(ledger)["entries"][1]["epsilon"] == "Infinity"
    assert "1 without a finite guarantee" in total.words


def test_a_persons_promise_is_entered(frame: pd.DataFrame, study: expost.Study, ledger: Path) -> None:
    study = study.person("shelf", rows=3).budget(epsilon=3)
    expost.publish(frame.assign(shelf=np.arange(len(frame)) % 60), study, ledger=ledger, stream=True)
    (entry,) = expost.load_ledger(ledger).entries
    assert (entry.epsilon, entry.rows) == (3, 3)


def test_one_table_has_one_fingerprint_whatever_holds_it(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    whole = frame.assign(age=frame["age"].fillna(40).astype(int), adult=frame["adult"].astype(bool))
    whole.to_parquet(tmp_path / "rows.parquet", row_group_size=37)
    whole[:100].to_parquet(tmp_path / "part-1.parquet", index=False)
    whole[100:].to_parquet(tmp_path / "part-2.parquet", index=False)
    text = whole.assign(adult=whole["adult"].map({True: "true", False: "false"}))
    text.to_csv(tmp_path / "rows.csv", index=False)
    text.to_csv(tmp_path / "rows.txt", index=False, sep="\t")
    blank = pa.table({name: whole[name].tolist() for name in whole.columns})
    forms: list[tuple[Any, bool]] = [
        (whole, False),
        (whole, True),
        (whole.assign(card=whole["card"].astype("category")), True),
        (pl.from_pandas(whole), False),
        (blank, True),
        ({name: whole[name].tolist() for name in whole.columns}, False),
        (tmp_path / "rows.parquet", True),
        (str(tmp_path / "part-*.parquet"), True),
        (str(tmp_path / "part-*.parquet"), False),
        (tmp_path / "rows.csv", False),
        (tmp_path / "rows.txt", True),
        (whole.assign(card=[f"  {value}\t" for value in whole["card"]]), True),
    ]
    for index, (form, stream) in enumerate(forms):
        study = study.describe(title=f"Number {index}")
        expost.publish(form, study, ledger=ledger, stream=stream, seed=1)
    prints = {entry["data"] for entry in read(ledger)["entries"]}
    assert len(prints) == 1
    # A row, a column's name, the order of the rows.
    for other in (whole[:-1], whole.rename(columns={"shelf": "place"}), whole[::-1]):
        expost.publish(other, study, ledger=ledger, seed=1)
    assert len({entry["data"] for entry in read(ledger)["entries"]}) == 4


def test_other_data_are_told_and_never_refused(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    expost.publish(frame, study, ledger=ledger)
    study = study.budget(epsilon=2)
    with pytest.warns(expost.LedgerWarning, match="not those of its earlier publications"):
        expost.publish(frame[:-1], study, ledger=ledger)
    study = study.budget(epsilon=0.5)
    # Even where warnings are errors: the report is entered, and must not be lost.
    made = expost.publish(frame[:-2], study, ledger=ledger)
    assert "not those of its earlier publications" in made.notes["doubts"][-1]
    assert len(read(ledger)["entries"]) == 3


@with_command_line
def test_either_side_goes_on_with_the_others_ledger(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    """One table, once as a file of the command line and once as a data frame."""
    frame = frame.assign(
        age=frame["age"] / 8, note=[f' "{i}", é\u2003\U0001f600\\' for i in range(len(frame))]
    )
    data = tmp_path / "rows.parquet"
    frame.to_parquet(data)
    plan = tmp_path / "study.json"
    study.document["label"]["aliases"] = {
        **{"10": "no", "9": "no", "01": "no"},
        **{"\U0001f600": "yes", "\uffee": "yes", "\uffef": "no"},
    }

    def theirs(epsilon: float, *options: str | Path) -> None:
        study.budget(epsilon=epsilon).save(plan, replace=True)
        out = tmp_path / "report.json"
        command(*("publish", data, "--study", plan, "--out", out, "--replace", "--ledger", ledger, *options))

    def ours(epsilon: float, **options: Any) -> None:
        expost.publish(frame, study.budget(epsilon=epsilon), ledger=ledger, **options)

    theirs(0.1, "--limit", "9,1e-4", "--seed", "4")
    ours(0.1, seed=4)
    first, second = read(ledger)["entries"]
    # The same publication is the same entry. In a report JavaScript writes the alias "10" first.
    assert {**first, "report": ""} == {**second, "report": ""}
    ours(0.25)
    theirs(0.5)
    with pytest.warns(expost.LedgerWarning, match="this study was published before"):
        ours(0.5)
    document = read(ledger)
    assert document["limit"] == {"epsilon": 9, "delta": 1e-4}
    assert len({entry["data"] for entry in document["entries"]}) == 1
    assert len({entry["study"] for entry in document["entries"]}) == 3
    # The total in the same words, and the limit by the same rule.
    total = expost.load_ledger(ledger).total
    assert total.words == "ε = 1.25, δ = 0.000003 (3 publications, 2 seeded experiments not counted)"
    ledger.write_text(json.dumps({**document, "limit": {"epsilon": 1.25}}), "utf-8")
    with pytest.raises(expost.LedgerError) as refused:
        ours(4)
    study.budget(epsilon=4).save(plan, replace=True)
    done = subprocess.run(
        [NODE, COMMAND, "publish", data, "--study", plan, "--out", tmp_path / "x.json", "--ledger", ledger],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.stderr == f"expost: {refused.value}\n"


@with_command_line
def test_files_of_both_sides_are_the_same_to_the_byte(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    frame.to_parquet(tmp_path / "rows.parquet")
    study.save(tmp_path / "study.json")
    other = tmp_path / "other.json"
    start = ledger_of({**ENTRY, "x-note": [1.5e-7, 1e21, {"a": []}]}, key=HASH, **{"x-b": {}, "x-a": None})
    for path in (ledger, other):
        path.write_text(json.dumps(start), "utf-8")
        path.chmod(0o640)
    expost.publish(tmp_path / "rows.parquet", study, seed=7, ledger=ledger).report.save(
        tmp_path / "ours.json"
    )
    files = ("--study", tmp_path / "study.json", "--out", tmp_path / "theirs.json", "--ledger", other)
    command("publish", tmp_path / "rows.parquet", *files, "--seed", "7")
    assert (tmp_path / "ours.json").read_bytes() == (tmp_path / "theirs.json").read_bytes()
    assert ledger.read_bytes() == other.read_bytes()
    assert ledger.stat().st_mode == other.stat().st_mode
    assert read(ledger)["entries"][0] == start["entries"][0]


@pytest.mark.parametrize("version", [1, 2])
def test_older_ledgers_are_read_and_become_the_present_version(
    version: int, frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    ledger.write_text("\ufeff" + json.dumps(ledger_of(ENTRY, version=version)), "utf-8")
    ledger.chmod(0o644)
    expost.publish(frame, study, ledger=ledger)
    document = read(ledger)
    assert document["version"] == 4
    assert document["entries"][0] == ENTRY
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600


BROKEN: list[tuple[str, bytes | dict[str, Any], str]] = [
    ("empty", b" \n", "is empty: a JSON document was expected"),
    ("text", b"ledger", "is not JSON: line 1, column 1 is not what JSON allows there"),
    ("half", json.dumps(ledger_of(ENTRY)).encode()[:-3], "is not complete: its JSON text ends too early"),
    ("bytes", b"{\xff\xfe", "is not UTF-8 text"),
    ("list", b"[]", "is not a ledger: a JSON object whose format"),
    ("infinite", json.dumps(ledger_of({**ENTRY, "epsilon": float("inf")})).encode(), "is not JSON"),
    (
        "too large",
        json.dumps(ledger_of(ENTRY)).replace('"epsilon": 1', '"epsilon": 1e999').encode(),
        "/entries/0/epsilon must",
    ),
    ("deep", b'{"format": "expost-ledger", "x-deep": ' + b"[" * 99999 + b"]" * 99999 + b"}", "nested"),
    ("surrogate", json.dumps(ledger_of({**ENTRY, "title": "\ud800"})).encode(), "half a character"),
    ("report", {"format": "expost-report", "version": 1}, "is not a ledger"),
    ("newer", ledger_of(version=5), "is a ledger of version 5, newer than"),
    ("key", ledger_of(key="c" * 63), "/key must be 32 random bytes"),
    ("no key", ledger_of({**ENTRY, "data": HASH}), "/key is missing"),
    ("null", ledger_of(key=None), "/key must be 32 random bytes"),
    ("unknown", ledger_of({**ENTRY, "a/b": 3}), "/entries/0/a~1b is not a key"),
    ("limit", ledger_of(limit={"epsilon": True}), "/limit/epsilon must be a number above 0"),
    ("date", ledger_of(ENTRY, {**ENTRY, "published": "yesterday"}), "/entries/1/published must be a date"),
    ("curve", ledger_of({**ENTRY, "curve": []}), "/entries/0/curve must be a list"),
    ("version 2", ledger_of({**ENTRY, "rows": 3}, version=2), "/entries/0/rows is not a key"),
]


@pytest.mark.parametrize(("content", "expected"), [case[1:] for case in BROKEN], ids=[c[0] for c in BROKEN])
def test_a_broken_ledger_is_named_and_left_as_it_is(
    content: bytes | dict[str, Any], expected: str, study: expost.Study, ledger: Path
) -> None:
    ledger.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    before = ledger.read_bytes()
    for use in (
        lambda: expost.load_ledger(ledger),
        lambda: expost.publish("absent.csv", study, ledger=ledger),
    ):
        with pytest.raises(expost.LedgerError) as refused:
            use()
        assert str(refused.value).startswith(f"{ledger}: ")
        assert expected in str(refused.value)
        assert len(str(refused.value)) < 400
    assert ledger.read_bytes() == before
    assert names(ledger.parent) == ["ledger.json"]


def test_places_that_hold_no_ledger(study: expost.Study, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, expected in (
        (tmp_path, "is no regular file"),
        (tmp_path / "pipe", "is no regular file"),
        (tmp_path / "absent" / "ledger.json", "its folder is not there"),
    ):
        with pytest.raises(expost.LedgerError, match=expected):
            expost.publish("absent.csv", study, ledger=path)


def test_what_fails_enters_nothing(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(phase: str, *_: object) -> None:
        if phase == "training":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expost.publish(frame, study, ledger=ledger, progress=stop)
    with pytest.raises(expost.DataError):
        expost.publish(frame.assign(card="gold"), study, ledger=ledger)
    assert names(ledger.parent) == []
    # Half a file is never there, and the lock is gone.
    expost.publish(frame, study, ledger=ledger)
    before = ledger.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(expost.LedgerError, match=r"can't be written: No space left"):
        expost.publish(frame, study.budget(epsilon=2), ledger=ledger)
    assert ledger.read_bytes() == before
    assert names(ledger.parent) == ["ledger.json"]


def test_the_entry_is_there_before_the_report_is(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it can't be written, nobody gets the report."""
    seen: list[bool] = []
    written = expost.ledger._write

    def write(*arguments: Any, **options: Any) -> None:
        written(*arguments, **options)
        seen.append(ledger.exists())
        raise KeyboardInterrupt

    monkeypatch.setattr(expost.ledger, "_write", write)
    with pytest.raises(KeyboardInterrupt):
        expost.publish(frame, study, ledger=ledger)
    assert seen == [True]
    assert names(ledger.parent) == ["ledger.json"]
    assert len(read(ledger)["entries"]) == 1


def test_a_ledger_behind_a_link_stays_a_link(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    (tmp_path / "link.json").symlink_to("ledger.json")
    expost.publish(frame, study, ledger=tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert len(read(ledger)["entries"]) == 1


def test_a_lock_that_stays_is_named_and_left_alone(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expost.ledger, "_PATIENCE", 0.2)
    lock = ledger.with_name(".ledger.json.lock")
    lock.touch()
    with pytest.raises(
        expost.LedgerError, match=r"if none is running, delete .*\.ledger\.json\.lock and try"
    ):
        expost.publish(frame, study, ledger=ledger)
    assert names(ledger.parent) == [".ledger.json.lock"]


def test_a_publication_waits_and_sees_what_was_entered_meanwhile(
    frame: pd.DataFrame, study: expost.Study, ledger: Path
) -> None:
    lock = ledger.with_name(".ledger.json.lock")
    lock.touch()
    failed: list[Exception] = []

    def publish() -> None:
        try:
            expost.publish(frame, study, ledger=ledger, limit=1.5)
        except expost.LedgerError as error:
            failed.append(error)

    waiting = threading.Thread(target=publish)
    waiting.start()
    time.sleep(0.7)
    assert waiting.is_alive()
    ledger.write_text(json.dumps(ledger_of(ENTRY)), "utf-8")
    lock.unlink()
    waiting.join(60)
    # There was room for it when it began.
    assert len(failed) == 1
    assert "would go beyond the limit" in str(failed[0])
    assert read(ledger)["entries"] == [ENTRY]


@with_command_line
def test_many_at_once_are_all_entered(
    frame: pd.DataFrame, study: expost.Study, ledger: Path, tmp_path: Path
) -> None:
    """Three processes of Python, and two of the command line."""
    frame.to_parquet(tmp_path / "rows.parquet")
    study.save(tmp_path / "study.json")
    program = (
        "import sys, expost; expost.publish(sys.argv[1], expost.Study.load(sys.argv[2]), ledger=sys.argv[3])"
    )
    data, plan = tmp_path / "rows.parquet", tmp_path / "study.json"
    calls: list[list[Any]] = [[sys.executable, "-W", "ignore", "-c", program, data, plan, ledger]] * 3
    for index in range(2):
        out = tmp_path / f"report-{index}.json"
        calls.append([NODE, COMMAND, "publish", data, "--study", plan, "--ledger", ledger, "--out", out])
    running = [subprocess.Popen(call, stdout=subprocess.DEVNULL) for call in calls]
    assert [process.wait(120) for process in running] == [0] * 5
    document = read(ledger)
    assert len(document["entries"]) == 5
    assert len({entry["data"] for entry in document["entries"]}) == 1
    assert len({entry["report"] for entry in document["entries"]}) == 5
