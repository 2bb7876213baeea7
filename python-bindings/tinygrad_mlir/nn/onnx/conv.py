"""Convolutions."""
from __future__ import annotations

import math

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, op


def window(node_pads, auto_pad, sizes, kernel, strides, dilations):
    """Strides, dilations and (low, high) of each spatial axis as the attributes say."""
    rank = len(kernel)
    strides, dilations = strides or [1] * rank, dilations or [1] * rank
    for name, values in (("strides", strides), ("dilations", dilations), ("kernel_shape", kernel)):
        if len(values) != rank or any(v < 1 for v in values):
            raise Malformed(f"attribute {name}: expected {rank} numbers above 0, but got {list(values)}")
    if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        pads = []
        for i, k, s, d in zip(sizes, kernel, strides, dilations):
            total = max(0, (-(-i // s) - 1) * s + d * (k - 1) + 1 - i)
            small = total // 2
            pads.append((small, total - small) if auto_pad == "SAME_UPPER" else (total - small, small))
    elif auto_pad == "VALID":
        pads = [(0, 0)] * rank
    elif auto_pad == "NOTSET":
        pads = pairs(node_pads, rank)
    else:
        raise Malformed(f"attribute auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, but got {auto_pad!r}")
    return strides, dilations, pads


def pairs(pads, rank):
    """ONNX's list of all beginnings, then all ends, as pairs."""
    pads = pads or [0] * (2 * rank)
    if len(pads) != 2 * rank:
        raise Malformed(f"attribute pads: expected {2 * rank} numbers, but got {len(pads)}")
    return [(pads[i], pads[i + rank]) for i in range(rank)]


def flat(pads):
    """Pairs as Tensor's pooling and convolution take them: the last axis first."""
    return [p for pair in pads[::-1] for p in pair]


@op("Conv")
def conv(x, w, b=None, *, auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None):
    strides, dilations, pads = window(pads, auto_pad, x.shape[2:], w.shape[2:], strides, dilations)
    if kernel_shape is not None and tuple(kernel_shape) != w.shape[2:]:
        raise Malformed(f"attribute kernel_shape: expected {list(w.shape[2:])}, as the weights have, "
                        f"but got {list(kernel_shape)}")
    return x.conv2d(w, b, groups=group, stride=strides, dilation=dilations, padding=flat(pads))


@op("ConvInteger")
def conv_integer(x, w, x_zero_point=None, w_zero_point=None, *, auto_pad="NOTSET", dilations=None, group=1,
                 kernel_shape=None, pads=None, strides=None):
    strides, dilations, pads = window(pads, auto_pad, x.shape[2:], w.shape[2:], strides, dilations)
    x, w = x.cast(dtypes.int32), w.cast(dtypes.int32)
    if x_zero_point is not None:
        x = x - x_zero_point.cast(dtypes.int32)
    if w_zero_point is not None:
        zero = w_zero_point.cast(dtypes.int32)
        w = w - (zero.reshape(-1, *[1] * (w.ndim - 1)) if zero.ndim else zero)
    return x.conv2d(w, groups=group, stride=strides, dilation=dilations, padding=flat(pads))


@op("ConvTranspose")
def conv_transpose(x, w, b=None, *, auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None,
                   output_padding=None, output_shape=None, pads=None, strides=None):
    rank = w.ndim - 2
    kernel = w.shape[2:]
    strides, dilations = strides or [1] * rank, dilations or [1] * rank
    extra = list(output_padding or [0] * rank)
    full = [s * (i - 1) + d * (k - 1) + 1 for i, k, s, d in zip(x.shape[2:], kernel, strides, dilations)]
    if output_shape is not None or auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        want = list(output_shape)[-rank:] if output_shape is not None else \
            [i * s for i, s in zip(x.shape[2:], strides)]
        given = []
        for n, (have, size) in enumerate(zip(full, want)):
            total = have + extra[n] - size
            if total < 0:
                extra[n] -= total
                total = 0
            small = total // 2
            given.append((small, total - small) if auto_pad == "SAME_UPPER" else (total - small, small))
    elif auto_pad in ("NOTSET", "VALID"):
        given = pairs(pads if auto_pad == "NOTSET" else None, rank)
    else:
        raise Malformed(f"attribute auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, but got {auto_pad!r}")
    return x.conv_transpose2d(w, b, groups=group, stride=strides, dilation=dilations, padding=flat(given),
                              output_padding=extra)


@op("CausalConvWithState")
def causal_conv(node, x, w, bias=None, past_state=None, *, activation="none"):
    """A depthwise convolution over what came before; the last inputs are the state for the next call."""
    if activation not in ("none", "silu", "swish"):
        raise Malformed(f"attribute activation: expected none, silu or swish, but got {activation!r}")
    n, channels, _ = x.shape
    k = w.shape[-1]
    before = Tensor.zeros(n, channels, k - 1, dtype=x.dtype, buffer=False) if past_state is None else past_state
    whole = before.cat(x, dim=2)
    y = whole.conv2d(w, bias, groups=channels).cast(x.dtype)
    if activation != "none":
        wide = y.cast(dtypes.float32) if y.dtype.bitsize < 32 else y
        y = (wide * wide.sigmoid()).cast(x.dtype)
    length = whole.shape[2]
    return y, whole.shrink((None, None, (length - k + 1, length)))


@op("DeformConv")
def deform_conv(x, w, offset, b=None, mask=None, *, dilations=None, group=1, kernel_shape=None, offset_group=1,
                pads=None, strides=None):
    """A convolution whose taps are moved by offsets and weighted by a mask; places between elements are interpolated."""
    if x.ndim != 4:
        raise Malformed(f"input 0 (x): expected 4 dimensions, but got shape {x.shape}")
    n, c, h, width = x.shape
    kh, kw = w.shape[2:]
    strides, dilations, pads = window(pads, "NOTSET", x.shape[2:], (kh, kw), strides, dilations)
    oh, ow = offset.shape[2:]
    taps = kh * kw
    offset = offset.reshape(n, offset_group, taps, 2, oh, ow)
    row = (Tensor.arange(kh) * dilations[0]).reshape(kh, 1, 1, 1) + (Tensor.arange(oh) * strides[0]).reshape(oh, 1)
    column = (Tensor.arange(kw) * dilations[1]).reshape(1, kw, 1, 1) + Tensor.arange(ow) * strides[1]
    row = row._broadcast_to((kh, kw, oh, ow)).reshape(taps, oh, ow) - pads[0][0]
    column = column._broadcast_to((kh, kw, oh, ow)).reshape(taps, oh, ow) - pads[1][0]
    py = row + offset.shrink((None, None, None, (0, 1), None, None)).squeeze(3)
    px = column + offset.shrink((None, None, None, (1, 2), None, None)).squeeze(3)
    image = x.reshape(n, offset_group, c // offset_group, h * width)
    values = sample(image, py, px, h, width)
    if mask is not None:
        values = values * mask.reshape(n, offset_group, 1, taps, oh, ow)
    values = values.reshape(n, group, c // group * taps, oh * ow)
    weights = w.reshape(group, w.shape[0] // group, -1)
    y = (weights.unsqueeze(0) @ values).reshape(n, w.shape[0], oh, ow)
    return y if b is None else y + b.reshape(1, -1, 1, 1)


def sample(image, py, px, h: int, w: int):
    """Bilinear values of `image` [n, g, c, h·w] at places [n, g, …], 0 outside; the result is [n, g, c, …]."""
    n, g, c, _ = image.shape
    shape = py.shape[2:]
    total = None
    y0, x0 = py.floor(), px.floor()
    for dy in (0, 1):
        for dx in (0, 1):
            yy, xx = y0 + dy, x0 + dx
            weight = (1 - (py - yy).abs()) * (1 - (px - xx).abs())
            inside = (yy >= 0) & (yy < h) & (xx >= 0) & (xx < w)
            place = (yy.clamp(0, h - 1) * w + xx.clamp(0, w - 1)).cast(dtypes.int32)
            place = place.reshape(n, g, 1, math.prod(shape)).expand(n, g, c, math.prod(shape))
            value = image.gather(3, place).reshape(n, g, c, *shape)
            part = value * inside.where(weight, 0).unsqueeze(2).cast(image.dtype)
            total = part if total is None else total + part
    return total
