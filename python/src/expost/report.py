"""Published reports, and what they say about one person."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import pyarrow as pa

from . import _display
from ._engine import Engine, PathSource, ask, camel, pointer_to
from ._text import document_text
from .errors import ArgumentError, DataError, RecordError, ReportError
from .signing import SecretKey, signed_text, signer_of
from .tables import Data, columns_of, open_table

Member: TypeAlias = Literal["in", "out", "unknown"]
Method: TypeAlias = Literal["sharp", "redberg2021"]
Uniform: TypeAlias = Literal["one", "all"] | int
#: Hears how far a call is: a phase in one word, what is done, and how much there is (or None).
Progress: TypeAlias = Callable[[str, int, "int | None"], None]


#: The code of a value that no document can hold (python/binding/core.cpp).
_NOT_A_DOCUMENT = "not-a-document"


@dataclass(frozen=True)
class Interval:
    """A closed interval that holds the true value; its ends may be infinite."""

    lower: float
    upper: float


@dataclass(frozen=True)
class Total(Interval):
    """Bound on |L| of everything published, the releases beside the model included.

    Attributes
    ----------
    failure_probability : float
        The probability, over the publisher's noise, with which the bound may fail.
    loss_in, loss_out : Interval
        The signed loss of a member, and of somebody who wasn't.
    """

    failure_probability: float
    loss_in: Interval
    loss_out: Interval


@dataclass(frozen=True)
class Guarantee:
    """The promise to everybody: (ε, δ)-differential privacy of everything published."""

    epsilon: float
    delta: float
    accountant: str | None


@dataclass(frozen=True)
class PersonPromise:
    """What that is for a person with up to `rows` rows together."""

    rows: int
    epsilon: float
    delta: float


@dataclass(frozen=True)
class Bound:
    """Bounds on the ex-post per-instance privacy loss of one record, in nats.

    docs/mathematics.md 4 to 6 and 10.

    Upper ends are never meant to be below the truth, lower ends never above it, except with the
    stated probability.

    Attributes
    ----------
    total : Total
        Of everything published: this is the number for a person.
    epsilon : Interval
        Of the model alone.
    loss_in, loss_out : Interval
        Signed loss L = log p_D - log p_{D±z} of the model alone: of a member, and of somebody who
        wasn't.
    member, method, failure_probability, uniform
        The options as they were used.
    x : numpy.ndarray, shape (d,)
        The record as it was coded.
    y : float
        Its label as coded; with softmax the number of the class, from 0.
    guarantee : Guarantee or None
        The promise to everybody.
    person : PersonPromise or None
        The promise to a person with several rows. The bound is about one of them, and bounds of
        several may not be added up.
    notes : tuple of str
        What had to be done to the record's values: clamped, filled in, scaled.
    document : dict
        The whole answer (interface Bound of wasm/index.d.ts), the parts of the bound included.
        With values that aren't known it has `unknown`, their names, `hardlyMatter`, those that
        would lower a belief from 50 in 100 by less than 1 in 100 if one of them became known, and
        `gap`, by how many nats at most `total.upper` is above that of a record that there may be.
    """

    total: Total
    epsilon: Interval
    loss_in: Interval
    loss_out: Interval
    member: Member
    method: Method
    failure_probability: float
    uniform: Uniform
    x: np.ndarray[Any, np.dtype[np.float64]]
    y: float
    guarantee: Guarantee | None
    person: PersonPromise | None
    notes: tuple[str, ...]
    document: dict[str, Any]

    def belief(self, prior: float = 0.5) -> Interval:
        """Bound the belief that the record was used, after seeing everything published.

        Parameters
        ----------
        prior
            The belief before, in (0, 1).

        Returns
        -------
        Interval
            Within [0, 1] (docs/mathematics.md 15).
        """
        return belief(self.total.upper, prior)

    def __str__(self) -> str:
        return _display.bound_text(self)

    def _repr_html_(self) -> str:
        return _display.bound_html(self)


def belief(epsilon: float, prior: float) -> Interval:
    """Bound a belief of `prior`, in (0, 1), after an outcome of privacy loss `epsilon` at most.

    docs/mathematics.md 15.
    """
    value = ask("posterior", {"epsilon": epsilon, "prior": prior})
    return Interval(value["lower"], value["upper"])


class Report:
    """A report that was read, checked and prepared once.

    Attributes
    ----------
    document : dict
        The report itself (docs/report-format.md).
    summary : dict
        What a page shows of it (interface ReportSummary of wasm/index.d.ts).
    signer : str or None
        The public key (RW…) that signed the report's text. None where nobody did, where a parsed
        document was given, and without the package cryptography. Anybody can make a key: it says
        something only next to the one that the publisher shows.
    """

    def __init__(self, document: Mapping[str, Any], *, path: PathSource | None = None) -> None:
        self._engine = Engine()
        self.document: dict[str, Any] = dict(document)
        self._text: str | None = None
        self.signer: str | None = None
        self._take(*self._engine.load_report(self.document, path))

    @classmethod
    def from_text(
        cls, text: str, *, signed_by: str | Path | None = None, path: PathSource | None = None
    ) -> Report:
        """Read a report from its JSON text, to the byte; `signed_by` as in `load_report`.

        `path`: the bytes of the file that the report leaves its path to, if it does, or what
        returns them for the file's name.
        """
        report = cls.__new__(cls)
        report.signer = signer_of(text, signed_by)
        report._engine = Engine()
        try:
            report._take(report._engine.load_text(text), None)
        except ReportError as error:
            if error.code != "path-missing" or path is None:
                raise
            report._take(*report._engine.load_report(json.loads(text.removeprefix("\ufeff")), path))
        report.document = json.loads(text.removeprefix("\ufeff"))
        report._text = text
        return report

    def _take(self, loaded: dict[str, Any], path: bytes | None) -> None:
        self._handle: int = loaded["handle"]
        self.summary: dict[str, Any] = loaded["summary"]
        self._path = path

    @property
    def path_file(self) -> tuple[str, bytes] | None:
        """Name and content of the file to publish beside the report; None where it has its path."""
        if self._path is None:
            return None
        name: str = self._engine.call("open-path", {"report": self.document})["name"]
        return name, gzip.compress(self._path, mtime=0)

    @property
    def guarantee(self) -> Guarantee | None:
        """The promise to everybody, None where the report states none."""
        return _guarantee(self.summary["guarantee"])

    @property
    def person(self) -> PersonPromise | None:
        """What that promises a person with several rows, None where the report doesn't say."""
        return _person(self.summary["person"])

    def sign(self, key: SecretKey, *, comment: str | None = None, experiment: bool = False) -> Report:
        """Return the report with the publisher's signature in it, as ``expost sign`` makes it.

        Parameters
        ----------
        key
            Of `expost.signing.read_key` or `expost.signing.new_key`.
        comment
            One line that is signed too; the day if None.
        experiment
            Sign a report of seeded noise all the same, which is not to be published.

        Raises
        ------
        ArgumentError
            For a report that is signed already, a seeded one, and a comment of more than a line.
        """
        if self.summary["insecureSeed"] and not experiment:
            raise ArgumentError(
                "The report is an experiment: its noise came from a seed, and it must not be published; "
                "experiment=True signs it all the same",
                code="inconsistent",
                pointer="/x-insecure-seed",
            )
        return Report.from_text(signed_text(self.text, key, comment), path=self._path)

    def save(self, path: str | Path, *, replace: bool = False) -> None:
        """Write the report, to the byte as it was read where it was read from a text.

        Where it leaves its path to a file, this is written beside it.

        Parameters
        ----------
        path
            A new file.
        replace
            Whether a file that is there may be overwritten.
        """
        path_file = self.path_file
        if path_file is not None:
            # Before the report, which is nothing without it. Its name is its content's.
            name, content = path_file
            write(Path(path).with_name(name), content, replace=True)
        write(path, self.text, replace=replace)

    def bound(
        self,
        record: Mapping[str, Any] | None = None,
        *,
        x: Sequence[float] | np.ndarray[Any, np.dtype[Any]] | None = None,
        y: float | None = None,
        member: Member = "unknown",
        method: Method = "sharp",
        failure_probability: float | None = None,
        uniform: Uniform = "one",
    ) -> Bound:
        """Bound what everything published revealed about one record.

        Parameters
        ----------
        record
            Raw values under the features' names, the label under its own. They are coded as in
            training. A value that isn't known may be ``{"from": 20, "to": 30}``,
            ``{"oneOf": ["a", "b"]}`` or ``{"unknown": True}``: the bound is then one for every
            record that there may be.
        x, y
            Instead: a record that is coded already. x has shape (d,) and ‖x‖₂ ≤ 1.
        member
            Whether the record was used; "unknown" covers both.
        method
            "redberg2021" for Redberg & Wang's bound with the errata applied.
        failure_probability
            In (0, 1); the report's own if None.
        uniform
            "all" for a bound that holds for all records at once, a number for so many chosen
            beforehand.

        Raises
        ------
        RecordError
            For a value that can't be read; `pointer` names the field.
        ArgumentError
            For options out of range or that the mechanism doesn't have.
        """
        if (record is None) == (x is None):
            raise ArgumentError("Give a record, or x and y of one that is coded already", code="missing")
        who = {"record": _record(record)} if record is not None else {"x": x, "y": y}
        options = camel(
            {
                "member": member,
                "method": method,
                "failure_probability": failure_probability,
                "uniform": uniform,
            }
        )
        try:
            return _bound(self._engine.call("bound", {"report": self._handle, **who, "options": options}))
        except ArgumentError as error:
            if record is None or error.code != _NOT_A_DOCUMENT:
                raise
            # An option may be to blame as well.
            raise next(iter(self.record_errors(record)), error) from None

    def record_errors(self, record: Mapping[str, Any]) -> list[RecordError]:
        """Return everything that `bound` would refuse in a record, in the order of the features."""
        record = _record(record)
        try:
            return self._record_errors(record)
        except ArgumentError as error:
            if error.code != _NOT_A_DOCUMENT:
                raise
        unreadable = self._unreadable(record)
        rest = {name: value for name, value in record.items() if name not in unreadable}
        told = {error.pointer for error in unreadable.values()}
        found = [error for error in self._record_errors(rest) if error.pointer not in told]
        features = self.summary["features"] or []
        fields = [*features, self.summary["label"]] if features else []
        order = {pointer_to(field["name"]): place for place, field in enumerate(fields)}
        return sorted([*found, *unreadable.values()], key=lambda error: order.get(error.pointer, len(fields)))

    def _record_errors(self, record: dict[str, Any]) -> list[RecordError]:
        answer = self._engine.call("check", {"report": self._handle, "record": record})
        return [
            RecordError(error["message"], code=error["code"], pointer=error["pointer"])
            for error in answer.get("errors", [])
        ]

    def _unreadable(self, record: Mapping[str, Any]) -> dict[str, RecordError]:
        """Return errors for the fields whose names or values no document can hold."""
        found: dict[str, RecordError] = {}
        for name, value in record.items():
            if not isinstance(name, str):
                found[name] = RecordError(
                    f"the name of a field must be a text, but is {name!r}", code="wrong-type"
                )
                continue
            try:
                self._record_errors({name: value})
            except ArgumentError as error:
                if error.code != _NOT_A_DOCUMENT:
                    raise
                pointer = pointer_to(name)
                _, _, reason = str(error).partition(": ")
                found[name] = RecordError(
                    f"{pointer} must be a text, a number, a boolean or None, but {reason}",
                    code="wrong-type",
                    pointer=pointer,
                )
        return found

    def bounds(
        self,
        data: Data,
        *,
        member: Member = "unknown",
        method: Method = "sharp",
        failure_probability: float | None = None,
        uniform: Uniform = "one",
        decimal_comma: bool = False,
        unknown: str | None = None,
        progress: Progress | None = None,
    ) -> pa.Table:
        """Bound every row of a table, one row in and one row out.

        Parameters
        ----------
        data
            Columns under the names of features and label, in any order; others are ignored.
        member, method, failure_probability, uniform
            As in `bound`.
        decimal_comma
            As in `publish`.
        unknown
            A text that stands for any value of its column, such as "?". With it, numbers may be
            texts of ranges, "20..30", and the bounds hold for every record that a row may be.
        progress
            Called after every batch with "bounding", the rows done, and how many there are.

        Returns
        -------
        pyarrow.Table
            Columns of doubles, in nats: lower and upper (of |L|, model alone), total (upper end,
            everything published), in_lower, in_upper, out_lower, out_upper (signed, model alone).
            With `unknown` also gap: by how much, at most, total is above that of a record that the
            row may be.
        """
        options = bound_options(member, method, failure_probability, uniform)
        parts: list[pa.RecordBatch] = []
        self._each_batch(
            data,
            "bounding",
            progress,
            lambda batch, header, wanted, first: parts.append(
                bound_batch(
                    self, batch, header, first, options, wanted, decimal_comma=decimal_comma, unknown=unknown
                )
            ),
            decimal_comma=decimal_comma,
        )
        return pa.Table.from_batches(parts)

    def predict(
        self,
        data: Data,
        *,
        decimal_comma: bool = False,
        unknown: str | None = None,
        progress: Progress | None = None,
    ) -> pa.Table:
        """Predict every row's outcome with the published model, one row in and one row out.

        Parameters
        ----------
        data
            Columns under the names of the features, in any order; others are ignored, the outcome
            too.
        decimal_comma
            As in `publish`.
        unknown
            As in `bounds`: a row may be any of several records.
        progress
            Called after every batch with "predicting", the rows done, and how many there are.

        Returns
        -------
        pyarrow.Table
            Of two outcomes: score (log odds), probability (of the second) and class. Of more:
            class, and a probability for each. Of a number: prediction, in its unit and not clamped
            to its range. A class is the outcome's own text, or without features its code. With
            `unknown` a number x has two columns, x_lower and x_upper: the least and the most that
            it may be, rounded outward; and a class is null where it isn't settled.
        """
        parts: list[pa.RecordBatch] = []
        self._each_batch(
            data,
            "predicting",
            progress,
            lambda batch, header, wanted, first: parts.append(
                predict_batch(
                    self, batch, header, first, wanted, decimal_comma=decimal_comma, unknown=unknown
                )
            ),
            decimal_comma=decimal_comma,
            labels=False,
        )
        return pa.Table.from_batches(parts)

    def score(
        self, data: Data, *, decimal_comma: bool = False, progress: Progress | None = None
    ) -> dict[str, Any]:
        """Say how well the published model does on held-out rows.

        The answer is about these rows and as secret as they are: the report's promise covers the
        rows that it was made from, for its model, and no score.

        Parameters
        ----------
        data
            Columns under the names of features and label, in any order; others are ignored.
        decimal_comma
            As in `publish`.
        progress
            Called after every batch with "scoring", the rows done, and how many there are.

        Returns
        -------
        dict
            Interface ClassScores or NumberScores of wasm/index.d.ts.
        """
        answer: dict[str, Any] = {}

        def take(batch: pa.RecordBatch, header: list[str], wanted: list[int], first: int) -> None:
            nonlocal answer
            columns = columns_of(batch, header, wanted)
            request = {"report": self._handle, "header": header, "firstRow": first}
            request |= {"decimalComma": decimal_comma, "sums": answer.get("sums")}
            answer = self._engine.call_columns("score-rows", request, columns.columns, columns.rows)

        self._each_batch(data, "scoring", progress, take, decimal_comma=decimal_comma)
        scores: dict[str, Any] = answer["scores"]
        return scores

    def coefficients(self) -> dict[str, Any]:
        """Return the published model in the units of the features.

        Returns
        -------
        dict
            Interface Coefficients of wasm/index.d.ts.
        """
        found: dict[str, Any] = self._engine.call("coefficients", {"report": self._handle})
        return found

    def _each_batch(
        self,
        data: Data,
        phase: str,
        progress: Progress | None,
        take: Callable[[pa.RecordBatch, list[str], list[int], int], None],
        *,
        decimal_comma: bool,
        labels: bool = True,
    ) -> None:
        """Call `take` with each batch, its header, the columns that are read, and its first row.

        Errors name the data.
        """
        table = open_table(data, decimal_comma=decimal_comma)
        done = 0
        try:
            found = self._found_columns(table.header, table.kinds, labels=labels)
        except DataError as error:
            raise table.placed(error) from error
        wanted = found["columns"]
        with table.reading(wanted, numbers=found["numbers"]) as batches:
            for batch in batches:
                try:
                    take(batch, table.header, wanted, done + 1)
                except (RecordError, DataError) as error:
                    raise table.placed(error) from error
                done += batch.num_rows
                if progress is not None:
                    progress(phase, done, table.rows)
        if done == 0:
            raise table.no_rows()

    def _class_names(self) -> list[str]:
        """Return the outcome's classes by their numbers; without features their codes."""
        summary = self.summary
        classes = summary["loss"].get("classes")
        if summary["features"] is None:
            return ["-1", "1"] if classes is None else [str(k) for k in range(classes)]
        label = summary["label"]
        if label["kind"] == "binary":
            return [label["negative"], label["positive"]]
        names: list[str] = label.get("levels", [])
        return names

    def promise(
        self,
        record: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        *,
        length: float | None = None,
    ) -> dict[str, Any]:
        """Say what one person is promised before the noise is drawn, whatever the data.

        By the length of her coded record; upper bounds in nats, never above the promise to
        everyone (docs/mathematics/accounting.md, 7.24).

        Parameters
        ----------
        record
            Raw values under the features' names; the label may be missing and isn't read. Or a
            list of all records of one person, where the report promises something to a person.
        length
            Instead: the length of a coded record, from 0 to 1.

        Returns
        -------
        dict
            Interface PersonalPromise of wasm/index.d.ts.

        Raises
        ------
        RecordError
            For a value that can't be read; `pointer` names the field.
        ArgumentError
            For neither or both of them, or a length out of range.
        """
        who = promised_to(record, length)
        promise: dict[str, Any] = self._engine.call("promise", {"report": self._handle, **who})
        return promise

    def release_cost(self) -> dict[str, Any] | None:
        """Bound what the releases beside the model cost anybody at most, in nats.

        None where only the model was published.

        Returns
        -------
        dict or None
            Interface ReleaseCost of wasm/index.d.ts.
        """
        cost: dict[str, Any] | None = self._engine.call("release-cost", {"report": self._handle})["cost"]
        return cost

    @property
    def text(self) -> str:
        """The report as a file: to the byte as it was read, where it was read from a text."""
        return document_text(self.document) if self._text is None else self._text

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self.document, self._text, self._path))

    def _columns_of(
        self, header: list[str], kinds: list[str | None] | None = None, *, labels: bool = True
    ) -> list[int]:
        """Return the places of the columns that rows are read from."""
        return self._found_columns(header, kinds, labels=labels)["columns"]

    def _found_columns(
        self, header: list[str], kinds: list[str | None] | None, *, labels: bool
    ) -> dict[str, list[int]]:
        """Return the same places, and those of them whose values are numbers."""
        request = {"report": self._handle, "header": header, "kinds": kinds, "labels": labels}
        found: dict[str, list[int]] = self._engine.call("columns-of", request)
        return found

    def __repr__(self) -> str:
        return f"<expost.Report {self.summary['title']!r}>"

    def _repr_html_(self) -> str:
        return _display.report_html(self)


