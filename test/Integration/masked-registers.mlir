// Tests that what is loaded and stored under a mask is right where the lanes of a tile
// are several registers, of which a condition masks a part of one and nothing of the
// others; and that with AVX each of them has a mask of its own (LLVM 22 loads a register
// of which no lane is true as a whole).

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:1 --target x86-64-v3 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:1 --target x86-64 --verify | FileCheck %s
// RUN: tg-run %s --entry rows --emit=llvm --target x86-64-v3 | FileCheck %s --check-prefix=AVX
// RUN: tg-run %s --entry rows --emit=llvm --target x86-64-v4 | FileCheck %s --check-prefix=AVX512

// AVX-LABEL: define void
// AVX-NOT: <16 x float>{{.*}} @llvm.masked.load
// AVX: call <8 x float> @llvm.masked.load.v8f32.p0
// AVX: ret void

// AVX512: call <16 x float> @llvm.masked.load.v16f32.p0

// CHECK: result 0 of 'rows' is equal
func.func @rows(%x: tensor<8x9xf32>, %y: tensor<3x2xf32>) -> tensor<8x9xf32> {
  %0 = tensor.insert_slice %y into %x[2, 5] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}

// CHECK: result 0 of 'last' is equal
func.func @last(%x: tensor<6x15xf64>, %y: tensor<2x3xf64>) -> tensor<6x15xf64> {
  %0 = tensor.insert_slice %y into %x[1, 11] [2, 3] [1, 1] : tensor<2x3xf64> into tensor<6x15xf64>
  return %0 : tensor<6x15xf64>
}

// CHECK: result 0 of 'words' is equal
func.func @words(%x: tensor<5x30xi32>, %y: tensor<2x4xi32>) -> tensor<5x30xi32> {
  %0 = tensor.insert_slice %y into %x[3, 18] [2, 4] [1, 1] : tensor<2x4xi32> into tensor<5x30xi32>
  return %0 : tensor<5x30xi32>
}

// CHECK: result 0 of 'padded' is equal
func.func @padded(%x: tensor<3x4xf32>) -> tensor<7x13xf32> {
  %0 = tg.pad %x low [2, 9] high [2, 0] value(0.0 : f32) : tensor<3x4xf32> -> tensor<7x13xf32>
  return %0 : tensor<7x13xf32>
}

// A row of 9 with 9 before it and 5 behind: a mask with a first and a last lane.
// CHECK: result 0 of 'copied' is equal
func.func @copied(%x: tensor<9x9xf32>) -> tensor<10x23xf32> {
  %0 = tg.pad %x low [0, 9] high [1, 5] value(0.0 : f32) : tensor<9x9xf32> -> tensor<10x23xf32>
  return %0 : tensor<10x23xf32>
}
