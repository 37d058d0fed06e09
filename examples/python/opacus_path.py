"""Trains a logistic model by DP-SGD with the conventions of Opacus, and stores the path that `expost attach` reads.

    expost plan --mechanism noisy-gradient-descent --clip 1 --steps 400 --rate 0.05 --epsilon 1 --delta 1e-6 --json > plan.json
    python3 opacus_path.py DATA.csv --study STUDY.json --plan plan.json --model theta.json --iterates iterates.npy

numpy alone, but computed as Opacus does it: numbers of 32 bits, each record's gradient times min(1, C/(‖g‖ + 1e-6)), noise of
noise_multiplier·C on the sum, division by the expected batch size, then torch's SGD. Of a study with `"elsewhere": true` it
takes clip norm, steps, sampling, rate, momentum, ridge and divisor; the expected batch size is the study's divisor, a public
number.

The iterates are those *before* each step, empty samples included. With --samples the model file also has who took part, by
which attach checks the noise; that is as secret as the data, and attach doesn't publish it.
"""

import argparse
import base64
import json
import sys

import numpy as np

from coding import Coding, InputError
from noise import normal_vector
from publish import read_json, read_rows


def gradients(theta, x, y):
    """Each record's gradient of log(1 + exp(−y xᵀθ)), n × d."""
    slope = -y / (1 + np.exp(y * (x @ theta)))
    return slope[:, None] * x


def clipped_sum(theta, x, y, clip):
    each = gradients(theta, x, y)
    factor = np.minimum(1, clip / (np.linalg.norm(each, axis=1) + np.float32(1e-6)))
    return (factor[:, None] * each).sum(axis=0, dtype=np.float32)


def train(x, y, mechanism, sigma):
    """Iterates before each step (T × d), the final model, and who took part (T × n)."""
    update, sampling = mechanism["update"], mechanism["sampling"]
    n, dimension = x.shape
    x, y = x.astype(np.float32), y.astype(np.float32)
    clip, rate = np.float32(mechanism["clip"]), np.float32(update["rate"])
    momentum, ridge = np.float32(update.get("momentum", 0)), np.float32(update.get("ridge", 0))
    divisor = np.float32(update.get("divisor", 1))
    generator = np.random.default_rng()  # chooses samples only; the noise is from the system's generator
    theta, velocity = np.zeros(dimension, np.float32), np.zeros(dimension, np.float32)
    iterates, samples = [], []
    for _ in range(mechanism["steps"]):
        iterates.append(theta.copy())
        part = generator.random(n) < sampling["rate"] if sampling["kind"] == "poisson" else np.ones(n, bool)
        samples.append(part)
        noisy = clipped_sum(theta, x[part], y[part], clip) + normal_vector(dimension, sigma).astype(np.float32)
        velocity = momentum * velocity + (noisy + ridge * theta) / divisor
        theta = theta - rate * velocity
    return np.array(iterates), theta, np.array(samples)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data")
    parser.add_argument("--study", required=True)
    parser.add_argument("--plan", required=True, help="of expost plan --json: its sigma is the noise")
    parser.add_argument("--model", required=True, help="writes theta and sigma")
    parser.add_argument("--iterates", required=True, help="writes the iterates before each step, .npy")
    parser.add_argument("--samples", action="store_true", help="writes who took part into the model file: a secret")
    args = parser.parse_args()
    try:
        study, plan = read_json(args.study), read_json(args.plan)
        mechanism = study["mechanism"]
        if mechanism["sampling"]["kind"] not in ("full", "poisson"):
            raise InputError(f"{args.study}: the sampling must be full or poisson")
        x, y = read_rows(args.data, Coding(study), ",")
        iterates, theta, samples = train(x, y, mechanism, float(plan["model"]["sigma"]))
    except InputError as error:
        sys.exit(f"opacus_path.py: {error}")
    model = {"theta": [float(value) for value in theta], "sigma": plan["model"]["sigma"]}
    if args.samples and mechanism["sampling"]["kind"] == "poisson":
        bits = np.packbits(samples, axis=1, bitorder="little")
        model["samples"] = base64.b64encode(bits.tobytes()).decode()
    with open(args.model, "w", encoding="utf-8") as file:
        json.dump(model, file)
    np.save(args.iterates, iterates)


if __name__ == "__main__":
    main()
