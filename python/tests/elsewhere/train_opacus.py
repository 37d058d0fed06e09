"""Trains a logistic model with Opacus, and makes its report in one call, in its environment.

Reads {"x", "y", "data", "study", "training"} and prints the report, the doubts and what a log
recorded, as JSON.
"""

import json
import sys

import numpy as np
import torch
from opacus import PrivacyEngine
from opacus.utils.batch_memory_manager import BatchMemoryManager
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

import expost
import expost.opacus


def main() -> None:
    asked = json.load(sys.stdin)
    training = asked["training"]
    torch.manual_seed(training["seed"])
    x = torch.tensor(asked["x"], dtype=torch.float32)
    y = torch.tensor(asked["y"], dtype=torch.float32)
    rows = TensorDataset(x, (y + 1) / 2, torch.arange(len(x)))
    model = nn.Linear(x.shape[1], 1, bias=False)
    nn.init.zeros_(model.weight)
    sgd = torch.optim.SGD(
        model.parameters(),
        lr=training["lr"],
        momentum=training["momentum"],
        weight_decay=training["weight_decay"],
    )
    engine = PrivacyEngine(accountant="rdp")
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=sgd,
        data_loader=DataLoader(rows, batch_size=training["batch"]),
        noise_multiplier=training["noise_multiplier"],
        max_grad_norm=training["max_grad_norm"],
        poisson_sampling=True,
    )
    optimizer.expected_batch_size = training["divisor"]
    log = expost.opacus.DescentLog(optimizer, sample_rate=loader.sample_rate)
    samples = []
    for _ in range(training["epochs"]):
        with BatchMemoryManager(
            data_loader=loader, max_physical_batch_size=training["physical"], optimizer=optimizer
        ) as batches:
            taking_part = np.zeros(len(x), dtype=bool)
            for records, labels, indices in batches:
                optimizer.zero_grad()
                logits = model(records).reshape(-1)
                nn.functional.binary_cross_entropy_with_logits(logits, labels).backward()
                taking_part[indices.numpy()] = True
                before = len(log.iterates)
                optimizer.step()
                if len(log.iterates) > before:
                    samples.append(taking_part)
                    taking_part = np.zeros(len(x), dtype=bool)
    poisson = loader.sample_rate < 1
    publication = log.attach(asked["data"], asked["study"], samples=np.array(samples) if poisson else None)
    refusals = []
    for mechanism in asked["refused"]:
        try:
            log.attach(asked["data"], {**asked["study"], "mechanism": mechanism})
        except expost.ArgumentError as error:
            refusals.append(str(error))
    print(
        json.dumps(
            {
                "report": publication.report.document,
                "doubts": publication.notes["doubts"],
                "theta": log.theta.tolist(),
                "iterates": log.iterates.tolist(),
                "sigma": log.sigma,
                "history": engine.accountant.history,
                "epsilon": engine.get_epsilon(training["delta"]),
                "refusals": refusals,
            }
        )
    )


if __name__ == "__main__":
    main()
