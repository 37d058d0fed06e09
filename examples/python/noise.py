"""Gaussian noise from the operating system's generator.

numpy.random and random.Random are not for this. From published values their state can be worked out, and with the state all
the noise; a seed from `secrets` does not change that. Here every variable has fresh bits from `secrets` (os.urandom), and
nothing is kept that could be seeded, saved or guessed.
"""

import math
import secrets
from statistics import NormalDist

import numpy as np

STANDARD = NormalDist()


def standard_normal():
    """One N(0, 1) by inversion: a sign, and a tail probability on a grid of 2^-53, which reaches to 8.2 standard deviations."""
    tail = (secrets.randbits(52) + 0.5) * 2.0**-53
    return STANDARD.inv_cdf(tail) * (1 if secrets.randbits(1) else -1)


def normal_vector(dimension, sigma):
    return sigma * np.array([standard_normal() for _ in range(dimension)])


def symmetric_noise(dimension, sigma):
    """sigma (Z + Zᵀ)/√2, Z of independent N(0, 1): variance sigma² off the diagonal and 2 sigma² on it."""
    noise = np.zeros((dimension, dimension))
    for i in range(dimension):
        noise[i, i] = math.sqrt(2) * sigma * standard_normal()
        for j in range(i + 1, dimension):
            noise[i, j] = noise[j, i] = sigma * standard_normal()
    return noise