@dataclass(frozen=True)
class SeriesBound:
    """One bound for several publications about one person, in nats."""

    #: Each report's own, in the order of the reports.
    bounds: list[Bound]
    #: |L| of everything published is at most this.
    total: float
    #: L itself, whichever of them the record was in.
    loss: Interval
    #: The probability with which `total` may fail: that of the first report's bound.
    failure_probability: float


def bound_series(
    reports: Sequence[Report],
    record: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    member: Member = "unknown",
    failure_probability: float | None = None,
    uniform: Uniform = "one",
) -> SeriesBound:
    """Bound what several publications revealed about one record together.

    Usually less than the sum of their bounds (docs/mathematics/bounds.md, 10.4). Holds for all
    publications of a series up to the last one given, however many there will be.

    Parameters
    ----------
    reports
        Two or more, in the order of publication; none of the series left out up to the last.
    record
        Raw values, of which each report takes those of its fields; or a list of one record for
        each report.
    member, failure_probability, uniform
        As in `Report.bound`; ρ of the whole is the first report's.

    Raises
    ------
    RecordError
        For a value that can't be read; `pointer` is /records/0, /records/1, … and the field.
    ArgumentError
        For a publication that stands there twice, and options out of range.
    """
    engine = Engine()
    handles = [engine.load_report(report.document, report._path)[0]["handle"] for report in reports]
    who = {"record": record} if isinstance(record, Mapping) else {"records": list(record)}
    options = bound_options(member, "sharp", failure_probability, uniform)
    answer = engine.call("bound-series", {"reports": handles, **who, "options": options})
    total = answer["total"]
    return SeriesBound(
        [_bound(bound) for bound in answer["bounds"]],
        total["upper"],
        Interval(*total["loss"]),
        total["failureProbability"],
    )


