// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests that ops on constants are computed when compiling, with the bits that
// the compiled program would give.

// CHECK-LABEL: func.func @float_arithmetic
func.func @float_arithmetic()
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: tg.constant dense<[4.000000e+00, -1.250000e+00]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[2.000000e+00, -1.750000e+00]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[3.000000e+00, -3.750000e-01]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[3.000000e+00, -6.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[0.333333343, -0.666666686]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[1.000000e+00, 2.500000e-01]> : tensor<2xf32>
  %a = tg.constant dense<[3.0, -1.5]> : tensor<2xf32>
  %b = tg.constant dense<[1.0, 0.25]> : tensor<2xf32>
  %0 = tg.add %a, %b : tensor<2xf32>
  %1 = tg.sub %a, %b : tensor<2xf32>
  %2 = tg.mul %a, %b : tensor<2xf32>
  %3 = tg.div %a, %b : tensor<2xf32>
  %4 = tg.reciprocal %a : tensor<2xf32>
  %5 = tg.minimum %a, %b : tensor<2xf32>
  %6 = tg.maximum %5, %b : tensor<2xf32>
  return %0, %1, %2, %3, %4, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Tests that a sum rounds to the type of the op: 256 + 1 is 256 in bf16, and
// that fp8 saturates.
// CHECK-LABEL: func.func @narrow_arithmetic
func.func @narrow_arithmetic() -> (tensor<4xbf16>, tensor<4xf8E4M3FN>) {
  // CHECK-DAG: tg.constant dense<2.560000e+02> : tensor<4xbf16>
  // CHECK-DAG: tg.constant dense<4.480000e+02> : tensor<4xf8E4M3FN>
  %a = tg.constant dense<256.0> : tensor<4xbf16>
  %one = tg.constant dense<1.0> : tensor<4xbf16>
  %0 = tg.add %a, %one : tensor<4xbf16>
  %b = tg.constant dense<448.0> : tensor<4xf8E4M3FN>
  %1 = tg.add %b, %b : tensor<4xf8E4M3FN>
  return %0, %1 : tensor<4xbf16>, tensor<4xf8E4M3FN>
}

// Tests functions at points where the result is known exactly.
// CHECK-LABEL: func.func @functions
func.func @functions() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[EXP:.*]] = tg.constant dense<[2.71828175, 1.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[EXP2:.*]] = tg.constant dense<[2.000000e+00, 1.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[LOG:.*]] = tg.constant dense<[0.000000e+00, 0xFF800000]> : tensor<2xf32>
  // CHECK-DAG: %[[COS:.*]] = tg.constant dense<[0.540302277, 1.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[SIN:.*]] = tg.constant dense<[0.841470957, 0.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[TANH:.*]] = tg.constant dense<[0.761594176, 0.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[SQRT:.*]] = tg.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  // CHECK: return %[[EXP]], %[[EXP2]], %[[LOG]], %[[LOG]], %[[SIN]], %[[COS]], %[[TANH]], %[[SQRT]], %[[SQRT]]
  %a = tg.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %0 = tg.exp %a : tensor<2xf32>
  %1 = tg.exp2 %a : tensor<2xf32>
  %2 = tg.log %a : tensor<2xf32>
  %3 = tg.log2 %a : tensor<2xf32>
  %4 = tg.sin %a : tensor<2xf32>
  %5 = tg.cos %a : tensor<2xf32>
  %6 = tg.tanh %a : tensor<2xf32>
  %7 = tg.sqrt %a : tensor<2xf32>
  %8 = tg.trunc %a : tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Tests that signs are changed of zeros and NaNs too.
// CHECK-LABEL: func.func @signs
func.func @signs() -> (tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) {
  // CHECK-DAG: tg.constant dense<[-0.000000e+00, 0xFFC00000, 1.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 0x7FC00000, 1.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %a = tg.constant dense<[0.0, 0x7FC00000, -1.0]> : tensor<3xf32>
  %b = tg.constant dense<[-0.0, 2.0]> : tensor<2xf32>
  %0 = tg.neg %a : tensor<3xf32>
  %1 = tg.abs %0 : tensor<3xf32>
  %2 = tg.relu %b : tensor<2xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<2xf32>
}

// Tests that what gives a NaN is left to run: its sign is the machine's.
// CHECK-LABEL: func.func @no_nan
func.func @no_nan() -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  // CHECK: tg.div
  // CHECK: tg.log
  // CHECK: tg.maximum
  %zero = tg.constant dense<0.0> : tensor<1xf32>
  %minus = tg.constant dense<-1.0> : tensor<1xf32>
  %nan = tg.constant dense<0x7FC00000> : tensor<1xf32>
  %0 = tg.div %zero, %zero : tensor<1xf32>
  %1 = tg.log %minus : tensor<1xf32>
  %2 = tg.maximum %nan, %zero : tensor<1xf32>
  return %0, %1, %2 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// Tests Python's and C's signs, division by 0, and the smallest number by -1.
