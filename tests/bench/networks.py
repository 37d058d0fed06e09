"""The time of numpy for the training that networks.mjs has Expost do: 64-32-10, every record's
gradient clipped and rounded to the noise's grid, 100 steps on 1,500 rows, one core."""

import json
import os
import time

os.environ.update({name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")})

import numpy as np  # noqa: E402

ROWS, STEPS, GRID = 1500, 100, 2.0**-26
random = np.random.default_rng(1)
x = random.random((ROWS, 64))
y = np.eye(10)[np.arange(ROWS) % 10]
w1, b1 = random.uniform(-0.1, 0.1, (32, 64)), np.zeros(32)
w2, b2 = random.uniform(-0.1, 0.1, (10, 32)), np.zeros(10)
velocity = np.zeros(w1.size + b1.size + w2.size + b2.size)
begun = time.perf_counter()
for _ in range(STEPS):
    hidden = np.tanh(x @ w1.T + b1)
    scores = hidden @ w2.T + b2
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    off = shifted / shifted.sum(axis=1, keepdims=True) - y
    back = (off @ w2) * (1 - hidden**2)
    gradients = np.concatenate(
        [
            (back[:, :, None] * x[:, None, :]).reshape(ROWS, -1),
            back,
            (off[:, :, None] * hidden[:, None, :]).reshape(ROWS, -1),
            off,
        ],
        axis=1,
    )
    norms = np.linalg.norm(gradients, axis=1, keepdims=True)
    gradients *= np.minimum(1, 1 / norms)
    total = np.rint(gradients / GRID).sum(axis=0) * GRID + 8 * random.standard_normal(velocity.size)
    velocity = 0.9 * velocity + total / ROWS
    at = 0
    for part in (w1, b1, w2, b2):
        part -= velocity[at : at + part.size].reshape(part.shape)
        at += part.size
print(json.dumps({"milliseconds": 1000 * (time.perf_counter() - begun)}))
