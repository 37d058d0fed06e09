"""What is refused, and why: one sentence that names the place and says what was expected."""

from __future__ import annotations

from typing import Any


class ExpostError(Exception):
    """A call that was refused; nothing was computed, written or changed.

    Attributes
    ----------
    type : str
        What is wrong: "argument", "report", "record", "study", "data", "ledger", "numerics" or
        "internal".
    code : str
        Stable, for programs: "missing", "not-a-number", "unknown-level", …
        (docs/operations.md).
    pointer : str
        JSON pointer to the part with the error, "" where there is none. In data it begins with the
        number of the row, counted from 1: "/7/age".
    """

    type: str = "internal"

    def __init__(self, message: str, *, code: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.pointer = pointer

    def __reduce__(self) -> tuple[Any, ...]:
        # Exception's own hands back the message alone; processes pass errors on as pickles.
        return (_remade, (type(self), str(self), self.code, self.pointer))


def _remade(kind: type[ExpostError], message: str, code: str, pointer: str) -> ExpostError:
    return kind(message, code=code, pointer=pointer)


class ArgumentError(ExpostError, ValueError):
    """A call or an option: change the call."""

    type = "argument"


class ReportError(ExpostError, ValueError):
    """The published report: ask its publisher for a correct one."""

    type = "report"


class RecordError(ExpostError, ValueError):
    """The values of a person: correct the field that is named."""

    type = "record"


class StudyError(ExpostError, ValueError):
    """The publisher's study: fill in or correct the key that is named."""

    type = "study"


class DataError(ExpostError, ValueError):
    """A row of the publisher's data: correct the row that is named."""

    type = "data"


class LedgerError(ExpostError, ValueError):
    """The publisher's ledger: correct what is named, or stay within its limit ("beyond-limit")."""

    type = "ledger"


class NumericsError(ExpostError, ArithmeticError):
    """A computation could not reach what it promises, so nothing is returned."""

    type = "numerics"


class InternalError(ExpostError, RuntimeError):
    """The program is at fault, this copy of it: please report it."""

    type = "internal"


class PrivacyLeakWarning(RuntimeWarning):
    """Something was read off the data that the promise does not cover."""


_CLASSES: dict[str, type[ExpostError]] = {
    kind.type: kind
    for kind in (
        ArgumentError,
        ReportError,
        RecordError,
        StudyError,
        DataError,
        LedgerError,
        NumericsError,
        InternalError,
    )
}


def error_of(error: dict[str, Any]) -> ExpostError:
    """Make the exception of an answer's `error`."""
    kind = _CLASSES.get(error["type"], InternalError)
    return kind(error["message"], code=error["code"], pointer=error["pointer"])
