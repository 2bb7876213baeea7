// RUN: tg-opt %s --test-tg-index-maps -verify-diagnostics

// Tests where the ops that join read their operands: each one its own part.

func.func @concat(%a: tensor<4x8xf32>, %b: tensor<4x?xf32> {tg.dims = [4, "n"]}, %c: tensor<4x2xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-remark@+1 {{shape [4, s0 + 10] moves; operand 0 at affine_map<(d0, d1)[s0] -> (d0, d1)> where [-d1 + 7] >= 0 else 0.000000e+00 : f32; operand 1 at affine_map<(d0, d1)[s0] -> (d0, d1 - 8)> where [d1 - 8, -(d1 - 8) + s0 - 1] >= 0 else 0.000000e+00 : f32; operand 2 at affine_map<(d0, d1)[s0] -> (d0, d1 - s0 - 8)> where [d1 - s0 - 8] >= 0}}
  %0 = tg.concat %a, %b, %c axis 1 : tensor<4x8xf32>, tensor<4x?xf32>, tensor<4x2xf32> -> tensor<4x?xf32>
  return
}

func.func @repeat(%a: tensor<4x8xf32>, %b: tensor<?xf32> {tg.dims = ["n"]}, %e: tensor<0xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  // expected-remark@+1 {{shape [4, 24] moves; operand 0 at affine_map<(d0, d1)[s0] -> (d0, d1 mod 8)>}}
  %0 = tg.repeat %a [1, 3] : tensor<4x8xf32> -> tensor<4x24xf32>
  // expected-remark@+1 {{shape [s0 * s0] moves; operand 0 at affine_map<(d0)[s0] -> (d0 mod s0)>}}
  %1 = tg.repeat %b [%n] : tensor<?xf32> -> tensor<?xf32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0)[s0] -> (0)>}}
  %2 = tg.repeat %e [3] : tensor<0xf32> -> tensor<0xf32>
  return
}
