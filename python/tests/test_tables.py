"""The report is the same to the bit, whatever holds the rows; what is no table is refused."""

from __future__ import annotations

import datetime
import decimal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import expost
from expost.tables import columns_of, open_table


def holders(frame: pd.DataFrame, folder: Path) -> dict[str, Any]:
    texts = frame.copy()
    texts["adult"] = np.where(frame["adult"], "Yes", "no")
    csv = folder / "rows.csv"
    texts.to_csv(csv, index=False)
    semicolons = folder / "semicolons.csv"
    texts.to_csv(semicolons, index=False, sep=";")
    parquet = folder / "rows.parquet"
    frame.to_parquet(parquet, row_group_size=70)
    first, second = folder / "part-1.parquet", folder / "part-2.parquet"
    frame[:100].to_parquet(first)
    frame[100:].iloc[:, ::-1].to_parquet(second)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    coded = table.set_column(2, "card", table["card"].dictionary_encode())
    return {
        "pandas": frame,
        "pandas, another index": frame.set_index(pd.Index(range(7, 7 + len(frame)))),
        "pandas, categories": frame.astype({"card": "category", "late": "category"}),
        "pandas, whole numbers and blanks": frame.astype({"age": "Int64"}),
        "polars": pl.from_pandas(frame),
        "polars, bytes": pl.from_pandas(frame).with_columns(pl.col("card").cast(pl.Binary)),
        "polars, categories": pl.from_pandas(frame).with_columns(pl.col("card").cast(pl.Categorical)),
        "pyarrow": table,
        "pyarrow, batches": table.to_reader(max_chunksize=13),
        "pyarrow, a slice": pa.concat_tables([table.slice(50, 10), table]).slice(10),
        "pyarrow, a dictionary": coded,
        "pyarrow, a slice of a dictionary": pa.concat_tables([coded.slice(3, 5), coded])
        .combine_chunks()
        .slice(5),
        "pyarrow, decimals": table.set_column(1, "age", table["age"].cast(pa.decimal128(5, 1))),
        "pyarrow, floats": table.set_column(1, "age", table["age"].cast(pa.float32())),
        "a mapping": {name: frame[name].tolist() for name in frame},
        "CSV": csv,
        "CSV with semicolons, by its name": str(semicolons),
        "Parquet": parquet,
        "Parquet in parts": str(folder / "part-*.parquet"),
        "files in a list": [first, second],
    }


def test_every_holder_gives_the_same_report(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    expected = expost.publish(frame.to_dict("list"), study, seed=3).report.document
    expected.pop("published")
    for name, data in holders(frame, tmp_path).items():
        found = expost.publish(data, study, seed=3)
        found.report.document.pop("published")
        assert found.report.document == expected, name
        assert found.notes["rows"] == len(frame), name
        # Every 17th age is blank.
        assert found.notes["missing"] == {"age": 18}, name


def test_a_number_is_a_level(study: expost.Study) -> None:
    rows = {"age": [20.0, 30.0], "card": [7, 7], "adult": [1, 0], "late": ["no", "yes"]}
    as_texts = {**rows, "card": ["7", "7"], "adult": ["true", "false"]}
    reports = [expost.publish(data, study, seed=1).report.document for data in (rows, as_texts)]
    assert reports[0]["model"]["theta"] == reports[1]["model"]["theta"]


def cells(column: pa.Array) -> list[Any]:
    """What the library is given, as values."""
    batch = pa.record_batch([column], names=["a"])
    (given,) = columns_of(batch, ["a"], None).columns
    rows = len(column)

    def bit(name: str, i: int) -> bool:
        at = int(given[f"{name}_start"] if name == "present" else given["start"]) + i
        return bool(given["values" if name == "bits" else name][at // 8] >> (at % 8) & 1)

    def text(i: int) -> str:
        return bytes(given["bytes"][given["ends"][i] : given["ends"][i + 1]]).decode()

    found: list[Any] = []
    for i in range(rows):
        if "present" in given and not bit("present", i):
            found.append(None)
        elif given["kind"] == "numbers":
            found.append(float(given["values"][i]))
        elif given["kind"] == "bits":
            found.append(bit("bits", i))
        elif given["kind"] == "texts":
            found.append(text(i))
        else:
            found.append(text(given["codes"][i]))
    return found


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([1, None, 3], pa.int8()), [1.0, None, 3.0]),
        (pa.array([0.5, None], pa.float16()), [0.5, None]),
        (pa.array([1.5, 2.5, None, 3.5]).slice(1), [2.5, None, 3.5]),
        (pa.array([True, None, False, True]).slice(1), [None, False, True]),
        (pa.array(["ä", None, "", "z"]).slice(1), [None, "", "z"]),
        (pa.array(["a", None], pa.large_string()), ["a", None]),
        (pa.array([2**53 + 1, 1], pa.int64()), ["9007199254740993", "1"]),
        (pa.array([2**64 - 1, None], pa.uint64()), ["18446744073709551615", None]),
        (pa.array([-(2**53), 1], pa.int64()), [-(2.0**53), 1.0]),
        (pa.array([decimal.Decimal("1.50"), None]), ["1.50", None]),
        (pa.array([datetime.date(2026, 3, 1), None]), ["2026-03-01", None]),
        (
            pa.array(
                [datetime.datetime(2026, 3, 1, 12, 30, 0, 250000), datetime.datetime(2026, 3, 1, 12, 30)]
            ),
            ["2026-03-01T12:30:00.25", "2026-03-01T12:30:00"],
        ),
        (pa.array([None, None]), [None, None]),
        (pa.array(["a", "b", None, "a"]).dictionary_encode().slice(1), ["b", None, "a"]),
        (pa.DictionaryArray.from_arrays([0, 1, None], ["a", None]), ["a", None, None]),
        (pa.DictionaryArray.from_arrays([1, 0], [1.5, 2.5]), [2.5, 1.5]),
    ],
)
def test_columns_arrive_as_they_are(column: pa.Array, expected: list[Any]) -> None:
    assert cells(column) == expected


