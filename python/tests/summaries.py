"""Summaries of audits: those of streams have quantiles in ranges."""

from __future__ import annotations

from typing import Any


def assert_streamed(found: Any, expected: Any) -> None:
    """Compare a stream's summary with that of rows in memory, which may have moments besides."""
    assert set(found) == set(expected) - {"pdpDelta", "moments", "generalisationGap"}
    for key, value in found.items():
        if isinstance(value, dict):
            assert_streamed(value, expected[key])
        elif key in ("median", "p99"):
            assert expected[key] <= value <= expected[key] * (1 + 2**-10)
        else:
            assert value == expected[key]
