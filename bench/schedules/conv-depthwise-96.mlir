// The window is written out for eight rows, of which neighbours read the same rows of
// the input: ten loads of each of three columns for 72 multiplications.

uop.kernel @conv_depthwise_96(%out: memref<1204224xf32> {uop.output}, %x: memref<1204224xf32>, %w: memref<864xf32>) opts [#uop.opt<upcast axis 2 amount 8>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<unroll axis 6 amount 3>, #uop.opt<upcast axis 3 amount 16>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 96 <global>
  %r2 = uop.range 2, 112 <global>
  %r3 = uop.range 3, 112 <global>
  %r5 = uop.range 5, 3 <reduce>
  %r6 = uop.range 6, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 12544 + d1 * 112 + d2 + d3 * 112 + d4 - 113)>(%r1, %r2, %r3, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 112)>(%r2, %r5)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r3, %r6)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 112)>(%r3, %r6)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %12 = uop.load %x[%0] gate %11 else %cst : memref<1204224xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%r1, %r5, %r6)
  %14 = uop.load %w[%13] : memref<864xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%r5, %r6) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12544 + d1 * 112 + d2)>(%r1, %r2, %r3)
  uop.store %16, %out[%17] : f32, memref<1204224xf32>
}
func.func @main(%x: tensor<1x96x112x112xf32>, %w: tensor<96x1x3x3xf32>) -> tensor<1x96x112x112xf32> {
  %0 = tg.launch @conv_depthwise_96(%x, %w) : (tensor<1x96x112x112xf32>, tensor<96x1x3x3xf32>) -> tensor<1x96x112x112xf32>
  return %0 : tensor<1x96x112x112xf32>
}
