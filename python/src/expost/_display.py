"""How results show themselves, in a notebook and as text. Numbers are rounded outward."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .report import Bound, Report

_DIGITS = 3
_COUNTS = 100
_STYLE = "display:inline-block;width:.7em;height:.7em;margin:.05em;border-radius:50%"


def upward(value: float) -> str:
    """Write a number with three significant digits, never below it."""
    return _rounded(value, ROUND_CEILING)


def downward(value: float) -> str:
    """Write a number with three significant digits, never above it."""
    return _rounded(value, ROUND_FLOOR)


def _rounded(value: float, direction: str) -> str:
    if not math.isfinite(value):
        return "infinite" if value > 0 else "-infinite" if value < 0 else "not a number"
    exact = Decimal(value)
    if exact == 0:
        return "0"
    step = Decimal(1).scaleb(exact.adjusted() - _DIGITS + 1)
    units = (exact / step).to_integral_value(direction)
    return f"{(units * step).normalize():f}"


def in_counts(upper: float) -> tuple[int, bool]:
    """Return a belief as a count in 100, never below it, and whether it is more than that."""
    count = math.ceil(Decimal(upper) * _COUNTS)
    return (_COUNTS - 1, True) if count >= _COUNTS else (count, False)


def sentence(bound: Bound) -> str:
    """Say in one sentence what a bound means."""
    if bound.total.upper == math.inf:
        return "No limit can be given for what the published files say about this record."
    if bound.total.upper == 0:
        return "The published files say nothing about whether this record was used."
    count, more = in_counts(bound.belief(0.5).upper)
    how = "more than" if more else "at most"
    return (
        f"Somebody who gives 50 in 100 that this record was used gives {how} {count} in 100 after "
        "seeing everything published."
    )


def _chance(probability: float) -> str:
    return (
        "It never fails." if probability == 0 else f"It fails with probability {upward(probability)} at most."
    )


def bound_text(bound: Bound) -> str:
    """Return a bound as a few lines of text."""
    lines = [
        sentence(bound),
        f"Privacy loss of everything published: {upward(bound.total.upper)} nats at most "
        f"(model alone: {upward(bound.epsilon.upper)}). {_chance(bound.total.failure_probability)}",
    ]
    unknown, hardly = (bound.document.get(key, []) for key in ("unknown", "hardlyMatter"))
    if unknown:
        lines.append(f"This holds whatever is right for: {', '.join(unknown)}.")
    if hardly:
        lines.append(f"These hardly matter: {', '.join(hardly)}.")
    if bound.guarantee is not None:
        lines.append(
            f"Promised to everybody: ε = {upward(bound.guarantee.epsilon)} "
            f"at δ = {upward(bound.guarantee.delta)}."
        )
    if bound.person is not None and bound.person.rows > 1:
        lines.append(
            "This is about one row of a person: several count for more, and their bounds may not be added "
            f"up. Promised to a person with up to {bound.person.rows} rows: "
            f"ε = {upward(bound.person.epsilon)} at δ = {upward(bound.person.delta)}."
        )
    return "\n".join([*lines, *(f"Note: {note}." for note in bound.notes)])


def _dots(count: int) -> str:
    dot = f'<span style="{_STYLE};background:currentColor;opacity:{{}}"></span>'
    rows = [
        "".join(dot.format("1" if 10 * row + column < count else ".18") for column in range(10))
        for row in range(10)
    ]
    return "<br>".join(rows)


def bound_html(bound: Bound) -> str:
    """Return a bound with the belief before and after as 100 dots each."""
    lines = "".join(f"<div>{escape(line)}</div>" for line in bound_text(bound).splitlines()[1:])
    grids = ""
    if 0 < bound.total.upper < math.inf:
        count, _ = in_counts(bound.belief(0.5).upper)
        grids = (
            '<div style="display:flex;gap:2em;line-height:1" aria-hidden="true">'
            f"<div>{_dots(50)}<div>before</div></div><div>{_dots(count)}<div>after, at most</div></div></div>"
        )
    return f"<div><p><strong>{escape(sentence(bound))}</strong></p>{grids}{lines}</div>"


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


def report_html(report: Report) -> str:
    """Return what a report says of itself as a table."""
    summary = report.summary
    guarantee = report.guarantee
    rows = [
        ("title", summary["title"]),
        ("one record is", summary["unit"]),
        ("mechanism", summary["mechanism"]["name"]),
        ("loss function", summary["loss"]["name"]),
        ("published", summary["published"]),
        (
            "promise",
            "none"
            if guarantee is None
            else f"ε = {upward(guarantee.epsilon)} at δ = {upward(guarantee.delta)}",
        ),
    ]
    if report.person is not None:
        promised = f"ε = {upward(report.person.epsilon)} at δ = {upward(report.person.delta)}"
        rows.append((f"to a person with up to {report.person.rows} rows", promised))
    if summary["insecureSeed"]:
        rows.append(("experiment", "the noise came from a seed: not to be published"))
    return _table(rows)
