"""Whatever comes in gives the right number, or one refusal that names it and no row."""

from __future__ import annotations

import datetime
import decimal
import fractions
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import expost

#: Values that no document can hold, and that some libraries turn into numbers.
ODD: list[Any] = [
    decimal.Decimal(37),
    fractions.Fraction(37),
    37 + 0j,
    b"37",
    bytearray(b"37"),
    datetime.date(2020, 1, 1),
    datetime.timedelta(37),
    pd.Timestamp("2020-01-01"),
    pd.Timedelta(37),
    pd.NaT,
    pd.NA,
    np.timedelta64(37),
    np.timedelta64(37, "D"),
    np.datetime64("2020-01-01", "ns"),
    np.datetime64("2020-01-01"),
    np.longdouble(37),
    np.clongdouble(37),
    np.bytes_(b"37"),
    np.void(b"37"),
    np.array([1, 2], dtype="m8[ns]"),
    object(),
    {37},
]
kind_of = pytest.mark.parametrize("value", ODD, ids=lambda value: f"{type(value).__name__} {value!s:.12}")


@kind_of
def test_values_of_other_types_are_refused_by_name(
    value: Any, report: expost.Report, record: dict[str, Any], frame: pd.DataFrame, study: expost.Study
) -> None:
    # numpy's own bytes come out as Python's.
    name = "bytes" if isinstance(value, np.bytes_) else type(value).__name__

    def refused(call: Callable[[], Any], kind: type[expost.ExpostError], pointer: str) -> None:
        with pytest.raises(kind, match=rf"\b{name}$") as error:
            call()
        assert error.value.pointer == pointer
        assert pointer in str(error.value)

    refused(lambda: report.bound({**record, "age": value}), expost.RecordError, "/age")
    option = "/options/failureProbability"
    refused(lambda: report.bound(record, failure_probability=value), expost.ArgumentError, option)
    refused(lambda: expost.plan(epsilon=value), expost.ArgumentError, "/epsilon")
    odd = study.budget(epsilon=value, delta=1e-6)
    refused(lambda: expost.publish(frame, odd), expost.ArgumentError, "/study/budget/epsilon")
    refused(odd.errors, expost.ArgumentError, "/study/budget/epsilon")
    changed = {**report.document, "x-a": {"b": [1, value]}}
    refused(lambda: expost.load_report(changed), expost.ArgumentError, "/report/x-a/b/1")


@kind_of
def test_a_study_with_such_a_value_is_not_written(value: Any, study: expost.Study, tmp_path: Path) -> None:
    with pytest.raises(expost.StudyError, match="/budget/epsilon must be what JSON can hold"):
        study.budget(epsilon=value).save(tmp_path / "study.json")
    assert list(tmp_path.iterdir()) == []


def test_options_are_told_from_keys_that_look_like_them(
    report: expost.Report, record: dict[str, Any]
) -> None:
    with pytest.raises(expost.RecordError, match=r"of the type Decimal$") as refused:
        report.bound({**record, "a: b/c": decimal.Decimal(1)})
    assert refused.value.pointer == "/a: b~1c"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([decimal.Decimal(20 + i % 60) for i in range(300)], {}),
        ([pd.NA, *range(20, 80), *[30] * 239], {"age": 1}),
        ([pd.NaT] * 300, {"age": 300}),
        ([fractions.Fraction(1)] * 300, "Fraction"),
        ([1j] * 300, "complex"),
        ([b"37"] * 300, {}),
        ([b"\xff"] * 300, "binary|object|UTF-8"),
        (np.array([37] * 300, dtype="m8[s]"), "duration|timedelta"),
        (np.array([37] * 300, dtype=np.longdouble), "numpy type|float128"),
        ([datetime.timedelta(37)] * 300, "duration|timedelta"),
        ([datetime.time(3)] * 300, "time64"),
        ([datetime.date(2020, 1, 1)] * 300, "must be a number, .* but is .2020-01-01"),
    ],
)
def test_columns_of_other_types(
    values: Any, expected: dict[str, int] | str, frame: pd.DataFrame, study: expost.Study
) -> None:
    others = {name: frame[name].tolist() for name in ("late", "card", "adult")}
    for data in ({**others, "age": values}, frame.assign(age=values)):
        if isinstance(expected, str):
            with pytest.raises(expost.DataError, match=expected):
                expost.publish(data, study, seed=1)
        else:
            assert expost.publish(data, study, seed=1).notes["missing"] == expected


