// Tests that quotients by one number of a row are rounded as divisions are, for all
// kinds of numbers: bit for bit what the reference gives.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:2 --target x86-64 --verify | FileCheck %s

// CHECK: result 0 of 'by_row' is equal
func.func @by_row(%x: tensor<64x256xf32>, %s: tensor<64x1xf32>) -> tensor<64x256xf32> {
  %0 = tg.expand %s [64, 256] : tensor<64x1xf32> -> tensor<64x256xf32>
  %1 = tg.div %x, %0 : tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// CHECK: result 0 of 'by_one' is equal
func.func @by_one(%x: tensor<1000xf32>, %s: tensor<1xf32>) -> tensor<1000xf32> {
  %0 = tg.expand %s [1000] : tensor<1xf32> -> tensor<1000xf32>
  %1 = tg.div %x, %0 : tensor<1000xf32>
  return %1 : tensor<1000xf32>
}
