// RUN: tg-opt %s --uop-decompose-math --verify-each | FileCheck %s

// Tests that exp becomes arithmetic without a call: the argument is reduced by
// ln2, the power of two added in the exponent's bits, and what keeps denormal
// and infinite results away until then taken back by one product.
// CHECK-LABEL: @exp_f32
// CHECK-NOT: math.exp
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.shli
// CHECK: arith.addi
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT: arith.mulf
// CHECK: arith.cmpf uno, %arg0, %arg0
// CHECK: return
func.func @exp_f32(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// Tests that vectors of any rank keep their shape, and that f32 stays in 32 bits.
// CHECK-LABEL: @log2_vector
// CHECK-NOT: math.log2
// CHECK-NOT: i64
// CHECK: arith.sitofp %{{.*}} : vector<4x8xi32> to vector<4x8xf32>
// CHECK: return
func.func @log2_vector(%x: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = math.log2 %x : vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// Tests that f64 has sequences of its own.
// CHECK-LABEL: @tanh_f64
// CHECK-NOT: math.tanh
// CHECK: math.fma %{{.*}} : f64
// CHECK: arith.divf %{{.*}} : f64
// CHECK: return
func.func @tanh_f64(%x: f64) -> f64 {
  %0 = math.tanh %x : f64
  return %0 : f64
}

// Tests that sin reduces its argument by integer products.
// CHECK-LABEL: @sin_f32
// CHECK-NOT: math.sin
// CHECK: arith.muli %{{.*}} : i64
// CHECK: return
func.func @sin_f32(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}

// Tests that narrow floats are computed in f32 and rounded once, at the end.
// CHECK-LABEL: @narrow
// CHECK: arith.extf %arg0 : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: bf16
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK-NEXT: return
func.func @narrow(%x: vector<8xbf16>) -> vector<8xbf16> {
  %0 = math.exp2 %x : vector<8xbf16>
  return %0 : vector<8xbf16>
}

// Tests that all functions with a sequence are replaced, in kernels too.
// CHECK-LABEL: uop.kernel @all
// CHECK-NOT: math.{{exp|log|sin|cos|tanh|erf}}
// CHECK: uop.store
uop.kernel @all(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) attributes {opts = []} {
  %i = uop.range 0, 4 <global>
  %0 = uop.load %a[%i] : memref<4xf32> -> f32
  %1 = math.exp %0 : f32
  %2 = math.exp2 %1 : f32
  %3 = math.log %2 : f32
  %4 = math.log2 %3 : f32
  %5 = math.sin %4 : f32
  %6 = math.cos %5 : f32
  %7 = math.tanh %6 : f32
  %8 = math.erf %7 : f32
  uop.store %8, %out[%i] : f32, memref<4xf32>
}

// Tests that what a processor does itself stays, and so does a type without a
// sequence.
// CHECK-LABEL: @no_sequence
// CHECK: math.sqrt %arg0
// CHECK: math.fma
// CHECK: math.exp %arg1 : f80
func.func @no_sequence(%x: f32, %y: f80) -> (f32, f32, f80) {
  %0 = math.sqrt %x : f32
  %1 = math.fma %x, %x, %x : f32
  %2 = math.exp %y : f80
  return %0, %1, %2 : f32, f32, f80
}
