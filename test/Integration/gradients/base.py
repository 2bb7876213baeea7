"""Gradients of elementwise, movement and reduce ops, and of contractions."""

from differences import Case, main, tensor


def unary(op, low=-2.0, high=2.0, shape=(3, 4)):
    return Case(op.replace(" ", "_"), [shape], f"%{{p}}y = tg.{op} %{{p}}0 : {{y}}", shape, low, high)


def binary(op, low=-2.0, high=2.0):
    return Case(op, [(3, 4), (3, 4)], f"%{{p}}y = tg.{op} %{{p}}0, %{{p}}1 : {{y}}", (3, 4), low, high)


def move(name, op, shape, result, sizes=None):
    """Squared first, so that the second derivative is not 0."""
    return Case(name, [shape], f"%{{p}}z = tg.mul %{{p}}0, %{{p}}0 : {{0}}\n"
                f"  %{{p}}y = tg.{op}", result, 0.2, sizes=sizes)


def reduce(op, shape, axes, result, keepdim="", name="", sizes=None):
    return Case(name or op, [shape], f"%{{p}}z = tg.mul %{{p}}0, %{{p}}0 : {{0}}\n"
                f"  %{{p}}y = tg.{op} %{{p}}z axes {axes} {keepdim} : {{0}} -> {{y}}",
                result, 0.2, sizes=sizes)


