// Tests that each kind of saturation of a cast to fp8 treats overflow and infinities its own way.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s

// CHECK: result 0 of 'f64_to_f8E4M3FN_finite' is equal
func.func @f64_to_f8E4M3FN_finite(%a: tensor<211xf64>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate finite : tensor<211xf64> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f32_to_f8E4M3FN_finite' is equal
func.func @f32_to_f8E4M3FN_finite(%a: tensor<211xf32>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate finite : tensor<211xf32> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f16_to_f8E4M3FN_finite' is equal
func.func @f16_to_f8E4M3FN_finite(%a: tensor<211xf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate finite : tensor<211xf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'bf16_to_f8E4M3FN_finite' is equal
func.func @bf16_to_f8E4M3FN_finite(%a: tensor<211xbf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate finite : tensor<211xbf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f64_to_f8E4M3FN_all' is equal
func.func @f64_to_f8E4M3FN_all(%a: tensor<211xf64>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate all : tensor<211xf64> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f32_to_f8E4M3FN_all' is equal
func.func @f32_to_f8E4M3FN_all(%a: tensor<211xf32>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate all : tensor<211xf32> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f16_to_f8E4M3FN_all' is equal
func.func @f16_to_f8E4M3FN_all(%a: tensor<211xf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate all : tensor<211xf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'bf16_to_f8E4M3FN_all' is equal
func.func @bf16_to_f8E4M3FN_all(%a: tensor<211xbf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate all : tensor<211xbf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f64_to_f8E4M3FN_none' is equal
func.func @f64_to_f8E4M3FN_none(%a: tensor<211xf64>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate none : tensor<211xf64> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f32_to_f8E4M3FN_none' is equal
func.func @f32_to_f8E4M3FN_none(%a: tensor<211xf32>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate none : tensor<211xf32> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f16_to_f8E4M3FN_none' is equal
func.func @f16_to_f8E4M3FN_none(%a: tensor<211xf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate none : tensor<211xf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'bf16_to_f8E4M3FN_none' is equal
func.func @bf16_to_f8E4M3FN_none(%a: tensor<211xbf16>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a saturate none : tensor<211xbf16> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'f64_to_f8E5M2_finite' is equal
func.func @f64_to_f8E5M2_finite(%a: tensor<211xf64>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate finite : tensor<211xf64> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f32_to_f8E5M2_finite' is equal
func.func @f32_to_f8E5M2_finite(%a: tensor<211xf32>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate finite : tensor<211xf32> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f16_to_f8E5M2_finite' is equal
func.func @f16_to_f8E5M2_finite(%a: tensor<211xf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate finite : tensor<211xf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'bf16_to_f8E5M2_finite' is equal
func.func @bf16_to_f8E5M2_finite(%a: tensor<211xbf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate finite : tensor<211xbf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f64_to_f8E5M2_all' is equal
func.func @f64_to_f8E5M2_all(%a: tensor<211xf64>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate all : tensor<211xf64> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f32_to_f8E5M2_all' is equal
func.func @f32_to_f8E5M2_all(%a: tensor<211xf32>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate all : tensor<211xf32> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f16_to_f8E5M2_all' is equal
func.func @f16_to_f8E5M2_all(%a: tensor<211xf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate all : tensor<211xf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'bf16_to_f8E5M2_all' is equal
func.func @bf16_to_f8E5M2_all(%a: tensor<211xbf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate all : tensor<211xbf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f64_to_f8E5M2_none' is equal
func.func @f64_to_f8E5M2_none(%a: tensor<211xf64>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate none : tensor<211xf64> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f32_to_f8E5M2_none' is equal
func.func @f32_to_f8E5M2_none(%a: tensor<211xf32>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate none : tensor<211xf32> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'f16_to_f8E5M2_none' is equal
func.func @f16_to_f8E5M2_none(%a: tensor<211xf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate none : tensor<211xf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}

// CHECK: result 0 of 'bf16_to_f8E5M2_none' is equal
func.func @bf16_to_f8E5M2_none(%a: tensor<211xbf16>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a saturate none : tensor<211xbf16> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}
