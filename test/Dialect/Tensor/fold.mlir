// RUN: tg-opt %s --canonicalize | FileCheck %s

// Each function returns what its ops fold to; the twins named no_… must keep
// their ops.

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// Tests that what is done twice is done once, or not at all.
// CHECK-LABEL: func.func @twice
func.func @twice(%x: tensor<4xf32>, %b: tensor<4xi1>)
    -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[ABS:.*]] = tg.abs %arg0
  // CHECK-DAG: %[[RELU:.*]] = tg.relu %arg0
  // CHECK-DAG: %[[TRUNC:.*]] = tg.trunc %arg0
  // CHECK: return %arg0, %arg1, %[[ABS]], %[[RELU]], %[[TRUNC]]
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.not %b : tensor<4xi1>
  %3 = tg.not %2 : tensor<4xi1>
  %4 = tg.abs %x : tensor<4xf32>
  %5 = tg.abs %4 : tensor<4xf32>
  %6 = tg.relu %x : tensor<4xf32>
  %7 = tg.relu %6 : tensor<4xf32>
  %8 = tg.trunc %x : tensor<4xf32>
  %9 = tg.trunc %8 : tensor<4xf32>
  return %1, %3, %5, %7, %9 : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Tests that a reciprocal of a reciprocal, which rounds twice, is kept, and so
