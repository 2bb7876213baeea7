// Running sums of four rows at once, so that none waits for its own: a register of lanes
// along each row, which are combined in log2 steps, and one addition from each register to
// the next. The sums go around the caches.

uop.kernel @cumsum(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r1 = uop.range 1, 4096 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r1)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.scan <add> %1 over (%r1) : f32
  uop.store %2, %out[%0] : f32, memref<16777216xf32>
}
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = tg.launch @cumsum(%a) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
