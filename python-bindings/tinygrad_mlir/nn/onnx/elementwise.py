"""Elementwise operators."""
from __future__ import annotations

import functools
import math

from ...dtype import dtypes, least_upper_float
from ...tensor import Tensor
from .registry import Malformed, op


def _align(a, b, broadcast, axis):
    """Operands as versions before 7 broadcast them: `b` along the axes of `a` from `axis` on."""
    if broadcast and axis is not None and b.ndim:
        axis = axis % a.ndim
        b = b.reshape(b.shape + (1,) * (a.ndim - axis - b.ndim))
    return a, b


def _binary(name, function):
    @op(name)
    def binary(a, b, *, broadcast=0, axis=None):
        return function(*_align(a, b, broadcast, axis))
    return binary


def _divide(a, b):
    return a / b if dtypes.is_float(a.dtype) else a._cdiv(b)


for _name, _function in {
        "Add": lambda a, b: a + b, "Sub": lambda a, b: a - b, "Mul": lambda a, b: a * b, "Div": _divide,
        "And": lambda a, b: a & b, "Or": lambda a, b: a | b, "Xor": lambda a, b: a ^ b,
        "Equal": lambda a, b: a.eq(b), "Less": lambda a, b: a < b, "Greater": lambda a, b: a > b,
        "LessOrEqual": lambda a, b: a <= b, "GreaterOrEqual": lambda a, b: a >= b,
        "BitwiseAnd": lambda a, b: a & b, "BitwiseOr": lambda a, b: a | b, "BitwiseXor": lambda a, b: a ^ b}.items():
    _binary(_name, _function)


@op("Pow")
def power(x, y, *, broadcast=0, axis=None):
    base, exponent = _align(x, y, broadcast, axis)
    if dtypes.is_int(base.dtype) and dtypes.is_float(exponent.dtype):
        return (base.cast(dtypes.float64) ** exponent.cast(dtypes.float64)).cast(x.dtype)
    if dtypes.is_float(base.dtype) and not dtypes.is_float(exponent.dtype):
        exponent = exponent.cast(base.dtype)
    return (base ** exponent).cast(x.dtype)


@op("Mod")
def mod(a, b, *, fmod=0):
    if not fmod:
        return a % b
    return a.fmod(b) if dtypes.is_float(a.dtype) else a._cmod(b)


@op("BitShift")
def bit_shift(x, y, *, direction):
    if direction not in ("LEFT", "RIGHT"):
        raise Malformed(f"attribute direction: expected LEFT or RIGHT, but got {direction!r}")
    return x << y if direction == "LEFT" else x >> y


def _variadic(name, function):
    @op(name)
    def variadic(x, *rest):
        return functools.reduce(function, rest, x)


_variadic("Sum", lambda a, b: a + b)
_variadic("Max", lambda a, b: a.maximum(b))
_variadic("Min", lambda a, b: a.minimum(b))


@op("Mean")
def mean(x, *rest):
    return functools.reduce(lambda a, b: a + b, rest, x) / (1 + len(rest))


def _unary(name, function):
    @op(name)
    def unary(x):
        return function(x)


for _name in ("neg", "abs", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh",
              "atanh", "tanh", "sqrt", "reciprocal", "erf", "sigmoid", "softsign", "mish", "floor", "ceil", "round",
              "sign", "relu"):
    _unary(_name.capitalize(), lambda x, f=_name: getattr(x, f)())
_unary("Not", lambda x: x.logical_not())
_unary("BitwiseNot", lambda x: x.bitwise_not())
_unary("IsNaN", lambda x: x.isnan())
_unary("HardSwish", lambda x: x * (x / 6 + 0.5).clamp(0, 1))


@op("IsInf")
def is_inf(x, *, detect_negative=1, detect_positive=1):
    return x.isinf(bool(detect_positive), bool(detect_negative))


@op("Where")
def where(condition, x, y):
    return condition.where(x, y)


@op("Clip")
def clip(x, min=None, max=None):
    # The upper bound wins where the bounds cross.
    if min is not None:
        x = (x < min).where(min, x).cast(x.dtype)
    return x if max is None else (x > max).where(max, x).cast(x.dtype)


@op("PRelu")
def prelu(node, x, slope):
    if node.version < 7 and slope.ndim == 1 and x.ndim > 1:
        slope = slope.reshape((-1,) + (1,) * (x.ndim - 2))
    return (x < 0).where(x * slope, x)


@op("LeakyRelu")
def leaky_relu(x, *, alpha=0.01):
    return (x < 0).where(x * alpha, x)


