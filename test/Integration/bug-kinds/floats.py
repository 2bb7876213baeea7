"""Floats: what may not be simplified, special values, casts."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan
special = f32(0.0, -0.0, 1.0, -1.5, inf, -inf, nan, 1e-45, -3e38, 16777217.0)
x = special[0]

# x - x, x * 0, x / x, 0 / x and 0 - x are not constants, nor -x.
kind("no_cancelling", [special], """
  %z = tg.constant dense<0.0> : $0$
  %a = tg.sub %0, %0 : $a$
  %b = tg.mul %0, %z : $b$
  %c = tg.div %0, %0 : $c$
  %d = tg.div %z, %0 : $d$
  %e = tg.sub %z, %0 : $e$
  %f = tg.add %0, %z : $f$""",
     ("a", x - x, "f32"), ("b", x * np.float32(0), "f32"), ("c", x / x, "f32"),
     ("d", np.float32(0) / x, "f32"), ("e", np.float32(0) - x, "f32"),
     ("f", x + np.float32(0), "f32"))

# (x + c) - c, (x / c) * c, x / 3 and x * (1 / 3) all round.
c = np.float32(3.3e7)
t = np.float32(3)
kind("no_reassociation", [special], """
  %c = tg.constant dense<3.3e7> : $0$
  %t = tg.constant dense<3.0> : $0$
  %p = tg.add %0, %c : $0$
  %a = tg.sub %p, %c : $a$
  %q = tg.div %0, %t : $b$
  %b = tg.mul %q, %t : $b$
  %i = tg.reciprocal %t : $0$
  %d = tg.mul %0, %i : $d$
  %m = tg.mul %0, %0 : $0$
  %e = tg.sqrt %m : $e$""",
     ("a", (x + c) - c, "f32"), ("b", x / t * t, "f32"), ("q", x / t, "f32"),
     ("d", x * (np.float32(1) / t), "f32"), ("e", np.sqrt(x * x), "f32"))

# Comparisons that are false both ways.
kind("nan_compares", [special], """
  %a = tg.cmp eq %0, %0 : $0$
  %b = tg.cmp ne %0, %0 : $0$
  %l = tg.cmp lt %0, %0 : $0$
  %n = tg.not %l : $c$
  %g = tg.cmp ge %0, %0 : $0$
  %c = tg.xor %n, %g : $c$""",
     ("a", x == x, "i1"), ("b", x != x, "i1"), ("l", x < x, "i1"),
     ("c", ~(x < x) ^ (x >= x), "i1"))

# The branch not taken may be NaN; a NaN condition takes the second.
kind("nan_in_where", [special], """
  %z = tg.constant dense<0.0> : $0$
  %o = tg.constant dense<1.0> : $0$
  %c = tg.cmp gt %0, %z : $0$
  %r = tg.where %c, %0, %z : $r$
  %q = tg.sqrt %0 : $0$
  %t = tg.where %c, %o, %q : $t$""",
     ("r", np.where(x > 0, x, 0), "f32"),
     ("t", np.where(x > 0, np.float32(1), np.sqrt(x)), "f32"))

# Clamps keep NaN; relu of NaN is NaN; maximum takes it from both sides.
kind("nan_in_clamps", [special], """
  %z = tg.constant dense<0.0> : $0$
  %h = tg.constant dense<6.0> : $0$
  %a = tg.maximum %0, %z : $0$
  %r = tg.minimum %a, %h : $r$
  %b = tg.minimum %h, %0 : $0$
  %s = tg.maximum %z, %b : $s$
  %t = tg.relu %0 : $t$""",
     ("r", np.where(np.isnan(x), nan, np.clip(np.where(x == 0, 0.0, x), 0, 6)), "f32"),
     ("s", np.where(np.isnan(x), nan, np.clip(np.where(x == 0, 0.0, x), 0, 6)), "f32"),
     ("t", np.where(np.isnan(x), nan, np.maximum(np.where(x == 0, 0.0, x), 0)), "f32"))

# Zeros have signs: in neg, abs, trunc, products, square roots and reciprocals.
small = f32(0.0, -0.0, 0.4, -0.4, -0.9)
x = small[0]
kind("zeros_have_signs", [small], """
  %z = tg.constant dense<-0.0> : $0$
  %a = tg.neg %0 : $a$
  %b = tg.trunc %0 : $b$
  %c = tg.mul %0, %z : $c$
  %t = tg.trunc %0 : $0$
  %d = tg.reciprocal %t : $d$
  %e = tg.sqrt %t : $0$
  %f = tg.add %z, %z : $0$
  %g = tg.abs %b : $g$""",
     ("a", -x, "f32"), ("b", np.trunc(x), "f32"), ("c", x * np.float32(-0.0), "f32"),
     ("d", 1 / np.trunc(x), "f32"), ("e", np.sqrt(np.trunc(x)), "f32"),
     ("f", np.full(5, -0.0), "f32"), ("g", np.abs(np.trunc(x)), "f32"))

# Denormals are not flushed.
tiny = f32(1e-45, -1e-45, 1.1754942e-38, 1.17549435e-38, 6e-39)
x = tiny[0]
kind("denormals", [tiny], """
  %h = tg.constant dense<0.5> : $0$
  %b = tg.constant dense<1.0e38> : $0$
  %r = tg.mul %0, %h : $r$
  %s = tg.mul %0, %b : $s$
  %t = tg.cast %0 : $0$ to $t$
  %u = tg.add %0, %0 : $u$
  %v = tg.cast %0 : $0$ to $v$""",
     ("r", x * np.float32(0.5), "f32"), ("s", x * np.float32(1e38), "f32"),
     ("t", np.ones(5, bool), "i1"), ("u", x + x, "f32"), ("v", x.astype(np.float64), "f64"))

# Large arguments: no overflow inside functions whose result is small.
large = f32(100.0, -100.0, 1e30, -1e30, inf, -inf, nan)
kind("saturating_functions", [large], """
  %r = tg.tanh %0 : $r$
  %n = tg.neg %0 : $0$
  %e = tg.exp %n : $0$
  %o = tg.constant dense<1.0> : $0$
  %d = tg.add %o, %e : $0$
  %s = tg.reciprocal %d : $s$""",
     ("r", [1, -1, 1, -1, 1, -1, nan], "f32"),
     ("s", [1, np.float32(1) / (np.float32(1) + np.float32(2.6881171e43)), 1, 0, 1, 0, nan],
      "f32", 1))

#===----------------------------------------------------------------------===#
# Casts
#===----------------------------------------------------------------------===#

# Down and up again rounds; it is not a way of copying.
values = f32(1.0009765, 65519.99, 65520.0, 1e-8, 3.14159, nan, inf, -inf)
half = values[0].astype(np.float16)
kind("down_and_up", [values], """
  %h = tg.cast %0 : $0$ to tensor<8xf16>
  %r = tg.cast %h : tensor<8xf16> to $r$
  %i = tg.cast %0 : $0$ to tensor<8xi32>
  %s = tg.cast %i : tensor<8xi32> to $s$""",
     ("r", half.astype(np.float32), "f32"),
     ("s", [1, 65519, 65520, 0, 3, 0, 2147483648, -2147483648], "f32"))

# Once, not first to f32: 1 + 2^-11 + 2^-40 is above the middle between two f16.
deep = np.array([1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-11, -(1 + 2.0**-11 + 2.0**-40), 1e300])
kind("one_rounding", [(deep, "f64")], """
  %r = tg.cast %0 : $0$ to $r$
  %w = tg.cast %0 : $0$ to tensor<4xf32>
  %s = tg.cast %w : tensor<4xf32> to $s$""",
     ("r", deep.astype(np.float16), "f16"),
     ("s", deep.astype(np.float32).astype(np.float16), "f16"))

# Out of range, to every integer: 32 and 64 bits saturate, narrower ones wrap
# after 32.
out = f32(300.7, -1.5, -129.0, 3e9, -3e9, 1e20, -1e20, inf, -inf, nan, 255.9)
x = out[0]


def to_int(values, low, high):
    clean = np.where(np.isnan(values), 0, values.astype(np.float64))
    return [int(low if v <= low else high if v >= high else int(v)) for v in clean]


i32 = np.array(to_int(x, -2**31, 2**31 - 1), np.int64)
kind("float_to_integers", [out], """
  %a = tg.cast %0 : $0$ to $a$
  %b = tg.cast %0 : $0$ to $b$
  %c = tg.cast %0 : $0$ to $c$
  %d = tg.cast %0 : $0$ to $d$
  %e = tg.cast %0 : $0$ to $e$
  %f = tg.cast %0 : $0$ to $f$
  %g = tg.cast %0 : $0$ to $g$
  %h = tg.cast %0 : $0$ to $h$
  %i = tg.cast %0 : $0$ to $i$""",
     ("a", i32.astype(np.int8), "i8"), ("b", i32.astype(np.uint8), "ui8"),
     ("c", i32.astype(np.int16), "i16"), ("d", i32.astype(np.uint16), "ui16"),
     ("e", i32.astype(np.int32), "i32"),
     ("f", np.array(to_int(x, 0, 2**32 - 1), np.uint64).astype(np.uint32), "ui32"),
     ("g", np.array(to_int(x, -2**63, 2**63 - 1)), "i64"),
     ("h", np.array(to_int(x, 0, 2**64 - 1), np.uint64), "ui64"),
     ("i", x != 0, "i1"))

# Integers that a float cannot hold round to even; ui64 is not i64.
big = np.array([2**24 + 1, 2**24 + 3, 2**53 + 1, 2**63 - 1, -2**63, -(2**24 + 1)])
kind("integers_to_float", [(big, "i64"), (big.astype(np.uint64), "ui64")], """
  %r = tg.cast %0 : $0$ to $r$
  %s = tg.cast %0 : $0$ to $s$
  %t = tg.cast %1 : $1$ to $t$
  %u = tg.cast %1 : $1$ to $u$""",
     ("r", big.astype(np.float32), "f32"), ("s", big.astype(np.float64), "f64"),
     ("t", big.astype(np.uint64).astype(np.float32), "f32"),
     ("u", big.astype(np.uint64).astype(np.float64), "f64"))

# A NaN whose payload lies in the bits that bf16 drops stays a NaN.
payload = np.array([0x7f800001, 0xff800001, 0x7fffffff, 0x7f7fffff, 0x3f808000, 0x3f818000],
                   np.uint32)
bits = np.array([0x7f80, 0x3f80, 0x3f82], np.uint16)
kind("nan_to_bf16", [(payload, "ui32")], """
  %f = tg.bitcast %0 : $0$ to tensor<6xf32>
  %b = tg.cast %f : tensor<6xf32> to tensor<6xbf16>
  %n = tg.cmp ne %b, %b : tensor<6xbf16>
  %c = tg.shrink %b [3] [3] : tensor<6xbf16> -> tensor<3xbf16>
  %r = tg.bitcast %c : tensor<3xbf16> to $r$""",
     ("n", [True, True, True, False, False, False], "i1"), ("r", bits, "ui16"))

# Sums of halves are summed in f32; products inside a chain round each time.
h = np.full(4096, 1.0009765625, np.float16)
y = numbers(64, dtype=np.float16)
chain = ((y * y).astype(np.float16) - y).astype(np.float16)
kind("half_sums_and_chains", [(h, "f16"), (y, "f16")], """
  %r = tg.sum %0 axes [0] : $0$ -> $r$
  %m = tg.mul %1, %1 : $1$
  %s = tg.sub %m, %1 : $s$""",
     ("r", np.float16(4100), "f16"), ("s", chain, "f16"))

check()
