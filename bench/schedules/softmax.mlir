// Maximum, sum of exponentials and result of a row of 16 KiB, whose exponentials are
// computed once and kept in a row of the kernel's own. The result goes around the
// caches.

uop.kernel @softmax(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) opts [#uop.opt<upcast axis 1 amount 64>, #uop.opt<unroll axis 2 amount 16>, #uop.opt<unroll axis 3 amount 64>, #uop.opt<unroll axis 4 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r1 = uop.range 1, 4096 <global>
  %r2 = uop.range 2, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r2)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %r3 = uop.range 3, 4096 <reduce>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r3)
  %3 = uop.load %a[%2] : memref<16777216xf32> -> f32
  %4 = uop.reduce <maximumf> %3 over (%r3) : f32
  %5 = arith.subf %1, %4 : f32
  %6 = math.exp %5 : f32
  %7 = uop.stage %6 over (%r2) : f32 -> memref<4096xf32, #gpu.address_space<private>>
  %8 = uop.load %7[%r1] : memref<4096xf32, #gpu.address_space<private>> -> f32
  %r4 = uop.range 4, 4096 <reduce>
  %9 = uop.load %7[%r4] : memref<4096xf32, #gpu.address_space<private>> -> f32
  %10 = uop.reduce <add> %9 over (%r4) : f32
  %11 = arith.divf %8, %10 : f32
  %12 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%r0, %r1)
  uop.store %11, %out[%12] : f32, memref<16777216xf32>
}
func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = tg.launch @softmax(%a) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
