// RUN: tg-opt %s --convert-uop-to-llvm | FileCheck %s

// Tests that a launch may keep naming its kernel once that is lowered.
// CHECK: llvm.func @copy
// CHECK: tg.launch @copy
uop.kernel @copy(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
  vector.store %0, %out[%c0] : memref<4xf32>, vector<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.launch @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
