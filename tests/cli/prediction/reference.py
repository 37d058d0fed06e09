# Predictions, scores and coefficients by numpy alone, from the reports of tests/reports/good and the
# rows beside this file: /usr/bin/python3 tests/cli/prediction/reference.py writes reference.json.
import csv
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = os.path.join(HERE, "..", "..", "reports", "good")
REPORTS = [
    "adaptive",
    "descent",
    "laplace",
    "level-aliases",
    "output-perturbation",
    "posterior-sample",
    "pseudo-huber-number-label",
    "softmax-three-classes",
]


def column(feature, rows, scaling):
    """The coordinates of a feature before the norm: one column, or one a level."""
    low, high = scaling.get("range", [-1, 1])
    cells = [row.get(feature["name"], "").strip() for row in rows]
    if feature["kind"] == "constant":
        return np.full((len(rows), 1), float(feature["value"]))
    if feature["kind"] == "boolean":
        return np.array([[1.0 if cell == "yes" else 0.0] for cell in cells])
    if feature["kind"] == "category":
        meant = [feature.get("aliases", {}).get(cell, cell) for cell in cells]
        return np.array([[1.0 if cell == level else 0.0 for level in feature["levels"]] for cell in meant])
    values = np.array([float(cell or feature["missing"]) for cell in cells])
    values = np.clip(values, feature["minimum"], feature["maximum"])
    share = (values - feature["minimum"]) / (feature["maximum"] - feature["minimum"])
    return (low + share * (high - low))[:, None]


def coded(report, rows):
    scaling = report.get("scaling", {})
    x = np.hstack([column(feature, rows, scaling) for feature in report["features"]]) / scaling.get("norm", 1)
    length = np.linalg.norm(x, axis=1)
    return x / np.maximum(length, 1)[:, None], int(np.sum(length > 1 + 1e-9))


def log_of_share(counts):
    share = counts[counts > 0] / counts.sum()
    return float(-np.sum(share * np.log(share)))


def raw(report, theta):
    """Intercept and coefficients by evaluating the map at points: differences, not the formula."""
    middle, parts = {}, []
    for feature in report["features"]:
        if feature["kind"] == "number":
            middle[feature["name"]] = str(feature["minimum"])

    def score(record):
        scaling = report.get("scaling", {})
        x = np.hstack([column(feature, [record], scaling) for feature in report["features"]])
        return (x / scaling.get("norm", 1)) @ theta.T

    base = score(middle)
    intercept = base.copy()
    for feature in report["features"]:
        name = feature["name"]
        if feature["kind"] == "number":
            width = feature["maximum"] - feature["minimum"]
            slope = (score({**middle, name: str(feature["maximum"])}) - base) / width
            intercept = intercept - slope * feature["minimum"]
            parts.append(slope)
        elif feature["kind"] == "boolean":
            parts.append(score({**middle, name: "yes"}) - base)
        elif feature["kind"] == "category":
            parts.extend(score({**middle, name: level}) - base for level in feature["levels"])
    return intercept[0], np.vstack(parts)


def result(name, rows):
    with open(os.path.join(GOOD, name + ".json"), encoding="utf-8") as file:
        report = json.load(file)
    loss, label = report["model"]["loss"]["name"], report["label"]
    x, scaled = coded(report, rows)
    classes = report["model"]["loss"].get("classes", 1)
    theta = np.array(report["model"]["theta"]).reshape(classes, -1)
    margins = x @ theta.T
    intercept, slopes = raw(report, theta)
    cells = [row[label["name"]].strip() for row in rows]
    cells = [label.get("aliases", {}).get(cell, cell) for cell in cells]
    found = {"scaled": scaled}
    if label["kind"] == "number":
        low, high = label["minimum"], label["maximum"]
        prediction = low + (margins[:, 0] + 1) / 2 * (high - low)
        truth = np.clip([float(cell) for cell in cells], low, high)
        error = truth - prediction
        found["prediction"] = prediction.tolist()
        found["rootMeanSquaredError"] = float(np.sqrt(np.mean(error**2)))
        found["meanAbsoluteError"] = float(np.mean(np.abs(error)))
        found["r2"] = float(1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2))
        found["deviation"] = float(truth.std())
        half = (high - low) / 2
        intercept, slopes = low + half * (1 + intercept), half * slopes
    else:
        names = label["levels"] if label["kind"] == "category" else [label["negative"], label["positive"]]
        truth = np.array([names.index(cell) for cell in cells])
        if loss == "softmax":
            grown = np.exp(margins)
            probability = grown / grown.sum(axis=1, keepdims=True)
        else:
            positive = 1 / (1 + np.exp(-margins[:, 0]))
            probability = np.column_stack([1 - positive, positive])
            found["score"] = margins[:, 0].tolist()
        said = probability.argmax(axis=1)
        confusion = np.zeros((len(names), len(names)), dtype=int)
        np.add.at(confusion, (truth, said), 1)
        watched = probability[:, 1] if len(names) == 2 else probability.max(axis=1)
        holds = truth == 1 if len(names) == 2 else truth == said
        bins = np.minimum((watched * 10).astype(int), 9)
        found["probability"] = probability.tolist()
        found["class"] = [names[k] for k in said]
        found["accuracy"] = float(np.mean(said == truth))
        found["commonest"] = float(np.bincount(truth).max() / len(truth))
        found["logLoss"] = float(-np.mean(np.log(probability[np.arange(len(truth)), truth])))
        found["ownLogLoss"] = log_of_share(np.bincount(truth))
        found["confusion"] = confusion.tolist()
        found["calibration"] = [
            {"rows": int(np.sum(bins == k)), "mean": float(watched[bins == k].mean()), "share": float(holds[bins == k].mean())}
            if np.any(bins == k)
            else {"rows": 0, "mean": None, "share": None}
            for k in range(10)
        ]
    found["intercept"], found["coefficients"] = intercept.tolist(), slopes.T.tolist()
    return found


def main():
    with open(os.path.join(HERE, "rows.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(os.path.join(HERE, "reference.json"), "w", encoding="utf-8") as file:
        json.dump({name: result(name, rows) for name in REPORTS}, file)
        file.write("\n")


if __name__ == "__main__":
    main()
