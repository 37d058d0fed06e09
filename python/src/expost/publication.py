"""Publishing a model with its report, and auditing it."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from . import _display
from ._elsewhere import Passes
from ._engine import Engine, camel
from .errors import ArgumentError, DataError
from .ledger import Entering, Ledger, Limit
from .report import Progress, Report
from .study import AnyStudy, study_document
from .tables import Data, columns_of, kept_data, open_table

_AUDITED = 4096


class CodedData:
    """A publisher's rows, coded as a study says: read once, held by the library until `close`."""

    def __init__(
        self,
        data: Data,
        study: AnyStudy,
        progress: Progress | None = None,
        entering: Entering | None = None,
        *,
        decimal_comma: bool = False,
    ) -> None:
        document = study_document(study)
        table = open_table(data, decimal_comma=decimal_comma)
        self.engine = Engine()
        #: One audit at a time: two would discard each other's steps.
        self.auditing = Lock()
        request = {
            "study": document,
            "header": table.header,
            "kinds": table.kinds,
            "expectedRows": table.rows or table.expected,
            "decimalComma": decimal_comma,
        }
        opened = self.engine.call("open-study", request)
        self.handle: int | None = opened["data"]
        self.rows = 0
        wanted = opened["columns"]
        hashed = None if entering is None else entering.open(table.header)
        with table.reading(wanted, marked=hashed is not None, numbers=opened["numbers"]) as batches:
            for batch in batches:
                columns = columns_of(batch, table.header, wanted)
                request = {"data": self.handle, "firstRow": self.rows + 1}
                try:
                    if hashed is not None:
                        hashed.add(batch)
                    answer = self.engine.call_columns("append-rows", request, columns.columns, columns.rows)
                except DataError as error:
                    raise table.placed(error) from error
                self.rows = answer["rows"]
                if progress is not None:
                    progress("reading", self.rows, table.rows)

    def call(self, operation: str, request: dict[str, Any], *, arrays: bool = False) -> Any:
        """Call an operation on these rows."""
        if self.handle is None:
            raise ArgumentError("These rows were given back; publish again", code="freed")
        return self.engine.call(operation, {"data": self.handle, **request}, arrays=arrays)

    def close(self) -> None:
        """Give the memory of the rows back."""
        if self.handle is not None:
            self.engine.call("free-data", {"data": self.handle})
            self.handle = None


@dataclass(frozen=True, repr=False)
class Audit:
    """Exact losses of all rows as members, against the report's bounds. As secret as the data.

    Attributes
    ----------
    summary : dict
        Misses and quantiles over the rows (interface AuditSummary of wasm/index.d.ts).
    rows : pyarrow.Table, not of a stream
        A row for each row of the data: exact (the signed loss L), lower and upper (bounds on |L|),
        ratio (upper over |exact|), in nats, and what else the mechanism has.
    """

    summary: dict[str, Any]
    _rows: pa.Table | None

    def __repr__(self) -> str:
        return "<expost.Audit, as secret as the data>"

    @property
    def rows(self) -> pa.Table:
        """A row for each row of the data; refused of a stream and of Spark, whose rows went by."""
        if self._rows is None:
            raise ArgumentError(
                "This audit has a summary alone, because its rows were read as a stream: use "
                "expost.audit with stream=False for a table",
                code="unsupported",
                pointer="/stream",
            )
        return self._rows


@dataclass(frozen=True)
class Source:
    """What a stream read, to be read again, and what it counted."""

    data: Data
    study: Mapping[str, Any]
    counted: tuple[Any, int | None]
    decimal_comma: bool


