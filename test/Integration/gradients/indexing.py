"""Gradients of joins, of ops with indices, and of cumulative ops."""

from differences import Case, main

# Of the three rows of indices two are equal, and one lies outside.
INDEX = ("%{p}i = tg.constant dense<[[0, 3, 9], [2, 3, -1], [0, 1, 1]]> : tensor<3x3xi32>\n  ")


def squared(name, op, shape, result, sizes=None):
    return Case(name, [shape], "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n  " + op, result, 0.2, sizes=sizes)


CASES = [
    Case("concat", [(2, 3), (2, 1), (2, 2)],
         "%{p}z = tg.mul %{p}0, %{p}0 : {0}\n"
         "  %{p}y = tg.concat %{p}z, %{p}1, %{p}2 axis 1 : {0}, {1}, {2} -> {y}", (2, 6)),
    Case("stack", [(2, 3), (2, 3)],
         "%{p}z = tg.mul %{p}0, %{p}1 : {0}\n"
         "  %{p}y = tg.stack %{p}z, %{p}1 axis 1 : {0}, {1} -> {y}", (2, 2, 3)),
    squared("repeat", "%{p}y = tg.repeat %{p}z [2, 3] : {0} -> {y}", (2, 3), (4, 9)),
    squared("gather", INDEX + "%{p}y = tg.gather %{p}z, %{p}i axis 0 : {0}, tensor<3x3xi32> -> {y}",
            (4, 3), (3, 3)),
    Case("scatter_add", [(4, 3), (3, 3)],
         INDEX + "%{p}z = tg.mul %{p}1, %{p}1 : {1}\n"
         "  %{p}y = tg.scatter add %{p}0, %{p}i, %{p}z axis 0 : {0}, tensor<3x3xi32>, {1}", (4, 3)),
    Case("scatter_set", [(4, 3), (3, 3)],
         INDEX + "%{p}z = tg.mul %{p}1, %{p}1 : {1}\n"
         "  %{p}y = tg.scatter set %{p}0, %{p}i, %{p}z axis 0 : {0}, tensor<3x3xi32>, {1}", (4, 3)),
    *[Case(f"scatter_{kind}", [(4, 3), (3, 3)],
           INDEX + "%{p}z = tg.mul %{p}1, %{p}1 : {1}\n"
           f"  %{{p}}y = tg.scatter {kind} %{{p}}0, %{{p}}i, %{{p}}z axis 0 : {{0}}, tensor<3x3xi32>, {{1}}",
           (4, 3)) for kind in ["prod", "max", "min"]],
    # The part of a row, and of all rows, that is written.
    Case("assign", [(4, 3), (2, 3)],
         "%{p}e = tg.empty [4, 3] : {0}\n  %{p}f = tg.assign %{p}e [0, 0], %{p}0 : {0}, {0}\n"
         "  %{p}z = tg.mul %{p}1, %{p}1 : {1}\n  %{p}y = tg.assign %{p}f [1, 0], %{p}z : {0}, {1}", (4, 3)),
    Case("assign_n", [("n", 5), ("n", 2)],
         "%{p}e = tg.empty [%n, 5] : {0}\n  %{p}f = tg.assign %{p}e [0, 0], %{p}0 : {0}, {0}\n"
         "  %{p}z = tg.mul %{p}1, %{p}1 : {1}\n  %{p}y = tg.assign %{p}f [0, 3], %{p}z : {0}, {1}",
         ("n", 5), sizes={"n": 3}),
    Case("copy", [(2, 3)],
         '%{p}c = tg.copy %{p}0 to "cpu:1" : {0}\n  %{p}z = tg.exp %{p}c : {0}\n'
         "  %{p}d = tg.copy %{p}z : {0}\n  %{p}y = tg.mul %{p}d, %{p}0 : {0}", (2, 3)),
    squared("cumsum", "%{p}y = tg.cumsum %{p}z axis 1 : {0} -> {y}", (2, 5), (2, 5)),
    squared("cumprod", "%{p}y = tg.cumprod %{p}z axis 1 : {y}", (2, 5), (2, 5)),
    squared("cummax", "%{p}y = tg.cummax %{p}z axis 1 : {y}", (2, 5), (2, 5)),
    squared("cummin", "%{p}y = tg.cummin %{p}z axis 1 : {y}", (2, 5), (2, 5)),
    squared("sort", "%{p}y, %{p}i = tg.sort %{p}z axis 1 : {0} -> tensor<2x5xi32>", (2, 5), (2, 5)),
    squared("topk", "%{p}y, %{p}i = tg.topk %{p}z axis 1 k 2 : {0} -> {y}, tensor<2x2xi32>", (2, 5), (2, 2)),
]

main(CASES)
