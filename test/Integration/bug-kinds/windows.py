"""Windows that reach outside, by strides, dilations and sizes rounded up."""

import numpy as np

from kinds import check, f32, kind, numbers

inf, nan = np.inf, np.nan


def pooled(x, kernel, stride, dilation, low, high, how):
    """`how` of the elements in each window of a vector, padding left out."""
    count = (len(x) + low + high - dilation * (kernel - 1) - 1) // stride + 1
    places = [[i * stride - low + k * dilation for k in range(kernel)] for i in range(count)]
    return np.array([how(x[[p for p in place if 0 <= p < len(x)]]) for place in places], x.dtype)


def pool(op, kernel, stride, dilation, low, high, more=""):
    return (f"tg.{op} %0 kernel [{kernel}] strides [{stride}] dilations [{dilation}] "
            f"pad_low [{low}] pad_high [{high}]{more} : $0$ -> ")


# Sizes rounded up: the last window counts what lies in the input only.
x = numbers(11)
for number, shape in enumerate([(3, 2, 1, 0, 1), (4, 3, 1, 1, 2), (2, 2, 3, 0, 1), (3, 4, 2, 2, 3), (5, 5, 1, 2, 2)]):
    kind(f"rounded_up_{number}", [(x, "f32")], f"""
  %a = {pool("avg_pool", *shape)}$a$
  %m = {pool("max_pool", *shape)}$m$""",
         ("a", pooled(x, *shape, np.mean), "f32", 1), ("m", pooled(x, *shape, np.max), "f32"))

# PyTorch's ceil_mode with count_include_pad counts the padding that was asked for,
# not that of the last window: pad first.
kind("counted_padding_rounded_up", [(x, "f32")], """
  %p = tg.pad %0 low [1] high [1] value(0.0 : f32) : $0$ -> tensor<13xf32>
  %r = tg.avg_pool %p kernel [4] strides [4] pad_low [0] pad_high [3] : tensor<13xf32> -> $r$""",
     ("r", pooled(np.pad(x, 1), 4, 4, 1, 0, 3, np.mean), "f32", 1))

# The last rows that no stride reaches count nowhere, whatever they hold.
x = f32(1, 2, 3, nan, 4, 5, 6, inf)
kind("strides_skip", [x], """
  %a = tg.avg_pool %0 kernel [3] strides [4] : $0$ -> $a$
  %m = tg.max_pool %0 kernel [3] strides [4] : $0$ -> $m$
  %w = tg.windows %0 kernel [2] strides [4] dilations [2] : $0$ -> $w$""",
     ("a", [2, 5], "f32"), ("m", [3, 6], "f32"), ("w", [[1, 3], [4, 6]], "f32"))

# Integers and bools: padding is never larger than what is there.
for element, dtype, values in [("i8", np.int8, [-128, -5, -1, -7]), ("ui8", np.uint8, [0, 0, 3, 0]),
                               ("i32", np.int32, [-2**31, -9, -2, -3]), ("i64", np.int64, [-2**63, -4, -5, -6]),
                               ("i1", np.bool_, [False, False, True, False])]:
    v = np.array(values, dtype)
    kind(f"padded_maxima_{element}", [(v, element)], f"""
  %r = {pool("max_pool", 3, 1, 1, 1, 1)}$r$
  %s = {pool("max_pool", 2, 2, 1, 1, 1)}$s$""",
         ("r", pooled(v, 3, 1, 1, 1, 1, np.max), element), ("s", pooled(v, 2, 2, 1, 1, 1, np.max), element))

# Two axes with different everything; the other way round is another result.
x = numbers(5, 7)
padded = np.pad(x, ((2, 0), (0, 1)), constant_values=-inf)
want = np.array([[padded[i * 2:i * 2 + 3:2, j * 3:j * 3 + 2].max() for j in range(3)] for i in range(3)], np.float32)
kind("two_axes", [(x, "f32")], """
  %r = tg.max_pool %0 kernel [2, 2] strides [2, 3] dilations [2, 1] pad_low [2, 0] pad_high [0, 1] : $0$ -> $r$
  %t = tg.permute %0 [1, 0] : $0$ -> tensor<7x5xf32>
  %s = tg.max_pool %t kernel [2, 2] strides [3, 2] dilations [1, 2] pad_low [0, 2] pad_high [1, 0] : tensor<7x5xf32> -> $s$""",
     ("r", want, "f32"), ("s", want.T, "f32"))

# Cut and then padded is not padded less: [1:] and one more in front.
x = f32(669, -763, 5)
kind("cut_then_padded", [x], """
  %c = tg.shrink %0 [1] [2] : $0$ -> tensor<2xf32>
  %m = tg.max_pool %c kernel [2] strides [1] pad_low [1] pad_high [0] : tensor<2xf32> -> $m$
  %a = tg.avg_pool %c kernel [2] strides [1] pad_low [1] pad_high [0] count_include_pad : tensor<2xf32> -> $a$
  %i = tg.reshape %c [1, 1, 2] : tensor<2xf32> -> tensor<1x1x2xf32>
  %o = tg.constant dense<1.0> : tensor<1x1x2xf32>
  %v = tg.conv %i, %o pad_low [1] : tensor<1x1x2xf32>, tensor<1x1x2xf32> -> $v$""",
     ("m", [-763, 5], "f32"), ("a", [-381.5, -379], "f32"), ("v", [[[-763, -758]]], "f32"))

