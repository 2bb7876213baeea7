// RUN: tg-opt %s --uop-simplify-index | FileCheck %s

// Tests that constants fold where upstream's folder and the decomposed op agree.
// CHECK-LABEL: uop.kernel @constants
uop.kernel @constants(%out: memref<2xf32> {uop.output}) {
  %i = uop.range 0, 2 <global>
  // CHECK: %[[C:.*]] = arith.constant 3.500000e+00 : f32
  // CHECK-NOT: arith.addf
  // CHECK: uop.store %[[C]]
  %a = arith.constant 1.5 : f32
  %b = arith.constant 2.0 : f32
  %0 = arith.addf %a, %b : f32
  uop.store %0, %out[%i] : f32, memref<2xf32>
}

// Tests that math functions and what may overflow to fp8 do not: the host's
// library has other bits, and upstream does not saturate.
// CHECK-LABEL: uop.kernel @no_constants
uop.kernel @no_constants(%out: memref<2xf64> {uop.output}, %small: memref<2xf8E4M3FN> {uop.output}) {
  %i = uop.range 0, 2 <global>
  %a = arith.constant -2.5 : f64
  %b = arith.constant 448.0 : f8E4M3FN
  %c = arith.constant 1000 : i32
  // CHECK: math.exp2
  // CHECK: arith.addf {{.*}} : f8E4M3FN
  // CHECK: arith.sitofp {{.*}} : i32 to f8E4M3FN
  %0 = math.exp2 %a : f64
  %1 = arith.addf %b, %b : f8E4M3FN
  %2 = arith.sitofp %c {uop.saturate = "finite"} : i32 to f8E4M3FN
  %3 = arith.maximumf %1, %2 : f8E4M3FN
  uop.store %0, %out[%i] : f64, memref<2xf64>
  uop.store %3, %small[%i] : f8E4M3FN, memref<2xf8E4M3FN>
}