def promised_to(
    record: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None, length: float | None
) -> dict[str, Any]:
    """Return whom a promise is to, as the operation has it."""
    if (record is None) == (length is None):
        raise ArgumentError("Give a record, or the length of one that is coded", code="missing")
    if record is None:
        return {"length": length}
    if isinstance(record, Mapping):
        return {"record": _record(record)}
    return {"records": [_record(each) for each in record]}


_ROW_COLUMNS = {
    "lower": "lower",
    "upper": "upper",
    "total": "total",
    "inLower": "in_lower",
    "inUpper": "in_upper",
    "outLower": "out_lower",
    "outUpper": "out_upper",
}
#: The columns of `Report.bounds`.
ROW_COLUMNS = list(_ROW_COLUMNS.values())


def _record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's fields: of a mapping, a row of pandas, or pairs."""
    try:
        if not isinstance(record, (str, bytes)):
            return dict(record)
    except (TypeError, ValueError):
        pass
    raise ArgumentError(
        "A record must be a mapping from the features' names to values, but is of the type "
        f"{type(record).__name__}",
        code="wrong-type",
    )


def bound_options(
    member: Member, method: Method, failure_probability: float | None, uniform: Uniform
) -> dict[str, Any]:
    """Return the options of a bound as a document."""
    return camel(
        {"member": member, "method": method, "failure_probability": failure_probability, "uniform": uniform}
    )


