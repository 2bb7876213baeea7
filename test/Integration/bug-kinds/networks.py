"""The ops of neural networks at extreme values and sizes."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan

# A mean counts what lies in the input, or the whole window.
x = f32(1, 2, 3, 4, 5)
kind("avg_pool_counts", [x], """
  %a = tg.avg_pool %0 kernel [3] strides [1] pad_low [1] pad_high [1] : $0$ -> $a$
  %b = tg.avg_pool %0 kernel [3] strides [1] pad_low [1] pad_high [1] count_include_pad : $0$ -> $b$
  %c = tg.avg_pool %0 kernel [2] strides [2] pad_low [0] pad_high [1] : $0$ -> $c$
  %d = tg.avg_pool %0 kernel [2] strides [3] dilations [2] pad_low [2] pad_high [0] : $0$ -> $d$""",
     ("a", [1.5, 2, 3, 4, 4.5], "f32"), ("b", [1, 2, 3, 4, 3], "f32", 1),
     ("c", [1.5, 3.5, 5], "f32"), ("d", [1, 3], "f32"))

# Infinities and NaN reach the windows that hold them, and no other.
x = f32(1, inf, 2, 3, nan, 4, -inf, 5)
windows = np.lib.stride_tricks.sliding_window_view(x[0], 2)
kind("avg_pool_special", [x], """
  %r = tg.avg_pool %0 kernel [2] strides [1] : $0$ -> $r$
  %s = tg.avg_pool %0 kernel [2] strides [2] : $0$ -> $s$""",
     ("r", windows.mean(1), "f32"), ("s", windows[::2].mean(1), "f32"))

# Halves whose sum overflows their type.
h = np.full((2, 8), 60000, np.float16)
kind("means_of_large_halves", [(h, "f16")], """
  %r = tg.avg_pool %0 kernel [4] : $0$ -> $r$
  %s = tg.layer_norm %0 axes [1] : $0$
  %t = tg.rms_norm %0 axes [1] : $0$
  %u = tg.softmax %0 axis 1 : $0$""",
     ("r", np.full((2, 2), 60000), "f16"), ("s", np.zeros((2, 8)), "f16"),
     ("t", np.ones((2, 8)), "f16"), ("u", np.full((2, 8), 0.125), "f16"))

# Positions in windows that reach outside: of negatives, equals, NaN.
x = (np.array([[-5, -1, -1, -7, nan, -2, nan, -inf]], np.float32), "f32")
kind("argmax_pool_positions", [x], """
  %r = tg.argmax_pool %0 kernel [3] strides [1] pad_low [1] pad_high [1] : $0$ -> $r$
  %s = tg.argmax_pool %0 kernel [2] strides [2] : $0$ -> $s$""",
     ("r", np.array([[1, 1, 1, 4, 4, 4, 6, 6]], np.int32), "i32"),
     ("s", np.array([[1, 2, 4, 6]], np.int32), "i32"))

# Rows far away from 0, equal, and without a finite number.
s = np.array([[1e4, 1e4 + 1, -1e4], [-1e30, -1e30, -1e30], [-inf, 0, 0], [-inf, -inf, -inf],
              [inf, 0, 0], [nan, 0, 0]], np.float32)
wide = s.astype(np.float64)
top = wide.max(1, keepdims=True)
sums = np.log(np.exp(wide - top).sum(1, keepdims=True))
kind("log_softmax_rows", [(s, "f32")], """
  %r = tg.log_softmax %0 axis 1 : $0$
  %s = tg.logsumexp %0 axes [1] : $0$ -> $s$""",
     ("r", (wide - top - sums).astype(np.float32), "f32", 2),
     ("s", np.where(np.isinf(top), top, top + sums)[:, 0].astype(np.float32), "f32", 1))

# Equal rows have variance 0, not less, however large; one element, too.
c = np.array([[1e8] * 7, [16777217.0] * 7, [0.1] * 7], np.float32)
kind("norms_of_equal_rows", [(c, "f32"), (numbers(3, 1), "f32")], """
  %s = tg.layer_norm %1 axes [1] : $1$
  %t = tg.layer_norm %1 axes [0, 1] : $1$
  %g = tg.layer_norm %0 axes [1] : $0$""",
     ("s", np.zeros((3, 1)), "f32"),
     ("t", (np.array([[-1], [0], [1]]) / np.sqrt(2 / 3 + 1e-5)).astype(np.float32), "f32", 2))

# A far mean does not eat the variance.
o = (np.arange(8) + 65536).astype(np.float32).reshape(1, 8)
y = o.astype(np.float64) - o.mean(dtype=np.float64)
kind("norm_of_far_row", [(o, "f32")], """
  %r = tg.layer_norm %0 axes [1] : $0$""",
     ("r", (y / np.sqrt((y * y).mean() + 1e-5)).astype(np.float32), "f32", 4))

# A row of scores that is masked out is NaN; others see only what they may.
q, k = np.zeros((1, 2, 4), np.float32), np.zeros((1, 3, 4), np.float32)
v = numbers(1, 3, 2)
mask = np.array([[[True, False, True], [False, False, False]]])
kind("attention_masks", [(q, "f32"), (k, "f32"), (v, "f32"), (mask, "i1")], """
  %r = tg.attention %0, %1, %2 mask(%3 : $3$) : $0$, $1$, $2$ -> $r$
  %s = tg.attention %0, %1, %2 causal : $0$, $1$, $2$ -> $s$""",
     ("r", [[[3, 4], [nan, nan]]], "f32", 1), ("s", [[[1, 2], [2, 3]]], "f32", 1))

# Labels outside the classes, all ignored, and logits far apart.
z = np.array([[0, 1000, -1000], [5, 5, 5]], np.float32)
kind("cross_entropy_labels", [(z, "f32"), (np.array([2, 1]), "i64"), (np.array([-1, -1]), "i64"),
                              (np.array([7, 0]), "i64")], """
  %a = tg.cross_entropy %0, %1 axis 1 reduction none : $0$, $1$ -> $a$
  %b = tg.cross_entropy %0, %2 axis 1 ignore_index -1 : $0$, $1$ -> $b$
  %c = tg.cross_entropy %0, %2 axis 1 ignore_index -1 reduction sum : $0$, $1$ -> $c$
  %d = tg.cross_entropy %0, %3 axis 1 reduction none : $0$, $1$ -> $d$""",
     ("a", [2000, np.log(np.float32(3))], "f32", 1), ("b", nan, "f32"), ("c", 0.0, "f32"),
     ("d", [0, np.log(np.float32(3))], "f32", 1))

# A transposed convolution is one over the input with zeros between its elements,
# of which a product with an infinite weight is NaN.
x, w = np.array([[[1, 2]]], np.float32), np.array([[[3, inf]]], np.float32)
kind("conv_transpose_gaps", [(x, "f32"), (w, "f32")], """
  %r = tg.conv_transpose %0, %1 strides [3] : $0$, $1$ -> $r$
  %s = tg.conv_transpose %0, %1 strides [2] pad_low [1] pad_high [0] output_padding [1]
      : $0$, $1$ -> $s$""",
     ("r", [[[nan, inf, nan, nan, inf]]], "f32"), ("s", [[[inf, nan, inf, nan]]], "f32"))

# Finite weights: stride, dilation, cropping, and rows that only padding makes.
x, w = numbers(1, 1, 3), np.array([[[1, 10, 100]]], np.float32)
kind("conv_transpose_places", [(x, "f32"), (w, "f32")], """
  %a = tg.conv_transpose %0, %1 : $0$, $1$ -> $a$
  %b = tg.conv_transpose %0, %1 strides [2] : $0$, $1$ -> $b$
  %c = tg.conv_transpose %0, %1 dilations [2] pad_low [1] pad_high [2] : $0$, $1$ -> $c$
  %d = tg.conv_transpose %0, %1 strides [4] output_padding [2] : $0$, $1$ -> $d$""",
     ("a", [[[1, 12, 123, 230, 300]]], "f32"), ("b", [[[1, 10, 102, 20, 203, 30, 300]]], "f32"),
     ("c", [[[2, 13, 20, 130]]], "f32"),
     ("d", [[[1, 10, 100, 0, 2, 20, 200, 0, 3, 30, 300, 0, 0]]], "f32"))

check()