CASES = [
    *map(unary, ["neg", "exp", "exp2", "sin", "cos", "tanh", "abs", "relu", "trunc", "contiguous"]),
    *[unary(op, 0.2, 3.0) for op in ("log", "log2", "sqrt", "reciprocal")],
    *map(binary, ["add", "sub", "mul", "maximum", "minimum"]),
    *[binary(op, 0.3, 2.0) for op in ("div", "floordiv")],
    # The quotient stays between two integers.
    Case("mod", [(3, 4), (3, 4)],
         "%{p}k = tg.constant dense<2.5> : {0}\n  %{p}d = tg.add %{p}1, %{p}k : {0}\n"
         "  %{p}n = tg.neg %{p}0 : {0}\n  %{p}y = tg.mod %{p}n, %{p}d : {y}", (3, 4), 0.3),
    Case("same_operand", [(3, 4)], "%{p}y = tg.mul %{p}0, %{p}0 : {y}", (3, 4)),
    Case("where", [(3, 4), (3, 4)],
         "%{p}c = tg.cmp lt %{p}0, %{p}1 : {0}\n"
         "  %{p}z = tg.mul %{p}0, %{p}1 : {0}\n"
         "  %{p}y = tg.where %{p}c, %{p}z, %{p}1 : {y}", (3, 4)),
    Case("detach", [(3, 4), (3, 4)],
         "%{p}z = tg.detach %{p}1 : {0}\n"
         "  %{p}y = tg.sub %{p}0, %{p}0 : {y}", (3, 4)),
    Case("scalar", [()], "%{p}y = tg.exp %{p}0 : {y}", ()),
    # Movement.
    move("reshape", "reshape %{p}z [3, 8] : {0} -> {y}", (2, 3, 4), (3, 8)),
    move("expand", "expand %{p}z [3, 5, 4] : {0} -> {y}", (3, 1, 4), (3, 5, 4)),
    move("permute", "permute %{p}z [2, 0, 1] : {0} -> {y}", (2, 3, 4), (4, 2, 3)),
    move("pad", "pad %{p}z low [1, 0] high [2, 3] value(1.5 : f64) : {0} -> {y}", (2, 3), (5, 6)),
    move("shrink", "shrink %{p}z [1, 2] [3, 1] : {0} -> {y}", (5, 4), (3, 1)),
    move("flip", "flip %{p}z [0, 2] : {0}", (2, 3, 4), (2, 3, 4)),
    move("reshape_n", "reshape %{p}z [%n, 2, 2] : {0} -> {y}", ("n", 4), ("n", 2, 2), {"n": 3}),
    move("expand_n", "expand %{p}z [3, %n] : {0} -> {y}", (3, 1), (3, "n"), {"n": 4}),
    move("shrink_n", "shrink %{p}z [0, 1] [%n, 2] : {0} -> {y}", ("n", 4), ("n", 2), {"n": 3}),
    # A part whose place varies, as a whole of constant size.
    move("shrink_at_n", "shrink %{p}z [%n, 1] [2, 2] : {0} -> {y}", (6, 4), (2, 2), {"n": 3}),
    move("flip_n", "flip %{p}z [0] : {0}", ("n", 4), ("n", 4), {"n": 3}),
    # Reduces.
    reduce("sum", (3, 4, 2), [0, 2], (4,)),
    reduce("sum", (3, 4, 2), [1], (3, 1, 2), "keepdim", "sum_keepdim"),
    reduce("max", (3, 4, 2), [0, 2], (4,)),
    reduce("min", (3, 4, 2), [1], (3, 1, 2), "keepdim"),
    reduce("prod", (3, 4, 2), [1], (3, 1, 2), "keepdim"),
    reduce("prod", (3, 2, 3), [2, 0], (2,), "", "prod_axes"),
    reduce("prod", (3, 2, 3), [], (3, 2, 3), "", "prod_no_axes"),
    reduce("sum", ("n", 4), [0], (4,), "", "sum_n", {"n": 3}),
    reduce("max", (3, "n"), [1], (3,), "", "max_n", {"n": 4}),
    reduce("prod", (3, "n"), [1], (3,), "", "prod_n", {"n": 4}),
    Case("prod_of_zeros", [(2, 5)],
         "%{p}k = tg.constant dense<[[1., 0., 1., 1., 1.], [0., 1., 1., 0., 1.]]> : " + tensor((2, 5)) + "\n"
         "  %{p}z = tg.mul %{p}0, %{p}k : {0}\n"
         "  %{p}y = tg.prod %{p}z axes [1] : {0} -> {y}", (2,)),
    Case("softmax", [(3, 5)], "%{p}y = tg.softmax %{p}0 axis 1 : {y}", (3, 5)),
    Case("softmax_n", [("n", 3)], "%{p}y = tg.softmax %{p}0 axis 0 : {y}", ("n", 3), sizes={"n": 4}),
    # Contractions.
    Case("matmul", [(3, 4), (4, 2)], "%{p}y = tg.matmul %{p}0, %{p}1 : {0}, {1} -> {y}", (3, 2)),
    Case("matmul_batch", [(2, 3, 4), (2, 4, 2)],
         "%{p}y = tg.matmul %{p}0, %{p}1 : {0}, {1} -> {y}", (2, 3, 2)),
    Case("matmul_n", [("n", 4), (4, 2)], "%{p}y = tg.matmul %{p}0, %{p}1 : {0}, {1} -> {y}",
         ("n", 2), sizes={"n": 3}),
]


def conv(name, x, w, result, attributes="", sizes=None):
    return Case(f"conv_{name}", [x, w], f"%{{p}}y = tg.conv %{{p}}0, %{{p}}1 {attributes} : {{0}}, {{1}} -> {{y}}",
                result, sizes=sizes)


def pool(name, x, result, attributes, sizes=None):
    return Case(f"max_pool_{name}", [x], "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n"
                f"  %{{p}}y = tg.max_pool %{{p}}z {attributes} : {{0}} -> {{y}}", result, 0.2, sizes=sizes)


def over_sizes(name, inputs, op, middle, result, axes, sizes, low=-2.0):
    """An op whose result has a size that is no variable itself, made smaller by
    sums of sines."""
    return Case(name, inputs,
                f"%{{p}}c = tg.{op} -> {tensor(middle)}\n  %{{p}}sn = tg.sin %{{p}}c : {tensor(middle)}\n"
                f"  %{{p}}y = tg.sum %{{p}}sn axes {axes} : {tensor(middle)} -> {{y}}", result, low,
                sizes=sizes)


