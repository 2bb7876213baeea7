// RUN: tg-opt %s --uop-decompose-math --verify-each | FileCheck %s

// Tests that every function of elements is replaced, in kernels too: what is left
// of math are the operations that a processor does itself.
// CHECK-LABEL: uop.kernel @all
// CHECK-NOT: math.{{[^fas]}}
// CHECK-NOT: math.asin
// CHECK-NOT: math.{{(acos|atan|sinh|asinh|acosh|atanh)}}
// CHECK-NOT: uop.activation
// CHECK: uop.store
uop.kernel @all(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) attributes {opts = []} {
  %i = uop.range 0, 4 <global>
  %0 = uop.load %a[%i] : memref<4xf32> -> f32
  %1 = math.tan %0 : f32
  %2 = math.rsqrt %1 : f32
  %3 = math.expm1 %2 : f32
  %4 = math.log1p %3 : f32
  %5 = math.asin %4 : f32
  %6 = math.acos %5 : f32
  %7 = math.atan %6 : f32
  %8 = math.sinh %7 : f32
  %9 = math.cosh %8 : f32
  %10 = math.asinh %9 : f32
  %11 = math.acosh %10 : f32
  %12 = math.atanh %11 : f32
  %13 = uop.activation <sigmoid> %12 : f32
  %14 = uop.activation <silu> %13 : f32
  %15 = uop.activation <gelu> %14 : f32
  %16 = uop.activation <gelu_tanh> %15 : f32
  %17 = math.powf %16, %0 : f32
  uop.store %17, %out[%i] : f32, memref<4xf32>
}

// Tests that the rarer functions of f32 are computed in f64 and rounded once.
// CHECK-LABEL: @asin_f32
// CHECK: arith.extf %arg0 : vector<8xf32> to vector<8xf64>
// CHECK: math.fma %{{.*}} : vector<8xf64>
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
// CHECK-NEXT: return
func.func @asin_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.asin %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// Tests that rsqrt of f32 stays in f32, as the reduction of the argument of tan
// does, whose quotient is taken in f64.
// CHECK-LABEL: @in_f32
// CHECK-NOT: f64
// CHECK: return
func.func @in_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.rsqrt %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: @tan_f32
// CHECK-COUNT-2: arith.extf {{.*}} vector<8xf32> to vector<8xf64>
// CHECK-NOT: arith.extf
// CHECK: arith.divf {{.*}} vector<8xf64>
// CHECK: arith.truncf {{.*}} vector<8xf64> to vector<8xf32>
func.func @tan_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tan %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// Tests that activations of f32 stay in f32 and i32 and divide once.
// CHECK-LABEL: @activations
// CHECK-NOT: {{f64|i64}}
// CHECK-COUNT-4: arith.divf %{{.*}} : vector<8xf32>
// CHECK-NOT: arith.divf
// CHECK-NOT: {{f64|i64}}
// CHECK: return
func.func @activations(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = uop.activation <sigmoid> %x : vector<8xf32>
  %1 = uop.activation <silu> %0 : vector<8xf32>
  %2 = uop.activation <gelu> %1 : vector<8xf32>
  %3 = uop.activation <gelu_tanh> %2 : vector<8xf32>
  return %3 : vector<8xf32>
}

// Tests that both operands of a power of narrow floats are widened.
// CHECK-LABEL: @narrow_power
// CHECK-DAG: arith.extf %arg0 : f16 to f32
// CHECK-DAG: arith.extf %arg1 : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: return
func.func @narrow_power(%x: f16, %y: f16) -> f16 {
  %0 = math.powf %x, %y : f16
  return %0 : f16
}

// Tests that a type without a sequence keeps its function.
// CHECK-LABEL: @no_sequence
// CHECK: uop.activation <gelu> %arg0 : f80
// CHECK: math.powf %arg0, %arg0 : f80
func.func @no_sequence(%x: f80) -> (f80, f80) {
  %0 = uop.activation <gelu> %x : f80
  %1 = math.powf %x, %x : f80
  return %0, %1 : f80, f80
}
