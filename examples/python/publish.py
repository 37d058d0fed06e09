"""Trains a logistic model by objective perturbation and writes its privacy report.

    expost plan --loss logistic --epsilon 1 --delta 1e-6 --shares 0.3,0.4,0.3 --json > plan.json
    python3 publish.py DATA.csv --study STUDY.json --plan plan.json --out REPORT.json

The study gives features, scaling, label and texts; the plan gives λ, the noise levels and the promise.
"""

import argparse
import csv
import datetime
import json
import math
import os
import sys

import numpy as np

from coding import Coding, InputError
from noise import normal_vector, standard_normal, symmetric_noise
from objective import LogisticObjective, NotConverged, minimise


def read_rows(path, coding, delimiter):
    """Coded rows of a CSV file."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, delimiter=delimiter, skipinitialspace=True)
        header = [name.strip() for name in next(reader, [])]
        for name in coding.columns():
            if header.count(name) != 1:
                raise InputError(f"{path}: the header must have the column {name} once")
        x, y = [], []
        for cells in reader:
            if not cells:
                continue
            place = f"{path}, line {reader.line_num}: "
            if len(cells) != len(header):
                raise InputError(f"{place}has {len(cells)} fields, but the header has {len(header)}")
            coded = coding.code(dict(zip(header, cells)), place)
            x.append(coded[0])
            y.append(coded[1])
    if len(set(y)) < 2:
        raise InputError(f"{path}: a model needs rows of both kinds of {coding.label['name']}")
    return np.array(x), np.array(y)


def level(part, name):
    """A noise level of the plan; one that can't be reached is the text "Infinity"."""
    value = float(part[name])
    if not (math.isfinite(value) and value > 0):
        raise InputError(f"the plan has no finite {name}: {part.get('reason', 'plan again')}")
    return value


def release(objective, theta, planned):
    """What is published beside the model, as planned: noisy Hessian, gradient and smallest eigenvalue, at the published θ."""
    if not planned:
        return {}
    dimension = len(theta)
    hessian = objective.hessian(theta)
    sigma = {part: level(planned[part], "sigma") for part in planned}
    noisy = hessian + symmetric_noise(dimension, sigma["hessian"])
    # The upper triangle with the diagonal, row by row.
    parts = {"hessian": {"sigma": sigma["hessian"], "upper": list(noisy[np.triu_indices(dimension)])}}
    if "gradient" in planned:
        # The gradient itself, not −b: they differ by the residual, and b must stay secret.
        values = objective.gradient(theta) + normal_vector(dimension, sigma["gradient"])
        parts["gradient"] = {"sigma": sigma["gradient"], "values": list(values)}
    if "smallestEigenvalue" in planned:
        smallest = float(np.linalg.eigvalsh(hessian)[0])
        value = smallest + sigma["smallestEigenvalue"] * standard_normal()
        parts["smallestEigenvalue"] = {"sigma": sigma["smallestEigenvalue"], "value": value}
    return parts


def report_of(study, plan, x, y):
    if study["mechanism"]["loss"] != {"name": "logistic"} or plan["loss"] != "logistic":
        raise InputError("study and plan must both be for the logistic loss")
    sigma, ridge = level(plan["model"], "sigma"), level(plan["model"], "lambda")
    objective = LogisticObjective(x, y, ridge)
    theta, residual = minimise(objective, normal_vector(x.shape[1], sigma))
    kept = ["title", "description", "publisher", "unit", "features", "scaling", "label", "failureProbability"]
    accountant = plan["model"]["accountant"]
    basic = plan["release"] and plan["total"]["composition"] == "basic"
    return {
        "format": "expost-report",
        "version": 1,
        **{key: study[key] for key in kept if key in study},
        "published": datetime.date.today().isoformat(),
        "model": {
            "loss": {"name": "logistic"},
            "mechanism": {
                "name": "objective-perturbation",
                "noise": "gaussian",
                "sigma": sigma,
                "lambda": ridge,
                "x-residual": residual,
            },
            "theta": list(theta),
        },
        "release": release(objective, theta, plan["release"]),
        "guarantee": {
            "epsilon": plan["total"]["epsilon"],
            "delta": plan["total"]["delta"],
            "accountant": f"{accountant}, basic composition" if basic else accountant,
        },
    }


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_whole(path, document):
    """All of the file or nothing: a temporary file beside it, then a rename."""
    temporary = f"{path}.part"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=2, ensure_ascii=False, allow_nan=False)
            file.write("\n")
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def main():
    parser = argparse.ArgumentParser(description="Trains a logistic model and writes its privacy report.")
    parser.add_argument("data", metavar="DATA.csv")
    parser.add_argument("--study", required=True, metavar="STUDY.json")
    parser.add_argument("--plan", required=True, metavar="PLAN.json", help="what `expost plan --json` printed")
    parser.add_argument("--out", required=True, metavar="REPORT.json")
    parser.add_argument("--delimiter", default=",", help="what separates the columns (default: a comma)")
    given = parser.parse_args()
    try:
        study = read_json(given.study)
        x, y = read_rows(given.data, Coding(study), given.delimiter)
        report = report_of(study, read_json(given.plan), x, y)
        write_whole(given.out, report)
    except (InputError, NotConverged, OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        sys.exit(f"publish.py: {error}")
    print(f"{len(y)} rows, residual {report['model']['mechanism']['x-residual']}", file=sys.stderr)


if __name__ == "__main__":
    main()
