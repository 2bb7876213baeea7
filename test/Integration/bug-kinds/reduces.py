"""Reduces: special values, empty and repeated axes, and what follows them."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan
x = np.array([[-inf, -inf, -inf], [nan, 1, 2], [3, nan, -inf], [5, 5, 1], [-0.0, 0.0, -0.0],
              [inf, 7, inf]], np.float32)

# Rows of infinities, NaN first and last, ties, zeros of both signs.
kind("extremes_of_rows", [(x, "f32")], """
  %a = tg.max %0 axes [1] : $0$ -> $a$
  %b = tg.min %0 axes [1] : $0$ -> $b$
  %c = tg.argmax %0 axis 1 : $0$ -> $c$
  %d = tg.argmin %0 axis 1 : $0$ -> $d$""",
     ("a", [-inf, nan, nan, 5, 0, inf], "f32"), ("b", [-inf, nan, nan, 1, -0.0, 7], "f32"),
     ("c", np.array([0, 0, 1, 0, 0, 0], np.int32), "i32"),
     ("d", np.array([0, 0, 1, 2, 0, 1], np.int32), "i32"))

# All elements are the identity that the loop starts from.
i = np.full((2, 5), -2**31, np.int32)
u = np.full((2, 5), 2**32 - 1, np.uint32)
kind("all_identity", [(i, "i32"), (u, "ui32"), f32(-inf, -inf)], """
  %a = tg.max %0 axes [1] : $0$ -> $a$
  %b = tg.argmax %0 axis 1 : $0$ -> $b$
  %c = tg.min %1 axes [0, 1] : $1$ -> $c$
  %d = tg.argmin %1 axis 1 : $1$ -> $d$
  %e = tg.argmax %2 axis 0 : $2$ -> $e$""",
     ("a", i[:, 0], "i32"), ("b", np.zeros(2, np.int32), "i32"), ("c", u[0, 0], "ui32"),
     ("d", np.zeros(2, np.int32), "i32"), ("e", np.int32(0), "i32"))

# Softmax of rows that are shifted far, and of rows without a finite number.
s = np.array([[1000.0, 1001.0], [-1e30, -1e30], [-inf, 0.0], [-inf, -inf], [inf, 0.0]],
             np.float32)
shifted = np.exp(s.astype(np.float64) - s.max(1, keepdims=True).astype(np.float64))
kind("softmax_extremes", [(s, "f32")], """
  %r = tg.softmax %0 axis 1 : $0$""",
     ("r", (shifted / shifted.sum(1, keepdims=True)).astype(np.float32), "f32", 1))

# Reduces of repeated and constant elements count them.
y = numbers(4)
kind("reduce_of_expand", [(y, "f32")], """
  %a = tg.reshape %0 [4, 1] : $0$ -> tensor<4x1xf32>
  %e = tg.expand %a [4, 6] : tensor<4x1xf32> -> tensor<4x6xf32>
  %r = tg.sum %e axes [1] : tensor<4x6xf32> -> $r$
  %s = tg.prod %e axes [0] : tensor<4x6xf32> -> $s$
  %t = tg.max %e axes [0, 1] : tensor<4x6xf32> -> $t$
  %c = tg.constant dense<100> : tensor<50xi8>
  %u = tg.sum %c axes [0] : tensor<50xi8> -> $u$
  %v = tg.prod %c axes [0] : tensor<50xi8> -> $v$
  %h = tg.constant dense<0.1> : tensor<1000xf16>
  %w = tg.sum %h axes [0] : tensor<1000xf16> -> $w$""",
     ("r", y * 6, "f32"), ("s", np.full(6, 24.0), "f32"), ("t", 4.0, "f32"),
     ("u", np.int32(5000), "i32"), ("v", np.int8(0), "i8"),
     ("w", np.float16(np.float64(np.float16(0.1)) * 1000), "f16"))

# A reduce read again by what was reduced, twice in a row.
z = numbers(3, 4)
centred = z - z.max(1, keepdims=True)
kind("reduce_and_broadcast", [(z, "f32")], """
  %m = tg.max %0 axes [1] keepdim : $0$ -> tensor<3x1xf32>
  %e = tg.expand %m [3, 4] : tensor<3x1xf32> -> $0$
  %d = tg.sub %0, %e : $0$
  %r = tg.sum %d axes [1] : $0$ -> $r$
  %q = tg.mul %d, %d : $0$
  %t = tg.sum %q axes [0] : $0$ -> $t$
  %a = tg.sum %0 axes [0] keepdim : $0$ -> tensor<1x4xf32>
  %b = tg.expand %a [3, 4] : tensor<1x4xf32> -> $0$
  %c = tg.sub %b, %e : $0$
  %u = tg.sum %c axes [0, 1] : $0$ -> $u$""",
     ("r", centred.sum(1), "f32"), ("t", (centred * centred).sum(0), "f32"),
     ("u", (z.sum(0, keepdims=True) - z.max(1, keepdims=True)).sum(), "f32"))

# Axes apart, in any order, of size 1, none, all; kept and dropped.
w = numbers(2, 3, 1, 4)
kind("axes", [(w, "f32")], """
  %a = tg.sum %0 axes [3, 0] : $0$ -> $a$
  %b = tg.sum %0 axes [0, 2] keepdim : $0$ -> $b$
  %c = tg.max %0 axes [2] : $0$ -> $c$
  %d = tg.sum %0 axes [] : $0$ -> $d$
  %e = tg.prod %0 axes [1, 2] : $0$ -> $e$
  %f = tg.sum %0 axes [0, 1, 2, 3] keepdim : $0$ -> $f$
  %g = tg.min %0 axes [3, 1] keepdim : $0$ -> $g$""",
     ("a", w.sum((0, 3)), "f32"), ("b", w.sum((0, 2), keepdims=True), "f32"),
     ("c", w.max(2), "f32"), ("d", w, "f32"), ("e", w.prod((1, 2)), "f32"),
     ("f", w.sum(keepdims=True), "f32"), ("g", w.min((1, 3), keepdims=True), "f32"))

# Without elements and without axes.
n = np.zeros((0, 3), np.float32)
o = np.float32(3)
kind("nothing_and_one", [(n, "f32"), (o, "f32"), (np.zeros((2, 0), bool), "i1")], """
  %a = tg.sum %0 axes [0] : $0$ -> $a$
  %b = tg.sum %0 axes [1] : $0$ -> $b$
  %c = tg.prod %0 axes [0] keepdim : $0$ -> $c$
  %d = tg.max %0 axes [1] : $0$ -> $d$
  %e = tg.sum %1 axes [] : $1$ -> $e$
  %f = tg.max %1 axes [] : $1$ -> $f$
  %g = tg.sum %2 axes [1] : $2$ -> $g$
  %h = tg.softmax %0 axis 0 : $0$""",
     ("a", np.zeros(3), "f32"), ("b", np.zeros(0), "f32"), ("c", np.ones((1, 3)), "f32"),
     ("d", np.zeros(0), "f32"), ("e", o, "f32"), ("f", o, "f32"),
     ("g", np.zeros(2, np.int32), "i32"), ("h", n, "f32"))

# One argument in many places, results twice, and of an argument itself.
kind("shared_values", [(z, "f32")], """
  %m = tg.sum %0 axes [0, 1] : $0$ -> tensor<f32>
  %a = tg.reshape %m [1, 1] : tensor<f32> -> tensor<1x1xf32>
  %e = tg.expand %a [3, 4] : tensor<1x1xf32> -> $0$
  %r = tg.div %0, %e : $0$
  %s = tg.mul %r, %r : $0$
  %t = tg.add %r, %s : $0$
  %u = tg.sum %s axes [1] : $0$ -> $u$""",
     ("r", z / z.sum(), "f32"), ("s", (z / z.sum()) * (z / z.sum()), "f32"),
     ("t", z / z.sum() + (z / z.sum()) * (z / z.sum()), "f32"), ("m", z.sum(), "f32"),
     ("r", z / z.sum(), "f32"), ("u", ((z / z.sum()) ** 2).sum(1), "f32", 2))

# A position found in a moved tensor is a position there.
p = np.array([[3, 1, 3], [2, 9, 9]], np.float32)
kind("positions_in_views", [(p, "f32")], """
  %f = tg.flip %0 [1] : $0$
  %a = tg.argmax %f axis 1 : $0$ -> $a$
  %t = tg.permute %0 [1, 0] : $0$ -> tensor<3x2xf32>
  %b = tg.argmax %t axis 0 : tensor<3x2xf32> -> $b$
  %r = tg.reshape %0 [6] : $0$ -> tensor<6xf32>
  %c = tg.argmax %r axis 0 : tensor<6xf32> -> $c$
  %q = tg.pad %0 low [0, 2] high [0, 0] value(9.0 : f32) : $0$ -> tensor<2x5xf32>
  %d = tg.argmax %q axis 1 : tensor<2x5xf32> -> $d$
  %e = tg.argmin %q axis 1 keepdim : tensor<2x5xf32> -> $e$""",
     ("a", np.array([0, 0], np.int32), "i32"), ("b", np.array([0, 1], np.int32), "i32"),
     ("c", np.int32(4), "i32"), ("d", np.array([0, 0], np.int32), "i32"),
     ("e", np.array([[3], [2]], np.int32), "i32"))

check()
