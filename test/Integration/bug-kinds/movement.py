"""Slices, pads, flips and reshapes on top of each other."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan

# A slice of what only padding made.
x = f32(5, 6)
kind("slice_of_padding", [x], """
  %p = tg.pad %0 low [0] high [3] value(2.0 : f32) : $0$ -> tensor<5xf32>
  %r = tg.shrink %p [2] [3] : tensor<5xf32> -> $r$
  %s = tg.shrink %p [2] [1] : tensor<5xf32> -> tensor<1xf32>
  %t = tg.reshape %s [] : tensor<1xf32> -> $t$""",
     ("r", [2, 2, 2], "f32"), ("t", 2.0, "f32"))

# Half inside, half in the padding, on both ends and axes.
x = numbers(3, 4)
p = np.pad(x, ((2, 1), (1, 2)), constant_values=-7)
kind("slice_across_padding", [(x, "f32")], """
  %p = tg.pad %0 low [2, 1] high [1, 2] value(-7.0 : f32) : $0$ -> tensor<6x7xf32>
  %r = tg.shrink %p [1, 0] [3, 4] : tensor<6x7xf32> -> $r$
  %s = tg.shrink %p [4, 3] [2, 4] : tensor<6x7xf32> -> $s$""",
     ("r", p[1:4, 0:4], "f32"), ("s", p[4:6, 3:7], "f32"))

# Two pads with different values, the inner cut off on one side.
p = np.pad(np.pad(x, ((0, 0), (2, 0)), constant_values=1)[:, 1:], ((0, 0), (1, 1)),
           constant_values=9)
kind("pad_of_cut_pad", [(x, "f32")], """
  %p = tg.pad %0 low [0, 2] high [0, 0] value(1.0 : f32) : $0$ -> tensor<3x6xf32>
  %s = tg.shrink %p [0, 1] [3, 5] : tensor<3x6xf32> -> tensor<3x5xf32>
  %r = tg.pad %s low [0, 1] high [0, 1] value(9.0 : f32) : tensor<3x5xf32> -> $r$""",
     ("r", p, "f32"))

# Two pads with different values around nothing, and around what a slice leaves of
# the inner padding.
kind("pad_of_nothing", [(np.zeros((0, 2), np.float32), "f32"),
                        (numbers(3, 4), "f32")], """
  %p = tg.pad %0 low [0, 0] high [1, 0] value(1.0 : f32) : $0$ -> tensor<1x2xf32>
  %r = tg.pad %p low [0, 0] high [2, 0] value(3.0 : f32) : tensor<1x2xf32> -> $r$
  %q = tg.pad %1 low [2, 0] high [0, 0] value(1.0 : f32) : $1$ -> tensor<5x4xf32>
  %s = tg.shrink %q [0, 0] [2, 4] : tensor<5x4xf32> -> tensor<2x4xf32>
  %t = tg.pad %s low [1, 0] high [0, 2] value(9.0 : f32) : tensor<2x4xf32> -> $t$""",
     ("r", np.array([[1, 1], [3, 3], [3, 3]]), "f32"),
     ("t", np.pad(np.ones((2, 4)), ((1, 0), (0, 2)), constant_values=9), "f32"))

# Padding is not what a function of it is: exp(0) is 1, 1 / 0 is an infinity.
x = f32(1, 2, 4)
p = np.pad(x[0], (1, 2))
kind("functions_of_padding", [x], """
  %p = tg.pad %0 low [1] high [2] value(0.0 : f32) : $0$ -> tensor<6xf32>
  %r = tg.exp2 %p : $r$
  %s = tg.reciprocal %p : $s$
  %q = tg.reciprocal %0 : $0$
  %t = tg.pad %q low [1] high [2] value(0.0 : f32) : $0$ -> $t$
  %m = tg.exp2 %p : $r$
  %u = tg.sum %m axes [0] : tensor<6xf32> -> $u$""",
     ("r", np.exp2(p), "f32"), ("s", 1 / p, "f32"), ("t", np.pad(1 / x[0], (1, 2)), "f32"),
     ("u", np.exp2(p).sum(), "f32"))

# The maximum of negative numbers beside padding, and of padding alone.
x = f32(-5, -3, -9)
kind("maximum_with_padding", [x], """
  %p = tg.pad %0 low [2] high [2] value(0.0 : f32) : $0$ -> tensor<7xf32>
  %r = tg.max %p axes [0] : tensor<7xf32> -> $r$
  %s = tg.max %0 axes [0] : $0$ -> $s$
  %q = tg.pad %0 low [2] high [2] value(-4.0 : f32) : $0$ -> tensor<7xf32>
  %t = tg.min %q axes [0] : tensor<7xf32> -> $t$""",
     ("r", 0.0, "f32"), ("s", -3.0, "f32"), ("t", -9.0, "f32"))

# Joining by padding and adding loses signs of zeros and infinities' neighbours;
# joining by choosing does not.
a, b = f32(-0.0, inf, nan), f32(-inf, -0.0)
kind("join", [a, b], """
  %m = tg.constant dense<[true, true, true, false, false]> : tensor<5xi1>
  %p = tg.pad %0 low [0] high [2] value(0.0 : f32) : $0$ -> tensor<5xf32>
  %q = tg.pad %1 low [3] high [0] value(0.0 : f32) : $1$ -> tensor<5xf32>
  %r = tg.where %m, %p, %q : $r$""", ("r", np.concatenate([a[0], b[0]]), "f32"))

# Steps: every second and third element, forwards and backwards.
x = numbers(11)
kind("steps", [(x, "f32")], """
  %p = tg.pad %0 low [0] high [1] value(0.0 : f32) : $0$ -> tensor<12xf32>
  %a = tg.reshape %p [6, 2] : tensor<12xf32> -> tensor<6x2xf32>
  %b = tg.shrink %a [0, 0] [6, 1] : tensor<6x2xf32> -> tensor<6x1xf32>
  %r = tg.reshape %b [6] : tensor<6x1xf32> -> $r$
  %f = tg.flip %0 [0] : $0$
  %g = tg.pad %f low [0] high [1] value(0.0 : f32) : $0$ -> tensor<12xf32>
  %c = tg.reshape %g [4, 3] : tensor<12xf32> -> tensor<4x3xf32>
  %d = tg.shrink %c [0, 1] [4, 1] : tensor<4x3xf32> -> tensor<4x1xf32>
  %s = tg.reshape %d [4] : tensor<4x1xf32> -> $s$""",
     ("r", x[::2], "f32"), ("s", x[::-1][1::3], "f32"))

# A flip of a part is not a part of the flip.
x = numbers(3, 5)
kind("flip_and_slice", [(x, "f32")], """
  %a = tg.flip %0 [1] : $0$
  %r = tg.shrink %a [0, 1] [3, 2] : $0$ -> $r$
  %b = tg.shrink %0 [0, 1] [3, 2] : $0$ -> tensor<3x2xf32>
  %s = tg.flip %b [0, 1] : $s$
  %c = tg.pad %0 low [0, 2] high [0, 0] value(0.0 : f32) : $0$ -> tensor<3x7xf32>
  %t = tg.flip %c [1] : $t$""",
     ("r", x[:, ::-1][:, 1:3], "f32"), ("s", x[:, 1:3][::-1, ::-1], "f32"),
     ("t", np.pad(x, ((0, 0), (2, 0)))[:, ::-1], "f32"))

# Repeated axes merged with others, cut in the middle of a repetition.
x = numbers(2, 1, 3)
wide = np.broadcast_to(x, (2, 4, 3))
kind("reshape_of_expand", [(x, "f32")], """
  %e = tg.expand %0 [2, 4, 3] : $0$ -> tensor<2x4x3xf32>
  %r = tg.reshape %e [24] : tensor<2x4x3xf32> -> $r$
  %s = tg.reshape %e [8, 3] : tensor<2x4x3xf32> -> $s$
  %a = tg.shrink %r [5] [13] : $r$ -> $a$
  %p = tg.permute %e [1, 2, 0] : tensor<2x4x3xf32> -> tensor<4x3x2xf32>
  %t = tg.reshape %p [6, 4] : tensor<4x3x2xf32> -> $t$""",
     ("r", wide.reshape(24), "f32"), ("s", wide.reshape(8, 3), "f32"),
     ("a", wide.reshape(24)[5:18], "f32"),
     ("t", wide.transpose(1, 2, 0).reshape(6, 4), "f32"))

# Rows that reshape cuts across.
x = numbers(4, 6)
kind("reshape_of_permute", [(x, "f32")], """
  %p = tg.permute %0 [1, 0] : $0$ -> tensor<6x4xf32>
  %r = tg.reshape %p [3, 8] : tensor<6x4xf32> -> $r$
  %s = tg.shrink %0 [1, 1] [3, 4] : $0$ -> tensor<3x4xf32>
  %q = tg.reshape %s [2, 6] : tensor<3x4xf32> -> tensor<2x6xf32>
  %t = tg.permute %q [1, 0] : tensor<2x6xf32> -> $t$
  %f = tg.flip %0 [0] : $0$
  %g = tg.reshape %f [8, 3] : $0$ -> tensor<8x3xf32>
  %u = tg.flip %g [1] : $u$""",
     ("r", x.T.reshape(3, 8), "f32"), ("t", x[1:4, 1:5].reshape(2, 6).T, "f32"),
     ("u", x[::-1].reshape(8, 3)[:, ::-1], "f32"))

# Sizes 0 and 1 on the way.
x = numbers(2, 3)
kind("empty_parts", [(x, "f32")], """
  %a = tg.shrink %0 [1, 2] [0, 1] : $0$ -> tensor<0x1xf32>
  %r = tg.reshape %a [1, 0, 4] : tensor<0x1xf32> -> $r$
  %s = tg.pad %a low [1, 1] high [2, 0] value(3.0 : f32) : tensor<0x1xf32> -> $s$
  %t = tg.sum %a axes [0] : tensor<0x1xf32> -> $t$
  %u = tg.prod %a axes [0, 1] : tensor<0x1xf32> -> $u$
  %v = tg.max %a axes [1] : tensor<0x1xf32> -> $v$""",
     ("r", np.zeros((1, 0, 4)), "f32"), ("s", np.full((3, 2), 3.0), "f32"),
     ("t", [0.0], "f32"), ("u", 1.0, "f32"), ("v", np.zeros(0), "f32"))

# Eight axes in another order.
x = numbers(1, 2, 1, 3, 2, 1, 2, 2)
order = (7, 3, 0, 6, 2, 1, 5, 4)
kind("many_axes", [(x, "f32")], f"""
  %r = tg.permute %0 {list(order)} : $0$ -> $r$""", ("r", x.transpose(order), "f32"))

# A window sum by overlapping slices, as im2col does.
x = numbers(9)
windows = np.lib.stride_tricks.sliding_window_view(x, 3)
kind("sliding_windows", [(x, "f32")], """
  %a = tg.shrink %0 [0] [7] : $0$ -> tensor<7xf32>
  %b = tg.shrink %0 [1] [7] : $0$ -> tensor<7xf32>
  %c = tg.shrink %0 [2] [7] : $0$ -> tensor<7xf32>
  %d = tg.add %a, %b : tensor<7xf32>
  %r = tg.add %d, %c : $r$""", ("r", windows.sum(1), "f32"))

# Repeating and then cutting at a stride of one more: rows that start later.
x = numbers(4)
tiled = np.tile(x, 5)[:15].reshape(3, 5)
kind("rotated_rows", [(x, "f32")], """
  %a = tg.reshape %0 [1, 4] : $0$ -> tensor<1x4xf32>
  %e = tg.expand %a [5, 4] : tensor<1x4xf32> -> tensor<5x4xf32>
  %b = tg.reshape %e [20] : tensor<5x4xf32> -> tensor<20xf32>
  %c = tg.shrink %b [0] [15] : tensor<20xf32> -> tensor<15xf32>
  %r = tg.reshape %c [3, 5] : tensor<15xf32> -> $r$""", ("r", tiled, "f32"))

check()