class Publication:
    """A report, with what only its publisher may see.

    Attributes
    ----------
    report : Report
        Publish it, and nothing else.
    notes : dict or None
        Rows, what was clamped, the residual, doubts (`Published.notes` of wasm/index.d.ts). Not for
        publication, so a copy (pickled, or of another process) has None.
    secrets : dict or None
        What the noise hides, where it was asked for. Never publish it.
    ledger : Ledger or None
        The ledger with this publication in it.
    """

    def __init__(
        self,
        made: dict[str, Any],
        data: CodedData | Source | None,
        entering: Entering | None = None,
    ) -> None:
        path = made.get("path")
        self.report = Report(made["report"], path=None if path is None else base64.b64decode(path["data"]))
        self.notes: Any = made.get("notes")
        self.secrets: dict[str, Any] | None = made.get("secrets")
        self._data = data
        # Entered before anybody has the report: an entry without its report counts too much, a
        # report without its entry nothing.
        self.ledger: Ledger | None = None
        if entering is not None:
            self.ledger, doubt = entering.enter(self.report)
            if doubt is not None and self.notes is not None:
                self.notes["doubts"].append(doubt)
        if self.notes is not None and self.notes["rows"] == 0:
            self.notes["doubts"].append(
                "the data have no rows; there is a report all the same, because a refusal would tell"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        # Neither the rows nor the secrets go where a copy may go, nor counts of the rows.
        made: dict[str, Any] = {"report": self.report.document}
        if self.report._path is not None:
            made["path"] = {"data": base64.b64encode(self.report._path)}
        return (Publication, (made, None))

    def audit(self, *, failure_probability: float | None = None, progress: Progress | None = None) -> Audit:
        """Compute the exact loss of every row as a member, and compare it with the report's bounds.

        After a stream its source is read again, about four times, and the audit has no `rows`.

        Parameters
        ----------
        failure_probability
            In (0, 1); the report's own if None.

        Raises
        ------
        ArgumentError
            Of noisy gradient descent without `secrets` or trained elsewhere; after `close`, for a
            copy of a publication (pickled, or of another process), and one by Spark, which haven't
            the rows.
        DataError
            After a stream, where its source can't be read any more or has changed.
        StudyError
            After a stream of output perturbation, whose exact losses need the other rows.
        """
        if self._data is None:
            raise ArgumentError(
                "This publication hasn't its rows, as a copy has none and one by Spark: use expost.audit",
                code="freed",
            )
        if isinstance(self._data, Source):
            source = self._data
            return _audit_stream(
                source.data,
                source.study,
                self.report,
                failure_probability,
                progress,
                source.counted,
                decimal_comma=source.decimal_comma,
            )
        return _audit(self._data, self.report, self.secrets, failure_probability, progress)

    def close(self) -> None:
        """Give the memory of the rows back; `audit` is refused from then on."""
        if isinstance(self._data, CodedData):
            self._data.close()
        else:
            self._data = None

    def __enter__(self) -> Publication:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        # Shown in notebooks that are passed on, so it says nothing that the report doesn't.
        return f"<expost.Publication {self.report.summary['title']!r}>"

    def _repr_html_(self) -> str:
        return _display.report_html(self.report)


def publish(
    data: Data,
    study: AnyStudy,
    *,
    seed: int | None = None,
    secrets: bool = False,
    stream: bool | None = None,
    decimal_comma: bool = False,
    ledger: str | Path | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    sample_weight: None = None,
) -> Publication:
    """Train a model by the study's mechanism, draw the noise, and make the report.

    Publish once: each report adds to everybody's privacy loss. Ctrl-C between two steps leaves
    nothing behind.

    Parameters
    ----------
    data
        The publisher's rows.
    study
        What is trained, and how it is made private; or the name of its file.
    seed
        For experiments only: the report is marked.
    secrets
        Also return what the noise hides, for an audit of noisy gradient descent.
    stream
        Read the rows anew for each of about ten passes instead of keeping them: memory does not
        grow with their number, and every digit is the same. For objective and output perturbation.
        None: where Parquet files have more rows than half of this machine's memory holds.
    decimal_comma
        Numbers in texts have a decimal comma; no comma separates the columns of a CSV then.
    ledger
        Keep the running total of what was published about these data in this file, made if it isn't
        there; the file of ``expost publish --ledger``, and as secret as the data. The entry is
        written before this returns. It knows the report by the text that `Report.save` writes.
    limit
        With `ledger`: refuse, before the data are read, what would take the total beyond ε with any
        δ, or beyond (ε, δ). Kept in the ledger, and can be lowered later.
    progress
        Called with "reading" and the rows so far, "training" and the steps so far; of a stream with
        "pass 1", … and the rows so far.
    sample_weight
        Always refused: a person counts once.

    Raises
    ------
    StudyError, DataError
        The message names the place. Nothing was published.
    LedgerError
        Of a ledger that can't be read or written, or whose limit would be passed ("beyond-limit").
    NumericsError
        Training did not converge.

    Warns
    -----
    LedgerWarning
        The study was published before, or earlier publications were about other data.
    """
    refuse_weights(sample_weight)
    document = study_document(study)
    entering = Entering(ledger, limit, document, seed=seed)
    data = kept_data(data)
    if stream is None:
        stream = _is_large(data, document, decimal_comma)
    request = {"seed": seed, "secrets": secrets}
    if stream:
        return _publish_stream("publish", data, document, request, entering, progress, decimal_comma)
    coded = CodedData(data, document, progress, entering, decimal_comma=decimal_comma)
    finished = False
    while not finished:
        step = coded.call("train", {"seed": seed, "steps": 1})
        finished = step["finished"]
        if progress is not None:
            progress("training", step["steps"], step.get("ofSteps"))
    return Publication(coded.call("publish", request), coded, entering)


def _publish_stream(
    operation: str,
    data: Data,
    study: Mapping[str, Any],
    request: dict[str, Any],
    entering: Entering,
    progress: Progress | None,
    decimal_comma: bool,
) -> Publication:
    passes = Passes(data, study, progress, decimal_comma=decimal_comma)
    counters = passes.count(entering.open(passes.header))
    left_out = {} if passes.left_out is None else {"leftOut": passes.left_out}
    made = passes.call(operation, {**request, "counters": counters, **left_out})
    return Publication(made, Source(data, study, (counters, passes.left_out), decimal_comma), entering)


def refuse_weights(sample_weight: Any) -> None:
    """Refuse weights of rows."""
    if sample_weight is not None:
        raise ArgumentError(
            "sample_weight must be left out: a person counts once, and weights would make some count "
            'for more than is promised (a study\'s "person" limits the rows of each)',
            code="unsupported",
            pointer="/sample_weight",
        )


def attach(
    theta: Sequence[float] | np.ndarray[Any, np.dtype[Any]],
    data: Data,
    study: AnyStudy,
    *,
    iterates: np.ndarray[Any, np.dtype[Any]] | None = None,
    noisy_sums: np.ndarray[Any, np.dtype[Any]] | None = None,
    samples: np.ndarray[Any, np.dtype[Any]] | None = None,
    order: Literal["classes-first"] | None = None,
    stopped_after: int | None = None,
    sigma: float | None = None,
    eta: float | None = None,
    gamma: float | None = None,
    lam: float | None = None,
    b: Sequence[float] | np.ndarray[Any, np.dtype[Any]] | None = None,
    diffprivlib: Mapping[str, Any] | None = None,
    stream: bool = False,
    decimal_comma: bool = False,
    seed: int | None = None,
    secrets: bool = False,
    ledger: str | Path | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
) -> Publication:
    """Make the report of a model that was trained elsewhere by the study's mechanism.

    Parameters
    ----------
    theta
        The model, shape (d,) or (1, d); of K classes (K, d), or class by class (K·d,). The kernel
        of a layer of Keras or Flax is (d, K): transpose it.
    data, study
        The rows that it was trained on, and the study, which states `mechanism.elsewhere`.
    iterates, noisy_sums
        Of noisy gradient descent: the iterates before every step, shape (T, D) or (T, K, d), and
        the noisy sums, which are not published.
    samples
        Of Poisson sampling: who took part, booleans of shape (T, rows), by which the noise is
        checked. As secret as the data, and not published. Without them the check is coarser.
    order
        "classes-first" says that rows of θ and of iterates are classes, which nobody else can tell
        where classes are as many as coordinates.
    stopped_after
        Steps that were done, where a public rule ended the training early.
    sigma, eta, gamma, lam
        Levels that the study doesn't state (λ as `lam`).
    b
        The noise of objective perturbation, which is not published: the model is checked by it.
    diffprivlib
        Of IBM diffprivlib's logistic regression: epsilon, dataNorm, C, fitIntercept.
    stream
        As in `publish`, and for posterior samples; never by itself.
    decimal_comma, seed, ledger, limit, progress
        As in `publish`.
    secrets
        As in `publish`; refused of noisy gradient descent, whose audit needs what stayed where the
        model was trained.
    """
    model = model_document(
        theta, order=order, sigma=sigma, eta=eta, gamma=gamma, lam=lam, b=b, diffprivlib=diffprivlib
    )
    if stopped_after is not None:
        model["stoppedAfter"] = stopped_after
    for name, rows in {"iterates": iterates, "noisySums": noisy_sums}.items():
        if rows is not None:
            model[name] = _encoded(_numbers(rows, "iterates" if name == "iterates" else "noisy_sums"))
    if samples is not None:
        bits = np.packbits(np.asarray(samples, dtype=bool), axis=1, bitorder="little")
        model["samples"] = base64.b64encode(bits.tobytes()).decode("ascii")
    document = study_document(study)
    entering = Entering(ledger, limit, document, seed=seed, model=model)
    data = kept_data(data)
    request = {"model": model, "seed": seed, "secrets": secrets}
    if stream:
        return _publish_stream("attach", data, document, request, entering, progress, decimal_comma)
    coded = CodedData(data, document, progress, entering, decimal_comma=decimal_comma)
    return Publication(coded.call("attach", request), coded, entering)


def model_document(
    theta: Sequence[float] | np.ndarray[Any, np.dtype[Any]],
    *,
    order: Literal["classes-first"] | None,
    sigma: float | None,
    eta: float | None,
    gamma: float | None,
    lam: float | None,
    b: Sequence[float] | np.ndarray[Any, np.dtype[Any]] | None,
    diffprivlib: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return a model that was trained elsewhere as a document (TrainedModel of index.d.ts)."""
    model: dict[str, Any] = {"theta": _numbers(theta, "theta").tolist()}
    model |= camel({"order": order, "sigma": sigma, "eta": eta, "gamma": gamma, "lambda": lam})
    if b is not None:
        model["b"] = _numbers(b, "b").tolist()
    if diffprivlib is not None:
        model["diffprivlib"] = dict(diffprivlib)
    return model


def audit(
    data: Data,
    study: AnyStudy,
    report: Report,
    *,
    secrets: Mapping[str, Any] | None = None,
    failure_probability: float | None = None,
    stream: bool | None = None,
    decimal_comma: bool = False,
    progress: Progress | None = None,
) -> Audit:
    """Audit a report against the data and study that it was made from (`Publication.audit`).

    Parameters
    ----------
    data, study, report
        The rows, and what was made of them.
    secrets
        Those of the publication, which noisy gradient descent needs.
    failure_probability
        In (0, 1); the report's own if None.
    stream
        Read the rows anew for each of about four passes instead of keeping them: memory does not
        grow with their number, and there are no `rows`. In the summary each median and 99th
        percentile is at most 0.1 % above what it is in memory, and never below. For objective
        perturbation and posterior samples, without moments. None: where Parquet files have more
        rows than half of this machine's memory holds.
    decimal_comma
        As in `publish`.
    progress
        Called with "reading" and "auditing", or of a stream with "pass 1", …, and the rows so far.

    Raises
    ------
    ArgumentError
        For another study's report.
    StudyError
        Of a stream whose mechanism needs all rows in memory.
    """
    document = study_document(study)
    data = kept_data(data)
    if stream is None:
        stream = _is_large(data, document, decimal_comma)
    if stream:
        return _audit_stream(
            data, document, report, failure_probability, progress, decimal_comma=decimal_comma
        )
    coded = CodedData(data, study, progress, decimal_comma=decimal_comma)
    try:
        return _audit(coded, report, secrets, failure_probability, progress)
    finally:
        coded.close()


def _audit_stream(
    data: Data,
    study: Mapping[str, Any],
    report: Report,
    failure_probability: float | None,
    progress: Progress | None,
    counted: tuple[Any, int | None] | None = None,
    *,
    decimal_comma: bool,
) -> Audit:
    options = camel({"failure_probability": failure_probability})
    passes = Passes(data, study, progress, audited=(report, options), decimal_comma=decimal_comma)
    counters = passes.count()
    if counted is not None and counted != (counters, passes.left_out):
        raise DataError(
            "The data are not those of the publication any more: they changed after it", code="changed"
        )
    return Audit(passes.call("audit", {"count": counters["rows"]})["summary"], None)


def _audit(
    coded: CodedData,
    report: Report,
    secrets: Mapping[str, Any] | None,
    failure_probability: float | None,
    progress: Progress | None,
) -> Audit:
    options: dict[str, Any] = camel({"failure_probability": failure_probability})
    if secrets is not None and report.summary["mechanism"]["name"] == "noisy-gradient-descent":
        options["secrets"] = dict(secrets)
    with coded.auditing:
        handle = coded.engine.load_report(report.document, report._path)[0]["handle"]
        try:
            while True:
                answer = coded.call(
                    "audit", {"report": handle, "options": options, "rows": _AUDITED}, arrays=True
                )
                if answer["finished"]:
                    return Audit(
                        answer["summary"],
                        pa.table({name: pa.array(column) for name, column in answer["rows"].items()}),
                    )
                if progress is not None:
                    progress("auditing", answer["rows"], coded.rows)
        finally:
            coded.engine.call("free-report", {"report": handle})


def _is_large(data: Data, study: Mapping[str, Any], decimal_comma: bool) -> bool:
    """Whether the coded rows of files would take more than half of the memory."""
    if not isinstance(data, (str, Path, list, tuple)) or not hasattr(os, "sysconf"):
        return False
    rows = open_table(data, decimal_comma=decimal_comma).rows
    features = study.get("features")
    if not isinstance(features, list) or not all(isinstance(feature, Mapping) for feature in features):
        # Refused with its place as soon as the study is opened.
        return False
    coordinates = sum(len(feature.get("levels") or [1]) for feature in features)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return rows is not None and 8 * rows * (coordinates + 1) > memory / 2


def _numbers(values: Any, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return an array of doubles as it was shaped."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f"{name} must be an array of numbers, with rows of the same length",
            code="wrong-type",
            pointer=f"/{name}",
        ) from error


def _encoded(rows: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, Any]:
    """Return the steps of a path, shape (T, D) or (T, K, d), as a document."""
    values = np.ascontiguousarray(rows, dtype="<f8")
    if values.ndim not in (2, 3):
        raise ArgumentError(
            f"iterates and noisy_sums must have the shape (T, D) or (T, K, d), but have {values.shape}",
            code="wrong-length",
            pointer="/iterates",
        )
    document: dict[str, Any] = {
        "count": values.shape[0],
        "encoding": "base64-f64le",
        "data": base64.b64encode(values.tobytes()).decode("ascii"),
    }
    return document | ({"shape": list(values.shape[1:])} if values.ndim == 3 else {})
