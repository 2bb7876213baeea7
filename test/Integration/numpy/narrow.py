"""bf16 and fp8, against rounding written with NumPy's integers and searches."""

import numpy as np

from harness import Program, edges, tensor

np.seterr(all="ignore")
program = Program()


def numbers(element):
    """The value of each pattern of a type, from its definition."""
    exponent_bits, mantissa_bits = {"bf16": (8, 7), "f8E4M3FN": (4, 3), "f8E5M2": (5, 2)}[element]
    patterns = np.arange(1 << (exponent_bits + mantissa_bits + 1))
    mantissa = patterns % (1 << mantissa_bits)
    exponent = (patterns >> mantissa_bits) % (1 << exponent_bits)
    bias = (1 << (exponent_bits - 1)) - 1
    normal = np.ldexp(1 + mantissa / (1 << mantissa_bits), exponent - bias)
    denormal = np.ldexp(mantissa / (1 << mantissa_bits), 1 - bias)
    values = np.where(exponent == 0, denormal, normal)
    top = exponent == (1 << exponent_bits) - 1
    if element == "f8E4M3FN":
        values[top & (mantissa == 7)] = np.nan
    else:
        values[top] = np.where(mantissa[top] == 0, np.inf, np.nan)
    return np.where(patterns >> (exponent_bits + mantissa_bits), -values, values)


def encode(x, element, saturate="finite"):
    """The patterns of the numbers nearest to x; ties go to the even pattern."""
    values = numbers(element)
    half = len(values) // 2
    finite = values[:half][np.isfinite(values[:half])]
    size = np.abs(x.astype(np.float64))
    above = np.clip(np.searchsorted(finite, size), 1, len(finite) - 1)
    low, high = finite[above - 1], finite[above]
    middle = low / 2 + high / 2
    up = (size > middle) | ((size == middle) & (above % 2 == 0))
    result = np.where(up, above, above - 1)
    step = finite[-1] - finite[-2]
    limit = finite[-1] + step / 2
    # The largest pattern is even in f8E4M3FN only.
    over = size > limit if element == "f8E4M3FN" else size >= limit
    beyond = len(finite)  # Infinity, or the NaN of f8E4M3FN.
    saturates = element != "bf16" and saturate != "none"
    result = np.where(over, len(finite) - 1 if saturates else beyond, result)
    infinite = len(finite) - 1 if element != "bf16" and saturate == "all" else beyond
    result = np.where(np.isinf(size), infinite, result)
    nan = {"bf16": 0x7fc0, "f8E4M3FN": 0x7f, "f8E5M2": 0x7e}[element]
    result = np.where(np.isnan(size), nan, result)
    result = result + np.where(np.signbit(x), half, 0)
    return result.astype(np.uint16 if element == "bf16" else np.uint8)


for element in ["bf16", "f8E4M3FN", "f8E5M2"]:
    values = numbers(element)
    bits = np.arange(len(values)).astype(np.uint16 if element == "bf16" else np.uint8)
    narrow, wide = tensor(bits.shape, element), tensor(bits.shape, "f32")
    program.add(f"decode_{element}", [(bits, element)],
                f"  %r = tg.cast %0 : {narrow} to {wide}",
                [("r", values.astype(np.float32), "f32", 0)])
    for source in ["f32", "f64"]:
        x = edges(source, 6000, 21)
        some = values[np.isfinite(values)]
        middles = (some[:-1] + some[1:]) / 2
        picks = np.random.default_rng(22).choice(middles, 1000).astype(x.dtype)
        x[:3000] = np.concatenate([picks, np.nextafter(picks, x.dtype.type(np.inf)),
                                   np.nextafter(picks, x.dtype.type(-np.inf))])
        x = x[~np.isnan(x)]  # Whose bits may differ.
        modes = ["finite", "all", "none"] if element != "bf16" else ["finite"]
        body = "\n".join(
            f"  %r{i} = tg.cast %0 saturate {mode} : {tensor(x.shape, source)} to "
            f"{tensor(x.shape, element)}" for i, mode in enumerate(modes))
        program.add(f"encode_{element}_{source}", [(x, source)], body,
                    [(f"r{i}", encode(x, element, mode), element, 0)
                     for i, mode in enumerate(modes)])
    # Each op rounds; in double the result is exact enough to round once.
    rng = np.random.default_rng(23)
    a, b = rng.integers(0, len(values), (2, 4000)).astype(bits.dtype)
    ops = [("tg.add", np.add), ("tg.sub", np.subtract), ("tg.mul", np.multiply),
           ("tg.div", np.divide)]
    good = np.ones(a.shape, bool)
    for _, function in ops:
        good &= ~np.isnan(function(values[a], values[b]))
    a, b = a[good], b[good]
    program.binary(f"arithmetic_{element}", element, a, b,
                   [(op, encode(function(values[a], values[b]), element)) for op, function in ops])

for source, dtype in [("i64", np.int64), ("ui64", np.uint64), ("i32", np.int32)]:
    x = edges(source, 1000, 24)
    info = np.iinfo(dtype)
    halves = [(257 << k) + d for k in range(1, info.bits - 10) for d in (-1, 0, 1)]
    x[:len(halves)] = np.array(halves, dtype=dtype)
    # Python's integers round once; NumPy goes through double. In units of 1/256
    # all numbers from 1 up are whole.
    exact = numbers("bf16")[:0x7f80]
    start = int(np.argmax(exact >= 1))
    whole = np.array([int(v * 256) for v in exact[start:] if v < 2.0 ** 70], dtype=object)

    def nearest(value):
        if value == 0:
            return 0
        size = abs(int(value)) * 256
        i = int(np.searchsorted(whole, size, "right")) - 1
        middle = whole[i] + whole[i + 1]
        up = 2 * size > middle or (2 * size == middle and (start + i) % 2 == 1)
        return start + i + (1 if up else 0) + (0x8000 if value < 0 else 0)

    want = np.array([nearest(value) for value in x.tolist()], dtype=np.uint16)
    program.add(f"integers_{source}", [(x, source)],
                f"  %r = tg.cast %0 : {tensor(x.shape, source)} to {tensor(x.shape, 'bf16')}",
                [("r", want, "bf16", 0)])

program.check()
