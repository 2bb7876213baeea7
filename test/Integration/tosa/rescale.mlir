// Tests that rescaled integers are what MLIR's own lowering makes of them: both roundings,
// zero points, saturation, a factor for each channel, wide and unsigned numbers.

// RUN: %python %S/../linalg/Inputs/against_runner.py %s --exact | FileCheck %s
// CHECK-NOT: DIFFERENT

// About 0.8, once and twice rounded.
func.func @wide_to_narrow(%x: tensor<16xi32>) -> (tensor<16xi8>, tensor<16xi8>) {
  %factor = "tosa.const"() <{values = dense<1717986918> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %far = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %out = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %factor, %shift, %in, %out {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<16xi8>
  %1 = tosa.rescale %x, %factor, %far, %in, %out {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<16xi8>
  return %0, %1 : tensor<16xi8>, tensor<16xi8>
}

// Beyond what the result can hold.
func.func @saturates(%x: tensor<16xi8>) -> tensor<16xi8> {
  %factor = "tosa.const"() <{values = dense<1610612736> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<25> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %out = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %factor, %shift, %in, %out {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<16xi8>
  return %0 : tensor<16xi8>
}

func.func @per_channel(%x: tensor<4x3xi32>) -> tensor<4x3xi16> {
  %factors = "tosa.const"() <{values = dense<[1073741824, 1431655766, 2000000000]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %shifts = "tosa.const"() <{values = dense<[30, 29, 32]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %out = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %0 = tosa.rescale %x, %factors, %shifts, %in, %out {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true,
      input_unsigned = false, output_unsigned = false}
      : (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<4x3xi16>
  return %0 : tensor<4x3xi16>
}

// Unsigned numbers in, signed ones out, and the other way round; zero points beyond 127.
func.func @unsigned(%x: tensor<16xi8>, %y: tensor<16xi8>) -> (tensor<16xi8>, tensor<16xi8>) {
  %factor = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %high = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %factor, %shift, %high, %zero {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = true, output_unsigned = false}
      : (tensor<16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<16xi8>
  %1 = tosa.rescale %y, %factor, %shift, %zero, %high {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = true}
      : (tensor<16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<16xi8>
  return %0, %1 : tensor<16xi8>, tensor<16xi8>
}

// Factors of 16 bits.
func.func @narrow_factor(%x: tensor<16xi32>) -> tensor<16xi16> {
  %factor = "tosa.const"() <{values = dense<19661> : tensor<1xi16>}> : () -> tensor<1xi16>
  %shift = "tosa.const"() <{values = dense<14> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %out = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %0 = tosa.rescale %x, %factor, %shift, %in, %out {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<16xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<16xi16>
  return %0 : tensor<16xi16>
}

// A quantized layer: products of 8 bits, rescaled, clamped.
func.func @layer(%x: tensor<1x4x8xi8>, %w: tensor<1x8x3xi8>) -> tensor<1x4x3xi8> {
  %p = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %factor = "tosa.const"() <{values = dense<1288490189> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = tosa.matmul %x, %w, %p, %p : (tensor<1x4x8xi8>, tensor<1x8x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x3xi32>
  %1 = tosa.rescale %0, %factor, %shift, %in, %p {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false,
      input_unsigned = false, output_unsigned = false}
      : (tensor<1x4x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x3xi8>
  %2 = tosa.clamp %1 {min_val = -20 : i8, max_val = 20 : i8} : (tensor<1x4x3xi8>) -> tensor<1x4x3xi8>
  return %2 : tensor<1x4x3xi8>
}
