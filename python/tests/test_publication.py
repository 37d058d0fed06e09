"""Studies, publishing, attaching, auditing, planning."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost


def test_a_study_is_drafted_without_a_value_of_the_data(frame: pd.DataFrame) -> None:
    study = expost.Study.from_frame(frame, label="late")
    assert study.document["features"] == [
        {"name": "intercept", "kind": "constant", "value": 1},
        *({"name": name, "kind": None} for name in ("age", "card", "adult", "shelf")),
    ]
    assert study.document["label"] == {"name": "late", "kind": None}
    assert study.document["mechanism"]["loss"] == {"name": None}
    assert all(error.code == "unfilled" for error in study.errors() if error.code != "missing")
    assert expost.Study.guessed_kinds(frame) == {
        "late": "boolean",
        "age": "number",
        "card": "category",
        "adult": "boolean",
        "shelf": "number",
    }
    with pytest.raises(expost.StudyError):
        expost.publish(frame, study)
    study = study.describe(title="Late books", unit="one person", publisher="The library")
    study = study.numeric("age", minimum=0, maximum=100, unit="years", missing=40).drop("shelf")
    study = study.category("card", ["day", "year", "7"]).boolean("adult")
    study = study.binary_label(negative="no", positive="yes")
    assert study.document["mechanism"]["loss"] == {"name": "logistic"}
    study = study.scaling(norm=2).budget(epsilon=2, delta=1e-6)
    assert study.errors() == []
    report = expost.publish(frame, study, seed=1).report
    assert report.guarantee is not None
    assert report.guarantee.epsilon == 2
    with pytest.raises(expost.ArgumentError, match='no feature "shelf"'):
        study.drop("shelf")


def test_methods_of_a_study_leave_it_as_it_is(study: expost.Study) -> None:
    before = expost.Study(study.document).document
    for changed in (
        study.describe(
            title="Another", publisher="P", contact="C", links={"privacy": "https://example.org/"}
        ),
        study.numeric("age", minimum=1, maximum=2),
        study.numeric("new", minimum=1, maximum=2),
        study.boolean("card"),
        study.category("card", ["a", "b"]),
        study.constant("one", 2),
        study.drop("card"),
        study.binary_label(negative="a", positive="b"),
        study.number_label(minimum=0, maximum=1),
        study.category_label(["a", "b", "c"]),
        study.loss("softmax", classes=3),
        study.scaling(norm=9),
        study.budget(epsilon=5, release="hessian", shares={"model": 0.5, "hessian": 0.5}),
        study.person("shelf", rows=2),
        study.mechanism("output-perturbation", lam=10),
    ):
        assert changed.document != before
        # Nor does the new one share a part with it.
        changed.document["features"][0]["name"] = "other"
        changed.document["budget"]["epsilon"] = 77
        changed.document["mechanism"]["loss"]["name"] = "other"
        assert study.document == before


def test_a_mechanism_is_chosen_and_the_loss_stays(study: expost.Study, frame: pd.DataFrame) -> None:
    study = study.budget(epsilon=1, delta=1e-6, release="hessian", shares={"model": 0.5, "hessian": 0.5})
    output = study.mechanism("output-perturbation", lam=10)
    assert output.document["mechanism"] == {
        "name": "output-perturbation",
        "loss": {"name": "logistic"},
        "lambda": 10,
    }
    assert output.document["budget"] == {"epsilon": 1, "delta": 1e-6}
    assert output.errors() == []
    laplace = study.mechanism("objective-perturbation", noise="laplace", lam=10).budget(epsilon=1, delta=0)
    descent = study.mechanism(
        "noisy-gradient-descent",
        clip=1,
        steps=5,
        sampling={"kind": "full"},
        update={"rate": 0.5, "divisor": 100},
    )
    for chosen in (output, laplace, descent):
        assert chosen.errors() == []
        report = expost.publish(frame, chosen, seed=1).report
        assert report.document["model"]["mechanism"]["name"] == chosen.document["mechanism"]["name"]
    with pytest.raises(expost.StudyError, match="/mechanism/lambda must be a number above 0"):
        expost.publish(frame, study.mechanism("output-perturbation"))


def test_a_study_may_be_a_file(study: expost.Study, frame: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    study.save(path)
    expected = expost.publish(frame, study, seed=1).report.document
    for given in (path, str(path)):
        assert expost.publish(frame, given, seed=1).report.document == expected
    publication = expost.publish(frame, path, seed=1)
    assert expost.audit(frame, path, publication.report).rows.num_rows == len(frame)
    with pytest.raises(expost.StudyError, match=r"absent\.json: can't be read: No such file"):
        expost.publish(frame, tmp_path / "absent.json")
    with pytest.raises(expost.StudyError, match="or the name of its file, but is of the type int"):
        expost.publish(frame, 3)  # type: ignore[arg-type]


def test_studies_are_read_and_written(study: expost.Study, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    study.save(path)
    assert expost.Study.load(path).document == study.document
    with pytest.raises(FileExistsError):
        study.save(path)
    path.write_text('{"title": 1, "title": 2}')
    with pytest.raises(expost.StudyError, match="twice"):
        expost.Study.load(path)
    path.write_text("{")
    with pytest.raises(expost.StudyError, match="is not JSON"):
        expost.Study.load(path)


def test_the_noise_is_fresh_but_for_experiments(frame: pd.DataFrame, study: expost.Study) -> None:
    first, second = (expost.publish(frame, study).report for _ in range(2))
    assert first.document["model"]["theta"] != second.document["model"]["theta"]
    assert not first.summary["insecureSeed"]
    same = [expost.publish(frame, study, seed=9).report.document for _ in range(2)]
    assert same[0] == same[1]
    assert expost.publish(frame, study, seed=9).report.summary["insecureSeed"]


def test_an_audit_finds_the_losses_within_the_bounds(
    published: expost.Publication, frame: pd.DataFrame
) -> None:
    audit = published.audit()
    assert audit.summary["rows"] == len(frame) == audit.rows.num_rows
    assert audit.summary["misses"] == 0
    exact, lower, upper = (np.asarray(audit.rows[name]) for name in ("exact", "lower", "upper"))
    assert ((lower <= np.abs(exact)) & (np.abs(exact) <= upper)).all()
    # The bounds of members, as the report gives them.
    bounds = published.report.bounds(frame, member="in")
    assert np.asarray(bounds["upper"]).tolist() == upper.tolist()


def test_an_exact_loss_by_hand(frame: pd.DataFrame, study: expost.Study) -> None:
    """The loss of a member from the formula of Redberg & Wang 2021, in numpy alone.

    log p_D(θ) - log p_{D-z}(θ) = log det H(D)/det H(D-z) - (|∇J(θ; D)|² - |∇J(θ; D-z)|²)/2σ².
    """
    publication = expost.publish(frame, study, seed=4)
    mechanism = publication.report.document["model"]["mechanism"]
    theta = np.array(publication.report.document["model"]["theta"])
    coded = [
        publication.report.bound(row)
        for row in frame.drop(columns="shelf").replace({np.nan: None}).to_dict("records")
    ]
    x = np.array([bound.x for bound in coded])
    y = np.array([bound.y for bound in coded])
    probability = 1 / (1 + np.exp(y * (x @ theta)))
    curvature = probability * (1 - probability)
    hessian = (x * curvature[:, None]).T @ x + mechanism["lambda"] * np.eye(len(theta))
    gradient = -(x * (y * probability)[:, None]).sum(axis=0) + mechanism["lambda"] * theta
    exact = []
    for i in range(len(x)):
        without = hessian - curvature[i] * np.outer(x[i], x[i])
        shorter = gradient + y[i] * probability[i] * x[i]
        ratio = np.linalg.slogdet(hessian)[1] - np.linalg.slogdet(without)[1]
        exact.append(ratio - (gradient @ gradient - shorter @ shorter) / (2 * mechanism["sigma"] ** 2))
    found = np.asarray(publication.audit().rows["exact"])
    assert np.abs(found - np.array(exact)).max() < 1e-9


def test_a_publication_gives_its_rows_back(frame: pd.DataFrame, study: expost.Study) -> None:
    with expost.publish(frame, study, seed=1) as publication:
        assert publication.audit().summary["rows"] == 300
    with pytest.raises(expost.ArgumentError, match="given back"):
        publication.audit()
    assert expost.audit(frame, study, publication.report).summary["rows"] == 300
    # Notebooks are passed on.
    assert "300" not in publication._repr_html_() + repr(publication)


def test_copies_have_neither_rows_nor_secrets(frame: pd.DataFrame, study: expost.Study) -> None:
    publication = expost.publish(frame, study, seed=1, secrets=True)
    assert publication.secrets is not None
    copy = pickle.loads(pickle.dumps(publication))
    assert copy.report.document == publication.report.document
    assert copy.notes is None
    assert copy.secrets is None
    assert "rows" not in repr(copy)
    assert "For the publisher alone" not in copy._repr_html_()
    with pytest.raises(expost.ArgumentError, match="hasn't its rows"):
        copy.audit()


def test_an_interrupted_audit_leaves_nothing_to_the_next(frame: pd.DataFrame, study: expost.Study) -> None:
    publication = expost.publish(pd.concat([frame] * 40, ignore_index=True), study, seed=1)

    seen: list[int] = []

    def stop(phase: str, done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    def note(phase: str, done: int, total: int | None) -> None:
        seen.append(done)

    for _ in range(5):
        with pytest.raises(KeyboardInterrupt):
            publication.audit(progress=stop)
        publication.audit(progress=note)
    assert seen == [4096, 8192] * 5


def test_two_threads_audit_one_publication(frame: pd.DataFrame, study: expost.Study) -> None:
    publication = expost.publish(pd.concat([frame] * 40, ignore_index=True), study, seed=1)
    steps: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        audits = [
            pool.submit(publication.audit, progress=lambda phase, done, total: steps.append(done))
            for _ in range(2)
        ]
        summaries = [audit.result().summary for audit in audits]
    assert summaries[0] == summaries[1] == publication.audit().summary
    # Each step is done once: neither audit begins anew because of the other.
    assert steps == [4096, 8192] * 2


def test_no_rows_are_a_doubt(frame: pd.DataFrame, study: expost.Study) -> None:
    for stream in (False, True):
        empty = expost.publish(frame.iloc[:0], study, seed=1, stream=stream)
        assert any("no rows" in doubt for doubt in empty.notes["doubts"])
    assert expost.publish(frame, study, seed=1).notes["doubts"] == []


def test_a_study_is_checked_before_it_is_read(frame: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    for broken in ({"title": "x"}, {"title": "x", "features": None}, {"title": "x", "features": ["age"]}):
        for data in (frame, path):
            for stream in (None, True):
                with pytest.raises(expost.StudyError):
                    expost.publish(data, broken, stream=stream)


def test_errors_go_through_pickles() -> None:
    for kind in (expost.ExpostError, *expost.ExpostError.__subclasses__()):
        copy = pickle.loads(pickle.dumps(kind("What is wrong", code="a-code", pointer="/7/age")))
        assert type(copy) is kind
        assert (str(copy), copy.code, copy.pointer) == ("What is wrong", "a-code", "/7/age")


def test_noisy_gradient_descent(frame: pd.DataFrame, study: expost.Study) -> None:
    study.document["mechanism"] = {
        "name": "noisy-gradient-descent",
        "loss": {"name": "logistic"},
        "clip": 0.5,
        "steps": 20,
        "sampling": {"kind": "full"},
        "update": {"rate": 0.5, "divisor": 300},
    }
    study.document["budget"] = {"epsilon": 2, "delta": 1e-6}
    heard: list[tuple[str, int, int | None]] = []
    publication = expost.publish(
        frame, study, seed=2, secrets=True, progress=lambda *what: heard.append(what)
    )
    assert publication.audit().summary["misses"] == 0
    assert ("training", 20, 20) in heard
    assert ("reading", 300, 300) in heard
    with pytest.raises(expost.ArgumentError):
        expost.audit(frame, study, publication.report)


def test_a_stopped_publication_leaves_nothing(frame: pd.DataFrame, study: expost.Study) -> None:
    def stop(phase: str, _done: int, _total: int | None) -> None:
        if phase == "training":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expost.publish(frame, study, progress=stop)
    assert expost.publish(frame, study, seed=1).notes["rows"] == 300


def test_a_model_from_elsewhere(frame: pd.DataFrame, study: expost.Study) -> None:
    """A model in plain numpy of the study's own mechanism."""
    study.document["mechanism"] = {
        "name": "objective-perturbation",
        "loss": {"name": "logistic"},
        "lambda": 3,
        "scales": {"model": 4.0},
        "elsewhere": {"rowsAtMost": 1000, "residual": 1e-6},
    }
    coder = expost.publish(frame, _published_for_coding(study), seed=1).report
    coded = [
        coder.bound(row) for row in frame.drop(columns="shelf").replace({np.nan: None}).to_dict("records")
    ]
    x, y = np.array([bound.x for bound in coded]), np.array([bound.y for bound in coded])
    b = np.random.default_rng(1).normal(0, 4, x.shape[1])
    theta = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(y * (x @ theta)))
        gradient = -(x * (y * p)[:, None]).sum(axis=0) + 3 * theta + b
        theta -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 3 * np.eye(len(theta)), gradient)
    attached = expost.attach(theta, frame, study, b=b)
    assert attached.notes["doubts"] == []
    assert np.abs(np.array(attached.report.document["model"]["theta"]) - theta).max() < 1e-3
    assert attached.audit().summary["misses"] == 0
    # Another model is doubted, not refused: whether there is a report must not depend on the data.
    assert expost.attach(theta * 3, frame, study, b=b).notes["doubts"] != []


