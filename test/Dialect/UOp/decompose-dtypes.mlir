// RUN: tg-opt %s --split-input-file --uop-decompose-dtypes | FileCheck %s

// Tests that a marked division guards against zero and MIN / -1, and loses its mark.
// CHECK-LABEL: @total_div
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %arg1, %{{.*}} : i32
// CHECK: arith.ori %[[ZERO]]
// CHECK: %[[SAFE:.*]] = arith.select
// CHECK: %[[Q:.*]] = arith.divsi %arg0, %[[SAFE]] : i32
// CHECK: %[[R:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[Q]]
// CHECK: return %[[R]]
func.func @total_div(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b {uop.total} : i32
  return %0 : i32
}

// -----

// Tests that index arithmetic, which is never out of range, stays as it is.
// CHECK-LABEL: @no_total
// CHECK-NEXT: arith.divsi %arg0, %arg1 : index
// CHECK-NEXT: arith.shli %arg0, %arg1 : index
// CHECK-NEXT: arith.fptosi %arg2 : f32 to i32
// CHECK-NEXT: return
func.func @no_total(%a: index, %b: index, %x: f32) -> (index, index, i32) {
  %0 = arith.divsi %a, %b : index
  %1 = arith.shli %a, %b : index
  %2 = arith.fptosi %x : f32 to i32
  return %0, %1, %2 : index, index, i32
}

// -----

// Tests that remainders, shifts and floor division are made total.
// CHECK-LABEL: @total_others
// CHECK-NOT: uop.total
// CHECK-NOT: floordivsi
// CHECK-DAG: arith.remui
// CHECK-DAG: arith.shli
// CHECK-DAG: arith.minui
// CHECK: return
func.func @total_others(%a: vector<8xi16>, %b: vector<8xi16>)
    -> (vector<8xi16>, vector<8xi16>, vector<8xi16>, vector<8xi16>) {
  %0 = arith.remui %a, %b {uop.total} : vector<8xi16>
  %1 = arith.shli %a, %b {uop.total} : vector<8xi16>
  %2 = arith.shrsi %a, %b {uop.total} : vector<8xi16>
  %3 = arith.floordivsi %a, %b {uop.total} : vector<8xi16>
  return %0, %1, %2, %3 : vector<8xi16>, vector<8xi16>, vector<8xi16>, vector<8xi16>
}

// -----

// Tests that a marked conversion of bf16 to an integer goes through f32 and saturates.
// CHECK-LABEL: @total_float_to_int
// CHECK-NOT: arith.fptosi {{.*}}bf16
// CHECK: arith.cmpf oge
// CHECK: %[[I:.*]] = arith.fptosi %{{.*}} : f32 to i32
// CHECK-NOT: uop.total
// CHECK: return
func.func @total_float_to_int(%x: bf16) -> i32 {
  %0 = arith.fptosi %x {uop.total} : bf16 to i32
  return %0 : i32
}

// -----

// Tests that rounding to bf16, whose range is f32's, is one addition to all bits, in which
// only a NaN is another case.
// CHECK-LABEL: @round_to_bf16
// CHECK: arith.addi
// CHECK: arith.addi
// CHECK: math.copysign
// CHECK: arith.cmpf uno, %arg0, %arg0
// CHECK-NOT: arith.cmpi
// CHECK-COUNT-1: arith.select
// CHECK-NOT: arith.select
// CHECK: arith.trunci
// CHECK: return
func.func @round_to_bf16(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// -----

// Tests that rounding to a format with a smaller range is not.
// CHECK-LABEL: @no_round_to_f8
// CHECK-NOT: math.copysign
// CHECK-COUNT-3: arith.cmpi
// CHECK: return
func.func @no_round_to_f8(%x: f32) -> f8E5M2 {
  %0 = arith.truncf %x : f32 to f8E5M2
  return %0 : f8E5M2
}

// -----

// Tests that bf16 is added in f32 and rounded by integer code; no conversion is
// left for LLVM to call a library for.
// CHECK-LABEL: @add_bf16
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
// CHECK: arith.shli %{{.*}} : vector<16xi32>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: arith.trunci %{{.*}} : vector<16xi32> to vector<16xi16>
// CHECK: arith.bitcast %{{.*}} : vector<16xi16> to vector<16xbf16>
func.func @add_bf16(%a: vector<16xbf16>, %b: vector<16xbf16>) -> vector<16xbf16> {
  %0 = arith.addf %a, %b : vector<16xbf16>
  return %0 : vector<16xbf16>
}

// -----

// Tests that f16 uses the target's conversions.
// CHECK-LABEL: @mul_f16
// CHECK-NEXT: arith.extf %arg0 : f16 to f32
// CHECK-NEXT: arith.extf %arg1 : f16 to f32
// CHECK-NEXT: arith.mulf %{{.*}} : f32
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: return
func.func @mul_f16(%a: f16, %b: f16) -> f16 {
  %0 = arith.mulf %a, %b : f16
  return %0 : f16
}

// -----

// Tests that comparing, negating and reducing do not round.
// CHECK-LABEL: uop.kernel @reduce_f8
// CHECK-NOT: arith.negf
// CHECK: arith.xori %{{.*}} : i8
// CHECK: uop.reduce <maximumf> %{{.*}} over (%{{.*}}) : f32
// CHECK: arith.cmpf olt, %{{.*}} : f32
// CHECK: uop.store %{{.*}} : f8E5M2
uop.kernel @reduce_f8(%out: memref<4xf8E5M2> {uop.output}, %a: memref<32xf8E5M2>) attributes {opts = []} {
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<32xf8E5M2> -> f8E5M2
  %2 = arith.negf %1 : f8E5M2
  %3 = uop.reduce <maximumf> %2 over (%k) : f8E5M2
  %4 = uop.load %a[%i] : memref<32xf8E5M2> -> f8E5M2
  %5 = arith.cmpf olt, %3, %4 : f8E5M2
  %6 = arith.select %5, %3, %4 : f8E5M2
  uop.store %6, %out[%i] : f8E5M2, memref<4xf8E5M2>
}

// -----

// Tests that saturation is what the mark says: 57344 is 0x7b, infinity 0x7c.
// CHECK-LABEL: @saturate_all
// CHECK-NOT: constant 124 : i32
// CHECK: arith.constant 123 : i32
// CHECK-NOT: constant 124 : i32
// CHECK: return
func.func @saturate_all(%x: f32) -> f8E5M2 {
  %0 = arith.truncf %x {uop.saturate = "none"} : f32 to f8E5M2
  %1 = arith.truncf %x {uop.saturate = "all"} : f32 to f8E5M2
  return %1 : f8E5M2
}

// -----

// Tests that f64 is rounded to odd on the way, and an f32 operation stays.
// CHECK-LABEL: @f64_to_f16
// CHECK: arith.truncf %arg0 : f64 to f32
// CHECK: arith.cmpf one
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.addf %arg1, %arg1 : f32
func.func @f64_to_f16(%x: f64, %y: f32) -> (f16, f32) {
  %0 = arith.truncf %x : f64 to f16
  %1 = arith.addf %y, %y : f32
  return %0, %1 : f16, f32
}
