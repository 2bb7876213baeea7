// RUN: tg-opt %s --uop-optimize --mlir-print-local-scope | FileCheck %s

// Tests that a window and the positions at which it stands are one axis of the copy,
// with its padding: 17 places for 8 positions at steps of 2 and a window of 3.

// CHECK-LABEL: uop.kernel @strided(
// CHECK-DAG: %[[I:.*]] = uop.range 1, 2 <global>
// CHECK-DAG: %[[U:.*]] = uop.range 3, 4 <upcast>
// CHECK-DAG: %[[K:.*]] = uop.range 2, 3 <reduce>
// CHECK-DAG: %[[P:.*]] = uop.range 4, 17 <upcast>
// CHECK: %[[V:.*]] = uop.load %{{.*}}[%{{.*}}] gate
// CHECK: %[[S:.*]] = uop.stage %[[V]] over (%[[P]]) : f32 -> memref<17xf32, #gpu.address_space<private>>
// CHECK: %[[A:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 2 + d2)>(%[[I]], %[[U]], %[[K]])
// CHECK: uop.load %[[S]][%[[A]]]
uop.kernel @strided(%out: memref<128xf32> {uop.output}, %x: memref<33xf32>, %w: memref<48xf32>)
    opts [#uop.opt<upcast axis 1 amount 4>, #uop.opt<stage amount 1 operand 0 axes[1, 3, 2]>] {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%i, %k)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = arith.cmpi sge, %0, %c0 : index
  %2 = uop.load %x[%0] gate %1 else %zero : memref<33xf32> -> f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%o, %k)
  %4 = uop.load %w[%3] : memref<48xf32> -> f32
  %5 = arith.mulf %2, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%o, %i)
  uop.store %6, %out[%7] : f32, memref<128xf32>
}

// Tests that windows that do not overlap keep their axes.

// CHECK-LABEL: uop.kernel @apart(
// CHECK-DAG: %[[I:.*]] = uop.range 3, 8 <loop>
// CHECK-DAG: %[[K:.*]] = uop.range 4, 3 <loop>
// CHECK: uop.stage %{{.*}} over (%[[I]], %[[K]]) : f32 -> memref<24xf32, #gpu.address_space<private>>
uop.kernel @apart(%out: memref<128xf32> {uop.output}, %x: memref<33xf32>, %w: memref<48xf32>)
    opts [#uop.opt<stage amount 1 operand 0 axes[1, 2]>] {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1 - 1)>(%i, %k)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = arith.cmpi sge, %0, %c0 : index
  %2 = uop.load %x[%0] gate %1 else %zero : memref<33xf32> -> f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%o, %k)
  %4 = uop.load %w[%3] : memref<48xf32> -> f32
  %5 = arith.mulf %2, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%o, %i)
  uop.store %6, %out[%7] : f32, memref<128xf32>
}
