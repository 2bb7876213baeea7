// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-optimize="vector-bits=512 vector-registers=32 l1-bytes=32768 l2-bytes=524288" --split-input-file | FileCheck %s --check-prefix=WIDE

// Tests that a whole row is the lanes where its length divides into no vectors: it has no
// edge, and its masks are none either behind the copy; not a row of very many vectors, nor
// with registers for masks.

// CHECK-LABEL: uop.kernel @odd_row(
// CHECK-SAME: #uop.opt<upcast axis 2 amount 41>, #uop.opt<stage amount 1 operand 0
// WIDE-LABEL: uop.kernel @odd_row(
// WIDE-NOT: stage amount 1
// WIDE: uop.range
uop.kernel @odd_row(%out: memref<11767xf32> {uop.output}, %x: memref<11767xf32>, %w: memref<63xf32>) {
  %n = uop.range 0, 7 <global>
  %i = uop.range 1, 41 <global>
  %j = uop.range 2, 41 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 1681 + d1 * 41 + d2 * 41 + d3 * 1 + d4 - 42)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (41 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (41 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<11767xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<63xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1681 + d1 * 41 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<11767xf32>
}

// -----

// CHECK-LABEL: uop.kernel @long_row(
// CHECK-NOT: upcast axis 2 amount 73
// CHECK: uop.range
uop.kernel @long_row(%out: memref<37303xf32> {uop.output}, %x: memref<37303xf32>, %w: memref<63xf32>) {
  %n = uop.range 0, 7 <global>
  %i = uop.range 1, 73 <global>
  %j = uop.range 2, 73 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 5329 + d1 * 73 + d2 * 73 + d3 * 1 + d4 - 74)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (73 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (73 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<37303xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<63xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 5329 + d1 * 73 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<37303xf32>
}

// -----

// Tests that lanes run along windows at steps of two, masks or not, rather than that tiles
// are of scalars.

// CHECK-LABEL: uop.kernel @strided(
// CHECK-SAME: #uop.opt<upcast axis 2 amount 19>
uop.kernel @strided(%out: memref<3971xf32> {uop.output}, %x: memref<15059xf32>, %w: memref<275xf32>) {
  %n = uop.range 0, 11 <global>
  %i = uop.range 1, 19 <global>
  %j = uop.range 2, 19 <global>
  %p = uop.range 3, 5 <reduce>
  %q = uop.range 4, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 1369 + d1 * 74 + d2 * 37 + d3 * 2 + d4 - 76)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 2)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (38 - d0 * 2 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 2)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (38 - d0 * 2 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<15059xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 25 + d1 * 5 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<275xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 361 + d1 * 19 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<3971xf32>
}
