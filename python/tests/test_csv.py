"""Every table of tests/tables, and what the core's reader of CSV means for this package."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import expost
from expost.errors import DataError
from expost.tables import open_table

TABLES = Path(__file__).parents[2] / "tests/tables/tables.mjs"


def read(data: Any) -> dict[str, Any]:
    """Read a table in the shape of tests/tables; what is refused by its code and place."""
    found: dict[str, Any] = {"header": None, "rows": []}
    try:
        table = open_table(data)
        found["header"] = table.header
        with table.reading() as batches:
            for batch in batches:
                # Bytes: a text may be no UTF-8.
                columns = [column.cast("binary").to_pylist() for column in batch.columns]
                found["rows"] += [[cell.decode() for cell in row] for row in zip(*columns, strict=True)]
    except DataError as error:
        found["refused"] = [error.code, error.pointer]
    return found


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, bytes, dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("tables")
    subprocess.run(["node", TABLES, folder], check=True)
    content = (folder / "files.bin").read_bytes()
    found = []
    start = 0
    for example in json.loads((folder / "expected.json").read_text()):
        found.append((example["name"], content[start : start + example["size"]], example["expected"]))
        start += example["size"]
    return found


@pytest.mark.parametrize("way", ["file", "stream"])
def test_each_table_is_read_as_the_rules_say(
    tables: list[tuple[str, bytes, dict[str, Any]]], way: str, tmp_path: Path
) -> None:
    assert len(tables) > 10_400
    path = tmp_path / "table.csv"
    for name, content, expected in tables:
        if way == "file":
            # A new file: one that is written over waits for the disk.
            path.unlink(missing_ok=True)
            path.write_bytes(content)
        found = read(path if way == "file" else io.BytesIO(content))
        rows = [row[:-1] for row in expected["rows"]]
        assert found == {**expected, "rows": rows}, name


def test_a_file_is_never_read_in_part() -> None:
    rows = [f"{i},yes,north" for i in range(1000)]
    rows[10] = '10,"yes,north'
    with pytest.raises(DataError, match="line 12 has a quotation mark that is not closed"):
        list(open_table(io.StringIO("age,member,town\n" + "\n".join(rows))).batches())


def test_a_refusal_has_the_file_and_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2\n3\n"))
    with pytest.raises(DataError, match=r"rows\.csv\.gz: line 3 has 1 field, but the header has 2") as caught:
        list(open_table(path).batches())
    assert (caught.value.code, caught.value.pointer) == ("wrong-length", "/line/3")
    assert isinstance(caught.value, expost.DataError)


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doors")
    subprocess.run(["node", TABLES.parent / "doors.mjs", folder], check=True)
    return folder


def test_each_file_is_the_table_or_refused_as_on_the_command_line(doors: Path) -> None:
    study = expost.Study.load(doors / "study.json")
    report = expost.publish(doors / "data.csv", study, seed=1).report
    expected = report.bounds(doors / "data.csv")
    found = json.loads((doors / "doors.json").read_text())
    assert len(found["same"]) > 30
    assert len(found["refused"]) > 40
    for door in found["same"]:
        assert report.bounds(doors / door["file"]).equals(expected), door["what"]
    for door in found["refused"]:
        with pytest.raises(expost.ExpostError) as caught:
            report.bounds(doors / door["file"])
        # JavaScript's expressions are Python's here; the command line ends its line.
        assert re.search(door["message"].replace("\\/", "/"), f"{caught.value}\n"), (
            door["what"],
            str(caught.value),
        )
        assert "\n" not in str(caught.value)
        # Trained on: a table without rows is none of these, and the header is looked at first.
        said = []
        for stream in (False, True):
            try:
                expost.publish(doors / door["file"], study, stream=stream)
            except expost.ExpostError as error:
                said.append(str(error))
                assert said[-1].count("table.csv") <= 1, said
        assert said == said[:1] * 2, (door["what"], said)


def test_decimal_commas_mean_what_points_mean(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    frame["age"] += 0.5
    points, commas = tmp_path / "points.csv", tmp_path / "commas.csv"
    frame.to_csv(points, index=False)
    frame.to_csv(commas, index=False, sep=";", decimal=",")
    assert expost.Study.from_frame(commas, "late", decimal_comma=True).document == (
        expost.Study.from_frame(points, "late").document
    )
    report = expost.publish(points, study, seed=1).report
    for stream in (False, True):
        made = expost.publish(commas, study, seed=1, stream=stream, decimal_comma=True)
        assert made.report.document == report.document
        summary = expost.audit(points, study, report, stream=stream).summary
        assert made.audit().summary == summary
        audit = expost.audit(commas, study, report, stream=stream, decimal_comma=True)
        assert audit.summary == summary
    # No comma separates columns then.
    with pytest.raises(expost.DataError, match="a decimal comma can't be told from them"):
        report.bounds(points, decimal_comma=True)
    study.document["mechanism"]["elsewhere"] = {"rowsAtMost": 1000, "residual": 1e-6}
    theta = [0.0] * 6
    attached = [
        expost.attach(theta, points, study, sigma=5, seed=1),
        expost.attach(theta, commas, study, sigma=5, seed=1, decimal_comma=True),
    ]
    assert attached[0].report.document == attached[1].report.document
    assert report.bounds(commas, decimal_comma=True).equals(report.bounds(points))
    assert report.predict(commas, decimal_comma=True).equals(report.predict(points))
    assert report.score(commas, decimal_comma=True) == report.score(points)
    profiles = [
        expost.profile(points, study, seed=1),
        expost.profile(commas, study, seed=1, decimal_comma=True),
    ]
    assert str(profiles[0]) == str(profiles[1])


def test_a_refused_comma_names_the_option(
    frame: pd.DataFrame, study: expost.Study, report: expost.Report, tmp_path: Path
) -> None:
    frame["age"] += 0.5
    path = tmp_path / "commas.csv"
    frame.to_csv(path, index=False, sep=";", decimal=",")
    advice = r'commas\.csv, line \d+: .*"age" is "[-\d]+,5", which is ambiguous: .*; decimal_comma=True reads'
    for call in (
        lambda: expost.publish(path, study, stream=False),
        lambda: expost.publish(path, study, stream=True),
        lambda: report.bounds(path),
        lambda: report.predict(path),
    ):
        with pytest.raises(expost.ExpostError, match=advice) as refused:
            call()
        assert refused.value.code == "ambiguous-number"
    # Read with the option, the advice would be wrong.
    path.write_text("age;card;adult;late\n1.234;day;yes;no\n")
    with pytest.raises(expost.DataError, match="decimal comma") as refused:
        expost.publish(path, study, decimal_comma=True)
    assert "decimal_comma" not in str(refused.value)


TOLD = (
    "{}: all numbers with a point in {} have three digits after it, as thousands have, but 1.045 was read as "
    "a little more than 1: if they are thousands, write them without points, as 1045"
)


def warned_of(work: Callable[[], Any]) -> list[str]:
    """Return the warnings of a call that are about thousands, all at this file's lines."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        work()
    found = [warning for warning in caught if "thousands" in str(warning.message)]
    assert all(warning.category is UserWarning and warning.filename == __file__ for warning in found)
    return [str(warning.message) for warning in found]


