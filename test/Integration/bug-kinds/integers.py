"""Integers: wrapping, signs, divisions, shifts, and bools."""

import numpy as np

from kinds import check, kind, numbers

i8 = np.array([-128, -127, -1, 0, 1, 100, 127], np.int8)
low = np.full(7, -128, np.int8)

# The smallest number has no opposite.
kind("smallest", [(i8, "i8")], """
  %a = tg.abs %0 : $a$
  %n = tg.neg %0 : $n$
  %m = tg.constant dense<-1> : $0$
  %p = tg.mul %0, %m : $p$
  %q = tg.cdiv %0, %m : $q$
  %f = tg.floordiv %0, %m : $f$
  %r = tg.cmod %0, %m : $r$""",
     ("a", np.abs(i8), "i8"), ("n", -i8, "i8"), ("p", i8 * np.int8(-1), "i8"),
     ("q", -i8, "i8"), ("f", -i8, "i8"), ("r", i8 * 0, "i8"))

# Sums wrap in their own type before what follows: (a + b) / 2 in i8.
a, b = np.array([100, -100, 127], np.int8), np.array([100, -100, 1], np.int8)
kind("average_wraps", [(a, "i8"), (b, "i8")], """
  %s = tg.add %0, %1 : $0$
  %t = tg.constant dense<2> : $0$
  %r = tg.floordiv %s, %t : $r$
  %w = tg.cast %0 : $0$ to tensor<3xi32>
  %x = tg.cast %s : $0$ to $x$""",
     ("r", (a + b) // np.int8(2), "i8"), ("x", (a + b).astype(np.int32), "i32"))

# A square may be negative, and x + 1 less than x.
x = np.array([46341, -46341, 2147483647, 65536, 7], np.int32)
kind("no_range_without_proof", [(x, "i32")], """
  %z = tg.constant dense<0> : $0$
  %o = tg.constant dense<1> : $0$
  %s = tg.mul %0, %0 : $0$
  %r = tg.cmp ge %s, %z : $0$
  %p = tg.add %0, %o : $0$
  %t = tg.cmp gt %p, %0 : $0$
  %d = tg.add %0, %0 : $0$
  %h = tg.constant dense<2> : $0$
  %q = tg.cdiv %d, %h : $q$""",
     ("r", x * x >= 0, "i1"), ("t", x + np.int32(1) > x, "i1"),
     ("q", np.trunc((x + x) / 2).astype(np.int32), "i32"))

# Unsigned numbers are not compared, divided, widened or shifted as signed ones.
u = np.array([0, 1, 2**31 - 1, 2**31, 2**32 - 1], np.uint32)
v = u[::-1].copy()
kind("unsigned", [(u, "ui32"), (v, "ui32")], """
  %a = tg.cmp lt %0, %1 : $0$
  %b = tg.maximum %0, %1 : $b$
  %c = tg.cast %0 : $0$ to $c$
  %d = tg.cast %0 : $0$ to $d$
  %s = tg.constant dense<31> : $0$
  %e = tg.shr %0, %s : $e$
  %t = tg.constant dense<3> : $0$
  %f = tg.floordiv %0, %t : $f$
  %g = tg.mod %0, %t : $g$
  %h = tg.sub %0, %1 : $h$
  %i = tg.max %0 axes [0] : $0$ -> $i$
  %j = tg.argmax %0 axis 0 : $0$ -> $j$
  %k = tg.min %0 axes [0] : $0$ -> $k$""",
     ("a", u < v, "i1"), ("b", np.maximum(u, v), "ui32"), ("c", u.astype(np.int64), "i64"),
     ("d", u.astype(np.float32), "f32"), ("e", u >> np.uint32(31), "ui32"),
     ("f", u // np.uint32(3), "ui32"), ("g", u % np.uint32(3), "ui32"), ("h", u - v, "ui32"),
     ("i", u.max(), "ui32"), ("j", np.int32(4), "i32"), ("k", np.uint32(0), "ui32"))

# Quotients by constants, which become multiplications: all signs, both rounds.
x = np.array([-2**31, -2**31 + 1, -9, -8, -7, -1, 0, 1, 7, 8, 9, 2**31 - 1], np.int32)
for divisor in [1, 2, 3, 7, 8, 10, 641, -1, -2, -3, -8, 2**31 - 1, -2**31]:
    d = np.int64(divisor)
    wide = x.astype(np.int64)
    floor = (wide // d).astype(np.int32)
    trunc = (np.sign(wide) * np.sign(d) * (np.abs(wide) // np.abs(d))).astype(np.int32)
    kind(f"by_{'minus_' if divisor < 0 else ''}{abs(divisor)}", [(x, "i32")], f"""
  %d = tg.constant dense<{divisor}> : $0$
  %a = tg.floordiv %0, %d : $a$
  %b = tg.mod %0, %d : $b$
  %c = tg.cdiv %0, %d : $c$
  %e = tg.cmod %0, %d : $e$""",
         ("a", floor, "i32"), ("b", (wide % d).astype(np.int32), "i32"), ("c", trunc, "i32"),
         ("e", (wide - (np.sign(wide) * np.sign(d) * (np.abs(wide) // np.abs(d))) * d)
          .astype(np.int32), "i32"))

# (x / 2) / 3, (x * 6) / 3 and (x mod 6) mod 3 where signs and wrapping matter.
floor = x.astype(np.int64)
kind("nested_divisions", [(x, "i32")], """
  %b = tg.constant dense<2> : $0$
  %c = tg.constant dense<3> : $0$
  %d = tg.constant dense<6> : $0$
  %p = tg.floordiv %0, %b : $0$
  %r = tg.floordiv %p, %c : $r$
  %q = tg.mul %0, %d : $0$
  %s = tg.floordiv %q, %c : $s$
  %m = tg.mod %0, %d : $0$
  %t = tg.mod %m, %c : $t$
  %f = tg.floordiv %0, %c : $0$
  %g = tg.mul %f, %c : $0$
  %u = tg.sub %0, %g : $u$""",
     ("r", (floor // 6).astype(np.int32), "i32"),
     ("s", ((floor * 6).astype(np.int32) // np.int32(3)), "i32"),
     ("t", (floor % 3).astype(np.int32), "i32"), ("u", (floor % 3).astype(np.int32), "i32"))

# Zero divisors, at run time.
z = np.array([0, 3, 0, -1, 0], np.int64)
n = np.array([5, 5, -2**63, -2**63, 0], np.int64)
kind("by_zero", [(n, "i64"), (z, "i64")], """
  %a = tg.floordiv %0, %1 : $a$
  %b = tg.mod %0, %1 : $b$
  %c = tg.cdiv %0, %1 : $c$
  %d = tg.cmod %0, %1 : $d$""",
     ("a", [-1, 1, -1, -2**63, -1], "i64"), ("b", [5, 2, -2**63, 0, 0], "i64"),
     ("c", [-1, 1, -1, -2**63, -1], "i64"), ("d", [5, 2, -2**63, 0, 0], "i64"))

# Shifts by the width and more, by negative amounts, of negative numbers.
x = np.array([1, -1, -128, 127, 64, -2], np.int8)
n = np.array([8, 9, 7, -1, 127, 1], np.int8)
kind("wide_shifts", [(x, "i8"), (n, "i8")], """
  %l = tg.shl %0, %1 : $l$
  %r = tg.shr %0, %1 : $r$
  %c = tg.constant dense<8> : $0$
  %m = tg.shl %0, %c : $m$
  %s = tg.shr %0, %c : $s$""",
     ("l", [0, 0, 0, 0, 0, -4], "i8"), ("r", [0, -1, -1, 0, 0, -1], "i8"),
     ("m", np.zeros(6), "i8"), ("s", [0, -1, -1, 0, 0, -1], "i8"))

# Bools are 0 and 1: sums count, products are and, anything not 0 is true.
b = np.array([[True, True, False], [True, True, True]])
kind("bools", [(b, "i1"), (np.array([2, -1, 256, 0], np.int32), "i32")], """
  %s = tg.sum %0 axes [0, 1] : $0$ -> $s$
  %m = tg.max %0 axes [1] : $0$ -> $m$
  %n = tg.min %0 axes [1] : $0$ -> $n$
  %a = tg.add %0, %0 : $a$
  %x = tg.cast %0 : $0$ to $x$
  %y = tg.mul %x, %x : $x$
  %c = tg.cast %1 : $1$ to $c$
  %d = tg.cast %c : $c$ to $d$
  %l = tg.cmp lt %n, %m : $m$
  %j = tg.argmin %0 axis 1 : $0$ -> $j$""",
     ("s", np.int32(5), "i32"), ("m", [True, True], "i1"), ("n", [False, True], "i1"),
     ("a", b, "i1"), ("x", b.astype(np.float32), "f32"), ("c", [True, True, True, False], "i1"),
     ("d", np.array([1, 1, 1, 0], np.uint8), "ui8"), ("l", [True, False], "i1"),
     ("j", np.array([2, 0], np.int32), "i32"))

# Narrow sums widen, products and maxima keep the type; i32 wraps.
x = numbers(300, dtype=np.int64).astype(np.uint8)
kind("widths_of_reduces", [(x, "ui8"), (np.array([2**31 - 1, 1], np.int32), "i32")], """
  %s = tg.sum %0 axes [0] : $0$ -> $s$
  %p = tg.prod %0 axes [0] : $0$ -> $p$
  %w = tg.sum %1 axes [0] : $1$ -> $w$""",
     ("s", np.uint32(x.sum(dtype=np.uint32)), "ui32"), ("p", np.uint8(0), "ui8"),
     ("w", np.int32(-2**31), "i32"))

# Counting: an arange that wraps, steps down, and is cut.
kind("aranges", [(np.zeros(1, np.float32), "f32")], """
  %a = tg.arange [300] start(0 : i8) step(1 : i8) : $a$
  %b = tg.arange [5] start(3 : i32) step(-2 : i32) : $b$
  %c = tg.arange [4] start(0.1 : f32) step(0.1 : f32) : $c$
  %d = tg.arange [3] start(4294967295 : ui32) step(1 : ui32) : $d$
  %m = tg.constant dense<2> : $b$
  %e = tg.mod %b, %m : $e$""",
     ("a", np.arange(300).astype(np.int8), "i8"), ("b", 3 - 2 * np.arange(5), "i32"),
     ("c", np.float32(0.1) + np.arange(4).astype(np.float32) * np.float32(0.1), "f32"),
     ("d", np.array([2**32 - 1, 0, 1]), "ui32"), ("e", (3 - 2 * np.arange(5)) % 2, "i32"))

check()
