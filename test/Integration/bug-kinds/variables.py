"""One program for every size: the smallest, the largest and one between."""

import numpy as np

from kinds import check, program

VARIABLES = "attributes {tg.variables = {n = [0, 9]}}"


def case(name, n, inputs, body, *results):
    """Inputs are (array, dims); results (name, array, type)."""
    program.add(f"{name}_{n}", [(a, "f32") for a, _ in inputs], body,
                [(r, np.asarray(want, dtype), element, 0, type_)
                 for r, want, element, dtype, type_ in results],
                attributes=VARIABLES, dims=[d for _, d in inputs])


def f(name, want, type_):
    return name, want, "f32", np.float32, type_


for n in [1, 5, 9]:
    x = np.arange(n * 6, dtype=np.float32).reshape(n, 6) - 7
    rows = [(x, ["n", 6])]

    # Rows that reshape regroups, backwards, cut at both ends.
    case("reshape_and_flip", n, rows, """
  %n = tg.variable "n"
  %two = arith.constant 2 : index
  %m = arith.muli %n, %two : index
  %a = tg.reshape %0 [%m, 3] : tensor<?x6xf32> -> tensor<?x3xf32>
  %r = tg.flip %a [0] : tensor<?x3xf32>
  %b = tg.permute %0 [1, 0] : tensor<?x6xf32> -> tensor<6x?xf32>
  %s = tg.flip %b [0, 1] : tensor<6x?xf32>""",
         f("r", x.reshape(-1, 3)[::-1], "tensor<?x3xf32>"),
         f("s", x.T[::-1, ::-1], "tensor<6x?xf32>"))

    # Padding by as many rows as there are, and back.
    case("pad_by_size", n, rows, """
  %n = tg.variable "n"
  %a = tg.pad %0 low [%n, 1] high [1, 0] value(2.0 : f32) : tensor<?x6xf32> -> tensor<?x7xf32>
  %r = tg.shrink %a [%n, 1] [%n, 6] : tensor<?x7xf32> -> tensor<?x6xf32>
  %s = tg.sum %a axes [0] : tensor<?x7xf32> -> tensor<7xf32>
  %t = tg.shrink %a [1, 0] [%n, 2] : tensor<?x7xf32> -> tensor<?x2xf32>""",
         f("r", x, "tensor<?x6xf32>"),
         f("s", np.pad(x, ((n, 1), (1, 0)), constant_values=2).sum(0), "tensor<7xf32>"),
         f("t", np.pad(x, ((n, 1), (1, 0)), constant_values=2)[1:n + 1, :2], "tensor<?x2xf32>"))

    # Reduces over the variable axis, of which only n rows count.
    case("reduces", n, rows, """
  %a = tg.sum %0 axes [0] : tensor<?x6xf32> -> tensor<6xf32>
  %d = tg.sum %0 axes [0, 1] : tensor<?x6xf32> -> tensor<f32>
  %e = tg.sum %0 axes [1] : tensor<?x6xf32> -> tensor<?xf32>""",
         f("a", x.sum(0), "tensor<6xf32>"), f("d", x.sum(), "tensor<f32>"),
         f("e", x.sum(1), "tensor<?xf32>"))

    # Products over, and beside, the variable axis.
    y = np.arange(n * 4, dtype=np.float32).reshape(n, 4) % 5
    case("products", n, [(x, ["n", 6]), (y, ["n", 4])], """
  %t = tg.permute %0 [1, 0] : tensor<?x6xf32> -> tensor<6x?xf32>
  %r = tg.matmul %t, %1 : tensor<6x?xf32>, tensor<?x4xf32> -> tensor<6x4xf32>
  %s = tg.matmul %0, %t : tensor<?x6xf32>, tensor<6x?xf32> -> tensor<?x?xf32>""",
         f("r", x.T @ y, "tensor<6x4xf32>"), f("s", x @ x.T, "tensor<?x?xf32>"))

    # Repeated, counted and compared with a count: a triangle of ones.
    v = np.arange(n, dtype=np.float32)
    case("counting", n, [(v, ["n"])], """
  %n = tg.variable "n"
  %i = tg.arange [%n] start(0 : i32) step(1 : i32) : tensor<?xi32>
  %a = tg.reshape %i [%n, 1] : tensor<?xi32> -> tensor<?x1xi32>
  %b = tg.reshape %i [1, %n] : tensor<?xi32> -> tensor<1x?xi32>
  %c = tg.expand %a [%n, %n] : tensor<?x1xi32> -> tensor<?x?xi32>
  %d = tg.expand %b [%n, %n] : tensor<1x?xi32> -> tensor<?x?xi32>
  %r = tg.cmp ge %c, %d : tensor<?x?xi32>
  %w = tg.reshape %0 [1, %n] : tensor<?xf32> -> tensor<1x?xf32>
  %e = tg.expand %w [%n, %n] : tensor<1x?xf32> -> tensor<?x?xf32>
  %z = tg.sub %e, %e : tensor<?x?xf32>
  %m = tg.where %r, %e, %z : tensor<?x?xf32>
  %s = tg.sum %m axes [1] : tensor<?x?xf32> -> tensor<?xf32>""",
         ("r", np.tri(n), "i1", bool, "tensor<?x?xi1>"), f("s", np.cumsum(v), "tensor<?xf32>"))

    # Windows over a variable axis, padded to keep its size.
    c = x.reshape(1, 1, n * 6)
    w = np.array([[[1, -2, 3]]], np.float32)
    want = np.convolve(np.pad(c.ravel(), 1), w.ravel()[::-1], "valid").reshape(1, 1, -1)
    program.add(f"windows_{n}", [(c, "f32"), (w, "f32")], """
  %r = tg.conv %0, %1 pad_low [1] pad_high [1] : tensor<1x1x?xf32>, $w -> tensor<1x1x?xf32>
  %s = tg.max_pool %0 kernel [3] strides [1] pad_low [1] pad_high [1]
      : tensor<1x1x?xf32> -> tensor<1x1x?xf32>""".replace("$w", "tensor<1x1x3xf32>"),
                [("r", want, "f32", 0, "tensor<1x1x?xf32>"),
                 ("s", np.lib.stride_tricks.sliding_window_view(
                     np.pad(c.ravel(), 1, constant_values=-np.inf), 3).max(1).reshape(1, 1, -1),
                  "f32", 0, "tensor<1x1x?xf32>")],
                attributes="attributes {tg.variables = {k = [6, 54]}}",
                dims=[[1, 1, "k"], None])

# No rows at all: sums are 0, products with them too, and the rest is empty.
x = np.zeros((0, 6), np.float32)
case("nothing", 0, [(x, ["n", 6])], """
  %t = tg.permute %0 [1, 0] : tensor<?x6xf32> -> tensor<6x?xf32>
  %r = tg.matmul %t, %0 : tensor<6x?xf32>, tensor<?x6xf32> -> tensor<6x6xf32>
  %s = tg.sum %0 axes [0] : tensor<?x6xf32> -> tensor<6xf32>
  %p = tg.prod %0 axes [0] : tensor<?x6xf32> -> tensor<6xf32>
  %e = tg.exp %0 : tensor<?x6xf32>
  %n = tg.variable "n"
  %q = tg.pad %0 low [2, 0] high [%n, 0] value(1.5 : f32) : tensor<?x6xf32> -> tensor<?x6xf32>""",
     f("r", np.zeros((6, 6)), "tensor<6x6xf32>"), f("s", np.zeros(6), "tensor<6xf32>"),
     f("p", np.ones(6), "tensor<6xf32>"), f("e", x, "tensor<?x6xf32>"),
     f("q", np.full((2, 6), 1.5), "tensor<?x6xf32>"))

check()
