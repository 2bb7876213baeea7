// A transposed copy: tiles of 16 rows and 16 lanes are turned around in registers. The
// loops read 16 rows in the order of memory, and store whole lines around the caches:
// reads, not writes, wait for the table of pages.

uop.kernel @transpose(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r1 = uop.range 1, 4096 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%r0, %r1)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r1)
  uop.store %1, %out[%2] : f32, memref<16777216xf32>
}
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = tg.launch @transpose(%a) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
