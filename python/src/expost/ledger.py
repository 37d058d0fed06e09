"""The publisher's ledger: what was published about some data, and what it adds up to.

The file is that of ``expost publish --ledger``, and either side goes on with what the other wrote.
It is as secret as the data.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import escape
from numbers import Real
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from ._engine import ask, table_lines
from ._text import document_text
from .errors import ArgumentError, LedgerError
from .report import Report
from .tables import columns_of

__all__ = ["Ledger", "LedgerEntry", "LedgerTotal", "LedgerWarning", "Limit", "Promise", "load_ledger"]

#: A limit on all publications together: ε with any δ, or ε and δ.
Limit: TypeAlias = "float | tuple[float, float]"

#: Waiting for another publication's lock, in seconds; a long report takes seconds to write.
_PATIENCE = 60.0
_BETWEEN_TRIES = 0.05
_OWNER_ONLY = 0o600
_EMPTY = {"format": "expost-ledger", "version": 4, "entries": []}


#: The file of the `Budget` that counts what is published, while one does.
COUNTING: list[Path] = []


class LedgerWarning(UserWarning):
    """The same study was published before, or earlier publications were about other data."""


@dataclass(frozen=True)
class Promise:
    """(ε, δ)-differential privacy; ε is infinite without a finite guarantee."""

    epsilon: float
    delta: float


@dataclass(frozen=True)
class LedgerEntry:
    """One publication.

    Attributes
    ----------
    published : str
        The day, such as "2026-03-01".
    title : str
        The report's.
    report : str
        SHA-256 of the report's file, in hexadecimal.
    study : str
        SHA-256 of the study, however its file is laid out.
    epsilon, delta : float
        What was promised; infinite and 1 without a guarantee.
    accountant : str or None
        As the report states it.
    seeded : bool
        An experiment: not published, and not counted.
    data : str or None
        Fingerprint of the rows with the ledger's key; None where it isn't known.
    rows : int or None
        ε and δ are promised to a person with up to so many rows; None: to one row.
    """

    published: str
    title: str
    report: str
    study: str
    epsilon: float
    delta: float
    accountant: str | None
    seeded: bool
    data: str | None
    rows: int | None


@dataclass(frozen=True)
class LedgerTotal:
    """What a ledger's publications add up to; experiments are counted, but not in the sums.

    Attributes
    ----------
    publications, without_guarantee, experiments : int
        How many there are; those without a finite ε are among the publications.
    sums : Promise
        ε and δ of all, added up and rounded up.
    promised : Promise
        The same of those with a finite ε.
    together : Promise
        What those have together, composed tightly: ε at the limit's δ, or else at the sum of δ;
        never above the sum of ε (docs/mathematics.md 7.20 to 7.22). It holds where no budget was
        chosen by what an earlier publication showed; `promised` always does.
    is_of_row : bool
        Some promise something to a person with several rows, but not all: the sums hold for one
        row alone.
    words, together_words : str or None
        The same in words; None where `together` says no more than the sums.
    """

    publications: int
    without_guarantee: int
    experiments: int
    sums: Promise
    promised: Promise
    together: Promise
    is_of_row: bool
    words: str
    together_words: str | None


class Ledger:
    """A ledger as it was in its file when it was read.

    Attributes
    ----------
    document : dict
        The file.
    total : LedgerTotal
        What its publications add up to.
    limit : Promise or None
        What all of them may reach together; δ is 1 where any δ may be reached.
    left : Promise or None
        What a further publication may promise without going beyond the limit.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        answer = ask("ledger-total", {"ledger": dict(document)})
        self.document: dict[str, Any] = dict(document)
        self.total = _total(answer["total"])
        limit = answer.get("limit")
        self.limit = None if limit is None else Promise(limit["epsilon"], limit.get("delta", 1.0))
        self._limit_words: str | None = answer.get("limitInWords")
        left = answer["total"].get("left")
        self.left = None if left is None else Promise(left["epsilon"], left.get("delta", 1.0))
        self._left_words: str | None = answer["total"].get("leftInWords")

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        """The publications, in the order in which they were entered."""
        return tuple(
            LedgerEntry(
                published=entry["published"],
                title=entry["title"],
                report=entry["report"],
                study=entry["study"],
                epsilon=float("inf") if entry["epsilon"] == "Infinity" else float(entry["epsilon"]),
                delta=float(entry["delta"]),
                accountant=entry["accountant"],
                seeded=entry["seeded"],
                data=entry.get("data"),
                rows=entry.get("rows"),
            )
            for entry in self.document["entries"]
        )

    def _lines(self) -> list[str]:
        total = self.total
        lines = [total.words]
        if total.together_words is not None:
            lines.append(total.together_words)
        if total.is_of_row:
            lines.append("for one row: some of them promise nothing to a person with several rows")
        if self._limit_words is not None:
            lines.append(f"limit: {self._limit_words}; left: {self._left_words}")
        return lines

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<expost.Ledger, {self.total.words}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(entry.published)}</td><td>{escape(entry.title)}</td>"
            f"<td>{entry.epsilon:g}</td><td>{entry.delta:g}</td>"
            f"<td>{'experiment, not counted' if entry.seeded else ''}</td></tr>"
            for entry in self.entries
        )
        head = "<tr><th>published</th><th>title</th><th>ε</th><th>δ</th><th></th></tr>"
        return f"<div><p>{'<br>'.join(map(escape, self._lines()))}</p><table>{head}{rows}</table></div>"


