"""Element types: names, sizes, groups, promotion, and conversions of single numbers."""
from __future__ import annotations

import ctypes
import math
import struct
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from typing import Any, Callable, Union

from . import _core
from .helpers import DEFAULT_FLOAT, DEFAULT_INT, getenv

PyConst = Union[float, int, bool]


class InvalidType:
    """The type of `Invalid`, which stands for an element that nobody may read."""
    _only = None

    def __new__(cls):
        if cls._only is None:
            cls._only = object.__new__(cls)
        return cls._only

    def __repr__(self):
        return "Invalid"

    def __index__(self):
        return 0    # Any number will do.

    def __reduce__(self):
        return InvalidType, ()


Invalid = InvalidType()
ConstType = Union[PyConst, InvalidType]


class ConstFloat(float):
    """A float that tells -0.0 from 0.0 and equals itself when it is NaN."""
    __slots__ = ()

    def _key(self):
        return struct.pack("<d", math.nan if math.isnan(self) else float(self))

    def __eq__(self, other):
        if isinstance(other, ConstFloat) and (math.isnan(self) or math.isnan(other)):
            return self._key() == other._key()
        return float.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._key())


@dataclass(frozen=True, eq=False)
class DType:
    """An element type. Each exists once: compare with `==` or `is`."""
    priority: int
    bitsize: int
    name: str
    fmt: str | None
    code: int = -1  # how the extension module numbers it

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return (self.bitsize + 7) // 8

    def __repr__(self):
        return f"dtypes.{INVERSE_DTYPES_DICT[self.name]}"

    def __reduce__(self):
        return _dtype_called, (self.name,)

    def __lt__(self, other: DType):
        return (self.priority, self.bitsize, self.name) < (other.priority, other.bitsize, other.name)

    @cached_property
    def min(self):
        if dtypes.is_int(self):
            return 0 if dtypes.is_unsigned(self) else -(1 << (self.bitsize - 1))
        return -math.inf if dtypes.is_float(self) else False

    @cached_property
    def max(self):
        if dtypes.is_int(self):
            return (1 << self.bitsize) - 1 + self.min
        return math.inf if dtypes.is_float(self) else True

    def const(self, value):
        """`value` as this type would hold it."""
        if isinstance(value, InvalidType):
            return value
        if dtypes.is_float(self):
            return ConstFloat(truncate.get(self, float)(float(value)))
        return bool(value) if dtypes.is_bool(self) else int(value)


def _dtype_called(name: str) -> DType:
    return getattr(dtypes, INVERSE_DTYPES_DICT[name])


class DTypes:
    """The element types by name, and questions about them."""
    void = DType(-1, 0, "void", None)
    weakint = DType(0, 800, "weakint", None, 15)
    bool = DType(0, 1, "bool", "?", 0)
    int8 = DType(1, 8, "signed char", "b", 1)
    uint8 = DType(2, 8, "unsigned char", "B", 2)
    int16 = DType(3, 16, "short", "h", 3)
    uint16 = DType(4, 16, "unsigned short", "H", 4)
    int32 = DType(5, 32, "int", "i", 5)
    uint32 = DType(6, 32, "unsigned int", "I", 6)
    int64 = DType(7, 64, "long", "q", 7)
    uint64 = DType(8, 64, "unsigned long", "Q", 8)
    weakfloat = DType(9, 800, "weakfloat", None, 16)
    fp8e4m3 = DType(10, 8, "float8_e4m3", None, 9)
    fp8e5m2 = DType(11, 8, "float8_e5m2", None, 10)
    fp8e4m3fnuz = DType(10, 8, "float8_e4m3fnuz", None, 17)
    fp8e5m2fnuz = DType(11, 8, "float8_e5m2fnuz", None, 18)
    float16 = DType(12, 16, "half", "e", 11)
    bfloat16 = DType(13, 16, "__bf16", None, 12)
    float32 = DType(14, 32, "float", "f", 13)
    float64 = DType(15, 64, "double", "d", 14)

    half, float, double = float16, float32, float64
    char, short, int, long = int8, int16, int32, int64
    uchar, ushort, uint, ulong = uint8, uint16, uint32, uint64

    fp8_ocp = (fp8e4m3, fp8e5m2)
    fp8_fnuz = (fp8e4m3fnuz, fp8e5m2fnuz)
    fp8s = fp8_ocp + fp8_fnuz
    floats = fp8s + (float16, bfloat16, float32, float64)
    int8s, int16s, int32s, int64s = (uint8, int8), (uint16, int16), (uint32, int32), (uint64, int64)
    uints = (uint8, uint16, uint32, uint64)
    sints = (int8, int16, int32, int64)
    ints = uints + sints
    weaks = (weakint, weakfloat)
    all = floats + ints + (bool,)

    @property
    def default_float(self) -> DType:
        """The type of floats that name none (DEFAULT_FLOAT)."""
        return to_dtype(DEFAULT_FLOAT.value)

    @property
    def default_int(self) -> DType:
        """The type of integers that name none (DEFAULT_INT)."""
        return to_dtype(DEFAULT_INT.value)

    @staticmethod
    def is_float(x: DType):
        """Whether it is a type of floats."""
        return x in DTypes.floats or x is DTypes.weakfloat

    @staticmethod
    def is_int(x: DType):
        """Whether it is a type of integers."""
        return x in DTypes.ints or x is DTypes.weakint

    @staticmethod
    def is_unsigned(x: DType):
        """Whether it is a type of integers without sign."""
        return x in DTypes.uints

    @staticmethod
    def is_bool(x: DType):
        """Whether it is bool."""
        return x is DTypes.bool

    @staticmethod
    def from_py(x) -> DType:
        """The type of a Python number, or of nested lists of them."""
        import builtins
        if isinstance(x, (builtins.bool, InvalidType)):
            return DTypes.bool
        if isinstance(x, builtins.float):
            return DTypes.weakfloat
        if isinstance(x, builtins.int):
            return DTypes.weakint
        if isinstance(x, (list, tuple)):
            return strong_dtype(max(map(DTypes.from_py, x))) if x else dtypes.default_float
        raise RuntimeError(f"Could not infer dtype of {x} with type {type(x)}")

    @staticmethod
    def finfo(dtype: DType) -> tuple:
        """Bits of the exponent and of the mantissa."""
        if not DTypes.is_float(dtype):
            raise ValueError(f"{dtype} is not a floating point type")
        return {"half": (5, 10), "__bf16": (8, 7), "float": (8, 23), "double": (11, 52)}.get(dtype.name) or \
            ((4, 3) if "e4m3" in dtype.name else (5, 2))


