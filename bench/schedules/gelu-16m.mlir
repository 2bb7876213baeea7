// Four vectors at once hide the latency of the polynomials. The result is larger than
// the last cache and goes around it, so that it is not read before it is written.

uop.kernel @gelu_16m(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
  %r0 = uop.range 0, 16777216 <global>
  %0 = uop.load %a[%r0] : memref<16777216xf32> -> f32
  %1 = uop.activation <gelu> %0 : f32
  uop.store %1, %out[%r0] : f32, memref<16777216xf32>
}
func.func @main(%a: tensor<16777216xf32>) -> tensor<16777216xf32> {
  %0 = tg.launch @gelu_16m(%a) : (tensor<16777216xf32>) -> tensor<16777216xf32>
  return %0 : tensor<16777216xf32>
}