// CHECK-LABEL: func.func @int_division
func.func @int_division() -> (tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<2xui8>, tensor<2xui8>) {
  // CHECK-DAG: tg.constant dense<[-4, -4, 3, -1, -128]> : tensor<5xi8>
  // CHECK-DAG: tg.constant dense<[1, -1, -1, 7, 0]> : tensor<5xi8>
  // CHECK-DAG: tg.constant dense<[-3, -3, 3, -1, -128]> : tensor<5xi8>
  // CHECK-DAG: tg.constant dense<[-1, 1, -1, 7, 0]> : tensor<5xi8>
  // CHECK-DAG: tg.constant dense<[127, 255]> : tensor<2xui8>
  // CHECK-DAG: tg.constant dense<[1, 7]> : tensor<2xui8>
  %a = tg.constant dense<[-7, 7, -7, 7, -128]> : tensor<5xi8>
  %b = tg.constant dense<[2, -2, -2, 0, -1]> : tensor<5xi8>
  %c = tg.constant dense<[255, 7]> : tensor<2xui8>
  %d = tg.constant dense<[2, 0]> : tensor<2xui8>
  %0 = tg.floordiv %a, %b : tensor<5xi8>
  %1 = tg.mod %a, %b : tensor<5xi8>
  %2 = tg.cdiv %a, %b : tensor<5xi8>
  %3 = tg.cmod %a, %b : tensor<5xi8>
  %4 = tg.floordiv %c, %d : tensor<2xui8>
  %5 = tg.mod %c, %d : tensor<2xui8>
  return %0, %1, %2, %3, %4, %5 : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<2xui8>, tensor<2xui8>
}

// Tests that integers wrap and that shifts by the width or more lose all bits.
// CHECK-LABEL: func.func @int_wrap
func.func @int_wrap() -> (tensor<1xi8>, tensor<1xui8>, tensor<1xi8>, tensor<3xi8>, tensor<3xi8>, tensor<2xui8>) {
  // CHECK-DAG: tg.constant dense<-56> : tensor<1xi8>
  // CHECK-DAG: tg.constant dense<255> : tensor<1xui8>
  // CHECK-DAG: tg.constant dense<16> : tensor<1xi8>
  // CHECK-DAG: tg.constant dense<[-128, 0, 0]> : tensor<3xi8>
  // CHECK-DAG: tg.constant dense<[-1, -1, 0]> : tensor<3xi8>
  // CHECK-DAG: tg.constant dense<[1, 0]> : tensor<2xui8>
  %a = tg.constant dense<100> : tensor<1xi8>
  %u0 = tg.constant dense<0> : tensor<1xui8>
  %u1 = tg.constant dense<1> : tensor<1xui8>
  %s = tg.constant dense<[-127, 3, 127]> : tensor<3xi8>
  %n = tg.constant dense<[7, 8, 8]> : tensor<3xi8>
  %r = tg.constant dense<[-127, -3, 127]> : tensor<3xi8>
  %m = tg.constant dense<[7, -1, 8]> : tensor<3xi8>
  %us = tg.constant dense<[255, 255]> : tensor<2xui8>
  %un = tg.constant dense<[7, 8]> : tensor<2xui8>
  %0 = tg.add %a, %a : tensor<1xi8>
  %1 = tg.sub %u0, %u1 : tensor<1xui8>
  %2 = tg.mul %a, %a : tensor<1xi8>
  %3 = tg.shl %s, %n : tensor<3xi8>
  %4 = tg.shr %r, %m : tensor<3xi8>
  %5 = tg.shr %us, %un : tensor<2xui8>
  return %0, %1, %2, %3, %4, %5 : tensor<1xi8>, tensor<1xui8>, tensor<1xi8>, tensor<3xi8>, tensor<3xi8>, tensor<2xui8>
}

// Tests comparisons by sign and with NaNs.
// CHECK-LABEL: func.func @comparisons
func.func @comparisons() -> (tensor<2xi1>, tensor<2xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2xi8>) {
  // CHECK-DAG: tg.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-DAG: tg.constant dense<[false, true]> : tensor<2xi1>
  // CHECK-DAG: tg.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK-DAG: tg.constant dense<[false, true, false]> : tensor<3xi1>
  // CHECK-DAG: tg.constant dense<[-1, -2]> : tensor<2xi8>
  %a = tg.constant dense<[-1, 1]> : tensor<2xi8>
  %b = tg.constant dense<[1, -2]> : tensor<2xi8>
  %ua = tg.constant dense<[255, 1]> : tensor<2xui8>
  %ub = tg.constant dense<[1, 254]> : tensor<2xui8>
  %f = tg.constant dense<[0.0, 0x7FC00000, 1.0]> : tensor<3xf32>
  %g = tg.constant dense<[-0.0, 0x7FC00000, 1.0]> : tensor<3xf32>
  %0 = tg.cmp lt %a, %b : tensor<2xi8>
  %1 = tg.cmp lt %ua, %ub : tensor<2xui8>
  %2 = tg.cmp ge %f, %g : tensor<3xf32>
  %3 = tg.cmp ne %f, %g : tensor<3xf32>
  %4 = tg.where %0, %a, %b : tensor<2xi8>
  return %0, %1, %2, %3, %4 : tensor<2xi1>, tensor<2xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2xi8>
}

