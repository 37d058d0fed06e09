"""Several rows a person: a contribution limit, and a promise to a person."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost
import expost.spark
from expost.sklearn import PrivateLogisticRegression, PrivateRidge


def several(frame: pd.DataFrame) -> pd.DataFrame:
    """Give each of forty persons seven or eight rows, in no order."""
    persons = np.random.default_rng(8).permutation(np.arange(len(frame)) % 40)
    return frame.assign(shelf=[f"P{person}" for person in persons])


def cut(frame: pd.DataFrame, rows: int) -> pd.DataFrame:
    """Keep the first rows of each person, by pandas."""
    return frame[frame.groupby("shelf").cumcount() < rows]


def without_date(report: expost.Report) -> dict[str, Any]:
    return {key: value for key, value in report.document.items() if key != "published"}


@pytest.mark.parametrize("stream", [False, True])
def test_the_first_rows_of_each_person_are_used(
    stream: bool, frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    data = several(frame)
    study = study.person("shelf", rows=3).budget(epsilon=3)
    kept = cut(data, 3)
    path = tmp_path / "rows.parquet"
    data.to_parquet(path, row_group_size=37)
    data.to_csv(tmp_path / "rows.csv", index=False)
    by_hand = expost.publish(kept, study, seed=5, secrets=True)
    for source in (data, path, tmp_path / "rows.csv"):
        found = expost.publish(source, study, seed=5, secrets=True, stream=stream)
        assert without_date(found.report) == without_date(by_hand.report)
        assert found.secrets == by_hand.secrets
        assert found.notes["rows"] == len(kept) == 120
        assert found.notes["leftOut"] == len(data) - 120
        assert found.notes["clamped"] == by_hand.notes["clamped"]
    assert by_hand.notes["leftOut"] == 0


def test_a_stream_of_other_rows_than_were_counted_is_refused(
    frame: pd.DataFrame, study: expost.Study, tmp_path: Path
) -> None:
    data = several(frame)
    path = tmp_path / "rows.parquet"
    for other in (data[:200], pd.concat([data, data])):
        data.to_parquet(path, row_group_size=100)

        def progress(phase: str, *_: object, other: pd.DataFrame = other) -> None:
            if phase == "pass 1":
                other.to_parquet(path, row_group_size=100)

        with pytest.raises(expost.DataError, match="changed while they were read"):
            expost.publish(path, study.person("shelf", rows=3), seed=5, stream=True, progress=progress)


def test_numbers_and_texts_name_the_same_person(frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.person("shelf", rows=2).budget(epsilon=2)
    numbers = frame.assign(shelf=np.arange(len(frame)) % 40)
    texts = numbers.assign(shelf=[f" {value} " for value in numbers["shelf"]])
    categories = texts.assign(shelf=texts["shelf"].astype("category"))
    reports = [
        without_date(expost.publish(data, study, seed=5).report) for data in (numbers, texts, categories)
    ]
    assert reports[0] == reports[1] == reports[2]


def test_whole_numbers_beyond_doubles_stay_apart(frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.person("shelf", rows=1)
    large = frame.assign(shelf=2**60 + np.arange(len(frame)))
    assert expost.publish(large, study, seed=5).notes["rows"] == len(frame)
    with pytest.raises(expost.DataError, match='row 1, column "shelf"'):
        expost.publish(large.assign(shelf=large["shelf"].astype(float)), study, seed=5)


@pytest.mark.parametrize("stream", [False, True])
def test_a_blank_person_is_refused_with_its_row(
    stream: bool, frame: pd.DataFrame, study: expost.Study
) -> None:
    data = several(frame)
    data.loc[6, "shelf"] = None
    with pytest.raises(expost.DataError, match='row 7, column "shelf"') as refused:
        expost.publish(data, study.person("shelf", rows=3), stream=stream)
    assert refused.value.code == "missing"


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", ["NA", "NULL", "#REF!", "1.23457E+11", "1-Mar", "P1\u200b"])
def test_a_person_that_a_spreadsheet_spoilt_is_refused_with_its_row(
    stream: bool, name: str, frame: pd.DataFrame, study: expost.Study
) -> None:
    data = several(frame).astype({"shelf": object})
    data.loc[6, "shelf"] = name
    shown = re.escape(name.replace("\u200b", "[U+200B]"))
    with pytest.raises(expost.DataError, match=f'row 7, column "shelf" is "{shown}", '):
        expost.publish(data, study.person("shelf", rows=3), stream=stream)


def test_rows_that_are_left_out_are_read_in_a_stream_too(frame: pd.DataFrame, study: expost.Study) -> None:
    data = several(frame).assign(shelf="P0")
    data["card"] = data["card"].astype(object)
    data.loc[250, "card"] = "month"
    for stream in (False, True):
        with pytest.raises(expost.DataError, match='row 251, column "card"'):
            expost.publish(data, study.person("shelf", rows=3), stream=stream)


def test_the_promise_is_to_a_person(frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.person("shelf", rows=3).budget(epsilon=1.5, delta=1e-5)
    report = expost.publish(several(frame), study, seed=5).report
    assert report.person == expost.PersonPromise(3, 1.5, 1e-5)
    assert report.guarantee is not None
    assert report.guarantee.epsilon == 0.5
    assert report.guarantee.delta == pytest.approx(1e-5 * math.expm1(0.5) / math.expm1(1.5), rel=1e-12)
    bound = report.bound({"age": 37, "card": "day", "adult": "yes", "late": "no"})
    assert bound.person == report.person
    assert "one row of a person" in str(bound)
    assert "up to 3 rows" in report._repr_html_()


def test_audits_are_of_the_rows_that_are_used(frame: pd.DataFrame, study: expost.Study) -> None:
    made = expost.publish(several(frame), study.person("shelf", rows=2).budget(epsilon=2), seed=5)
    assert made.audit().rows.num_rows == 80
    made.close()


def test_spark_and_attach_refuse_a_person(frame: pd.DataFrame, study: expost.Study) -> None:
    study = study.person("shelf", rows=2)
    with pytest.raises(expost.StudyError, match="can't be kept on Spark"):
        expost.spark.publish(None, study)  # type: ignore[arg-type]
    with pytest.raises(expost.StudyError, match="trained elsewhere"):
        expost.attach([0, 0, 0, 0, 0, 0], several(frame), study, sigma=5)


def test_weights_are_refused_in_words(frame: pd.DataFrame, study: expost.Study) -> None:
    with pytest.raises(expost.ArgumentError, match="a person counts once"):
        expost.publish(frame, study, sample_weight=[1] * len(frame))  # type: ignore[arg-type]
    study.document["weights"] = "shelf"
    with pytest.raises(expost.StudyError, match="a person counts once"):
        expost.publish(frame, study)
    X = np.arange(20.0).reshape(10, 2)
    y = np.arange(10) % 2
    for estimator in (PrivateLogisticRegression(), PrivateRidge()):
        with pytest.raises(expost.ArgumentError, match="a person counts once"):
            estimator.fit(X, y, sample_weight=np.ones(10))
        with pytest.raises(TypeError, match="unexpected keyword"):
            estimator.fit(X, y, weight=1)
