"""Trains the network of a study by DP-SGD in JAX, and stores the path that `expost attach` reads; needs jax.

    expost plan --mechanism noisy-gradient-descent --clip 1 --steps 60 --rate 0.25 --epsilon 4 --delta 1e-6 --json > plan.json
    python3 jax_network.py DATA.csv --study STUDY.json --plan plan.json --model theta.json --iterates iterates.npy

Of a study with dense layers and activations, `"elsewhere": true` and `"arithmetic": "float64"` it takes clip norm, steps, sampling,
rate, momentum and divisor. Kernels are in × out, as in Flax and Keras: `in_order` turns them for expost. The iterates are those
*before* each step. With --samples the model file also has who took part, by which attach checks the noise; that is as secret as
the data, and attach doesn't publish it.
"""

import argparse
import base64
import json
import sys

import jax
import jax.numpy as jnp
import numpy as np

from coding import Coding, InputError
from noise import normal_vector
from publish import read_json, read_rows

jax.config.update("jax_enable_x64", True)

ACTIVATIONS = {"tanh": jnp.tanh, "sigmoid": jax.nn.sigmoid, "softplus": jax.nn.softplus, "relu": jax.nn.relu}


def started(network, seed):
    """The layers' parameters, each a kernel (in × out) and a bias; nothing of an activation."""
    generator, width, params = np.random.default_rng(seed), network["input"][0], []
    for layer in network["layers"]:
        if layer["kind"] != "dense":
            params.append(())
            continue
        reach = width**-0.5
        shapes = (width, layer["out"]), (layer["out"],)
        params.append(tuple(jnp.array(generator.uniform(-reach, reach, shape)) for shape in shapes))
        width = layer["out"]
    return params


def scores(network, params, x):
    """The scores of one record."""
    for layer, own in zip(network["layers"], params):
        x = x @ own[0] + own[1] if own else ACTIVATIONS[layer["kind"]](x)
    return x


def loss_of(mechanism):
    """The loss of one record: softmax of several scores, logistic of one."""

    def loss(params, x, y):
        z = scores(mechanism["network"], params, x)
        return jax.nn.logsumexp(z) - z[y] if len(z) > 1 else jax.nn.softplus(-y * z[0])

    return loss


def in_order(params):
    """One vector as expost has it: layer after layer, each kernel out × in, then its bias."""
    return np.concatenate([np.asarray(part) for own in params if own for part in (own[0].T.reshape(-1), own[1])])


def gradients_of(mechanism):
    """A function of parameters, x and y: each record's gradient, and its length."""
    each_of = jax.vmap(jax.grad(loss_of(mechanism)), in_axes=(None, 0, 0))

    def gradients(params, x, y):
        each = each_of(params, x, y)
        squares = sum(jnp.sum(part.reshape(len(x), -1) ** 2, axis=1) for part in jax.tree.leaves(each))
        return each, jnp.sqrt(squares)

    return jax.jit(gradients)


def train(x, y, mechanism, sigma):
    """Iterates before each step (T × D), the final model, and who took part (T × n)."""
    update, sampling = mechanism["update"], mechanism["sampling"]
    params, gradients = started(mechanism["network"], seed=1), gradients_of(mechanism)
    velocity = jax.tree.map(jnp.zeros_like, params)
    chance = sampling["rate"] if sampling["kind"] == "poisson" else 1
    chooser = np.random.default_rng()  # chooses samples only; the noise is from the system's generator
    iterates, samples = [], []
    for _ in range(mechanism["steps"]):
        iterates.append(in_order(params))
        part = chooser.random(len(x)) < chance
        samples.append(part)
        # All rows, so that nothing is compiled anew for another number; those outside count as 0.
        each, lengths = gradients(params, x, y)
        factor = part * jnp.minimum(1, mechanism["clip"] / jnp.maximum(lengths, 1e-300))

        def noisy(own, factor=factor):
            clipped = jnp.tensordot(factor, own, axes=1)
            return (clipped + normal_vector(clipped.size, sigma).reshape(clipped.shape)) / update.get("divisor", 1)

        step = jax.tree.map(noisy, each)
        velocity = jax.tree.map(lambda old, new: update.get("momentum", 0) * old + new, velocity, step)
        params = jax.tree.map(lambda old, new: old - update["rate"] * new, params, velocity)
    return np.array(iterates), in_order(params), np.array(samples)


def rows_of(path, study):
    """Coded x and y: classes from 0, or −1 and 1."""
    x, y = read_rows(path, Coding(study), ",")
    return x, (y.astype(int) if study["mechanism"]["loss"]["name"] == "softmax" else y)


def check(mechanism):
    """Refuses what this example doesn't train."""
    unknown = {layer["kind"] for layer in mechanism["network"]["layers"]} - {"dense", *ACTIVATIONS}
    if unknown:
        raise InputError(f"the layers must be dense or activations, and there are {', '.join(sorted(unknown))}")
    if not all(layer.get("bias", True) for layer in mechanism["network"]["layers"]):
        raise InputError("each dense layer must have a bias")
    if mechanism["loss"]["name"] not in ("softmax", "logistic") or mechanism["sampling"]["kind"] not in ("full", "poisson"):
        raise InputError("the loss must be softmax or logistic, and the sampling full or poisson")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data")
    for name in ("study", "plan", "model", "iterates"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--samples", action="store_true", help="writes who took part into the model file: a secret")
    args = parser.parse_args()
    try:
        study, plan = read_json(args.study), read_json(args.plan)
        check(study["mechanism"])
        iterates, theta, samples = train(*rows_of(args.data, study), study["mechanism"], float(plan["model"]["sigma"]))
    except InputError as error:
        sys.exit(f"jax_network.py: {error}")
    model = {"theta": theta.tolist(), "sigma": plan["model"]["sigma"]}
    if args.samples and study["mechanism"]["sampling"]["kind"] == "poisson":
        model["samples"] = base64.b64encode(np.packbits(samples, axis=1, bitorder="little").tobytes()).decode()
    with open(args.model, "w", encoding="utf-8") as file:
        json.dump(model, file)
    np.save(args.iterates, iterates)


if __name__ == "__main__":
    main()
