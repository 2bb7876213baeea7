// RUN: tg-opt %s --tg-simplify | FileCheck %s

// Tests that adding a negative is subtracting, but of integers only.
// CHECK-LABEL: func.func @add_of_neg(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: tg.sub %[[X]], %[[Y]]
func.func @add_of_neg(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.neg %y : tensor<4xi32>
  %1 = tg.add %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_add_of_neg(
// CHECK: tg.neg
// CHECK: tg.add
func.func @no_add_of_neg(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %y : tensor<4xf32>
  %1 = tg.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that a negative on the left of a sum is subtracted too.
// CHECK-LABEL: func.func @neg_plus(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: tg.sub %[[Y]], %[[X]]
func.func @neg_plus(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.neg %x : tensor<4xi32>
  %1 = tg.add %0, %y : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_neg_plus(
// CHECK: tg.neg
// CHECK: tg.add
func.func @no_neg_plus(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.add %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that subtracting a negative is adding.
// CHECK-LABEL: func.func @sub_of_neg(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: tg.add %[[X]], %[[Y]]
func.func @sub_of_neg(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.neg %y : tensor<4xi32>
  %1 = tg.sub %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_sub_of_neg(
// CHECK: tg.neg
// CHECK: tg.sub
func.func @no_sub_of_neg(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %y : tensor<4xf32>
  %1 = tg.sub %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that the negative of a difference is the difference the other way, but not where
// there are two zeros.
// CHECK-LABEL: func.func @neg_of_sub(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: tg.sub %[[Y]], %[[X]]
func.func @neg_of_sub(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.sub %x, %y : tensor<4xi32>
  %1 = tg.neg %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_neg_of_sub(
// CHECK: tg.sub
// CHECK: tg.neg
func.func @no_neg_of_sub(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %x, %y : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that two negatives multiply as their opposites.
// CHECK-LABEL: func.func @mul_of_negs(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: tg.mul %[[X]], %[[Y]]
func.func @mul_of_negs(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.neg %x : tensor<4xi32>
  %1 = tg.neg %y : tensor<4xi32>
  %2 = tg.mul %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_mul_of_negs(
// CHECK: tg.neg
// CHECK: tg.neg
func.func @no_mul_of_negs(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %y : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Tests that an absolute value does not see a sign.
// CHECK-LABEL: func.func @abs_of_neg(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = tg.abs %[[X]]
// CHECK-NEXT: return %[[A]]
func.func @abs_of_neg(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_abs_of_not(
// CHECK: tg.not
// CHECK: tg.abs
func.func @no_abs_of_not(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.not %x : tensor<4xi32>
  %1 = tg.abs %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}
