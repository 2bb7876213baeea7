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

// Tests that of the windows of a tile with rows and columns the last one is copied as a
// vector, and the others in loops.

// CHECK-LABEL: uop.kernel @rows_and_columns(
// CHECK-DAG: %[[I:.*]] = uop.range {{.*}}, 10 <loop>
// CHECK-DAG: %[[J:.*]] = uop.range {{.*}}, 10 <upcast>
// CHECK: uop.stage %{{.*}} over (%[[I]], %[[J]]) : f32 -> memref<100xf32, #gpu.address_space<private>>
uop.kernel @rows_and_columns(%out: memref<1024xf32> {uop.output}, %x: memref<64xf32>, %w: memref<144xf32>)
    opts [#uop.opt<upcast axis 1 amount 2>, #uop.opt<upcast axis 2 amount 4>, #uop.opt<stage amount 1 operand 0 axes[1, 5, 3, 2, 6, 4]>] {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 8 <global>
  %j = uop.range 2, 8 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %y = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %p)
  %v = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%j, %q)
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %0 = arith.cmpi sge, %y, %c0 : index
  %1 = arith.cmpi slt, %y, %c8 : index
  %2 = arith.cmpi sge, %v, %c0 : index
  %3 = arith.cmpi slt, %v, %c8 : index
  %4 = arith.andi %0, %1 : i1
  %5 = arith.andi %2, %3 : i1
  %g = arith.andi %4, %5 : i1
  %at = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 8 + d2 + d3 - 9)>(%i, %p, %j, %q)
  %6 = uop.load %x[%at] gate %g else %zero : memref<64xf32> -> f32
  %7 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%o, %p, %q)
  %8 = uop.load %w[%7] : memref<144xf32> -> f32
  %9 = arith.mulf %6, %8 : f32
  %10 = uop.reduce <add> %9 over (%p, %q) : f32
  %11 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 8 + d2)>(%o, %i, %j)
  uop.store %10, %out[%11] : f32, memref<1024xf32>
}

// Tests that a row of windows is copied as a vector where no place of a tile is one yet.

// CHECK-LABEL: uop.kernel @before_tiles(
// CHECK-DAG: %[[P:.*]] = uop.range 3, 17 <upcast>
// CHECK: uop.stage %{{.*}} over (%[[P]]) : f32 -> memref<17xf32, #gpu.address_space<private>>
uop.kernel @before_tiles(%out: memref<128xf32> {uop.output}, %x: memref<33xf32>, %w: memref<48xf32>)
    opts [#uop.opt<stage amount 1 operand 0 axes[1, 2]>] {
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
