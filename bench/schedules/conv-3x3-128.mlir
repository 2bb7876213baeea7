// As conv-3x3-64, with tiles of 8 channels and three vectors: 784 pixels are 16.3 of
// them, but only 12.25 of four vectors.

uop.kernel @conv_3x3_128(%out: memref<100352xf32> {uop.output}, %x: memref<100352xf32>, %w: memref<147456xf32>) opts [#uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 1 amount 2>, #uop.opt<upcast axis 2 amount 8>, #uop.opt<upcast axis 1 amount 48>, #uop.opt<stage operand 0 axes[4, 5, 6, 8]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 128 <global>
  %r2 = uop.range 2, 28 <global>
  %r3 = uop.range 3, 28 <global>
  %r4 = uop.range 4, 128 <reduce>
  %r5 = uop.range 5, 3 <reduce>
  %r6 = uop.range 6, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 28 + d1 + d2 * 784 + d3 * 28 + d4 - 29)>(%r2, %r3, %r4, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 28)>(%r2, %r5)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r3, %r6)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 28)>(%r3, %r6)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %12 = uop.load %x[%0] gate %11 else %cst : memref<100352xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 9 + d2 * 3 + d3)>(%r1, %r4, %r5, %r6)
  %14 = uop.load %w[%13] : memref<147456xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%r4, %r5, %r6) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%r1, %r2, %r3)
  uop.store %16, %out[%17] : f32, memref<100352xf32>
}
func.func @main(%x: tensor<1x128x28x28xf32>, %w: tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> {
  %0 = tg.launch @conv_3x3_128(%x, %w) : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32>
  return %0 : tensor<1x128x28x28xf32>
}
