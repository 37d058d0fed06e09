"""Studies: what is trained on which columns, how it is made private, and with which budget."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._engine import Engine, ask
from ._text import document_text
from .errors import ArgumentError, DataError, StudyError
from .report import write
from .tables import Data, columns_of, open_table


class Study:
    """A study under construction (docs/study.md).

    Ranges, levels and texts come from public knowledge, never from the data: the promise does not
    cover what was read off them. What nobody has stated yet is None, and `publish` refuses it.

    Attributes
    ----------
    document : dict
        The study itself; every key may be changed.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document: dict[str, Any] = copy.deepcopy(dict(document))

    @classmethod
    def from_frame(cls, data: Data, label: str) -> Study:
        """Draft a study from the columns' names and the kinds of their values.

        No value of the data is in it.

        Parameters
        ----------
        data
            The publisher's rows.
        label
            The column that the model is to predict.
        """
        table = open_table(data)
        engine = Engine()
        forms: Any = None
        frame = {"header": table.header, "kinds": table.kinds, "label": label}
        found = engine.call("scaffold", frame)
        for column in found["leftOut"]:
            warnings.warn(
                f'Left out: the column "{column["name"]}", which {column["why"]}', UserWarning, stacklevel=2
            )
        wanted = [place for place in range(len(table.header)) if place not in found["unread"]]
        # Values that can't be read are texts without a meaning.
        for batch in table.batches([], marked=True):
            columns = columns_of(batch, table.header, wanted, marked=True)
            request = {"header": table.header, "forms": forms}
            forms = engine.call_columns("count-forms", request, columns.columns, columns.rows)["forms"]
        if forms is None:
            raise DataError(f"{table.name or 'The table'} has no rows", code="empty")
        return cls(engine.call("scaffold", {**frame, "forms": forms})["study"])

    @classmethod
    def load(cls, path: str | Path) -> Study:
        """Read a study from a file."""
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=_once)
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise StudyError(f"{path}: is not JSON: {error}", code="not-json") from error
        if not isinstance(document, dict):
            raise StudyError(f"{path}: must be a JSON object", code="wrong-type")
        return cls(document)

    def save(self, path: str | Path, *, replace: bool = False) -> None:
        """Write the study to a new file; over another only with `replace`."""
        write(path, document_text(_plain(self.document)), replace=replace)

    def errors(self) -> list[StudyError]:
        """Return everything that `publish` would refuse, at most one error for a part."""
        found = ask("check-study", {"study": self.document})["errors"]
        return [StudyError(error["message"], code=error["code"], pointer=error["pointer"]) for error in found]

    def describe(
        self,
        *,
        title: str | None = None,
        description: str | None = None,
        unit: str | None = None,
        publisher: str | None = None,
        contact: str | None = None,
        links: Mapping[str, str] | None = None,
    ) -> Study:
        """State the texts at the top of the report.

        Parameters
        ----------
        title, description
            What the model is for.
        unit
            One record in words: "one person, one row".
        publisher, contact
            Who publishes.
        links
            https addresses of pages for people in the data, under "privacy", "rights" and "optOut".
            Those of a draft that aren't given are left out.
        """
        for key, value in {"title": title, "description": description, "unit": unit}.items():
            if value is not None:
                self.document[key] = value
        if publisher is not None or contact is not None or links is not None:
            who = dict(self.document.get("publisher") or {})
            given = {"name": publisher, "contact": contact}
            who.update({key: value for key, value in given.items() if value is not None})
            who.pop("x-links", None)
            if links:
                who["x-links"] = dict(links)
            self.document["publisher"] = who
        return self

    def numeric(
        self,
        name: str,
        *,
        minimum: float,
        maximum: float,
        unit: str | None = None,
        words: str | None = None,
        missing: float | None = None,
    ) -> Study:
        """State a feature that is a number.

        Parameters
        ----------
        minimum, maximum
            What is possible at all, from public knowledge; other values are clamped.
        unit, words
            "years", and the question to a person: "Age".
        missing
            What stands in for a blank; without it a blank is refused.
        """
        return self._feature(
            name, "number", minimum=minimum, maximum=maximum, unit=unit, label=words, missing=missing
        )

    def boolean(self, name: str, *, words: str | None = None) -> Study:
        """State a feature that is yes or no."""
        return self._feature(name, "boolean", label=words)

    def category(
        self, name: str, levels: Sequence[str], *, words: str | None = None, missing: str | None = None
    ) -> Study:
        """State a feature that is one of several levels: all that there are, in the data or not."""
        return self._feature(name, "category", levels=list(levels), label=words, missing=missing)

    def constant(self, name: str, value: float = 1) -> Study:
        """State a feature that is the same for everybody, such as the intercept."""
        return self._feature(name, "constant", value=value)

    def drop(self, *names: str) -> Study:
        """Leave features out."""
        known = [feature["name"] for feature in self.document["features"]]
        for name in names:
            if name not in known:
                raise ArgumentError(
                    f'The study has no feature "{name}"', code="unknown-name", pointer=f"/{name}"
                )
        self.document["features"] = [
            feature for feature in self.document["features"] if feature["name"] not in names
        ]
        return self

    def binary_label(self, *, negative: str, positive: str, words: str | None = None) -> Study:
        """State the two values of the label."""
        return self._label("binary", negative=negative, positive=positive, label=words)

    def number_label(
        self, *, minimum: float, maximum: float, unit: str | None = None, words: str | None = None
    ) -> Study:
        """State the range of a label that is a number; other values are clamped."""
        return self._label("number", minimum=minimum, maximum=maximum, unit=unit, label=words)

    def category_label(self, levels: Sequence[str], *, words: str | None = None) -> Study:
        """State the classes of the label, for softmax."""
        return self._label("category", levels=list(levels), label=words)

    def loss(self, name: str, *, width: float | None = None, classes: int | None = None) -> Study:
        """State the loss function.

        "logistic", "squared", "pseudo-huber" (with its width) or "softmax" (with its classes).
        """
        given = {"name": name, "width": width, "classes": classes}
        self.document["mechanism"]["loss"] = {key: value for key, value in given.items() if value is not None}
        return self

    def scaling(self, *, norm: float, minimum: float = -1, maximum: float = 1) -> Study:
        """State the range that numbers are mapped to, and what every record is divided by."""
        self.document["scaling"] = {"range": [minimum, maximum], "norm": norm}
        return self

    def budget(
        self,
        *,
        epsilon: float,
        delta: float | None = None,
        release: str | None = None,
        shares: Mapping[str, float] | None = None,
        accountant: str | None = None,
    ) -> Study:
        """State the promise to everybody, and what is published beside the model.

        Parameters
        ----------
        epsilon, delta
            (ε, δ) of everything published.
        release
            "none", "hessian", "gradient+hessian" or "adaptive".
        shares
            Shares of ε by what they are for, adding up to 1.
        accountant
            docs/study.md has the names.
        """
        budget = dict(self.document.get("budget") or {})
        given = {"epsilon": epsilon, "delta": delta, "release": release, "accountant": accountant}
        budget.update({key: value for key, value in given.items() if value is not None})
        if shares is not None:
            budget["shares"] = dict(shares)
        self.document["budget"] = budget
        return self

    def person(self, column: str, *, rows: int) -> Study:
        """Promise the budget to a person with several rows, of which the first `rows` are used.

        Parameters
        ----------
        column
            Says whose row it is; no feature, and never published.
        rows
            Chosen without looking at the data.
        """
        self.document["person"] = {"column": column, "rows": rows}
        return self

    def _feature(self, name: str, kind: str, **keys: Any) -> Study:
        feature = {
            "name": name,
            "kind": kind,
            **{key: value for key, value in keys.items() if value is not None},
        }
        features: list[dict[str, Any]] = self.document["features"]
        for index, known in enumerate(features):
            if known["name"] == name:
                features[index] = feature
                return self
        features.append(feature)
        return self

    def _label(self, kind: str, **keys: Any) -> Study:
        name = self.document["label"]["name"]
        given = {key: value for key, value in keys.items() if value is not None}
        self.document["label"] = {"name": name, "kind": kind, **given}
        return self

    def __repr__(self) -> str:
        count = len(self.document.get("features", []))
        return f"<expost.Study {self.document.get('title')!r}, {count} features>"


def _plain(value: Any) -> Any:
    """Return a part of a document with Python's own numbers in place of numpy's."""
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StudyError(f'The study has the key "{twice}" twice', code="duplicate-key", pointer=f"/{twice}")
    return document


def study_document(study: Study | Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a study, given as one or as the document itself."""
    return study.document if isinstance(study, Study) else dict(study)
