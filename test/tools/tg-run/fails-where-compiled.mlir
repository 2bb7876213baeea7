// Tests that what the compiler refuses is a diagnostic at the op, that the other
// functions run nevertheless, and that no output is written then.

// RUN: rm -f %t.npy
// RUN: not tg-run %s --entry all --input zeros --var n=8 --output 0=%t.npy 2>&1 | FileCheck %s
// RUN: not ls %t.npy

// CHECK: fails-where-compiled.mlir:[[@LINE+2]]:{{[0-9]+}}: error:
func.func @outside(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<4xf32> attributes {tg.variables = {n = [2, 8]}} {
  %0 = tg.shrink %x [1] [4] : tensor<?xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @fine(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
