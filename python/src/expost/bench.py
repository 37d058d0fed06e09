"""Measures the package beside what its users would take instead: ``python -m expost.bench``.

Everything is measured in one run, side by side; what counts are the ratios. Rows are made up.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import expost

_COLUMNS = 20
_FILE_COLUMNS = 50
_BLOCK = 1 << 17
#: More rows than these are published out of memory alone.
_MOST_IN_MEMORY = 20_000_000


def study() -> dict[str, Any]:
    """Return the study of made-up rows: twenty numbers, two classes, the model alone."""
    names = [f"x{i + 1}" for i in range(_COLUMNS)]
    return {
        "title": "Made-up rows",
        "unit": "one row",
        "features": [{"name": name, "kind": "number", "minimum": -1, "maximum": 1} for name in names],
        "scaling": {"range": [-1, 1], "norm": _COLUMNS**0.5},
        "label": {"name": "y", "kind": "binary", "negative": "no", "positive": "yes"},
        "mechanism": {"name": "objective-perturbation", "loss": {"name": "logistic"}, "lambda": 1},
        "budget": {"epsilon": 1, "delta": 1e-6, "accountant": "shift", "release": "none"},
    }


def rows(count: int, block: int = 0) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return x, shape (count, 20), and y of 0 and 1; the same for the same block."""
    random = np.random.default_rng(block)
    x = random.uniform(-1, 1, (count, _COLUMNS))
    y = random.random(count) < 1 / (1 + np.exp(-3 * x[:, 0] + 2 * x[:, 1]))
    return x, y.astype(int)


