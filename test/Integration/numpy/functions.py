"""Functions of elements, any, all, mean and variance."""

import math

import numpy as np

from harness import FLOATS, INTS, UNSIGNED, Program, edges, tensor

np.seterr(all="ignore")
program = Program()


def erfc(x):
    """erfc in x's type from the standard library's, which is that of doubles."""
    return np.vectorize(math.erfc, otypes=[np.float64])(x.astype(np.float64)).astype(x.dtype)


def logistic(x):
    """1 / (1 + e^-x), precise where it is small."""
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, 1) / (1 + e)


def weighted(x, weight):
    """x times its weight, whose limit at minus infinity is -0."""
    return np.where(x == -np.inf, -0.0, x * weight)


for element in FLOATS:
    x = edges(element, 4096, 1)
    kind = x.dtype.type
    # The functions of the math library, in a wider type where there is one.
    wide = x.astype(np.float64) if element != "f64" else x.astype(np.longdouble)
    near = 1 if element != "f64" else 2

    def rounded(value):
        return value.astype(kind)

    whole = np.sign(x)
    functions = [
        ("tg.tan", np.tan(wide)), ("tg.asin", np.arcsin(wide)), ("tg.acos", np.arccos(wide)),
        ("tg.atan", np.arctan(wide)), ("tg.sinh", np.sinh(wide)), ("tg.cosh", np.cosh(wide)),
        ("tg.asinh", np.arcsinh(wide)), ("tg.acosh", np.arccosh(wide)),
        ("tg.atanh", np.arctanh(wide)), ("tg.expm1", np.expm1(wide)),
        ("tg.log1p", np.log1p(wide)), ("tg.rsqrt", 1 / np.sqrt(wide)),
        ("tg.sigmoid", logistic(wide)), ("tg.silu", weighted(wide, logistic(wide)))]
    program.unary(f"functions_{element}", element, x,
                  [(op, rounded(want), near) for op, want in functions])
    if element != "f64":  # There is no wider error function to compare with.
        gelu = weighted(wide, erfc(-wide / math.sqrt(2)) / 2)
        z = 2 * math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3)
        error = np.vectorize(math.erf, otypes=[np.float64])(wide)
        program.unary(f"gelu_{element}", element, x, [
            ("tg.gelu", rounded(gelu), near), ("tg.erf", rounded(error), near)])
        type_ = tensor(x.shape, element)
        program.add(f"gelu_tanh_{element}", [(x, element)],
                    f"  %r = tg.gelu %0 approximate tanh : {type_}",
                    [("r", rounded(weighted(wide, logistic(z))), element, near)])
    program.unary(f"rounding_{element}", element, x, [
        ("tg.floor", np.floor(x), 0), ("tg.ceil", np.ceil(x), 0),
        ("tg.round", np.rint(x), 0), ("tg.sign", np.where(x == 0, kind(0), np.sign(x)), 0)])
    type_ = tensor(x.shape, element)
    program.add(f"classes_{element}", [(x, element)],
                "\n".join(f"  %r{i} = tg.{op} %0 : {type_}"
                          for i, op in enumerate(["is_nan", "is_inf", "is_finite"])),
                [("r0", np.isnan(x), "i1", 0), ("r1", np.isinf(x), "i1", 0),
                 ("r2", np.isfinite(x), "i1", 0)])

    y, z = edges(element, 4096, 2), edges(element, 4096, 3)
    y[::7] = np.rint(y[::7])
    power = np.power(x.astype(wide.dtype), y.astype(wide.dtype))
    program.add(f"pow_{element}", [(x, element), (y, element)], f"  %r = tg.pow %0, %1 : {type_}",
                [("r", rounded(power), element, near)])
    program.binary(f"copysign_{element}", element, x, y, [("tg.copysign", np.copysign(x, y))])
    bounded = np.minimum(np.maximum(x, y), z)
    bounded = np.where(np.isnan(x) | np.isnan(y) | np.isnan(z), kind(np.nan), bounded)
    program.add(f"clamp_{element}", [(x, element), (y, element), (z, element)],
                f"  %r = tg.clamp %0, %1, %2 : {type_}",
                # Zeros of two signs are equal here; maximum.mlir tells them apart.
                [("r", bounded, element, 1e-9)])

# A product that f64 holds exactly, and a sum that it does not: rounded once.
a = np.array([1 + 2**-23, 1 + 2**-12, 3, np.inf, 0], np.float32)
b = np.array([1 + 2**-23, 1 + 2**-12, 5, 0, np.inf], np.float32)
c = np.array([-(1 + 2**-22), 2**-60, -15, 1, 1], np.float32)
want = np.array([2.0**-46, 1 + 2**-11 + 2**-23, 0, np.nan, np.nan], np.float32)
program.add("mulacc_f32", [(a, "f32"), (b, "f32"), (c, "f32")],
            "  %r = tg.mulacc %0, %1, %2 : tensor<5xf32>", [("r", want, "f32", 0)])

