// RUN: tg-opt %s --pass-pipeline='builtin.module(func.func(tg-split-reduces{workers=4 min-size=65536}))' --split-input-file | FileCheck %s
// RUN: tg-opt %s --pass-pipeline='builtin.module(func.func(tg-split-reduces{workers=4 min-size=65536}))' --split-input-file --remarks-filter=tg-split-reduces 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that a sum of many elements is one of the sums of parts.

// CHECK-LABEL: func.func @sum
// REMARK: Split{{.*}}tg.sum over axis 0 in 16 parts of 65536
func.func @sum(%x: tensor<1048576xf32>) -> tensor<f32> {
  // CHECK: %[[P:.*]] = tg.reshape %{{.*}} [16, 65536]
  // CHECK: %[[S:.*]] = tg.sum %[[P]] axes [1] keepdim : tensor<16x65536xf32> -> tensor<16x1xf32>
  // CHECK: %[[C:.*]] = tg.contiguous %[[S]]
  // CHECK: %[[T:.*]] = tg.sum %[[C]] axes [0] keepdim : tensor<16x1xf32> -> tensor<1x1xf32>
  // CHECK: tg.reshape %[[T]] []
  %0 = tg.sum %x axes [0] : tensor<1048576xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Tests that of several axes the longest is split, that kept axes stay, and that
// the parts are fewer the more results there are.

// CHECK-LABEL: func.func @axes
func.func @axes(%x: tensor<64x2x4096x1xf32>) -> tensor<1x2x1x1xf32> {
  // CHECK: tg.reshape %{{.*}} [64, 2, 8, 512, 1]
  // CHECK: tg.max %{{.*}} axes [0, 3] keepdim : tensor<64x2x8x512x1xf32> -> tensor<1x2x8x1x1xf32>
  // CHECK: tg.max %{{.*}} axes [2] keepdim
  // CHECK: tg.reshape %{{.*}} [1, 2, 1, 1]
  %0 = tg.max %x axes [0, 2] keepdim : tensor<64x2x4096x1xf32> -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}

// -----

// Tests that a prime number of elements is filled up with what changes nothing.

// CHECK-LABEL: func.func @prime
func.func @prime(%x: tensor<99991xi32>) -> (tensor<i32>, tensor<i32>) {
  // CHECK: tg.pad %{{.*}} low [0] high [5] value(1 : i32)
  // CHECK: tg.prod %{{.*}} axes [1] keepdim : tensor<6x16666xi32>
  %0 = tg.prod %x axes [0] : tensor<99991xi32> -> tensor<i32>
  // CHECK: tg.pad %{{.*}} low [0] high [5] value(2147483647 : i32)
  // CHECK: tg.min %{{.*}} axes [1] keepdim : tensor<6x16666xi32>
  %1 = tg.min %x axes [0] : tensor<99991xi32> -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}

// -----

// Tests that narrow floats are rounded once, at the end, and bytes summed as
// tg.sum says.

// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: tensor<131072xf16>, %y: tensor<131072xui8>) -> (tensor<f16>, tensor<ui32>) {
  // CHECK: tg.cast %{{.*}} : tensor<131072xf16> to tensor<131072xf32>
  // CHECK: tg.sum %{{.*}} axes [1] keepdim : tensor<8x16384xf32> -> tensor<8x1xf32>
  // CHECK: tg.cast %{{.*}} : tensor<1x1xf32> to tensor<1x1xf16>
  %0 = tg.sum %x axes [0] : tensor<131072xf16> -> tensor<f16>
  // CHECK: tg.sum %{{.*}} axes [1] keepdim : tensor<8x16384xui8> -> tensor<8x1xui32>
  // CHECK: tg.sum %{{.*}} axes [0] keepdim : tensor<8x1xui32> -> tensor<1x1xui32>
  %1 = tg.sum %y axes [0] : tensor<131072xui8> -> tensor<ui32>
  return %0, %1 : tensor<f16>, tensor<ui32>
}

// -----

// Tests what stays whole: few elements, enough results, a size that varies, and
// what is computed from an arange.

// CHECK-LABEL: func.func @whole
// CHECK-NOT: tg.contiguous
func.func @whole(%x: tensor<65535xf32>, %y: tensor<4x65536xf32>, %z: tensor<?xf32>,
                 %i: tensor<1xi32>, %t: tensor<65536xf32>)
    -> (tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %0 = tg.sum %x axes [0] : tensor<65535xf32> -> tensor<f32>
  %1 = tg.sum %y axes [1] : tensor<4x65536xf32> -> tensor<4xf32>
  %2 = tg.sum %z axes [0] : tensor<?xf32> -> tensor<f32>
  %3 = tg.arange [65536] start(0 : i32) step(1 : i32) : tensor<65536xi32>
  %4 = tg.expand %i [65536] : tensor<1xi32> -> tensor<65536xi32>
  %5 = tg.cmp eq %3, %4 : tensor<65536xi32>
  %6 = tg.constant dense<0.0> : tensor<65536xf32>
  %7 = tg.where %5, %t, %6 : tensor<65536xf32>
  %8 = tg.sum %7 axes [0] : tensor<65536xf32> -> tensor<f32>
  return %0, %1, %2, %8 : tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<f32>
}
