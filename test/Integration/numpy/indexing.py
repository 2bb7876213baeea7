"""Ops that join, find and order, running sums and random numbers."""

import numpy as np

from harness import DTYPES, FLOATS, INTS, Program, edges, tensor

program = Program()
TYPES = ["i1"] + INTS + FLOATS


def one(name, op, inputs, want, element, ulps=0):
    """One op with one result."""
    types = ", ".join(tensor(x.shape, e) for x, e in inputs)
    arguments = ", ".join(f"%{i}" for i in range(len(inputs)))
    program.add(name, inputs, f"  %r = tg.{op.replace('@', arguments)} : {types}"
                + ("" if op.startswith(("scatter", "cumprod", "cummax", "cummin"))
                   else f" -> {tensor(want.shape, element)}"),
                [("r", want, element, ulps)])


for element in TYPES:
    a = edges(element, 12, 1).reshape(3, 4)
    b = edges(element, 6, 2).reshape(3, 2)
    c = edges(element, 12, 3).reshape(3, 4)
    one(f"concat_{element}", "concat @ axis 1", [(a, element), (b, element), (c, element)],
        np.concatenate([a, b, c], 1), element)
    one(f"stack_{element}", "stack @ axis 1", [(a, element), (c, element)],
        np.stack([a, c], 1), element)
    one(f"repeat_{element}", "repeat @ [2, 3]", [(a, element)], np.tile(a, (2, 3)), element)

# Elements at indices; outside there are zeros.
rng = np.random.default_rng(4)
x = edges("f32", 35, 5).reshape(7, 5)
for element in INTS:
    low = 0 if element.startswith("u") else -2
    index = rng.integers(low, 9, (4, 5)).astype(DTYPES[element])
    inside = (index.astype(np.int64) >= 0) & (index.astype(np.int64) < 7)
    want = np.where(inside, np.take_along_axis(x, np.where(inside, index, 0).astype(np.int64), 0),
                    np.float32(0))
    one(f"gather_{element}", "gather @ axis 0", [(x, "f32"), (index, element)], want, "f32")
    one(f"one_hot_{element}", "one_hot @ [7]", [(index, element)],
        (index[..., None].astype(np.int64) == np.arange(7)).astype(np.float32), "f32")
index = rng.integers(0, 5, (7, 6)).astype(np.int32)
one("gather_columns", "gather @ axis 1", [(x, "f32"), (index, "i32")],
    np.take_along_axis(x, index, 1), "f32")

# Updates one after another.
UFUNCS = {"add": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum}
for element in ["i1", "i8", "ui16", "i32", "ui64", "f32", "f64"]:
    x = edges(element, 15, 6).reshape(5, 3)
    if element.startswith("f"):
        x = np.nan_to_num(x, posinf=3, neginf=-3) % 8  # Sums without rounding.
        x = np.round(x).astype(DTYPES[element])
    u = x[[4, 1, 2, 0]]
    index = np.array([[0, 4, 2], [0, 5, 2], [3, -1, 1], [0, 4, 2]], np.int32)
    for kind in ["set", "add", "prod", "max", "min"]:
        want = x.copy()
        for i in range(4):
            for j in range(3):
                k = index[i, j]
                if 0 <= k < 5:
                    with np.errstate(all="ignore"):
                        want[k, j] = (u[i, j] if kind == "set"
                                      else UFUNCS[kind](want[k, j], u[i, j]))
        one(f"scatter_{kind}_{element}", f"scatter {kind} @ axis 0",
            [(x, element), (index, "i32"), (u, element)], want, element)

SUM_TYPES = {"i1": "i32", "i8": "i32", "i16": "i32", "ui8": "ui32", "ui16": "ui32"}
for element in TYPES:
    x = edges(element, 21, 7).reshape(3, 7)
    numbers = x
    if element in FLOATS:
        numbers = rng.integers(-3, 4, (3, 7)).astype(DTYPES[element])
    result = SUM_TYPES.get(element, element)
    with np.errstate(all="ignore"):
        one(f"cumsum_{element}", "cumsum @ axis 1", [(numbers, element)],
            np.cumsum(numbers, 1, dtype=DTYPES[result]), result)
        if element != "i1":
            one(f"cumprod_{element}", "cumprod @ axis 0", [(numbers, element)],
                np.cumprod(numbers, 0, dtype=DTYPES[element]), element)
    # NumPy's maximum of zeros is either.
    ordered = np.where(x == 0, x.dtype.type(0), x)
    one(f"cummax_{element}", "cummax @ axis 1", [(ordered, element)],
        np.maximum.accumulate(ordered, 1), element)
    one(f"cummin_{element}", "cummin @ axis 1", [(ordered, element)],
        np.minimum.accumulate(ordered, 1), element)

    order = np.argsort(x, 1, kind="stable").astype(np.int32)
    t, i = tensor(x.shape, element), tensor(x.shape, "i32")
    program.add(f"sort_{element}", [(x, element)], f"  %v, %i = tg.sort %0 axis 1 : {t} -> {i}",
                [("v", np.take_along_axis(x, order, 1), element, 0), ("i", order, "i32", 0)])
    # Descending and stable: by rank, the other way around.
    ranks = np.empty_like(order)
    for row in range(3):
        unique = np.unique(x[row])  # NaNs are one.
        ranks[row] = np.searchsorted(unique, x[row])
    down = np.argsort(-ranks, 1, kind="stable").astype(np.int32)
    program.add(f"topk_{element}", [(x, element)],
                f"  %v, %i = tg.topk %0 axis 1 k 4 : {t} -> {tensor((3, 4), element)}, "
                f"{tensor((3, 4), 'i32')}",
                [("v", np.take_along_axis(x, down[:, :4], 1), element, 0),
                 ("i", down[:, :4], "i32", 0)])