# A window of one element, of all, and with more padding than input.
x = f32(3, nan, -2)
kind("extreme_windows", [x], """
  %r = tg.max_pool %0 kernel [1] : $0$ -> $r$
  %s = tg.avg_pool %0 kernel [3] : $0$ -> $s$
  %t = tg.max_pool %0 kernel [1] strides [2] : $0$ -> $t$
  %u = tg.avg_pool %0 kernel [5] strides [1] pad_low [4] pad_high [4] : $0$ -> $u$""",
     ("r", x[0], "f32"), ("s", [nan], "f32"), ("t", [3, -2], "f32"),
     ("u", [3, nan, nan, nan, nan, nan, -2], "f32"))

# Pools of pools, of what was padded with something else, and of a repeated axis.
x = numbers(8)
kind("pools_of_pools", [(x, "f32")], """
  %a = tg.max_pool %0 kernel [2] strides [1] pad_low [1] : $0$ -> tensor<8xf32>
  %r = tg.avg_pool %a kernel [2] : tensor<8xf32> -> $r$
  %p = tg.pad %0 low [1] high [1] value(100.0 : f32) : $0$ -> tensor<10xf32>
  %s = tg.max_pool %p kernel [3] strides [3] : tensor<10xf32> -> $s$
  %b = tg.reshape %0 [8, 1] : $0$ -> tensor<8x1xf32>
  %e = tg.expand %b [8, 3] : tensor<8x1xf32> -> tensor<8x3xf32>
  %t = tg.avg_pool %e kernel [4, 3] : tensor<8x3xf32> -> $t$""",
     ("r", [1.5, 3.5, 5.5, 7.5], "f32"), ("s", [100, 5, 8], "f32"), ("t", [[2.5], [6.5]], "f32"))


def convolved(x, w, stride, dilation, low, high, groups):
    """[N, C, L] with [O, C / groups, K], in f64."""
    x = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (low, high)))
    n, outputs, kernel = x.shape[0], w.shape[0], w.shape[2]
    count = (x.shape[2] - dilation * (kernel - 1) - 1) // stride + 1
    y = np.zeros((n, outputs, count))
    per_in, per_out = w.shape[1], outputs // groups
    for o in range(outputs):
        c = o // per_out * per_in
        for i in range(count):
            part = x[:, c:c + per_in, i * stride:i * stride + dilation * (kernel - 1) + 1:dilation]
            y[:, o, i] = (part * w[o]).sum((1, 2))
    return y.astype(np.float32)


# Convolutions: as many groups as channels, more outputs than inputs, only one
# place, padding on one side, a stride that leaves a rest.
for number, (x, w, how) in enumerate([
        ((1, 4, 6), (8, 1, 3), (1, 1, 1, 1, 4)), ((2, 6, 5), (4, 3, 2), (2, 1, 0, 1, 2)),
        ((1, 1, 3), (2, 1, 3), (1, 1, 0, 0, 1)), ((1, 2, 4), (2, 2, 3), (3, 2, 4, 0, 1)),
        ((1, 2, 9), (3, 2, 2), (4, 4, 0, 3, 1)), ((3, 2, 1), (2, 1, 1), (5, 1, 0, 0, 2))]):
    x, w = numbers(*x), numbers(*w, start=-3)
    y = convolved(x, w, *how)
    stride, dilation, low, high, groups = how
    kind(f"conv_{number}", [(x, "f32"), (w, "f32")], f"""
  %r = tg.conv %0, %1 strides [{stride}] dilations [{dilation}] pad_low [{low}] pad_high [{high}] groups {groups} : $0$, $1$ -> $r$""",
         ("r", y, "f32"))

# A transposed convolution with output_padding, stride and dilation at once: each
# element of the input adds the filter at its place.
x, w = numbers(1, 2, 4), numbers(2, 3, 2)
for number, (stride, dilation, low, high, more) in enumerate([(2, 1, 1, 1, 1), (3, 2, 2, 0, 2), (1, 2, 3, 3, 1)]):
    size = stride * 3 + dilation + 1 + more
    full = np.zeros((1, 3, size))
    for i in range(4):
        for k in range(2):
            full[0, :, i * stride + k * dilation] += np.einsum("c,co->o", x[0, :, i], w[:, :, k])
    want = full[:, :, low:size - high].astype(np.float32)
    kind(f"conv_transpose_{number}", [(x, "f32"), (w, "f32")], f"""
  %r = tg.conv_transpose %0, %1 strides [{stride}] dilations [{dilation}] pad_low [{low}] pad_high [{high}] output_padding [{more}] : $0$, $1$ -> $r$""",
         ("r", want, "f32"))

check()