def test_columns_whose_points_may_stand_for_thousands_are_warned_of(doors: Path, tmp_path: Path) -> None:
    study = expost.Study.load(doors / "study.json")
    with (doors / "data.csv").open() as file:
        header, *rows = csv.reader(file)
    place = header.index("age")

    def write(name: str, separator: str, ages: Callable[[str], str]) -> Path:
        path = tmp_path / name
        cells = [[*row[:place], ages(row[place]), *row[place + 1 :], "1.045"] for row in rows]
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter=separator).writerows([[*header, "note"], *cells])
        return path

    plain = write("plain.csv", ";", lambda age: age)
    thousands = write("thousands.csv", ";", lambda age: f"{age}.045")
    commas = write("commas.csv", ",", lambda age: f"{age}.045")
    told = [TOLD.format(thousands, 'the column "age"')]
    publication = expost.publish(commas, study, seed=1)
    report = publication.report

    def published(**options: Any) -> None:
        assert expost.publish(thousands, study, seed=1, **options).report.document == report.document

    assert warned_of(published) == told
    assert warned_of(lambda: published(stream=True)) == told
    assert warned_of(lambda: expost.publish(commas, study, seed=1)) == []
    assert warned_of(lambda: expost.publish(plain, study, seed=1)) == []
    assert warned_of(lambda: report.bounds(thousands)) == told
    assert warned_of(lambda: report.predict(thousands)) == told
    assert warned_of(lambda: report.bounds(commas)) == []
    assert warned_of(lambda: expost.Study.guessed_kinds(thousands)) == []
    # The publisher says here, too, that no comma separates columns.
    halves = tmp_path / "halves.csv"
    halves.write_text("a,b\n1,5\n2,5\n3,5\n", encoding="utf-8")
    assert expost.Study.guessed_kinds(halves) == {"a": "number", "b": "number"}
    with pytest.raises(expost.DataError, match="a decimal comma can't be told from them"):
        expost.Study.guessed_kinds(halves, decimal_comma=True)
    # Any one of several files shows it.
    both = TOLD.format(f"{plain} and others", 'the column "age"')
    assert warned_of(lambda: report.bounds([plain, thousands])) == [both]
    assert warned_of(lambda: report.bounds([thousands, plain])) == [both.replace(str(plain), str(thousands))]
    assert warned_of(lambda: report.bounds(io.StringIO(thousands.read_text()))) == [
        TOLD.format("The open file", 'the column "age"')
    ]