def bound_batch(
    report: Report,
    batch: pa.RecordBatch,
    header: list[str],
    first: int,
    options: dict[str, Any],
    wanted: list[int],
    *,
    decimal_comma: bool = False,
    unknown: str | None = None,
) -> pa.RecordBatch:
    """Bound the rows of a batch, of which the first has the number `first` in messages."""
    columns = columns_of(batch, header, wanted)
    request = {"report": report._handle, "header": header, "firstRow": first, "options": options}
    request |= {"decimalComma": decimal_comma, "unknown": unknown}
    answer = report._engine.call_columns("bound-rows", request, columns.columns, columns.rows, arrays=True)
    names = _ROW_COLUMNS if unknown is None else {**_ROW_COLUMNS, "gap": "gap"}
    return pa.RecordBatch.from_arrays([pa.array(answer[key]) for key in names], names=list(names.values()))


def predict_batch(
    report: Report,
    batch: pa.RecordBatch,
    header: list[str],
    first: int,
    wanted: list[int],
    *,
    decimal_comma: bool = False,
    unknown: str | None = None,
) -> pa.RecordBatch:
    """Predict the rows of a batch, of which the first has the number `first` in messages."""
    columns = columns_of(batch, header, wanted)
    request = {
        "report": report._handle,
        "header": header,
        "firstRow": first,
        "decimalComma": decimal_comma,
        "unknown": unknown,
    }
    answer = report._engine.call_columns("predict-rows", request, columns.columns, columns.rows, arrays=True)
    found: dict[str, Any] = {}
    ends = {"": ""} if unknown is None else {"Lower": "_lower", "Upper": "_upper"}

    def put(name: str, key: str, place: int | None = None) -> None:
        for end, suffix in ends.items():
            column = answer[key + end] if place is None else answer[key + end][place]
            found[name + suffix] = pa.array(np.asarray(column, dtype=np.float64))

    if "class" not in answer:
        put("prediction", "prediction")
        return pa.RecordBatch.from_pydict(found)
    names = report._class_names()
    classes = np.asarray(answer["class"], dtype=np.int64)
    said = pa.array(names).take(pa.array(classes, mask=classes < 0))
    if "probability" + next(iter(ends)) in answer:
        put("score", "score")
        put("probability", "probability")
        return pa.RecordBatch.from_pydict({**found, "class": said})
    for place, name in enumerate(names):
        put(f"probability of {name}", "probabilities", place)
    return pa.RecordBatch.from_pydict({"class": said, **found})


