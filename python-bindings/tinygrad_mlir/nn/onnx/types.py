"""ONNX's element types and ours.

Types below a byte are kept in a byte, FLOAT4E2M1 and FLOAT8E8M0, whose values are few, as f32: each has its values,
and what gives one of these types rounds to them (`as_elem`).
"""
from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from ...dtype import DType, _from_np_dtype, dtypes
from ...tensor import Tensor
from .registry import OnnxError, Unsupported

_dtypes: dict[int, DType] = {
    TensorProto.FLOAT: dtypes.float32, TensorProto.DOUBLE: dtypes.float64, TensorProto.FLOAT16: dtypes.float16,
    TensorProto.BFLOAT16: dtypes.bfloat16, TensorProto.BOOL: dtypes.bool,
    TensorProto.INT8: dtypes.int8, TensorProto.INT16: dtypes.int16, TensorProto.INT32: dtypes.int32,
    TensorProto.INT64: dtypes.int64, TensorProto.UINT8: dtypes.uint8, TensorProto.UINT16: dtypes.uint16,
    TensorProto.UINT32: dtypes.uint32, TensorProto.UINT64: dtypes.uint64,
    TensorProto.FLOAT8E4M3FN: dtypes.fp8e4m3, TensorProto.FLOAT8E5M2: dtypes.fp8e5m2,
    TensorProto.FLOAT8E4M3FNUZ: dtypes.fp8e4m3fnuz, TensorProto.FLOAT8E5M2FNUZ: dtypes.fp8e5m2fnuz,
}
_elems = {dtype: elem for elem, dtype in _dtypes.items()}
# (bits, signed) of integers below a byte.
_small = {21: (4, False), 22: (4, True), 25: (2, False), 26: (2, True)}
FLOAT4E2M1, FLOAT8E8M0 = 23, 24
_as_float = (FLOAT4E2M1, FLOAT8E8M0)


def elem_name(elem: int) -> str:
    return TensorProto.DataType.Name(elem) if elem in TensorProto.DataType.values() else f"type {elem}"


def dtype_of(elem: int) -> DType:
    """The type that elements of an ONNX type are kept in."""
    if elem in _dtypes:
        return _dtypes[elem]
    if elem in _small:
        return dtypes.int8 if _small[elem][1] else dtypes.uint8
    if elem in _as_float:
        return dtypes.float32
    raise Unsupported(f"elements of type {elem_name(elem)} are not supported")


def elem_of(dtype: DType) -> int:
    return _elems[dtype]


def integer_range(elem: int) -> tuple[int, int] | None:
    """Lowest and highest value of an integer type, None of floats."""
    if elem in _small:
        bits, signed = _small[elem]
        return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    dtype = dtype_of(elem)
    return (dtype.min, dtype.max) if dtypes.is_int(dtype) else None


def to_tensor(array: np.ndarray) -> Tensor:
    """An array of any of ONNX's types as a tensor."""
    name = array.dtype.name
    if array.dtype == object or array.dtype.kind in "USO":
        raise Unsupported("elements of type STRING are not supported")
    if name in ("int4", "int2"):
        array = array.astype(np.int8)
    elif name in ("uint4", "uint2"):
        array = array.astype(np.uint8)
    elif name in ("float4_e2m1fn", "float8_e8m0fnu"):
        array = array.astype(np.float32)
    if array.shape == ():
        return to_tensor(array.reshape(1)).reshape(())
    return Tensor(np.ascontiguousarray(array), dtype=_from_np_dtype(array.dtype))


def from_proto(proto: TensorProto, base_dir: str = "") -> np.ndarray:
    """The elements of a TensorProto."""
    where = f"tensor {proto.name!r}" if proto.name else "a tensor"
    try:
        return numpy_helper.to_array(proto, base_dir)
    except Exception as error:  # whatever the parser meets: bytes that are too few, unknown types, missing files
        raise OnnxError(f"{where}: {error}") from error


