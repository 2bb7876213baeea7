"""Elementwise methods of tensors, and what tells their type."""
from __future__ import annotations

import math

from . import _core
from .dtype import DType, Invalid, dtypes, from_code, least_upper_dtype, least_upper_float, strong_dtype, to_dtype
from .remainder import fmod


class ElementwiseTensor(_core.Lazy):
    """A lazy tensor with its type, its casts and its elementwise functions."""
    __slots__ = ()

    __hash__ = object.__hash__

    # ---- types

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return from_code[self._type]

    def cast(self, dtype):
        """The values in another type, rounded once."""
        dtype = to_dtype(dtype)
        return self if self.dtype is dtype else self._cast(dtype.code)

    def bitcast(self, dtype):
        """The same bits as another type; a different size rescales the last axis."""
        dtype = to_dtype(dtype)
        if self.dtype in dtypes.weaks or dtype in dtypes.weaks:
            raise RuntimeError(f"bitcast requires concrete dtypes, got {self.dtype} -> {dtype}")
        if self.dtype is dtype:
            return self
        old, new = self.dtype.itemsize, dtype.itemsize
        if old == new:
            if dtypes.bool in (self.dtype, dtype):
                return self._cast(dtypes.uint8.code)._bitcast(dtype.code) if dtype is not dtypes.bool else self.ne(0)
            return self._bitcast(dtype.code)
        if not self.ndim or self.shape[-1] * old % new:
            raise RuntimeError(f"unsupported size in bitcast: {self.shape} of {self.dtype} as {dtype}")
        uints = {1: dtypes.uint8, 2: dtypes.uint16, 4: dtypes.uint32, 8: dtypes.uint64}
        raw = self.bitcast(uints[old])
        if new > old:
            count = new // old
            parts = raw.reshape(*self.shape[:-1], self.shape[-1] // count, count).cast(uints[new])
            whole = None
            for i in range(count):
                part = parts._pick(i) << (8 * old * i)
                whole = part if whole is None else whole | part
        else:
            count = old // new
            parts = [(raw >> (8 * new * i)).cast(uints[new]).unsqueeze(-1) for i in range(count)]
            whole = parts[0].cat(*parts[1:], dim=-1).reshape(*self.shape[:-1], self.shape[-1] * count)
        ret = whole.bitcast(dtype)
        ret = ret if ret is not self else ret.contiguous()
        ret._origin = self
        return ret

    def _pick(self, i: int):
        """Element `i` of the last axis."""
        return self.shrink(tuple((0, s) for s in self.shape[:-1]) + ((i, i + 1),)).reshape(self.shape[:-1])

    def element_size(self) -> int:
        """Bytes of an element."""
        if self.dtype in dtypes.weaks:
            raise RuntimeError(f"element_size requires a concrete dtype, got {self.dtype}")
        return self.dtype.itemsize

    def is_floating_point(self) -> bool:
        """Whether elements are floats."""
        return dtypes.is_float(self.dtype)

    def float(self):
        """`cast(dtypes.float32)`."""
        return self.cast(dtypes.float32)

    def half(self):
        """`cast(dtypes.float16)`."""
        return self.cast(dtypes.float16)

    def int(self):
        """`cast(dtypes.int32)`."""
        return self.cast(dtypes.int32)

    def bool(self):
        """`cast(dtypes.bool)`: whether elements differ from 0."""
        return self.cast(dtypes.bool)

    def bfloat16(self):
        """`cast(dtypes.bfloat16)`."""
        return self.cast(dtypes.bfloat16)

    def double(self):
        """`cast(dtypes.float64)`."""
        return self.cast(dtypes.double)

    def long(self):
        """`cast(dtypes.int64)`."""
        return self.cast(dtypes.long)

    def short(self):
        """`cast(dtypes.int16)`."""
        return self.cast(dtypes.short)

    # ---- division and powers

    def div(self, x, reverse=False, rounding_mode=None):
        """`self / x`; with `rounding_mode` "trunc" or "floor" the quotient is rounded."""
        if rounding_mode is None:
            return self._div(x, reverse)
        if rounding_mode not in ("trunc", "floor"):
            raise RuntimeError(f"{rounding_mode=} is not supported")
        other = x.dtype if isinstance(x, ElementwiseTensor) else dtypes.from_py(x)
        if dtypes.is_float(least_upper_dtype(self.dtype, other)) or dtypes.bool in (self.dtype, other):
            quotient = self._div(x, reverse)
            return quotient.trunc() if rounding_mode == "trunc" else quotient.floor()
        return self._cdiv(x, reverse) if rounding_mode == "trunc" else self._floordiv(x, reverse)

    def fmod(self, x):
        """The remainder of the quotient rounded towards zero; exact."""
        other = x.dtype if isinstance(x, ElementwiseTensor) else dtypes.from_py(x)
        dtype = least_upper_dtype(self.dtype, other)
        if dtypes.is_float(dtype):
            b = x if isinstance(x, ElementwiseTensor) else type(self).const(x)
            return fmod(self.cast(strong_dtype(dtype)), b.cast(strong_dtype(dtype))).cast(dtype)
        return self._cmod(x)

    def pow(self, x, reverse=False):
        """`self ** x`."""
        if reverse:
            base = type(self).const(x, least_upper_dtype(self.dtype, dtypes.from_py(x)))
            return base._broadcast_to(self.shape).pow(self)
        if not isinstance(x, ElementwiseTensor):
            if not self.is_floating_point() and not isinstance(x, float) and x < 0:
                raise RuntimeError("base needs to be float")
            return self._pow_number(x)
        dtype = least_upper_dtype(self.dtype, x.dtype)
        return self.cast(dtype)._pow_tensor(x.cast(dtype))

    def _pow_number(self, x):
        if float(x).is_integer() and abs(x) <= 64 and (isinstance(x, int) or self.is_floating_point()):
            return self._pow_integer(int(x))
        if not self.is_floating_point():
            return self.cast(least_upper_float(self.dtype))._pow_number(x)
        if x == 0.5:
            return self.eq(-math.inf).where(math.inf, self).sqrt()
        return self._pow_tensor(type(self).const(float(x), self.dtype)._broadcast_to(self.shape))

    def _pow_integer(self, n: int):
        if n < 0:
            return self._pow_integer(-n).reciprocal()
        if n == 0:
            return self.const_like(1)
        result, square = None, self
        while n:
            if n & 1:
                result = square if result is None else result * square
            n >>= 1
            if n:
                square = square * square
        return result

    def _pow_tensor(self, y):
        if not self.is_floating_point():
            # Exact by squaring, for as many bits as an exponent can matter.
            result, square, n = self.const_like(1), self, y
            for _ in range(6):
                result = (n & 1).ne(0).where(result * square, result)
                square, n = square * square, n >> 1
            return result
        shape = (self + y).shape
        return self._broadcast_to(shape)._pow(y._broadcast_to(shape))

    def __pow__(self, x):
        return self.pow(x)

    def __rpow__(self, x):
        return self.pow(x, True)

    def square(self):
        """x x."""
        return self * self

    def rsqrt(self):
        """1 / sqrt(x)."""
        return self.sqrt().reciprocal()

    # ---- comparisons and choices

    def logical_not(self):
        """Where elements are 0: a tensor of bool."""
        return self.cast(dtypes.bool).bitwise_not()

    def clamp(self, min_=None, max_=None):
        """Values below `min_` or above `max_` become these."""
        if min_ is None and max_ is None:
            raise RuntimeError("at least one of 'min_' or 'max_' must not be None")
        # As choices, not as minimum and maximum, so that a value at a bound passes its gradient on whole.
        ret = (self < min_).where(min_, self) if min_ is not None else self
        return (ret > max_).where(max_, ret) if max_ is not None else ret

    def clip(self, min_=None, max_=None):
        """Elements below `min_` become it, those above `max_` become that; one of the two may be None."""
        return self.clamp(min_, max_)

    def isnan(self):
        """Where elements are NaN: a tensor of bool."""
        return self.ne(self)

    def isinf(self, detect_positive=True, detect_negative=True):
        """Where elements are infinite, of the signs asked for: a tensor of bool."""
        return self.eq(math.inf) & detect_positive | self.eq(-math.inf) & detect_negative

    def isfinite(self):
        """Where elements are neither infinite nor NaN: a tensor of bool."""
        return (self.isinf() | self.isnan()).logical_not()

    def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
        """Whether elements are as near as the tolerances say."""
        if not isinstance(other, ElementwiseTensor):
            other = type(self).const(other, dtypes.from_py(other))
        near = self.isfinite() & other.isfinite() & ((self - other).abs() <= atol + rtol * other.abs())
        same = (self.isinf() | other.isinf()) & self.eq(other)
        return near | same | (self.isnan() & other.isnan() & equal_nan)

    def masked_fill(self, mask, value):
        """`value` where the bool tensor `mask` is true, else the element; the three broadcast."""
        return mask.where(value, self)

    def copysign(self, other):
        """The magnitude of `self` with the sign of `other`, zeros and all."""
        if not isinstance(other, ElementwiseTensor):
            other = type(self).const(other, dtypes.from_py(other))
        dtype = least_upper_dtype(self.dtype, other.dtype)
        a, b = self.cast(dtype), other.cast(dtype)
        magnitude = a.abs()
        return ((b < 0) | (b.reciprocal() < 0)).where(-magnitude, magnitude)

    def sign(self):
        """-1, 0 or 1; NaN stays."""
        if self.dtype is dtypes.bool:
            return self
        signs = (self > 0).where(1, (self < 0).where(-1, 0)).cast(self.dtype)
        return self.isnan().where(self.detach(), signs) if self.is_floating_point() else signs

    def lerp(self, end, weight):
        """From `self` to `end` by `weight`."""
        if self.dtype is dtypes.uint8 and isinstance(weight, ElementwiseTensor):
            w = (weight * 128 + 0.5).cast(dtypes.int16)
            return (self + (((end - self).cast(dtypes.int8) * w + 64).cast(dtypes.uint16) >> 7)).cast(dtypes.uint8)
        return self + (end - self) * weight

    def logaddexp(self, other):
        """log(exp(self) + exp(other)), without overflow."""
        m = self.maximum(other)
        return ((self - m).exp() + (other - m).exp()).log() + m

    # ---- rounding

    def floor(self):
        """The greatest whole number that is not greater."""
        b = self.trunc()
        return (self < b).where(b - 1, b)

    def ceil(self):
        """The least whole number that is not less."""
        b = self.trunc()
        return (self > b).where(b + 1, b)

    def round(self):
        """To the nearest integer, halves to the even one."""
        if not self.is_floating_point():
            return self
        down = self.floor()
        rest = self - down
        is_odd = (down * 0.5).floor().mul(2).ne(down)
        return ((rest > 0.5) | (rest.eq(0.5) & is_odd)).where(down + 1, down)

    # ---- functions

    def _float(self):
        return self.cast(least_upper_float(self.dtype))

    def tan(self):
        """The tangent."""
        return self.sin() / self.cos()

    def asin(self):
        """The arc sine, NaN outside [-1, 1]."""
        x = self._float()
        # Below 1/2 by a series, above by that of the half angle, whose root is NaN outside. At 1 the root is taken
        # of almost 0, so that the slope of the other choice is finite.
        a = x.abs()
        inner = a <= 0.5
        rest = a.eq(1).where(1e-12, (1 - a) * 0.5)
        s = inner.where(a, inner.where(1.0, rest).sqrt())
        z = s * s
        core = s + s * z * _polynomial(z, _asin_series)
        value = inner.where(core, math.pi / 2 - 2 * core)
        value = a.eq(1).where(math.pi / 2, value)
        return (x < 0).where(-value, value)

    def acos(self):
        """The arc cosine, NaN outside [-1, 1]."""
        return math.pi / 2 - self.asin()

    def atan(self):
        """The arc tangent."""
        x = self._float()
        return (x / (1 + x * x).sqrt()).asin()

    def sinh(self):
        """The hyperbolic sine."""
        e = self.exp()
        return (e - e.reciprocal()) / 2

    def cosh(self):
        """The hyperbolic cosine."""
        e = self.exp()
        return (e + e.reciprocal()) / 2

    def asinh(self):
        """The inverse of `sinh`."""
        x = self._float()
        a = x.abs()
        value = (a + (a.square() + 1).sqrt()).log()
        return (x < 0).where(-value, value)

    def acosh(self):
        """The inverse of `cosh`, NaN below 1."""
        return (self + (self.square() - 1).sqrt()).log()

    def atanh(self):
        """The inverse of `tanh`, NaN outside [-1, 1]."""
        return ((1 + self) / (1 - self)).log() / 2

    def log10(self):
        """The logarithm to base 10."""
        return self.log2() * math.log10(2)

    def erf(self):
        """The error function, to seven digits (Abramowitz and Stegun 7.1.26)."""
        x = self._float()
        t = 1.0 / (1.0 + 0.3275911 * x.abs())
        p = _polynomial(t, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)) * t
        value = 1.0 - p * (-x.square()).exp()
        return (x < 0).where(-value, value)

    # ---- activations

    def sigmoid(self):
        """1 / (1 + exp(-x))."""
        # By tanh, whose gradient is finite where exp overflows.
        x = self._float()
        return x.mul(0.5).tanh().mul(0.5).add(0.5)

    def relu6(self):
        """x, kept within 0 and 6."""
        return self.relu() - (self - 6).relu()

    def hardswish(self):
        """x relu6(x + 3) / 6."""
        return self * (self + 3).relu6() * (1 / 6)

    def hardsigmoid(self, alpha=1 / 6, beta=0.5):
        """alpha x + beta, kept within 0 and 1."""
        return (alpha * self + beta).relu() - (alpha * self + beta - 1).relu()

    def hardtanh(self, min_val=-1, max_val=1):
        """x, kept within `min_val` and `max_val`."""
        return self.clip(min_val, max_val)

    def leaky_relu(self, neg_slope=0.01):
        """x where positive, else neg_slope x."""
        return (self < 0).where(neg_slope * self, self)

    def quick_gelu(self):
        """x sigmoid(1.702 x)."""
        return self * (self * 1.702).sigmoid()

    def gelu(self, approximate="tanh"):
        """The Gaussian error linear unit; `approximate` is "tanh" or "none"."""
        if approximate == "tanh":
            return 0.5 * self * (1 + (math.sqrt(2 / math.pi) * (self + 0.044715 * self ** 3)).tanh())
        if approximate == "none":
            return self * 0.5 * (1.0 + (self / math.sqrt(2)).erf())
        raise RuntimeError(f"{approximate=} is not supported")

    def swish(self):
        """x sigmoid(x), also called `silu`."""
        return self * self.sigmoid()

    def silu(self):
        """x sigmoid(x)."""
        return self.swish()

    def elu(self, alpha=1.0):
        """x where positive, else alpha (exp(x) - 1)."""
        return self.relu() - alpha * (1 - self.exp()).relu()

    def celu(self, alpha=1.0):
        """max(x, 0) + min(0, alpha (exp(x / alpha) - 1))."""
        return self.maximum(0) + (alpha * ((self / alpha).exp() - 1)).minimum(0)

    def selu(self, alpha=1.67326, gamma=1.0507):
        """gamma (x where positive, else alpha (exp(x) - 1))."""
        return gamma * (self >= 0).detach().where(self, alpha * (self.exp() - 1))

    def softplus(self, beta=1.0):
        """log(1 + exp(beta x)) / beta."""
        return (1 / beta) * (self * beta).logaddexp(0.0)

    def mish(self):
        """x tanh(softplus(x))."""
        return self * self.softplus().tanh()

    def softsign(self):
        """x / (1 + |x|)."""
        return self / (1 + self.abs())

    def logsigmoid(self):
        """log(sigmoid(x)), without overflow."""
        return -(-self).softplus()

    # ---- in the graph

    def contiguous(self, *args, **kwargs):
        """The same tensor in memory of its own."""
        if self._is_leaf and not self._is_view:
            return self
        return self._identity("contiguous")

    def contiguous_backward(self):
        """The same values; the gradient is stored before it flows on."""
        return self._identity("contiguous_backward")

    def const_like(self, value, dtype=None):
        """One number in the shape (and type) of this tensor."""
        if value is Invalid:
            value = 0
        dtype = to_dtype(dtype) if dtype is not None else self.dtype
        ret = type(self).const(value, dtype)
        return ret._broadcast_to(self.shape)


# (2n)! / (4^n n!^2 (2n + 1)) for n from 12 down to 1.
_asin_series = tuple(math.comb(2 * n, n) / (4 ** n * (2 * n + 1)) for n in range(12, 0, -1))


def _polynomial(x, coefficients):
    """Highest power first."""
    result = None
    for c in coefficients:
        result = x * 0 + c if result is None else result * x + c
    return result
