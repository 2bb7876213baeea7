// A product of sizes that no tile divides. Tiles of 8 rows and three vectors leave 3 of
// 336 columns empty, and 8 divides the rows. All of the second operand is packed at
// once, since the second cache holds it: so the first, the rows of which are read seven
// times, stays where it is in the first cache.

uop.kernel @matmul_1000x777x333(%out: memref<333000xf32> {uop.output}, %a: memref<777000xf32>, %b: memref<258741xf32>) opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 8>, #uop.opt<upcast axis 0 amount 48>, #uop.opt<tile axis 0 amount 7>, #uop.opt<stage operand 1 axes[5, 2, 4]>, #uop.opt<thread axis 1>] {
  %r0 = uop.range 0, 1000 <global>
  %r1 = uop.range 1, 333 <global>
  %r2 = uop.range 2, 777 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 777 + d1)>(%r0, %r2)
  %1 = uop.load %a[%0] : memref<777000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 333)>(%r1, %r2)
  %3 = uop.load %b[%2] : memref<258741xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%r2) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 333 + d1)>(%r0, %r1)
  uop.store %5, %out[%6] : f32, memref<333000xf32>
}
func.func @main(%a: tensor<1000x777xf32>, %b: tensor<777x333xf32>) -> tensor<1000x333xf32> {
  %0 = tg.launch @matmul_1000x777x333(%a, %b) : (tensor<1000x777xf32>, tensor<777x333xf32>) -> tensor<1000x333xf32>
  return %0 : tensor<1000x333xf32>
}