CASES += [
    # Strides on axes whose sizes are variables: 1 to 4, and what is left over.
    *[over_sizes(f"conv_strides_{how}_n{n}", [(2, 2, "n"), (3, 2, k)],
                 f"conv %{{p}}0, %{{p}}1 {attributes} : {{0}}, {{1}}", (2, 3, "?"), (2, 3), [2], {"n": n})
      for n in (1, 3, 4)
      for how, k, attributes in [
          ("plain", 3, "strides [2] pad_low [1] pad_high [1]"),
          ("wide", 2, "strides [3] pad_low [1] pad_high [2]"),
          ("dilated", 2, "strides [2] dilations [2] pad_low [2] pad_high [0]"),
          ("low", 3, "strides [2] pad_low [4] pad_high [0]")]],
    over_sizes("conv_strides_2d_n", [(1, 4, "n", "m"), (6, 2, 3, 2)],
               "conv %{p}0, %{p}1 strides [2, 3] dilations [1, 2] pad_low [1, 2] pad_high [1, 1] groups 2 : {0}, {1}",
               (1, 6, "?", "?"), (1, 6), [2, 3], {"n": 3, "m": 4}),
    *[over_sizes(f"max_pool_strides_{how}_n{n}", [(2, "n")], f"max_pool %{{p}}0 {attributes} : {{0}}",
                 (2, "?"), (2,), [1], {"n": n}, 0.2)
      for n in (1, 3, 4)
      for how, attributes in [
          ("plain", "kernel [3] strides [2] pad_low [1] pad_high [1]"),
          ("wide", "kernel [2] strides [3] pad_low [1] pad_high [1]"),
          ("apart", "kernel [1] strides [2]")]],
    conv("plain", (2, 3, 5), (4, 3, 2), (2, 4, 4)),
    conv("2d", (2, 3, 5, 4), (4, 3, 3, 2), (2, 4, 3, 3)),
    conv("3d", (1, 2, 3, 4, 3), (2, 2, 2, 2, 2), (1, 2, 2, 3, 2)),
    conv("padded", (1, 2, 5), (3, 2, 3), (1, 3, 8), "pad_low [4] pad_high [1]"),
    conv("strides", (1, 2, 9), (3, 2, 3), (1, 3, 3), "strides [3]"),
    conv("strides_rest", (1, 2, 8), (3, 2, 3), (1, 3, 3), "strides [2]"),
    conv("wide_strides", (1, 2, 9), (3, 2, 2), (1, 3, 2), "strides [5] pad_low [1]"),
    conv("dilations", (1, 2, 9), (3, 2, 3), (1, 3, 3), "dilations [3]"),
    conv("groups", (2, 4, 5), (6, 2, 2), (2, 6, 4), "groups 2"),
    conv("depthwise", (1, 3, 5, 5), (3, 1, 3, 3), (1, 3, 5, 5), "pad_low [1, 1] pad_high [1, 1] groups 3"),
    conv("all", (2, 4, 11, 7), (6, 2, 3, 2), (2, 6, 5, 3),
         "strides [2, 3] dilations [2, 1] pad_low [1, 0] pad_high [2, 1] groups 2"),
    conv("batch_n", ("n", 2, 5), (3, 2, 3), ("n", 3, 5), "pad_low [1] pad_high [1]", {"n": 2}),
    pool("plain", (2, 4, 6), (2, 2, 3), "kernel [2, 2]"),
    pool("overlap", (2, 7, 6), (2, 3, 4), "kernel [3, 3] strides [2, 1]"),
    pool("padded", (1, 7), (1, 4), "kernel [3] strides [2] pad_low [1] pad_high [1]"),
    pool("dilations", (1, 9), (1, 5), "kernel [3] strides [1] dilations [2]"),
    pool("apart", (1, 11), (1, 3), "kernel [2] strides [4]"),
    pool("batch_n", ("n", 5), ("n", 3), "kernel [3] strides [1]", {"n": 2}),
]

main(CASES)
