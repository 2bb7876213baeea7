// A product of 1024 x 256 weights and 196 pixels; as conv-1x1-1024-256.

uop.kernel @conv_1x1_256_1024_14(%out: memref<200704xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<262144xf32>) opts [#uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 1 amount 2>, #uop.opt<upcast axis 2 amount 8>, #uop.opt<upcast axis 1 amount 48>, #uop.opt<stage operand 0 axes[4, 6]>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 1024 <global>
  %r2 = uop.range 2, 14 <global>
  %r3 = uop.range 3, 14 <global>
  %r4 = uop.range 4, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 14 + d1 + d2 * 196)>(%r2, %r3, %r4)
  %1 = uop.load %x[%0] : memref<50176xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%r1, %r4)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r4) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%r1, %r2, %r3)
  uop.store %5, %out[%6] : f32, memref<200704xf32>
}
func.func @main(%x: tensor<1x256x14x14xf32>, %w: tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> {
  %0 = tg.launch @conv_1x1_256_1024_14(%x, %w) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32>
  return %0 : tensor<1x1024x14x14xf32>
}
