// The first convolution of a network: as conv-3x3-128-stride2, with four channels, since
// a panel of 147 rows is to stay in the first cache.

uop.kernel @conv_7x7_3_stride2(%out: memref<802816xf32> {uop.output}, %x: memref<150528xf32>, %w: memref<9408xf32>) opts [#uop.opt<swap axis 1 amount 2>, #uop.opt<swap axis 2 amount 3>, #uop.opt<upcast axis 3 amount 4>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 2 amount 16>, #uop.opt<stage operand 0 axes[4, 5, 6, 8, 9]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 64 <global>
  %r2 = uop.range 2, 112 <global>
  %r3 = uop.range 3, 112 <global>
  %r4 = uop.range 4, 3 <reduce>
  %r5 = uop.range 5, 7 <reduce>
  %r6 = uop.range 6, 7 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 448 + d1 * 2 + d2 * 50176 + d3 * 224 + d4 - 675)>(%r2, %r3, %r4, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 3)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * -2 - d1 + 226)>(%r2, %r5)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 3)>(%r3, %r6)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * -2 - d1 + 226)>(%r3, %r6)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %12 = uop.load %x[%0] gate %11 else %cst : memref<150528xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 147 + d1 * 49 + d2 * 7 + d3)>(%r1, %r4, %r5, %r6)
  %14 = uop.load %w[%13] : memref<9408xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%r4, %r5, %r6) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12544 + d1 * 112 + d2)>(%r1, %r2, %r3)
  uop.store %16, %out[%17] : f32, memref<802816xf32>
}
func.func @main(%x: tensor<1x3x224x224xf32>, %w: tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32> {
  %0 = tg.launch @conv_7x7_3_stride2(%x, %w) : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32>
  return %0 : tensor<1x64x112x112xf32>
}
