// RUN: tg-opt %s --convert-tg-to-jit | FileCheck %s

// Tests that an output may have the memory of an input that is read where it is written,
// but not of one whose contents must stay.

// CHECK: jit.launch @add{{.*}} {jit.in_place = [array<i64: 0, 1>]}
uop.kernel @add(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>, %b: memref<8xf32> {uop.constant}) {
  %i = uop.range 0, 8 <global>
  %0 = uop.load %a[%i] : memref<8xf32> -> f32
  %1 = uop.load %b[%i] : memref<8xf32> -> f32
  %2 = arith.addf %0, %1 : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %b = tg.constant dense<1.0> : tensor<8xf32>
  %0 = tg.launch @add(%x, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
