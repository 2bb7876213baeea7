// A matrix times a vector: two rows share what is loaded of the vector, each with four
// vectors of sums, which hide the latency of additions.

uop.kernel @matvec_4096(%out: memref<4096xf32> {uop.output}, %a: memref<16777216xf32>, %b: memref<4096xf32>) opts [#uop.opt<upcast axis 0 amount 2>, #uop.opt<unroll axis 2 amount 64>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r2 = uop.range 2, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r2)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.load %b[%r2] : memref<4096xf32> -> f32
  %3 = arith.mulf %1, %2 : f32
  %4 = uop.reduce <add> %3 over (%r2) : f32
  uop.store %4, %out[%r0] : f32, memref<4096xf32>
}
func.func @main(%a: tensor<4096x4096xf32>, %b: tensor<4096x1xf32>) -> tensor<4096x1xf32> {
  %0 = tg.launch @matvec_4096(%a, %b) : (tensor<4096x4096xf32>, tensor<4096x1xf32>) -> tensor<4096x1xf32>
  return %0 : tensor<4096x1xf32>
}
