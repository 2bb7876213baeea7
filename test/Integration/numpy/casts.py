"""Casts between all element types that NumPy has, and bitcasts."""

import numpy as np

from harness import DTYPES, FLOATS, INTS, Program, edges, tensor

np.seterr(all="ignore")
program = Program()


def cast(x, element):
    """tg's casts: float to integer saturates, narrow integers go through i32."""
    to = np.dtype(DTYPES[element])
    if to == np.bool_:
        return x != 0
    if x.dtype.kind != "f" or to.kind == "f":
        return x.astype(to)
    if to.itemsize < 4:
        return cast(x, "i32").astype(to)
    info = np.iinfo(to)
    numbers = np.trunc(np.nan_to_num(x.astype(np.float64), nan=0.0, posinf=1e300, neginf=-1e300))
    exact = [min(max(int(value), info.min), info.max) for value in numbers]
    return np.array(exact, dtype=to)


for source in FLOATS + INTS + ["i1"]:
    x = edges(source, 2048, 11)
    if source in FLOATS:  # Around the ends of the integers, too.
        ends = [sign * 2.0 ** k + d for sign in (1, -1) for k in (7, 8, 15, 16, 31, 32, 63, 64)
                for d in (-1, -0.5, 0, 0.5, 1)]
        x[:len(ends)] = np.array(ends).astype(x.dtype)
    targets = [element for element in FLOATS + INTS + ["i1"] if element != source]
    body = "\n".join(
        f"  %r{i} = tg.cast %0 : {tensor(x.shape, source)} to {tensor(x.shape, to)}"
        for i, to in enumerate(targets))
    program.add(f"cast_{source}", [(x, source)], body,
                [(f"r{i}", cast(x, to), to, 0) for i, to in enumerate(targets)])

for source, target in [("f32", "i32"), ("i32", "ui32"), ("f64", "ui64"), ("i16", "f16"),
                       ("ui8", "i8"), ("ui32", "f32")]:
    x = edges(source, 256, 12)
    want = x.view(DTYPES[target])
    program.add(f"bitcast_{source}_{target}", [(x, source)],
                f"  %r = tg.bitcast %0 : {tensor(x.shape, source)} to {tensor(x.shape, target)}",
                [("r", want, target, 0)])

program.check()
