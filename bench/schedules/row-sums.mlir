// Sums of rows: four rows at once, each with two vectors of sums, so that four streams
// of memory are read.

uop.kernel @row_sums(%out: memref<4096xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<unroll axis 1 amount 32>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r1 = uop.range 1, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r1)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.reduce <add> %1 over (%r1) : f32
  uop.store %2, %out[%r0] : f32, memref<4096xf32>
}
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096xf32> {
  %0 = tg.launch @row_sums(%a) : (tensor<4096x4096xf32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}
