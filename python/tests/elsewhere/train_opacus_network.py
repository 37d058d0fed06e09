"""Trains a network with Opacus, makes its report, and takes torch's gradients along the path.

Reads {"x", "y", "data", "study", "training"} and prints the report, the doubts, and for each row
the norms of its clipped gradients at every iterate and its last score, as JSON.
"""

import json
import sys

import numpy as np
import torch
from opacus import PrivacyEngine
from torch import nn
from torch.nn.utils import vector_to_parameters
from torch.utils.data import DataLoader, TensorDataset

import expost
import expost.opacus


def main() -> None:
    asked = json.load(sys.stdin)
    training = asked["training"]
    torch.manual_seed(training["seed"])
    kind = getattr(torch, training["dtype"])
    x = torch.tensor(asked["x"], dtype=kind)
    y = (torch.tensor(asked["y"], dtype=kind) + 1) / 2
    layers = nn.Sequential(
        nn.Linear(x.shape[1], 8), nn.Tanh(), nn.Sequential(nn.Linear(8, 4), nn.SiLU()), nn.Linear(4, 1)
    )
    criterion = nn.BCEWithLogitsLoss()
    model, optimizer, loader = PrivacyEngine(accountant="rdp").make_private(
        module=layers.to(kind),
        optimizer=torch.optim.SGD(layers.parameters(), lr=training["lr"], momentum=0.5),
        data_loader=DataLoader(TensorDataset(x, y), batch_size=len(x)),
        noise_multiplier=training["noise_multiplier"],
        max_grad_norm=training["max_grad_norm"],
        poisson_sampling=False,
    )
    optimizer.expected_batch_size = training["divisor"]
    log = expost.opacus.DescentLog(optimizer, module=model, criterion=criterion, sample_rate=1)
    log.keep_on_grid(2.0**-12)
    for _ in range(training["steps"]):
        for records, labels in loader:
            optimizer.zero_grad()
            criterion(model(records).reshape(-1), labels).backward()
            optimizer.step()
    if asked.get("replaced"):
        layers[0].forward = lambda records: 2 * nn.Linear.forward(layers[0], records)
    publication = log.attach(asked["data"], asked["study"])
    plain = nn.Sequential(
        nn.Linear(x.shape[1], 8), nn.Tanh(), nn.Linear(8, 4), nn.SiLU(), nn.Linear(4, 1)
    ).to(kind)
    norms = np.zeros((len(x), len(log.iterates)))
    for t, theta in enumerate(log.iterates):
        vector_to_parameters(torch.tensor(theta, dtype=kind), plain.parameters())
        for row in range(len(x)):
            plain.zero_grad()
            criterion(plain(x[row : row + 1]).reshape(-1), y[row : row + 1]).backward()
            squares = sum(float((p.grad.double() ** 2).sum()) for p in plain.parameters())
            norms[row, t] = min(squares**0.5, training["max_grad_norm"])
    vector_to_parameters(torch.tensor(log.theta, dtype=kind), plain.parameters())
    print(
        json.dumps(
            {
                "report": publication.report.document,
                "doubts": publication.notes["doubts"],
                "norms": norms.tolist(),
                "scores": plain(x).reshape(-1).tolist(),
            }
        )
    )


if __name__ == "__main__":
    main()
