"""Elementwise operators."""
from __future__ import annotations

import functools
import math

from ...dtype import dtypes, least_upper_float
from ...tensor import Tensor
from .random import generator
from .registry import Malformed, Unsupported, op


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
        value = base.cast(dtypes.float64) ** exponent.cast(dtypes.float64)
        # What a rounding error keeps from being an integer is one.
        near = value.round()
        return ((value - near).abs() < near.abs() * 1e-12).where(near, value).cast(x.dtype)
    if dtypes.is_float(base.dtype) and not dtypes.is_float(exponent.dtype):
        exponent = exponent.cast(base.dtype)
    return (base ** exponent).cast(x.dtype)


@op("Mod")
def mod(a, b, *, fmod=0):
    if not dtypes.is_float(a.dtype):
        return a._cmod(b) if fmod else a % b
    rest = a.fmod(b)
    return rest if fmod else (rest.ne(0) & ((rest < 0) ^ (b < 0))).where(rest + b, rest)


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


def _wide(x, function):
    """Of narrow floats in f32, rounded once."""
    return function(x.cast(dtypes.float32)).cast(x.dtype) if x.dtype.bitsize < 32 else function(x)


for _name in ("neg", "abs", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh",
              "atanh", "tanh", "sqrt", "reciprocal", "erf", "softsign", "mish", "floor", "ceil", "round",
              "sign", "relu"):
    _unary(_name.capitalize(), lambda x, f=_name: getattr(x, f)())
_unary("Sigmoid", lambda x: _wide(x, lambda t: t.sigmoid()))
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
    return x * _wide(x, lambda t: (t * alpha).sigmoid())


@op("SwiGLU")
def swiglu(a, b, *, alpha=1.0):
    return a * _wide(a, lambda t: (t * alpha).sigmoid()) * b


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
    with generator(seed):
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


@op("TfIdfVectorizer")
def tf_idf(x, *, max_gram_length, max_skip_count, min_gram_length, mode, ngram_counts, ngram_indexes, pool_int64s=None,
           pool_strings=None, weights=None):
    """How often each n-gram of the pool occurs in each row, with up to `max_skip_count` elements left out between."""
    if pool_strings is not None or pool_int64s is None:
        raise Unsupported("attribute pool_strings is not supported")
    if mode not in ("TF", "IDF", "TFIDF"):
        raise Malformed(f"attribute mode: expected TF, IDF or TFIDF, but got {mode!r}")
    rows = x.reshape(1, -1) if x.ndim == 1 else x
    counts = [Tensor.zeros(rows.shape[0], buffer=False)] * (max(ngram_indexes) + 1)
    starts = [*ngram_counts, len(pool_int64s)]
    place = 0
    for n in range(1, len(ngram_counts) + 1):
        for first in range(starts[n - 1], starts[n], n):
            gram, index, place = pool_int64s[first:first + n], ngram_indexes[place], place + 1
            if not min_gram_length <= n <= max_gram_length:
                continue
            for step in range(1, max_skip_count + 2 if n > 1 else 2):
                windows = rows.shape[1] - (n - 1) * step
                if windows <= 0:
                    break
                hits = [rows.shrink((None, (i * step, i * step + windows))).eq(word) for i, word in enumerate(gram)]
                counts[index] = counts[index] + functools.reduce(lambda a, b: a & b, hits).sum(1).cast(dtypes.float32)
    for i, count in enumerate(counts):
        weight = 1.0 if weights is None else weights[ngram_indexes.index(i)] if i in ngram_indexes else 1.0
        counts[i] = count * weight if mode == "TFIDF" else (count > 0).where(weight, 0.0) if mode == "IDF" else count
    y = counts[0].stack(*counts[1:], dim=1)
    return y.reshape(-1) if x.ndim == 1 else y


@op("Binarizer", domain="ai.onnx.ml")
def binarizer(x, *, threshold=0.0):
    return (x > threshold).cast(x.dtype)