def load_ledger(path: str | Path) -> Ledger:
    """Read a ledger, of this package or of ``expost publish --ledger``.

    Parameters
    ----------
    path
        Where there is no file, the ledger is empty.

    Raises
    ------
    LedgerError
        The message names the file and the place in it.
    """
    with _naming(path):
        return Ledger(_document(Path(path)))


def set_limit(path: Path, limit: Limit) -> None:
    """Put a limit into a ledger, made if it isn't there; it may be lowered, not raised."""
    _check_writable(path)
    target = path.resolve()
    with _naming(path), _locked(path, target):
        ledger = _document(path)
        checked = ask("check-ledger", {"ledger": ledger, "limit": _limit_document(limit)})
        document = {**ledger, "version": _EMPTY["version"], "limit": checked["limit"]}
        document["entries"] = document.pop("entries")
        _write(target, document_text(document), owner_only=not path.exists())


class TableHash:
    """Hashes a table while its rows pass by: header and rows, in their order."""

    def __init__(self, header: list[str]) -> None:
        self._header = header
        self._hash = hashlib.sha256()
        self.add(pa.record_batch([pa.array([name], pa.string()) for name in header], names=header))

    def add(self, batch: pa.RecordBatch) -> None:
        """Take the next rows."""
        columns = columns_of(batch, self._header, None, marked=True)
        self._hash.update(table_lines(self._header, columns.columns, columns.rows))

    def fingerprint(self, key: str) -> str:
        """HMAC-SHA-256 of the table's SHA-256 with a key in hexadecimal."""
        return hmac.new(bytes.fromhex(key), self._hash.digest(), hashlib.sha256).hexdigest()


class Entering:
    """One publication on its way into a ledger: refused before the data are read, or entered.

    Made before anything is read. `repeats` is called when the study is known to be good, `enter`
    when the report is there and nobody has it yet.
    """

    def __init__(
        self,
        path: str | Path | None,
        limit: Limit | None,
        study: Mapping[str, Any],
        *,
        seed: int | None,
        model: Mapping[str, Any] | None = None,
    ) -> None:
        self._is_counted = bool(COUNTING)
        if COUNTING:
            if path is not None or limit is not None:
                raise ArgumentError(
                    "inside a Budget its own ledger and limit count; leave ledger and limit out",
                    code="inconsistent",
                    pointer="/ledger",
                )
            path = COUNTING[-1]
        self._path = None if path is None else Path(path)
        self._study = study
        self._limit = _limit_document(limit)
        self.hash: TableHash | None = None
        if self._path is None:
            if limit is not None:
                raise ArgumentError(
                    "limit belongs to ledger, which keeps it", code="missing", pointer="/ledger"
                )
            return
        _check_writable(self._path)
        checked = self._asked()
        # An experiment is not to be published.
        if seed is not None:
            return
        if checked.get("limit") is not None:
            # Before any row is read: a refusal must not depend on the data.
            request = {"study": study} if model is None else {"study": study, "model": model}
            self._asked(adds=ask("publication-part", request)["part"])
        # A budget is for that.
        repeat = None if self._is_counted else self._asked(study=self._study_hash())["repeat"]
        if repeat is not None:
            warnings.warn(f"{self._path}: {repeat}", LedgerWarning, stacklevel=3)

    @property
    def is_asked(self) -> bool:
        """Whether there is a ledger."""
        return self._path is not None

    def open(self, header: list[str]) -> TableHash | None:
        """Start the fingerprint of the rows; None without a ledger."""
        self.hash = TableHash(header) if self.is_asked else None
        return self.hash

    def enter(self, report: Report) -> tuple[Ledger | None, str | None]:
        """Write the entry of a report, before anybody else has the report.

        Returns the ledger as it is now, and a sentence for the publisher where the data are not
        those of earlier publications. That is no refusal, because it would depend on the data.
        """
        if self._path is None:
            return None, None
        hashes = {"report": _sha256(report.text), "study": self._study_hash()}
        entry = ask("ledger-entry", {"report": report.document, "hashes": hashes})["entry"]
        target = self._path.resolve()
        with _naming(self._path), _locked(self._path, target):
            # Read again: training takes its time, and another publication may have been entered.
            ledger = _document(self._path)
            # Checked before its key is used.
            self._asked_of(ledger)
            key = ledger.get("key") or secrets.token_hex(32)
            request = {"ledger": ledger, "key": key, "entry": entry}
            if self.hash is not None:
                request["data"] = self.hash.fingerprint(key)
            if self._limit is not None:
                request["limit"] = self._limit
            entered = ask("enter-ledger", request)
            others = {**ledger, **entered["head"]}
            entries = others.pop("entries")
            document = {**entered["head"], **others, "entries": [*entries, entered["entry"]]}
            _write(target, document_text(document), owner_only="key" not in ledger)
        doubt = None if entered["doubt"] is None or self._is_counted else f"{self._path}: {entered['doubt']}"
        if doubt is not None:
            # The report must come out even where warnings are made errors: it is entered.
            with suppress(LedgerWarning):
                warnings.warn(doubt, LedgerWarning, stacklevel=3)
        return Ledger(document), doubt

    def _study_hash(self) -> str:
        return _sha256(ask("study-text", {"study": self._study})["text"])

    def _asked(self, **questions: Any) -> dict[str, Any]:
        assert self._path is not None
        with _naming(self._path):
            return self._asked_of(_document(self._path), **questions)

    def _asked_of(self, ledger: Mapping[str, Any], **questions: Any) -> dict[str, Any]:
        limit = {} if self._limit is None else {"limit": self._limit}
        answer: dict[str, Any] = ask("check-ledger", {"ledger": ledger, **limit, **questions})
        return answer


