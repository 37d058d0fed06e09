"""Studies: what is trained on which columns, how it is made private, and with which budget."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import numpy as np

from ._engine import Engine, ask, pointer_to
from ._text import document_text
from .errors import ArgumentError, StudyError
from .report import promised_to, write
from .tables import Data, columns_of, open_table

#: A study, its document, or the name of its file.
AnyStudy: TypeAlias = "Study | Mapping[str, Any] | str | Path"


class Study:
    """A study under construction (docs/study.md): each method returns a new one.

    Ranges, levels and texts come from public knowledge, never from the data: the promise does not
    cover what was read off them. What nobody has stated yet is None, and `publish` refuses it.

    Attributes
    ----------
    document : dict
        The study itself. A change of its keys changes this study; no method does.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document: dict[str, Any] = copy.deepcopy(dict(document))

    @classmethod
    def from_frame(cls, data: Data, label: str, *, decimal_comma: bool = False) -> Study:
        """Draft a study from the columns' names alone; every kind is left open.

        Nothing that the rows hold is in it, because a study is published: what one row could change
        would tell of that row. `guessed_kinds` says what the columns seem to hold.

        Parameters
        ----------
        data
            The publisher's rows.
        label
            The column that the model is to predict.
        decimal_comma
            No comma separates the columns of a CSV, because numbers have a decimal comma.
        """
        table = open_table(data, decimal_comma=decimal_comma)
        found = ask("scaffold", {"header": table.header, "kinds": table.kinds, "label": label})
        for column in found["leftOut"]:
            warnings.warn(
                f'Left out: the column "{column["name"]}", which {column["why"]}', UserWarning, stacklevel=2
            )
        return cls(found["study"])

    @staticmethod
    def guessed_kinds(data: Data, *, decimal_comma: bool = False) -> dict[str, str]:
        """Guess what each column holds, "number", "boolean" or "category", from its values.

        For your eyes alone, and to be confirmed from a code book before it is stated: one row can
        change a guess, and a study is published. A column that holds no values for a model, such as
        times or lists, is left out.

        Parameters
        ----------
        data
            The publisher's rows.
        decimal_comma
            No comma separates the columns of a CSV, because numbers have a decimal comma.
        """
        table = open_table(data, decimal_comma=decimal_comma)
        engine = Engine()
        forms: Any = None
        with table.reading([], marked=True) as batches:
            for batch in batches:
                # Values that can't be read are texts without a meaning.
                columns = columns_of(batch, table.header, None, marked=True)
                request = {"header": table.header, "forms": forms}
                forms = engine.call_columns("count-forms", request, columns.columns, columns.rows)["forms"]
        if forms is None:
            raise table.no_rows()
        kinds = engine.call("guess-kinds", {"header": table.header, "kinds": table.kinds, "forms": forms})[
            "kinds"
        ]
        return {guess["name"]: guess["kind"] for guess in kinds}

    @classmethod
    def load(cls, path: str | Path) -> Study:
        """Read a study from a file."""
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=_once)
        except OSError as error:
            raise StudyError(f"{path}: can't be read: {error.strerror}", code="missing") from error
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
        membership: str | None = None,
        people: int | None = None,
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
        membership
            True of everyone whose record is used, in one sentence: what somebody would know who
            knew that a record was used.
        people
            How many people it is about: a round number, fixed before anybody counted.
        publisher, contact
            Who publishes.
        links
            https addresses of pages for people in the data, under "privacy", "rights" and "optOut".
            Those of a draft that aren't given are left out.
        """
        given: dict[str, Any] = {"title": title, "description": description, "unit": unit}
        given |= {"membership": membership, "people": people}
        changed: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        if publisher is not None or contact is not None or links is not None:
            who = dict(self.document.get("publisher") or {})
            names = {"name": publisher, "contact": contact}
            who.update({key: value for key, value in names.items() if value is not None})
            who.pop("x-links", None)
            if links:
                who["x-links"] = dict(links)
            changed["publisher"] = who
        return self._with(**changed)

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
        kept = [feature for feature in self.document["features"] if feature["name"] not in names]
        return self._with(features=kept)

    def binary_label(self, *, negative: str, positive: str, words: str | None = None) -> Study:
        """State the two values of the label; the loss is logistic, where none was stated yet."""
        study = self._label("binary", negative=negative, positive=positive, label=words)
        return study if study._has_loss() else study.loss("logistic")

    def number_label(
        self, *, minimum: float, maximum: float, unit: str | None = None, words: str | None = None
    ) -> Study:
        """State the range of a label that is a number; other values are clamped."""
        return self._label("number", minimum=minimum, maximum=maximum, unit=unit, label=words)

    def category_label(self, levels: Sequence[str], *, words: str | None = None) -> Study:
        """State the classes of the label; the loss is softmax, where none was stated yet."""
        study = self._label("category", levels=list(levels), label=words)
        return study if study._has_loss() else study.loss("softmax", classes=len(levels))

    def loss(self, name: str, *, width: float | None = None, classes: int | None = None) -> Study:
        """State the loss function.

        "logistic", "squared", "pseudo-huber" (with its width) or "softmax" (with its classes).
        """
        given = {"name": name, "width": width, "classes": classes}
        loss = {key: value for key, value in given.items() if value is not None}
        return self._with(mechanism={**self.document["mechanism"], "loss": loss})

    def mechanism(self, name: str, **keys: Any) -> Study:
        """State how the model is made private; the loss stays.

        What the budget says of another mechanism alone (accountant, release, shares, composition)
        is left out: state it by `budget` again. `errors` says what is missing still.

        Parameters
        ----------
        name
            "objective-perturbation", "output-perturbation", "noisy-gradient-descent" or
            "posterior-sample".
        keys
            As in docs/study.md: noise, lam (λ; None: that of objective perturbation at which the
            noise is least), clip, steps, sampling, update, final, every, adaptive, gamma, scales,
            eta, elsewhere, network, start, arithmetic.
        """
        stated = {"lambda" if key == "lam" else key: value for key, value in keys.items()}
        loss = (self.document.get("mechanism") or {}).get("loss")
        mechanism = {"name": name, **({} if loss is None else {"loss": loss}), **stated}
        budget = {
            key: value
            for key, value in (self.document.get("budget") or {}).items()
            if key not in ("accountant", "release", "shares", "composition", "accounting")
        }
        return self._with(mechanism=mechanism, budget=budget)

    def scaling(self, *, norm: float, minimum: float = -1, maximum: float = 1) -> Study:
        """State the range that numbers are mapped to, and what every record is divided by."""
        return self._with(scaling={"range": [minimum, maximum], "norm": norm})

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
        return self._with(budget=budget)

    def person(self, column: str, *, rows: int) -> Study:
        """Promise the budget to a person with several rows, of which the first `rows` are used.

        Parameters
        ----------
        column
            Says whose row it is; no feature, and never published.
        rows
            Chosen without looking at the data.
        """
        return self._with(person={"column": column, "rows": rows})

    def promise(
        self,
        record: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        *,
        length: float | None = None,
    ) -> dict[str, Any]:
        """Say what a publication of this study would promise one person. No data are needed.

        Parameters, the answer and errors as `Report.promise` has them of the report.

        Raises
        ------
        StudyError
            Where the study isn't finished, or its budget can't be met.
        """
        promise: dict[str, Any] = ask("promise", {"study": self.document, **promised_to(record, length)})
        return promise

    def _with(self, **keys: Any) -> Study:
        return Study({**self.document, **keys})

    def _has_loss(self) -> bool:
        loss = (self.document.get("mechanism") or {}).get("loss") or {}
        return loss.get("name") is not None

    def _feature(self, name: str, kind: str, **keys: Any) -> Study:
        feature = {
            "name": name,
            "kind": kind,
            **{key: value for key, value in keys.items() if value is not None},
        }
        features: list[dict[str, Any]] = self.document["features"]
        if any(known["name"] == name for known in features):
            return self._with(features=[feature if known["name"] == name else known for known in features])
        return self._with(features=[*features, feature])

    def _label(self, kind: str, **keys: Any) -> Study:
        name = self.document["label"]["name"]
        given = {key: value for key, value in keys.items() if value is not None}
        return self._with(label={"name": name, "kind": kind, **given})

    def __repr__(self) -> str:
        count = len(self.document.get("features", []))
        return f"<expost.Study {self.document.get('title')!r}, {count} features>"


def _plain(value: Any, place: str = "") -> Any:
    """Return a part of a document with Python's own numbers in place of numpy's."""
    if isinstance(value, Mapping):
        return {key: _plain(member, place + pointer_to(str(key))) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{place}/{index}") for index, item in enumerate(value)]
    # Counts of days, and numbers of which half the digits would be lost, are none.
    if isinstance(value, (np.generic, np.ndarray)) and value.dtype.kind in "biufU":
        plain = value.tolist()
        return plain if type(plain) is not type(value) else _refused(value, place)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return _refused(value, place)


def _refused(value: Any, place: str) -> NoReturn:
    raise StudyError(
        f"{place} must be what JSON can hold, but is of the type {type(value).__name__}",
        code="wrong-type",
        pointer=place,
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StudyError(f'The study has the key "{twice}" twice', code="duplicate-key", pointer=f"/{twice}")
    return document


def study_document(study: AnyStudy) -> dict[str, Any]:
    """Return the document of a study, given as one, as the document itself or as its file."""
    if isinstance(study, (str, Path)):
        study = Study.load(study)
    if isinstance(study, Study):
        return study.document
    if isinstance(study, Mapping):
        return dict(study)
    raise StudyError(
        "The study must be an expost.Study, its document or the name of its file, but is of the type "
        f"{type(study).__name__}",
        code="wrong-type",
    )
