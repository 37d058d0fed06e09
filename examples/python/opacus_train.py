"""The same training by Opacus itself, for the path that `expost attach` reads; needs torch and opacus ≥ 1.0.

    python3 opacus_train.py DATA.csv --study STUDY.json --plan plan.json --model theta.json --iterates iterates.npy

Arguments as of opacus_path.py. One logit without a bias of its own: the study's intercept is a column of x. The records are in
one data set, from which Opacus draws its batches; DPOptimizer.expected_batch_size is set to the study's divisor, so that the
number of records divides nothing. `secure_mode` needs the package torchcsprng and is left off here: a real publication wants it.
"""

import argparse
import json
import sys

import numpy as np
import torch
from opacus.grad_sample import GradSampleModule
from opacus.optimizers import DPOptimizer
from torch import nn

from coding import Coding, InputError
from publish import read_json, read_rows


def train(x, y, mechanism, multiplier):
    """Iterates before each step (T × d) and the final model, in numbers of 32 bits."""
    update, sampling = mechanism["update"], mechanism["sampling"]
    model = GradSampleModule(nn.Linear(x.shape[1], 1, bias=False))
    with torch.no_grad():
        model._module.weight.zero_()
    divisor = float(update.get("divisor", 1))
    optimizer = DPOptimizer(
        torch.optim.SGD(
            model.parameters(),
            lr=float(update["rate"]),
            momentum=float(update.get("momentum", 0)),
            weight_decay=float(update.get("ridge", 0)) / divisor,
        ),
        noise_multiplier=multiplier,
        max_grad_norm=float(mechanism["clip"]),
        expected_batch_size=divisor,
    )
    rows, labels = torch.tensor(x, dtype=torch.float32), torch.tensor((y + 1) / 2, dtype=torch.float32)
    rate = sampling["rate"] if sampling["kind"] == "poisson" else 1.0
    iterates = []
    for _ in range(mechanism["steps"]):
        iterates.append(model._module.weight.detach().numpy().reshape(-1).copy())
        part = torch.rand(len(rows)) < rate
        optimizer.zero_grad()
        logits = model(rows[part]).reshape(-1)
        # The mean over the batch, which Opacus undoes: loss_reduction="mean".
        nn.functional.binary_cross_entropy_with_logits(logits, labels[part]).backward()
        optimizer.step()
    return np.array(iterates), model._module.weight.detach().numpy().reshape(-1).astype(float)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data")
    for name in ("study", "plan", "model", "iterates"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    try:
        study, plan = read_json(args.study), read_json(args.plan)
        x, y = read_rows(args.data, Coding(study), ",")
        iterates, theta = train(x, y, study["mechanism"], float(plan["model"]["multiplier"]))
    except InputError as error:
        sys.exit(f"opacus_train.py: {error}")
    with open(args.model, "w", encoding="utf-8") as file:
        json.dump({"theta": list(theta), "sigma": plan["model"]["sigma"]}, file)
    np.save(args.iterates, iterates)


if __name__ == "__main__":
    main()
