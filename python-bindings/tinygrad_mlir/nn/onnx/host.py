"""Arithmetic of shapes, in NumPy, while the model is read.

A node whose inputs are all known and few is computed at once, so that shapes made of `Shape`, `Gather`, `Concat`, …
never wait for a kernel. An operator without an entry here is not folded, which is right too, only later.
"""
from __future__ import annotations

from typing import Callable

import numpy as np

from .registry import Known
from .types import dtype_of, elem_of

_limit = 4096
_table: dict[str, Callable] = {}


def _host(*names):
    def register(function):
        for name in names:
            _table[name] = function
        return function
    return register


def evaluate(node, inputs: list):
    """The outputs of a node of known inputs as Known values; None if it must be computed as tensors."""
    if node.domain or not inputs or any(v is not None and not isinstance(v, Known) for v in inputs):
        return None
    function = _table.get(node.op)
    if function is None or sum(v.array.size for v in inputs if v is not None) > _limit:
        return None
    arrays = [None if v is None else v.array for v in inputs]
    if any(a is not None and a.dtype.kind not in "iufb" for a in arrays):
        return None
    try:
        with np.errstate(all="ignore"):
            results = function(node, node.attributes, *arrays)
    except Exception:  # whatever does not fit is reported by the operator itself
        return None
    if results is None:
        return None
    results = results if isinstance(results, list) else [results]
    if any(r.size > _limit for r in results):
        return None
    return [Known(np.asarray(r), _elem(r)) for r in results]


def _elem(array) -> int:
    from ...dtype import _from_np_dtype
    return elem_of(_from_np_dtype(array.dtype))


def _same(function):
    """Elementwise: the result has the operands' type."""
    def evaluate(node, attributes, *xs):
        if attributes:
            return None
        return np.asarray(function(*xs)).astype(xs[0].dtype)
    return evaluate


def _quotient(a, b):
    if a.dtype.kind == "f":
        return a / b
    if (b == 0).any():
        raise ZeroDivisionError
    down = a // b  # magnitudes would not do: the lowest number has none
    return down + ((a % b != 0) & ((a < 0) != (b < 0)))


for _name, _function in {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": _quotient,
                         "Neg": np.negative, "Abs": np.abs, "Floor": np.floor, "Ceil": np.ceil, "Sqrt": np.sqrt,
                         "Not": np.logical_not, "And": np.logical_and, "Or": np.logical_or}.items():
    _table[_name] = _same(_function)
for _name, _function in {"Equal": np.equal, "Less": np.less, "Greater": np.greater,
                         "LessOrEqual": np.less_equal, "GreaterOrEqual": np.greater_equal}.items():
    _table[_name] = lambda node, attributes, a, b, f=_function: None if attributes else f(a, b)
for _name, _function in {"Min": np.minimum, "Max": np.maximum}.items():
    _table[_name] = lambda node, attributes, *xs, f=_function: None if attributes else _reduce(f, xs)


def _reduce(function, xs):
    result = xs[0]
    for x in xs[1:]:
        result = function(result, x)
    return result


@_host("Mod")
def _mod(node, attributes, a, b):
    if (b == 0).any():
        return None
    return np.fmod(a, b) if attributes.get("fmod") else np.mod(a, b)


@_host("Where")
def _where(node, attributes, c, a, b):
    return np.where(c, a, b).astype(a.dtype)


@_host("Cast")
def _cast(node, attributes, x):
    to = attributes["to"]
    if isinstance(to, str):
        return None
    dtype = dtype_of(to)
    from ...dtype import _to_np_dtype, dtypes
    if to not in (1, 6, 7, 9, 11):
        return None
    if x.dtype.kind == "f" and dtypes.is_int(dtype):
        # NumPy does not saturate; NaN is not inside either.
        inside = (np.trunc(x) >= float(dtype.min)) & (np.trunc(x) < float(dtype.max + 1))
        if not inside.all():
            return None
    return x.astype(_to_np_dtype(dtype))


@_host("Identity")
def _identity(node, attributes, x):
    return x


@_host("Gather")
def _gather(node, attributes, x, indices):
    return np.take(x, indices, axis=attributes.get("axis", 0))


@_host("Concat")
def _concat(node, attributes, *xs):
    return np.concatenate(xs, axis=attributes.get("axis", 1))


def _axes(attributes, axes):
    axes = attributes.get("axes") if axes is None else axes.reshape(-1).tolist()
    return axes


@_host("Unsqueeze")
def _unsqueeze(node, attributes, x, axes=None):
    axes = _axes(attributes, axes)
    rank = x.ndim + len(axes)
    at = {a % rank for a in axes}
    sizes = iter(x.shape)
    return x.reshape([1 if i in at else next(sizes) for i in range(rank)])


@_host("Squeeze")
def _squeeze(node, attributes, x, axes=None):
    axes = _axes(attributes, axes)
    return np.squeeze(x, None if axes is None else tuple(axes))


@_host("Reshape")
def _reshape(node, attributes, x, shape=None):
    if shape is None or attributes.get("allowzero") or 0 in shape:
        return None
    return x.reshape([int(s) for s in shape])


@_host("Slice")
def _slice(node, attributes, x, starts=None, ends=None, axes=None, steps=None):
    if starts is None:
        starts, ends, axes = attributes["starts"], attributes["ends"], attributes.get("axes")
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    index = [slice(None)] * x.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps):
        start, end = int(start), int(end)
        if step < 0 and end < -x.shape[axis]:
            end = None
        index[int(axis)] = slice(start, end, int(step))
    return x[tuple(index)]


@_host("Transpose")
def _transpose(node, attributes, x):
    return np.transpose(x, attributes.get("perm"))


@_host("Range")
def _range(node, attributes, start, limit, delta):
    return np.arange(start.item(), limit.item(), delta.item(), dtype=start.dtype)


@_host("Expand")
def _expand(node, attributes, x, shape):
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(int(s) for s in shape)))


@_host("ReduceProd")
def _reduce_prod(node, attributes, x, axes=None):
    axes = _axes(attributes, axes)
    if not axes and attributes.get("noop_with_empty_axes"):
        return x
    return np.prod(x, axis=tuple(axes) if axes else None, keepdims=bool(attributes.get("keepdims", 1)), dtype=x.dtype)
