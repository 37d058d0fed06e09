"""Documents as files: readable by people, so lists of numbers stay on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_NUMBERS = re.compile(r"\[\n\s+[-\d][-+.\deE,\s]*\n\s+\]")


def document_text(document: Mapping[str, Any]) -> str:
    """Return JSON text that reads back to the same doubles."""
    text = json.dumps(_plain(document), indent=2, ensure_ascii=False, allow_nan=False)
    return (
        _NUMBERS.sub(
            lambda found: re.sub(r"\n\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]"), text
        )
        + "\n"
    )


def _plain(value: Any) -> Any:
    """Write whole numbers without a point, as the command line does."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
