"""Writes the inputs of run.mlir and what NumPy makes of them."""

import pathlib

import numpy as np

here = pathlib.Path(__file__).resolve().parent
rng = np.random.default_rng(7)
dry = rng.standard_normal((3, 4)).astype(np.float32)
wet = rng.standard_normal((3, 4)).astype(np.float32)


def mix(wet):
    return 0.75 * np.float64(dry) + 0.25 * wet


def target(wet):
    mixed = mix(wet)
    return (mixed / np.sqrt(np.square(mixed).mean(1, keepdims=True)) * dry).sum()


# The gradient by differences of doubles.
slope = np.zeros((3, 4))
for place in np.ndindex(slope.shape):
    step = np.zeros((3, 4))
    step[place] = 1e-5
    slope[place] = (target(wet + step) - target(wet - step)) / 2e-5

np.save(here / "dry.npy", dry)
np.save(here / "wet.npy", wet)
np.save(here / "loudness.npy", np.square(mix(np.float64(wet))).sum(1).astype(np.float32))
np.save(here / "slope.npy", slope.astype(np.float32))
