// Tests that an input of another constant size is an error that names the axis.

// RUN: tg-run %S/Inputs/data.mlir --reference --output x=%t.x.npy
// RUN: not tg-run %s --input 0=%t.x.npy 2>&1 | FileCheck %s

// CHECK: tg-run: error: --input 0={{.*}}: argument 0 has size 4 on axis 1, but the file 3
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  return %x : tensor<2x4xf32>
}