def _published_for_coding(study: expost.Study) -> dict[str, Any]:
    document = expost.Study(study.document).document
    document["mechanism"] = {"name": "objective-perturbation", "loss": {"name": "logistic"}, "lambda": 3}
    document["budget"] = {"epsilon": 1, "delta": 1e-6, "accountant": "shift", "release": "none"}
    return document


def test_plans() -> None:
    plan = expost.plan(epsilon=1, delta=1e-6, accountant="shift")
    assert plan["total"]["epsilon"] <= 1
    sigma = expost.gaussian_sigma(1, 1e-6, 1)
    assert 4.2 < sigma < 4.3
    assert expost.goe_quantile(1, 1e-3) == pytest.approx(3.0902323 * np.sqrt(2), rel=1e-6)
    with pytest.raises(expost.ArgumentError, match="epsilon"):
        expost.plan(epsilon=-1, delta=1e-6)
    descent = expost.plan(mechanism="noisy-gradient-descent", epsilon=1, delta=1e-6, clip=1, steps=100)
    assert descent["model"]["sigma"] > 40


def test_a_profile(frame: pd.DataFrame, study: expost.Study) -> None:
    heard: list[str] = []
    profile = expost.profile(
        frame, study, lam=5, epsilons=[0.1, 1, 10], progress=lambda phase, *_: heard.append(phase)
    )
    assert profile["rows"] == 300
    assert isinstance(profile["displacement"], np.ndarray)
    assert profile["displacement"].shape == (300,)
    assert (np.diff(profile["typical"]["max"]) > 0).all()
    assert {"reading", "training", "neighbours"} <= set(heard)


def test_threads_may_ask_one_report(report: expost.Report, frame: pd.DataFrame) -> None:
    expected = report.bounds(frame)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(report.bounds(frame))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(table.equals(expected) for table in found)
