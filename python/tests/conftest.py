"""A small study and made-up rows, for all tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost


def small_study() -> expost.Study:
    return expost.Study(
        {
            "title": "Late library books",
            "unit": "one person, one row",
            "features": [
                {"name": "one", "kind": "constant", "value": 1},
                {
                    "name": "age",
                    "kind": "number",
                    "unit": "years",
                    "minimum": 0,
                    "maximum": 100,
                    "missing": 40,
                },
                {"name": "card", "kind": "category", "levels": ["day", "year", "7"]},
                {"name": "adult", "kind": "boolean"},
            ],
            "scaling": {"range": [-1, 1], "norm": 2},
            "label": {"name": "late", "kind": "binary", "negative": "no", "positive": "yes"},
            "mechanism": {"name": "objective-perturbation", "loss": {"name": "logistic"}, "lambda": 1},
            "budget": {"epsilon": 1, "delta": 1e-6, "accountant": "shift", "release": "none"},
        }
    )


def small_frame(rows: int = 300) -> pd.DataFrame:
    random = np.random.default_rng(5)
    age = random.integers(-5, 110, rows).astype(float)
    age[::17] = np.nan
    card = random.choice(["day", "year", "7"], rows, p=[0.3, 0.5, 0.2])
    late = np.where(random.random(rows) < np.where(card == "day", 0.7, 0.2), "yes", "no")
    return pd.DataFrame({"late": late, "age": age, "card": card, "adult": age >= 18, "shelf": range(rows)})


@pytest.fixture(name="study")
def _study() -> expost.Study:
    return small_study()


@pytest.fixture(name="frame")
def _frame() -> pd.DataFrame:
    return small_frame()


@pytest.fixture(scope="session")
def published() -> expost.Publication:
    return expost.publish(small_frame(), small_study(), seed=1)


@pytest.fixture
def report(published: expost.Publication) -> expost.Report:
    return published.report


@pytest.fixture
def record() -> dict[str, Any]:
    return {"age": 37, "card": "day", "adult": "yes", "late": "no"}
