"""Reduces over any axes, softmax, argmax and argmin."""

import itertools

import numpy as np

from harness import FLOATS, INTS, Program, edges, tensor

np.seterr(all="ignore")
program = Program()
SHAPE = (3, 5, 4)

SUM = {"i8": "i32", "i16": "i32", "ui8": "ui32", "ui16": "ui32", "i1": "i32"}


class Reduces:
    """One function of many reduces of one tensor."""

    def __init__(self, x, element):
        self.x, self.element, self.body, self.results = x, element, [], []

    def add(self, op, axes, keepdim, want, result, allowed=0):
        """One reduce."""
        keep = " keepdim" if keepdim else ""
        name = f"r{len(self.results)}"
        self.body.append(f"  %{name} = tg.{op} %0 axes {list(axes)}{keep} : "
                         f"{tensor(self.x.shape, self.element)} -> {tensor(want.shape, result)}")
        self.results.append((name, want, result, allowed))

    def done(self, name):
        """Adds the function to the program."""
        program.add(name, [(self.x, self.element)], "\n".join(self.body), self.results)


def reduce(name, op, element, x, axes, keepdim, want, result):
    """A function of one reduce."""
    one = Reduces(x, element)
    one.add(op, axes, keepdim, want, result)
    one.done(name)


for element in FLOATS + INTS + ["i1"]:
    x = edges(element, 60, 31).reshape(SHAPE)
    if element in FLOATS:  # Sums of moderate numbers, to be compared closely.
        x = np.random.default_rng(32).standard_normal(SHAPE).astype(x.dtype)
    into = SUM.get(element, element)
    reduces = Reduces(x, element)
    for axes, keepdim in [((0,), False), ((1,), True), ((0, 2), False), ((0, 1, 2), False),
                          ((2, 1), True), ((), False)]:
        how = {"axis": axes, "keepdims": keepdim}
        if element in FLOATS:
            loose = element == "f64"  # The order of additions counts.
            wide = x.astype(np.float64)
            reduces.add("sum", axes, keepdim, wide.sum(**how).astype(x.dtype), element,
                        64 if loose else 0)
            reduces.add("prod", axes, keepdim, wide.prod(**how).astype(x.dtype), element,
                        64 if loose else 1)
        else:
            kind = {"i32": np.int32, "ui32": np.uint32}.get(into, x.dtype)
            reduces.add("sum", axes, keepdim, x.sum(dtype=kind, **how), into)
            if element != "i1":
                reduces.add("prod", axes, keepdim, x.prod(dtype=x.dtype, **how), element)
        reduces.add("max", axes, keepdim, x.max(**how), element)
        reduces.add("min", axes, keepdim, x.min(**how), element)
    reduces.done(f"reduces_{element}")

# A NaN wins, whatever comes after it.
n = np.array([[1, np.nan, 3], [2, 0, -1]], np.float32)
reduce("max_nan", "max", "f32", n, (1,), False, n.max(1), "f32")
reduce("min_nan", "min", "f32", n, (0,), True, n.min(0, keepdims=True), "f32")

# f16 is summed in f32 and rounded once.
h = np.full(4096, 0.1, np.float16)
reduce("sum_f16_long", "sum", "f16", h, (0,), False,
       np.array(h.astype(np.float64).sum().astype(np.float16)), "f16")

empty = np.zeros((0, 3), np.float32)
reduce("sum_empty", "sum", "f32", empty, (0,), False, np.zeros(3, np.float32), "f32")
reduce("prod_empty", "prod", "f32", empty, (0,), False, np.ones(3, np.float32), "f32")
none = np.zeros((2, 0), np.int32)
reduce("sum_none", "sum", "i32", none, (0,), True, np.zeros((1, 0), np.int32), "i32")

for element in ["f16", "f32", "f64", "i8", "ui64"]:
    x = edges(element, 60, 33).reshape(SHAPE)
    x[0, 1] = x[0, 0]
    body, results = [], []
    for i, (op, axis, keepdim) in enumerate(itertools.product(
            ["argmax", "argmin"], range(3), [False, True])):
        want = getattr(np, op)(x, axis=axis, keepdims=keepdim).astype(np.int32)
        keep = " keepdim" if keepdim else ""
        body.append(f"  %r{i} = tg.{op} %0 axis {axis}{keep} : {tensor(SHAPE, element)} -> "
                    f"{tensor(want.shape, 'i32')}")
        results.append((f"r{i}", want, "i32", 0))
    program.add(f"arg_{element}", [(x, element)], "\n".join(body), results)

for element in FLOATS:
    x = (np.random.default_rng(34).standard_normal(SHAPE) * 4).astype(edges(element, 1).dtype)
    wide = x.astype(np.float64)
    results, body = [], []
    for axis in range(3):
        powers = np.exp(wide - wide.max(axis, keepdims=True))
        want = (powers / powers.sum(axis, keepdims=True)).astype(x.dtype)
        body.append(f"  %r{axis} = tg.softmax %0 axis {axis} : {tensor(SHAPE, element)}")
        # The difference from the largest is rounded before the exponential.
        results.append((f"r{axis}", want, element, 1 if element == "f16" else 12))
    program.add(f"softmax_{element}", [(x, element)], "\n".join(body), results)

program.check()
