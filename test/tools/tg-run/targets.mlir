// Tests that programs are compiled for older processors, which lack f16 conversions
// or wide vectors, with the same results.

// RUN: tg-run %s --entry all --input random:1 --verify --target x86-64 | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify --target x86-64 --no-opt | FileCheck %s

// CHECK: result 0 of 'narrow' is equal
func.func @narrow(%x: tensor<37xf32>) -> tensor<37xf16> {
  %0 = tg.cast %x : tensor<37xf32> to tensor<37xf16>
  %1 = tg.mul %0, %0 : tensor<37xf16>
  return %1 : tensor<37xf16>
}
// CHECK: result 0 of 'largest' is equal
func.func @largest(%x: tensor<4x67xf16>) -> tensor<4xf16> {
  %0 = tg.max %x axes [1] : tensor<4x67xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
