"""Interpolation, against coordinates in exact fractions."""

from fractions import Fraction
from math import ceil, floor

import numpy as np

from harness import Program, tensor

program = Program()
rng = np.random.default_rng(11)
HALF = Fraction(1, 2)
COORDINATES = {
    "half_pixel": lambda i, m, n: (i + HALF) * Fraction(m, n) - HALF,
    "asymmetric": lambda i, m, n: i * Fraction(m, n),
    "align_corners": lambda i, m, n: i * Fraction(m - 1, n - 1) if n > 1 else Fraction(0),
}
ROUNDINGS = {
    "floor": floor, "ceil": ceil,
    "half_down": lambda x: ceil(x - HALF), "half_up": lambda x: floor(x + HALF),
}


def along(x, axis, n, coordinates, how):
    """x with one axis resized to n; `how` gives an element from a coordinate."""
    x = np.moveaxis(x, axis, 0)
    m = x.shape[0]
    rows = [how(x, min(max(COORDINATES[coordinates](i, m, n), Fraction(0)), Fraction(m - 1)))
            for i in range(n)]
    return np.moveaxis(np.stack(rows), 0, axis)


def linear(x, place):
    low = floor(place)
    if place == low:
        return x[low]
    return x[low] + (x[low + 1] - x[low]) * x.dtype.type(float(place - low))


SIZES = [(5, 13), (13, 5), (4, 8), (8, 4), (1, 4), (4, 1), (3, 3), (6, 9)]
for coordinates in COORDINATES:
    for m, n in SIZES:
        x = rng.standard_normal((2, m)).astype(np.float32)
        types = f"{tensor(x.shape, 'f32')} -> {tensor((2, n), 'f32')}"
        for rounding, choose in ROUNDINGS.items():
            want = along(x, 1, n, coordinates,
                         lambda a, c, choose=choose: a[min(max(choose(c), 0), len(a) - 1)])
            program.add(f"nearest_{coordinates}_{rounding}_{m}_{n}", [(x, "f32")],
                        f"  %r = tg.interpolate %0 nearest last 1 coordinates {coordinates} "
                        f"rounding {rounding} : {types}", [("r", want, "f32", 0)])
        program.add(f"linear_{coordinates}_{m}_{n}", [(x, "f32")],
                    f"  %r = tg.interpolate %0 linear last 1 coordinates {coordinates} : {types}",
                    [("r", along(x, 1, n, coordinates, linear), "f32", 0)])
    for element, dtype in [("f32", np.float32), ("f64", np.float64)]:
        x = rng.standard_normal((2, 3, 5, 4)).astype(dtype)
        want = along(along(x, 3, 7, coordinates, linear), 2, 8, coordinates, linear)
        program.add(f"image_{coordinates}_{element}", [(x, element)],
                    f"  %r = tg.interpolate %0 linear last 2 coordinates {coordinates} : "
                    f"{tensor(x.shape, element)} -> {tensor(want.shape, element)}",
                    [("r", want, element, 0)])

# Sizes that vary, of the input, of the result, of both.
VARIABLES = "attributes {tg.variables = {m = [1, 16], n = [1, 16]}}"
for coordinates in COORDINATES:
    for number, (m, n) in enumerate(SIZES):
        x = rng.standard_normal((2, m, 3)).astype(np.float32)
        rounding, choose = list(ROUNDINGS.items())[number % 4]
        near = along(x, 1, n, coordinates,
                     lambda a, c, choose=choose: a[min(max(choose(c), 0), len(a) - 1)])
        for which in ["from", "to", "both"]:
            read = ["?" if which != "to" else m, "?" if which != "from" else n]
            sizes = "sizes(%n) " if which != "from" else ""
            types = f"{tensor((2, read[0], 3), 'f32')} -> {tensor((2, read[1], 3), 'f32')}"
            body = f"""
  %n = tg.variable "n"
  %r = tg.interpolate %0 nearest last 2 {sizes}coordinates {coordinates} rounding {rounding} : {types}
  %s = tg.interpolate %0 linear last 2 {sizes}coordinates {coordinates} : {types}"""
            result = tensor((2, read[1], 3), "f32")
            program.add(f"variable_{which}_{coordinates}_{m}_{n}", [(x, "f32")], body,
                        [("r", near, "f32", 0, result),
                         ("s", along(x, 1, n, coordinates, linear), "f32", 0, result)],
                        attributes=VARIABLES, dims=[[2, "m" if which != "to" else m, 3]],
                        given=["--var", f"n={n}", "--var", f"m={m}"])
program.check()
