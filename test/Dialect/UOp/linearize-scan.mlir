// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize,uop-expand,cse,uop-linearize,cse))" | FileCheck %s

// Tests that lanes along the scanned axis are combined in steps that double, and that one
// addition leads from each register to the next.

// CHECK-LABEL: uop.kernel @lanes(
// CHECK: scf.for
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK: %[[V:.*]] = vector.load %{{.*}} : memref<1024xf32>, vector<32xf32>
// CHECK: %[[LOW:.*]] = vector.shuffle %[[V]], %[[V]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[S1:.*]] = vector.shuffle %[[LOW]], %{{.*}} [16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
// CHECK: %[[A1:.*]] = arith.addf %[[S1]], %[[LOW]]
// CHECK: vector.shuffle %[[A1]], %{{.*}} [16, 17, 0, 1,
// CHECK: vector.shuffle %{{.*}} [16, 17, 18, 19, 0,
// CHECK: vector.shuffle %{{.*}} [16, 17, 18, 19, 20, 21, 22, 23, 0,
// CHECK: %[[A4:.*]] = arith.addf
// CHECK: %[[TOTAL:.*]] = vector.shuffle %[[A4]], %[[A4]] [15, 15,
// CHECK: arith.addf %[[BEFORE]], %[[A4]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[BEFORE]], %[[TOTAL]]
// CHECK: arith.addf %[[NEXT]], %{{.*}}
// CHECK: vector.store %{{.*}} vector<32xf32>
// CHECK: scf.yield %{{.*}} : vector<16xf32>
uop.kernel @lanes(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>) opts [#uop.opt<upcast axis 1 amount 32>] {
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 256 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<1024xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<1024xf32>
}

// Tests that lanes along another axis are combined as they are.

// CHECK-LABEL: uop.kernel @across(
// CHECK: scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK: %[[V:.*]] = vector.load
// CHECK-NOT: vector.shuffle
// CHECK: %[[S:.*]] = arith.maximumf %[[BEFORE]], %[[V]] : vector<16xf32>
// CHECK: vector.store %[[S]]
// CHECK: scf.yield %[[S]]
uop.kernel @across(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<upcast axis 1 amount 16>] {
  %k = uop.range 0, 4 <loop>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<64xf32>
}

// Tests that a scan from the end goes down, and that the points of a loop inside have
// places in memory, which hold the identity at first.

// CHECK-LABEL: uop.kernel @inside(
// CHECK: %[[M:.*]] = memref.alloca() {alignment = 64 : i64} : memref<100xi32>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[M]]
// CHECK: scf.for %[[K:.*]] =
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[K]]
// CHECK: scf.for %[[J:.*]] =
// CHECK: affine.apply #{{.*}}(%[[AT]], %[[J]])
// CHECK: %[[BEFORE:.*]] = memref.load %[[M]]
// CHECK: %[[S:.*]] = arith.addi %[[BEFORE]], %{{.*}}
// CHECK: memref.store %[[S]], %[[M]]
// CHECK: memref.store %[[S]], %{{.*}} : memref<600xi32>
uop.kernel @inside(%out: memref<600xi32> {uop.output}, %x: memref<600xi32>) opts [] {
  %k = uop.range 0, 6 <loop>
  %j = uop.range 1, 100 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<600xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) reverse : i32
  uop.store %2, %out[%0] : i32, memref<600xi32>
}

// Tests that bools in memory are bytes.

// CHECK-LABEL: uop.kernel @bools(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<8xi8>
// CHECK: %[[B:.*]] = memref.load %{{.*}} : memref<8xi8>
// CHECK: arith.trunci %{{.*}} : i8 to i1
// CHECK: arith.ori %{{.*}} : i1
// CHECK: arith.extui %{{.*}} : i1 to i8
uop.kernel @bools(%out: memref<32xi8> {uop.output}, %x: memref<32xi8>) opts [] {
  %c0 = arith.constant 0 : i8
  %k = uop.range 0, 4 <loop>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<32xi8> -> i8
  %2 = arith.cmpi ne, %1, %c0 : i8
  %3 = uop.scan <or> %2 over (%k) : i1
  %4 = arith.extui %3 : i1 to i8
  uop.store %4, %out[%0] : i8, memref<32xi8>
}