def to_numpy(t: Tensor, elem: int | None = None) -> np.ndarray:
    """A tensor as an array of NumPy's or ml_dtypes' type for the ONNX type."""
    if elem is None:
        return t.numpy()
    dtype = helper.tensor_dtype_to_np_dtype(elem)
    array = t.numpy()
    if elem == FLOAT8E8M0:
        # A power of two is its exponent; NaN is all ones.
        codes = np.where(np.isnan(array), 255, (np.ascontiguousarray(array).view(np.uint32) >> 23) & 255)
        return codes.astype(np.uint8).view(dtype)
    return array.astype(dtype) if array.dtype != dtype else array


def as_elem(x: Tensor, elem: int, saturate: bool = True, round_mode: str = "up") -> Tensor:
    """`x` converted as Cast says."""
    if elem in _small:
        bits, signed = _small[elem]
        byte = x.cast(dtypes.int32)
        if dtypes.is_float(x.dtype):
            byte = x.trunc().cast(dtypes.int32)
        if signed:
            byte = (byte & ((1 << bits) - 1)).cast(dtypes.int32)
            return (byte >= 1 << bits - 1).where(byte - (1 << bits), byte).cast(dtypes.int8)
        return (byte & ((1 << bits) - 1)).cast(dtypes.uint8)
    if elem == FLOAT4E2M1:
        return round_float4(x.cast(dtypes.float32))
    if elem == FLOAT8E8M0:
        return _round_power(x.cast(dtypes.float32), saturate, round_mode)
    dtype = dtype_of(elem)
    if dtype not in dtypes.fp8s or not dtypes.is_float(x.dtype):
        return x.cast(dtype)
    wide = x.cast(dtypes.float32)
    largest, beyond, special = {  # the largest number, the first that rounds past it, and what that becomes
        dtypes.fp8e4m3: (448.0, np.nextafter(np.float32(464), np.float32(1000)), float("nan")),
        dtypes.fp8e5m2: (57344.0, 61440.0, float("inf")),
        dtypes.fp8e4m3fnuz: (240.0, 248.0, float("nan")),
        dtypes.fp8e5m2fnuz: (57344.0, 61440.0, float("nan"))}[dtype]
    if saturate:
        return wide.clamp(-largest, largest).cast(dtype)
    over = wide.abs() >= float(beyond)
    out = (wide < 0).where(-special, special)
    return over.where(out, wide.clamp(-largest, largest)).cast(dtype)


def round_float4(x: Tensor) -> Tensor:
    """To the nearest of 0, ±0.5, ±1, ±1.5, ±2, ±3, ±4, ±6, halves to the even code; NaN becomes 0."""
    a = x.abs().clamp(0, 6)
    step = (a < 2).where(0.5, (a < 4).where(1.0, 2.0))
    rounded = (a / step).round() * step
    value = (x < 0).where(-rounded, rounded)
    return x.isnan().where(0.0, value)


def _round_power(x: Tensor, saturate: bool, round_mode: str) -> Tensor:
    """To a power of two by the exponent of the magnitude; infinities and NaN become NaN."""
    bits = x.bitcast(dtypes.uint32)
    exponent, mantissa = (bits >> 23) & 255, bits & 0x7FFFFF
    special = exponent.eq(255)
    if round_mode == "up":
        more = mantissa > 0
    elif round_mode == "nearest":
        more = (mantissa > 0x400000) | (mantissa.eq(0x400000) & (exponent > 0))
    elif round_mode == "down":
        more = mantissa < 0
    else:
        raise Unsupported(f"attribute round_mode = {round_mode!r} is not supported")
    if saturate:
        more = more & (exponent < 254)
    exponent = exponent + more.cast(dtypes.uint32)
    # The lowest power, 2^-127, is subnormal in f32.
    code = exponent.eq(0).where(0x400000, exponent << 23)
    code = (special | (exponent >= 255)).where(0x7FC00000, code)
    return code.cast(dtypes.uint32).bitcast(dtypes.float32)
