// Mean, variance and result of two rows at once, of 4 KiB each, which are read from
// memory once and twice more from the first cache.

uop.kernel @layer_norm(%out: memref<4194304xf32> {uop.output}, %a: memref<4194304xf32>) opts [#uop.opt<upcast axis 0 amount 2>, #uop.opt<upcast axis 1 amount 256>, #uop.opt<unroll axis 2 amount 64>, #uop.opt<unroll axis 3 amount 64>, #uop.opt<thread axis 0>] {
  %r0 = uop.range 0, 4096 <global>
  %r1 = uop.range 1, 1024 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%r0, %r1)
  %1 = uop.load %a[%0] : memref<4194304xf32> -> f32
  %r2 = uop.range 2, 1024 <reduce>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%r0, %r2)
  %3 = uop.load %a[%2] : memref<4194304xf32> -> f32
  %4 = uop.reduce <add> %3 over (%r2) : f32
  %cst = arith.constant 9.765625E-4 : f32
  %5 = arith.mulf %4, %cst : f32
  %6 = arith.subf %1, %5 : f32
  %r3 = uop.range 3, 1024 <reduce>
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%r0, %r3)
  %8 = uop.load %a[%7] : memref<4194304xf32> -> f32
  %9 = arith.subf %8, %5 : f32
  %10 = arith.mulf %9, %9 : f32
  %11 = uop.reduce <add> %10 over (%r3) : f32
  %12 = arith.mulf %11, %cst : f32
  %cst_0 = arith.constant 9.99999974E-6 : f32
  %13 = arith.addf %12, %cst_0 : f32
  %14 = math.sqrt %13 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %15 = arith.divf %cst_1, %14 : f32
  %16 = arith.mulf %6, %15 : f32
  uop.store %16, %out[%0] : f32, memref<4194304xf32>
}
func.func @main(%a: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %0 = tg.launch @layer_norm(%a) : (tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0 : tensor<4096x1024xf32>
}
