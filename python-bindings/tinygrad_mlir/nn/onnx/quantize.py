"""Quantised operators: integers (or narrow floats) with a scale and a zero point."""
from __future__ import annotations

from onnx import TensorProto

from ...dtype import dtypes, least_upper_dtype
from .conv import conv_integer
from .linalg import matmul_integer
from .registry import Malformed, op
from .types import as_elem, dtype_of, elem_of, integer_range


def _spread(t, x, axis: int, block_size: int):
    """A scale or zero point in a shape that broadcasts with `x`: of the whole, of an axis, or of blocks along it."""
    if t is None or t.numel() == 1:
        return None if t is None else t.reshape(())
    axis = x._resolve_dim(axis)
    if block_size:
        if t.shape[axis] * block_size < x.shape[axis]:
            raise Malformed(f"attribute block_size: {t.shape[axis]} blocks of {block_size} do not cover "
                            f"{x.shape[axis]} elements")
        t = t.repeat_interleave(block_size, axis)
        return t.shrink([(0, s) for s in x.shape])
    if t.ndim != 1 or t.shape[0] != x.shape[axis]:
        raise Malformed(f"expected a scale of {x.shape[axis]} elements, but got shape {t.shape}")
    return t.reshape([-1 if i == axis else 1 for i in range(x.ndim)])


def _to_integers(x, zero, elem: int):
    """Rounded, moved by the zero point, and kept in the type's range."""
    low, high = integer_range(elem)
    y = x.round()
    y = y if zero is None else y + zero.cast(y.dtype)
    return as_elem(y.clamp(low, high).cast(dtypes.int32), elem)


@op("QuantizeLinear")
def quantize_linear(node, x, y_scale, y_zero_point=None, *, axis=1, block_size=0, output_dtype=0, precision=0,
                    saturate=1):
    elem = TensorProto.UINT8
    if y_zero_point is not None:
        elem = node.input_elem(2) or elem_of(y_zero_point.dtype)
        if output_dtype and output_dtype != elem:
            raise Malformed(f"attribute output_dtype: expected the zero point's type {elem}, but got {output_dtype}")
    elif output_dtype:
        elem = output_dtype
    node.graph.elems[node.outputs[0]] = elem
    scale, zero = _spread(y_scale, x, axis, block_size), _spread(y_zero_point, x, axis, block_size)
    if precision:
        dtype = dtype_of(precision)
    else:
        dtype = least_upper_dtype(x.dtype, scale.dtype) if dtypes.is_float(x.dtype) else scale.dtype
    scaled = x.cast(dtype) / scale.cast(dtype)
    if integer_range(elem) is not None:
        return _to_integers(scaled.cast(least_upper_dtype(dtype, dtypes.float32)), zero, elem)
    if zero is not None and elem == TensorProto.FLOAT4E2M1:
        scaled = scaled + zero
    return as_elem(scaled.cast(least_upper_dtype(dtype, dtypes.float32)), elem, bool(saturate))


@op("DequantizeLinear")
def dequantize_linear(x, x_scale, x_zero_point=None, *, axis=1, block_size=0, output_dtype=0):
    scale, zero = _spread(x_scale, x, axis, block_size), _spread(x_zero_point, x, axis, block_size)
    y = x.cast(dtypes.float32)
    if zero is not None and not dtypes.is_float(x.dtype):
        y = (x.cast(dtypes.int32) - zero.cast(dtypes.int32)).cast(dtypes.float32)
    return (y * scale).cast(dtype_of(output_dtype) if output_dtype else x_scale.dtype)


@op("DynamicQuantizeLinear")
def dynamic_quantize_linear(x):
    high, low = x.max().maximum(0), x.min().minimum(0)
    span = high - low
    scale = span.eq(0).where(1.0, span) / 255
    zero = (-low / scale).clamp(0, 255).round()
    y = ((x / scale).round() + zero).clamp(0, 255)
    return y.cast(dtypes.int32).cast(dtypes.uint8), scale, zero.cast(dtypes.int32).cast(dtypes.uint8)


def _requantize(node, total, factor, y_scale, y_zero_point, at: int):
    elem = node.input_elem(at) or elem_of(y_zero_point.dtype)
    y = total.cast(dtypes.float32) * (factor.cast(dtypes.float32) / y_scale.cast(dtypes.float32))
    if integer_range(elem) is None:
        return as_elem(y + y_zero_point.cast(dtypes.float32), elem)
    return _to_integers(y, y_zero_point, elem)


@op("QLinearMatMul")
def qlinear_matmul(node, a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point):
    def rows(t):
        return t.unsqueeze(-1) if t.ndim == 1 and t.shape[0] > 1 else t
    if dtypes.is_float(a.dtype):
        a, b = a.cast(dtypes.float32) - rows(a_zero_point).cast(dtypes.float32), b.cast(dtypes.float32)
        total = a @ (b - b_zero_point.cast(dtypes.float32))
    else:
        total = matmul_integer(a, b, a_zero_point, b_zero_point)
    return _requantize(node, total, rows(a_scale) * b_scale, y_scale, y_zero_point, 7)


@op("QLinearConv")
def qlinear_conv(node, x, x_scale, x_zero_point, w, w_scale, w_zero_point, y_scale, y_zero_point, b=None, *,
                 auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None):
    total = conv_integer(x, w, x_zero_point, w_zero_point, auto_pad=auto_pad, dilations=dilations, group=group,
                         kernel_shape=kernel_shape, pads=pads, strides=strides)

    def channels(t):
        return t.reshape(1, -1, *[1] * (x.ndim - 2)) if t.numel() > 1 else t.reshape(())
    if b is not None:
        total = total + channels(b)
    return _requantize(node, total, x_scale.reshape(()) * channels(w_scale), y_scale.reshape(()),
                       y_zero_point.reshape(()), 7)
