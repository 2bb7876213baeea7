// Tests the units of processors: all registers of an operand are one axis, and a
// stage of it is filled digit by digit, so that rows of the source are rows there.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="chip=x86+avx512vnni" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @unsigned_by_signed
// CHECK: %[[RIGHT:.*]] = uop.range 5, 64 <unroll>
// CHECK: %[[LEFT:.*]] = uop.range 4, 4 <unroll>
// CHECK: %[[OWN:.*]] = uop.range 3, 16 <upcast>
// CHECK: %[[K:.*]] = uop.range 2, 8 <reduce>
// CHECK: %[[A:.*]] = uop.load %{{.*}} : memref<1024xi8> -> i8
// CHECK: %[[FILL_K:.*]] = uop.range {{[0-9]+}}, 8 <loop>
// CHECK: %[[COLUMN:.*]] = uop.range {{[0-9]+}}, 16 <upcast>
// CHECK: %[[DEPTH:.*]] = uop.range {{[0-9]+}}, 4 <upcast>
// CHECK: affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 128 + d1 + d2 * 32 + d3 * 16)>(%[[FILL_K]], %[[COLUMN]], %[[DEPTH]], %{{.*}})
// CHECK: %[[PANEL:.*]] = uop.stage %{{.*}} over (%[[FILL_K]], %[[COLUMN]], %[[DEPTH]])
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%[[K]], %[[RIGHT]])
// CHECK: %[[B:.*]] = uop.load %[[PANEL]]
// CHECK: uop.mma "vpdpbusd.m1n16k4.u8.s8" %[[A]](%[[LEFT]]), %[[B]](%[[RIGHT]]) over (%[[K]]) registers (%[[OWN]]) : i8, i8 -> i32
uop.kernel @unsigned_by_signed(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>, #uop.opt<stage operand 1 axes[2, 5]>] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// Tests that a signed operand is made unsigned for the unit, the right one where
// both are signed, and that 128 times the sums of the other's rows are taken off.

// CHECK-LABEL: uop.kernel @signed
// CHECK-DAG: %[[SIGN:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[OFFSET:.*]] = arith.constant -128 : i32
// CHECK: %[[FLIPPED:.*]] = arith.xori %{{.*}}, %[[SIGN]] : i8
// CHECK: %[[PRODUCT:.*]] = uop.mma "vpdpbusd.m1n16k4.s8.u8" %{{.*}}, %[[FLIPPED]]
// CHECK: %[[ROW:.*]] = uop.range {{[0-9]+}}, 32 <loop>
// CHECK: %[[DEPTH:.*]] = uop.range {{[0-9]+}}, 32 <reduce>
// CHECK: %[[TERM:.*]] = arith.extsi
// CHECK: %[[SUM:.*]] = uop.reduce <add> %[[TERM]] over (%[[DEPTH]]) : i32
// CHECK: %[[SUMS:.*]] = uop.stage %[[SUM]] over (%[[ROW]]) : i32 -> memref<32xi32, #gpu.address_space<private>>
// CHECK: %[[READ:.*]] = uop.load %[[SUMS]]
// CHECK: %[[CORRECTION:.*]] = arith.muli %[[READ]], %[[OFFSET]] : i32
// CHECK: arith.addi %[[PRODUCT]], %[[CORRECTION]] : i32
uop.kernel @signed(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// Tests that a unit which takes both as they are needs no sums.

// CHECK-LABEL: uop.kernel @no_sums
// CHECK-NOT: uop.stage
// CHECK: uop.mma "vpdpbusd.m1n16k4.s8.u8"
// CHECK-NOT: uop.stage
uop.kernel @no_sums(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extui %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}
