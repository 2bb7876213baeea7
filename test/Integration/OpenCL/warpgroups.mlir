// Tests the layouts of NVIDIA's units of four subgroups on a device that has none: 128
// threads exchange the operands that the tables give each of them.
// REQUIRES: opencl

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry tiles --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4
// RUN: tg-run %s --entry rows --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4

uop.kernel @plain_product(%out: memref<8192xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<8192xf16>)
    opts [] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<8192xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<8192xf32>
}

uop.kernel @tiles_product(%out: memref<8192xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<8192xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "wgmma.m64n32k16.f16.f32">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<8192xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<8192xf32>
}

uop.kernel @rows_product(%out: memref<8192xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<8192xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "wgmma.m64n32k16.f16.f32.along_n">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<8192xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<8192xf32>
}

func.func @plain(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>) -> tensor<64x128xf32> {
  %0 = tg.launch @plain_product(%a, %b) : (tensor<64x64xf16>, tensor<64x128xf16>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

func.func @tiles(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>) -> tensor<64x128xf32> {
  %0 = tg.launch @tiles_product(%a, %b) : (tensor<64x64xf16>, tensor<64x128xf16>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

func.func @rows(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>) -> tensor<64x128xf32> {
  %0 = tg.launch @rows_product(%a, %b) : (tensor<64x64xf16>, tensor<64x128xf16>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