dtypes = DTypes()


def _tell_defaults(_=None):
    _core.set_defaults(dtypes.default_int.code, dtypes.default_float.code)


DTypeLike = Union[str, DType]

DTYPES_DICT: dict[str, DType] = {k: v for k, v in vars(DTypes).items()
                                 if isinstance(v, DType) and k != "void" and not k.startswith("weak")}
INVERSE_DTYPES_DICT = {v.name: k for k, v in reversed(list(vars(DTypes).items())) if isinstance(v, DType)}
INVERSE_DTYPES_DICT.update({v.name: k for k, v in DTYPES_DICT.items()})
_plain_names: dict[str, str] = {}
for _name, _dtype in DTYPES_DICT.items():
    _plain_names.setdefault(_dtype.name, _name)
_by_code = {v.code: v for v in vars(DTypes).values() if isinstance(v, DType) and v.code >= 0}
from_code = [_by_code[i] for i in range(19)]


def to_dtype(dtype: DTypeLike) -> DType:
    """A type, or the one of a name as "float32"."""
    return dtype if isinstance(dtype, DType) else getattr(dtypes, dtype.lower())


DEFAULT_FLOAT._tell = DEFAULT_INT._tell = _tell_defaults
_tell_defaults()


def strong_dtype(dtype: DType) -> DType:
    """What a weak type stands for."""
    if dtype is dtypes.weakint:
        return dtypes.default_int
    return dtypes.default_float if dtype is dtypes.weakfloat else dtype


def weak_dtype(dtype: DType) -> DType:
    """The type of a Python number of that kind."""
    return dtypes.weakfloat if dtypes.is_float(dtype) else dtypes.weakint if dtypes.is_int(dtype) else dtype


@cache
def _promote(a: DType, b: DType) -> DType:
    if a is b:
        return a
    return from_code[_core.promote(a.code, b.code)]


def least_upper_dtype(*ds: DType) -> DType:
    """The smallest type to which all promote."""
    # Two fp8 types meet above both, wherever they stand in the list.
    return reduce(_promote, sorted(ds, key=lambda d: d.priority))


def least_upper_float(dt: DType) -> DType:
    """The float type that a type becomes where floats are needed."""
    if dt is dtypes.weakint:
        return dtypes.weakfloat
    return dt if dtypes.is_float(dt) else least_upper_dtype(dt, dtypes.default_float)


_exact_bits = {"double": 53, "float": 24, "half": 11}


@cache
def can_lossless_cast(dt0: DType, dt1: DType) -> bool:
    """Whether `dt1` has each value of `dt0` (casts to bf16 and fp8 are left out)."""
    if dt0 is dt1 or dt0 is dtypes.bool:
        return True
    if dt1 is dtypes.weakint:
        return dt0 in dtypes.ints
    if dtypes.is_int(dt1) and dtypes.is_int(dt0):
        if dtypes.is_unsigned(dt1) and not dtypes.is_unsigned(dt0):
            return False
        return dt0.bitsize < dt1.bitsize
    if dt1.name not in _exact_bits:
        return False
    if dtypes.is_int(dt0):
        return dt0.bitsize <= _exact_bits[dt1.name] and dt0 is not dtypes.weakint
    if dt0 in dtypes.fp8s:
        return True
    return dt1 is dtypes.double and dt0 in (dtypes.float, dtypes.half, dtypes.bfloat16) or \
        dt1 is dtypes.float and dt0 in (dtypes.half, dtypes.bfloat16)


