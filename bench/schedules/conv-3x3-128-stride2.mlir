// A strided window: lanes are 16 pixels of a row, which whole vectors and shuffles give,
// and a panel has four rows; tiles are 6 channels.

uop.kernel @conv_3x3_128_stride2(%out: memref<100352xf32> {uop.output}, %x: memref<401408xf32>, %w: memref<147456xf32>) opts [#uop.opt<swap axis 1 amount 2>, #uop.opt<swap axis 2 amount 3>, #uop.opt<upcast axis 3 amount 6>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 2 amount 16>, #uop.opt<stage operand 0 axes[4, 5, 6, 8, 9]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 128 <global>
  %r2 = uop.range 2, 28 <global>
  %r3 = uop.range 3, 28 <global>
  %r4 = uop.range 4, 128 <reduce>
  %r5 = uop.range 5, 3 <reduce>
  %r6 = uop.range 6, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 112 + d1 * 2 + d2 * 3136 + d3 * 56 + d4 - 57)>(%r2, %r3, %r4, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%r3, %r6)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %6 = uop.load %x[%0] gate %5 else %cst : memref<401408xf32> -> f32
  %7 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 9 + d2 * 3 + d3)>(%r1, %r4, %r5, %r6)
  %8 = uop.load %w[%7] : memref<147456xf32> -> f32
  %9 = arith.mulf %6, %8 : f32
  %10 = uop.reduce <add> %9 over (%r4, %r5, %r6) : f32
  %11 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%r1, %r2, %r3)
  uop.store %10, %out[%11] : f32, memref<100352xf32>
}
func.func @main(%x: tensor<1x128x56x56xf32>, %w: tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> {
  %0 = tg.launch @conv_3x3_128_stride2(%x, %w) : (tensor<1x128x56x56xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32>
  return %0 : tensor<1x128x28x28xf32>
}
