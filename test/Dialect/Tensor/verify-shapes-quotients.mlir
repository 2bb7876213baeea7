// RUN: tg-opt %s --tg-verify-shapes --split-input-file -verify-diagnostics

// Tests that a size rounded up to blocks, and twice, has room for the size.

func.func @rounded_up(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [0, 100]}} {
  %n = tg.variable "n"
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %q = arith.ceildivsi %n, %c4 : index
  %whole = arith.muli %q, %c4 : index
  %high = arith.subi %whole, %n : index
  %0 = tg.pad %x low [0] high [%high] value(0.0 : f32) : tensor<?xf32> -> tensor<?xf32>
  %r = arith.ceildivsi %q, %c2 : index
  %c8 = arith.constant 8 : index
  %most = arith.muli %r, %c8 : index
  %more = arith.subi %most, %n : index
  %1 = tg.pad %x low [0] high [%more] value(0.0 : f32) : tensor<?xf32> -> tensor<?xf32>
  %2 = tg.shrink %1 [0] [%n] : tensor<?xf32> -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Tests that a size rounded down lies within the size.

func.func @rounded_down(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [0, 100]}} {
  %n = tg.variable "n"
  %c4 = arith.constant 4 : index
  %q = arith.floordivsi %n, %c4 : index
  %whole = arith.muli %q, %c4 : index
  %0 = tg.shrink %x [0] [%whole] : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Tests that nothing is taken for granted of a size that is rounded the other
// way.

func.func @no_room(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [0, 100]}} {
  %n = tg.variable "n"
  %c4 = arith.constant 4 : index
  %q = arith.floordivsi %n, %c4 : index
  %whole = arith.muli %q, %c4 : index
  %high = arith.subi %whole, %n : index
  // expected-error@+1 {{expected high padding on axis 0 of at least 0 for all values of the variables}}
  %0 = tg.pad %x low [0] high [%high] value(0.0 : f32) : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
