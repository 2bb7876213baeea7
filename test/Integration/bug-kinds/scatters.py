"""Gathers and scatters: equal, negative and far indices, zeros, NaNs, views, chains."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan


def i32(*values):
    return np.array(values, np.int32), "i32"


def scattered(kind_, x, index, updates):
    """NumPy's loop along axis 0 of vectors."""
    result = x.copy()
    for i, u in zip(index, updates):
        if 0 <= i < len(x):
            old = result[i]
            result[i] = {"set": lambda: u, "add": lambda: old + u, "prod": lambda: old * u,
                         "max": lambda: np.maximum(old, u), "min": lambda: np.minimum(old, u)}[kind_]()
    return result


KINDS = ["set", "add", "prod", "max", "min"]

# Equal indices: the last counts, also where it is a zero, of either sign.
for name, values in [("zero_last", (1, 0)), ("zero_first", (0, 1)), ("minus_zero", (5, -0.0)),
                     ("nan_first", (nan, 3)), ("nan_last", (3, nan))]:
    x = f32(1, 2, 3, 4)
    kind(f"equal_{name}", [x, i32(1, 1), f32(*values)], """
  %r = tg.scatter set %0, %1, %2 axis 0 : $0$, $1$, $2$""",
         ("r", scattered("set", x[0], [1, 1], np.array(values, np.float32)), "f32"))

# Indices outside write nothing, and what they would have written reaches nobody:
# not as 0 * NaN, not in the next row.
x = numbers(3, 4)
index = np.array([[4, -1, 0, 2**31 - 1], [-2**31, 3, 9, 0], [5, 5, 5, 5]], np.int32)
u = np.array([[nan, inf, 10, -inf], [nan, 20, inf, 30], [nan, nan, nan, nan]], np.float32)
rows = {k: np.stack([scattered(k, a, i, b) for a, i, b in zip(x, index, u)]) for k in KINDS}
kind("outside", [(x, "f32"), (index, "i32"), (u, "f32")], "\n".join(f"""
  %{k} = tg.scatter {k} %0, %1, %2 axis 1 : $0$, $1$, $2$""" for k in KINDS),
     *[(k, rows[k], "f32") for k in KINDS])
kind("gather_outside", [(x, "f32"), (index, "i32")], """
  %r = tg.gather %0, %1 axis 1 : $0$, $1$ -> $0$""",
     ("r", np.where((index >= 0) & (index < 4), np.take_along_axis(x, np.clip(index, 0, 3), 1), 0), "f32"))

# Far indices of every width: those of ui32 and ui64 are not negative, those of i64
# not cut to 32 bits.
x = f32(1, 2, 3)
for element, dtype, far in [("i8", np.int8, [-128, 127]), ("ui8", np.uint8, [255, 128]),
                            ("i16", np.int16, [-32768, 32767]), ("ui16", np.uint16, [65535, 256]),
                            ("ui32", np.uint32, [2**32 - 1, 2**31]), ("i64", np.int64, [2**32, -2**32 + 1]),
                            ("ui64", np.uint64, [2**64 - 1, 2**63])]:
    index = np.array([1, *far, 2], dtype)
    kind(f"index_{element}", [x, (index, element), f32(10, 20, 30, 40)], """
  %r = tg.scatter add %0, %1, %2 axis 0 : $0$, $1$, $2$
  %s = tg.gather %0, %1 axis 0 : $0$, $1$ -> $s$""",
         ("r", [1, 12, 43], "f32"), ("s", [2, 0, 0, 3], "f32"))

