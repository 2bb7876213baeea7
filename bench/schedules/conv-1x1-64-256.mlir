// A product of 256 x 64 weights and 3136 pixels. The pixels of a panel are on a page of
// their own for each input channel, so that packing pays for 43 tiles.

uop.kernel @conv_1x1_64_256(%out: memref<802816xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<16384xf32>) opts [#uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 1 amount 2>, #uop.opt<upcast axis 2 amount 6>, #uop.opt<upcast axis 1 amount 64>, #uop.opt<stage operand 0 axes[4, 6]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 256 <global>
  %r2 = uop.range 2, 56 <global>
  %r3 = uop.range 3, 56 <global>
  %r4 = uop.range 4, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 56 + d1 + d2 * 3136)>(%r2, %r3, %r4)
  %1 = uop.load %x[%0] : memref<200704xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%r1, %r4)
  %3 = uop.load %w[%2] : memref<16384xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r4) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3136 + d1 * 56 + d2)>(%r1, %r2, %r3)
  uop.store %5, %out[%6] : f32, memref<802816xf32>
}
func.func @main(%x: tensor<1x64x56x56xf32>, %w: tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32> {
  %0 = tg.launch @conv_1x1_64_256(%x, %w) : (tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32>
  return %0 : tensor<1x256x56x56xf32>
}
