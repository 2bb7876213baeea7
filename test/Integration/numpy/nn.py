"""Pooling, norms, attention and losses, against NumPy in double."""

import itertools

import numpy as np

from harness import Program, tensor

program = Program()
rng = np.random.default_rng(7)
TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16}
# What rounding adds up to where numbers nearly cancel.
ULPS = {"f32": 4096, "f64": 1 << 16, "f16": 4}


def random(shape, element):
    return rng.standard_normal(shape).astype(TYPES[element])


def add(name, element, arrays, op, want, result=None):
    """One op on arrays, which `op` names %0, %1, …; `want` is in double."""
    inputs = [(a, e) for a, e in arrays]
    into = result or element
    want = np.asarray(want).astype(TYPES.get(into, np.int32))
    allowed = ULPS.get(into, 0)
    program.add(f"{name}_{element}", inputs, f"  %r = {op} -> {tensor(want.shape, into)}",
                [("r", want, into, allowed)])


def add_same(name, element, arrays, op, want):
    """The same for an op whose type is its result's."""
    want = np.asarray(want).astype(TYPES[element])
    program.add(f"{name}_{element}", arrays, f"  %r = {op} : {tensor(want.shape, element)}",
                [("r", want, element, ULPS[element])])


# Windows, by slices of the padded input.
def windows(x, kernel, strides, dilations, low, high, fill):
    rank = len(kernel)
    lead = x.ndim - rank
    x = np.pad(x, [(0, 0)] * lead + list(zip(low, high)), constant_values=fill)
    counts = [(n - d * (k - 1) - 1) // s + 1
              for n, k, s, d in zip(x.shape[lead:], kernel, strides, dilations)]
    result = np.empty(x.shape[:lead] + tuple(counts) + tuple(kernel), x.dtype)
    for place in itertools.product(*map(range, kernel)):
        index = [slice(None)] * lead
        for p, s, d, n in zip(place, strides, dilations, counts):
            index.append(slice(p * d, p * d + s * (n - 1) + 1, s))
        result[(..., *place)] = x[tuple(index)]
    return result


POOLS = [
    ((2, 3, 8, 8), [2, 2], [2, 2], [1, 1], [0, 0], [0, 0]),
    ((2, 7, 9), [3, 2], [2, 1], [1, 2], [1, 1], [2, 0]),
    ((3, 9), [3], [2], [2], [2], [2]),
]
for element in TYPES:
    for number, (shape, kernel, strides, dilations, low, high) in enumerate(POOLS):
        x = random(shape, element)
        lists = (f"kernel {kernel} strides {strides} dilations {dilations} pad_low {low} "
                 f"pad_high {high}")
        type_ = tensor(shape, element)
        last = tuple(range(-len(kernel), 0))
        args = (kernel, strides, dilations, low, high)
        program.add(f"windows_{element}_{number}", [(x, element)],
                    f"  %r = tg.windows %0 {lists} : {type_} -> "
                    f"{tensor(windows(x, *args, 0).shape, element)}",
                    [("r", windows(x, *args, 0), element, 0)])
        total = windows(x.astype(np.float64), *args, 0).sum(last)
        inside = windows(np.ones(shape), *args, 0).sum(last)
        add(f"avg_pool_{number}", element, [(x, element)], f"tg.avg_pool %0 {lists} : {type_}",
            total / inside)
        add(f"avg_pool_whole_{number}", element, [(x, element)],
            f"tg.avg_pool %0 {lists} count_include_pad : {type_}", total / np.prod(kernel))
        lead = len(shape) - len(kernel)
        places = np.arange(np.prod(shape[lead:])).reshape(shape[lead:])
        places = np.broadcast_to(places, shape)
        flat = windows(x.astype(np.float64), *args, -np.inf)
        flat = flat.reshape(flat.shape[:len(shape)] + (-1,))
        where = windows(places, *args, -1).reshape(flat.shape)
        best = np.take_along_axis(where, flat.argmax(-1)[..., None], -1)[..., 0]
        add(f"argmax_pool_{number}", element, [(x, element)],
            f"tg.argmax_pool %0 {lists} : {type_}", best, "i32")


# Transposed convolution: each element adds the filter.
def conv_transpose(x, w, stride, dilation, low, high, more, groups):
    x, w = x.astype(np.float64), w.astype(np.float64)
    batch, channels, size = x.shape
    _, outputs, kernel = w.shape
    length = (size - 1) * stride + dilation * (kernel - 1) + 1
    result = np.zeros((batch, outputs * groups, length + more))
    for c in range(channels):
        group = c // (channels // groups)
        for o in range(outputs):
            for i in range(size):
                for k in range(kernel):
                    result[:, group * outputs + o, i * stride + k * dilation] += \
                        x[:, c, i] * w[c, o, k]
    return result[:, :, low:length + more - high]


