// A transposed copy: tiles of 16 rows and 16 lanes are turned around in registers,
// 4 x 4 tiles at a time, so that a row's pages and lines are used before they go.

uop.kernel @transpose(%out: memref<16777216xf32> {uop.output}, %x: memref<16777216xf32>) opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<tile axis 0 amount 4>, #uop.opt<tile axis 1 amount 4>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 4096 <global>
  %j = uop.range 1, 4096 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 4096 + d0)>(%i, %j)
  %1 = uop.load %x[%0] : memref<16777216xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<16777216xf32>
}
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = tg.launch @transpose(%a) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