def sum_acc_dtype(dt: DType) -> DType:
    """The type in which a sum accumulates."""
    if dtypes.is_unsigned(dt):
        return least_upper_dtype(dt, dtypes.uint)
    if dtypes.is_int(dt) or dt is dtypes.bool:
        return least_upper_dtype(dt, dtypes.int)
    return least_upper_dtype(dt, to_dtype(getenv("SUM_DTYPE", "float32")))


# Conversions of single numbers.

def float_to_fp16(x) -> float:
    """Rounded to float16; infinite where it overflows."""
    try:
        return struct.unpack("e", struct.pack("e", float(x)))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def _to_f32(x: float) -> float:
    return ctypes.c_float(x).value


def float_to_bf16(x: float) -> float:
    """Rounded to bfloat16, to nearest even."""
    if not math.isfinite(x):
        return x
    bits, = struct.unpack("I", struct.pack("f", _to_f32(x)))
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("f", struct.pack("I", bits))[0]


def _fp8_layout(dtype: DType) -> tuple:
    """Bits of the mantissa, bias, and the bits of the largest number."""
    mantissa = 3 if "e4m3" in dtype.name else 2
    fnuz = dtype in dtypes.fp8_fnuz
    bias = (1 << (6 - mantissa)) - 1 + fnuz
    largest = 0x7F if fnuz else 0x7E if mantissa == 3 else 0x7B
    return mantissa, bias, largest


def fp8_to_float(x: int, dtype: DType) -> float:
    """The number that 8 bits stand for."""
    mantissa, bias, largest = _fp8_layout(dtype)
    sign, rest = x >> 7 & 1, x & 0x7F
    if dtype in dtypes.fp8_fnuz:
        if x == 0x80:
            return math.nan
    elif rest > largest:
        return math.copysign(math.inf if rest == largest + 1 and mantissa == 2 else math.nan, -1 if sign else 1)
    exponent, fraction = rest >> mantissa, rest & ((1 << mantissa) - 1)
    value = math.ldexp(fraction, 1 - bias - mantissa) if exponent == 0 else \
        math.ldexp(fraction + (1 << mantissa), exponent - bias - mantissa)
    return -value if sign else value


def float_to_fp8(x: float, dtype: DType) -> int:
    """The bits of the nearest number, of two equally near ones the even; the largest instead of overflow."""
    mantissa, bias, largest = _fp8_layout(dtype)
    fnuz = dtype in dtypes.fp8_fnuz
    sign = 0x80 if math.copysign(1, x) < 0 else 0
    if not math.isfinite(x):
        if fnuz:
            return 0x80
        return sign | (0x7C if mantissa == 2 and math.isinf(x) else 0x7F)
    x = abs(x)
    exponent = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
    step = exponent - mantissa
    # round() is half to even.
    units = round(math.ldexp(x, -step))
    bits = units + ((exponent + bias - 1) << mantissa)
    bits = min(bits, largest)
    return 0 if fnuz and bits == 0 else sign | bits


truncate: dict[DType, Callable[[Any], Any]] = {
    dtypes.bool: bool, dtypes.float16: float_to_fp16, dtypes.bfloat16: lambda x: float_to_bf16(float(x)),
    **{fp8: (lambda x, t=fp8: fp8_to_float(float_to_fp8(x, t), t)) for fp8 in dtypes.fp8s},
    **{dt: (lambda x, c=c: c(x).value) for dt, c in (
        (dtypes.float32, ctypes.c_float), (dtypes.float64, ctypes.c_double), (dtypes.int8, ctypes.c_int8),
        (dtypes.int16, ctypes.c_int16), (dtypes.int32, ctypes.c_int32), (dtypes.int64, ctypes.c_int64),
        (dtypes.uint8, ctypes.c_uint8), (dtypes.uint16, ctypes.c_uint16), (dtypes.uint32, ctypes.c_uint32),
        (dtypes.uint64, ctypes.c_uint64))}}


# NumPy and torch.

def _to_np_dtype(dtype: DType):
    """The NumPy type of a tensor's values: float32 for bf16 and fp8."""
    import numpy as np
    if dtype is dtypes.bfloat16 or dtype in dtypes.fp8s:
        return np.float32
    return np.dtype(dtype.fmt).type if dtype.fmt is not None else None


_ml_names = {"bfloat16": dtypes.bfloat16, "float8_e4m3fn": dtypes.fp8e4m3, "float8_e5m2": dtypes.fp8e5m2,
             "float8_e4m3fnuz": dtypes.fp8e4m3fnuz, "float8_e5m2fnuz": dtypes.fp8e5m2fnuz}


def _from_np_dtype(npdtype) -> DType:
    import numpy as np
    name = np.dtype(npdtype).name
    if name in _ml_names:
        return _ml_names[name]
    if name not in DTYPES_DICT:
        raise KeyError(name)
    return DTYPES_DICT[name]


@cache
def _to_torch_dtype(dtype: DType):
    import torch
    dtype = strong_dtype(dtype)
    if dtype in dtypes.fp8s:
        return torch.uint8
    return getattr(torch, _plain_names[dtype.name], None)


@cache
def _from_torch_dtype(torchdtype) -> DType:
    name = str(torchdtype).removeprefix("torch.")
    return _ml_names.get(name) or DTYPES_DICT[name]