def table(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> pa.Table:
    """Return rows as a table."""
    labels = pa.DictionaryArray.from_arrays(pa.array(y.astype(np.int32)), pa.array(["no", "yes"]))
    columns: dict[str, Any] = {f"x{i + 1}": np.ascontiguousarray(x[:, i]) for i in range(_COLUMNS)}
    return pa.table({**columns, "y": labels})


def write_rows(path: Path, count: int) -> None:
    """Write a Parquet file of made-up rows, a block at a time."""
    with pa.parquet.ParquetWriter(path, table(*rows(1)).schema) as writer:
        for block in range((count + _BLOCK - 1) // _BLOCK):
            writer.write_table(table(*rows(min(_BLOCK, count - block * _BLOCK), block)))


def median_seconds(work: Callable[[], object], repetitions: int = 3) -> float:
    """Return the median of a few wall times."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


_DIFFPRIVLIB = """
import sys, time, warnings
import numpy as np
from diffprivlib.models import LogisticRegression
warnings.simplefilter("ignore")
with np.load(sys.argv[1]) as arrays:
    x, y = arrays["x"], arrays["y"]
times = []
for _ in range(3):
    start = time.perf_counter()
    model = LogisticRegression(epsilon=1.0, data_norm=x.shape[1] ** 0.5, fit_intercept=False, max_iter=1000)
    model.fit(x, y)
    times.append(time.perf_counter() - start)
print(sorted(times)[1])
"""


def seconds_of_diffprivlib(interpreter: str, x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> float:
    """Return the median time of three fits by diffprivlib, in a Python that has it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.npz"
        np.savez(path, x=x, y=y)
        command = [interpreter, "-c", _DIFFPRIVLIB, str(path)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def of_fits(count: int, diffprivlib: str | None = None) -> list[str]:
    """Fit the same arrays, here and by the others that are installed."""
    x, y = rows(count)
    data = table(x, y)
    lines = []
    own = median_seconds(lambda: expost.publish(data, study(), stream=False).close())
    lines.append(f"expost.publish, {count} × {_COLUMNS}: {own:.2f} s")
    streamed = median_seconds(lambda: expost.publish(data, study(), stream=True).close())
    lines.append(f"the same by sums: {streamed:.2f} s ({streamed / own:.2f} of in memory)")
    if find_spec("sklearn") is not None:
        from sklearn.linear_model import LogisticRegression

        theirs = median_seconds(
            lambda: LogisticRegression(C=1.0, fit_intercept=False, max_iter=1000).fit(x, y)
        )
        lines.append(
            f"scikit-learn's LogisticRegression: {theirs:.2f} s; expost takes {own / theirs:.2f} of it"
        )
    if diffprivlib is not None:
        theirs = seconds_of_diffprivlib(diffprivlib, x, y)
        lines.append(
            f"diffprivlib's LogisticRegression: {theirs:.2f} s; expost takes {own / theirs:.2f} of it"
        )
    report = expost.publish(data, study(), seed=1).report
    seconds = median_seconds(lambda: report.bounds(data))
    lines.append(f"Report.bounds: {count / seconds:,.0f} rows a second ({seconds:.2f} s)")
    return lines


def child(arguments: list[str]) -> dict[str, Any]:
    """Run one measurement in a process of its own, for its peak memory."""
    printed = subprocess.run(
        [sys.executable, "-m", "expost.bench", *arguments], check=True, capture_output=True, text=True
    ).stdout
    found: dict[str, Any] = json.loads(printed.strip().splitlines()[-1])
    return found


def peak_mebibytes() -> float:
    """Return the most memory that this program has had, by Linux."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measured(how: str, path: Path) -> dict[str, Any]:
    """Publish a file with a fixed seed: seconds, peak memory in MiB, and θ̂."""
    start = time.perf_counter()
    if how == "spark":
        publication = _on_spark(path)
    else:
        publication = expost.publish(path, study(), seed=1, stream=how == "stream")
    seconds = time.perf_counter() - start
    return {
        "seconds": seconds,
        "peak": peak_mebibytes(),
        "theta": publication.report.document["model"]["theta"],
    }


def _on_spark(path: Path) -> expost.Publication:
    import pyspark
    from pyspark.sql import SparkSession

    import expost.spark

    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    session = (
        SparkSession.builder.master("local-cluster[2,1,2048]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
        .getOrCreate()
    )
    try:
        return expost.spark.publish(session.read.parquet(str(path)), study(), seed=1)
    finally:
        session.stop()


def of_scale(count: int) -> list[str]:
    """Publish a file in memory, out of memory, and on two workers of Spark."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        write_rows(path, count)
        lines.append(f"{count:,} × {_COLUMNS}, {path.stat().st_size / 2**20:.0f} MiB of Parquet")
        fits = count <= _MOST_IN_MEMORY
        ways = ["memory", "stream"] if fits else ["stream"]
        if fits and find_spec("pyspark") is not None and shutil.which("java") is not None:
            ways.append("spark")
        found = {way: child(["--measure", way, str(path)]) for way in ways}
        theta = np.array(found[ways[0]]["theta"])
        for way, result in found.items():
            line = (
                f"{way}: {result['seconds']:.1f} s, peak {result['peak']:.0f} MiB"
                f"{' on the driver' if way == 'spark' else ''}"
            )
            if way != ways[0]:
                difference = np.abs(np.array(result["theta"]) - theta).max() / np.abs(theta).max()
                line += f", largest difference of θ {difference:.1e} of the largest coordinate"
            lines.append(line)
    return lines


_FIT = """
import sys
import pandas
from sklearn.linear_model import LogisticRegression
frame = pandas.read_csv(sys.argv[1])
x = frame.drop(columns="y").to_numpy().clip(-1, 1)
LogisticRegression(C=1.0, fit_intercept=False, max_iter=1000).fit(x, frame["y"])
"""

_BOUND = """
import json, sys
import numpy, pandas
theta = numpy.array(json.load(open(sys.argv[2]))["model"]["theta"])
frame = pandas.read_csv(sys.argv[1])
x = frame.drop(columns="y").to_numpy().clip(-1, 1)
x *= (1 / numpy.maximum(numpy.linalg.norm(x, axis=1), 1))[:, None]
z = x @ theta
y = frame["y"].to_numpy()
slope = -y / (1 + numpy.exp(y * z))
loss = numpy.logaddexp(0, -y * z)
length = numpy.linalg.norm(x, axis=1)
out = {"a": slope, "b": loss, "c": length, "d": slope * length, "e": z, "f": loss * length, "g": slope**2}
pandas.DataFrame(out).to_csv(sys.argv[3])
"""


_PUBLISH = """
import json, sys
import expost
expost.publish(sys.argv[1], json.load(open(sys.argv[2])), seed=1, stream=sys.argv[3] == "stream")
"""


def used(command: list[str]) -> tuple[float, float]:
    """Run a program to its end; return its processor time and its peak memory, in MiB."""
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    # The object doesn't know that it has ended.
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode != 0:
        raise subprocess.CalledProcessError(program.returncode, command)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def make_files(count: int, plain: str, quoted: str, parquet: str, planned: str) -> None:
    """Write the files of `of_files`: numbers with six decimals, and their study."""
    names = [f"x{i + 1}" for i in range(_FILE_COLUMNS)]
    plan = {
        **study(),
        "features": [{"name": name, "kind": "number", "minimum": -1, "maximum": 1} for name in names],
        "scaling": {"range": [-1, 1], "norm": _FILE_COLUMNS**0.5},
        "label": {"name": "y", "kind": "binary", "negative": "-1", "positive": "1"},
    }
    random = np.random.default_rng(0)
    x = random.uniform(-1, 1, (count, _FILE_COLUMNS)).round(6)
    y = np.where(random.random(count) < 1 / (1 + np.exp(-3 * x[:, 0])), 1, -1)
    data = pa.table({**{name: x[:, i] for i, name in enumerate(names)}, "y": y})
    texts = pa.table([column.cast(pa.string()) for column in data.columns], names=data.column_names)
    Path(planned).write_text(json.dumps(plan))
    pa.csv.write_csv(data, plain)
    # As pyarrow writes columns of texts, and many programs everything.
    pa.csv.write_csv(texts, quoted)
    pa.parquet.write_table(data, parquet)


def of_files(count: int, program: str) -> list[str]:
    """Compare the command line and this package with programs of a few lines, from files to files.

    These programs say nothing about privacy: they read the same file, and fit or multiply. All
    times are of whole processes, on all cores, in turns.
    """
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        plain, quoted, parquet, planned, report, out = (
            str(Path(folder) / name) for name in ("a.csv", "q.csv", "a.parquet", "study.json", "r", "o")
        )
        # Another process makes them: memory of this one would count as a program's.
        child(["--make", plain, quoted, parquet, planned, "--rows", str(count)])
        python = [sys.executable, "-c"]

        def publish(path: str) -> list[str]:
            return [program, "publish", path, "--study", planned, "--out", report, "--seed", "1", "--replace"]

        def publish_here(path: str, how: str) -> list[str]:
            return [*python, _PUBLISH, path, planned, how]

        bound = f'exec "$0" bound "{report}" --csv "{plain}" > "{out}"'
        pandas = "pandas and scikit-learn"
        pairs: list[tuple[str, list[str], str, list[str]]] = [
            ("publish, CSV", publish(plain), pandas, [*python, _FIT, plain]),
            ("publish, CSV in quotes", publish(quoted), pandas, [*python, _FIT, quoted]),
            ("publish, Parquet", publish(parquet), f"{pandas}, CSV", [*python, _FIT, plain]),
            ("Python, CSV", publish_here(plain, "memory"), pandas, [*python, _FIT, plain]),
            ("Python, CSV in quotes", publish_here(quoted, "memory"), pandas, [*python, _FIT, quoted]),
            (
                "Python, CSV in quotes, streamed",
                publish_here(quoted, "stream"),
                pandas,
                [*python, _FIT, quoted],
            ),
            (
                "bound --csv",
                ["sh", "-c", bound, program],
                "pandas and numpy",
                [*python, _BOUND, plain, report, out],
            ),
        ]
        for name, own, other, theirs in pairs:
            # In turns, so that both see the same machine.
            turns = [(*used(own), *used(theirs)) for _ in range(3)]
            time_here, peak_here, time_there, peak_there = (
                float(np.median(column)) for column in zip(*turns, strict=True)
            )
            lines.append(
                f"{name}, {count} × {_FILE_COLUMNS}: {time_here:.1f} s of processor time, "
                f"{peak_here:.0f} MiB; "
                f"{other}: {time_there:.1f} s, {peak_there:.0f} MiB; {time_here / time_there:.2f} of the time"
            )
    return lines


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m expost.bench", description=__doc__)
    parser.add_argument("--fit", type=int, default=100_000, help="rows of the fits (default: 100000)")
    parser.add_argument(
        "--scale", type=int, nargs="*", default=[1_000_000], help="rows of the files (default: 1000000)"
    )
    parser.add_argument(
        "--files", metavar="PROGRAM", help="compare the command line, expost or where it is, on files"
    )
    parser.add_argument("--rows", type=int, default=150_000, help="rows of --files (default: 150000)")
    parser.add_argument(
        "--diffprivlib", metavar="PYTHON", help="a Python with diffprivlib, to compare fits with"
    )
    parser.add_argument("--measure", nargs=2, metavar=("HOW", "FILE"), help=argparse.SUPPRESS)
    parser.add_argument("--make", nargs=4, metavar="FILE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.make is not None:
        make_files(arguments.rows, *arguments.make)
        print("{}")
        return
    if arguments.measure is not None:
        how, path = arguments.measure
        print(json.dumps(measured(how, Path(path))))
        return
    if arguments.files is not None:
        for line in of_files(arguments.rows, arguments.files):
            print(line, flush=True)
        return
    for line in of_fits(arguments.fit, arguments.diffprivlib):
        print(line, flush=True)
    for count in arguments.scale:
        for line in of_scale(count):
            print(line, flush=True)


if __name__ == "__main__":
    main()
