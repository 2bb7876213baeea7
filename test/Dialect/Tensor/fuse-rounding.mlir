// RUN: tg-opt %s --tg-fuse | FileCheck %s
// RUN: tg-opt %s --tg-fuse --remarks-filter=tg-fuse 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: tg-run %s --entry all --input random:3 --verify

// Tests that a sum of floats that is read at two places is stored, however small
// it is: computed twice it could round twice, and an element be above the
// maximum of all.
// CHECK-LABEL: func.func @one_value
// CHECK: tg.matmul
// CHECK-NOT: tg.matmul
// CHECK: return
// REMARK: Function=one_value {{.*}}"tg.matmul stored: read at 2 places, which would round differently"
func.func @one_value(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  %1 = tg.max %0 axes [1] : tensor<4x4xf32> -> tensor<4xf32>
  %2 = tg.min %0 axes [0] : tensor<4x4xf32> -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Tests that a sum of integers, which is one value in any order, is computed
// where it is read.
// CHECK-LABEL: func.func @no_rounding
// CHECK-COUNT-2: tg.matmul
// CHECK: return
func.func @no_rounding(%x: tensor<4x4xi32>, %w: tensor<4x4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = tg.matmul %x, %w : tensor<4x4xi32>, tensor<4x4xi32> -> tensor<4x4xi32>
  %1 = tg.max %0 axes [1] : tensor<4x4xi32> -> tensor<4xi32>
  %2 = tg.min %0 axes [0] : tensor<4x4xi32> -> tensor<4xi32>
  return %1, %2 : tensor<4xi32>, tensor<4xi32>
}

// Tests that a sum that is read at one place is computed there.
// CHECK-LABEL: func.func @no_second_place
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @no_second_place(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %0 = tg.matmul %x, %w : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  %1 = tg.max %0 axes [1] : tensor<4x4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
