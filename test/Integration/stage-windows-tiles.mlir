// Tests that a tile of rows and columns reads its windows from a copy with their padding
// as it does from the image.

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry copied --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-5

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
func.func @copied(%x: tensor<64xf32>, %w: tensor<144xf32>) -> tensor<1024xf32> {
  %0 = tg.launch @rows_and_columns(%x, %w) : (tensor<64xf32>, tensor<144xf32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
uop.kernel @k_plain(%out: memref<1024xf32> {uop.output}, %x: memref<64xf32>, %w: memref<144xf32>) opts [] {
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
func.func @plain(%x: tensor<64xf32>, %w: tensor<144xf32>) -> tensor<1024xf32> {
  %0 = tg.launch @k_plain(%x, %w) : (tensor<64xf32>, tensor<144xf32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
