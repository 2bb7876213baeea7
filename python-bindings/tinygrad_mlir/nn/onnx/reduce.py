"""Reduces and what finds places: sums, norms, extremes, ArgMax, TopK."""
from __future__ import annotations

import math

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, op


def _reduce(x, axes, keepdims, noop, function, empty=None):
    """`function(x, axes, keepdim)`; with no axes all are reduced, or none if the node says so."""
    if not axes:
        if noop:
            return x
        axes = range(x.ndim)
    axes = tuple(sorted(x._resolve_dim(int(a)) for a in axes))
    if empty is not None and any(x.shape[a] == 0 for a in axes):
        shape = [1 if i in axes else s for i, s in enumerate(x.shape) if keepdims or i not in axes]
        return Tensor.full(shape, empty, dtype=x.dtype, buffer=False)
    if not axes:
        return function(x, (), False)
    return function(x, axes, bool(keepdims)).cast(x.dtype)


def _register(name, function, empty=None, before=None):
    """`before` applies elementwise, also where nothing is reduced."""
    @op(name)
    def reduce(node, data, axes: "Ints" = None, *, keepdims=1, noop_with_empty_axes=0):
        x = data if before is None else before(data)
        value = empty(data.dtype) if callable(empty) else empty
        return _reduce(x, axes, keepdims, noop_with_empty_axes, function, value)


def _log_sum_exp(x, axes, keepdim):
    m = x.max(axes, keepdim=True) if axes else x
    m = m.isinf().where(0, m)
    total = ((x - m).exp().sum(axes, keepdim=True) if axes else (x - m).exp()).log() + m
    return total if keepdim or not axes else total.reshape([s for i, s in enumerate(x.shape) if i not in axes])


_sum = lambda x, axes, keepdim: x.sum(axes, keepdim=keepdim) if axes else x
_register("ReduceSum", _sum)
_register("ReduceMean", lambda x, axes, keepdim: x.mean(axes, keepdim=keepdim) if axes else x)
_register("ReduceProd", lambda x, axes, keepdim: x.prod(axes, keepdim=keepdim) if axes else x)
_register("ReduceMax", lambda x, axes, keepdim: x.max(axes, keepdim=keepdim) if axes else x, lambda dtype: dtype.min)
_register("ReduceMin", lambda x, axes, keepdim: x.min(axes, keepdim=keepdim) if axes else x, lambda dtype: dtype.max)
_register("ReduceL1", _sum, before=lambda x: x.abs())
_register("ReduceSumSquare", _sum, before=lambda x: x.square())
_register("ReduceL2", lambda x, axes, keepdim: _root(x, _sum(x, axes, keepdim)), 0, before=lambda x: x.square())
_register("ReduceLogSum", lambda x, axes, keepdim: _sum(x, axes, keepdim).log(), -math.inf)
_register("ReduceLogSumExp", _log_sum_exp, -math.inf)


def _root(x, total):
    return total.sqrt() if dtypes.is_float(x.dtype) else total.cast(dtypes.float64).sqrt().cast(x.dtype)


def _arg(name, method):
    @op(name)
    def arg(data, *, axis=0, keepdims=1, select_last_index=0):
        axis = data._resolve_dim(axis)
        if data.dtype is dtypes.bool:
            data = data.cast(dtypes.uint8)
        if select_last_index:
            place = data.shape[axis] - 1 - getattr(data.flip(axis), method)(axis, bool(keepdims))
        else:
            place = getattr(data, method)(axis, bool(keepdims))
        return place.cast(dtypes.int64)


_arg("ArgMax", "argmax")
_arg("ArgMin", "argmin")


@op("TopK")
def topk(x, k: "Int", *, axis=-1, largest=1, sorted=1):
    axis = x._resolve_dim(axis)
    if not 0 <= k <= x.shape[axis]:
        raise Malformed(f"input 1 (k): expected at most {x.shape[axis]}, but got {k}")
    values, places = x.topk(k, axis, bool(largest))
    return values, places.cast(dtypes.int64)
