"""Chains of ops that look as if they cancelled, folded or commuted."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan
big = np.float32(3.4028235e38)

# Pairs of inverse functions where what is between them overflows, underflows,
# rounds or has no answer.
x = f32(89, 200, -104, 1e20, -1e20, 1e-30, 0, -0.0, nan, -inf)
with np.errstate(all="ignore"):
    square = x[0] * x[0]
    kind("inverse_pairs", [x], """
  %e = tg.exp %0 : $0$
  %a = tg.log %e : $0$
  %q = tg.mul %0, %0 : $0$
  %b = tg.sqrt %q : $0$
  %i = tg.reciprocal %0 : $0$
  %c = tg.reciprocal %i : $0$
  %s = tg.sqrt %0 : $0$
  %d = tg.mul %s, %s : $0$""",
         ("a", np.log(np.exp(x[0])), "f32", 1), ("b", np.sqrt(square), "f32"),
         ("c", 1 / (1 / x[0]), "f32"), ("d", np.sqrt(x[0]) * np.sqrt(x[0]), "f32"))

# Sums of large and small, in this order and no other.
x, y = f32(1e8, 16777216, big, -big), f32(1, 1, big, -big)
with np.errstate(all="ignore"):
    kind("order_of_sums", [x, y], """
  %a = tg.add %0, %1 : $0$
  %b = tg.sub %a, %0 : $0$
  %c = tg.sub %a, %1 : $0$
  %h = tg.constant dense<0.5> : $0$
  %d = tg.mul %a, %h : $0$
  %e = tg.mul %0, %h : $0$
  %f = tg.mul %1, %h : $0$
  %g = tg.add %e, %f : $0$""",
         ("b", x[0] + y[0] - x[0], "f32"), ("c", x[0] + y[0] - y[0], "f32"),
         ("d", (x[0] + y[0]) * np.float32(0.5), "f32"), ("g", x[0] / 2 + y[0] / 2, "f32"))

# Products are distributed over nothing, and not fused with sums.
x, y, z = f32(1 + 2**-12, 1e30, inf, 3), f32(1 - 2**-12, 1e10, 0, 1 / 3), f32(-1, -inf, 1, -1)
with np.errstate(all="ignore"):
    product = x[0] * y[0]
    kind("no_fma", [x, y, z], """
  %p = tg.mul %0, %1 : $0$
  %r = tg.add %p, %2 : $0$
  %q = tg.add %1, %2 : $0$
  %s = tg.mul %0, %q : $0$
  %n = tg.neg %p : $0$
  %t = tg.sub %2, %p : $0$""",
         ("r", product + z[0], "f32"), ("s", x[0] * (y[0] + z[0]), "f32"), ("n", -product, "f32"),
         ("t", z[0] - product, "f32"))

# Compares of what was cast: 2^24 + 1, -1 as unsigned, 0.5 as integer, 256 as i8.
i = np.array([16777217, -1, 256, 0], np.int32)
kind("compares_of_casts", [(i, "i32"), f32(16777216, 4294967296, 0.5, -0.5)], """
  %f = tg.cast %0 : $0$ to $1$
  %a = tg.cmp eq %f, %1 : $1$
  %u = tg.cast %0 : $0$ to tensor<4xui32>
  %c = tg.constant dense<100> : tensor<4xui32>
  %b = tg.cmp gt %u, %c : tensor<4xui32>
  %n = tg.cast %1 : $1$ to $0$
  %d = tg.cmp eq %n, %0 : $0$
  %s = tg.cast %0 : $0$ to tensor<4xi8>
  %w = tg.cast %s : tensor<4xi8> to $0$
  %e = tg.cmp eq %w, %0 : $0$
  %t = tg.cast %1 : $1$ to tensor<4xi1>
  %v = tg.cast %t : tensor<4xi1> to $1$""",
     ("a", [True, False, False, False], "i1"), ("b", [True, True, True, False], "i1"),
     ("d", [False, False, False, True], "i1"), ("e", [False, True, False, True], "i1"),
     ("v", [1, 1, 1, 1], "f32"))

# A choice between equal branches, by a constant, by its own condition, nested.
c, x, y = np.array([True, False, True]), f32(nan, -0.0, 1), f32(2, 0.0, inf)
kind("choices", [(c, "i1"), x, y], """
  %n = tg.not %0 : $0$
  %a = tg.where %n, %1, %2 : $1$
  %b = tg.where %0, %a, %1 : $1$
  %w = tg.where %0, %1, %2 : $1$
  %d = tg.where %0, %w, %2 : $1$
  %e = tg.cmp ne %1, %1 : $1$
  %f = tg.where %e, %2, %1 : $1$
  %g = tg.cmp lt %1, %2 : $1$
  %h = tg.where %g, %1, %2 : $1$
  %i = tg.minimum %1, %2 : $1$""",
     ("a", np.where(~c, x[0], y[0]), "f32"), ("b", [2, -0.0, inf], "f32"), ("d", [nan, 0.0, 1], "f32"),
     ("f", [2, -0.0, 1], "f32"), ("h", [2, 0.0, 1], "f32"), ("i", [nan, -0.0, 1], "f32"))

# not (a < b) is not a >= b where there are NaNs.
x, y = f32(1, nan, 2, inf, -0.0), f32(nan, nan, 1, inf, 0.0)
kind("negated_compares", [x, y], """
  %a = tg.cmp lt %0, %1 : $0$
  %r = tg.not %a : tensor<5xi1>
  %s = tg.cmp ge %0, %1 : $0$
  %b = tg.cmp eq %0, %1 : $0$
  %t = tg.not %b : tensor<5xi1>
  %u = tg.cmp ne %0, %1 : $0$""",
     ("r", ~(x[0] < y[0]), "i1"), ("s", x[0] >= y[0], "i1"), ("t", x[0] != y[0], "i1"),
     ("u", x[0] != y[0], "i1"))

# Powers: of zeros, ones, negative numbers and NaN, small whole exponents included.
b, e = f32(0, -0.0, 0, -0.0, 1, -8, -8, nan, 2, inf, -1, -2), f32(0, -1, -2, 3, nan, 1 / 3, 3, 0, 0.5, 0, inf, 0.5)
with np.errstate(all="ignore"):
    kind("powers", [b, e], """
  %r = tg.pow %0, %1 : $0$
  %two = tg.constant dense<2.0> : $0$
  %s = tg.pow %0, %two : $0$
  %h = tg.constant dense<0.5> : $0$
  %t = tg.pow %0, %h : $0$
  %z = tg.constant dense<0.0> : $0$
  %u = tg.pow %0, %z : $0$
  %m = tg.constant dense<-1.0> : $0$
  %v = tg.pow %0, %m : $0$""",
         ("r", np.power(b[0], e[0]), "f32", 1), ("s", np.power(b[0], np.float32(2)), "f32"),
         ("t", np.power(b[0], np.float32(0.5)), "f32", 1), ("u", np.ones(12), "f32"),
         ("v", np.power(b[0], np.float32(-1)), "f32", 1))

# Remainders of floats: tinygrad's rule with every step rounded, with Python's sign,
# of infinities and zeros.
x = f32(1e30, -1e30, 5.5, -5.5, 5.5, inf, 1, -0.0, 3, nan, -1e-30)
y = f32(1e-30, 7, 2, 2, -2, 2, inf, 3, 0, 1, 5)
with np.errstate(all="ignore"):
    kind("float_remainders", [x, y], """
  %r = tg.mod %0, %1 : $0$
  %s = tg.floordiv %0, %1 : $0$""",
         ("r", x[0] - np.floor(x[0] / y[0]) * y[0], "f32"), ("s", np.floor(x[0] / y[0]), "f32"))

# Halfway cases of round, floor, ceil, trunc; the first numbers without fractions.
x = f32(0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, -0.49999997, 8388607.5, 8388608.5, 4503599627370497, -0.0, nan, -inf)
kind("roundings", [x], """
  %r = tg.round %0 : $0$
  %f = tg.floor %0 : $0$
  %c = tg.ceil %0 : $0$
  %t = tg.trunc %0 : $0$""",
     ("r", np.rint(x[0]), "f32"), ("f", np.floor(x[0]), "f32"), ("c", np.ceil(x[0]), "f32"),
     ("t", np.trunc(x[0]), "f32"))

# Signs: of zeros and NaN in sign, abs, copysign, relu, maximum with a zero.
x = f32(-0.0, 0.0, nan, -nan, -inf, 1e-45, -1e-45)
z = np.zeros(7, np.float32)
kind("signs", [x, (z, "f32")], """
  %a = tg.abs %0 : $0$
  %s = tg.sign %0 : $0$
  %r = tg.relu %0 : $0$
  %m = tg.maximum %0, %1 : $0$
  %n = tg.copysign %1, %0 : $0$""",
     ("a", np.abs(x[0]), "f32"), ("s", [0, 0, nan, nan, -1, 1, -1], "f32"),
     ("m", np.array([0, 0, nan, nan, 0, 1e-45, 0], np.float32), "f32"), ("n", np.copysign(z, x[0]), "f32"))

# A value in f16 between two f32 ops rounds there, inside one kernel too; bf16
# stores and loads are not skipped.
x, y = f32(1, 2048, 65519, 65520, 1e-8, 100.1), f32(2**-11, 1, 0, 0, 0, 0.07)
h = (x[0].astype(np.float16) + y[0].astype(np.float16)).astype(np.float16)
with np.errstate(all="ignore"):
    kind("narrow_between", [x, y], """
  %a = tg.cast %0 : $0$ to tensor<6xf16>
  %b = tg.cast %1 : $1$ to tensor<6xf16>
  %c = tg.add %a, %b : tensor<6xf16>
  %d = tg.cast %c : tensor<6xf16> to $0$
  %r = tg.sub %d, %0 : $0$
  %e = tg.cast %a : tensor<6xf16> to $0$
  %s = tg.mul %e, %e : $0$""",
         ("r", h.astype(np.float32) - x[0], "f32"),
         ("s", x[0].astype(np.float16).astype(np.float32) ** 2, "f32"))

# Integer chains that a wider type would hide: in i8, ui8, i16 and ui32.
for element, dtype in [("i8", np.int8), ("ui8", np.uint8), ("i16", np.int16), ("ui32", np.uint32)]:
    info = np.iinfo(dtype)
    a = np.array([info.max, info.min, info.max // 2 + 1, 100], dtype)
    b = np.array([info.max, 1, info.max // 2 + 1, 3], dtype)
    with np.errstate(all="ignore"):
        kind(f"wrapping_{element}", [(a, element), (b, element)], """
  %s = tg.add %0, %1 : $0$
  %t = tg.sub %s, %1 : $0$
  %m = tg.mul %0, %1 : $0$
  %d = tg.sub %0, %1 : $0$
  %c = tg.cmp lt %s, %0 : $0$
  %w = tg.cast %s : $0$ to tensor<4xi64>
  %f = tg.cast %m : $0$ to tensor<4xf32>""",
             ("s", a + b, element), ("t", a, element), ("m", a * b, element), ("d", a - b, element),
             ("c", (a + b).astype(dtype) < a, "i1"), ("w", (a + b).astype(np.int64), "i64"),
             ("f", (a * b).astype(np.float32), "f32"))

# Bits: moved between floats and integers of one width, of NaNs and zeros.
bits = np.array([0x7fc00001, 0xff800001, 0x80000000, 1, 0x3f800000], np.uint32)
kind("bits", [(bits, "ui32")], """
  %f = tg.bitcast %0 : $0$ to tensor<5xf32>
  %r = tg.bitcast %f : tensor<5xf32> to $0$
  %i = tg.bitcast %0 : $0$ to $i$
  %n = tg.cmp ne %f, %f : tensor<5xf32>
  %p = tg.flip %f [0] : tensor<5xf32>
  %q = tg.pad %p low [1] high [0] value(0.0 : f32) : tensor<5xf32> -> tensor<6xf32>
  %s = tg.bitcast %q : tensor<6xf32> to $s$""",
     ("r", bits, "ui32"), ("i", bits.view(np.int32), "i32"),
     ("n", [True, True, False, False, False], "i1"), ("s", np.r_[np.uint32(0), bits[::-1]], "ui32"))

# Empty and 0-d operands through all of it.
kind("empty_and_scalar", [(np.zeros((0, 3), np.float32), "f32"), (np.array(-2.5, np.float32), "f32")], """
  %a = tg.exp %0 : $0$
  %r = tg.sum %a axes [0] : $0$ -> $r$
  %b = tg.matmul %t, %0 : tensor<3x0xf32>, $0$ -> $b$
  %s = tg.abs %1 : $1$
  %i = tg.reshape %1 [1, 1] : $1$ -> tensor<1x1xf32>
  %e = tg.expand %i [2, 3] : tensor<1x1xf32> -> $e$
  %c = tg.concat %0, %e axis 0 : $0$, $e$ -> $c$
  %v = tg.softmax %1 axis 0 : $1$""".replace("  %v = tg.softmax %1 axis 0 : $1$", "").replace(
         "  %b = tg.matmul", "  %t = tg.permute %0 [1, 0] : $0$ -> tensor<3x0xf32>\n  %b = tg.matmul"),
     ("r", np.zeros(3), "f32"), ("b", np.zeros((3, 3)), "f32"), ("s", np.array(2.5), "f32"),
     ("e", np.full((2, 3), -2.5), "f32"), ("c", np.full((2, 3), -2.5), "f32"))

# Sorts with NaNs, both zeros, equals and infinities, up and down; the first places.
x = f32(2, nan, -0.0, 0.0, -inf, 2, inf, nan)
order = np.argsort(x[0], kind="stable")
down = np.array([1, 7, 6, 0, 5, 2, 3, 4])
kind("sorts", [x], """
  %a, %i = tg.sort %0 axis 0 : $0$ -> $i$
  %b, %j = tg.sort %0 axis 0 descending : $0$ -> $j$
  %c, %k = tg.topk %0 axis 0 k 3 : $0$ -> $c$, $k$
  %d, %l = tg.topk %0 axis 0 k 2 smallest : $0$ -> $d$, $l$
  %m = tg.argmax %0 axis 0 : $0$ -> $m$
  %n = tg.argmin %0 axis 0 : $0$ -> $n$""",
     ("a", x[0][order], "f32"), ("i", order.astype(np.int32), "i32"), ("b", x[0][down], "f32"),
     ("j", down.astype(np.int32), "i32"), ("c", x[0][down[:3]], "f32"), ("k", down[:3].astype(np.int32), "i32"),
     ("d", [-inf, -0.0], "f32"), ("l", np.array([4, 2], np.int32), "i32"),
     ("m", np.array(1, np.int32), "i32"), ("n", np.array(1, np.int32), "i32"))

check()