def load_report(source: str | Path | Mapping[str, Any], *, signed_by: str | Path | None = None) -> Report:
    """Read and prepare a report, and verify its signature where it has one.

    Parameters
    ----------
    source
        The path of a report, or the document itself. A file that the report leaves its path to is
        read beside it; of a document, use `Report(document, path=…)`.
    signed_by
        The public key that must have signed it: RW…, or the path of its file as a `Path`.

    Raises
    ------
    ReportError
        For what is no report, and for reports that contradict themselves; nothing was computed.
        "signature-wrong" where it was changed after it was signed; with `signed_by`
        "signature-missing" where that key did not sign it, and "signature-unchecked" where that
        can't be found out: for a document, and without the package cryptography.
    """
    if isinstance(source, Mapping):
        if signed_by is not None:
            raise ReportError(
                "A document hasn't the bytes that were signed: give the path of the report",
                code="signature-unchecked",
                pointer="/x-signature",
            )
        return Report(source)
    path = Path(source)
    try:
        # To the byte, line ends included.
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReportError(f"{path}: is not UTF-8 text", code="not-json") from error

    def beside(name: str) -> bytes:
        return path.with_name(name).read_bytes()

    try:
        return Report.from_text(text, signed_by=signed_by, path=beside)
    except ReportError as error:
        raise ReportError(f"{path}: {error}", code=error.code, pointer=error.pointer) from error


