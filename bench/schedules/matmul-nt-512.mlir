// A product with the second operand transposed: it is turned around in registers while
// it is packed, four panels of 64 columns at a time.

uop.kernel @matmul_nt_512(%out: memref<262144xf32> {uop.output}, %b: memref<262144xf32>, %a: memref<262144xf32>) opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 4>, #uop.opt<stage operand 1 axes[5, 2, 4]>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 512 <global>
  %r1 = uop.range 1, 512 <global>
  %r2 = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%r0, %r2)
  %1 = uop.load %a[%0] : memref<262144xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%r1, %r2)
  %3 = uop.load %b[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r2) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%r0, %r1)
  uop.store %5, %out[%6] : f32, memref<262144xf32>
}
func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = tg.launch @matmul_nt_512(%b, %a) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
