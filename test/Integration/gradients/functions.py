"""Gradients of functions of elements, and of means and variances."""

from differences import Case, main

SHAPE = (3, 4)


def unary(op, low=-2.0, high=2.0, name=None):
    return Case(name or op, [SHAPE], f"%{{p}}y = tg.{op} : {{y}}", SHAPE, low, high)


def function(op, low=-2.0, high=2.0):
    return unary(op + " %{p}0", low, high, op)


def reduce(name, op, shape, result, sizes=None):
    return Case(name, [shape], f"%{{p}}z = tg.mul %{{p}}0, %{{p}}0 : {{0}}\n  %{{p}}y = tg.{op} : {{0}} -> {{y}}",
                result, 0.2, sizes=sizes)


def several(name, op, count, low, high):
    operands = ", ".join(f"%{{p}}{i}" for i in range(count))
    return Case(name, [SHAPE] * count, f"%{{p}}y = tg.{op} {operands} : {{y}}", SHAPE, low, high)


CASES = [
    *map(function, ["atan", "sinh", "cosh", "asinh", "expm1", "erf", "sigmoid", "silu", "gelu",
                    "floor", "ceil", "round", "sign"]),
    *[function(op, -0.9, 0.9) for op in ("asin", "acos", "atanh", "log1p")],
    # Away from the poles, where differences lose their digits.
    function("tan", -1.2, 1.2), function("acosh", 1.2, 3.0), function("rsqrt", 0.2, 3.0),
    unary("gelu %{p}0 approximate tanh", name="gelu_tanh"),
    several("pow", "pow", 2, 0.3, 2.0),
    several("copysign", "copysign", 2, -2.0, 2.0),
    several("mulacc", "mulacc", 3, -2.0, 2.0),
    several("clamp", "clamp", 3, -2.0, 2.0),
    Case("power_of_zero", [SHAPE], "%{p}k = tg.constant dense<0.0> : {0}\n"
         "  %{p}b = tg.constant dense<2.0> : {0}\n  %{p}z = tg.pow %{p}k, %{p}0 : {0}\n"
         "  %{p}w = tg.pow %{p}0, %{p}b : {0}\n  %{p}y = tg.add %{p}z, %{p}w : {y}", SHAPE, 0.5, 2.0),
    reduce("mean", "mean %{p}z axes [1]", (3, 4, 2), (3, 2)),
    reduce("mean_n", "mean %{p}z axes [0] keepdim", ("n", 4), (1, 4), {"n": 3}),
    reduce("var", "var %{p}z axes [0, 2]", (3, 4, 2), (4,)),
    reduce("var_all", "var %{p}z axes [0, 1] correction 0 keepdim", (3, 4), (1, 1)),
]

main(CASES)
