// A product with the first operand transposed. What a tile reads of it, 8 elements of
// each row, lies on a page of its own in each iteration, so it is packed, too, once for
// eight panels.

uop.kernel @matmul_tn_512(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>, %b: memref<262144xf32>) opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 8>, #uop.opt<upcast axis 0 amount 32>, #uop.opt<tile axis 0 amount 8>, #uop.opt<stage operand 1 axes[5, 2, 4]>, #uop.opt<stage operand 0 axes[2, 3]>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 512 <global>
  %r1 = uop.range 1, 512 <global>
  %r2 = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 512)>(%r0, %r2)
  %1 = uop.load %a[%0] : memref<262144xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 512)>(%r1, %r2)
  %3 = uop.load %b[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r2) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%r0, %r1)
  uop.store %5, %out[%6] : f32, memref<262144xf32>
}
func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = tg.launch @matmul_tn_512(%a, %b) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