for element in INTS:
    x, y, z = (edges(element, 2048, seed) for seed in (4, 5, 6))
    kind, bits = x.dtype.type, np.iinfo(x.dtype).bits
    small = (y % kind(12)).astype(x.dtype)
    modulus = 2**bits

    def power(base, exponent):
        base, exponent = int(base), int(exponent)
        if exponent < 0:
            return 1 if base == 1 else (-1) ** (exponent % 2) if base == -1 else 0
        result = pow(base, exponent, modulus)
        return result - modulus if element not in UNSIGNED and result >= modulus // 2 else result

    want = np.array([power(p, q) for p, q in zip(x, y)], dtype=x.dtype)
    want_small = np.array([power(p, q) for p, q in zip(x, small)], dtype=x.dtype)
    program.binary(f"pow_{element}", element, x, y, [("tg.pow", want)])
    program.binary(f"pow_small_{element}", element, x, small, [("tg.pow", want_small)])
    program.unary(f"sign_{element}", element, x, [("tg.sign", np.sign(x), 0)])
    type_ = tensor(x.shape, element)
    program.add(f"ternary_{element}", [(x, element), (y, element), (z, element)],
                f"  %r = tg.clamp %0, %1, %2 : {type_}\n  %s = tg.mulacc %0, %1, %2 : {type_}",
                [("r", np.minimum(np.maximum(x, y), z), element, 0),
                 ("s", x * y + z, element, 0)])

SHAPE = (3, 5, 4)
for element in FLOATS + INTS + ["i1"]:
    x = edges(element, 60, 31).reshape(SHAPE)
    x[1] = 0
    body, results = [], []
    for axes, keepdim in [((0,), False), ((1,), True), ((2, 1), False), ((0, 1, 2), True), ((), False)]:
        for op, fn in (("any", np.any), ("all", np.all)):
            # NumPy takes no axes for all.
            want = fn(x != 0, axis=axes, keepdims=keepdim) if axes else x != 0
            keep = " keepdim" if keepdim else ""
            name = f"r{len(results)}"
            body.append(f"  %{name} = tg.{op} %0 axes {list(axes)}{keep} : "
                        f"{tensor(SHAPE, element)} -> {tensor(want.shape, 'i1')}")
            results.append((name, want, "i1", 0))
    program.add(f"truth_{element}", [(x, element)], "\n".join(body), results)

for element in FLOATS:
    x = (np.random.default_rng(35).standard_normal(SHAPE) * 3 + 1).astype(edges(element, 1).dtype)
    wide = x.astype(np.float64)
    body, results = [], []
    for axes, keepdim in [((0,), False), ((1,), True), ((2, 0), False), ((0, 1, 2), False)]:
        keep = " keepdim" if keepdim else ""
        cases = [("mean", "", wide.mean(axis=axes, keepdims=keepdim))]
        for correction in (0, 1, 2):
            cases.append(("var", f" correction {correction}",
                          wide.var(axis=axes, keepdims=keepdim, ddof=correction)))
        for op, note, want in cases:
            name = f"r{len(results)}"
            body.append(f"  %{name} = tg.{op} %0 axes {list(axes)}{note}{keep} : "
                        f"{tensor(SHAPE, element)} -> {tensor(want.shape, element)}")
            results.append((name, want.astype(x.dtype), element, 1 if element == "f16" else 128))
    program.add(f"moments_{element}", [(x, element)], "\n".join(body), results)

# Too few elements for the correction, and none at all.
one, none = np.ones((2, 1), np.float32), np.ones((2, 0), np.float32)
nan = np.full(2, np.nan, np.float32)
program.add("var_of_one", [(one, "f32")],
            "  %r = tg.var %0 axes [1] : tensor<2x1xf32> -> tensor<2xf32>", [("r", nan, "f32", 0)])
program.add("mean_of_none", [(none, "f32")],
            "  %r = tg.mean %0 axes [1] : tensor<2x0xf32> -> tensor<2xf32>", [("r", nan, "f32", 0)])
program.add("all_of_none", [(none, "f32")],
            "  %r = tg.all %0 axes [1] : tensor<2x0xf32> -> tensor<2xi1>\n"
            "  %s = tg.any %0 axes [1] : tensor<2x0xf32> -> tensor<2xi1>",
            [("r", np.ones(2, bool), "i1", 0), ("s", np.zeros(2, bool), "i1", 0)])

program.check()
