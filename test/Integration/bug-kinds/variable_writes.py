"""Writes at places and of sizes that are variables: caches, rings, shifted rows."""

import numpy as np

from kinds import check, program

VARIABLES = "attributes {tg.variables = {i = [0, 7], n = [1, 4]}}"


def case(name, inputs, body, results, updates=None, dims=None, **variables):
    """Inputs are (array, element type); results (name, array, element type, type)."""
    given = [text for key, value in variables.items() for text in ("--var", f"{key}={value}")]
    label = "_".join(f"{key}{value}" for key, value in variables.items())
    program.add(f"{name}_{label}", inputs, body,
                [(r, np.asarray(want), element, 0, type_) for r, want, element, type_ in results],
                attributes=VARIABLES, dims=dims, given=given, updates=updates)


cache = np.arange(16, dtype=np.float32).reshape(8, 2)
row = np.array([[-1, -2]], np.float32)
for i in (0, 3, 7):
    # A row goes into a cache, of which what is filled is read back: new and old.
    want = cache.copy()
    want[i] = row[0]
    case("cache", [(cache, "f32"), (row, "f32")], """
  %i = tg.variable "i"
  %one = arith.constant 1 : index
  %m = arith.addi %i, %one : index
  %r = tg.assign %0 [%i, 0], %1 : tensor<8x2xf32>, tensor<1x2xf32>
  %f = tg.shrink %r [0, 0] [%m, 2] : tensor<8x2xf32> -> tensor<?x2xf32>
  %s = tg.sum %f axes [0] : tensor<?x2xf32> -> tensor<2xf32>
  %o = tg.shrink %0 [0, 0] [%m, 2] : tensor<8x2xf32> -> tensor<?x2xf32>
  %t = tg.sum %o axes [0] : tensor<?x2xf32> -> tensor<2xf32>""",
         [("r", want, "f32", "tensor<8x2xf32>"), ("s", want[:i + 1].sum(0), "f32", "tensor<2xf32>"),
          ("t", cache[:i + 1].sum(0), "f32", "tensor<2xf32>")], updates={"r": 0}, i=i, n=1)

    # The row before it, doubled, goes to its place: x[i] = 2 * x[7 - i].
    want = cache.copy()
    want[i] = 2 * cache[7 - i]
    case("row_to_row", [(cache, "f32")], """
  %i = tg.variable "i"
  %seven = arith.constant 7 : index
  %j = arith.subi %seven, %i : index
  %a = tg.shrink %0 [%j, 0] [1, 2] : tensor<8x2xf32> -> tensor<1x2xf32>
  %b = tg.add %a, %a : tensor<1x2xf32>
  %r = tg.assign %0 [%i, 0], %b : tensor<8x2xf32>, tensor<1x2xf32>
  %s = tg.sub %r, %0 : tensor<8x2xf32>""",
         [("r", want, "f32", "tensor<8x2xf32>"), ("s", want - cache, "f32", "tensor<8x2xf32>")],
         updates={"r": 0}, i=i, n=1)

    # Two writes whose places meet for one value of the variable: the later counts.
    want = cache.copy()
    want[i], want[3] = -1, -2
    case("meeting_writes", [(cache, "f32")], """
  %i = tg.variable "i"
  %a = tg.constant dense<-1.0> : tensor<1x2xf32>
  %b = tg.constant dense<-2.0> : tensor<1x2xf32>
  %w = tg.assign %0 [%i, 0], %a : tensor<8x2xf32>, tensor<1x2xf32>
  %r = tg.assign %w [3, 0], %b : tensor<8x2xf32>, tensor<1x2xf32>
  %s = tg.sum %w axes [0, 1] : tensor<8x2xf32> -> tensor<f32>""",
         [("r", want, "f32", "tensor<8x2xf32>"),
          ("s", cache.sum() - cache[i].sum() - 2, "f32", "tensor<f32>")], updates={"r": 0}, i=i, n=1)

for n in (1, 2, 4):
    # Rows move on by as many as come: x = [new, x[:-n]], in one write and in two.
    new = -np.arange(1, 2 * n + 1, dtype=np.float32).reshape(n, 2)
    want = np.concatenate([new, cache[:8 - n]])
    case("moved_on", [(cache, "f32"), (new, "f32")], """
  %n = tg.variable "n"
  %eight = arith.constant 8 : index
  %m = arith.subi %eight, %n : index
  %a = tg.shrink %0 [0, 0] [%m, 2] : tensor<8x2xf32> -> tensor<?x2xf32>
  %w = tg.assign %0 [%n, 0], %a : tensor<8x2xf32>, tensor<?x2xf32>
  %r = tg.assign %w [0, 0], %1 : tensor<8x2xf32>, tensor<?x2xf32>""",
         [("r", want, "f32", "tensor<8x2xf32>")], updates={"r": 0}, dims=[None, ["n", 2]], i=0, n=n)

    # A tensor of variable size that is turned round in its own memory.
    x = np.arange(n * 3, dtype=np.float32).reshape(n, 3)
    case("turned_round", [(x, "f32")], """
  %v = tg.flip %0 [0, 1] : tensor<?x3xf32>
  %r = tg.assign %0 [0, 0], %v : tensor<?x3xf32>, tensor<?x3xf32>
  %s = tg.add %r, %0 : tensor<?x3xf32>""",
         [("r", x[::-1, ::-1], "f32", "tensor<?x3xf32>"),
          ("s", x[::-1, ::-1] + x, "f32", "tensor<?x3xf32>")], updates={"r": 0}, dims=[["n", 3]], i=0, n=n)

    # Scattered into rows of variable number; the last of equal indices counts.
    index = np.array([[n - 1, 0, n], [0, 0, 0]], np.int32)
    u = np.array([[10, 20, 30], [40, 50, 60]], np.float32)
    want = x.copy()
    for k in range(2):
        for j in range(3):
            if index[k, j] < n:
                want[index[k, j], j] = u[k, j]
    case("scattered", [(x, "f32"), (index, "i32"), (u, "f32")], """
  %v = tg.scatter set %0, %1, %2 axis 0 : tensor<?x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>
  %r = tg.assign %0 [0, 0], %v : tensor<?x3xf32>, tensor<?x3xf32>
  %s = tg.gather %0, %1 axis 0 : tensor<?x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>""",
         [("r", want, "f32", "tensor<?x3xf32>"),
          ("s", np.where(index < n, np.take_along_axis(x, np.minimum(index, n - 1), 0), 0), "f32",
           "tensor<2x3xf32>")], updates={"r": 0}, dims=[["n", 3], None, None], i=0, n=n)

check()
