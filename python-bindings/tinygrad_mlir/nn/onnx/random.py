"""Random numbers: those of the package's generator, so a seed gives the same ones everywhere. A node with a seed has a
generator of its own."""
from __future__ import annotations

from contextlib import contextmanager

from ...dtype import dtypes
from ...rand import RandomTensor
from ...tensor import Tensor
from .registry import op
from .types import dtype_of


@contextmanager
def generator(seed):
    """A generator that starts at `seed`, in place of the package's, whose sequence goes on afterwards."""
    if seed is None:
        yield
        return
    kept = RandomTensor._seed, RandomTensor._device_seeds, RandomTensor._device_rng_counters
    RandomTensor.manual_seed(int(seed))
    try:
        yield
    finally:
        RandomTensor._seed, RandomTensor._device_seeds, RandomTensor._device_rng_counters = kept


def _normal(shape, dtype, mean, scale, seed):
    with generator(seed):
        return (Tensor.randn(*shape) * scale + mean).cast(dtype)


def _uniform(shape, dtype, low, high, seed):
    with generator(seed):
        return (Tensor.rand(*shape) * (high - low) + low).cast(dtype)


@op("RandomNormal")
def random_normal(node, *, shape, dtype=1, mean=0.0, scale=1.0, seed=None):
    return _normal(shape, dtype_of(dtype), mean, scale, seed)


@op("RandomNormalLike")
def random_normal_like(x, *, dtype=None, mean=0.0, scale=1.0, seed=None):
    return _normal(x.shape, x.dtype if dtype is None else dtype_of(dtype), mean, scale, seed)


@op("RandomUniform")
def random_uniform(node, *, shape, dtype=1, high=1.0, low=0.0, seed=None):
    return _uniform(shape, dtype_of(dtype), low, high, seed)


@op("RandomUniformLike")
def random_uniform_like(x, *, dtype=None, high=1.0, low=0.0, seed=None):
    return _uniform(x.shape, x.dtype if dtype is None else dtype_of(dtype), low, high, seed)


@op("Bernoulli")
def bernoulli(x, *, dtype=None, seed=None):
    with generator(seed):
        hit = Tensor.rand(*x.shape) < x
    return hit.cast(x.dtype if dtype is None else dtype_of(dtype))


@op("Multinomial")
def multinomial(x, *, dtype=6, sample_size=1, seed=None):
    """Of unnormalised log probabilities."""
    with generator(seed):
        return x.cast(dtypes.float32).softmax(-1).multinomial(sample_size, replacement=True).cast(dtype_of(dtype))
