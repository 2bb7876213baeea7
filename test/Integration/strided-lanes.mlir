// Tests that elements at small steps, with and without padding, for rows of all kinds
// of lengths and elements of all widths agree with the reference.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:3 --target x86-64-v3 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --target x86-64 --verify | FileCheck %s

// CHECK: result 0 of 'two' is equal
func.func @two(%x: tensor<33x35xf32>) -> tensor<17x18xf32> {
  %0 = tg.max_pool %x kernel [1, 1] strides [2, 2] : tensor<33x35xf32> -> tensor<17x18xf32>
  return %0 : tensor<17x18xf32>
}

// CHECK: result 0 of 'three' is equal
func.func @three(%x: tensor<8x200xf64>) -> tensor<8x68xf64> {
  %0 = tg.max_pool %x kernel [1, 5] strides [1, 3] pad_low [0, 3] pad_high [0, 3] : tensor<8x200xf64> -> tensor<8x68xf64>
  return %0 : tensor<8x68xf64>
}

// CHECK: result 0 of 'four' is equal
func.func @four(%x: tensor<5x61xi8>) -> tensor<5x16xi8> {
  %0 = tg.max_pool %x kernel [1, 3] strides [1, 4] pad_low [0, 1] pad_high [0, 1] : tensor<5x61xi8> -> tensor<5x16xi8>
  return %0 : tensor<5x16xi8>
}

// CHECK: result 0 of 'windows' {{is (equal|close)}}
func.func @windows(%x: tensor<1x5x57x57xf32>, %w: tensor<5x1x3x3xf32>) -> tensor<1x5x29x29xf32> {
  %0 = tg.conv %x, %w strides [2, 2] pad_low [1, 1] pad_high [1, 1] groups 5 : tensor<1x5x57x57xf32>, tensor<5x1x3x3xf32> -> tensor<1x5x29x29xf32>
  return %0 : tensor<1x5x29x29xf32>
}

// CHECK: result 0 of 'thirds' {{is (equal|close)}}
func.func @thirds(%x: tensor<1x3x45x47xf32>, %w: tensor<24x3x5x5xf32>) -> tensor<1x24x15x16xf32> {
  %0 = tg.conv %x, %w strides [3, 3] pad_low [2, 2] pad_high [2, 3] : tensor<1x3x45x47xf32>, tensor<24x3x5x5xf32> -> tensor<1x24x15x16xf32>
  return %0 : tensor<1x24x15x16xf32>
}
