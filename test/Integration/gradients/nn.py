"""Gradients of the ops of neural networks."""

from differences import Case, main

LABELS = "%{p}l = tg.constant dense<[1, 0, 3]> : tensor<3xi32>\n  "
MASK = ("%{p}k = tg.constant dense<[[true, false, true, true], [false, true, true, false], "
        "[true, true, false, true]]> : tensor<3x4xi1>\n  "
        "%{p}r = tg.reshape %{p}k [1, 3, 4] : tensor<3x4xi1> -> tensor<1x3x4xi1>\n  "
        "%{p}m4 = tg.expand %{p}r [2, 3, 4] : tensor<1x3x4xi1> -> tensor<2x3x4xi1>\n  ")


def one(name, op, x, result, second=True, sizes=None):
    """An op of one operand, squared first."""
    return Case(name, [x], "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n  " + "%{p}y = tg." + op,
                result, 0.2, second=second, sizes=sizes)


CASES = [
    one("windows", "windows %{p}z kernel [3] : {0} -> {y}", (2, 7), (2, 5, 3)),
    one("windows_2d", "windows %{p}z kernel [2, 3] strides [2, 1] pad_low [1, 0] value(0.5 : f64) : {0} -> {y}",
        (2, 5, 4), (2, 3, 2, 2, 3)),
    one("avg_pool", "avg_pool %{p}z kernel [2, 2] : {0} -> {y}", (2, 4, 6), (2, 2, 3)),
    one("avg_pool_padded", "avg_pool %{p}z kernel [3] strides [1] pad_low [1] pad_high [1] : {0} -> {y}",
        (2, 6), (2, 6)),
    one("avg_pool_counts", "avg_pool %{p}z kernel [3] strides [2] pad_low [1] pad_high [1] count_include_pad : {0} -> {y}",
        (2, 5), (2, 3)),
    *[Case(f"{op.split()[0]}_strides_n{n}", [(2, "n")],
           "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n  %{p}c = tg." + op +
           " : {0} -> tensor<2x?xf64>\n  %{p}sn = tg.sin %{p}c : tensor<2x?xf64>\n"
           "  %{p}y = tg.sum %{p}sn axes [1] : tensor<2x?xf64> -> {y}", (2,), 0.2, sizes={"n": n})
      for n in (1, 4)
      for op in ["avg_pool %{p}z kernel [3] strides [2] pad_low [1] pad_high [1]",
                 "avg_pool %{p}z kernel [2] strides [3] pad_low [1] pad_high [2] count_include_pad"]],
    Case("windows_strides_n", [(2, "n")],
         "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n"
         "  %{p}c = tg.windows %{p}z kernel [3] strides [2] pad_low [1] pad_high [1] : {0} -> tensor<2x?x3xf64>\n"
         "  %{p}sn = tg.sin %{p}c : tensor<2x?x3xf64>\n"
         "  %{p}y = tg.sum %{p}sn axes [1] : tensor<2x?x3xf64> -> {y}", (2, 3), 0.2, sizes={"n": 4}),
    Case("conv_transpose_n", [(1, 2, "n"), (2, 3, 3)],
         "%{p}c = tg.conv_transpose %{p}0, %{p}1 strides [2] pad_low [1] : {0}, {1} -> tensor<1x3x?xf64>\n"
         "  %{p}sn = tg.sin %{p}c : tensor<1x3x?xf64>\n"
         "  %{p}y = tg.sum %{p}sn axes [2] : tensor<1x3x?xf64> -> {y}", (1, 3), sizes={"n": 3}),
    one("log_softmax", "log_softmax %{p}z axis 1 : {y}", (3, 5), (3, 5)),
    one("log_softmax_n", "log_softmax %{p}z axis 0 : {y}", ("n", 3), ("n", 3), sizes={"n": 4}),
    one("logsumexp", "logsumexp %{p}z axes [0, 2] : {0} -> {y}", (2, 3, 4), (3,)),
    one("interpolate", "interpolate %{p}z linear last 2 : {0} -> {y}", (2, 3, 4), (2, 5, 7)),
    one("interpolate_nearest", "interpolate %{p}z nearest last 1 coordinates asymmetric rounding floor : {0} -> {y}",
        (2, 5), (2, 8)),
    one("interpolate_n", "interpolate %{p}z linear last 1 : {0} -> {y}", (2, "n"), (2, 7), sizes={"n": 3}),
    one("interpolate_to_n", "interpolate %{p}z linear last 1 sizes(%n) coordinates align_corners : {0} -> {y}",
        (2, 5), (2, "n"), sizes={"n": 3}),
    Case("conv_transpose", [(1, 4, 5), (4, 3, 2)],
         "%{p}y = tg.conv_transpose %{p}0, %{p}1 strides [2] pad_low [1] output_padding [1] groups 2 : {0}, {1} -> {y}",
         (1, 6, 10)),
    Case("layer_norm", [(3, 5), (5,), (5,)],
         "%{p}y = tg.layer_norm %{p}0 axes [1] scale(%{p}1 : {1}) bias(%{p}2 : {2}) : {y}", (3, 5)),
    Case("rms_norm", [(3, 5), (5,)], "%{p}y = tg.rms_norm %{p}0 axes [1] scale(%{p}1 : {1}) : {y}", (3, 5)),
    Case("group_norm", [(2, 4, 3), (4,), (4,)],
         "%{p}y = tg.group_norm %{p}0 groups 2 scale(%{p}1 : {1}) bias(%{p}2 : {2}) : {y}", (2, 4, 3)),
    Case("batch_norm", [(4, 3, 2), (3,), (3,)],
         "%{p}y = tg.batch_norm %{p}0 axis 1 scale(%{p}1 : {1}) bias(%{p}2 : {2}) : {y}", (4, 3, 2)),
    Case("batch_norm_given", [(4, 3), (3,), (3,)],
         "%{p}y = tg.batch_norm %{p}0 axis 1 mean(%{p}1 : {1}) variance(%{p}2 : {2}) : {y}", (4, 3), 0.2),
    Case("layer_norm_n", [("n", 4)], "%{p}y = tg.layer_norm %{p}0 axes [1] : {y}", ("n", 4), sizes={"n": 3}),
    Case("attention", [(2, 3, 4), (2, 4, 4), (2, 4, 2)],
         MASK + "%{p}y = tg.attention %{p}0, %{p}1, %{p}2 mask(%{p}m4 : tensor<2x3x4xi1>) : {0}, {1}, {2} -> {y}",
         (2, 3, 2), second=False),
    Case("attention_causal", [(1, 3, 4), (1, 3, 4), (1, 3, 2)],
         "%{p}y = tg.attention %{p}0, %{p}1, %{p}2 causal : {0}, {1}, {2} -> {y}", (1, 3, 2)),
    Case("cross_entropy", [(3, 4)],
         LABELS + "%{p}y = tg.cross_entropy %{p}0, %{p}l axis 1 smoothing 0.1 : {0}, tensor<3xi32> -> {y}", ()),
    Case("cross_entropy_ignored", [(3, 4)],
         LABELS + "%{p}y = tg.cross_entropy %{p}0, %{p}l axis 1 ignore_index 0 reduction none : {0}, tensor<3xi32> -> {y}", (3,)),
    Case("cross_entropy_weighted", [(3, 4), (4,)],
         LABELS + "%{p}y = tg.cross_entropy %{p}0, %{p}l axis 1 weight(%{p}1 : {1}) smoothing 0.2 ignore_index 0 : {0}, tensor<3xi32> -> {y}",
         (), 0.2),
    Case("cross_entropy_of_two", [(3, 4), (3, 4)],
         "%{p}y = tg.cross_entropy %{p}0, %{p}1 axis 1 reduction none : {0}, {1} -> {y}", (3,), 0.1),
]

main(CASES)