def _limit_document(limit: Limit | None) -> dict[str, float] | None:
    if limit is None:
        return None
    parts = limit if isinstance(limit, (tuple, list)) else (limit,)
    if not 1 <= len(parts) <= 2 or any(
        isinstance(part, bool) or not isinstance(part, Real) for part in parts
    ):
        raise ArgumentError(
            "limit must be ε, or ε and δ, like 3 or (3, 1e-5)", code="wrong-type", pointer="/limit"
        )
    return dict(zip(("epsilon", "delta"), map(float, parts), strict=False))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _total(document: Mapping[str, Any]) -> LedgerTotal:
    return LedgerTotal(
        publications=document["publications"],
        without_guarantee=document["withoutGuarantee"],
        experiments=document["experiments"],
        sums=_promise(document),
        promised=_promise(document["promised"]),
        together=_promise(document["together"]),
        is_of_row=document["isOfRow"],
        words=document["words"],
        together_words=document["togetherInWords"],
    )


def _promise(document: Mapping[str, Any]) -> Promise:
    return Promise(float(document["epsilon"]), float(document["delta"]))


@contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Put the file's name before what is refused about its ledger."""
    try:
        yield
    except LedgerError as error:
        raise LedgerError(f"{path}: {error}", code=error.code, pointer=error.pointer) from error
    except ArgumentError as error:
        if error.code != "not-a-document":
            raise
        raise LedgerError(f"{path}: {error}", code=error.code, pointer=error.pointer) from error


def _document(path: Path) -> dict[str, Any]:
    """Read what a file holds as JSON; an empty ledger where there is no file yet."""
    try:
        # A device or a pipe may never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise _refusal("not-a-ledger", "is not a ledger: it is no regular file")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return dict(_EMPTY)
    except UnicodeDecodeError as error:
        raise _refusal("not-text", "is not UTF-8 text") from error
    except OSError as error:
        raise _refusal("empty", f"can't be read: {error.strerror}") from error
    if not text.strip():
        raise _refusal("not-json", "is empty: a JSON document was expected")
    try:
        document = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise _refusal("not-json", "is not complete: its JSON text ends too early") from error
        place = f"line {error.lineno}, column {error.colno} is not what JSON allows there"
        raise _refusal("not-json", f"is not JSON: {place}") from error
    except (ValueError, RecursionError) as error:
        raise _refusal("not-json", "is not JSON, or nested too deep") from error
    if not isinstance(document, dict):
        raise _refusal(
            "not-a-ledger",
            'is not a ledger: a JSON object whose format is "expost-ledger" was expected',
        )
    return document


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _refusal(code: str, message: str) -> LedgerError:
    return LedgerError(message, code=code)


def _check_writable(path: Path) -> None:
    """Refuse, before any work is done, a ledger that could not be written."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise LedgerError(f"{path}: can't be written: its folder is not there", code="missing")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise LedgerError(f"{path}: can't be written: permission denied", code="missing")


@contextmanager
def _locked(path: Path, target: Path) -> Iterator[None]:
    """Keep every other publication out of a ledger: of two that read it, one entry would be lost.

    The lock is the command line's (cli/ledger/lock.js): next to the ledger itself.
    """
    lock = target.with_name(f".{target.name}.lock")
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            break
        except FileExistsError as error:
            if time.monotonic() >= end:
                raise _refusal(
                    "locked",
                    f"another publication is being entered; if none is running, delete {lock} and try again",
                ) from error
            time.sleep(_BETWEEN_TRIES)
        except OSError as error:
            raise _refusal("locked", f"can't be locked: {error.strerror}") from error
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _write(target: Path, text: str, *, owner_only: bool) -> None:
    """Replace the file in one step, or leave it as it is.

    With a key in it, it is as secret as the data; who shares it keeps it shared.
    """
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    mode = _OWNER_ONLY
    if not owner_only:
        mode = stat.S_IMODE(target.stat().st_mode)
    try:
        handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY)
        with os.fdopen(handle, "wb") as file:
            draft.chmod(mode)
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        raise _refusal("missing", f"can't be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
