"""Writes into memory that is read too: in place, through views, one after another."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan

# x = x.T, x[::-1], x rolled: each element is written while others still read it.
x = numbers(5, 5)
turned = {
    "transpose": ("tg.permute %0 [1, 0] : $0$ -> $0$", x.T),
    "flip": ("tg.flip %0 [0] : $0$", x[::-1]),
    "flip_both": ("tg.flip %0 [0, 1] : $0$", x[::-1, ::-1]),
    "product": ("tg.matmul %0, %0 : $0$, $0$ -> $0$", x @ x),
    "running_sum": ("tg.cumsum %0 axis 0 : $0$ -> $0$", np.cumsum(x, 0, np.float32)),
}
for name, (op, want) in turned.items():
    kind(f"itself_{name}", [(x, "f32")], f"""
  %v = {op}
  %r = tg.assign %0 [0, 0], %v : $0$, $0$""", ("r", want, "f32"), updates={"r": 0})

# Shifted by some rows and columns, forwards and backwards: x[1:] = x[:-1].
x = numbers(6, 7)
for name, source, target, size in [
        ("down", (0, 0), (1, 0), (5, 7)), ("up", (1, 0), (0, 0), (5, 7)),
        ("right", (0, 0), (0, 2), (6, 5)), ("left", (0, 2), (0, 0), (6, 5)),
        ("diagonal", (0, 0), (1, 1), (5, 6)), ("across", (0, 3), (2, 0), (4, 4))]:
    want = x.copy()
    part = x[source[0]:source[0] + size[0], source[1]:source[1] + size[1]]
    want[target[0]:target[0] + size[0], target[1]:target[1] + size[1]] = part
    kind(f"overlap_{name}", [(x, "f32")], f"""
  %s = tg.shrink %0 {list(source)} {list(size)} : $0$ -> tensor<{size[0]}x{size[1]}xf32>
  %r = tg.assign %0 {list(target)}, %s : $0$, tensor<{size[0]}x{size[1]}xf32>""",
         ("r", want, "f32"), updates={"r": 0})

# The same of a value that is computed first, and seen under another shape.
x = numbers(4, dtype=np.int32, start=0)
kind("overlap_of_computed", [(x.reshape(4, 1, 1), "i32")], """
  %one = tg.constant dense<1> : tensor<4x1x1xi32>
  %b = tg.add %0, %one : $0$
  %e = tg.empty [4, 1, 1] : $0$
  %c = tg.assign %e [0, 0, 0], %b : $0$, $0$
  %s = tg.shrink %b [0, 0, 0] [3, 1, 1] : $0$ -> tensor<3x1x1xi32>
  %a = tg.assign %c [1, 0, 0], %s : $0$, tensor<3x1x1xi32>
  %r = tg.reshape %a [1, 4, 1] : $0$ -> $r$""",
     ("r", np.array([1, 1, 2, 3], np.int32).reshape(1, 4, 1), "i32"))

# Halves exchanged: both are read before either is written.
x = numbers(8)
kind("swapped_halves", [(x, "f32")], """
  %a = tg.shrink %0 [0] [4] : $0$ -> tensor<4xf32>
  %l = tg.contiguous %a : tensor<4xf32>
  %b = tg.shrink %0 [4] [4] : $0$ -> tensor<4xf32>
  %m = tg.contiguous %b : tensor<4xf32>
  %w = tg.assign %0 [0], %m : $0$, tensor<4xf32>
  %r = tg.assign %w [4], %l : $0$, tensor<4xf32>""",
     ("r", np.r_[x[4:], x[:4]], "f32"), updates={"r": 0})

# Two arguments exchanged, and three in a circle.
a, b, c = f32(1, 2, 3), f32(4, 5, 6), f32(7, 8, 9)
kind("swapped_arguments", [a, b], """
  %r = tg.assign %0 [0], %1 : $0$, $1$
  %s = tg.assign %1 [0], %0 : $1$, $0$""",
     ("r", b[0], "f32"), ("s", a[0], "f32"), updates={"r": 0, "s": 1})
kind("circle_of_arguments", [a, b, c], """
  %r = tg.assign %0 [0], %1 : $0$, $0$
  %s = tg.assign %1 [0], %2 : $0$, $0$
  %t = tg.assign %2 [0], %0 : $0$, $0$""",
     ("r", b[0], "f32"), ("s", c[0], "f32"), ("t", a[0], "f32"), updates={"r": 0, "s": 1, "t": 2})

# A queue whose rows move on, one write after another.
x = numbers(4, 2)
body, want, last = "", x.copy(), "%0"
for step in range(3):
    body += f"""
  %s{step} = tg.shrink {last} [0, 0] [3, 2] : $0$ -> tensor<3x2xf32>
  %m{step} = tg.assign {last} [1, 0], %s{step} : $0$, tensor<3x2xf32>
  %v{step} = tg.constant dense<{step}.5> : tensor<1x2xf32>
  %q{step} = tg.assign %m{step} [0, 0], %v{step} : $0$, tensor<1x2xf32>"""
    last, want = f"%q{step}", np.r_[np.full((1, 2), step + 0.5, np.float32), want[:3]]
kind("queue", [(x, "f32")], body, ("q2", want, "f32"), updates={"q2": 0})

# What was there is read before, after and by the write.
x = f32(1, 2, 4, 8)
kind("read_before_and_after", [x], """
  %y = tg.log2 %0 : $0$
  %r = tg.assign %0 [0], %y : $0$, $0$
  %z = tg.add %r, %0 : $0$
  %w = tg.exp2 %0 : $0$""",
     ("y", np.log2(x[0]), "f32"), ("r", np.log2(x[0]), "f32"), ("z", x[0] + np.log2(x[0]), "f32"),
     ("w", np.exp2(x[0]), "f32"), updates={"r": 0})

# One argument is copied into another and changes then.
kind("copied_then_changed", [a, b], """
  %one = tg.constant dense<1.0> : $1$
  %r = tg.assign %0 [0], %1 : $0$, $1$
  %v = tg.add %1, %one : $1$
  %s = tg.assign %1 [0], %v : $1$, $1$""",
     ("r", b[0], "f32"), ("s", b[0] + 1, "f32"), updates={"r": 0, "s": 1})
kind("changed_then_copied", [a, b], """
  %one = tg.constant dense<1.0> : $1$
  %v = tg.add %1, %one : $1$
  %s = tg.assign %1 [0], %v : $1$, $1$
  %r = tg.assign %0 [0], %s : $0$, $1$
  %t = tg.add %1, %0 : $0$""",
     ("r", b[0] + 1, "f32"), ("s", b[0] + 1, "f32"), ("t", a[0] + b[0], "f32"),
     updates={"r": 0, "s": 1})

# One part many times: the last write counts, and each sees those before it.
x = f32(1, 2, 3, 4)
kind("chain_of_parts", [x], """
  %z = tg.constant dense<10.0> : tensor<3xf32>
  %i = tg.constant dense<1.0> : tensor<1xf32>
  %a = tg.shrink %0 [0] [3] : $0$ -> tensor<3xf32>
  %b = tg.mul %a, %z : tensor<3xf32>
  %w = tg.assign %0 [0], %b : $0$, tensor<3xf32>
  %c = tg.shrink %w [1] [1] : $0$ -> tensor<1xf32>
  %d = tg.sub %c, %i : tensor<1xf32>
  %u = tg.assign %w [1], %d : $0$, tensor<1xf32>
  %e = tg.shrink %u [1] [3] : $0$ -> tensor<3xf32>
  %r = tg.assign %u [0], %e : $0$, tensor<3xf32>
  %s = tg.sum %w axes [0] : $0$ -> $s$""",
     ("r", [19, 30, 4, 4], "f32"), ("s", 64.0, "f32"), updates={"r": 0})

# A reduce reads all of what is written: x -= max(x), x /= sum(x), row by row and
# column by column.
x = np.array([[1, 2, 5], [4, 8, 4]], np.float32)
kind("reduced_in_place", [(x, "f32")], """
  %m = tg.max %0 axes [0, 1] keepdim : $0$ -> tensor<1x1xf32>
  %n = tg.expand %m [2, 3] : tensor<1x1xf32> -> $0$
  %v = tg.sub %0, %n : $0$
  %r = tg.assign %0 [0, 0], %v : $0$, $0$""", ("r", x - 8, "f32"), updates={"r": 0})
for axis in (0, 1):
    kind(f"normalized_in_place_{axis}", [(x, "f32")], f"""
  %m = tg.sum %0 axes [{axis}] keepdim : $0$ -> tensor<{1 if axis == 0 else 2}x{1 if axis == 1 else 3}xf32>
  %n = tg.expand %m [2, 3] : tensor<{1 if axis == 0 else 2}x{1 if axis == 1 else 3}xf32> -> $0$
  %v = tg.div %0, %n : $0$
  %r = tg.assign %0 [0, 0], %v : $0$, $0$""",
         ("r", x / x.sum(axis, keepdims=True), "f32"), updates={"r": 0})

# One row everywhere, and the sum of all rows into one of them.
kind("row_over_all", [(x, "f32")], """
  %s = tg.shrink %0 [1, 0] [1, 3] : $0$ -> tensor<1x3xf32>
  %v = tg.expand %s [2, 3] : tensor<1x3xf32> -> $0$
  %w = tg.assign %0 [0, 0], %v : $0$, $0$
  %m = tg.sum %0 axes [0] keepdim : $0$ -> tensor<1x3xf32>
  %r = tg.assign %w [1, 0], %m : $0$, tensor<1x3xf32>""",
     ("r", [[4, 8, 4], [5, 10, 9]], "f32"), updates={"r": 0})

# The target under another shape; its rows are not the argument's.
x = numbers(2, 6)
want = x.copy().reshape(3, 4)
want[1:, 1:3] = want[:2, 2:] + 100
kind("through_reshape", [(x, "f32")], """
  %h = tg.constant dense<100.0> : tensor<2x2xf32>
  %v = tg.reshape %0 [3, 4] : $0$ -> tensor<3x4xf32>
  %s = tg.shrink %v [0, 2] [2, 2] : tensor<3x4xf32> -> tensor<2x2xf32>
  %a = tg.add %s, %h : tensor<2x2xf32>
  %w = tg.assign %v [1, 1], %a : tensor<3x4xf32>, tensor<2x2xf32>
  %r = tg.reshape %w [2, 6] : tensor<3x4xf32> -> $0$""",
     ("r", want.reshape(2, 6), "f32"), updates={"r": 0})

# Through a view that only moves: into the transpose, every second element, the
# diagonal. The front end writes those as a choice by a mask.
x = numbers(4, 4)
want = x.copy()
want.T[1, :] = [-1, -2, -3, -4]
kind("into_transpose", [(x, "f32"), (np.array([[-1, -2, -3, -4]], np.float32), "f32")], """
  %c = tg.reshape %1 [4, 1] : $1$ -> tensor<4x1xf32>
  %r = tg.assign %0 [0, 1], %c : $0$, tensor<4x1xf32>""", ("r", want, "f32"), updates={"r": 0})
want = x.copy()
want.reshape(-1)[::5] = want.reshape(-1)[3:15:3] * 2
kind("into_diagonal", [(x, "f32")], """
  %two = tg.constant dense<2.0> : tensor<4xf32>
  %l = tg.reshape %0 [16] : $0$ -> tensor<16xf32>
  %s = tg.shrink %l [3] [12] : tensor<16xf32> -> tensor<12xf32>
  %t = tg.reshape %s [4, 3] : tensor<12xf32> -> tensor<4x3xf32>
  %u = tg.shrink %t [0, 0] [4, 1] : tensor<4x3xf32> -> tensor<4x1xf32>
  %f = tg.reshape %u [4] : tensor<4x1xf32> -> tensor<4xf32>
  %d = tg.mul %f, %two : tensor<4xf32>
  %g = tg.reshape %d [4, 1] : tensor<4xf32> -> tensor<4x1xf32>
  %h = tg.expand %g [4, 4] : tensor<4x1xf32> -> $0$
  %n = tg.arange [4] start(0 : i32) step(1 : i32) : tensor<4xi32>
  %a = tg.reshape %n [4, 1] : tensor<4xi32> -> tensor<4x1xi32>
  %b = tg.expand %a [4, 4] : tensor<4x1xi32> -> tensor<4x4xi32>
  %c = tg.permute %b [1, 0] : tensor<4x4xi32> -> tensor<4x4xi32>
  %e = tg.cmp eq %b, %c : tensor<4x4xi32>
  %v = tg.where %e, %h, %0 : $0$
  %r = tg.assign %0 [0, 0], %v : $0$, $0$""", ("r", want, "f32"), updates={"r": 0})

# Nothing, and a scalar.
x = f32(1, 2, 3)
kind("empty_write", [x, (np.zeros(0, np.float32), "f32")], """
  %a = tg.assign %0 [3], %1 : $0$, $1$
  %r = tg.assign %a [0], %1 : $0$, $1$""", ("r", x[0], "f32"), updates={"r": 0})
kind("scalar_counter", [(np.array(41, np.int64), "i64")], """
  %one = tg.constant dense<1> : $0$
  %v = tg.add %0, %one : $0$
  %r = tg.assign %0 [], %v : $0$, $0$
  %w = tg.mul %r, %0 : $0$""", ("r", np.array(42), "i64"), ("w", np.array(42 * 41), "i64"),
     updates={"r": 0})

# An optimiser: the new mean is used, the old weight; the other way round for
# running statistics.
w, m, g = f32(1, 2, 3), f32(8, 4, 2), f32(16, -4, 0)
half = "tg.constant dense<0.5> : $0$"
kind("optimiser_step", [w, m, g], f"""
  %h = {half}
  %a = tg.mul %1, %h : $1$
  %b = tg.mul %2, %h : $2$
  %c = tg.add %a, %b : $1$
  %s = tg.assign %1 [0], %c : $1$, $1$
  %d = tg.mul %s, %h : $1$
  %e = tg.sub %0, %d : $0$
  %r = tg.assign %0 [0], %e : $0$, $0$
  %t = tg.sub %0, %1 : $0$""",
     ("r", w[0] - (m[0] + g[0]) / 4, "f32"), ("s", (m[0] + g[0]) / 2, "f32"),
     ("t", w[0] - m[0], "f32"), updates={"r": 0, "s": 1})

# The new contents twice, and the old ones beside them without an update.
kind("returned_twice", [w, m], """
  %r = tg.assign %0 [0], %1 : $0$, $1$
  %s = tg.contiguous %r : $0$
  %t = tg.contiguous %0 : $0$""",
     ("r", m[0], "f32"), ("s", m[0], "f32"), ("t", w[0], "f32"), updates={"r": 0})
kind("not_an_update", [w, m], """
  %r = tg.assign %0 [0], %1 : $0$, $1$
  %s = tg.add %0, %r : $0$""", ("r", m[0], "f32"), ("s", w[0] + m[0], "f32"))

# Memory of the function's own, put together from parts in any order; where parts
# overlap the later one counts.
p, q = numbers(3), numbers(4, start=10)
kind("parts_of_empty", [(p, "f32"), (q, "f32")], """
  %e = tg.empty [6] : tensor<6xf32>
  %a = tg.assign %e [2], %1 : tensor<6xf32>, $1$
  %r = tg.assign %a [0], %0 : tensor<6xf32>, $0$
  %f = tg.empty [6] : tensor<6xf32>
  %b = tg.assign %f [0], %0 : tensor<6xf32>, $0$
  %s = tg.assign %b [2], %1 : tensor<6xf32>, $1$""",
     ("r", np.r_[p, q[1:]], "f32"), ("s", np.r_[p[:2], q], "f32"))

# The old and the new contents in one expression, at different places.
x = numbers(6)
v = f32(-1, -2)
kind("old_and_new", [(x, "f32"), v], """
  %r = tg.assign %0 [2], %1 : $0$, $1$
  %a = tg.shrink %r [0] [4] : $0$ -> tensor<4xf32>
  %b = tg.shrink %0 [2] [4] : $0$ -> tensor<4xf32>
  %s = tg.mul %a, %b : $s$
  %f = tg.flip %r [0] : $0$
  %t = tg.sub %f, %0 : $0$""",
     ("r", [1, 2, -1, -2, 5, 6], "f32"), ("s", [3, 8, -5, -12], "f32"),
     ("t", [5, 3, -5, -5, -3, -5], "f32"), updates={"r": 0})

# Types that are kept as other types, or as bits.
for element, values in [("i1", [True, False, True, True]), ("ui8", [255, 0, 7, 128]),
                        ("ui64", [2**64 - 1, 0, 2**63, 5]), ("f16", [inf, -0.0, nan, 65504])]:
    dtype = {"i1": np.bool_, "ui8": np.uint8, "ui64": np.uint64, "f16": np.float16}[element]
    x = np.array(values, dtype)
    kind(f"type_{element}", [(x, element)], """
  %s = tg.shrink %0 [0] [3] : $0$ -> tensor<3x""" + element + """>
  %r = tg.assign %0 [1], %s : $0$, tensor<3x""" + element + ">",
         ("r", np.r_[x[:1], x[:3]], element), updates={"r": 0})

check()
