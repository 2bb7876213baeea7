// Tests that a sum without a loop, which would start it, is 0.0 where all that it adds is
// -0.0; and that other reduces have nothing to add.

// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-expand,uop-linearize))" | FileCheck %s

// CHECK-LABEL: uop.kernel @sum
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[ZERO]] : f32
// CHECK: memref.store %[[SUM]]
uop.kernel @sum(%out: memref<4xf32> {uop.output}, %a: memref<8xf32>) {
  %i = uop.range 0, 4 <global>
  %r = uop.range 1, 2 <unroll>
  %at = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4)>(%i, %r)
  %x = uop.load %a[%at] : memref<8xf32> -> f32
  %n = arith.negf %x : f32
  %s = uop.reduce <add> %n over (%r) : f32
  uop.store %s, %out[%i] : f32, memref<4xf32>
}

// CHECK-LABEL: uop.kernel @integers
// CHECK: vector.reduction <add>
// CHECK-NEXT: memref.store
uop.kernel @integers(%out: memref<4xi32> {uop.output}, %a: memref<8xi32>) {
  %i = uop.range 0, 4 <global>
  %r = uop.range 1, 2 <unroll>
  %at = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4)>(%i, %r)
  %x = uop.load %a[%at] : memref<8xi32> -> i32
  %s = uop.reduce <add> %x over (%r) : i32
  uop.store %s, %out[%i] : i32, memref<4xi32>
}

// CHECK-LABEL: uop.kernel @loop
// CHECK: arith.constant 0.000000e+00 : f32
// CHECK: scf.for
// CHECK: arith.addf
// CHECK-NOT: arith.addf
// CHECK: memref.store
uop.kernel @loop(%out: memref<4xf32> {uop.output}, %a: memref<8xf32>) {
  %i = uop.range 0, 4 <global>
  %r = uop.range 1, 2 <reduce>
  %at = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4)>(%i, %r)
  %x = uop.load %a[%at] : memref<8xf32> -> f32
  %s = uop.reduce <add> %x over (%r) : f32
  uop.store %s, %out[%i] : f32, memref<4xf32>
}
