// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize,uop-expand,cse,uop-linearize,cse))" | FileCheck %s

// Tests that sums in memory of the kernel's own are vectors there, and that what
// follows them, the reads of other memory too, stands in one branch of the last block.

// CHECK-LABEL: uop.kernel @two_outputs(
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128xf32>
// CHECK: scf.for
// CHECK: scf.for %[[B:.*]] =
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[B]], %c3
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.fma
// CHECK: vector.load %[[SUMS]]
// CHECK: vector.store %{{.*}}, %[[SUMS]]
// CHECK-NOT: vector.load
// CHECK: scf.if %[[LAST]] {
// CHECK: vector.load
// CHECK: arith.addf
// CHECK: vector.store
// CHECK-NOT: scf.if
// CHECK: vector.store
// CHECK-NOT: vector.store
uop.kernel @two_outputs(%s: memref<512xf32> {uop.output}, %t: memref<512xf32> {uop.output}, %a: memref<256xf32>, %b: memref<2048xf32>, %m: memref<512xf32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<carry axis 2 amount 8 axes[1, 3]>,
          #uop.opt<swap axis 1 amount 2>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<256xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  %7 = uop.load %m[%6] : memref<512xf32> -> f32
  %8 = arith.addf %5, %7 : f32
  uop.store %8, %s[%6] : f32, memref<512xf32>
  uop.store %5, %t[%6] : f32, memref<512xf32>
}
