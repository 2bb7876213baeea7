// Tests that a sum over lanes keeps one register for each result, not one for each lane,
// where those would be more than `lane-registers`.

// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-linearize{lane-registers=16}))" | FileCheck %s
// RUN: tg-opt %s --uop-linearize | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: uop.kernel @folded
// CHECK: scf.for {{.*}} iter_args(%{{.*}}) -> (f32, f32, f32, f32, f32)
// CHECK: %[[A:.*]] = vector.extract %{{.*}}[0] : f32 from vector<4xf32>
// CHECK: %[[B:.*]] = vector.extract %{{.*}}[0] : f32 from vector<4xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[A]], %[[B]] fastmath<contract>
// CHECK: %[[S:.*]] = arith.addf %{{.*}}, %[[P]] fastmath<contract>
// CHECK: %[[Q:.*]] = arith.mulf
// CHECK: arith.addf %[[S]], %[[Q]] fastmath<contract>
// CHECK-NOT: vector.reduction
// ALL-LABEL: uop.kernel @folded
// ALL: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// ALL: vector.fma
// ALL-COUNT-5: vector.reduction
uop.kernel @folded(%out: memref<5xf32> {uop.output}, %a: memref<160xf32>, %b: memref<32xf32>) {
  %k = uop.range 0, 8 <reduce>
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
  %x = uop.load %a[%0] strides [32, 1] : memref<160xf32> -> vector<5x4xf32>
  %y = uop.load %b[%0] strides [1] : memref<32xf32> -> vector<4xf32>
  %w = vector.broadcast %y : vector<4xf32> to vector<5x4xf32>
  %p = arith.mulf %x, %w : vector<5x4xf32>
  %s = uop.reduce <add> %p over (%k) dims [1] : vector<5x4xf32> -> vector<5xf32>
  %c0 = arith.constant 0 : index
  uop.store %s, %out[%c0] strides [1] : vector<5xf32>, memref<5xf32>
}

// Of three elements in four lanes the last is none.
// CHECK-LABEL: uop.kernel @three
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (f32, f32, f32, f32, f32, f32)
// CHECK-COUNT-18: arith.maximumf
// CHECK-NOT: arith.maximumf
uop.kernel @three(%out: memref<6xf32> {uop.output}, %a: memref<144xf32>) {
  %k = uop.range 0, 8 <reduce>
  %0 = affine.apply affine_map<(d0) -> (d0 * 3)>(%k)
  %x = uop.load %a[%0] strides [24, 1] : memref<144xf32> -> vector<6x3xf32>
  %s = uop.reduce <maximumf> %x over (%k) dims [1] : vector<6x3xf32> -> vector<6xf32>
  %c0 = arith.constant 0 : index
  uop.store %s, %out[%c0] strides [1] : vector<6xf32>, memref<6xf32>
}

// Elements of 64 bits are two registers.
// CHECK-LABEL: uop.kernel @wide
// CHECK: scf.for {{.*}} -> (f64, f64, f64)
uop.kernel @wide(%out: memref<3xf64> {uop.output}, %a: memref<96xf64>) {
  %k = uop.range 0, 8 <reduce>
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
  %x = uop.load %a[%0] strides [32, 1] : memref<96xf64> -> vector<3x4xf64>
  %s = uop.reduce <add> %x over (%k) dims [1] : vector<3x4xf64> -> vector<3xf64>
  %c0 = arith.constant 0 : index
  uop.store %s, %out[%c0] strides [1] : vector<3xf64>, memref<3xf64>
}

// Tests that 16 registers are not too many.
// CHECK-LABEL: uop.kernel @no_folding
// CHECK: scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK: vector.shuffle
uop.kernel @no_folding(%out: memref<4xf32> {uop.output}, %a: memref<128xf32>) {
  %k = uop.range 0, 8 <reduce>
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
  %x = uop.load %a[%0] strides [32, 1] : memref<128xf32> -> vector<4x4xf32>
  %s = uop.reduce <add> %x over (%k) dims [1] : vector<4x4xf32> -> vector<4xf32>
  %c0 = arith.constant 0 : index
  uop.store %s, %out[%c0] strides [1] : vector<4xf32>, memref<4xf32>
}

// Tests that a sum without a loop keeps its lanes: they end with it.
// CHECK-LABEL: uop.kernel @no_loop
// CHECK-COUNT-5: vector.reduction
uop.kernel @no_loop(%out: memref<5xf32> {uop.output}, %a: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %x = uop.load %a[%c0] strides [4, 1] : memref<20xf32> -> vector<5x4xf32>
  %s = uop.reduce <add> %x over () dims [1] : vector<5x4xf32> -> vector<5xf32>
  uop.store %s, %out[%c0] strides [1] : vector<5xf32>, memref<5xf32>
}
