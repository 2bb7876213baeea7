// RUN: tg-opt %s --uop-decompose-dtypes="fma=false roundings=false" | FileCheck %s
// RUN: tg-opt %s --uop-decompose-dtypes | FileCheck %s --check-prefix=NATIVE

// Tests that a processor without fma multiplies f32 exactly in f64, and that one
// that has it is left alone.
// CHECK-LABEL: @fma_f32
// CHECK-NOT: math.fma
// CHECK: arith.mulf %{{.*}} : vector<4xf64>
// CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
// CHECK-NEXT: return
// NATIVE-LABEL: @fma_f32
// NATIVE-NEXT: math.fma
// NATIVE-NEXT: return
func.func @fma_f32(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>) -> vector<4xf32> {
  %0 = math.fma %a, %b, %c : vector<4xf32>
  return %0 : vector<4xf32>
}

// Tests that f64 takes the products of halves of its mantissas.
// CHECK-LABEL: @fma_f64
// CHECK-NOT: math.fma
// CHECK-COUNT-5: arith.mulf
// CHECK: return
// NATIVE-LABEL: @fma_f64
// NATIVE-NEXT: math.fma
func.func @fma_f64(%a: f64, %b: f64, %c: f64) -> f64 {
  %0 = math.fma %a, %b, %c : f64
  return %0 : f64
}

// Tests that narrow types, which no target multiplies and adds, round once.
// CHECK-LABEL: @fma_bf16
// CHECK-NOT: math.fma
// NATIVE-LABEL: @fma_bf16
// NATIVE-NOT: math.fma
// NATIVE: arith.mulf %{{.*}} : f64
// NATIVE: return
func.func @fma_bf16(%a: bf16, %b: bf16, %c: bf16) -> bf16 {
  %0 = math.fma %a, %b, %c : bf16
  return %0 : bf16
}

// CHECK-LABEL: @roundings
// CHECK-NOT: math.{{floor|ceil|trunc|roundeven}}
// CHECK: return
// NATIVE-LABEL: @roundings
// NATIVE: math.floor
// NATIVE: math.ceil
// NATIVE: math.trunc
// NATIVE: math.roundeven
func.func @roundings(%x: f32, %y: f64, %z: f16) -> (f32, f64, f16, f32) {
  %0 = math.floor %x : f32
  %1 = math.ceil %y : f64
  %2 = math.trunc %z : f16
  %3 = math.roundeven %x : f32
  return %0, %1, %2, %3 : f32, f64, f16, f32
}
