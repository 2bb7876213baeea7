// Tests the opts for units of tiles: registers of a matrix are two axes, the rows and what
// is in one, and a panel is filled row by row, columns side by side.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="chip=x86+amx-tile+amx-int8" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @signed_by_unsigned
// CHECK: %[[RIGHT_ROW:.*]] = uop.range 7, 16 <unroll>
// CHECK: %[[RIGHT:.*]] = uop.range 8, 64 <unroll>
// CHECK: %[[LEFT_ROW:.*]] = uop.range 5, 16 <unroll>
// CHECK: %[[LEFT:.*]] = uop.range 6, 64 <unroll>
// CHECK: %[[OWN_ROW:.*]] = uop.range 3, 16 <upcast>
// CHECK: %[[OWN:.*]] = uop.range 4, 16 <upcast>
// CHECK: uop.stage %{{.*}} over (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : i8 -> memref<4096xi8, #gpu.address_space<private>>
// CHECK: uop.mma "tdpbsud.m16n16k64.s8.u8" %{{.*}}(%[[LEFT_ROW]], %[[LEFT]]), %{{.*}}(%[[RIGHT_ROW]], %[[RIGHT]]) over (%{{.*}}) registers (%[[OWN_ROW]], %[[OWN]]) : i8, i8 -> i32
uop.kernel @signed_by_unsigned(%out: memref<4096xi32> {uop.output}, %a: memref<16384xi8>, %b: memref<16384xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>, #uop.opt<stage operand 1 axes[2, 7, 8]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<16384xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<16384xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extui %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<4096xi32>
}
