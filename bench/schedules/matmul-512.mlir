// A product of 512 x 512 matrices. The second is packed, a block of panels of 64
// columns at a time, by the outermost loop; tiles are 6 rows of four vectors.

uop.kernel @matmul(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>, %b: memref<262144xf32>) opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 4>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<stage operand 1 axes[4, 2, 3]>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<262144xf32>
}
func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = tg.launch @matmul(%a, %b) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
