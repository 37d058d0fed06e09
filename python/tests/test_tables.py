"""The report is the same to the bit, whatever holds the rows; what is no table is refused."""

from __future__ import annotations

import datetime
import decimal
import subprocess
import sys
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


@pytest.mark.parametrize("column", [pa.array([[1]]), pa.array([{"a": 1}]), pa.array([b"a"])])
def test_nested_columns_are_refused(column: pa.Array, study: expost.Study) -> None:
    batch = pa.table({"age": column, "card": ["day"], "adult": [True], "late": ["no"]})
    with pytest.raises(expost.DataError, match=r'The column "age" is of the kind .*, which is no number'):
        expost.publish(batch, study)
    # Columns that the study doesn't name may hold anything.
    expost.publish(batch.rename_columns(["x", "card", "adult", "late"]).append_column("age", [[3.0]]), study)


@pytest.mark.parametrize("category", [False, True])
def test_periods_are_refused(category: bool, frame: pd.DataFrame, study: expost.Study) -> None:
    months = pd.Series(pd.period_range("2020-01", periods=len(frame), freq="M"))
    frame["age"] = months.astype("category") if category else months
    with pytest.raises(
        expost.DataError, match=r'^The column "age" is of the kind .*pandas\.period'
    ) as refused:
        expost.publish(frame, study)
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")
    with pytest.raises(expost.DataError, match=r'^The column "age" is of the kind .*pandas\.period'):
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
    assert 'The column "age" is of the kind pandas.period, which is no number' in done.stdout


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
    with pytest.raises(expost.DataError, match=r'^The column "a" is of the kind extension<expost'):
        cells(pa.ExtensionArray.from_storage(Celsius(), pa.array([1.0])))


def test_messages_name_file_row_and_column(frame: pd.DataFrame, study: expost.Study, tmp_path: Path) -> None:
    frame["age"] = frame["age"].astype(object)
    frame.loc[200, "age"] = "many"
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    with pytest.raises(expost.DataError) as refused:
        expost.publish(path, study)
    assert str(refused.value) == (
        f'{path}: row 201, column "age" must be a number, like 45 or 0.5, but is "many"'
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
        refusal("age,card".encode("utf-16"))
        == "rows.csv: is no CSV in UTF-8; save it as UTF-8 text, or as Parquet"
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
    frame = pd.DataFrame({"age": [1, "x", None, 2.5]})
    with pytest.raises(expost.DataError, match="several types"):
        expost.publish(frame, study)


@pytest.mark.parametrize("values", [[1, 10**30], [1j, 2j]], ids=["large", "complex"])
def test_columns_of_values_that_arrow_has_not_are_refused(values: list[Any], study: expost.Study) -> None:
    with pytest.raises(expost.DataError, match=r"^The data frame has a column ") as refused:
        expost.publish(pd.DataFrame({"age": values}), study)
    assert refused.value.code == "wrong-type"


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
    with pytest.raises(expost.DataError, match=r"^The columns can't be read: "):
        open_table({"age": [1.0], "late": ["no", "no"]})


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
    with pytest.raises(expost.DataError, match=f'^The column "km/h" {said}') as refused:
        report.bounds({"km/h": values})
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/km~1h")


def test_the_header_is_trimmed(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b'\xef\xbb\xbf age , "late" \n1,no\n')
    table = open_table(path)
    assert table.header == ["age", "late"]
    assert [batch.num_rows for batch in table.batches] == [1]
