"""Slices with steps, of slices, of joins, of rolls; parts that are put back."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan


def strided(value, size, start, step, count, name, rest=""):
    """Text for %name = %value[start::step], `count` elements of a vector of `size`,
    as front ends write it: cut, filled up, seen as rows, of which the first column."""
    whole = count * step
    return f"""
  %{name}a = tg.pad %{value} low [0] high [{max(0, start + whole - size)}] value(0.0 : f32) : tensor<{size}xf32> -> tensor<{max(size, start + whole)}xf32>
  %{name}b = tg.shrink %{name}a [{start}] [{whole}] : tensor<{max(size, start + whole)}xf32> -> tensor<{whole}xf32>
  %{name}c = tg.reshape %{name}b [{count}, {step}] : tensor<{whole}xf32> -> tensor<{count}x{step}xf32>
  %{name}d = tg.shrink %{name}c [0, 0] [{count}, 1] : tensor<{count}x{step}xf32> -> tensor<{count}x1xf32>
  %{name} = tg.reshape %{name}d [{count}] : tensor<{count}x1xf32> -> tensor<{count}xf32>"""


# Steps: of one element out of many, that leave a rest, backwards from every place.
x = numbers(10)
for start, step in [(0, 11), (9, 3), (1, 4), (3, 3), (0, 2)]:
    want = x[start::step]
    kind(f"step_{start}_{step}", [(x, "f32")], strided("0", 10, start, step, len(want), "r"),
         ("r", want, "f32"))
for start, step in [(9, 2), (6, 3), (0, 5), (7, 7)]:
    want = x[start::-step]
    kind(f"back_{start}_{step}", [(x, "f32")], """
  %f = tg.flip %0 [0] : $0$""" + strided("f", 10, 9 - start, step, len(want), "r"), ("r", want, "f32"))

# Slices of steps of slices, and of a flip of them.
want = x[1:9][::2][1:][::-1]
kind("steps_of_slices", [(x, "f32")], """
  %s = tg.shrink %0 [1] [8] : $0$ -> tensor<8xf32>""" + strided("s", 8, 0, 2, 4, "t") + """
  %u = tg.shrink %t [1] [3] : tensor<4xf32> -> tensor<3xf32>
  %r = tg.flip %u [0] : tensor<3xf32>""", ("r", want, "f32"))

# Rolls as joins of two slices, rolled back, cut where they wrap.
for shift in (1, 4, 9):
    kind(f"roll_{shift}", [(x, "f32")], f"""
  %a = tg.shrink %0 [{10 - shift}] [{shift}] : $0$ -> tensor<{shift}xf32>
  %b = tg.shrink %0 [0] [{10 - shift}] : $0$ -> tensor<{10 - shift}xf32>
  %r = tg.concat %a, %b axis 0 : tensor<{shift}xf32>, tensor<{10 - shift}xf32> -> $r$
  %c = tg.shrink %r [{shift}] [{10 - shift}] : $r$ -> tensor<{10 - shift}xf32>
  %d = tg.shrink %r [0] [{shift}] : $r$ -> tensor<{shift}xf32>
  %s = tg.concat %c, %d axis 0 : tensor<{10 - shift}xf32>, tensor<{shift}xf32> -> $s$
  %t = tg.shrink %r [{max(0, shift - 2)}] [3] : $r$ -> $t$
  %v = tg.sub %r, %0 : $r$""" if shift < 9 else f"""
  %a = tg.shrink %0 [1] [9] : $0$ -> tensor<9xf32>
  %b = tg.shrink %0 [0] [1] : $0$ -> tensor<1xf32>
  %r = tg.concat %a, %b axis 0 : tensor<9xf32>, tensor<1xf32> -> $r$
  %v = tg.sub %r, %0 : $r$""", ("r", np.roll(x, shift), "f32"), ("v", np.roll(x, shift) - x, "f32"),
         *([("s", x, "f32"), ("t", np.roll(x, shift)[max(0, shift - 2):][:3], "f32")] if shift < 9 else []))

# Joins of empty parts, of one tensor with itself, of views of one tensor.
y = numbers(2, 3)
kind("joins_of_views", [(y, "f32")], """
  %t = tg.permute %0 [1, 0] : $0$ -> tensor<3x2xf32>
  %f = tg.flip %t [0] : tensor<3x2xf32>
  %e = tg.shrink %t [1, 0] [0, 2] : tensor<3x2xf32> -> tensor<0x2xf32>
  %r = tg.concat %t, %e, %f, %t axis 0 : tensor<3x2xf32>, tensor<0x2xf32>, tensor<3x2xf32>, tensor<3x2xf32> -> $r$
  %s = tg.sum %r axes [0] : $r$ -> $s$
  %k = tg.stack %0, %0 axis 1 : $0$, $0$ -> $k$
  %m = tg.shrink %k [0, 1, 1] [2, 1, 2] : $k$ -> $m$""",
     ("r", np.concatenate([y.T, y.T[::-1], y.T]), "f32"), ("s", 3 * y.sum(1), "f32"),
     ("k", np.stack([y, y], 1), "f32"), ("m", np.stack([y, y], 1)[:, 1:, 1:], "f32"))

# A part put back and summed over: over the whole axis, not over the part's rows.
x, u = numbers(3, 20, 7), -numbers(3, 7, 7)
want = x.copy()
want[:, 5:12] = u
wide = np.broadcast_to(x[:, :1], (3, 20, 7)).copy()
wide[:, 5:12] = u
kind("part_and_sum", [(x, "f32"), (u, "f32")], """
  %e = tg.empty [3, 20, 7] : $0$
  %f = tg.assign %e [0, 0, 0], %0 : $0$, $0$
  %r = tg.assign %f [0, 5, 0], %1 : $0$, $1$
  %s = tg.sum %r axes [1] : $0$ -> $s$
  %a = tg.shrink %0 [0, 0, 0] [3, 1, 7] : $0$ -> tensor<3x1x7xf32>
  %b = tg.expand %a [3, 20, 7] : tensor<3x1x7xf32> -> $0$
  %g = tg.assign %f [0, 0, 0], %b : $0$, $0$
  %h = tg.assign %g [0, 5, 0], %1 : $0$, $1$
  %t = tg.sum %h axes [1] : $0$ -> $t$""",
     ("r", want, "f32"), ("s", want.sum(1), "f32"), ("t", wide.sum(1), "f32"))

# Tiles and repeats: whole, cut in the middle, of size 0 and 1, summed.
y = numbers(2, 3)
tiled = np.tile(y, (3, 2))
kind("tiles", [(y, "f32")], """
  %r = tg.repeat %0 [3, 2] : $0$ -> $r$
  %s = tg.shrink %r [1, 2] [4, 3] : $r$ -> $s$
  %t = tg.sum %r axes [0] : $r$ -> $t$
  %z = tg.repeat %0 [0, 1] : $0$ -> $z$
  %p = tg.permute %r [1, 0] : $r$ -> tensor<6x6xf32>
  %q = tg.reshape %p [4, 9] : tensor<6x6xf32> -> $q$""",
     ("r", tiled, "f32"), ("s", tiled[1:5, 2:5], "f32"), ("t", tiled.sum(0), "f32"),
     ("z", np.zeros((0, 3)), "f32"), ("q", tiled.T.reshape(4, 9), "f32"))

# Triangles and diagonals by comparing places, also beside the middle.
z = numbers(4, 6)
i, j = np.indices((4, 6))
places = """
  %a = tg.arange [4] start(0 : i32) step(1 : i32) : tensor<4xi32>
  %b = tg.reshape %a [4, 1] : tensor<4xi32> -> tensor<4x1xi32>
  %i = tg.expand %b [4, 6] : tensor<4x1xi32> -> tensor<4x6xi32>
  %c = tg.arange [6] start(0 : i32) step(1 : i32) : tensor<6xi32>
  %d = tg.reshape %c [1, 6] : tensor<6xi32> -> tensor<1x6xi32>
  %j = tg.expand %d [4, 6] : tensor<1x6xi32> -> tensor<4x6xi32>
  %z = tg.constant dense<0.0> : $0$"""
for offset in (-2, 0, 3):
    kind(f"triangles_{'minus_' if offset < 0 else ''}{abs(offset)}", [(z, "f32")], places + f"""
  %o = tg.constant dense<{offset}> : tensor<4x6xi32>
  %k = tg.add %i, %o : tensor<4x6xi32>
  %l = tg.cmp le %j, %k : tensor<4x6xi32>
  %r = tg.where %l, %0, %z : $0$
  %m = tg.cmp eq %j, %k : tensor<4x6xi32>
  %n = tg.where %m, %0, %z : $0$
  %s = tg.sum %n axes [1] : $0$ -> $s$
  %t = tg.sum %n axes [0] : $0$ -> $t$""",
         ("r", np.tril(z, offset), "f32"), ("s", (z * (j == i + offset)).sum(1), "f32"),
         ("t", (z * (j == i + offset)).sum(0), "f32"))

# Gradients of slices with steps, of overlapping slices, and of a part put back.
z, a, b = np.zeros((2, 3), np.float32), numbers(3), numbers(3, start=100)
kind("gradient_of_rows", [(z, "f32"), (a, "f32"), (b, "f32")], """
  %r0 = tg.shrink %0 [0, 0] [1, 3] : $0$ -> tensor<1x3xf32>
  %r1 = tg.shrink %0 [1, 0] [1, 3] : $0$ -> tensor<1x3xf32>
  %w0 = tg.reshape %1 [1, 3] : $1$ -> tensor<1x3xf32>
  %w1 = tg.reshape %2 [1, 3] : $2$ -> tensor<1x3xf32>
  %m0 = tg.mul %r0, %w0 : tensor<1x3xf32>
  %m1 = tg.mul %r1, %w1 : tensor<1x3xf32>
  %m = tg.add %m0, %m1 : tensor<1x3xf32>
  %s = tg.sum %m axes [0, 1] : tensor<1x3xf32> -> tensor<f32>
  %r = tg.grad %s wrt %0 : tensor<f32> -> $0$""", ("r", np.stack([a, b]), "f32"))
x, w = numbers(5), numbers(3, start=10)
kind("gradient_of_overlap", [(x, "f32"), (w, "f32")], """
  %a = tg.shrink %0 [0] [3] : $0$ -> $1$
  %b = tg.shrink %0 [2] [3] : $0$ -> $1$
  %m = tg.mul %a, %b : $1$
  %n = tg.mul %m, %1 : $1$
  %s = tg.sum %n axes [0] : $1$ -> tensor<f32>
  %r = tg.grad %s wrt %0 : tensor<f32> -> $0$""",
     ("r", np.r_[w * x[2:], 0, 0] + np.r_[0, 0, w * x[:3]], "f32"))
x, u, w = numbers(4), numbers(2), numbers(4, start=10)
kind("gradient_of_part", [(x, "f32"), (u, "f32"), (w, "f32")], """
  %e = tg.empty [4] : $0$
  %f = tg.assign %e [0], %0 : $0$, $0$
  %g = tg.assign %f [1], %1 : $0$, $1$
  %m = tg.mul %g, %2 : $0$
  %s = tg.sum %m axes [0] : $0$ -> tensor<f32>
  %r, %t = tg.grad %s wrt %0, %1 : tensor<f32> -> $0$, $1$""",
     ("r", [10, 0, 0, 13], "f32"), ("t", [11, 12], "f32"))

# Of a pool whose last window is rounded up: its elements have a half each.
x = numbers(5)
kind("gradient_of_rounded_up_pool", [(x, "f32")], """
  %p = tg.avg_pool %0 kernel [3] strides [3] pad_low [0] pad_high [1] : $0$ -> tensor<2xf32>
  %c = tg.constant dense<[6.0, 10.0]> : tensor<2xf32>
  %m = tg.mul %p, %c : tensor<2xf32>
  %s = tg.sum %m axes [0] : tensor<2xf32> -> tensor<f32>
  %r = tg.grad %s wrt %0 : tensor<f32> -> $0$""", ("r", [2, 2, 2, 5, 5], "f32", 1))

check()
