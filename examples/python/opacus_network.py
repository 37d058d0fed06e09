"""The network of a study trained by Opacus at a promise (ε, δ): how often it is right on rows that were held out.

    python3 opacus_network.py TRAIN.csv HELD.csv --study STUDY.json --change CHANGE.json --epsilon 2 --delta 1e-5
        --rates 0.5,1,2 --batch 250 --epochs 20 --seeds 3

Needs torch and opacus. As Opacus is used: Poisson sampling, flat clipping, the PRV accountant, momentum as in the study. Prints a
list in JSON, for each rate the shares of rows that were right, a seed each. Seeds are for such comparisons only.
"""

import argparse
import json
import warnings

import numpy as np
import torch
from opacus import PrivacyEngine
from torch import nn

from coding import Coding
from publish import read_json, read_rows

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "softplus": nn.Softplus, "gelu": nn.GELU}


def merged(document, change):
    """A document with a JSON Merge Patch (RFC 7396) applied."""
    if not isinstance(change, dict):
        return change
    result = dict(document) if isinstance(document, dict) else {}
    for name, value in change.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def module_of(network):
    """docs/networks.md's layers as those of torch, in their order."""
    shape, layers = tuple(network["input"]), []
    for layer in network["layers"]:
        kind = layer["kind"]
        if kind == "dense":
            made = nn.Linear(shape[0], layer["out"], bias=layer.get("bias", True))
        elif kind == "conv2d":
            keys = {key: layer[key] for key in ("stride", "padding", "bias") if key in layer}
            made = nn.Conv2d(shape[0], layer["out"], layer["kernel"], **keys)
        elif kind == "max-pool":
            made = nn.MaxPool2d(layer["kernel"], layer.get("stride", layer["kernel"]))
        elif kind == "flatten":
            made = nn.Flatten()
        else:
            made = ACTIVATIONS[kind]()
        layers.append(made)
        shape = tuple(made(torch.zeros(1, *shape)).shape[1:])
    return nn.Sequential(*layers)


def trained(rows, mechanism, promise, rate, args):
    """A model after all epochs."""
    x, y = rows
    module = module_of(mechanism["network"])
    optimizer = torch.optim.SGD(module.parameters(), lr=rate, momentum=mechanism["update"].get("momentum", 0))
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=args.batch, shuffle=True)
    module, optimizer, loader = PrivacyEngine(accountant="prv").make_private_with_epsilon(
        module=module,
        optimizer=optimizer,
        data_loader=loader,
        epochs=args.epochs,
        max_grad_norm=mechanism["clip"],
        **promise,
    )
    is_softmax = mechanism["loss"]["name"] == "softmax"
    loss = nn.CrossEntropyLoss() if is_softmax else nn.BCEWithLogitsLoss()
    for _ in range(args.epochs):
        for batch, labels in loader:
            if len(batch) > 0:
                optimizer.zero_grad()
                scores = module(batch)
                loss(scores if is_softmax else scores.reshape(-1), labels).backward()
                optimizer.step()
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("train")
    parser.add_argument("held")
    parser.add_argument("--study", required=True)
    parser.add_argument("--change", action="append", default=[])
    for name, kind in (("epsilon", float), ("delta", float), ("batch", int), ("epochs", int), ("seeds", int)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    parser.add_argument("--rates", required=True)
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    study = read_json(args.study)
    for change in args.change:
        study = merged(study, read_json(change))
    mechanism = study["mechanism"]
    is_softmax = mechanism["loss"]["name"] == "softmax"

    def rows_of(path):
        x, y = read_rows(path, Coding(study), ",")
        labels = torch.tensor(y, dtype=torch.long) if is_softmax else torch.tensor((y + 1) / 2, dtype=torch.float32)
        return torch.tensor(x.reshape(-1, *mechanism["network"]["input"]), dtype=torch.float32), labels

    rows, (held, labels) = rows_of(args.train), rows_of(args.held)
    promise = {"target_epsilon": args.epsilon, "target_delta": args.delta}
    found = []
    for rate in map(float, args.rates.split(",")):
        shares = []
        for seed in range(args.seeds):
            torch.manual_seed(seed)
            module = trained(rows, mechanism, promise, rate, args)
            with torch.no_grad():
                scores = module(held)
            guessed = scores.argmax(1) if is_softmax else (scores.reshape(-1) > 0).float()
            shares.append(float(np.mean((guessed == labels).numpy())))
        found.append({"rate": rate, "right": shares})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