@pytest.mark.parametrize("column", [pa.array([[1]]), pa.array([{"a": 1}]), pa.array([b"a"], pa.binary(1))])
def test_nested_columns_are_refused(column: pa.Array, study: expost.Study) -> None:
    batch = pa.table({"age": column, "card": ["day"], "adult": [True], "late": ["no"]})
    with pytest.raises(expost.DataError, match=r'^the column "age" is of the kind .*, which is no number'):
        expost.publish(batch, study)
    # Columns that the study doesn't name may hold anything.
    expost.publish(batch.rename_columns(["x", "card", "adult", "late"]).append_column("age", [[3.0]]), study)


@pytest.mark.parametrize("category", [False, True])
def test_periods_are_refused(category: bool, frame: pd.DataFrame, study: expost.Study) -> None:
    months = pd.Series(pd.period_range("2020-01", periods=len(frame), freq="M"))
    frame["age"] = months.astype("category") if category else months
    with pytest.raises(expost.DataError, match=r'^the column "age" is of the kind .*period') as refused:
        expost.publish(frame, study)
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")
    with pytest.raises(expost.DataError, match=r'^the column "age" is of the kind .*period'):
        expost.publish({name: frame[name] for name in frame}, study)


def test_periods_of_a_file_are_refused_without_pandas_too(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    path = tmp_path / "rows.parquet"
    frame.assign(age=pd.period_range("2020-01", periods=len(frame), freq="M")).to_parquet(path)
    study.save(tmp_path / "study.json")
    program = """
import sys, expost
try:
    expost.publish(sys.argv[1], expost.Study.load(sys.argv[2]))
except expost.DataError as error:
    print("pandas" in sys.modules, error.pointer, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, path, tmp_path / "study.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("False /age ")
    assert 'the column "age" is of the kind pandas.period, which is no number' in done.stdout


class Celsius(pa.ExtensionType):  # type: ignore[misc]
    """A type that nobody knows."""

    def __init__(self) -> None:
        super().__init__(pa.float64(), "expost.celsius")

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, _type: pa.DataType, _text: bytes) -> Celsius:
        return cls()


def test_extension_types_that_are_known_are_read() -> None:
    if hasattr(pa, "bool8"):
        flags = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, 0, None], pa.int8()))
        assert cells(flags) == [True, False, None]
    if hasattr(pa, "json_"):
        texts = pa.ExtensionArray.from_storage(pa.json_(pa.string()), pa.array(["1", None]))
        assert cells(texts) == ["1", None]
    with pytest.raises(expost.DataError, match=r'^the column "a" is of the kind extension<expost'):
        cells(pa.ExtensionArray.from_storage(Celsius(), pa.array([1.0])))


def test_messages_name_file_row_and_column(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    frame["age"] = frame["age"].astype(object)
    frame.loc[200, "age"] = "many"
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    with pytest.raises(expost.DataError) as refused:
        expost.publish(path, study)
    assert str(refused.value) == (
        f'{path}, line 202: row 201, column "age" must be a number, like 45 or 0.5, but is "many"'
    )
    assert (refused.value.code, refused.value.pointer, refused.value.type) == (
        "not-a-number",
        "/201/age",
        "data",
    )


def test_what_is_no_table_is_said(study: expost.Study, tmp_path: Path) -> None:
    def refusal(content: bytes | None, name: str = "rows.csv") -> str:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(expost.DataError) as refused:
            expost.publish(path, study)
        return str(refused.value).replace(f"{tmp_path}/", "")

    assert refusal(b"") == "rows.csv: is empty; a header line with the columns' names was expected"
    assert (
        refusal("age,card,adult,late".encode("utf-16")[:-1])
        == "rows.csv: line 1 has half a character of UTF-16; save the file as UTF-8"
    )
    assert "rows.csv: " in refusal(b"age,card,adult,late\n1,day\n")
    assert "can't be read" in refusal(None, "nowhere.csv")
    assert "can't be read as Parquet" in refusal(b"PAR1 and then nothing")
    with pytest.raises(expost.ArgumentError, match="but is of the type int"):
        expost.publish(7, study)  # type: ignore[arg-type]
    with pytest.raises(expost.DataError, match="no file is called so"):
        expost.publish(str(tmp_path / "*.parquet"), study)


def test_files_with_other_columns_are_refused(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    frame.to_parquet(tmp_path / "1.parquet")
    frame.drop(columns="card").to_parquet(tmp_path / "2.parquet")
    with pytest.raises(expost.DataError, match=r"has other columns than .*: card"):
        expost.publish(str(tmp_path / "*.parquet"), study)


def test_columns_of_several_types_are_refused(study: expost.Study) -> None:
    frame = pd.DataFrame({"age": [1, "x", None, 2.5], "card": "day", "adult": True, "late": "no"})
    with pytest.raises(expost.DataError, match=r'^The column "age" can.t be read: ') as refused:
        expost.publish(frame, study)
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")


@pytest.mark.parametrize("values", [[1, 10**30], [1j, 2j]], ids=["large", "complex"])
def test_columns_of_values_that_arrow_has_not_are_refused(values: list[Any], study: expost.Study) -> None:
    others = {"card": "day", "adult": True, "late": "no"}
    with pytest.raises(expost.DataError, match=r'^[Tt]he column "age" ') as refused:
        expost.publish(pd.DataFrame({"age": values, **others}), study)
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")


def test_names_that_are_there_twice_are_refused_where_they_count(
    frame: pd.DataFrame, study: expost.Study, report: expost.Report
) -> None:
    """A frame of pandas as a table of pyarrow."""
    expected = report.bounds(frame)
    for name, kind in (("age", "pandas"), ("age", "pyarrow"), ("shelf", "pandas"), ("shelf", "pyarrow")):
        twice: Any = pd.concat([frame, frame[name]], axis=1)
        if kind == "pyarrow":
            table = pa.Table.from_pandas(frame, preserve_index=False)
            twice = table.append_column(name, table[name])
        if name == "shelf":
            assert report.bounds(twice).equals(expected)
            continue
        with pytest.raises(expost.DataError, match=r'^the header has the column "age" twice$') as refused:
            expost.publish(twice, study)
        assert (refused.value.code, refused.value.pointer) == ("duplicate-column", "/age")
        with pytest.raises(expost.RecordError, match='the header has the column "age" twice'):
            report.bounds(twice)
    # Keys of a mapping that are the same text.
    assert open_table({1: [1.0], "1": [2.0]}).header == ["1", "1"]
    with pytest.raises(
        expost.DataError, match=r"^The columns must have a value for each row, but have 1 to 2 values$"
    ):
        next(open_table({"age": [1.0], "late": ["no", "no"]}).batches())


@pytest.mark.parametrize(
    "column",
    [pd.Series([1.0, 2.0], name="age"), pa.chunked_array([[1.0, 2.0]]), pl.Series("age", [1.0, 2.0])],
)
def test_a_column_alone_is_no_table(column: Any, report: expost.Report, study: expost.Study) -> None:
    sentence = "^The data must be a data frame or another table with named columns, but are of the type "
    for call in (report.bounds, report.predict, lambda data: expost.publish(data, study)):
        with pytest.raises(expost.DataError, match=sentence + type(column).__name__) as refused:
            call(column)
        assert refused.value.code == "wrong-type"
    # One of structures is a table.
    frame = pa.table({"age": [37.0], "card": ["day"], "adult": [True], "late": ["no"]})
    structures = pa.chunked_array(frame.to_struct_array())
    assert report.bounds(structures).equals(report.bounds(frame))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (1, "must be a list or another sequence with a value for each row, but is of the type int"),
        (None, "must be a list .* but is of the type NoneType"),
        (np.float64(1), "must be a list .* but is of the type float64"),
        ("37", "must be a list .* but is of the type str"),
        ({"x": 1}, "must be a list .* but is of the type dict"),
        ([10**30], "can't be read: .* too large"),
        ([object()], "can't be read: Could not convert"),
        (np.zeros((2, 2)), "can't be read: only handle 1-dimensional arrays"),
    ],
)
def test_what_is_no_column_of_a_mapping_is_refused(values: Any, said: str, report: expost.Report) -> None:
    with pytest.raises(expost.DataError, match=f'^The column "age" {said}') as refused:
        report.bounds({"age": values, "card": ["day"], "adult": [True], "late": ["no"]})
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")
    # One that nobody looks at may hold anything.
    rows = {"age": [40], "card": ["day"], "adult": [True], "late": ["no"]}
    assert report.bounds({"km/h": values, **rows}).equals(report.bounds(rows))


def test_the_header_is_trimmed(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b'\xef\xbb\xbf age , "late" \n1,no\n')
    table = open_table(path)
    assert [name.strip() for name in table.header] == ["age", "late"]
    assert [batch.num_rows for batch in table.batches()] == [1]


@pytest.mark.parametrize("before", ["\ufeff", "\ufeff\ufeff", "\u2003", "\u00a0\ufeff "])
def test_a_column_counts_by_its_name_as_the_library_trims_it(
    before: str, frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    """Else a column whose blanks are filled in would be filled in whole."""
    renamed = frame.rename(columns={"age": f"{before}age\u3000"})
    expected = report.bounds(frame)
    renamed.to_csv(tmp_path / "rows.csv", index=False)
    renamed.to_parquet(tmp_path / "rows.parquet")
    for name, data in {
        "pandas": renamed,
        "mapping": renamed.to_dict("list"),
        "polars": pl.from_pandas(renamed),
        "pyarrow": pa.Table.from_pandas(renamed),
        "CSV": tmp_path / "rows.csv",
        "Parquet": tmp_path / "rows.parquet",
    }.items():
        found = expost.publish(data, study)
        assert found.notes["missing"] == {"age": 18}, name
        assert report.bounds(data).equals(expected), name
        assert report.score(data) == report.score(frame), name
        streamed = expost.publish(data, study, stream=True)
        assert streamed.notes["missing"] == {"age": 18}, name


def odd_columns(rows: int) -> dict[str, Any]:
    """Columns that are no numbers, texts or booleans, or hold what can't be read."""
    return {
        "list": pa.array([[1]] * rows),
        "struct": pa.array([{"a": 1}] * rows),
        "map": pa.array([[("a", 1)]] * rows, pa.map_(pa.string(), pa.int64())),
        "fixed": pa.array([b"ab"] * rows, pa.binary(2)),
        "bytes": pa.array([b"\xff\xfe"] * rows, pa.binary()),
        "time": pa.array([datetime.time(1)] * rows),
        "duration": pa.array([datetime.timedelta(days=1)] * rows),
        "interval": pa.array([(1, 2, 3)] * rows, pa.month_day_nano_interval()),
        "far day": pa.array([2**31 - 1] * rows, pa.int32()).cast(pa.date32()),
        "far moment": pa.array([2**62] * rows, pa.int64()).cast(pa.timestamp("us")),
        "decimal": pa.array([decimal.Decimal(10) ** 60] * rows, pa.decimal256(70, 2)),
        "age.x": pa.array([b"\xff"] * rows, pa.binary()),
    }


def test_columns_that_nobody_asks_for_may_hold_anything(
    frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    for name, values in odd_columns(len(frame)).items():
        table = table.append_column(name, values)
    # Parquet has no such intervals of Arrow's.
    pa.parquet.write_table(table.drop_columns("interval"), tmp_path / "odd.parquet")
    objects = [1, "x", None, b"\xff", 1j, object()] * (len(frame) // 6)
    wide = frame.assign(
        mixed=objects,
        sparse=pd.arrays.SparseArray([0.0] * len(frame)),
        months=pd.period_range("2020-01", periods=len(frame), freq="M"),
        spans=pd.IntervalIndex.from_breaks(range(len(frame) + 1)),
        complex=np.zeros(len(frame), dtype=complex),
        waits=np.timedelta64(3, "D"),
        large=[10**40] * len(frame),
    )
    mapping = {
        **frame.to_dict("list"),
        "mixed": objects,
        "matrix": np.zeros((len(frame), 2)),
        "text": "x",
        "none": None,
    }
    polars = pl.from_pandas(frame).with_columns(pl.Series("object", objects, dtype=pl.Object))
    expected = report.bounds(frame)
    scores = report.score(frame)
    for name, data in {
        "pyarrow": table,
        "parquet": tmp_path / "odd.parquet",
        "pandas": wide,
        "mapping": mapping,
        "polars": polars,
    }.items():
        assert report.bounds(data).equals(expected), name
        assert report.predict(data).equals(report.predict(frame)), name
        assert report.score(data) == scores, name
        assert expost.publish(data, study).notes["missing"] == {"age": 18}, name
        assert expost.publish(data, study, stream=True).notes["missing"] == {"age": 18}, name
        ledger = tmp_path / f"{name}.json"
        expost.publish(data, study, ledger=ledger)
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message=".*other")
            warnings.filterwarnings("ignore", message=".*again|.*before")
            expost.publish(data, study, ledger=ledger)


def test_a_column_that_nobody_asks_for_may_be_damaged(
    frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.parquet"
    frame.assign(note="x").to_parquet(path, compression="NONE")
    column = pa.parquet.read_metadata(path).row_group(0).column(len(frame.columns))
    assert column.path_in_schema == "note"
    start = min(column.dictionary_page_offset, column.data_page_offset)
    content = bytearray(path.read_bytes())
    content[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    path.write_bytes(content)
    with pytest.raises(OSError, match="page header"):
        pd.read_parquet(path)
    assert report.bounds(path).equals(report.bounds(frame))
    for stream in (False, True):
        assert expost.publish(path, study, stream=stream).notes["rows"] == len(frame)


@pytest.mark.parametrize("odd", ["list", "fixed", "bytes", "time", "duration", "interval"])
def test_such_a_column_is_refused_where_it_counts(
    odd: str, frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    table = table.set_column(table.schema.get_field_index("age"), "age", odd_columns(len(frame))[odd])
    path = tmp_path / "odd.parquet"
    tables: list[Any] = [table]
    if odd != "interval":
        pa.parquet.write_table(table, path)
        tables.append(path)
    for data in tables:
        for call in (report.bounds, report.predict, report.score, lambda rows: expost.publish(rows, study)):
            with pytest.raises(
                expost.DataError, match=r"[Tt]he column \"age\" (is of the kind|holds bytes)"
            ) as refused:
                call(data)
            assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")


def test_days_beyond_the_calendar_are_refused_where_they_count(
    frame: pd.DataFrame, study: expost.Study
) -> None:
    study.document["features"][1] = {
        "name": "age",
        "kind": "category",
        "levels": ["9999-12-31", "0001-01-01"],
    }
    table = pa.Table.from_pandas(frame, preserve_index=False)
    place = table.schema.get_field_index("age")
    for days, is_read in (([2932896, -719162], True), ([2932897, 0], False), ([0, -719163], False)):
        column = pa.array(days * (len(frame) // 2), pa.int32()).cast(pa.date32())
        for kind in (pa.date32(), pa.date64()):
            rows = table.set_column(place, "age", column.cast(kind))
            if is_read:
                assert expost.publish(rows, study).notes["rows"] == len(frame)
                continue
            with pytest.raises(
                expost.DataError, match=r'^The column "age" has a day that is not of the years 1 to 9999$'
            ):
                expost.publish(rows, study)


@pytest.mark.parametrize(
    "waits", [np.timedelta64(3, "D"), pd.Timedelta(days=3), datetime.timedelta(3), datetime.time(3)]
)
def test_durations_and_times_of_day_are_no_numbers_in_frames(
    waits: Any, frame: pd.DataFrame, study: expost.Study
) -> None:
    as_objects = pd.Series([waits] * len(frame), dtype=object)
    for data in (
        frame.assign(age=waits),
        frame.assign(age=as_objects),
        {**frame.to_dict("list"), "age": [waits] * len(frame)},
    ):
        with pytest.raises(expost.DataError, match=r'[Tt]he column "age" ') as refused:
            expost.publish(data, study)
        assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")


def test_a_draft_leaves_out_what_no_study_takes(frame: pd.DataFrame) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    for name, values in odd_columns(len(frame)).items():
        table = table.append_column(name, values)
    with pytest.warns(
        UserWarning, match='Left out: the column "duration", which is of the kind duration'
    ) as told:
        draft = expost.Study.from_frame(table, "late")
    assert len(told) == 7
    names = [feature["name"] for feature in draft.document["features"]]
    assert names == [
        "intercept",
        "age",
        "card",
        "adult",
        "shelf",
        "bytes",
        "far day",
        "far moment",
        "decimal",
        "age.x",
    ]