@op("ThresholdedRelu")
def thresholded_relu(x, *, alpha=1.0):
    return (x > alpha).where(x, 0)


@op("Elu")
def elu(x, *, alpha=1.0):
    return (x < 0).where((x.minimum(0).exp() - 1) * alpha, x)


@op("Selu")
def selu(node, x, *, alpha=None, gamma=None):
    alpha = (1.6732 if node.version < 6 else 1.67326319217681884765625) if alpha is None else alpha
    gamma = (1.0507 if node.version < 6 else 1.05070102214813232421875) if gamma is None else gamma
    return (x <= 0).where((x.minimum(0).exp() - 1) * alpha, x) * gamma


@op("Celu")
def celu(x, *, alpha=1.0):
    return x.maximum(0) + (((x / alpha).exp() - 1) * alpha).minimum(0)


@op("Gelu")
def gelu(x, *, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise Malformed(f"attribute approximate: expected none or tanh, but got {approximate!r}")
    return x.gelu(approximate)


@op("Softplus")
def softplus(x):
    return x.softplus()


@op("Swish")
def swish(x, *, alpha=1.0):
    return x * (x * alpha).sigmoid()


@op("SwiGLU")
def swiglu(a, b, *, alpha=1.0):
    return a * (a * alpha).sigmoid() * b


@op("HardSigmoid")
def hard_sigmoid(x, *, alpha=0.2, beta=0.5):
    return (x * alpha + beta).clamp(0, 1)


@op("Shrink")
def shrink(x, *, lambd=0.5, bias=0.0):
    f = x if dtypes.is_float(x.dtype) else x.cast(least_upper_float(x.dtype))
    return (f < -lambd).where(f + bias, (f > lambd).where(f - bias, 0)).cast(x.dtype)


def _along(node, x, axis, function):
    """Over one axis; before version 13 over all axes from `axis` on, taken as one."""
    if node.version >= 13:
        return function(x, -1 if axis is None else axis)
    axis = (1 if axis is None else axis) % max(x.ndim, 1)
    flat = x.reshape(math.prod(x.shape[:axis]), -1)
    return function(flat, -1).reshape(x.shape)


@op("Softmax")
def softmax(node, x, *, axis=None):
    return _along(node, x, axis, lambda t, a: t.softmax(a))


@op("LogSoftmax")
def log_softmax(node, x, *, axis=None):
    return _along(node, x, axis, lambda t, a: t.log_softmax(a))


@op("Hardmax")
def hardmax(node, x, *, axis=None):
    return _along(node, x, axis, lambda t, a: t.argmax(a, keepdim=True)._broadcast_to(t.shape).eq(
        Tensor.arange(t.shape[a]).reshape([-1 if i == a % t.ndim else 1 for i in range(t.ndim)])).cast(t.dtype))


@op("Dropout")
def dropout(node, data, ratio=0.5, training_mode: "Bool" = False, *, seed=None, is_test=None):
    """Random only where training; the mask keeps what stays."""
    is_training = is_test == 0 if node.version < 7 else bool(training_mode)
    rate = float(ratio.item()) if isinstance(ratio, Tensor) else ratio
    kind = dtypes.bool if node.version >= 10 else data.dtype
    if not is_training or rate == 0:
        return data, Tensor.full(data.shape, 1, buffer=False).cast(kind)
    if seed is not None:
        Tensor.manual_seed(int(seed))
    mask = Tensor.rand(*data.shape, device=data.device) >= rate
    return mask.where(data / (1 - rate), 0).cast(data.dtype), mask.cast(kind)


@op("CumSum")
def cumsum(x, axis: "Int", *, exclusive=0, reverse=0):
    return _cumulative(x, axis, exclusive, reverse, lambda t: t.cumsum(axis), 0)


@op("CumProd")
def cumprod(x, axis: "Int", *, exclusive=0, reverse=0):
    return _cumulative(x, axis, exclusive, reverse, lambda t: t.cumprod(axis), 1)


def _cumulative(x, axis, exclusive, reverse, function, identity):
    axis = x._resolve_dim(axis)
    t = x.flip(axis) if reverse else x
    if exclusive:
        t = t._pad_value([(1, -1) if i == axis else (0, 0) for i in range(x.ndim)], identity)
    t = function(t).cast(x.dtype)
    return t.flip(axis) if reverse else t


@op("Binarizer", domain="ai.onnx.ml")
def binarizer(x, *, threshold=0.0):
    return (x > threshold).cast(x.dtype)
