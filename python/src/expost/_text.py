"""Documents as files: readable by people, so lists of numbers stay on one line.

To the byte as the command line writes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

_INDENT = "  "
#: JavaScript writes numbers from here on with a power of ten, and those below 1e-6.
_MOST_DIGITS = 21
_MOST_ZEROS = 6


def document_text(document: Mapping[str, Any]) -> str:
    """Return JSON text that reads back to the same doubles."""
    parts: list[str] = []
    _write(document, "\n", parts)
    return "".join(parts) + "\n"


def _write(value: Any, line: str, parts: list[str]) -> None:
    """Append a value that begins within a line; `line` is a line end with the indent so far."""
    inner = line + _INDENT
    if isinstance(value, Mapping):
        before = "{"
        for key, member in value.items():
            parts.append(f"{before}{inner}{json.dumps(key, ensure_ascii=False)}: ")
            _write(member, inner, parts)
            before = ","
        parts.append(line + "}" if value else "{}")
    elif isinstance(value, (list, tuple)):
        if value and all(type(item) in (int, float) for item in value):
            parts.append(f"[{', '.join([_number(item) for item in value])}]")
            return
        before = "["
        for item in value:
            parts.append(before + inner)
            _write(item, inner, parts)
            before = ","
        parts.append(line + "]" if value else "[]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        parts.append(_number(value))
    else:
        parts.append(json.dumps(value, ensure_ascii=False))


def _number(value: float) -> str:
    """Write a number as JavaScript does: 17, 0.000001, 1e-7, 1e+21."""
    if isinstance(value, int):
        # Beyond this it stays as it was read, digit by digit.
        return int.__repr__(value)
    text = float.__repr__(value)
    if "e" not in text and "n" not in text:
        return "0" if value == 0 else text.removesuffix(".0")
    if "n" in text:
        raise ValueError(f"JSON has no number {text}")
    sign, found, exponent = Decimal(text).normalize().as_tuple()
    digits = "".join(map(str, found))
    point = len(digits) + int(exponent)
    minus = "-" if sign else ""
    if len(digits) <= point <= _MOST_DIGITS:
        return minus + digits.ljust(point, "0")
    if 0 < point <= _MOST_DIGITS:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -_MOST_ZEROS < point <= 0:
        return f"{minus}0.{digits.rjust(len(digits) - point, '0')}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{point - 1:+d}"
