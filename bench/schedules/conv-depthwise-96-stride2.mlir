// Each channel by itself: nothing is summed over channels, so that the window is written
// out, for four rows of one vector. Strided rows are read as whole vectors and shuffled.

uop.kernel @conv_depthwise_96_stride2(%out: memref<301056xf32> {uop.output}, %x: memref<1204224xf32>, %w: memref<864xf32>) opts [#uop.opt<upcast axis 2 amount 4>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<unroll axis 6 amount 3>, #uop.opt<upcast axis 3 amount 16>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 96 <global>
  %r2 = uop.range 2, 56 <global>
  %r3 = uop.range 3, 56 <global>
  %r5 = uop.range 5, 3 <reduce>
  %r6 = uop.range 6, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 12544 + d1 * 224 + d2 * 2 + d3 * 112 + d4 - 113)>(%r1, %r2, %r3, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%r3, %r6)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %6 = uop.load %x[%0] gate %5 else %cst : memref<1204224xf32> -> f32
  %7 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%r1, %r5, %r6)
  %8 = uop.load %w[%7] : memref<864xf32> -> f32
  %9 = arith.mulf %6, %8 : f32
  %10 = uop.reduce <add> %9 over (%r5, %r6) : f32
  %11 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3136 + d1 * 56 + d2)>(%r1, %r2, %r3)
  uop.store %10, %out[%11] : f32, memref<301056xf32>
}
func.func @main(%x: tensor<1x96x112x112xf32>, %w: tensor<96x1x3x3xf32>) -> tensor<1x96x56x56xf32> {
  %0 = tg.launch @conv_depthwise_96_stride2(%x, %w) : (tensor<1x96x112x112xf32>, tensor<96x1x3x3xf32>) -> tensor<1x96x56x56xf32>
  return %0 : tensor<1x96x56x56xf32>
}
