// Tests that floats are printed with the fewest digits that read back as the same
// element, and with an exponent only where there are more digits before the point than a
// double has, or zeros behind it.

// RUN: tg-run %s | FileCheck %s

// CHECK: result 0: [8] f32
// CHECK-NEXT: {{\[ *}}30 -1200 0.1 16777216 1e+16 1e-05 0 -0]
// CHECK: result 1: [3] f16
// CHECK-NEXT: {{\[ *}}65504 10 0.333]
func.func @main() -> (tensor<8xf32>, tensor<3xf16>) {
  %0 = tg.constant dense<[30.0, -1200.0, 0.1, 16777216.0, 1.0e16, 1.0e-5, 0.0, -0.0]> : tensor<8xf32>
  %1 = tg.constant dense<[65504.0, 10.0, 0.333]> : tensor<3xf16>
  return %0, %1 : tensor<8xf32>, tensor<3xf16>
}
