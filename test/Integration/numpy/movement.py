"""Movement ops, constants and ranges, with and without variables."""

import numpy as np

from harness import Program, tensor

program = Program()

x = np.arange(2 * 3 * 4, dtype=np.int32).reshape(2, 3, 4)
t = tensor(x.shape, "i32")


def move(name, op, want, value=x, element="i32"):
    """One movement op."""
    program.add(name, [(value, element)],
                f"  %r = tg.{op} : {tensor(value.shape, element)} -> {tensor(want.shape, element)}",
                [("r", want, element, 0)])


move("reshape", "reshape %0 [4, 6]", x.reshape(4, 6))
move("reshape_ones", "reshape %0 [1, 24, 1]", x.reshape(1, 24, 1))
move("permute", "permute %0 [2, 0, 1]", x.transpose(2, 0, 1))
move("expand", "expand %0 [5, 3, 4]", np.broadcast_to(x[:1], (5, 3, 4)), x[:1])
move("pad", "pad %0 low [1, 0, 2] high [0, 3, 1] value(-7 : i32)",
     np.pad(x, [(1, 0), (0, 3), (2, 1)], constant_values=-7))
move("shrink", "shrink %0 [1, 0, 2] [1, 3, 2]", x[1:, :, 2:])
move("shrink_empty", "shrink %0 [1, 3, 2] [1, 0, 2]", x[1:, 3:, 2:])
program.add("flip", [(x, "i32")], f"  %r = tg.flip %0 [0, 2] : {t}",
            [("r", x[::-1, :, ::-1], "i32", 0)])
scalar = np.array(3.5, dtype=np.float64)
move("scalar", "reshape %0 [1, 1]", scalar.reshape(1, 1), scalar, "f64")
empty = np.zeros((0, 3), dtype=np.float32)
move("pad_empty", "pad %0 low [2, 0] high [0, 0] value(1.5 : f32)",
     np.full((2, 3), 1.5, np.float32), empty, "f32")
move("permute_empty", "permute %0 [1, 0]", empty.T, empty, "f32")

# One size per variable; the result's sizes are computed from them.
d = np.arange(5 * 3, dtype=np.float32).reshape(5, 3)
program.add("dynamic", [(d, "f32")], """
  %n = tg.variable "n"
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %m = arith.muli %n, %three : index
  %less = arith.subi %n, %one : index
  %a = tg.reshape %0 [%m] : tensor<?x3xf32> -> tensor<?xf32>
  %b = tg.shrink %0 [1, 0] [%less, 3] : tensor<?x3xf32> -> tensor<?x3xf32>
  %c = tg.pad %0 low [0, %n] high [0, 0] value(0.0 : f32) : tensor<?x3xf32> -> tensor<?x?xf32>
  %e = tg.arange [%n] start(2.0 : f32) step(-0.5 : f32) : tensor<?xf32>""",
            [("a", d.reshape(15), "f32", 0, "tensor<?xf32>"),
             ("b", d[1:], "f32", 0, "tensor<?x3xf32>"),
             ("c", np.pad(d, [(0, 0), (5, 0)]), "f32", 0, "tensor<?x?xf32>"),
             ("e", np.float32(2) + np.arange(5, dtype=np.float32) * np.float32(-0.5), "f32", 0,
              "tensor<?xf32>")],
            attributes="attributes {tg.variables = {n = [1, 8]}}", dims=[["n", 3]])

program.add("creation", [], """
  %a = tg.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  %b = tg.constant dense<2.5> : tensor<3xf16>
  %c = tg.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %d = tg.arange [6] start(-3 : i16) step(20000 : i16) : tensor<6xi16>
  %e = tg.constant dense<255> : tensor<ui8>""",
            [("a", np.array([[1, -2], [3, 4]], np.int8), "i8", 0),
             ("b", np.full(3, 2.5, np.float16), "f16", 0),
             ("c", np.array([1, 0, 1, 1, 0, 0, 1, 0, 1], np.bool_), "i1", 0),
             ("d", (-3 + np.arange(6) * 20000).astype(np.int16), "i16", 0),
             ("e", np.array(255, np.uint8), "ui8", 0)])

program.check()
