"""From raw values to x and y by a report's or a study's features: the same map in training and in checking."""

import math
import re

import numpy as np

UNIT_ROUNDOFF = 2.0**-53
# A decimal point and nothing else: float() would also take "nan", "1_000" and "Infinity".
DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class InputError(Exception):
    """What is at fault, in one sentence that names the place."""


def is_blank(value):
    return value is None or (isinstance(value, str) and value.strip() in ("", "?"))


def number_of(value, place):
    if isinstance(value, str) and DECIMAL.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"{place} must be a finite number, like 45 or 0.5, but is {value!r}")
    return float(value)


def level_of(value, levels, place):
    """Index among the levels, None for a blank: "?" is one unless a level is called that."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    if isinstance(value, (int, float)):
        for index, level in enumerate(levels):
            if DECIMAL.fullmatch(level) and float(level) == value:
                return index
    if isinstance(value, str) and value.strip() in levels:
        return levels.index(value.strip())
    if is_blank(value):
        return None
    raise InputError(f"{place} must be one of {', '.join(levels)}, but is {value!r}")


def boolean_of(value, place):
    word = str(value).strip().lower()
    if word not in ("yes", "no", "true", "false", "1", "0", "1.0", "0.0"):
        raise InputError(f"{place} must be yes or no, but is {value!r}")
    return 1.0 if word in ("yes", "true", "1", "1.0") else 0.0


class Coding:
    """features, scaling and label of a report (or a study), as report-format.md defines them."""

    def __init__(self, document):
        self.features = document["features"]
        self.label = document["label"]
        scaling = document.get("scaling", {})
        self.lower, self.upper = scaling.get("range", [-1, 1])
        # Records of a network need no length.
        model = document.get("model", document)
        network = model.get("network", model.get("mechanism", {}).get("network"))
        self.norm = scaling.get("norm", 1 if network is None else None)

    def columns(self):
        """Names that a record must have a value for."""
        named = [feature["name"] for feature in self.features if feature["kind"] != "constant"]
        return named + [self.label["name"]]

    def code(self, record, place=""):
        """x with norm at most 1, but of a network, and y: -1 or +1, in [-1, 1], or the number of the class. `record`: raw
        values by name. Raises InputError."""
        x = []
        for feature in self.features:
            x += self._coordinates(feature, record.get(feature["name"]), f'{place}{feature["name"]}')
        x = np.array(x)
        if self.norm is not None:
            x = x / self.norm
            length = np.linalg.norm(x)
            # The margin covers rounding: no record is longer than 1, nor computed to be.
            most = 1 - (len(x) + 4) * UNIT_ROUNDOFF
            if length > most:
                x = x / length * most
        return x, self._label(record.get(self.label["name"]), f'{place}{self.label["name"]}')

    def _coordinates(self, feature, value, place):
        kind = feature["kind"]
        if kind == "constant":
            return [float(feature["value"])]
        if kind == "number":
            minimum, maximum = feature["minimum"], feature["maximum"]
            if is_blank(value):
                value = feature.get("missing")
            share = (min(max(number_of(value, place), minimum), maximum) - minimum) / (maximum - minimum)
            return [min(max(self.lower + share * (self.upper - self.lower), self.lower), self.upper)]
        if kind == "boolean":
            return [boolean_of(value, place)]
        level = level_of(value, feature["levels"], place)
        if level is None and "missing" in feature:
            level = feature["levels"].index(feature["missing"])
        if level is None:
            raise InputError(f"{place} is missing: it must be one of {', '.join(feature['levels'])}")
        return [1.0 if index == level else 0.0 for index in range(len(feature["levels"]))]

    def _label(self, value, place):
        if self.label["kind"] == "binary":
            names = [self.label["negative"], self.label["positive"]]
            level = level_of(value, names, place)
            if level is None:
                raise InputError(f"{place} is missing: it must be one of {', '.join(names)}")
            return -1.0 if level == 0 else 1.0
        if self.label["kind"] == "category":
            level = level_of(value, self.label["levels"], place)
            if level is None:
                raise InputError(f"{place} is missing: it must be one of {', '.join(self.label['levels'])}")
            return float(level)
        minimum, maximum = self.label["minimum"], self.label["maximum"]
        share = (min(max(number_of(value, place), minimum), maximum) - minimum) / (maximum - minimum)
        return min(max(2 * share - 1, -1.0), 1.0)
