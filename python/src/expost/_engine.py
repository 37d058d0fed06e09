"""Calls of the library: documents in and out, refusals as exceptions."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from . import _core
from .errors import InternalError, ReportError, error_of

#: The bytes of the file that a report leaves its path to, compressed or not; by the file's name.
PathSource: TypeAlias = "bytes | Callable[[str], bytes]"

_GZIP = b"\x1f\x8b\x08"


def value_of(response: dict[str, Any]) -> Any:
    """Return the value of a response, or raise its error."""
    if response["ok"]:
        return response["value"]
    raise error_of(response["error"])


@cache
def _self_test() -> None:
    try:
        value_of(_core.Service().call("self-test", {}))
    except Exception as error:
        raise InternalError(
            f"The library fails its own known-answer test, so it gives no numbers: {error}", code="self-test"
        ) from error


class Engine:
    """What lives between calls: loaded reports and data sets. One a report and one a data set.

    Calls from several threads wait for each other; Python's own lock is given back meanwhile.
    """

    def __init__(self) -> None:
        _self_test()
        self._service = _core.Service()

    def call(self, operation: str, request: dict[str, Any], *, arrays: bool = False) -> Any:
        """Call an operation of docs/operations.md.

        `arrays`: lists of numbers alone come back as numpy arrays of doubles.
        """
        return value_of(self._service.call(operation, request, arrays))

    def call_columns(
        self,
        operation: str,
        request: dict[str, Any],
        columns: list[dict[str, Any]],
        rows: int,
        *,
        arrays: bool = False,
    ) -> Any:
        """Call an operation on rows in columns."""
        return value_of(self._service.call_columns(operation, request, columns, rows, arrays))

    def call_elsewhere(self, operation: str, request: dict[str, Any], asked: Callable[[str], str]) -> Any:
        """Call an operation on rows that are elsewhere; what `asked` raises comes out."""
        return value_of(self._service.call_elsewhere(operation, request, asked))

    def load_text(self, text: str) -> Any:
        """Load a report from its text."""
        return value_of(self._service.load_text(text))

    def load_report(self, document: Mapping[str, Any], path: PathSource | None) -> tuple[Any, bytes | None]:
        """Load a report, and return its uncompressed path, where it leaves it to a file."""
        opened: dict[str, Any] = {} if path is None else self.call("open-path", {"report": document})
        handle = opened.get("path")
        if path is None or handle is None:
            return self.call("load-report", {"report": document}), None
        name = opened["name"]
        data = path(name) if callable(path) else path
        if data.startswith(_GZIP):
            try:
                # One byte more shows that there are too many, however many there would be.
                data = zlib.decompressobj(wbits=31).decompress(data, opened["bytes"] + 1)
            except zlib.error as error:
                raise ReportError(
                    f"The file {name} is damaged: it can't be uncompressed.",
                    code="not-gzip",
                    pointer="/release/iterates/sha256",
                ) from error
        value_of(self._service.call_bytes("add-path", {"path": handle}, data))
        return self.call("load-report", {"path": handle}), data


def table_lines(header: list[str], columns: list[dict[str, Any]], rows: int) -> bytes:
    """Write rows as the text that a ledger knows a table by (expost/report/table_lines.hpp)."""
    lines: bytes = value_of(_core.table_lines(header, columns, rows))
    return lines


def ask(operation: str, request: dict[str, Any]) -> Any:
    """Call an operation that keeps nothing."""
    return Engine().call(operation, request)


def pointer_to(name: str) -> str:
    """Return the JSON pointer to a member of a document."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def camel(options: dict[str, Any]) -> dict[str, Any]:
    """Name options as documents do (`failureProbability`), and leave out those that are None."""

    def name(key: str) -> str:
        first, *others = key.split("_")
        return first + "".join(part.capitalize() for part in others)

    return {name(key): value for key, value in options.items() if value is not None}
