// RUN: tg-opt %s --tg-simplify | FileCheck %s

// Tests that the sum of one number many times is a product where no addition
// rounds.
// CHECK-LABEL: func.func @sum_of_constant(
// CHECK-NEXT: tg.constant dense<5.000000e+01> : tensor<3xf32>
func.func @sum_of_constant() -> tensor<3xf32> {
  %0 = tg.constant dense<0.5> : tensor<3x100xf32>
  %1 = tg.sum %0 axes [1] : tensor<3x100xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @no_sum_of_tenths(
// CHECK: tg.sum
func.func @no_sum_of_tenths() -> tensor<3xf32> {
  %0 = tg.constant dense<0.1> : tensor<3x100xf32>
  %1 = tg.sum %0 axes [1] : tensor<3x100xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @no_sum_of_negative_zeros(
// CHECK: tg.sum
func.func @no_sum_of_negative_zeros() -> tensor<3xf32> {
  %0 = tg.constant dense<-0.0> : tensor<3x100xf32>
  %1 = tg.sum %0 axes [1] : tensor<3x100xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @sum_of_bytes(
// CHECK-NEXT: tg.constant dense<-10000> : tensor<3xi32>
func.func @sum_of_bytes() -> tensor<3xi32> {
  %0 = tg.constant dense<-100> : tensor<3x100xi8>
  %1 = tg.sum %0 axes [1] : tensor<3x100xi8> -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

// CHECK-LABEL: func.func @sum_of_truths(
// CHECK-NEXT: tg.constant dense<300> : tensor<i32>
func.func @sum_of_truths() -> tensor<i32> {
  %0 = tg.constant dense<true> : tensor<3x100xi1>
  %1 = tg.sum %0 axes [0, 1] : tensor<3x100xi1> -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK-LABEL: func.func @no_sum_of_two(
// CHECK: tg.sum
func.func @no_sum_of_two() -> tensor<i32> {
  %0 = tg.constant dense<[1, 2]> : tensor<2xi32>
  %1 = tg.sum %0 axes [0] : tensor<2xi32> -> tensor<i32>
  return %1 : tensor<i32>
}

// Tests that a product of ones is one.
// CHECK-LABEL: func.func @prod_of_ones(
// CHECK-NEXT: tg.constant dense<1.000000e+00> : tensor<3xf16>
func.func @prod_of_ones() -> tensor<3xf16> {
  %0 = tg.constant dense<1.0> : tensor<3x100xf16>
  %1 = tg.prod %0 axes [1] : tensor<3x100xf16> -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// CHECK-LABEL: func.func @no_prod_of_twos(
// CHECK: tg.prod
func.func @no_prod_of_twos() -> tensor<3xf16> {
  %0 = tg.constant dense<2.0> : tensor<3x100xf16>
  %1 = tg.prod %0 axes [1] : tensor<3x100xf16> -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// Tests that over an axis of one element there is nothing to reduce; of floats -0
// plus 0 is 0.
// CHECK-LABEL: func.func @sum_of_one_i32(
// CHECK-NEXT: tg.reshape
func.func @sum_of_one_i32(%x: tensor<4x1xi32>) -> tensor<4xi32> {
  %0 = tg.sum %x axes [1] : tensor<4x1xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @prod_of_one_f32(
// CHECK-NEXT: tg.reshape
func.func @prod_of_one_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.prod %x axes [1] : tensor<4x1xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_of_one_f32(
// CHECK-NEXT: tg.reshape
func.func @max_of_one_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.max %x axes [1] : tensor<4x1xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_of_one_bf16(
// CHECK-NEXT: tg.reshape
func.func @min_of_one_bf16(%x: tensor<4x1xbf16>) -> tensor<4xbf16> {
  %0 = tg.min %x axes [1] : tensor<4x1xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: func.func @no_sum_of_one_f32(
// CHECK: tg.sum
func.func @no_sum_of_one_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.sum %x axes [1] : tensor<4x1xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_sum_of_one_i8(
// CHECK: tg.sum
func.func @no_sum_of_one_i8(%x: tensor<4x1xi8>) -> tensor<4xi32> {
  %0 = tg.sum %x axes [1] : tensor<4x1xi8> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Tests that a repeated axis need not be reduced, where that changes no bit.
// CHECK-LABEL: func.func @sum_of_expand_i32(
// CHECK-NOT: tg.expand
// CHECK: %[[C:.*]] = tg.constant dense<8>
// CHECK-NOT: tg.expand
// CHECK: tg.mul %{{.*}}, %[[C]]
func.func @sum_of_expand_i32(%x: tensor<4x1xi32>) -> tensor<4xi32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xi32> -> tensor<4x8xi32>
  %1 = tg.sum %0 axes [1] : tensor<4x8xi32> -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_of_expand_f32(
// CHECK-NOT: tg.expand
// CHECK: tg.reshape
func.func @max_of_expand_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.max %0 axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_of_expand_f32(
// CHECK-NOT: tg.expand
// CHECK: tg.reshape
func.func @min_of_expand_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.min %0 axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_sum_of_expand_f32(
// CHECK: tg.expand
// CHECK: tg.sum
func.func @no_sum_of_expand_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.sum %0 axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_prod_of_expand_f32(
// CHECK: tg.expand
// CHECK: tg.prod
func.func @no_prod_of_expand_f32(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.prod %0 axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_max_of_other_axis(
// CHECK: tg.expand
// CHECK: tg.max
func.func @no_max_of_other_axis(%x: tensor<4x1xf32>) -> tensor<8xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.max %0 axes [0] : tensor<4x8xf32> -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Tests that a reduce of a reduce is one over the axes of both, where the order
// does not matter.
// CHECK-LABEL: func.func @sum_of_sum_i32(
// CHECK-NEXT: tg.sum %{{.*}} axes [1, 2] : tensor<2x3x4xi32> -> tensor<2xi32>
func.func @sum_of_sum_i32(%x: tensor<2x3x4xi32>) -> tensor<2xi32> {
  %0 = tg.sum %x axes [1] : tensor<2x3x4xi32> -> tensor<2x4xi32>
  %1 = tg.sum %0 axes [1] : tensor<2x4xi32> -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @prod_of_prod_i32(
// CHECK-NEXT: tg.prod %{{.*}} axes [1, 2] : tensor<2x3x4xi32> -> tensor<2xi32>
func.func @prod_of_prod_i32(%x: tensor<2x3x4xi32>) -> tensor<2xi32> {
  %0 = tg.prod %x axes [1] : tensor<2x3x4xi32> -> tensor<2x4xi32>
  %1 = tg.prod %0 axes [1] : tensor<2x4xi32> -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @max_of_max_f32(
// CHECK-NEXT: tg.max %{{.*}} axes [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
func.func @max_of_max_f32(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = tg.max %x axes [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = tg.max %0 axes [1] : tensor<2x4xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @min_of_min_f32(
// CHECK-NEXT: tg.min %{{.*}} axes [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
func.func @min_of_min_f32(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = tg.min %x axes [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = tg.min %0 axes [1] : tensor<2x4xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @no_sum_of_sum_f32(
// CHECK-COUNT-2: tg.sum
func.func @no_sum_of_sum_f32(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = tg.sum %x axes [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = tg.sum %0 axes [1] : tensor<2x4xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @no_prod_of_prod_f32(
// CHECK-COUNT-2: tg.prod
func.func @no_prod_of_prod_f32(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = tg.prod %x axes [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = tg.prod %0 axes [1] : tensor<2x4xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @no_sum_of_sum_i16(
// CHECK-COUNT-2: tg.sum
func.func @no_sum_of_sum_i16(%x: tensor<2x3x4xi16>) -> tensor<2xi32> {
  %0 = tg.sum %x axes [1] : tensor<2x3x4xi16> -> tensor<2x4xi32>
  %1 = tg.sum %0 axes [1] : tensor<2x4xi32> -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @max_of_max_keepdim(
// CHECK-NEXT: tg.max %{{.*}} axes [0, 2] keepdim
func.func @max_of_max_keepdim(%x: tensor<2x3x4xf32>) -> tensor<1x3x1xf32> {
  %0 = tg.max %x axes [0] keepdim : tensor<2x3x4xf32> -> tensor<1x3x4xf32>
  %1 = tg.max %0 axes [2] keepdim : tensor<1x3x4xf32> -> tensor<1x3x1xf32>
  return %1 : tensor<1x3x1xf32>
}

// CHECK-LABEL: func.func @no_max_of_max_keepdim(
// CHECK-COUNT-2: tg.max
func.func @no_max_of_max_keepdim(%x: tensor<2x3x4xf32>) -> tensor<1x3xf32> {
  %0 = tg.max %x axes [0] keepdim : tensor<2x3x4xf32> -> tensor<1x3x4xf32>
  %1 = tg.max %0 axes [2] : tensor<1x3x4xf32> -> tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}
