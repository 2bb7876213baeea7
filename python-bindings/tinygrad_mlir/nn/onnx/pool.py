"""Pooling."""
from __future__ import annotations

import math

from ...dtype import dtypes
from ...tensor import Tensor
from .conv import flat, window
from .registry import Malformed, op


def _pads(x, kernel, auto_pad, pads, strides, dilations, ceil_mode):
    """Strides, dilations, padding, and whether a partial last window counts: with SAME and VALID it never does."""
    strides, dilations, pads = window(pads, auto_pad, x.shape[2:], kernel, strides, dilations)
    return strides, dilations, pads, bool(ceil_mode) and auto_pad == "NOTSET"


@op("MaxPool")
def max_pool(node, x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None, pads=None, storage_order=0,
             strides=None):
    strides, dilations, pads, ceil = _pads(x, kernel_shape, auto_pad, pads, strides, dilations, ceil_mode)
    args = (tuple(kernel_shape), tuple(strides), tuple(dilations), flat(pads), ceil)
    if not node.wants(1):
        return x.max_pool2d(*args)
    values, place = x.max_pool2d(*args, return_indices=True)
    plane = x.shape[2:]
    if storage_order:
        # Counted with the first axis fastest.
        rest, places, stride = place, None, math.prod(plane)
        for size in reversed(plane):
            stride //= size
            part = rest % size * stride
            places = part if places is None else places + part
            rest = rest // size
        place = places
    n, c = x.shape[:2]
    base = Tensor.arange(n * c, dtype=dtypes.int64).reshape(n, c, *[1] * len(plane)) * math.prod(plane)
    return values, place.cast(dtypes.int64) + base


@op("AveragePool")
def average_pool(x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, count_include_pad=0, dilations=None, pads=None,
                 strides=None):
    strides, dilations, pads, ceil = _pads(x, kernel_shape, auto_pad, pads, strides, dilations, ceil_mode)
    return x.avg_pool2d(tuple(kernel_shape), tuple(strides), tuple(dilations), flat(pads), ceil,
                        bool(count_include_pad)).cast(x.dtype)


@op("LpPool")
def lp_pool(x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None, p=2, pads=None, strides=None):
    strides, dilations, pads, ceil = _pads(x, kernel_shape, auto_pad, pads, strides, dilations, ceil_mode)
    powers = x.abs() ** int(p)
    means = powers.avg_pool2d(tuple(kernel_shape), tuple(strides), tuple(dilations),
                              flat(x._ceil_pads(pads, tuple(kernel_shape), tuple(strides), tuple(dilations))
                                   if ceil else pads), False, True)
    return (means * math.prod(kernel_shape)) ** (1 / p)


def _spatial(x):
    if x.ndim < 3:
        raise Malformed(f"input 0 (x): expected 3 or more dimensions, but got shape {x.shape}")
    return tuple(range(2, x.ndim))


@op("GlobalAveragePool")
def global_average_pool(x):
    return x.mean(_spatial(x), keepdim=True)


@op("GlobalMaxPool")
def global_max_pool(x):
    return x.max(_spatial(x), keepdim=True)


@op("GlobalLpPool")
def global_lp_pool(x, *, p=2):
    return (x.abs() ** p).sum(_spatial(x), keepdim=True) ** (1 / p)


@op("MaxUnpool")
def max_unpool(x, indices, output_shape: "Ints" = None, *, kernel_shape, pads=None, strides=None):
    """Each element at its place among zeros; places count through the whole tensor."""
    strides, _, pads = window(pads, "NOTSET", x.shape[2:], kernel_shape, strides, None)
    natural = list(x.shape[:2]) + [(i - 1) * s - low - high + k for i, s, k, (low, high)
                                   in zip(x.shape[2:], strides, kernel_shape, pads)]
    # Places are those of the pooled tensor, whatever is put around it.
    zeros = Tensor.zeros(math.prod(natural), dtype=x.dtype, buffer=False)
    y = zeros.scatter(0, indices.flatten(), x.flatten()).reshape(natural)
    if output_shape is not None:
        y = y._pad_zeros([(0, o - n) for o, n in zip(output_shape, natural)])
    return y
