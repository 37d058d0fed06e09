"""Reports: the same bounds, one by one and by the table, and nothing that is wrong is shown."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import expost
from expost._display import downward, upward


def test_rows_of_a_table_have_the_bounds_of_records(report: expost.Report, frame: pd.DataFrame) -> None:
    table = report.bounds(frame, member="in")
    assert table.column_names == ["lower", "upper", "total", "in_lower", "in_upper", "out_lower", "out_upper"]
    assert table.num_rows == len(frame)
    for i in (0, 1, 17, 299):
        record = frame.iloc[i].replace({np.nan: None}).drop("shelf").to_dict()
        bound = report.bound(record, member="in")
        row = {name: table[name][i].as_py() for name in table.column_names}
        assert row == {
            "lower": bound.epsilon.lower,
            "upper": bound.epsilon.upper,
            "total": bound.total.upper,
            "in_lower": bound.loss_in.lower,
            "in_upper": bound.loss_in.upper,
            "out_lower": bound.loss_out.lower,
            "out_upper": bound.loss_out.upper,
        }


def test_predictions_and_scores_follow_from_the_coefficients(
    report: expost.Report, frame: pd.DataFrame
) -> None:
    table = report.predict(frame.drop(columns="late"))
    assert table.column_names == ["score", "probability", "class"]
    found = report.coefficients()
    assert not found["mayScale"]
    age = frame["age"].fillna(40).clip(0, 100)
    values = [age, *(frame["card"] == level for level in ("day", "year", "7")), frame["adult"]]
    output = found["outputs"][0]
    expected = output["intercept"] + sum(
        coefficient * value.astype(float)
        for coefficient, value in zip(output["coefficients"], values, strict=True)
    )
    np.testing.assert_allclose(table["score"].to_numpy(), expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(table["probability"].to_numpy(), 1 / (1 + np.exp(-expected)), rtol=1e-12)
    assert table["class"].to_pylist() == ["yes" if score > 0 else "no" for score in expected]

    scores = report.score(frame)
    assert scores["rows"] == len(frame)
    assert scores["accuracy"] == np.mean(frame["late"] == table["class"].to_pylist())
    assert sum(sum(row) for row in scores["confusion"]) == len(frame)
    # Batches of their own have the scores of all rows at once.
    batches = pa.Table.from_batches(pa.Table.from_pandas(frame).to_batches(max_chunksize=7))
    heard: list[Any] = []
    assert report.score(batches, progress=lambda *done: heard.append(done)) == scores
    assert heard[0] == ("scoring", 7, 300)


def test_predictions_refuse_what_bounds_refuse(report: expost.Report, frame: pd.DataFrame) -> None:
    with pytest.raises(expost.DataError, match='must have a column "late"'):
        report.score(frame.drop(columns="late"))
    with pytest.raises(expost.DataError, match="no rows"):
        report.predict(frame[:0])
    frame["late"] = "perhaps"
    assert report.predict(frame).num_rows == len(frame)
    with pytest.raises(expost.DataError) as refused:
        report.score(frame)
    assert (refused.value.code, refused.value.pointer) == ("unknown-level", "/1/late")


def test_a_bound_says_what_was_asked(report: expost.Report, record: dict[str, Any]) -> None:
    bound = report.bound(record)
    assert (bound.member, bound.method, bound.uniform) == ("unknown", "sharp", "one")
    assert bound.failure_probability == report.summary["failureProbability"]
    assert bound.guarantee == expost.Guarantee(1, 1e-6, "shift")
    assert 0 < bound.epsilon.upper <= bound.total.upper < math.inf
    assert bound.x.shape == (report.summary["dimension"],)
    assert bound.y == -1
    rarer = report.bound(record, failure_probability=1e-9)
    assert rarer.total.upper > bound.total.upper
    assert rarer.failure_probability == 1e-9
    assert report.bound(record, uniform=1000).total.upper > bound.total.upper
    coded = report.bound(x=bound.x, y=bound.y)
    assert coded.total == bound.total


def test_values_that_are_not_known(report: expost.Report, record: dict[str, Any]) -> None:
    unknown = {"age": {"from": 30, "to": 50}, "card": {"oneOf": ["day", "year"]}, "late": {"unknown": True}}
    bound = report.bound({**record, **unknown})
    assert bound.document["unknown"] == ["age", "card", "late"]
    assert 0 <= bound.document["gap"] < 0.01
    assert set(bound.document["hardlyMatter"]) <= {"age", "card", "late"}
    assert "This holds whatever is right for: age, card, late." in str(bound)
    for age in (30, 37.5, 50):
        for card in ("day", "year"):
            for late in ("yes", "no"):
                known = report.bound({**record, "age": age, "card": card, "late": late})
                assert known.total.upper <= bound.total.upper
                assert "unknown" not in known.document
    with pytest.raises(expost.RecordError) as refused:
        report.bound({**record, "age": {"from": 50, "to": 30}})
    assert (refused.value.code, refused.value.pointer) == ("out-of-range", "/age")


def test_rows_with_values_that_are_not_known(report: expost.Report, record: dict[str, Any]) -> None:
    rows = pd.DataFrame([{**record, "age": "41"}, {**record, "age": "30..50", "card": "?", "late": "?"}])
    table = report.bounds(rows, unknown="?")
    assert table.column_names[-1] == "gap"
    assert table["gap"][0].as_py() == 0
    partly = {"age": {"from": 30, "to": 50}, "card": {"unknown": True}, "late": {"unknown": True}}
    bound = report.bound({**record, **partly})
    assert table["total"][1].as_py() == bound.total.upper
    assert table["gap"][1].as_py() == bound.document["gap"]
    with pytest.raises(expost.RecordError) as refused:
        report.bounds(rows)
    assert (refused.value.code, refused.value.pointer) == ("ambiguous-number", "/2/age")
    with pytest.raises(expost.ArgumentError) as level:
        report.bounds(rows, unknown="day")
    assert (level.value.code, level.value.pointer) == ("duplicate", "/unknown")

    ends = report.predict(rows, unknown="?")
    assert ends.column_names == [
        "score_lower",
        "score_upper",
        "probability_lower",
        "probability_upper",
        "class",
    ]
    one = report.predict(rows[:1])
    assert ends["score_lower"][0] == ends["score_upper"][0] == one["score"][0]
    assert ends["class"][0] == one["class"][0]
    for age in (30, 50):
        for card in ("day", "year", "7"):
            score = report.predict(pd.DataFrame([{**record, "age": age, "card": card}]))["score"][0].as_py()
            assert ends["score_lower"][1].as_py() <= score <= ends["score_upper"][1].as_py()
    settled = ends["score_lower"][1].as_py() > 0 or ends["score_upper"][1].as_py() <= 0
    assert ends["class"][1].is_valid is settled


def test_clamped_and_filled_values_are_noted(report: expost.Report, record: dict[str, Any]) -> None:
    assert report.bound({**record, "age": 200}).notes == ("age 200 was lowered to the report's maximum, 100",)
    assert len(report.bound({**record, "age": None}).notes) == 1


def test_refusals_have_their_class_and_place(
    report: expost.Report, record: dict[str, Any], frame: pd.DataFrame
) -> None:
    with pytest.raises(expost.RecordError) as refused:
        report.bound({**record, "card": "gold"})
    assert (refused.value.code, refused.value.pointer) == ("unknown-level", "/card")
    assert isinstance(refused.value, ValueError)
    errors = report.record_errors({"age": "x", "card": "gold"})
    assert [error.pointer for error in errors] == ["/age", "/card", "/adult", "/late"]
    with pytest.raises(expost.ArgumentError, match="Give a record"):
        report.bound()
    with pytest.raises(expost.ArgumentError):
        report.bound(record, failure_probability=2)
    frame["card"] = "gold"
    with pytest.raises(expost.RecordError) as row:
        report.bounds(frame)
    assert row.value.pointer == "/1/card"
    with pytest.raises(expost.DataError, match="no rows"):
        report.bounds(frame[:0])
    with pytest.raises(expost.RecordError, match="must have a column"):
        report.bounds(frame.drop(columns="card"))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (pd.NA, "it holds a value of the type NAType"),
        (pd.NaT, "it holds a value of the type NaTType"),
        (decimal.Decimal(37), "it holds a value of the type Decimal"),
        (pd.Timestamp(2026, 3, 1), "it holds a value of the type Timestamp"),
        (datetime.date(2026, 3, 1), "it holds a value of the type date"),
        ([datetime.date(2026, 3, 1)], "it holds a value of the type date"),
        (np.timedelta64(45, "ns"), "it holds a value of the type timedelta64"),
        (np.datetime64("2026-03-01", "ns"), "it holds a value of the type datetime64"),
        (object(), "it holds a value of the type object"),
        (10**400, "a whole number is beyond every double"),
        ("\ud800", "a text has half a character in it (a lone surrogate)"),
    ],
    ids=[
        "NA",
        "NaT",
        "decimal",
        "timestamp",
        "date",
        "list",
        "timedelta",
        "datetime",
        "object",
        "large",
        "surrogate",
    ],
)
def test_values_that_no_document_can_hold_are_refused_by_field(
    report: expost.Report, record: dict[str, Any], value: Any, said: str
) -> None:
    wrong = {**record, "age": value}
    sentence = f"/age must be a text, a number, a boolean or None, but {said}"
    with pytest.raises(expost.RecordError) as refused:
        report.bound(wrong)
    assert str(refused.value) == sentence
    assert (refused.value.code, refused.value.pointer) == ("wrong-type", "/age")
    assert [str(error) for error in report.record_errors(wrong)] == [sentence]
    # Among others, in the order of the features; the first is the one that `bound` raises.
    several = {"late": value, "adult": "yes", "card": "gold", "age": value, "km/h": value}
    errors = report.record_errors(several)
    assert [error.pointer for error in errors] == ["/age", "/card", "/late", "/km~1h"]
    with pytest.raises(expost.RecordError, match=r"^/card must be"):
        report.bound({**record, "card": "gold", "late": value})


def test_names_and_options_that_no_document_can_hold_are_refused(
    report: expost.Report, record: dict[str, Any]
) -> None:
    with pytest.raises(expost.RecordError, match=r"^the name of a field must be a text, but is 3$"):
        report.bound({**record, 3: 1})  # type: ignore[dict-item]
    with pytest.raises(expost.ArgumentError, match="nly what JSON can hold"):
        report.bound(record, failure_probability=decimal.Decimal(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("record", [[1], 1, "37", "", b"37"], ids=repr)
def test_what_is_no_record_is_refused(report: expost.Report, record: Any) -> None:
    for call in (report.bound, report.record_errors):
        with pytest.raises(expost.ArgumentError, match=f"^A record must be .* type {type(record).__name__}$"):
            call(record)


def test_a_row_of_pandas_is_a_record(report: expost.Report, record: dict[str, Any]) -> None:
    assert report.bound(pd.Series(record)).total == report.bound(record).total  # type: ignore[arg-type]


def test_values_of_numpy_are_values(report: expost.Report, record: dict[str, Any]) -> None:
    expected = report.bound({**record, "adult": True}).total
    for age in (np.float64(37), np.int32(37), np.float32(37), 37.0):
        assert report.bound({**record, "age": age, "adult": np.bool_(True)}).total == expected


def test_a_study_with_values_of_numpy_is_written_as_one_without(study: expost.Study, tmp_path: Path) -> None:
    plain, numpy = tmp_path / "plain.json", tmp_path / "numpy.json"
    study = study.numeric("age", minimum=16, maximum=90.5).category("card", ["day", "year"])
    study = study.scaling(norm=2, minimum=-1, maximum=1)
    study.document["flag"] = True
    study.save(plain)
    levels = np.array(["day", "year"])
    study = study.numeric("age", minimum=np.int64(16), maximum=np.float64(90.5)).category("card", levels)  # type: ignore[arg-type]
    study = study.scaling(norm=np.int32(2), minimum=np.float64(-1), maximum=np.int8(1))
    study.document["flag"] = np.bool_(True)
    study.save(numpy)
    assert numpy.read_text("utf-8") == plain.read_text("utf-8")
    study.document["scaling"]["range"] = np.array([-1, 1])
    study.save(numpy, replace=True)
    assert numpy.read_text("utf-8") == plain.read_text("utf-8")


def test_reports_are_read_and_written_whole(report: expost.Report, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    report.save(path)
    assert json.loads(path.read_text("utf-8")) == report.document
    with pytest.raises(FileExistsError, match="replace=True"):
        report.save(path)
    report.save(path, replace=True)
    again = expost.load_report(path)
    assert again.document == report.document
    assert again.summary == report.summary
    # To the byte: a signature over the text stays good.
    text = path.read_text("utf-8").replace("  ", " ")
    path.write_text(text, "utf-8")
    copy = tmp_path / "copy.json"
    expost.load_report(path).save(copy)
    assert copy.read_text("utf-8") == text
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "not-json"),
        ('{"format": "expost-report", "format": "x"}', "duplicate-key"),
        ('{"format": "something"}', "not-a-report"),
        ("[" * 100 + "]" * 100, "too-deep"),
        ('{"format": "expost-report", "version": 99}', "newer-version"),
    ],
)
def test_what_is_no_report_is_refused(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, "utf-8")
    with pytest.raises(expost.ReportError) as refused:
        expost.load_report(path)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"{path}: ")


def test_a_report_whose_promise_is_not_kept_is_refused(report: expost.Report) -> None:
    document = json.loads(json.dumps(report.document))
    document["model"]["mechanism"]["sigma"] /= 2
    with pytest.raises(expost.ReportError):
        expost.load_report(document)


def test_beliefs() -> None:
    after = expost.belief(math.log(3), 0.5)
    assert after.lower <= 0.25 <= after.lower + 1e-12
    assert after.upper - 1e-12 <= 0.75 <= after.upper
    assert expost.belief(math.inf, 0.5) == expost.Interval(0, 1)
    with pytest.raises(expost.ArgumentError):
        expost.belief(-1, 0.5)


def test_numbers_are_shown_rounded_outward() -> None:
    assert upward(0.1234) == "0.124"
    assert upward(0.12300000000000001) == "0.124"
    assert downward(0.1239) == "0.123"
    assert upward(1234.5) == "1240"
    assert upward(1e-6) == "0.00000100" or float(upward(1e-6)) >= 1e-6
    assert upward(math.inf) == "infinite"
    assert upward(0.0) == "0"
    for value in np.random.default_rng(1).lognormal(0, 10, 1000):
        assert float(upward(float(value))) >= value >= float(downward(float(value)))
        assert float(upward(float(value))) <= value * 1.01


def test_bounds_show_themselves(report: expost.Report, record: dict[str, Any]) -> None:
    bound = report.bound(record)
    html = bound._repr_html_()
    assert "in 100 after seeing everything published" in html
    count = math.ceil(100 * bound.belief().upper)
    assert f"at most {count} in 100" in str(bound)
    # 50 dots before, and as many after as are said.
    assert html.count("opacity:1") == 50 + count
    assert "experiment" in report._repr_html_()
    many = report.bound(record, failure_probability=1e-300)
    assert f"{upward(many.total.upper)} nats at most" in str(many)


def test_titles_are_escaped(report: expost.Report) -> None:
    document = {**report.document, "title": "<script>alert(1)</script>"}
    assert "<script>" not in expost.load_report(document)._repr_html_()


def test_a_promise_to_one_person_needs_no_outcome_and_no_data(
    report: expost.Report, record: dict[str, Any]
) -> None:
    promise = report.promise(record)
    del record["late"]
    assert report.promise(record) == promise
    assert report.promise(length=promise["length"]) == promise
    assert 0 < promise["epsilon"] < promise["guarantee"]["epsilon"]
    assert promise["byLength"]
    assert report.promise(length=0)["epsilon"] == 0
    with pytest.raises(expost.ArgumentError, match="Give a record, or the length"):
        report.promise()
    with pytest.raises(expost.ArgumentError, match="from 0 to 1"):
        report.promise(length=2)
    with pytest.raises(expost.RecordError, match="age") as raised:
        report.promise({**record, "age": "old"})
    assert raised.value.pointer == "/age"
    with pytest.raises(expost.ArgumentError, match="one record of a person"):
        report.promise([record, record])


def test_a_study_promises_what_its_report_does(study: expost.Study, report: expost.Report) -> None:
    for length in (0.2, 1.0):
        assert study.promise(length=length) == report.promise(length=length)
    with pytest.raises(expost.StudyError):
        expost.Study({"title": "nothing"}).promise(length=1)


def test_several_publications_have_one_bound(
    study: expost.Study, frame: pd.DataFrame, report: expost.Report, record: dict[str, Any]
) -> None:
    reports = [report, *(expost.publish(frame, study).report for _ in range(3))]
    together = expost.bound_series(reports, record)
    assert [bound.total for bound in together.bounds] == [one.bound(record).total for one in reports]
    assert together.failure_probability == together.bounds[0].total.failure_probability
    assert together.total < 0.8 * sum(bound.total.upper for bound in together.bounds)
    assert together.total > max(bound.total.upper for bound in together.bounds)
    assert together.total == max(-together.loss.lower, together.loss.upper)
    assert expost.bound_series(reports, [record] * 4).total == together.total
    assert expost.bound_series(reports, record, member="in").total <= together.total
    with pytest.raises(expost.ArgumentError, match="report 5 is the same publication as report 1"):
        expost.bound_series([*reports, report], record)
    with pytest.raises(expost.RecordError, match="age") as raised:
        expost.bound_series(reports, {**record, "age": "old"})
    assert raised.value.pointer == "/records/0/age"
    with pytest.raises(expost.ArgumentError, match="2 to 1000 reports"):
        expost.bound_series([report], record)