// are functions that are inverse only on paper.
// CHECK-LABEL: func.func @no_inverse
func.func @no_inverse(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: tg.reciprocal
  // CHECK: tg.log
  // CHECK: tg.exp
  %0 = tg.reciprocal %x : tensor<4xf32>
  %1 = tg.reciprocal %0 : tensor<4xf32>
  %2 = tg.log %x : tensor<4xf32>
  %3 = tg.exp %2 : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// Tests that unsigned numbers are their own absolute value and relu.
// CHECK-LABEL: func.func @unsigned_sign
func.func @unsigned_sign(%u: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>) {
  // CHECK-NEXT: return %arg0, %arg0
  %0 = tg.abs %u : tensor<4xui8>
  %1 = tg.relu %u : tensor<4xui8>
  return %0, %1 : tensor<4xui8>, tensor<4xui8>
}

// Tests that signed numbers are not.
// CHECK-LABEL: func.func @no_signed_sign
func.func @no_signed_sign(%i: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  // CHECK: tg.abs
  // CHECK: tg.relu
  %0 = tg.abs %i : tensor<4xi8>
  %1 = tg.relu %i : tensor<4xi8>
  return %0, %1 : tensor<4xi8>, tensor<4xi8>
}

//===----------------------------------------------------------------------===//
// Identities of integers
//===----------------------------------------------------------------------===//

// Tests that adding and subtracting 0, and multiplying and dividing by 1, is
// nothing.
// CHECK-LABEL: func.func @int_identities
func.func @int_identities(%x: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0
  %zero = tg.constant dense<0> : tensor<4xi32>
  %one = tg.constant dense<1> : tensor<4xi32>
  %0 = tg.add %zero, %x : tensor<4xi32>
  %1 = tg.sub %x, %zero : tensor<4xi32>
  %2 = tg.mul %x, %one : tensor<4xi32>
  %3 = tg.floordiv %x, %one : tensor<4xi32>
  %4 = tg.cdiv %x, %one : tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// Tests that x * 0, x - x, and remainders by 1 are 0.
// CHECK-LABEL: func.func @int_zeros
func.func @int_zeros(%x: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK-NEXT: %[[ZERO:.*]] = tg.constant dense<0> : tensor<4xi32>
  // CHECK-NEXT: return %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
  %zero = tg.constant dense<0> : tensor<4xi32>
  %one = tg.constant dense<1> : tensor<4xi32>
  %0 = tg.mul %x, %zero : tensor<4xi32>
  %1 = tg.sub %x, %x : tensor<4xi32>
  %2 = tg.mod %x, %one : tensor<4xi32>
  %3 = tg.cmod %x, %one : tensor<4xi32>
  %4 = tg.xor %x, %x : tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// Tests that division by itself and of 0 is kept: 0 by 0 is -1.
// CHECK-LABEL: func.func @no_int_division
func.func @no_int_division(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK: tg.floordiv
  // CHECK: tg.cdiv
  // CHECK: tg.mod
  %zero = tg.constant dense<0> : tensor<4xi32>
  %0 = tg.floordiv %x, %x : tensor<4xi32>
  %1 = tg.cdiv %zero, %x : tensor<4xi32>
  %2 = tg.mod %x, %x : tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// Tests that bits are kept or lost where the other side has only ones or zeros.
// CHECK-LABEL: func.func @bits
func.func @bits(%x: tensor<4xui16>)
    -> (tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>) {
  // CHECK-DAG: %[[ZERO:.*]] = tg.constant dense<0> : tensor<4xui16>
  // CHECK-DAG: %[[ONES:.*]] = tg.constant dense<65535> : tensor<4xui16>
  // CHECK: return %arg0, %arg0, %[[ZERO]], %arg0, %arg0, %[[ONES]], %arg0
  %zero = tg.constant dense<0> : tensor<4xui16>
  %ones = tg.constant dense<65535> : tensor<4xui16>
  %0 = tg.and %x, %x : tensor<4xui16>
  %1 = tg.and %x, %ones : tensor<4xui16>
  %2 = tg.and %x, %zero : tensor<4xui16>
  %3 = tg.or %x, %x : tensor<4xui16>
  %4 = tg.or %x, %zero : tensor<4xui16>
  %5 = tg.or %x, %ones : tensor<4xui16>
  %6 = tg.xor %x, %zero : tensor<4xui16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>
}

// Tests that shifts by 0 and of 0 are nothing.
// CHECK-LABEL: func.func @shifts
func.func @shifts(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  // CHECK: %[[ZERO:.*]] = tg.constant dense<0> : tensor<4xi8>
  // CHECK: return %arg0, %arg0, %[[ZERO]], %[[ZERO]]
  %zero = tg.constant dense<0> : tensor<4xi8>
  %0 = tg.shl %x, %zero : tensor<4xi8>
  %1 = tg.shr %x, %zero : tensor<4xi8>
  %2 = tg.shl %zero, %x : tensor<4xi8>
  %3 = tg.shr %zero, %x : tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// Tests that maximum and minimum with the ends of the type are decided.
// CHECK-LABEL: func.func @int_extrema
func.func @int_extrema(%x: tensor<4xi8>, %u: tensor<4xui8>)
    -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xui8>, tensor<4xui8>) {
  // CHECK-DAG: %[[HIGH:.*]] = tg.constant dense<127> : tensor<4xi8>
  // CHECK-DAG: %[[ZERO:.*]] = tg.constant dense<0> : tensor<4xui8>
  // CHECK: return %arg0, %arg0, %[[HIGH]], %arg1, %[[ZERO]]
  %low = tg.constant dense<-128> : tensor<4xi8>
  %high = tg.constant dense<127> : tensor<4xi8>
  %zero = tg.constant dense<0> : tensor<4xui8>
  %0 = tg.maximum %x, %x : tensor<4xi8>
  %1 = tg.maximum %x, %low : tensor<4xi8>
  %2 = tg.maximum %x, %high : tensor<4xi8>
  %3 = tg.maximum %u, %zero : tensor<4xui8>
  %4 = tg.minimum %u, %zero : tensor<4xui8>
  return %0, %1, %2, %3, %4 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xui8>, tensor<4xui8>
}

// Tests that 255 is not the end of a signed type, nor 127 of an unsigned one.
// CHECK-LABEL: func.func @no_int_extrema
func.func @no_int_extrema(%x: tensor<4xi16>, %u: tensor<4xui8>) -> (tensor<4xi16>, tensor<4xui8>) {
  // CHECK: tg.maximum
  // CHECK: tg.minimum
  %a = tg.constant dense<255> : tensor<4xi16>
  %b = tg.constant dense<127> : tensor<4xui8>
  %0 = tg.maximum %x, %a : tensor<4xi16>
  %1 = tg.minimum %u, %b : tensor<4xui8>
  return %0, %1 : tensor<4xi16>, tensor<4xui8>
}

// Tests that arithmetic on i1 is logic.
// CHECK-LABEL: func.func @logic
func.func @logic(%b: tensor<4xi1>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK-DAG: %[[TRUE:.*]] = tg.constant dense<true> : tensor<4xi1>
  // CHECK-DAG: %[[FALSE:.*]] = tg.constant dense<false> : tensor<4xi1>
  // CHECK: return %arg0, %[[TRUE]], %arg0, %[[FALSE]]
  %true = tg.constant dense<true> : tensor<4xi1>
  %false = tg.constant dense<false> : tensor<4xi1>
  %0 = tg.add %b, %b : tensor<4xi1>
  %1 = tg.add %b, %true : tensor<4xi1>
  %2 = tg.mul %b, %true : tensor<4xi1>
  %3 = tg.mul %b, %false : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

//===----------------------------------------------------------------------===//
// Identities of floats
//===----------------------------------------------------------------------===//

// Tests the identities that hold for every float: -0, infinities and NaNs too.
// CHECK-LABEL: func.func @float_identities
func.func @float_identities(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
  %negzero = tg.constant dense<-0.0> : tensor<4xf32>
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %one = tg.constant dense<1.0> : tensor<4xf32>
  %neginf = tg.constant dense<0xFF800000> : tensor<4xf32>
  %inf = tg.constant dense<0x7F800000> : tensor<4xf32>
  %0 = tg.add %x, %negzero : tensor<4xf32>
  %1 = tg.sub %x, %zero : tensor<4xf32>
  %2 = tg.mul %one, %x : tensor<4xf32>
  %3 = tg.div %x, %one : tensor<4xf32>
  %4 = tg.maximum %x, %neginf : tensor<4xf32>
  %5 = tg.minimum %x, %inf : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Tests that x + 0 (not -0 for x = -0), x - (-0), x * 0, x - x, x / x (NaN for
// infinities), and the maximum with an infinity (a NaN stays one) are kept.
// CHECK-LABEL: func.func @no_float_identities
func.func @no_float_identities(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: tg.add
  // CHECK: tg.sub
  // CHECK: tg.mul
  // CHECK: tg.sub
  // CHECK: tg.div
  // CHECK: tg.maximum
  // CHECK: tg.floordiv
  // CHECK: tg.mod
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %negzero = tg.constant dense<-0.0> : tensor<4xf32>
  %one = tg.constant dense<1.0> : tensor<4xf32>
  %inf = tg.constant dense<0x7F800000> : tensor<4xf32>
  %0 = tg.add %x, %zero : tensor<4xf32>
  %1 = tg.sub %x, %negzero : tensor<4xf32>
  %2 = tg.mul %x, %zero : tensor<4xf32>
  %3 = tg.sub %x, %x : tensor<4xf32>
  %4 = tg.div %x, %x : tensor<4xf32>
  %5 = tg.maximum %x, %inf : tensor<4xf32>
  %6 = tg.floordiv %x, %one : tensor<4xf32>
  %7 = tg.mod %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Tests that f8E4M3FN, which has no infinity, has its ends at 448.
// CHECK-LABEL: func.func @fp8_extrema
func.func @fp8_extrema(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // CHECK-NEXT: return %arg0
  %low = tg.constant dense<-448.0> : tensor<4xf8E4M3FN>
  %0 = tg.maximum %x, %low : tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// Tests that a splat is found under the expansion to a dynamic shape.
// CHECK-LABEL: func.func @dynamic_splat
func.func @dynamic_splat(%x: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  // CHECK-NEXT: return %arg0
  %one = tg.constant dense<1.0> : tensor<1x1xf32>
  %ones = tg.expand %one [%n, 8] : tensor<1x1xf32> -> tensor<?x8xf32>
  %0 = tg.mul %x, %ones : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Tests that a tensor whose elements differ is no splat.
// CHECK-LABEL: func.func @no_splat
func.func @no_splat(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: tg.mul
  %c = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tg.mul %x, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Comparisons, choices, conversions
//===----------------------------------------------------------------------===//

// Tests that a number compares with itself as expected.
// CHECK-LABEL: func.func @cmp_self
func.func @cmp_self(%x: tensor<4xi32>, %f: tensor<4xf32>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK-DAG: %[[TRUE:.*]] = tg.constant dense<true>
  // CHECK-DAG: %[[FALSE:.*]] = tg.constant dense<false>
  // CHECK: return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]]
  %0 = tg.cmp eq %x, %x : tensor<4xi32>
  %1 = tg.cmp ne %x, %x : tensor<4xi32>
  %2 = tg.cmp ge %x, %x : tensor<4xi32>
  %3 = tg.cmp lt %f, %f : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Tests that a float, which may be a NaN, does not equal itself.
// CHECK-LABEL: func.func @no_cmp_self
func.func @no_cmp_self(%f: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK: tg.cmp eq
  // CHECK: tg.cmp ne
  // CHECK: tg.cmp le
  %0 = tg.cmp eq %f, %f : tensor<4xf32>
  %1 = tg.cmp ne %f, %f : tensor<4xf32>
  %2 = tg.cmp le %f, %f : tensor<4xf32>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Tests that a choice that is no choice is made.
// CHECK-LABEL: func.func @where
func.func @where(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  // CHECK-NEXT: return %arg1, %arg1, %arg2, %arg0
  %true = tg.constant dense<true> : tensor<4xi1>
  %false = tg.constant dense<false> : tensor<4xi1>
  %0 = tg.where %c, %x, %x : tensor<4xf32>
  %1 = tg.where %true, %x, %y : tensor<4xf32>
  %2 = tg.where %false, %x, %y : tensor<4xf32>
  %3 = tg.where %c, %true, %false : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// Tests that other choices stay.
// CHECK-LABEL: func.func @no_where
func.func @no_where(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xi1>) {
  // CHECK-COUNT-2: tg.where
  %true = tg.constant dense<true> : tensor<4xi1>
  %false = tg.constant dense<false> : tensor<4xi1>
  %0 = tg.where %c, %x, %y : tensor<4xf32>
  %1 = tg.where %c, %false, %true : tensor<4xi1>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}

// Tests that a cast through a type that holds every value is skipped.
// CHECK-LABEL: func.func @casts
func.func @casts(%x: tensor<4xbf16>, %i: tensor<4xi8>)
    -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xf8E5M2>, tensor<4xf64>) {
  // CHECK-DAG: %[[A:.*]] = tg.cast %arg0 saturate all : tensor<4xbf16> to tensor<4xf8E5M2>
  // CHECK-DAG: %[[B:.*]] = tg.cast %arg1 : tensor<4xi8> to tensor<4xf64>
  // CHECK: return %arg0, %arg0, %[[A]], %[[B]]
  %0 = tg.cast %x : tensor<4xbf16> to tensor<4xbf16>
  %1 = tg.cast %x : tensor<4xbf16> to tensor<4xf32>
  %2 = tg.cast %1 : tensor<4xf32> to tensor<4xbf16>
  %3 = tg.cast %1 saturate all : tensor<4xf32> to tensor<4xf8E5M2>
  %4 = tg.cast %i : tensor<4xi8> to tensor<4xi32>
  %5 = tg.cast %4 : tensor<4xi32> to tensor<4xf64>
  return %0, %2, %3, %5 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xf8E5M2>, tensor<4xf64>
}

// Tests that casts that round twice, lose values, or saturate from a float what
// wraps from an integer, are kept.
// CHECK-LABEL: func.func @no_casts
func.func @no_casts(%x: tensor<4xf32>, %i: tensor<4xi8>, %j: tensor<4xi32>,
                    %u: tensor<4xui32>, %e: tensor<4xf8E5M2>)
    -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xui32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi8>,
        tensor<4xf8E5M2>) {
  // CHECK-COUNT-13: tg.cast
  %0 = tg.cast %x : tensor<4xf32> to tensor<4xf16>
  %1 = tg.cast %0 : tensor<4xf16> to tensor<4xf32>
  %2 = tg.cast %x : tensor<4xf32> to tensor<4xi32>
  %3 = tg.cast %2 : tensor<4xi32> to tensor<4xbf16>
  %4 = tg.cast %i : tensor<4xi8> to tensor<4xf32>
  %5 = tg.cast %4 : tensor<4xf32> to tensor<4xui32>
  %6 = tg.cast %j : tensor<4xi32> to tensor<4xf32>
  %7 = tg.cast %6 : tensor<4xf32> to tensor<4xi32>
  %8 = tg.cast %u : tensor<4xui32> to tensor<4xf64>
  %9 = tg.cast %8 : tensor<4xf64> to tensor<4xi32>
  %10 = tg.cast %8 : tensor<4xf64> to tensor<4xi8>
  %11 = tg.cast %e : tensor<4xf8E5M2> to tensor<4xf32>
  %12 = tg.cast %11 saturate all : tensor<4xf32> to tensor<4xf8E5M2>
  return %1, %3, %5, %7, %9, %10, %12
      : tensor<4xf32>, tensor<4xbf16>, tensor<4xui32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi8>,
        tensor<4xf8E5M2>
}

// Tests that bits are read once.
// CHECK-LABEL: func.func @bitcasts
func.func @bitcasts(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xui32>) {
  // CHECK: %[[A:.*]] = tg.bitcast %arg0 : tensor<4xf32> to tensor<4xui32>
  // CHECK: return %arg0, %arg0, %[[A]]
  %0 = tg.bitcast %x : tensor<4xf32> to tensor<4xf32>
  %1 = tg.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %2 = tg.bitcast %1 : tensor<4xi32> to tensor<4xf32>
  %3 = tg.bitcast %1 : tensor<4xi32> to tensor<4xui32>
  return %0, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xui32>
}
