"""Operators that make, join and move elements."""
from __future__ import annotations

import math

import numpy as np

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Known, Malformed, Unsupported, op
from .types import dtype_of


@op("Identity", raw=True)
def identity(x):
    return x


@op("Constant")
def constant(node, *, value=None, value_float=None, value_floats=None, value_int=None, value_ints=None,
             sparse_value=None, value_string=None, value_strings=None):
    if value_string is not None or value_strings is not None:
        raise Unsupported("attribute value_string is not supported")
    known = value if value is not None else sparse_value
    if known is None:
        given = [(np.float32, value_float), (np.float32, value_floats), (np.int64, value_int), (np.int64, value_ints)]
        given = [np.array(v, dtype=dtype) for dtype, v in given if v is not None]
        if len(given) != 1:
            raise Malformed("expected one attribute with the value")
        known = Known(given[0], 1 if given[0].dtype == np.float32 else 7)
    node.graph.elems[node.outputs[0]] = known.elem
    return known


@op("ConstantOfShape")
def constant_of_shape(shape: "Ints", *, value=None):
    array = value.array.reshape(-1) if value is not None else np.zeros(1, np.float32)
    if array.size != 1:
        raise Malformed(f"attribute value: expected one element, but got {array.size}")
    if math.prod(shape) <= 4096 and array.dtype.kind in "iufb":
        whole = np.full(shape, array[0])
        return Known(whole, value.elem if value is not None else 1)
    like = Known(array, value.elem if value is not None else 1).tensor
    return like.reshape([1] * len(shape)).expand(shape) if shape else like.reshape(())


@op("Shape")
def shape_(x, *, start=0, end=None):
    return Known(np.array(x.shape[start:end], dtype=np.int64), 7)


@op("Size")
def size(x):
    return Known(np.array(x.numel(), dtype=np.int64), 7)


@op("Range")
def range_(node, start: "Array", limit: "Array", delta: "Array"):
    count = max(0, math.ceil((limit.item() - start.item()) / delta.item()))
    values = start.item() + np.arange(count) * delta.item()
    elem = node.input_elem(0)
    return Tensor(values.astype(start.dtype)) if not elem else Tensor(values).cast(dtype_of(elem))


@op("Reshape")
def reshape(x, shape: "Ints", *, allowzero=0):
    if not allowzero:
        shape = [x.shape[i] if s == 0 and i < x.ndim else s for i, s in enumerate(shape)]
    elif -1 in shape and 0 in shape:
        raise Malformed(f"input 1 (shape): expected no 0 beside -1, but got {shape}")
    return x.reshape(shape)


@op("Flatten")
def flatten(x, *, axis=1):
    axis = axis + x.ndim if axis < 0 else axis
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


@op("Squeeze")
def squeeze(data, axes: "Ints" = None):
    if axes is None:
        return data.squeeze()
    axes = {data._resolve_dim(a) for a in axes}
    wrong = [a for a in axes if data.shape[a] != 1]
    if wrong:
        raise Malformed(f"axis {wrong[0]}: expected size 1, but got shape {data.shape}")
    return data.reshape([s for i, s in enumerate(data.shape) if i not in axes])


@op("Unsqueeze")
def unsqueeze(data, axes: "Ints"):
    rank = data.ndim + len(axes)
    if any(not -rank <= a < rank for a in axes) or len({a % rank for a in axes}) < len(axes):
        raise Malformed(f"axes: expected different axes of {rank} dimensions, but got {axes}")
    at, sizes = {a % rank for a in axes}, iter(data.shape)
    return data.reshape([1 if i in at else next(sizes) for i in range(rank)])


@op("Transpose")
def transpose(x, *, perm=None):
    return x.permute(perm if perm is not None else list(range(x.ndim))[::-1])


@op("Concat")
def concat(x, *rest, axis=1):
    return x.cat(*rest, dim=axis)


