"""Normalisations."""
from __future__ import annotations

import math

from ...dtype import dtypes, least_upper_dtype
from .registry import Malformed, Unsupported, op
from .types import dtype_of


def _channels(t, x):
    """A vector over axis 1 of `x`."""
    return t.reshape(1, -1, *[1] * (x.ndim - 2))


@op("BatchNormalization")
def batch_norm(node, x, scale, b, input_mean, input_var, *, epsilon=1e-5, momentum=0.9, training_mode=0, is_test=None,
               spatial=1):
    if not spatial:
        raise Unsupported("attribute spatial = 0 is not supported")
    if node.version < 7:
        training_mode = is_test == 0
    elif node.version < 14:
        training_mode = len([o for o in node.outputs if o]) > 1
    mean, var = input_mean, input_var
    results = ()
    if training_mode:
        axes = (0, *range(2, x.ndim))
        wide = x.cast(least_upper_dtype(x.dtype, dtypes.float32))
        mean, var = wide.mean(axes), wide.var(axes, correction=0)
        results = tuple((old * momentum + new * (1 - momentum)).cast(old.dtype)
                        for old, new in ((input_mean, mean), (input_var, var)))
    y = (x - _channels(mean, x)) / (_channels(var, x) + epsilon).sqrt() * _channels(scale, x) + _channels(b, x)
    return (y.cast(x.dtype), *results)


@op("InstanceNormalization")
def instance_norm(x, scale, b, *, epsilon=1e-5):
    return _channels(scale, x) * x.layernorm(tuple(range(2, x.ndim)), epsilon) + _channels(b, x)


def _stashed(x, stash_type):
    return x.cast(dtype_of(stash_type))


@op("LayerNormalization")
def layer_norm(x, scale, b=None, *, axis=-1, epsilon=1e-5, stash_type=1):
    axes = tuple(range(x._resolve_dim(axis), x.ndim))
    wide = _stashed(x, stash_type)
    mean = wide.mean(axes, keepdim=True)
    centred = wide - mean
    inverse = (centred.square().mean(axes, keepdim=True) + epsilon).rsqrt()
    y = (centred * inverse).cast(x.dtype) * scale
    return (y if b is None else y + b), mean, inverse


@op("RMSNormalization")
def rms_norm(x, scale, *, axis=-1, epsilon=1e-5, stash_type=1):
    axes = tuple(range(x._resolve_dim(axis), x.ndim))
    wide = _stashed(x, stash_type)
    return ((wide * (wide.square().mean(axes, keepdim=True) + epsilon).rsqrt()).cast(x.dtype) * scale).cast(x.dtype)


@op("GroupNormalization")
def group_norm(node, x, scale, bias, *, num_groups, epsilon=1e-5, stash_type=1):
    n, c = x.shape[:2]
    if c % num_groups:
        raise Malformed(f"attribute num_groups: expected a divisor of {c} channels, but got {num_groups}")
    groups = _stashed(x, stash_type).reshape(n, num_groups, -1)
    y = groups.layernorm(-1, epsilon)
    if node.version < 21:
        y = y.cast(x.dtype) * scale.reshape(1, -1, 1) + bias.reshape(1, -1, 1)
        return y.reshape(x.shape)
    y = y.cast(x.dtype).reshape(n, c, -1)
    return (y * scale.reshape(1, -1, 1) + bias.reshape(1, -1, 1)).reshape(x.shape)


@op("MeanVarianceNormalization")
def mean_variance_norm(x, *, axes=(0, 2, 3)):
    axes = tuple(axes)
    centred = x - x.mean(axes, keepdim=True)
    return centred / (centred.square().mean(axes, keepdim=True).sqrt() + 1e-9)


@op("LpNormalization")
def lp_norm(x, *, axis=-1, p=2):
    if p not in (1, 2):
        raise Malformed(f"attribute p: expected 1 or 2, but got {p}")
    size = x.abs().sum(axis, keepdim=True) if p == 1 else x.square().sum(axis, keepdim=True).sqrt()
    return x / size.eq(0).where(1, size)


@op("LRN")
def local_response_norm(x, *, size, alpha=1e-4, beta=0.75, bias=1.0):
    squares = x.square().unsqueeze(1).pad([(0, 0), (0, 0), ((size - 1) // 2, size // 2)] + [(0, 0)] * (x.ndim - 2))
    # Windows over the channels: the last axis but the plane.
    n, c = x.shape[:2]
    plane = math.prod(x.shape[2:])
    sums = squares.reshape(n, 1, c + size - 1, plane).avg_pool2d((size, 1), (1, 1)).reshape(x.shape)
    return x / (sums * alpha + bias) ** beta
