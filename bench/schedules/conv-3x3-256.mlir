// Lanes along 32 output channels, a row of 14 pixels at a time: 28 accumulators, two
// vectors of weights, one pixel. The pixels are broadcast from a copy of the image with
// its padding, in which the rows of all channels follow each other; the weights of 32
// channels are packed and read by all rows of the image.

uop.kernel @conv_3x3_256(%out: memref<50176xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<589824xf32>) opts [#uop.opt<swap axis 4 amount 5>, #uop.opt<upcast axis 3 amount 14>, #uop.opt<upcast axis 1 amount 32>, #uop.opt<stage operand 1 axes[5, 4, 6, 8]>, #uop.opt<stage amount 1 operand 0 axes[2, 4, 5, 7, 6]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 256 <global>
  %r2 = uop.range 2, 14 <global>
  %r3 = uop.range 3, 14 <global>
  %r4 = uop.range 4, 256 <reduce>
  %r5 = uop.range 5, 3 <reduce>
  %r6 = uop.range 6, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 14 + d1 + d2 * 196 + d3 * 14 + d4 - 15)>(%r2, %r3, %r4, %r5, %r6)
  %c0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r2, %r5)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 14)>(%r2, %r5)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%r3, %r6)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (-d0 - d1 + 14)>(%r3, %r6)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %cst = arith.constant 0.000000e+00 : f32
  %12 = uop.load %x[%0] gate %11 else %cst : memref<50176xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2304 + d1 * 9 + d2 * 3 + d3)>(%r1, %r4, %r5, %r6)
  %14 = uop.load %w[%13] : memref<589824xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%r4, %r5, %r6) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%r1, %r2, %r3)
  uop.store %16, %out[%17] : f32, memref<50176xf32>
}
func.func @main(%x: tensor<1x256x14x14xf32>, %w: tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> {
  %0 = tg.launch @conv_3x3_256(%x, %w) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32>
  return %0 : tensor<1x256x14x14xf32>
}