@pytest.mark.parametrize("stream", [False, True])
def test_open_files_are_read(
    stream: bool, frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    text = frame.to_csv(index=False)
    path, columns = tmp_path / "rows.csv", tmp_path / "rows.parquet"
    path.write_text(text, "utf-8")
    frame.to_parquet(columns)
    theta = report.document["model"]["theta"]
    with (
        path.open(encoding="utf-8") as texts,
        path.open("rb") as binary,
        columns.open("rb") as parquet,
    ):
        for source in (io.StringIO(text), io.BytesIO(text.encode()), texts, binary, parquet):
            made = expost.publish(source, study, seed=1, stream=stream)
            assert made.report.document["model"]["theta"] == theta
            assert made.audit().summary["rows"] == 300
    assert report.bounds(io.StringIO(text)).equals(report.bounds(frame))


class Odd:
    """Something like a file, or like a frame."""

    def __init__(self, **methods: Any) -> None:
        self.__dict__.update(methods)


def test_what_cannot_be_read_is_refused_by_name(study: expost.Study, tmp_path: Path) -> None:
    closed = io.StringIO("late,age\n")
    closed.close()
    path = tmp_path / "rows.csv"
    path.write_bytes(b"late,age,card,adult\n\xe9,37,day,yes\n")

    def broken(*_: Any) -> bytes:
        raise OSError("the disk\nis gone")

    with path.open(encoding="ascii") as text, (tmp_path / "new.csv").open("w") as written:
        for data, said in (
            (closed, "^The open file: can't be read: I/O operation on closed file"),
            (text, r"rows\.csv: can't be read: 'ascii' codec can't decode"),
            (written, r"new\.csv: can't be read: not readable$"),
            (Odd(read=broken), "^The open file: can't be read: the disk is gone$"),
            (Odd(read=lambda _: 7), "^The open file: can't be read: .*int"),
            (Odd(__arrow_c_stream__=broken), "^The data must be a data frame .* of the type Odd: "),
        ):
            with pytest.raises(expost.DataError, match=said) as refused:
                expost.publish(data, study)
            assert "\n" not in str(refused.value)


def test_open_files_without_a_table(study: expost.Study) -> None:
    with pytest.raises(expost.DataError, match="The open file: is empty"):
        expost.publish(io.StringIO(""), study)
    with pytest.raises(expost.DataError, match=r"The open file.*: row 1"):
        expost.publish(io.BytesIO(b"late,age,card,adult\nno,x,day,yes\n"), study)


TEXT = "late,age,card,adult\nno,37,secret,yes\nyes,38,secret,no\n"


@pytest.mark.parametrize("which", range(11))
def test_the_text_of_a_table_is_no_path_and_never_told(which: int, study: expost.Study) -> None:
    data: list[Any] = [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        Path(TEXT),
        TEXT.splitlines(),
        TEXT.splitlines()[1:],
        iter(TEXT.splitlines()[1:]),
        TEXT.splitlines()[1],
        "secret;37",
        "secret\t*",
        "secret" * 400,
    ]
    with pytest.raises((expost.ArgumentError, expost.DataError)) as refused:
        expost.publish(data[which], study)
    error: BaseException | None = refused.value
    while error is not None:
        assert "secret" not in str(error)
        error = error.__cause__
    assert len(str(refused.value)) < 200
    if which < 4:
        assert "give io.StringIO(text) for the text of a CSV file" in str(refused.value)


def test_relations_of_duckdb(frame: pd.DataFrame, study: expost.Study, report: expost.Report) -> None:
    connection = duckdb.connect()
    connection.register("frame", frame)
    connection.execute("create table rows as select * from frame")
    theta = report.document["model"]["theta"]
    for relation in (connection.sql("select * from rows"), connection.table("rows")):
        for stream in (False, True):
            made = expost.publish(relation, study, seed=1, stream=stream)
            assert made.report.document["model"]["theta"] == theta
        assert report.bounds(relation).equals(report.bounds(frame))
        assert expost.audit(relation, study, report).summary["rows"] == 300
        assert expost.Study.from_frame(relation, label="late").document["label"]["name"] == "late"
    # A relation that nobody read to its end is in no one's way.
    with pytest.raises(expost.DataError, match='"late" must be one of'):
        expost.publish(connection.sql("select 'x' as late, * exclude late from rows"), study)
    assert connection.sql("select count(*) from rows").fetchall() == [(300,)]
    with pytest.raises(expost.DataError, match="DuckDB can't give the rows"):
        report.bounds(connection.sql("select error('no') as late, * exclude late from rows"))


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = {"a": value}
    return value


def test_a_document_is_as_deep_as_a_file_may_be(
    report: expost.Report, study: expost.Study, frame: pd.DataFrame, tmp_path: Path
) -> None:
    assert expost.load_report({**report.document, "x-deep": nested(31)}).document["x-deep"] == nested(31)
    path = tmp_path / "report.json"
    path.write_text(json.dumps({**report.document, "x-deep": nested(40)}))
    with pytest.raises(expost.ReportError) as of_file:
        expost.load_report(path)
    itself: list[Any] = []
    itself.append(itself)
    for deep in (nested(32), nested(40), nested(600), nested(900), itself):
        with pytest.raises(expost.ReportError) as refused:
            expost.load_report({**report.document, "x-deep": deep})
        assert str(of_file.value) == f"{path}: {refused.value}"
        assert refused.value.code == of_file.value.code == "too-deep"
        with pytest.raises(expost.StudyError, match="at most 32 levels deep"):
            expost.publish(frame, {**study.document, "x-deep": deep})


def test_a_study_is_a_study_a_document_or_a_file(frame: pd.DataFrame, tmp_path: Path) -> None:
    for wrong in (None, 3):
        with pytest.raises(expost.StudyError, match="or the name of its file, but is of the type"):
            expost.publish(frame, wrong)  # type: ignore[arg-type]
    for absent in (tmp_path / "study.json", str(tmp_path / "study.json"), "{}"):
        with pytest.raises(expost.StudyError, match=r": can't be read: No such file"):
            expost.publish(frame, absent)
    with pytest.raises(expost.StudyError, match=r"can't be read: Is a directory"):
        expost.publish(frame, tmp_path)
