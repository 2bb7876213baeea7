"""Gathering, scattering, slicing and what depends on values: NonZero, Unique, Compress."""
from __future__ import annotations

import math

import numpy as np

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, op


@op("Gather")
def gather(x, indices, *, axis=0):
    axis = x._resolve_dim(axis)
    return x[(slice(None),) * axis + (indices,)]


@op("GatherElements")
def gather_elements(x, indices, *, axis=0):
    return x.gather(axis, indices)


def _flat_places(indices, sizes):
    """Rows of indices (the last axis) as places in row-major order."""
    place = None
    for i, size in enumerate(sizes):
        part = indices.shrink([None] * (indices.ndim - 1) + [(i, i + 1)]).squeeze(-1)
        part = (part < 0).where(part + size, part)
        place = part if place is None else place * size + part
    return place


@op("GatherND")
def gather_nd(data, indices, *, batch_dims=0):
    depth = indices.shape[-1]
    if not 0 < depth <= data.ndim - batch_dims:
        raise Malformed(f"input 1 (indices): expected a last size of 1 to {data.ndim - batch_dims}, but got {depth}")
    batch, sizes = data.shape[:batch_dims], data.shape[batch_dims:batch_dims + depth]
    rest, where = data.shape[batch_dims + depth:], indices.shape[batch_dims:-1]
    place = _flat_places(indices, sizes)
    count, total = math.prod(batch), math.prod(sizes)
    place = place.reshape(count, -1) + Tensor.arange(count).reshape(count, 1) * total
    rows = data.reshape(count * total, *rest)
    return rows[place.flatten()].reshape(*batch, *where, *rest)


_reductions = {"none": None, "add": "sum", "mul": "prod", "max": "amax", "min": "amin"}


def _scatter(x, axis, index, src, reduction):
    if reduction not in _reductions:
        raise Malformed(f"attribute reduction: expected one of {', '.join(_reductions)}, but got {reduction!r}")
    kind = _reductions[reduction]
    ret = x.scatter(axis, index, src) if kind is None else x.scatter_reduce(axis, index, src, kind)
    return ret.cast(x.dtype)


@op("Scatter", "ScatterElements")
def scatter_elements(data, indices, updates, *, axis=0, reduction="none"):
    return _scatter(data, axis, indices, updates, reduction)


@op("ScatterND")
def scatter_nd(data, indices, updates, *, reduction="none"):
    depth = indices.shape[-1]
    if not 0 < depth <= data.ndim:
        raise Malformed(f"input 1 (indices): expected a last size of 1 to {data.ndim}, but got {depth}")
    rest = data.shape[depth:]
    place = _flat_places(indices, data.shape[:depth]).reshape(-1, 1)
    width = math.prod(rest)
    updates = updates.reshape(place.shape[0], width)
    flat = data.reshape(-1, width)
    return _scatter(flat, 0, place.expand(place.shape[0], width), updates, reduction).reshape(data.shape)


@op("OneHot")
def one_hot(indices, depth: "Int", values, *, axis=-1):
    axis = axis + indices.ndim + 1 if axis < 0 else axis
    indices = indices.cast(dtypes.int64)
    indices = (indices < 0).where(indices + depth, indices).unsqueeze(axis)
    classes = Tensor.arange(depth).reshape([-1 if i == axis else 1 for i in range(indices.ndim)])
    off, on = (values.shrink([(i, i + 1)]).reshape(()) for i in range(2))
    return indices.eq(classes).where(on, off)


@op("Slice")
def slice_(data, starts: "Ints", ends: "Ints", axes: "Ints" = None, steps: "Ints" = None):
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise Malformed("expected starts, ends, axes and steps of one length, but got "
                        f"{len(starts)}, {len(ends)}, {len(axes)} and {len(steps)}")
    index = [slice(None)] * data.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps):
        axis = data._resolve_dim(axis)
        size = data.shape[axis]
        if step == 0:
            raise Malformed("steps: expected no 0")
        # Python takes -1 for the end; what lies before the first element has no number in it.
        if step < 0 and end < 0 and end + size < 0:
            end = None
        index[axis] = slice(start, end, step)
    return data[tuple(index)]


@op("NonZero")
def non_zero(x):
    return (x.reshape(1) if x.ndim == 0 else x).nonzero().transpose(0, 1).cast(dtypes.int64)


@op("Compress")
def compress(x, condition: "Array", *, axis=None):
    if axis is None:
        x, axis = x.flatten(), 0
    places = np.flatnonzero(condition[:x.shape[axis]])
    axis = x._resolve_dim(axis)
    if not len(places):
        return x.shrink([(0, 0) if i == axis else None for i in range(x.ndim)])
    return x[(slice(None),) * axis + (places.tolist(),)]


@op("Unique")
def unique(x: "Array", *, axis=None, sorted=1):
    """Of values in the hands of Python: the results' sizes depend on them."""
    values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    inverse = inverse.reshape(-1)
    if not sorted:
        order = np.argsort(first)
        values, first, counts = np.take(values, order, axis=axis or 0), first[order], counts[order]
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        inverse = place[inverse]
    return (Tensor(values), *(Tensor(a.astype(np.int64)) for a in (first, inverse, counts)))


@op("TensorScatter")
def tensor_scatter(past_cache, update, write_indices=None, *, mode="linear", axis=-2):
    """Writes `update` into the cache from `write_indices[b]` on, round the end if it is circular."""
    if mode not in ("linear", "circular"):
        raise Malformed(f"attribute mode: expected linear or circular, but got {mode!r}")
    axis = past_cache._resolve_dim(axis)
    length = update.shape[axis]
    place = Tensor.arange(length).reshape([-1 if i == axis else 1 for i in range(update.ndim)])
    if write_indices is not None:
        place = place + write_indices.reshape([-1] + [1] * (update.ndim - 1))
    if mode == "circular":
        place = place % past_cache.shape[axis]
    return past_cache.scatter(axis, place._broadcast_to(update.shape), update)


@op("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(x, indices):
    return x[..., indices.flatten()]