def _restored(document: Mapping[str, Any], text: str | None, path: bytes | None) -> Report:
    """Return the report that was pickled."""
    return Report(document, path=path) if text is None else Report.from_text(text, path=path)


def write(path: str | Path, content: str | bytes, *, replace: bool) -> None:
    """Write a whole file or nothing, and never over another without being told to."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        if replace:
            part.replace(target)
        else:
            # A second name: refused where there is a file, however late it came.
            os.link(part, target)
    except FileExistsError as error:
        raise FileExistsError(
            f"{target} is there already; give another name, or replace=True to overwrite it"
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _guarantee(document: dict[str, Any] | None) -> Guarantee | None:
    if document is None:
        return None
    return Guarantee(float(document["epsilon"]), float(document["delta"]), document.get("accountant"))


def _person(document: dict[str, Any] | None) -> PersonPromise | None:
    if document is None:
        return None
    return PersonPromise(document["rows"], float(document["epsilon"]), float(document["delta"]))


def _bound(document: dict[str, Any]) -> Bound:
    total = document["total"]
    return Bound(
        total=Total(
            total["lower"],
            total["upper"],
            total["failureProbability"],
            Interval(*total["loss"]["in"]),
            Interval(*total["loss"]["out"]),
        ),
        epsilon=Interval(document["epsilon"]["lower"], document["epsilon"]["upper"]),
        loss_in=Interval(*document["loss"]["in"]),
        loss_out=Interval(*document["loss"]["out"]),
        member=document["member"],
        method=document["method"],
        failure_probability=document["failureProbability"],
        uniform=document["uniform"],
        x=np.asarray(document["x"], dtype=np.float64),
        y=float(document["y"]),
        guarantee=_guarantee(document["guarantee"]),
        person=_person(document["person"]),
        notes=tuple(document["notes"]),
        document=document,
    )
