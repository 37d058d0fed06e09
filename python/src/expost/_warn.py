"""Warnings at the line of whoever called the package."""

from __future__ import annotations

import inspect
import warnings

#: Modules between a warning and the line that it is about.
_INSIDE = ("expost.", "sklearn.", "contextlib")


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn at the line that called into this package, or into scikit-learn."""
    level = 1
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith(_INSIDE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
