"""The command line and the package give the same digits, from the same files."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import expost

ROOT = Path(__file__).parents[2]
COMMAND = ROOT / "build/package/cli/expost.js"
DATA = ROOT.parent / "shared/data"
NODE = shutil.which("node")

#: Name, data, study. The data of all but the sample lie beside the project.
EXAMPLES = [
    ("sample", ROOT / "build/sample/data.csv", ROOT / "examples/sample/study.json"),
    ("credit", DATA / "credit_default.csv", ROOT / "examples/credit/study.json"),
    ("kidney", DATA / "chronic_kidney_disease.csv", ROOT / "examples/kidney/study.json"),
    ("wine", DATA / "winequality-red.csv", ROOT / "examples/wine/study.json"),
    ("adult", DATA / "adult_train.csv", ROOT / "examples/adult/study.json"),
]

pytestmark = pytest.mark.skipif(
    NODE is None or not COMMAND.exists(), reason="there is no built command line here (npm run build)"
)


def command(*arguments: str | Path) -> str:
    assert NODE is not None
    done = subprocess.run(
        [NODE, COMMAND, *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("data", "study"), [example[1:] for example in EXAMPLES], ids=[name for name, *_ in EXAMPLES]
)
def test_the_same_files_give_the_same_report_and_bounds(data: Path, study: Path, tmp_path: Path) -> None:
    if not data.exists():
        pytest.skip(f"{data.name} is not here")
    out = tmp_path / "report.json"
    command("publish", data, "--study", study, "--out", out, "--seed", "7")
    theirs = json.loads(out.read_text("utf-8"))
    publication = expost.publish(data, expost.Study.load(study), seed=7)
    assert publication.report.document == theirs

    # One row in, one row out, in every digit.
    text = command("bound", out, "--csv", data)
    rows = list(csv.DictReader(io.StringIO(text)))
    table = publication.report.bounds(data)
    assert table.num_rows == len(rows) > 100
    for name in table.column_names:
        assert [float(row[name]) for row in rows] == table[name].to_pylist(), name

    # The same rows in columns with types of their own.
    typed = pa.csv.read_csv(data, parse_options=pa.csv.ParseOptions(delimiter=_delimiter(data)))
    typed = typed.rename_columns([name.strip() for name in typed.column_names])
    parquet = tmp_path / "rows.parquet"
    pa.parquet.write_table(typed, parquet)
    assert expost.publish(parquet, expost.Study.load(study), seed=7).report.document == theirs


def _delimiter(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        first = file.readline()
    return ";" if first.count(";") > first.count(",") else ","
