"""matmul, conv and max_pool, against loops over windows in double."""

import itertools

import numpy as np

from harness import Program, tensor

program = Program()
rng = np.random.default_rng(41)
WIDE = {"i8": ("i32", np.int32), "ui8": ("ui32", np.uint32), "i32": ("i32", np.int32),
        "i64": ("i64", np.int64), "f16": ("f16", np.float16), "f32": ("f32", np.float32),
        "f64": ("f64", np.float64)}


def random(shape, element):
    """Elements of moderate size."""
    if "f" in element:
        return rng.standard_normal(shape).astype({"f16": np.float16, "f32": np.float32,
                                                  "f64": np.float64}[element])
    dtype = {"i8": np.int8, "ui8": np.uint8, "i32": np.int32, "i64": np.int64}[element]
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)


def exact(x):
    """The type in which products and sums lose nothing that counts."""
    return x.astype(np.float64) if x.dtype.kind == "f" else x.astype(np.int64)


def windows(x, kernel, strides, dilations, low, high, fill):
    """x padded, and the slices of its last axes for each place in the window."""
    rank = len(kernel)
    lead = x.ndim - rank
    x = np.pad(x, [(0, 0)] * lead + list(zip(low, high)), constant_values=fill)
    out = [(size - d * (k - 1) - 1) // s + 1
           for size, k, s, d in zip(x.shape[lead:], kernel, strides, dilations)]
    for place in itertools.product(*map(range, kernel)):
        index = [slice(None)] * lead
        for p, s, d, n in zip(place, strides, dilations, out):
            index.append(slice(p * d, p * d + s * (n - 1) + 1, s))
        yield place, x[tuple(index)]


def conv(x, w, strides, dilations, low, high, groups):
    """The sum over windows."""
    x, w = exact(x), exact(w)
    outputs = w.shape[0] // groups
    channels = w.shape[1]
    result = []
    for group in range(groups):
        part = w[group * outputs:(group + 1) * outputs]
        total = 0
        inputs = x[:, group * channels:(group + 1) * channels]
        for place, piece in windows(inputs, w.shape[2:], strides, dilations, low, high, 0):
            total = total + np.einsum("nc...,oc->no...", piece, part[(slice(None), slice(None), *place)])
        result.append(total)
    return np.concatenate(result, axis=1)


for element in WIDE:
    into, dtype = WIDE[element]
    for number, (a, b) in enumerate([((3, 5), (5, 2)), ((2, 3, 1, 7), (2, 3, 7, 4)),
                                     ((0, 4), (4, 3)), ((2, 0), (0, 3)), ((1, 1), (1, 1))]):
        x, y = random(a, element), random(b, element)
        want = np.matmul(exact(x), exact(y)).astype(dtype)
        program.add(f"matmul_{element}_{number}", [(x, element), (y, element)],
                    f"  %r = tg.matmul %0, %1 : {tensor(a, element)}, {tensor(b, element)} -> "
                    f"{tensor(want.shape, into)}",
                    [("r", want, into, 64 if element == "f64" else 0)])

CASES = [
    ((2, 3, 5, 6), (4, 3, 3, 3), [1, 1], [1, 1], [0, 0], [0, 0], 1),
    ((1, 4, 7, 5), (6, 2, 3, 2), [2, 1], [1, 2], [1, 0], [2, 3], 2),
    ((2, 2, 9), (2, 1, 3), [3], [2], [2], [0], 2),
    ((1, 1, 3, 4, 3), (2, 1, 2, 2, 2), [1, 2, 1], [1, 1, 1], [0, 1, 1], [1, 0, 0], 1),
]
for element in ["f32", "f64", "f16", "i8", "i64"]:
    into, dtype = WIDE[element]
    for number, (a, b, strides, dilations, low, high, groups) in enumerate(CASES):
        x, w = random(a, element), random(b, element)
        want = conv(x, w, strides, dilations, low, high, groups).astype(dtype)
        program.add(f"conv_{element}_{number}", [(x, element), (w, element)],
                    f"  %r = tg.conv %0, %1 strides {strides} dilations {dilations} pad_low {low} "
                    f"pad_high {high} groups {groups} : {tensor(a, element)}, {tensor(b, element)} "
                    f"-> {tensor(want.shape, into)}",
                    [("r", want, into, 4096 if element == "f64" else 1)])

for element in ["f32", "i8", "f64"]:
    for number, (a, kernel, strides, dilations, low, high) in enumerate([
            ((2, 3, 6, 6), [2, 2], [2, 2], [1, 1], [0, 0], [0, 0]),
            ((1, 7, 5), [3, 2], [1, 2], [2, 1], [1, 0], [2, 1]),
            ((9,), [4], [2], [1], [0], [0])]):
        x = random(a, element)
        lowest = -np.inf if "f" in element else np.iinfo(x.dtype).min
        want = np.maximum.reduce([piece for _, piece in windows(
            x, kernel, strides, dilations, low, high, lowest)])
        program.add(f"max_pool_{element}_{number}", [(x, element)],
                    f"  %r = tg.max_pool %0 kernel {kernel} strides {strides} dilations {dilations} "
                    f"pad_low {low} pad_high {high} : {tensor(a, element)} -> "
                    f"{tensor(want.shape, element)}", [("r", want, element, 0)])

program.check()
