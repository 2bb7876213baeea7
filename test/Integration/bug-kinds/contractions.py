"""Convolution, pooling and matrix products at their edges."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan
lowest = np.iinfo


def conv(x, w, strides, dilations, low, high, groups=1, dtype=np.float64):
    """Cross-correlation over the last axes of [N, C, ...], by its definition."""
    spatial = x.ndim - 2
    x = np.pad(x.astype(dtype), [(0, 0), (0, 0)] + list(zip(low, high)))
    sizes = [(x.shape[2 + i] - dilations[i] * (w.shape[2 + i] - 1) - 1) // strides[i] + 1
             for i in range(spatial)]
    out = np.zeros((x.shape[0], w.shape[0], *sizes), dtype)
    per = w.shape[0] // groups
    for o in range(w.shape[0]):
        channels = slice(o // per * w.shape[1], (o // per + 1) * w.shape[1])
        for offset in np.ndindex(*w.shape[2:]):
            window = tuple(slice(offset[i] * dilations[i],
                                 offset[i] * dilations[i] + (sizes[i] - 1) * strides[i] + 1,
                                 strides[i]) for i in range(spatial))
            part = x[(slice(None), channels) + window]
            weight = w[(o, slice(None)) + offset].astype(dtype)
            out[:, o] += (part * weight.reshape((1, -1) + (1,) * spatial)).sum(1)
    return out


def pool(x, kernel, strides, dilations, low, high, fill, reduce):
    spatial = len(kernel)
    outer = x.ndim - spatial
    x = np.pad(x, [(0, 0)] * outer + list(zip(low, high)), constant_values=fill)
    sizes = [(x.shape[outer + i] - dilations[i] * (kernel[i] - 1) - 1) // strides[i] + 1
             for i in range(spatial)]
    parts = []
    for offset in np.ndindex(*kernel):
        window = tuple(slice(offset[i] * dilations[i],
                             offset[i] * dilations[i] + (sizes[i] - 1) * strides[i] + 1,
                             strides[i]) for i in range(spatial))
        parts.append(x[(slice(None),) * outer + window])
    return reduce(np.stack(parts), axis=0)


def text(strides, dilations, low, high):
    return (f"strides {list(strides)} dilations {list(dilations)} "
            f"pad_low {list(low)} pad_high {list(high)}")


# Whole numbers: every sum is exact, whatever its order.
rng = np.random.default_rng(0)


def whole(*shape, dtype=np.float32):
    return rng.integers(-4, 5, shape).astype(dtype)


CONVS = {
    # name: (input, filter, strides, dilations, low, high, groups)
    "asymmetric": ((1, 2, 5, 6), (3, 2, 3, 2), (1, 1), (1, 1), (2, 0), (0, 1), 1),
    "stride_past_kernel": ((2, 1, 9), (1, 1, 2), (4,), (1,), (0,), (0,), 1),
    "padding_past_kernel": ((1, 1, 3), (2, 1, 2), (1,), (1,), (4,), (3,), 1),
    "dilated_and_strided": ((1, 2, 11), (2, 2, 3), (3,), (4,), (2,), (1,), 1),
    "depthwise": ((2, 6, 4, 4), (6, 1, 3, 3), (1, 1), (1, 1), (1, 1), (1, 1), 6),
    "depthwise_with_multiplier": ((1, 2, 5), (6, 1, 3), (2,), (1,), (1,), (1,), 2),
    "groups_of_unequal_width": ((1, 6, 4), (3, 2, 2), (1,), (1,), (0,), (1,), 3),
    "kernel_of_one": ((3, 4, 2, 2), (5, 4, 1, 1), (1, 1), (1, 1), (0, 0), (0, 0), 1),
    "kernel_of_one_strided": ((1, 3, 7, 7), (2, 3, 1, 1), (3, 2), (1, 1), (0, 1), (0, 0), 1),
    "kernel_as_large_as_input": ((2, 3, 4, 5), (2, 3, 4, 5), (1, 1), (1, 1), (0, 0), (0, 0), 1),
    "three_axes": ((1, 2, 3, 4, 3), (2, 2, 2, 1, 3), (1, 2, 1), (1, 1, 1), (1, 0, 0), (0, 1, 1), 1),
    "no_batch": ((0, 2, 5), (3, 2, 2), (1,), (1,), (0,), (0,), 1),
    "even_kernel_same_size": ((1, 1, 6), (1, 1, 4), (1,), (1,), (1,), (2,), 1),
    "last_window_cut_off": ((1, 1, 8), (1, 1, 3), (2,), (1,), (0,), (0,), 1),
}
for name, (xs, ws, strides, dilations, low, high, groups) in CONVS.items():
    x, w = whole(*xs), whole(*ws)
    want = conv(x, w, strides, dilations, low, high, groups).astype(np.float32)
    kind(f"conv_{name}", [(x, "f32"), (w, "f32")],
         f"  %r = tg.conv %0, %1 {text(strides, dilations, low, high)} groups {groups} "
         ": $0$, $1$ -> $r$", ("r", want, "f32"))

# i8 sums in i32, and wraps there only.
x, w = np.full((1, 40, 5), -128, np.int8), np.full((2, 40, 3), -128, np.int8)
kind("conv_of_i8", [(x, "i8"), (w, "i8")], """
  %r = tg.conv %0, %1 pad_low [1] pad_high [1] : $0$, $1$ -> $r$""",
     ("r", conv(x, w, (1,), (1,), (1,), (1,), dtype=np.int64).astype(np.int32), "i32"))

# Padding is zeros, of which a product with an infinity is NaN.
x, w = numbers(1, 1, 3), np.array([[[inf, 1, nan]]], np.float32)
want = conv(x, w, (1,), (1,), (1,), (1,)).astype(np.float32)
kind("conv_infinite_weights", [(x, "f32"), (w, "f32")], """
  %r = tg.conv %0, %1 pad_low [1] pad_high [1] : $0$, $1$ -> $r$""", ("r", want, "f32"))

POOLS = {
    # name: (input, kernel, strides, dilations, low, high)
    "padding": ((1, 2, 5, 5), (3, 3), (2, 2), (1, 1), (1, 1), (1, 1)),
    "one_sided": ((1, 1, 6), (3,), (1,), (1,), (2,), (0,)),
    "dilated": ((2, 9), (3,), (2,), (3,), (2,), (1,)),
    "stride_past_kernel": ((1, 3, 10), (2,), (5,), (1,), (0,), (0,)),
    "cut_off": ((1, 1, 7, 8), (2, 3), (2, 3), (1, 1), (0, 0), (0, 0)),
    "all_axes": ((4, 5), (2, 2), (1, 2), (1, 1), (1, 0), (0, 1)),
    "kernel_of_one": ((2, 5), (1,), (2,), (1,), (0,), (0,)),
    "three_axes": ((1, 1, 3, 4, 4), (2, 2, 3), (1, 2, 1), (1, 1, 1), (0, 1, 1), (1, 0, 1)),
}
TYPES = {"f32": (np.float32, -inf), "i32": (np.int32, -2**31), "ui8": (np.uint8, 0),
         "i8": (np.int8, -128)}
for name, (xs, kernel, strides, dilations, low, high) in POOLS.items():
    for element, (dtype, fill) in TYPES.items():
        x = whole(*xs, dtype=np.int64) - 5
        x = (x + 10 if element == "ui8" else x).astype(dtype)
        want = pool(x, kernel, strides, dilations, low, high, fill, np.max)
        kind(f"max_pool_{name}_{element}", [(x, element)],
             f"  %r = tg.max_pool %0 kernel {list(kernel)} {text(strides, dilations, low, high)} "
             ": $0$ -> $r$", ("r", want, element))

# The smallest value itself, NaN, and infinities in windows that reach outside.
x = f32(-inf, -inf, nan, 1.0, -0.0, 0.0, -inf)
kind("max_pool_special", [x], """
  %r = tg.max_pool %0 kernel [3] strides [1] pad_low [1] pad_high [1] : $0$ -> $r$
  %s = tg.max_pool %0 kernel [2] strides [2] pad_low [1] pad_high [0] : $0$ -> $s$""",
     ("r", [-inf, nan, nan, nan, 1, 0, 0], "f32"), ("s", [-inf, nan, 1, 0], "f32"))

#===----------------------------------------------------------------------===#
# Matrix products
#===----------------------------------------------------------------------===#

for m, k, n in [(1, 1, 1), (1, 17, 1), (1, 5, 33), (33, 5, 1), (7, 1, 9), (17, 33, 31), (3, 0, 4),
                (0, 3, 2), (64, 64, 64)]:
    a, b = whole(m, k), whole(k, n)
    kind(f"matmul_{m}_{k}_{n}", [(a, "f32"), (b, "f32")],
         "  %r = tg.matmul %0, %1 : $0$, $1$ -> $r$", ("r", a @ b, "f32"))

# Operands that are views: transposed, repeated, flipped, cut; one tensor twice.
a = whole(5, 7)
kind("matmul_of_views", [(a, "f32")], """
  %t = tg.permute %0 [1, 0] : $0$ -> tensor<7x5xf32>
  %r = tg.matmul %0, %t : $0$, tensor<7x5xf32> -> $r$
  %s = tg.matmul %t, %0 : tensor<7x5xf32>, $0$ -> $s$
  %f = tg.flip %t [0] : tensor<7x5xf32>
  %u = tg.matmul %0, %f : $0$, tensor<7x5xf32> -> $u$
  %c = tg.shrink %0 [1, 2] [3, 4] : $0$ -> tensor<3x4xf32>
  %d = tg.shrink %0 [0, 3] [4, 3] : $0$ -> tensor<4x3xf32>
  %v = tg.matmul %c, %d : tensor<3x4xf32>, tensor<4x3xf32> -> $v$
  %o = tg.shrink %0 [2, 0] [1, 7] : $0$ -> tensor<1x7xf32>
  %e = tg.expand %o [4, 7] : tensor<1x7xf32> -> tensor<4x7xf32>
  %w = tg.matmul %e, %t : tensor<4x7xf32>, tensor<7x5xf32> -> $w$
  %p = tg.pad %0 low [1, 2] high [0, 1] value(1.0 : f32) : $0$ -> tensor<6x10xf32>
  %q = tg.permute %p [1, 0] : tensor<6x10xf32> -> tensor<10x6xf32>
  %x = tg.matmul %p, %q : tensor<6x10xf32>, tensor<10x6xf32> -> $x$""",
     ("r", a @ a.T, "f32"), ("s", a.T @ a, "f32"), ("u", a @ a.T[::-1], "f32"),
     ("v", a[1:4, 2:6] @ a[:4, 3:6], "f32"), ("w", np.tile(a[2], (4, 1)) @ a.T, "f32"),
     ("x", np.pad(a, ((1, 0), (2, 1)), constant_values=1) @
      np.pad(a, ((1, 0), (2, 1)), constant_values=1).T, "f32"))

# Batches in other orders than memory's, and shared operands.
a, b = whole(3, 2, 4), whole(2, 4, 5)
kind("matmul_batched", [(a, "f32"), (b, "f32")], """
  %p = tg.permute %0 [1, 0, 2] : $0$ -> tensor<2x3x4xf32>
  %r = tg.matmul %p, %1 : tensor<2x3x4xf32>, $1$ -> $r$
  %s = tg.shrink %1 [1, 0, 0] [1, 4, 5] : $1$ -> tensor<1x4x5xf32>
  %e = tg.expand %s [3, 4, 5] : tensor<1x4x5xf32> -> tensor<3x4x5xf32>
  %t = tg.matmul %0, %e : $0$, tensor<3x4x5xf32> -> $t$""",
     ("r", a.transpose(1, 0, 2) @ b, "f32"), ("t", a @ b[1], "f32"))

# Halves: products and sums in f32, one rounding.
a, b = np.full((2, 2048), 1.0009765625, np.float16), np.ones((2048, 2), np.float16)
kind("matmul_of_halves", [(a, "f16"), (b, "f16")],
     "  %r = tg.matmul %0, %1 : $0$, $1$ -> $r$", ("r", np.full((2, 2), 2050), "f16"))
a = np.full((1, 300), -128, np.int8)
kind("matmul_of_i8", [(a, "i8"), (a.T.copy(), "i8")],
     "  %r = tg.matmul %0, %1 : $0$, $1$ -> $r$", ("r", [[300 * 16384]], "i32"))

# An infinity times zero is NaN in its row and column, and nowhere else.
a, b = np.zeros((9, 6), np.float32), np.ones((6, 10), np.float32)
a[4, 2], b[3, 7] = inf, nan
kind("matmul_special", [(a, "f32"), (b, "f32")],
     "  %r = tg.matmul %0, %1 : $0$, $1$ -> $r$", ("r", a @ b, "f32"))

check()
