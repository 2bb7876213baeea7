"""Resizing and sampling of images, and boxes in them."""
from __future__ import annotations

import itertools
import math

import numpy as np

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, Unsupported, op

_transforms = ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
               "tf_crop_and_resize", "tf_half_pixel_for_nn")
_nearest_modes = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")


def _positions(mode: str, size: int, scale: float, count: int, roi) -> np.ndarray:
    """Where in the input each of `count` output elements lies."""
    at = np.arange(count, dtype=np.float64)
    length = scale * size
    if mode == "align_corners":
        return np.zeros(count) if length == 1 else at * (size - 1) / (length - 1)
    if mode == "asymmetric":
        return at / scale
    if mode == "tf_crop_and_resize":
        start, end = roi
        if length == 1:
            return np.full(count, (start + end) * (size - 1) / 2)
        return start * (size - 1) + at * (end - start) * (size - 1) / (length - 1)
    if mode == "pytorch_half_pixel" and length <= 1:
        return np.full(count, -0.5)
    if mode == "tf_half_pixel_for_nn":
        return (at + 0.5) / scale
    offset = size / 2 * (1 - count / length) if mode == "half_pixel_symmetric" else 0
    return offset + (at + 0.5) / scale - 0.5


def _cubic(x, a: float):
    x = np.abs(x)
    near = (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1
    far = a * x ** 3 - 5 * a * x ** 2 + 8 * a * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0.0))


def _weights(mode, positions, size, scale, antialias, cubic_a, exclude_outside) -> np.ndarray:
    """How much each input element counts for each output element: [outputs, inputs]."""
    stretch = min(scale, 1.0) if antialias else 1.0
    reach = (2 if mode == "cubic" else 1) / stretch
    # Elements around each position, those beyond the border too, which repeat the outermost.
    around = np.floor(positions)[:, None] + np.arange(-math.ceil(reach), math.ceil(reach) + 1)[None, :]
    distance = (around - positions[:, None]) * stretch
    part = _cubic(distance, cubic_a) if mode == "cubic" else np.clip(1 - np.abs(distance), 0, 1)
    if exclude_outside:
        part = np.where((around < 0) | (around >= size), 0.0, part)
    if antialias or exclude_outside:
        total = part.sum(1, keepdims=True)
        part = part / np.where(total == 0, 1, total)
    matrix = np.zeros((len(positions), size))
    rows = np.repeat(np.arange(len(positions)), around.shape[1])
    np.add.at(matrix, (rows, np.clip(around, 0, size - 1).astype(int).reshape(-1)), part.reshape(-1))
    return matrix


def _nearest(positions, mode: str, size: int) -> np.ndarray:
    if mode not in _nearest_modes:
        raise Malformed(f"attribute nearest_mode: expected one of {', '.join(_nearest_modes)}, but got {mode!r}")
    place = {"round_prefer_floor": lambda p: np.ceil(p - 0.5), "round_prefer_ceil": lambda p: np.floor(p + 0.5),
             "floor": np.floor, "ceil": np.ceil}[mode](positions)
    return np.clip(place, 0, size - 1).astype(int)