def threefry(counter, key):
    """Threefry-2x32, 20 rounds, on words packed low first."""
    with np.errstate(over="ignore"):
        x, y = counter.astype(np.uint32), (counter >> 32).astype(np.uint32)
        k0, k1 = key.astype(np.uint32), (key >> 32).astype(np.uint32)
        keys = [k0, k1, k0 ^ k1 ^ np.uint32(0x1BD11BDA)]
        x, y = x + keys[0], y + keys[1]
        for group in range(5):
            for by in ([13, 15, 26, 6], [17, 29, 16, 24])[group % 2]:
                x = x + y
                y = ((y << np.uint32(by)) | (y >> np.uint32(32 - by))) ^ x
            x = x + keys[(group + 1) % 3]
            y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
        return (y.astype(np.uint64) << np.uint64(32)) | x


# The test vectors of the function's authors, low word first.
def words(low, high):
    return np.array([high << 32 | low], np.uint64)


for number, (counter, key, want) in enumerate([
        (words(0, 0), words(0, 0), words(0x6b200159, 0x99ba4efe)),
        (words(0xffffffff, 0xffffffff), words(0xffffffff, 0xffffffff),
         words(0x1cb996fc, 0xbb002be7)),
        (words(0x243f6a88, 0x85a308d3), words(0x13198a2e, 0x03707344),
         words(0xc4923a9c, 0x483df7a0))]):
    assert threefry(counter, key) == want
    t = tensor((1,), "ui64")
    program.add(f"threefry{number}", [(counter, "ui64"), (key, "ui64")],
                f"  %r = tg.threefry %0, %1 : {t}", [("r", want, "ui64", 0)])


def rand(key, counter, shape, dtype):
    """tinygrad's numbers."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape))
    number = -(-count * dtype.itemsize // 4)

    def pair(both):
        return np.array([int(both[0]) | int(both[1]) << 32], np.uint64)

    made = threefry(pair(counter), pair(key))
    half = -(-number // 2)
    low = np.arange(half, dtype=np.uint64)
    bits = threefry(low | (low + np.uint64(half)) << np.uint64(32), np.repeat(made, half))
    stream = np.concatenate([bits.astype(np.uint32), (bits >> np.uint64(32)).astype(np.uint32)])
    uint = np.dtype(f"u{dtype.itemsize}")
    whole = stream[:number].view(uint)[:count]
    mantissa = np.finfo(dtype).nmant
    one_bits = np.ones((), dtype).view(uint)
    return ((whole >> uint.type(8 * dtype.itemsize - mantissa) | one_bits).view(dtype)
            - dtype.type(1)).reshape(shape)


# What tinygrad 0.13's Tensor._rand gives for key [42, 7] and counter [3, 1].
TINYGRAD = {
    "f16": [0.7421875, 0.4384765625, 0.6923828125, 0.5439453125, 0.1640625, 0.0087890625],
    "f32": [0.9209811687469482, 0.9205806255340576, 0.01622629165649414, 0.2867705821990967,
            0.8770114183425903, 0.7502708435058594],
    "f64": [0.8369813658710925, 0.6349148428896514, 0.8405984831897868, 0.7326296935522452,
            0.8215535054241367, 0.4607286423757977],
}
for element in FLOATS:
    assert (rand([42, 7], [3, 1], (6,), DTYPES[element])
            == np.array(TINYGRAD[element], DTYPES[element])).all()
    for shape in [(2, 3), (7,), (), (0, 2)]:
        key = np.array([42, 7], np.uint32)
        counter = np.array([3, 1], np.uint32)
        name = "x".join(map(str, shape)) or "scalar"
        program.add(f"rand_{element}_{name}", [(key, "ui32"), (counter, "ui32")],
                    f"  %r = tg.rand %0, %1 {list(shape)} : tensor<2xui32> -> "
                    f"{tensor(shape, element)}",
                    [("r", rand(key, counter, shape, DTYPES[element]), element, 0)])

# A part of a tensor replaced.
x = np.arange(12, dtype=np.int16).reshape(3, 4)
v = -np.arange(4, dtype=np.int16).reshape(2, 2)
want = x.copy()
want[1:, 2:] = v
program.add("assign", [(x, "i16"), (v, "i16")],
            f"  %r = tg.assign %0 [1, 2], %1 : {tensor(x.shape, 'i16')}, {tensor(v.shape, 'i16')}",
            [("r", want, "i16", 0)])

program.check()
