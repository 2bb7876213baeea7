// RUN: tg-opt %s --uop-optimize --mlir-print-local-scope | FileCheck %s

// Tests that with axes the sums of a reduce in blocks wait in memory of the kernel's
// own, one for each point of these axes, and that the last block alone stores: so
// there may be several stores, and an input of the outputs' size.

// CHECK-LABEL: uop.kernel @two_outputs(
// CHECK-SAME: %[[S:.*]]: memref<512xf32> {uop.output}, %[[T:.*]]: memref<512xf32> {uop.output},
// CHECK: %[[I:.*]] = uop.range 2, 8 <global>
// CHECK: %[[J:.*]] = uop.range 0, 4 <global>
// CHECK: %[[U:.*]] = uop.range 3, 16 <upcast>
// CHECK: %[[B:.*]] = uop.range 1, 4 <carry>
// CHECK: %[[K:.*]] = uop.range 4, 8 <reduce>
// CHECK: %[[R:.*]] = uop.reduce <add> %{{.*}} over (%[[K]]) : f32
// CHECK: %[[SUMS:.*]] = uop.scratch : memref<128xf32, #gpu.address_space<private>>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[B]], %c0
// CHECK: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%[[I]], %[[U]])
// CHECK: %[[OLD:.*]] = uop.load %[[SUMS]][%[[P]]]
// CHECK: %[[BOTH:.*]] = arith.addf %[[OLD]], %[[R]] : f32
// CHECK: %[[SUM:.*]] = arith.select %[[FIRST]], %[[R]], %[[BOTH]] : f32
// CHECK: uop.store %[[SUM]], %[[SUMS]][%[[P]]] : f32
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[B]], %c3
// CHECK: uop.store %{{.*}}, %[[S]][%{{.*}}] gate %[[LAST]]
// CHECK: uop.store %[[SUM]], %[[T]][%{{.*}}] gate %[[LAST]]
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

// Tests that the sums have the reduce's type where the output holds another, and
// that a gate of the store is asked too.

// CHECK-LABEL: uop.kernel @narrow(
// CHECK: %[[B:.*]] = uop.range 0, 2 <carry>
// CHECK: uop.scratch : memref<8xf32, #gpu.address_space<private>>
// CHECK: %[[G:.*]] = arith.cmpf olt
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[B]], %c1
// CHECK: %[[BOTH:.*]] = arith.andi %[[LAST]], %[[G]] : i1
// CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] gate %[[BOTH]] : f16
uop.kernel @narrow(%out: memref<8xf16> {uop.output}, %a: memref<80xf32>)
    opts [#uop.opt<carry axis 1 amount 5 axes[0]>, #uop.opt<swap axis 0 amount 1>] {
  %c0 = arith.constant 0.0 : f32
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = arith.truncf %2 : f32 to f16
  %4 = arith.cmpf olt, %2, %c0 : f32
  uop.store %3, %out[%i] gate %4 : f16, memref<8xf16>
}

// Tests that an axis of the sums may be split where the part divides it, and that
// the outermost loop, which stands around the blocks, is shared by threads.

// CHECK-LABEL: uop.kernel @split(
// CHECK: uop.range 0, 4 <thread>
// CHECK: uop.range 2, 8 <global>
// CHECK: uop.range 4, 2 <upcast>
// CHECK: uop.range 1, 2 <carry>
// CHECK: uop.scratch : memref<16xf32, #gpu.address_space<private>>
uop.kernel @split(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<swap axis 1 amount 2>, #uop.opt<upcast axis 2 amount 2>,
          #uop.opt<thread axis 0>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}