def _take(x, axis: int, places: np.ndarray):
    """Elements of an axis at known places: repeated or skipped regularly where they are, gathered elsewhere."""
    size, count = x.shape[axis], len(places)
    if count and count % size == 0 and (places == np.arange(count) // (count // size)).all():
        return x if count == size else x.repeat_interleave(count // size, axis)
    if count and size % count == 0 and (places == np.arange(count) * (size // count)).all():
        return x._strided(axis, size // count, count)
    return x[(slice(None),) * axis + (places.tolist(),)]


def _resize_axis(x, axis, scale, count, roi, mode, transform, nearest_mode, antialias, cubic_a, exclude_outside,
                 extrapolation_value):
    size = x.shape[axis]
    positions = _positions(transform, size, scale, count, roi)
    if mode == "nearest":
        if antialias:
            raise Unsupported("attribute antialias is not supported for mode nearest")
        y = _take(x, axis, _nearest(positions, nearest_mode, size))
    else:
        wide = x if x.dtype in (dtypes.float32, dtypes.float64) else x.cast(dtypes.float32)
        matrix = Tensor(_weights(mode, positions, size, scale, antialias, cubic_a, exclude_outside).astype(np.float64),
                        dtype=wide.dtype)
        y = (wide.transpose(axis, -1) @ matrix.transpose(0, 1)).transpose(axis, -1)
    outside = (positions < 0) | (positions > size - 1)
    if transform == "tf_crop_and_resize" and outside.any():
        mask = Tensor(outside).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
        y = mask.where(extrapolation_value, y)
    return y


@op("Resize", since=10)
def resize(node, x, roi: "Floats" = None, scales: "Floats" = None, sizes: "Ints" = None, *, antialias=0, axes=None,
           coordinate_transformation_mode="half_pixel", cubic_coeff_a=-0.75, exclude_outside=0,
           extrapolation_value=0.0, keep_aspect_ratio_policy="stretch", mode="nearest",
           nearest_mode="round_prefer_floor"):
    if node.version == 10:
        # Inputs are the tensor and its scales; places were those of Upsample.
        roi, scales = None, roi
        coordinate_transformation_mode, nearest_mode = "asymmetric", "floor"
    if coordinate_transformation_mode not in _transforms:
        raise Malformed("attribute coordinate_transformation_mode: expected one of "
                        f"{', '.join(_transforms)}, but got {coordinate_transformation_mode!r}")
    if mode not in ("nearest", "linear", "cubic"):
        raise Malformed(f"attribute mode: expected nearest, linear or cubic, but got {mode!r}")
    axes = list(range(x.ndim)) if axes is None else [x._resolve_dim(a) for a in axes]
    if sizes:
        scales = [s / x.shape[a] for s, a in zip(sizes, axes)]
        if keep_aspect_ratio_policy != "stretch":
            if keep_aspect_ratio_policy not in ("not_larger", "not_smaller"):
                raise Malformed("attribute keep_aspect_ratio_policy: expected stretch, not_larger or not_smaller, "
                                f"but got {keep_aspect_ratio_policy!r}")
            one = min(scales) if keep_aspect_ratio_policy == "not_larger" else max(scales)
            scales = [one] * len(axes)
            sizes = [int(one * x.shape[a] + 0.5) for a in axes]
    elif scales:
        sizes = [int(math.floor(x.shape[a] * s)) for s, a in zip(scales, axes)]
    else:
        raise Malformed("expected scales or sizes")
    if len(scales) != len(axes):
        raise Malformed(f"expected {len(axes)} scales or sizes, but got {len(scales)}")
    dtype, y = x.dtype, x
    for i, axis in enumerate(axes):
        part = (roi[i], roi[i + len(axes)]) if roi else (0.0, 1.0)
        if scales[i] == 1 and sizes[i] == x.shape[axis] and part == (0.0, 1.0):
            continue
        y = _resize_axis(y, axis, scales[i], sizes[i], part, mode, coordinate_transformation_mode, nearest_mode,
                         antialias, cubic_coeff_a, exclude_outside, extrapolation_value)
    if dtypes.is_int(dtype) and y.dtype is not dtype:
        y = y.round().clamp(dtype.min, dtype.max)
    return y.cast(dtype)


@op("Upsample")
def upsample(node, x, scales: "Floats" = None, *, mode="nearest", height_scale=None, width_scale=None):
    if scales is None:
        if height_scale is None or width_scale is None:
            raise Malformed("expected scales")
        scales = [1.0] * (x.ndim - 2) + [height_scale, width_scale]
    mode = {"bilinear": "linear"}.get(mode, mode)
    if mode not in ("nearest", "linear"):
        raise Malformed(f"attribute mode: expected nearest or linear, but got {mode!r}")
    y = x
    for axis, scale in enumerate(scales):
        if scale != 1:
            y = _resize_axis(y, axis, scale, int(math.floor(x.shape[axis] * scale)), (0.0, 1.0), mode, "asymmetric",
                             "floor", 0, -0.75, 0, 0.0)
    return y.cast(x.dtype)


# ---- places that tensors tell

def _reflect(x, low: float, high: float):
    """Folds places back at the borders until they are inside."""
    span = high - low
    if span <= 0:
        return x * 0
    distance = ((x < low).where(low - x, x - low)).abs()
    turns = (distance / span).trunc()
    rest = distance - turns * span
    even = (turns * 0.5).trunc().mul(2).eq(turns)
    return even.where(low + rest, high - rest)


def _cubic_tensor(x, a=-0.75):
    x = x.abs()
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return (x <= 1).where(near, (x < 2).where(far, 0))


@op("GridSample")
def grid_sample(x, grid, *, align_corners=0, mode="linear", padding_mode="zeros"):
    """The values of `x` at places between -1 and 1, the last axis first."""
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    if mode not in ("linear", "nearest", "cubic"):
        raise Malformed(f"attribute mode: expected linear, nearest or cubic, but got {mode!r}")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise Malformed(f"attribute padding_mode: expected zeros, border or reflection, but got {padding_mode!r}")
    n, c, *plane = x.shape
    rank, out = len(plane), grid.shape[1:-1]
    if grid.shape[-1] != rank:
        raise Malformed(f"input 1 (grid): expected a last size of {rank}, but got {grid.shape[-1]}")
    count = math.prod(out)
    taps = {"nearest": [0], "linear": [0, 1], "cubic": [-1, 0, 1, 2]}[mode]
    per_axis = []  # for each axis and tap: the place, whether it is inside, its weight
    for i, size in enumerate(plane):
        place = grid[..., rank - 1 - i].reshape(n, count)
        place = (place + 1) / 2 * (size - 1) if align_corners else ((place + 1) * size - 1) / 2
        if mode == "nearest":
            place = place.round()
        low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
        if padding_mode == "border":
            place = ((place < low) | (place > high)).where(place.clamp(0, size - 1), place)
        elif padding_mode == "reflection":
            place = ((place < low) | (place > high)).where(_reflect(place, low, high), place)
        base = place.floor()
        entries = []
        for tap in taps:
            at = base + tap
            distance = place - at
            weight = None if mode == "nearest" else (1 - distance.abs()) if mode == "linear" else _cubic_tensor(distance)
            inside = (at >= 0) & (at < size)
            if padding_mode == "reflection":
                at = inside.where(at, _reflect(at, low, high).trunc())
            entries.append((at.clamp(0, size - 1).cast(dtypes.int32), inside, weight))
        per_axis.append(entries)
    image, total = x.reshape(n, c, -1), None
    for combination in itertools.product(*per_axis):
        place = weight = None
        for (at, inside, w), size in zip(combination, plane):
            place = at if place is None else place * size + at
            if padding_mode == "zeros":
                w = inside.cast(x.dtype) if w is None else inside.where(w, 0)
            weight = w if weight is None else weight if w is None else weight * w
        value = image.gather(2, place.reshape(n, 1, count).expand(n, c, count))
        value = value if weight is None else value * weight.unsqueeze(1).cast(x.dtype)
        total = value if total is None else total + value
    return total.reshape(n, c, *out)


@op("AffineGrid")
def affine_grid(theta, size: "Ints", *, align_corners=0):
    """Places from -1 to 1 of an image of `size`, moved by the matrices `theta`."""
    plane = size[2:]
    axes = []
    for i, s in enumerate(plane):
        line = np.linspace(-1, 1, s) if align_corners and s > 1 else (2 * np.arange(s) + 1) / s - 1
        if align_corners and s == 1:
            line = np.zeros(1)
        axes.append(Tensor(line.astype(np.float64), dtype=theta.dtype).reshape(
            [-1 if j == i else 1 for j in range(len(plane))])._broadcast_to(tuple(plane)))
    places = axes[::-1] + [Tensor.full(plane, 1, dtype=theta.dtype, buffer=False)]
    places = places[0].stack(*places[1:], dim=-1).reshape(1, -1, len(plane) + 1)
    return (places @ theta.transpose(1, 2)).reshape(size[0], *plane, len(plane))


# ---- boxes: how many places a box is read at depends on its size, so boxes come into the hands of Python

def _roi_axis(start, end, bins, size, ratio):
    """Of one axis of one box: taps [bins, samples, 2] and their weights."""
    step = (end - start) / bins
    samples = int(ratio) if ratio > 0 else max(int(math.ceil(step)), 0)
    at = start + (np.arange(bins)[:, None] + (np.arange(samples)[None, :] + 0.5) / max(samples, 1)) * step
    outside = (at < -1) | (at > size)
    at = np.clip(at, 0, size - 1)
    low = np.floor(at).astype(int)
    high = np.minimum(low + 1, size - 1)
    part = at - low
    weights = np.where(outside[..., None], 0.0, np.stack([1 - part, part], -1))
    return np.stack([low, high], -1), weights


@op("RoiAlign")
def roi_align(node, x, rois: "Array", batch_indices: "Array", *, coordinate_transformation_mode=None, mode="avg",
              output_height=1, output_width=1, sampling_ratio=0, spatial_scale=1.0):
    """Each box as a grid of averages (or maxima) of interpolated places."""
    if mode not in ("avg", "max"):
        raise Malformed(f"attribute mode: expected avg or max, but got {mode!r}")
    half = (coordinate_transformation_mode or ("half_pixel" if node.version >= 16 else "output_half_pixel")) == "half_pixel"
    _, c, h, w = x.shape
    results = []
    for box, image in zip(np.asarray(rois, dtype=np.float64), batch_indices):
        x1, y1, x2, y2 = box[:4] * spatial_scale - (0.5 if half else 0.0)
        if not half:
            x2, y2 = max(x2, x1 + 1), max(y2, y1 + 1)
        matrices = []
        for start, end, bins, size in ((y1, y2, output_height, h), (x1, x2, output_width, w)):
            taps, weights = _roi_axis(start, end, bins, size, sampling_ratio)
            matrix = np.zeros((*taps.shape, size))
            np.put_along_axis(matrix, taps[..., None], weights[..., None], -1)
            matrices.append(matrix.mean(1).sum(1) if mode == "avg" and matrix.shape[1] else
                            matrix.reshape(-1, size) if mode == "max" else np.zeros((bins, size)))
        rows, columns = (Tensor(m, dtype=x.dtype) for m in matrices)
        part = rows @ x[int(image)] @ columns.transpose(0, 1)
        if mode == "max":
            part = part.reshape(c, output_height, -1, output_width, part.shape[-1] // output_width).max((2, 4))
        results.append(part)
    if not results:
        return Tensor.zeros(0, c, output_height, output_width, dtype=x.dtype)
    return results[0].stack(*results[1:], dim=0)


@op("MaxRoiPool")
def max_roi_pool(x, rois: "Array", *, pooled_shape, spatial_scale=1.0):
    _, c, h, w = x.shape
    ph, pw = pooled_shape
    results = []
    for roi in rois:
        image, x1, y1, x2, y2 = int(roi[0]), *(int(math.floor(v * spatial_scale + 0.5)) for v in roi[1:5])
        rows, columns = max(y2 - y1 + 1, 1), max(x2 - x1 + 1, 1)
        bins = []
        for i in range(ph):
            for j in range(pw):
                top, bottom = (min(max(y1 + v, 0), h) for v in (i * rows // ph, -(-(i + 1) * rows // ph)))
                left, right = (min(max(x1 + v, 0), w) for v in (j * columns // pw, -(-(j + 1) * columns // pw)))
                if bottom <= top or right <= left:
                    bins.append(Tensor.zeros(c, dtype=x.dtype, buffer=False))
                else:
                    bins.append(x[image, :, top:bottom, left:right].max((1, 2)))
        results.append(bins[0].stack(*bins[1:], dim=1).reshape(c, ph, pw))
    return results[0].stack(*results[1:], dim=0) if results else Tensor.zeros(0, c, ph, pw, dtype=x.dtype)


@op("NonMaxSuppression")
def non_max_suppression(boxes: "Array", scores: "Array", max_output_boxes_per_class: "Int" = 0,
                        iou_threshold: "Float" = 0.0, score_threshold: "Array" = None, *, center_point_box=0):
    """The best boxes of each class that overlap little, as rows of batch, class, box."""
    boxes = np.asarray(boxes, dtype=np.float64)
    if center_point_box:
        centre, size = boxes[..., :2], boxes[..., 2:]
        low, high = centre - size / 2, centre + size / 2
    else:
        low, high = np.minimum(boxes[..., :2], boxes[..., 2:]), np.maximum(boxes[..., :2], boxes[..., 2:])
    area = np.prod(high - low, axis=-1)
    chosen = []
    for b in range(scores.shape[0]):
        for k in range(scores.shape[1]):
            taken: list[int] = []
            for i in np.argsort(-scores[b, k], kind="stable"):
                if len(taken) >= max_output_boxes_per_class:
                    break
                if score_threshold is not None and scores[b, k, i] <= np.asarray(score_threshold).reshape(-1)[0]:
                    break
                overlap = [np.prod(np.clip(np.minimum(high[b, i], high[b, j]) - np.maximum(low[b, i], low[b, j]), 0, None))
                           for j in taken]
                if all(o <= 0 or o / (area[b, i] + area[b, j] - o) <= iou_threshold for o, j in zip(overlap, taken)):
                    taken.append(int(i))
            chosen += [(b, k, i) for i in taken]
    return Tensor(np.array(chosen, dtype=np.int64).reshape(-1, 3))
