"""Random numbers: those of the package's generator, so a seed gives the same ones everywhere."""
from __future__ import annotations

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import op
from .types import dtype_of


def _seeded(seed):
    if seed is not None:
        Tensor.manual_seed(int(seed))


def _normal(shape, dtype, mean, scale, seed):
    _seeded(seed)
    return (Tensor.randn(*shape) * scale + mean).cast(dtype)


def _uniform(shape, dtype, low, high, seed):
    _seeded(seed)
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
    _seeded(seed)
    hit = Tensor.rand(*x.shape) < x
    return hit.cast(x.dtype if dtype is None else dtype_of(dtype))


@op("Multinomial")
def multinomial(x, *, dtype=6, sample_size=1, seed=None):
    """Of unnormalised log probabilities."""
    _seeded(seed)
    return x.cast(dtypes.float32).softmax(-1).multinomial(sample_size, replacement=True).cast(dtype_of(dtype))
