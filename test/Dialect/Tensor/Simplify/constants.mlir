// RUN: tg-opt %s --tg-simplify | FileCheck %s

// Tests that subtracting a constant is adding its negative.
// CHECK-LABEL: func.func @sub_of_constant(
// CHECK: %[[C:.*]] = tg.constant dense<-3>
// CHECK: tg.add %{{.*}}, %[[C]]
func.func @sub_of_constant(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<3> : tensor<4xi32>
  %0 = tg.sub %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_sub_of_constant(
// CHECK: tg.sub
func.func @no_sub_of_constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<3.0> : tensor<4xf32>
  %0 = tg.sub %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tests that the constants of a chain of tg.add meet.
// CHECK-LABEL: func.func @regroup_add(
// CHECK: %[[C:.*]] = tg.constant dense<15>
// CHECK: tg.add %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_add(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<5> : tensor<4xi32>
  %0 = tg.add %x, %c : tensor<4xi32>
  %1 = tg.add %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.mul meet.
// CHECK-LABEL: func.func @regroup_mul(
// CHECK: %[[C:.*]] = tg.constant dense<50>
// CHECK: tg.mul %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_mul(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<5> : tensor<4xi32>
  %0 = tg.mul %x, %c : tensor<4xi32>
  %1 = tg.mul %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.and meet.
// CHECK-LABEL: func.func @regroup_and(
// CHECK: %[[C:.*]] = tg.constant dense<4>
// CHECK: tg.and %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_and(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<7> : tensor<4xi32>
  %d = tg.constant dense<12> : tensor<4xi32>
  %0 = tg.and %x, %c : tensor<4xi32>
  %1 = tg.and %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.or meet.
// CHECK-LABEL: func.func @regroup_or(
// CHECK: %[[C:.*]] = tg.constant dense<15>
// CHECK: tg.or %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_or(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<5> : tensor<4xi32>
  %0 = tg.or %x, %c : tensor<4xi32>
  %1 = tg.or %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.xor meet.
// CHECK-LABEL: func.func @regroup_xor(
// CHECK: %[[C:.*]] = tg.constant dense<12>
// CHECK: tg.xor %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_xor(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<6> : tensor<4xi32>
  %0 = tg.xor %x, %c : tensor<4xi32>
  %1 = tg.xor %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.maximum meet.
// CHECK-LABEL: func.func @regroup_maximum(
// CHECK: %[[C:.*]] = tg.constant dense<10>
// CHECK: tg.maximum %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_maximum(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<5> : tensor<4xi32>
  %0 = tg.maximum %x, %c : tensor<4xi32>
  %1 = tg.maximum %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that the constants of a chain of tg.minimum meet.
// CHECK-LABEL: func.func @regroup_minimum(
// CHECK: %[[C:.*]] = tg.constant dense<5>
// CHECK: tg.minimum %{{.*}}, %[[C]]
// CHECK-NEXT: return
func.func @regroup_minimum(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %d = tg.constant dense<5> : tensor<4xi32>
  %0 = tg.minimum %x, %c : tensor<4xi32>
  %1 = tg.minimum %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_regroup_add(
// CHECK-COUNT-2: tg.add
func.func @no_regroup_add(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<10.0> : tensor<4xf32>
  %d = tg.constant dense<5.0> : tensor<4xf32>
  %0 = tg.add %x, %c : tensor<4xf32>
  %1 = tg.add %0, %d : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_regroup_mul(
// CHECK-COUNT-2: tg.mul
func.func @no_regroup_mul(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<10.0> : tensor<4xf32>
  %d = tg.constant dense<5.0> : tensor<4xf32>
  %0 = tg.mul %x, %c : tensor<4xf32>
  %1 = tg.mul %0, %d : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_regroup_maximum(
// CHECK-COUNT-2: tg.maximum
func.func @no_regroup_maximum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<10.0> : tensor<4xf32>
  %d = tg.constant dense<5.0> : tensor<4xf32>
  %0 = tg.maximum %x, %c : tensor<4xf32>
  %1 = tg.maximum %0, %d : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_regroup_variables(
// CHECK-COUNT-2: tg.add
func.func @no_regroup_variables(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<10> : tensor<4xi32>
  %0 = tg.add %x, %y : tensor<4xi32>
  %1 = tg.add %0, %c : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that a division by a power of two is a multiplication.
// CHECK-LABEL: func.func @div_by_power(
// CHECK: %[[C:.*]] = tg.constant dense<1.250000e-01>
// CHECK: tg.mul %{{.*}}, %[[C]]
func.func @div_by_power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<8.0> : tensor<4xf32>
  %0 = tg.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_div_by_three(
// CHECK: tg.div
func.func @no_div_by_three(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<3.0> : tensor<4xf32>
  %0 = tg.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tests that a power of two whose reciprocal overflows stays a divisor.
// CHECK-LABEL: func.func @no_div_by_smallest(
// CHECK: tg.div
func.func @no_div_by_smallest(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<0x00000001> : tensor<4xf32>
  %0 = tg.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tests that a quotient of signed integers by a power of two is a shift.
// CHECK-LABEL: func.func @floordiv_signed(
// CHECK: %[[C:.*]] = tg.constant dense<3>
// CHECK: tg.shr %{{.*}}, %[[C]]
func.func @floordiv_signed(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<8> : tensor<4xi32>
  %0 = tg.floordiv %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Tests that their remainder is the low bits.
// CHECK-LABEL: func.func @mod_signed(
// CHECK: %[[C:.*]] = tg.constant dense<7>
// CHECK: tg.and %{{.*}}, %[[C]]
func.func @mod_signed(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<8> : tensor<4xi32>
  %0 = tg.mod %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Tests that a quotient of unsigned integers by a power of two is a shift.
// CHECK-LABEL: func.func @floordiv_unsigned(
// CHECK: %[[C:.*]] = tg.constant dense<3>
// CHECK: tg.shr %{{.*}}, %[[C]]
func.func @floordiv_unsigned(%x: tensor<4xui32>) -> tensor<4xui32> {
  %c = tg.constant dense<8> : tensor<4xui32>
  %0 = tg.floordiv %x, %c : tensor<4xui32>
  return %0 : tensor<4xui32>
}

// Tests that their remainder is the low bits.
// CHECK-LABEL: func.func @mod_unsigned(
// CHECK: %[[C:.*]] = tg.constant dense<7>
// CHECK: tg.and %{{.*}}, %[[C]]
func.func @mod_unsigned(%x: tensor<4xui32>) -> tensor<4xui32> {
  %c = tg.constant dense<8> : tensor<4xui32>
  %0 = tg.mod %x, %c : tensor<4xui32>
  return %0 : tensor<4xui32>
}

// Tests that the smallest integer, which has one bit too, stays a divisor.
// CHECK-LABEL: func.func @no_floordiv(
// CHECK: tg.floordiv
func.func @no_floordiv(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<-2147483648> : tensor<4xi32>
  %0 = tg.floordiv %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @no_mod(
// CHECK: tg.mod
func.func @no_mod(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<6> : tensor<4xi32>
  %0 = tg.mod %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Tests that of unsigned integers rounding towards zero is rounding down.
// CHECK-LABEL: func.func @cdiv_unsigned(
// CHECK: tg.shr
// CHECK: tg.and
func.func @cdiv_unsigned(%x: tensor<4xui32>) -> tensor<4xui32> {
  %c = tg.constant dense<16> : tensor<4xui32>
  %0 = tg.cdiv %x, %c : tensor<4xui32>
  %1 = tg.cmod %0, %c : tensor<4xui32>
  return %1 : tensor<4xui32>
}

// CHECK-LABEL: func.func @no_cdiv_signed(
// CHECK: tg.cdiv
// CHECK: tg.cmod
func.func @no_cdiv_signed(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tg.constant dense<16> : tensor<4xi32>
  %0 = tg.cdiv %x, %c : tensor<4xi32>
  %1 = tg.cmod %0, %c : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Tests that a constant too large to be folded is subtracted as it is: its negative
// would be an op, and adding that is subtracting again, without end.
// CHECK-LABEL: @sub_large_constant
// CHECK: tg.constant dense<[0, 1, 2,
// CHECK-NOT: tg.neg
// CHECK: tg.sub
func.func @sub_large_constant(%x: tensor<65xi32>) -> tensor<65xi32> {
  %c = tg.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64]> : tensor<65xi32>
  %0 = tg.sub %x, %c : tensor<65xi32>
  return %0 : tensor<65xi32>
}

// Tests that the constants of a chain stay apart where their product is not folded.
// CHECK-LABEL: @regroup_large_constants
// CHECK-COUNT-2: tg.mul
// CHECK-NOT: tg.mul
// CHECK: return
func.func @regroup_large_constants() -> tensor<65xi32> {
  %b = tg.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64]> : tensor<65xi32>
  %c = tg.constant dense<3> : tensor<65xi32>
  %x = tg.mul %b, %c : tensor<65xi32>
  %0 = tg.mul %x, %b : tensor<65xi32>
  return %0 : tensor<65xi32>
}
