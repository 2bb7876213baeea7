// A vector times a matrix: of each row 16 vectors, that is 1 KiB of a page, are read
// before the next, each with a sum of its own in a register. More have no registers,
// fewer read less of a page.

uop.kernel @vecmat_4096(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<16777216xf32>) opts [#uop.opt<upcast axis 1 amount 256>, #uop.opt<thread axis 1>] {
  %r1 = uop.range 1, 4096 <global>
  %r2 = uop.range 2, 4096 <reduce>
  %0 = uop.load %a[%r2] : memref<4096xf32> -> f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%r1, %r2)
  %2 = uop.load %b[%1] : memref<16777216xf32> -> f32
  %3 = arith.mulf %0, %2 : f32
  %4 = uop.reduce <add> %3 over (%r2) : f32
  uop.store %4, %out[%r1] : f32, memref<4096xf32>
}
func.func @main(%a: tensor<1x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<1x4096xf32> {
  %0 = tg.launch @vecmat_4096(%a, %b) : (tensor<1x4096xf32>, tensor<4096x4096xf32>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}
