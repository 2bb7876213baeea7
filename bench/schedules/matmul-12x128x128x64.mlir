// Twelve small products. A tile is four rows of all 64 columns, so that the second
// operand is read in whole lines: nothing is packed, since the first cache keeps it as
// it lies. Threads share the products.

uop.kernel @matmul_12x128x128x64(%out: memref<98304xf32> {uop.output}, %a: memref<196608xf32>, %b: memref<98304xf32>) opts [#uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 2 amount 64>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 12 <global>
  %r1 = uop.range 1, 128 <global>
  %r2 = uop.range 2, 64 <global>
  %r3 = uop.range 3, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 128 + d2)>(%r0, %r1, %r3)
  %1 = uop.load %a[%0] : memref<196608xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8192 + d1 + d2 * 64)>(%r0, %r2, %r3)
  %3 = uop.load %b[%2] : memref<98304xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r3) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8192 + d1 * 64 + d2)>(%r0, %r1, %r2)
  uop.store %5, %out[%6] : f32, memref<98304xf32>
}
func.func @main(%a: tensor<12x128x128xf32>, %b: tensor<12x128x64xf32>) -> tensor<12x128x64xf32> {
  %0 = tg.launch @matmul_12x128x128x64(%a, %b) : (tensor<12x128x128xf32>, tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
  return %0 : tensor<12x128x64xf32>
}
