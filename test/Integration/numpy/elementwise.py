"""Elementwise ops on floats, integers and bools."""

import numpy as np

from harness import FLOATS, INTS, SIGNED, UNSIGNED, Program, edges, tensor

np.seterr(all="ignore")
program = Program()


def maximum(x, y):
    """NaN wins and +0 is larger than -0, which NumPy leaves to the machine."""
    zeros = (x == 0) & (y == 0)
    plus = np.where(np.signbit(x) & np.signbit(y), x, np.abs(x))
    return np.where(zeros, plus, np.maximum(x, y))


for element in FLOATS:
    x, y = edges(element, 4096, 1), edges(element, 4096, 2)
    kind = x.dtype.type
    # The functions of the math library, in a wider type where there is one.
    wide = x.astype(np.float64) if element != "f64" else x.astype(np.longdouble)
    near = 1 if element != "f64" else 2

    def rounded(value):
        return value.astype(kind)

    program.unary(f"unary_{element}", element, x, [
        ("tg.neg", -x, 0), ("tg.abs", np.abs(x), 0), ("tg.sqrt", np.sqrt(x), 0),
        ("tg.reciprocal", kind(1) / x, 0), ("tg.trunc", np.trunc(x), 0),
        ("tg.relu", maximum(x, np.zeros_like(x)), 0),
        ("tg.exp", rounded(np.exp(wide)), near), ("tg.exp2", rounded(np.exp2(wide)), near),
        ("tg.log", rounded(np.log(wide)), near), ("tg.log2", rounded(np.log2(wide)), near),
        ("tg.sin", rounded(np.sin(wide)), near), ("tg.cos", rounded(np.cos(wide)), near),
        ("tg.tanh", rounded(np.tanh(wide)), near)])
    quotient = np.floor(x / y)
    program.binary(f"binary_{element}", element, x, y, [
        ("tg.add", x + y), ("tg.sub", x - y), ("tg.mul", x * y), ("tg.div", x / y),
        ("tg.maximum", maximum(x, y)), ("tg.minimum", -maximum(-x, -y)),
        ("tg.floordiv", quotient), ("tg.mod", x - quotient * y)])

for element in INTS:
    x, y = edges(element, 4096, 3), edges(element, 4096, 4)
    kind, info = x.dtype.type, np.iinfo(x.dtype)
    zero = y == 0
    overflow = (x == info.min) & (y == kind(-1)) if element in SIGNED else zero
    safe = np.where(zero | overflow, kind(1), y)
    floor = np.where(zero, np.array(-1).astype(x.dtype), x // safe)
    mod = np.where(zero, x, x % safe)
    # C's signs: the remainder follows the dividend.
    rem = np.where(zero, x, np.fmod(x, safe))
    quotient = np.where(zero, np.array(-1).astype(x.dtype), (x - np.fmod(x, safe)) // safe)
    amount = y.astype(f"u{y.dtype.itemsize}")
    inside = amount < info.bits
    count = np.where(inside, amount, 0).astype(x.dtype)
    left = np.where(inside, x << count, kind(0))
    most = np.minimum(amount, info.bits - 1).astype(x.dtype)
    right = x >> most if element in SIGNED else np.where(inside, x >> count, kind(0))
    program.binary(f"binary_{element}", element, x, y, [
        ("tg.add", x + y), ("tg.sub", x - y), ("tg.mul", x * y),
        ("tg.floordiv", floor), ("tg.mod", mod), ("tg.cdiv", quotient), ("tg.cmod", rem),
        ("tg.maximum", np.maximum(x, y)), ("tg.minimum", np.minimum(x, y)),
        ("tg.and", x & y), ("tg.or", x | y), ("tg.xor", x ^ y),
        ("tg.shl", left), ("tg.shr", right)])
    program.unary(f"unary_{element}", element, x, [
        ("tg.neg", np.array(0).astype(x.dtype) - x, 0), ("tg.abs", np.abs(x), 0),
        ("tg.relu", np.maximum(x, kind(0)), 0), ("tg.not", ~x, 0)])

x, y = edges("i1", 64, 5), edges("i1", 64, 6)
program.binary("binary_i1", "i1", x, y, [
    ("tg.add", x | y), ("tg.mul", x & y), ("tg.maximum", x | y), ("tg.minimum", x & y),
    ("tg.and", x & y), ("tg.or", x | y), ("tg.xor", x ^ y)])
program.unary("unary_i1", "i1", x, [("tg.not", ~x, 0)])

for element in FLOATS + SIGNED + UNSIGNED + ["i1"]:
    x, y = edges(element, 512, 7), edges(element, 512, 8)
    y[::3] = x[::3]
    program.binary(f"cmp_{element}", element, x, y, [
        ("tg.cmp eq", x == y), ("tg.cmp ne", x != y), ("tg.cmp lt", x < y),
        ("tg.cmp le", x <= y), ("tg.cmp gt", x > y), ("tg.cmp ge", x >= y)], result="i1")
    condition = edges("i1", 512, 9)
    program.add(f"where_{element}", [(condition, "i1"), (x, element), (y, element)],
                f"  %r = tg.where %0, %1, %2 : {tensor(x.shape, element)}",
                [("r", np.where(condition, x, y), element, 0)])

# No rank, no elements.
for shape in [(), (0,), (3, 0, 2), (2, 1, 3, 1, 2)]:
    x = np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)
    name = "shape_" + "_".join(map(str, shape))
    program.binary(name, "f32", x, x, [("tg.add", x + x)])

program.check()
