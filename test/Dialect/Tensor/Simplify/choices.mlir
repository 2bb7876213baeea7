// RUN: tg-opt %s --tg-simplify | FileCheck %s

// Tests that tg.and with what was in a tg.or adds nothing.
// CHECK-LABEL: func.func @absorb_and0(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_and0(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %x, %y : tensor<4xi32>
  %1 = tg.and %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_and1(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_and1(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %y, %x : tensor<4xi32>
  %1 = tg.and %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_and2(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_and2(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %x, %y : tensor<4xi32>
  %1 = tg.and %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_and3(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_and3(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %y, %x : tensor<4xi32>
  %1 = tg.and %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_absorb_and(
// CHECK: tg.or
// CHECK: tg.and
func.func @no_absorb_and(%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.or %x, %y : tensor<4xi32>
  %1 = tg.and %0, %z : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that tg.or with what was in a tg.and adds nothing.
// CHECK-LABEL: func.func @absorb_or0(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_or0(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %x, %y : tensor<4xi32>
  %1 = tg.or %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_or1(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_or1(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %y, %x : tensor<4xi32>
  %1 = tg.or %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_or2(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_or2(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %x, %y : tensor<4xi32>
  %1 = tg.or %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @absorb_or3(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @absorb_or3(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %y, %x : tensor<4xi32>
  %1 = tg.or %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_absorb_or(
// CHECK: tg.and
// CHECK: tg.or
func.func @no_absorb_or(%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.and %x, %y : tensor<4xi32>
  %1 = tg.or %0, %z : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that bits flipped twice are as before.
// CHECK-LABEL: func.func @xor_twice(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]]
func.func @xor_twice(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.xor %x, %y : tensor<4xi32>
  %1 = tg.xor %0, %y : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @xor_twice_left(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[Y]]
func.func @xor_twice_left(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.xor %x, %y : tensor<4xi32>
  %1 = tg.xor %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_xor_twice(
// CHECK-COUNT-2: tg.xor
func.func @no_xor_twice(%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.xor %x, %y : tensor<4xi32>
  %1 = tg.xor %0, %z : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that a choice by an opposite is the opposite choice.
// CHECK-LABEL: func.func @where_not(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK-NEXT: tg.where %[[C]], %[[B]], %[[A]]
func.func @where_not(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.not %c : tensor<4xi1>
  %1 = tg.where %0, %a, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_where_not(
// CHECK: tg.xor
// CHECK: tg.where
func.func @no_where_not(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xi1>) -> tensor<4xf32> {
  %0 = tg.xor %c, %d : tensor<4xi1>
  %1 = tg.where %0, %a, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that a choice is not made again by the same condition.
// CHECK-LABEL: func.func @where_true_again(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %{{.*}})
// CHECK-NEXT: tg.where %[[C]], %[[A]], %[[B]]
func.func @where_true_again(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.where %c, %a, %d : tensor<4xf32>
  %1 = tg.where %c, %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @where_false_again(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %{{.*}})
// CHECK-NEXT: tg.where %[[C]], %[[A]], %[[B]]
func.func @where_false_again(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.where %c, %d, %b : tensor<4xf32>
  %1 = tg.where %c, %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_where_again(
// CHECK-COUNT-2: tg.where
func.func @no_where_again(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xi1>) -> tensor<4xf32> {
  %0 = tg.where %d, %a, %b : tensor<4xf32>
  %1 = tg.where %c, %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tests that false where the condition holds and true elsewhere is its opposite.
// CHECK-LABEL: func.func @where_false_true(
// CHECK: tg.not
func.func @where_false_true(%c: tensor<4xi1>) -> tensor<4xi1> {
  %f = tg.constant dense<false> : tensor<4xi1>
  %t = tg.constant dense<true> : tensor<4xi1>
  %0 = tg.where %c, %f, %t : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @no_where_false_true(
// CHECK: tg.where
func.func @no_where_false_true(%c: tensor<4xi1>, %t: tensor<4xi1>) -> tensor<4xi1> {
  %f = tg.constant dense<false> : tensor<4xi1>
  %0 = tg.where %c, %f, %t : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Tests that the opposite of a comparison is the opposite comparison.
// CHECK-LABEL: func.func @not_eq(
// CHECK-NEXT: tg.cmp ne 
// CHECK-NEXT: return
func.func @not_eq(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp eq %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_ne(
// CHECK-NEXT: tg.cmp eq 
// CHECK-NEXT: return
func.func @not_ne(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp ne %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_lt(
// CHECK-NEXT: tg.cmp ge 
// CHECK-NEXT: return
func.func @not_lt(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp lt %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_le(
// CHECK-NEXT: tg.cmp gt 
// CHECK-NEXT: return
func.func @not_le(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp le %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_gt(
// CHECK-NEXT: tg.cmp le 
// CHECK-NEXT: return
func.func @not_gt(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp gt %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_ge(
// CHECK-NEXT: tg.cmp lt 
// CHECK-NEXT: return
func.func @not_ge(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cmp ge %x, %y : tensor<4xi32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_eq_float(
// CHECK-NEXT: tg.cmp ne
// CHECK-NEXT: return
func.func @not_eq_float(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.cmp eq %x, %y : tensor<4xf32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// Tests that with a NaN neither of two comparisons holds.
// CHECK-LABEL: func.func @no_not_lt_float(
// CHECK: tg.cmp lt
// CHECK: tg.not
func.func @no_not_lt_float(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.cmp lt %x, %y : tensor<4xf32>
  %1 = tg.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// Tests that a truth value as a number differs from 0 where it is true.
// CHECK-LABEL: func.func @cmp_of_truth(
// CHECK-SAME: %[[X:.*]]: tensor<4xi1>)
// CHECK: return %[[X]]
func.func @cmp_of_truth(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.cast %x : tensor<4xi1> to tensor<4xf32>
  %z = tg.constant dense<0.0> : tensor<4xf32>
  %1 = tg.cmp ne %0, %z : tensor<4xf32>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @no_cmp_of_number(
// CHECK: tg.cmp ne
func.func @no_cmp_of_number(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = tg.cast %x : tensor<4xi32> to tensor<4xf32>
  %z = tg.constant dense<0.0> : tensor<4xf32>
  %1 = tg.cmp ne %0, %z : tensor<4xf32>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @no_cmp_of_truth_with_one(
// CHECK: tg.cmp ne
func.func @no_cmp_of_truth_with_one(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = tg.cast %x : tensor<4xi1> to tensor<4xf32>
  %z = tg.constant dense<1.0> : tensor<4xf32>
  %1 = tg.cmp ne %0, %z : tensor<4xf32>
  return %1 : tensor<4xi1>
}