// Tests that casts to integers saturate at 32 bits and wrap below, that NaN
// gives 0, that casts round to even, and what overflow does in fp8.
// CHECK-LABEL: func.func @casts
func.func @casts() -> (tensor<4xi32>, tensor<4xui32>, tensor<4xi8>, tensor<4xi1>, tensor<2xbf16>,
                       tensor<2xf8E5M2>, tensor<2xf8E5M2>, tensor<2xf8E5M2>, tensor<1xf32>) {
  // CHECK-DAG: tg.constant dense<[2147483647, -1, 0, 300]> : tensor<4xi32>
  // CHECK-DAG: tg.constant dense<[4294967295, 0, 0, 300]> : tensor<4xui32>
  // CHECK-DAG: tg.constant dense<[-1, -1, 0, 44]> : tensor<4xi8>
  // CHECK-DAG: tg.constant dense<true> : tensor<4xi1>
  // CHECK-DAG: tg.constant dense<[1.000000e+00, 1.015630e+00]> : tensor<2xbf16>
  // CHECK-DAG: tg.constant dense<[5.734400e+04, 0x7C]> : tensor<2xf8E5M2>
  // CHECK-DAG: tg.constant dense<5.734400e+04> : tensor<2xf8E5M2>
  // CHECK-DAG: tg.constant dense<0x7C> : tensor<2xf8E5M2>
  // CHECK-DAG: tg.constant dense<1.84467441E+19> : tensor<1xf32>
  %f = tg.constant dense<[1.0e10, -1.5, 0x7FC00000, 300.7]> : tensor<4xf32>
  %0 = tg.cast %f : tensor<4xf32> to tensor<4xi32>
  %1 = tg.cast %f : tensor<4xf32> to tensor<4xui32>
  %2 = tg.cast %f : tensor<4xf32> to tensor<4xi8>
  %3 = tg.cast %f : tensor<4xf32> to tensor<4xi1>
  %half = tg.constant dense<[1.00390625, 1.01171875]> : tensor<2xf32>
  %4 = tg.cast %half : tensor<2xf32> to tensor<2xbf16>
  %big = tg.constant dense<[1.0e6, 0x7F800000]> : tensor<2xf32>
  %5 = tg.cast %big : tensor<2xf32> to tensor<2xf8E5M2>
  %6 = tg.cast %big saturate all : tensor<2xf32> to tensor<2xf8E5M2>
  %7 = tg.cast %big saturate none : tensor<2xf32> to tensor<2xf8E5M2>
  %u = tg.constant dense<18446744073709551615> : tensor<1xui64>
  %8 = tg.cast %u : tensor<1xui64> to tensor<1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xi32>, tensor<4xui32>, tensor<4xi8>, tensor<4xi1>, tensor<2xbf16>,
      tensor<2xf8E5M2>, tensor<2xf8E5M2>, tensor<2xf8E5M2>, tensor<1xf32>
}

// CHECK-LABEL: func.func @bits
func.func @bits() -> (tensor<2xui32>, tensor<2xi16>, tensor<2xi16>) {
  // CHECK-DAG: tg.constant dense<[1065353216, 3212836864]> : tensor<2xui32>
  // CHECK-DAG: tg.constant dense<[-2, 0]> : tensor<2xi16>
  // CHECK-DAG: tg.constant dense<[5, 7]> : tensor<2xi16>
  %f = tg.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %a = tg.constant dense<[1, -1]> : tensor<2xi16>
  %b = tg.constant dense<[4, 6]> : tensor<2xi16>
  %one = tg.constant dense<[1, 1]> : tensor<2xi16>
  %0 = tg.bitcast %f : tensor<2xf32> to tensor<2xui32>
  %1 = tg.not %a : tensor<2xi16>
  %2 = tg.or %b, %one : tensor<2xi16>
  return %0, %1, %2 : tensor<2xui32>, tensor<2xi16>, tensor<2xi16>
}

// Tests that splats of any size fold, and empty tensors.
// CHECK-LABEL: func.func @shapes
func.func @shapes() -> (tensor<1000x1000xf32>, tensor<0xf32>) {
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<1000x1000xf32>
  // CHECK-DAG: tg.constant dense<> : tensor<0xf32>
  %a = tg.constant dense<1.0> : tensor<1000x1000xf32>
  %e = tg.constant dense<> : tensor<0xf32>
  %0 = tg.add %a, %a : tensor<1000x1000xf32>
  %1 = tg.exp %e : tensor<0xf32>
  return %0, %1 : tensor<1000x1000xf32>, tensor<0xf32>
}

// Tests that a large constant, and one in a resource, is computed when running.
// CHECK-LABEL: func.func @no_large
func.func @no_large() -> (tensor<65xi32>, tensor<2xf32>) {
  // CHECK: tg.add
  // CHECK: tg.exp
  %a = tg.constant dense<[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                          0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]> : tensor<65xi32>
  %r = tg.constant dense_resource<weights> : tensor<2xf32>
  %0 = tg.add %a, %a : tensor<65xi32>
  %1 = tg.exp %r : tensor<2xf32>
  return %0, %1 : tensor<65xi32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
