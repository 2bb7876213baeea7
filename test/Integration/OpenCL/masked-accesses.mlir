// Tests padded products whose vectors lie in memory in part only.
// REQUIRES: opencl

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry padded --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4

uop.kernel @plain_product(%out: memref<512xf32> {uop.output}, %a: memref<3200xf16>, %b: memref<400xf16>)
    opts [] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 50 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 50 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3200xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<400xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<512xf32>
}
func.func @plain(%a: tensor<64x50xf16>, %b: tensor<50x8xf16>) -> tensor<64x8xf32> {
  %0 = tg.launch @plain_product(%a, %b) : (tensor<64x50xf16>, tensor<50x8xf16>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

uop.kernel @padded_product(%out: memref<512xf32> {uop.output}, %a: memref<3200xf16>, %b: memref<400xf16>)
    opts [#uop.opt<padto axis 2 amount 8>, #uop.opt<unroll axis 2 amount 4>, #uop.opt<upcast axis 0 amount 4>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 50 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 50 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3200xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<400xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<512xf32>
}
func.func @padded(%a: tensor<64x50xf16>, %b: tensor<50x8xf16>) -> tensor<64x8xf32> {
  %0 = tg.launch @padded_product(%a, %b) : (tensor<64x50xf16>, tensor<50x8xf16>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}
