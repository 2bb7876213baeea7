"""Conversions of elements."""
from __future__ import annotations

from onnx import TensorProto

from ...dtype import dtypes
from .registry import Malformed, Unsupported, op
from .types import as_elem, dtype_of, elem_name, elem_of


def _to(elem):
    if isinstance(elem, str):  # versions before 6 spell the type
        if elem not in TensorProto.DataType.keys():
            raise Malformed(f"attribute to: expected a type, but got {elem!r}")
        elem = TensorProto.DataType.Value(elem)
    if elem not in TensorProto.DataType.values() or elem == 0:
        raise Malformed(f"attribute to: expected a type, but got {elem}")
    return elem


@op("Cast")
def cast(node, x, *, to, saturate=1, round_mode="up"):
    elem = _to(to)
    if elem == TensorProto.STRING or node.input_elem(0) == TensorProto.STRING:
        raise Unsupported("attribute to: elements of type STRING are not supported")
    node.graph.elems[node.outputs[0]] = elem
    return as_elem(x, elem, bool(saturate), round_mode)


@op("CastLike")
def cast_like(node, x, target, *, saturate=1, round_mode="up"):
    elem = node.input_elem(1) or elem_of(target.dtype)
    node.graph.elems[node.outputs[0]] = elem
    return as_elem(x, elem, bool(saturate), round_mode)


@op("BitCast")
def bit_cast(node, x, *, to):
    elem = _to(to)
    given = node.input_elem(0)
    if elem in (21, 22, 23, 24, 25, 26) or given in (21, 22, 23, 24, 25, 26):
        raise Unsupported(f"attribute to: bits of {elem_name(given)} as {elem_name(elem)} are not supported")
    node.graph.elems[node.outputs[0]] = elem
    dtype = dtype_of(elem)
    if dtype.itemsize != x.dtype.itemsize:
        raise Malformed(f"attribute to: expected a type of {x.dtype.itemsize} bytes, but got {elem_name(elem)}")
    return x.reshape(1).bitcast(dtype).reshape(()) if x.ndim == 0 and dtypes.bool in (x.dtype, dtype) else x.bitcast(dtype)