for element in TYPES:
    for number, case in enumerate([(1, 1, 0, 0, 0, 1), (2, 1, 1, 0, 1, 1), (2, 3, 2, 1, 0, 2)]):
        stride, dilation, low, high, more, groups = case
        x, w = random((2, 4, 5), element), random((4, 3, 3), element)
        add(f"conv_transpose_{number}", element, [(x, element), (w, element)],
            f"tg.conv_transpose %0, %1 strides [{stride}] dilations [{dilation}] pad_low [{low}] "
            f"pad_high [{high}] output_padding [{more}] groups {groups} : "
            f"{tensor(x.shape, element)}, {tensor(w.shape, element)}",
            conv_transpose(x, w, *case))


# Exponentials and norms.
def log_softmax(x, axis):
    x = x.astype(np.float64)
    x = x - x.max(axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis, keepdims=True))


def normalize(x, axes, epsilon, center=True):
    x = x.astype(np.float64)
    if center:
        x = x - x.mean(axes, keepdims=True)
    return x / np.sqrt((x * x).mean(axes, keepdims=True) + epsilon)


for element in TYPES:
    x = random((3, 6, 4), element)
    type_ = tensor(x.shape, element)
    for axis in range(3):
        # Near 0 a logarithm has few bits left of what cancelled.
        logs = log_softmax(x, axis)
        add_same(f"log_softmax_{axis}", element, [(x, element)],
                 f"tg.log_softmax %0 axis {axis}", logs)
    for number, axes in enumerate([(0,), (1, 2), (0, 1, 2)]):
        total = np.log(np.exp(x.astype(np.float64)).sum(axes))
        add(f"logsumexp_{number}", element, [(x, element)],
            f"tg.logsumexp %0 axes {list(axes)} : {type_}", total)
        sizes = [x.shape[a] for a in axes]
        s, b = random(sizes, element), random(sizes, element)
        along = [x.shape[a] if a in axes else 1 for a in range(3)]
        wide_s, wide_b = (p.astype(np.float64).reshape(along) for p in (s, b))
        kind = tensor(sizes, element)
        add_same(f"layer_norm_{number}", element, [(x, element), (s, element), (b, element)],
                 f"tg.layer_norm %0 axes {list(axes)} scale(%1 : {kind}) bias(%2 : {kind}) "
                 f"epsilon 1.0e-2", normalize(x, axes, 1e-2) * wide_s + wide_b)
        add_same(f"rms_norm_{number}", element, [(x, element), (s, element)],
                 f"tg.rms_norm %0 axes {list(axes)} scale(%1 : {kind}) epsilon 1.0e-2",
                 normalize(x, axes, 1e-2, False) * wide_s)
    s, b = random(6, element), random(6, element)
    wide_s, wide_b = (p.astype(np.float64).reshape(1, 6, 1) for p in (s, b))
    kind = tensor([6], element)
    for groups in [1, 2, 6]:
        parts = normalize(x.reshape(3, groups, 6 // groups, 4), (2, 3), 1e-2).reshape(x.shape)
        add_same(f"group_norm_{groups}", element, [(x, element), (s, element), (b, element)],
                 f"tg.group_norm %0 groups {groups} scale(%1 : {kind}) bias(%2 : {kind}) "
                 f"epsilon 1.0e-2", parts * wide_s + wide_b)
    m, v = random(6, element), np.abs(random(6, element))
    wide_m, wide_v = (p.astype(np.float64).reshape(1, 6, 1) for p in (m, v))
    add_same("batch_norm", element,
             [(x, element), (m, element), (v, element), (s, element), (b, element)],
             f"tg.batch_norm %0 axis 1 mean(%1 : {kind}) variance(%2 : {kind}) "
             f"scale(%3 : {kind}) bias(%4 : {kind}) epsilon 1.0e-2",
             (x - wide_m) / np.sqrt(wide_v + 1e-2) * wide_s + wide_b)
    add_same("batch_norm_statistics", element, [(x, element)],
             "tg.batch_norm %0 axis 1 epsilon 1.0e-2", normalize(x, (0, 2), 1e-2))

# Infinities of logsumexp.
x = np.array([[np.inf, 0], [-np.inf, -np.inf], [-np.inf, 2], [np.nan, 0]], np.float32)
add("logsumexp_infinities", "f32", [(x, "f32")],
    f"tg.logsumexp %0 axes [1] : {tensor(x.shape, 'f32')}", [np.inf, -np.inf, 2, np.nan])


# Attention.
def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


for element in TYPES:
    q, k, v = (random(s, element) for s in [(2, 6, 5, 8), (2, 3, 7, 8), (2, 3, 7, 4)])
    added, kept = random((2, 6, 5, 7), element), rng.random((2, 6, 5, 7)) < 0.7
    kept[..., 0] = True
    wide_q, wide_k, wide_v = (a.astype(np.float64) for a in (q, k, v))
    scores = wide_q @ np.repeat(wide_k, 2, 1).swapaxes(-1, -2)
    lower = np.tril(np.ones((5, 7), bool))
    types = ", ".join(tensor(a.shape, element) for a in (q, k, v))
    for name, extra, kind, how, s in [
            ("plain", None, None, "", scores / np.sqrt(8)),
            ("causal", None, None, "causal scale 0.25", np.where(lower, scores / 4, -np.inf)),
            ("added", added, element, f"mask(%3 : {tensor(added.shape, element)})",
             scores / np.sqrt(8) + added),
            ("kept", kept, "i1", f"mask(%3 : {tensor(kept.shape, 'i1')})",
             np.where(kept, scores / np.sqrt(8), -np.inf))]:
        arrays = [(q, element), (k, element), (v, element)] + ([(extra, kind)] if kind else [])
        add(f"attention_{name}", element, arrays,
            f"tg.attention %0, %1, %2 {how} : {types}", softmax(s) @ np.repeat(wide_v, 2, 1))


# Cross entropy.
def reduced(losses, count, reduction):
    return {"none": losses, "sum": losses.sum(), "mean": losses.sum() / count}[reduction]


for element in TYPES:
    x = random((4, 5, 3), element)
    labels = rng.integers(0, 5, (4, 3)).astype(np.int32)
    labels[0, 0] = 2
    weights = np.abs(random((4, 5, 3), element))
    factors = np.abs(random((5,), element))
    logs = log_softmax(x, 1)
    for smoothing in [0.0, 0.25]:
        for reduction in ["none", "sum", "mean"]:
            for ignored in [None, 2]:
                y = (np.arange(5)[None, :, None] == labels[:, None]) * (1 - smoothing) + smoothing / 5
                losses = -(logs * y).sum(1)
                counts = labels != ignored if ignored is not None else np.ones(labels.shape, bool)
                losses = losses * counts
                how = f"ignore_index {ignored} " if ignored is not None else ""
                add(f"cross_entropy_{int(smoothing * 4)}_{reduction}_{ignored}", element,
                    [(x, element), (labels, "i32")],
                    f"tg.cross_entropy %0, %1 axis 1 smoothing {smoothing} {how}reduction "
                    f"{reduction} : {tensor(x.shape, element)}, {tensor(labels.shape, 'i32')}",
                    reduced(losses, counts.sum(), reduction))
                # A factor for each class, as PyTorch and ONNX take it.
                losses = -(logs * y * factors[:, None].astype(np.float64)).sum(1) * counts
                counts = counts * factors[labels].astype(np.float64)
                add(f"cross_entropy_weighted_{int(smoothing * 4)}_{reduction}_{ignored}", element,
                    [(x, element), (labels, "i32"), (factors, element)],
                    f"tg.cross_entropy %0, %1 axis 1 weight(%2 : {tensor((5,), element)}) "
                    f"smoothing {smoothing} {how}reduction {reduction} : "
                    f"{tensor(x.shape, element)}, {tensor(labels.shape, 'i32')}",
                    reduced(losses, counts.sum(), reduction))
            y = weights.astype(np.float64) * (1 - smoothing) + smoothing / 5
            add(f"cross_entropy_weights_{int(smoothing * 4)}_{reduction}", element,
                [(x, element), (weights, element)],
                f"tg.cross_entropy %0, %1 axis 1 smoothing {smoothing} reduction {reduction} : "
                f"{tensor(x.shape, element)}, {tensor(x.shape, element)}",
                reduced(-(logs * y).sum(1), 12, reduction))
            add(f"cross_entropy_weighted_of_two_{int(smoothing * 4)}_{reduction}", element,
                [(x, element), (weights, element), (factors, element)],
                f"tg.cross_entropy %0, %1 axis 1 weight(%2 : {tensor((5,), element)}) "
                f"smoothing {smoothing} reduction {reduction} : "
                f"{tensor(x.shape, element)}, {tensor(x.shape, element)}",
                reduced(-(logs * y * factors[:, None].astype(np.float64)).sum(1), 12, reduction))

program.check()
