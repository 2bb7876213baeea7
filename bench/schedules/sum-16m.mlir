// One long sum: four vectors of sums, added up at the end, are as fast as memory.

uop.kernel @sum_16m(%out: memref<1xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<unroll axis 0 amount 64>] {
  %r0 = uop.range 0, 16777216 <reduce>
  %0 = uop.load %a[%r0] : memref<16777216xf32> -> f32
  %1 = uop.reduce <add> %0 over (%r0) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}
func.func @main(%a: tensor<16777216xf32>) -> tensor<f32> {
  %0 = tg.launch @sum_16m(%a) : (tensor<16777216xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