@op("Split")
def split(node, x, split: "Ints" = None, *, axis=0, num_outputs=None):
    total = x.shape[axis]
    if split is None:
        count = num_outputs or len(node.outputs)
        part = -(-total // count) if num_outputs else total // count
        split = [min(part, total - part * i) for i in range(count)]
    if sum(split) != total or any(s < 0 for s in split):
        raise Malformed(f"split: expected sizes that add up to {total}, but got {split}")
    return tuple(x.split(list(split), axis))


@op("Expand")
def expand(x, shape: "Ints"):
    return x._broadcast_to(np.broadcast_shapes(x.shape, tuple(shape)))


@op("Tile")
def tile(x, repeats: "Ints", axis: "Int" = None):
    if axis is None:
        return x.repeat(repeats)
    return x.repeat([repeats[0] if i == axis else 1 for i in range(x.ndim)])


@op("Pad")
def pad(node, data, pads: "Ints" = None, constant_value=0.0, axes: "Ints" = None, *, mode="constant", value=0.0,
        paddings=None):
    pads = paddings if pads is None else pads
    if pads is None:
        raise Malformed("expected pads")
    if node.version < 11:
        constant_value = value
    axes = range(data.ndim) if axes is None else [data._resolve_dim(a) for a in axes]
    if len(pads) != 2 * len(axes):
        raise Malformed(f"pads: expected {2 * len(axes)} numbers, but got {len(pads)}")
    pairs = [(0, 0)] * data.ndim
    for i, axis in enumerate(axes):
        pairs[axis] = (pads[i], pads[i + len(axes)])
    modes = {"constant": "constant", "reflect": "reflect", "edge": "replicate", "wrap": "circular"}
    if mode not in modes:
        raise Malformed(f"attribute mode: expected one of {', '.join(modes)}, but got {mode!r}")
    if mode != "constant":
        return data.pad(pairs, mode=modes[mode])
    if isinstance(constant_value, Tensor):
        constant_value = constant_value.reshape(())
        inside = data.const_like(True, "bool")._pad_zeros(pairs)
        return inside.where(data._pad_zeros(pairs), constant_value).cast(data.dtype)
    return data._pad_value(pairs, constant_value).cast(data.dtype)


@op("DepthToSpace")
def depth_to_space(x, *, blocksize, mode="DCR"):
    b, c, h, w = x.shape
    n = blocksize
    if c % (n * n):
        raise Malformed(f"expected channels that are a multiple of {n * n}, but got {c}")
    if mode not in ("DCR", "CRD"):
        raise Malformed(f"attribute mode: expected DCR or CRD, but got {mode!r}")
    if mode == "DCR":
        x = x.reshape(b, n, n, c // (n * n), h, w).permute(0, 3, 4, 1, 5, 2)
    else:
        x = x.reshape(b, c // (n * n), n, n, h, w).permute(0, 1, 4, 2, 5, 3)
    return x.reshape(b, c // (n * n), h * n, w * n)


@op("SpaceToDepth")
def space_to_depth(x, *, blocksize, mode="DCR"):
    b, c, h, w = x.shape
    n = blocksize
    if h % n or w % n:
        raise Malformed(f"expected a plane that is a multiple of {n}, but got {(h, w)}")
    x = x.reshape(b, c, h // n, n, w // n, n)
    if mode not in ("DCR", "CRD"):
        raise Malformed(f"attribute mode: expected DCR or CRD, but got {mode!r}")
    x = x.permute(0, 3, 5, 1, 2, 4) if mode == "DCR" else x.permute(0, 1, 3, 5, 2, 4)
    return x.reshape(b, c * n * n, h // n, w // n)


@op("EyeLike")
def eye_like(x, *, k=0, dtype=None):
    rows, columns = x.shape
    eye = (Tensor.arange(rows).unsqueeze(1) + k).eq(Tensor.arange(columns))
    return eye.cast(x.dtype if dtype is None else dtype_of(dtype))


@op("Trilu")
def trilu(x, k: "Int" = 0, *, upper=1):
    return x.triu(k) if upper else x.tril(k)


@op("CenterCropPad")
def center_crop_pad(x, shape: "Ints", *, axes=None):
    axes = range(x.ndim) if axes is None else axes
    for axis, size in zip(axes, shape):
        axis, have = x._resolve_dim(axis), x.shape[axis]
        if have > size:
            start = (have - size) // 2
            x = x.shrink([(start, start + size) if i == axis else None for i in range(x.ndim)])
        elif have < size:
            low = (size - have) // 2
            x = x._pad_zeros([(low, size - have - low) if i == axis else (0, 0) for i in range(x.ndim)])
    return x


@op("ReverseSequence")
def reverse_sequence(x, sequence_lens, *, batch_axis=1, time_axis=0):
    """The first `sequence_lens[b]` steps of each entry of the batch in reverse order."""
    steps = x.shape[time_axis]
    t = Tensor.arange(steps).reshape([-1 if i == time_axis else 1 for i in range(x.ndim)])
    n = sequence_lens.cast(dtypes.int32).reshape([-1 if i == batch_axis else 1 for i in range(x.ndim)])
    place = (t < n).where(n - 1 - t, t)._broadcast_to(x.shape)
    return x.gather(time_axis, place)


@op("Col2Im")
def col2im(x, image_shape: "Ints", block_shape: "Ints", *, dilations=None, pads=None, strides=None):
    """Adds up columns at the places that a window of `block_shape` took them from."""
    rank = len(image_shape)
    dilations, strides = dilations or [1] * rank, strides or [1] * rank
    pads = pads or [0] * (2 * rank)
    n = x.shape[0]
    channels = x.shape[1] // math.prod(block_shape)
    counts = [(i + pads[a] + pads[a + rank] - d * (b - 1) - 1) // s + 1 for a, (i, b, d, s)
              in enumerate(zip(image_shape, block_shape, dilations, strides))]
    columns = x.reshape(n, channels, *block_shape, *counts)
    for axis in range(rank):
        size = image_shape[axis] + pads[axis] + pads[axis + rank]
        # The window's axis `axis` and the position's become one axis of the padded image.
        b, count, s, d = block_shape[axis], counts[axis], strides[axis], dilations[axis]
        at, pos = 2 + axis, 2 + rank + axis
        place = Tensor.arange(b).reshape(b, 1) * d + Tensor.arange(count).reshape(1, count) * s
        hit = place.unsqueeze(-1).eq(Tensor.arange(size)).cast(x.dtype)
        # What was folded of earlier axes has its image axis where the window's was, and a position axis of 1.
        order = [i for i in range(columns.ndim) if i not in (at, pos)] + [at, pos]
        moved = columns.permute(order)
        folded = moved.reshape(*moved.shape[:-2], b * count) @ hit.reshape(b * count, size)
        folded = folded.unsqueeze(-1)
        columns = folded.permute([order.index(i) for i in range(columns.ndim)])
    image = columns.reshape(n, channels, *[i + pads[a] + pads[a + rank] for a, i in enumerate(image_shape)])
    return image.shrink([None, None] + [(pads[a], pads[a] + i) for a, i in enumerate(image_shape)])