# All in one place, one by one, and none at all.
kind("all_in_one_place", [f32(1, 2), (np.ones(50, np.int32), "i32"), (numbers(50), "f32")], "\n".join(f"""
  %{k} = tg.scatter {k} %0, %1, %2 axis 0 : $0$, $1$, $2$""" for k in ["set", "add", "max", "min"]),
     ("set", [1, 50], "f32"), ("add", [1, 2 + 50 * 51 // 2], "f32"), ("max", [1, 50], "f32"),
     ("min", [1, 1], "f32"))
kind("no_updates", [f32(1, -0.0, nan), (np.zeros(0, np.int32), "i32"), (np.zeros(0, np.float32), "f32")],
     "\n".join(f"""
  %{k} = tg.scatter {k} %0, %1, %2 axis 0 : $0$, $1$, $2$""" for k in KINDS),
     *[(k, [1, -0.0, nan], "f32") for k in KINDS])
kind("nowhere", [(np.zeros(0, np.float32), "f32"), i32(0, 1), f32(1, 2)], """
  %r = tg.scatter set %0, %1, %2 axis 0 : $0$, $1$, $2$
  %s = tg.gather %0, %1 axis 0 : $0$, $1$ -> $s$""", ("r", np.zeros(0), "f32"), ("s", [0, 0], "f32"))

# What is not written keeps its sign of zero; adding to -0 what is not there, too.
kind("untouched_zeros", [f32(-0.0, -0.0, 0.0), i32(1), f32(0.0)], """
  %s = tg.scatter set %0, %1, %2 axis 0 : $0$, $1$, $2$
  %r = tg.scatter max %0, %1, %2 axis 0 : $0$, $1$, $2$""",
     ("s", [-0.0, 0.0, 0.0], "f32"), ("r", [-0.0, 0.0, 0.0], "f32"))

# Narrow integers wrap, bools are or-ed, maxima are of unsigned numbers.
kind("narrow", [(np.array([100, -100], np.int8), "i8"), i32(0, 0, 1), (np.array([20, 20, -100], np.int8), "i8"),
                (np.array([200, 1], np.uint8), "ui8"), (np.array([10, 255, 0], np.uint8), "ui8"),
                (np.array([False, True]), "i1"), (np.array([True, False, False]), "i1")], """
  %r = tg.scatter add %0, %1, %2 axis 0 : $0$, $1$, $2$
  %s = tg.scatter max %3, %1, %4 axis 0 : $3$, $1$, $4$
  %t = tg.scatter add %5, %1, %6 axis 0 : $5$, $1$, $6$
  %u = tg.scatter min %5, %1, %6 axis 0 : $5$, $1$, $6$""",
     ("r", np.array([140 - 256, -200 + 256], np.int8), "i8"), ("s", np.array([255, 1], np.uint8), "ui8"),
     ("t", [True, True], "i1"), ("u", [False, False], "i1"))

# x[i] += x[i] with equal indices: each reads what was there before.
x = numbers(4)
kind("added_to_itself", [(x, "f32"), i32(0, 0, 2)], """
  %g = tg.gather %0, %1 axis 0 : $0$, $1$ -> tensor<3xf32>
  %r = tg.scatter add %0, %1, %g axis 0 : $0$, $1$, tensor<3xf32>
  %d = tg.add %g, %g : tensor<3xf32>
  %s = tg.scatter set %0, %1, %d axis 0 : $0$, $1$, tensor<3xf32>""",
     ("r", [3, 2, 6, 4], "f32"), ("s", [2, 2, 6, 4], "f32"))

# In place, and read by others.
kind("scatter_in_place", [(x, "f32"), i32(3, 0), f32(10, 20)], """
  %v = tg.scatter set %0, %1, %2 axis 0 : $0$, $1$, $2$
  %r = tg.assign %0 [0], %v : $0$, $0$
  %s = tg.sub %r, %0 : $0$
  %w = tg.gather %r, %1 axis 0 : $0$, $1$ -> $w$""",
     ("r", [20, 2, 3, 10], "f32"), ("s", [19, 0, 0, 6], "f32"), ("w", [10, 20], "f32"), updates={"r": 0})

# One after another into the same places, and back.
kind("chain", [(x, "f32"), i32(1, 2), i32(2, 3), f32(10, 20)], """
  %a = tg.scatter set %0, %1, %3 axis 0 : $0$, $1$, $3$
  %b = tg.scatter add %a, %2, %3 axis 0 : $0$, $2$, $3$
  %r = tg.scatter max %b, %1, %3 axis 0 : $0$, $1$, $3$
  %s = tg.gather %b, %2 axis 0 : $0$, $2$ -> $s$""",
     ("r", [1, 10, 30, 24], "f32"), ("s", [30, 24], "f32"))

# Of moved tensors: transposed input, flipped indices, repeated updates.
x = numbers(3, 2)
index = np.array([[0, 2, 1], [1, 0, 0]], np.int32)
u = f32(10, 20)
want = x.T.copy()
for i in range(2):
    for j in range(3):
        want[i, index[::-1][i, j]] = u[0][i]
kind("moved_operands", [(x, "f32"), (index, "i32"), u], """
  %x = tg.permute %0 [1, 0] : $0$ -> tensor<2x3xf32>
  %i = tg.flip %1 [0] : $1$
  %a = tg.reshape %2 [2, 1] : $2$ -> tensor<2x1xf32>
  %u = tg.expand %a [2, 3] : tensor<2x1xf32> -> tensor<2x3xf32>
  %r = tg.scatter set %x, %i, %u axis 1 : tensor<2x3xf32>, $1$, tensor<2x3xf32>
  %p = tg.permute %r [1, 0] : tensor<2x3xf32> -> $p$""",
     ("r", want, "f32"), ("p", want.T, "f32"))

# Indices that are computed: sorted, found by argmax, counted.
x = f32(3, nan, -1, 7, 7)
kind("computed_indices", [x], """
  %v, %i = tg.sort %0 axis 0 : $0$ -> tensor<5xi32>
  %r = tg.gather %0, %i axis 0 : $0$, tensor<5xi32> -> $0$
  %n = tg.arange [5] start(0 : i32) step(1 : i32) : tensor<5xi32>
  %z = tg.constant dense<-1> : tensor<5xi32>
  %s = tg.scatter set %z, %i, %n axis 0 : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>""",
     ("r", [-1, 3, 7, 7, nan], "f32"), ("s", np.array([1, 4, 0, 2, 3], np.int32), "i32"))

# Many rows and ranks above 4.
x = numbers(2, 1, 3, 1, 2, 3)
index = np.array([2, 0], np.int32).reshape(1, 1, 1, 1, 1, 2) + np.zeros((2, 1, 3, 1, 2, 2), np.int32)
u = -numbers(2, 1, 3, 1, 2, 2)
want = x.copy()
np.put_along_axis(want, index, u, 5)
kind("rank_6", [(x, "f32"), (index, "i32"), (u, "f32")], """
  %r = tg.scatter set %0, %1, %2 axis 5 : $0$, $1$, $2$
  %s = tg.gather %0, %1 axis 5 : $0$, $1$ -> $s$""",
     ("r", want, "f32"), ("s", np.take_along_axis(x, index, 5), "f32"))

# A histogram, and the rows that one_hot gives for classes outside.
labels = np.array([1, 3, 3, -1, 4, 0, 3], np.int32)
kind("histogram", [(np.zeros(4, np.int64), "i64"), (labels, "i32"), (np.ones(7, np.int64), "i64")], """
  %r = tg.scatter add %0, %1, %2 axis 0 : $0$, $1$, $2$
  %h = tg.one_hot %1 [4] : $1$ -> tensor<7x4xi64>
  %s = tg.sum %h axes [0] : tensor<7x4xi64> -> $s$""",
     ("r", np.array([1, 1, 0, 3]), "i64"), ("s", np.array([1, 1, 0, 3]), "i64"))

check()
