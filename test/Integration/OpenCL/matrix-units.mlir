// Tests tiles for matrix units on a device that has none: subgroups exchange their
// operands through memory of the workgroup, which also holds tiles of both operands
// that its threads fill together, and the next of them while one is used.
// REQUIRES: opencl

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry unit --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4
// RUN: tg-run %s --entry tiles --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4
// RUN: tg-run %s --entry lanes --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4
// RUN: tg-run %s --entry threads --device opencl --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4

uop.kernel @plain_product(%out: memref<4480xf32> {uop.output}, %a: memref<3072xf16>, %b: memref<3360xf16>)
    opts [] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 70 <global>
  %k = uop.range 2, 48 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3360xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<4480xf32>
}

// One subgroup, operands from their buffers.
uop.kernel @unit_product(%out: memref<4480xf32> {uop.output}, %a: memref<3072xf16>, %b: memref<3360xf16>)
    opts [#uop.opt<padto axis 1 amount 16>, #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 70 <global>
  %k = uop.range 2, 48 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3360xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<4480xf32>
}

// Two by two subgroups with tiles of the result each, tiles of the operands shared.
uop.kernel @tiles_product(%out: memref<4480xf32> {uop.output}, %a: memref<3072xf16>, %b: memref<3360xf16>)
    opts [#uop.opt<padto axis 1 amount 16>, #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">,
          #uop.opt<upcast axis 0 amount 2>, #uop.opt<local axis 0 amount 2>, #uop.opt<local axis 1 amount 2>,
          #uop.opt<stage operand 1 axes[10, 4, 11, 14, 3]>, #uop.opt<stage operand 0 axes[13, 12, 8, 3, 7, 4, 9]>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 70 <global>
  %k = uop.range 2, 48 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3360xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<4480xf32>
}

// Lanes that hold the same operands.
uop.kernel @lanes_product(%out: memref<4480xf32> {uop.output}, %a: memref<3072xf16>, %b: memref<3360xf16>)
    opts [#uop.opt<padto axis 1 amount 16>, #uop.opt<tc axes[0, 1, 2] unit "wmma.gfx11.f16.f32">, #uop.opt<local axis 0 amount 2>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 70 <global>
  %k = uop.range 2, 48 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3360xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<4480xf32>
}

// Without a unit: each thread has a tile of outputs.
uop.kernel @threads_product(%out: memref<4480xf32> {uop.output}, %a: memref<3072xf16>, %b: memref<3360xf16>)
    opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 8>, #uop.opt<padto axis 1 amount 16>,
          #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<unroll axis 6 amount 4>,
          #uop.opt<stage operand 1 axes[6, 7, 5]>, #uop.opt<stage operand 0 axes[4, 3, 6, 7]>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 70 <global>
  %k = uop.range 2, 48 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3360xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.maximumf %7, %z : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<4480xf32>
}
func.func @plain(%a: tensor<64x48xf16>, %b: tensor<48x70xf16>) -> tensor<64x70xf32> {
  %0 = tg.launch @plain_product(%a, %b) : (tensor<64x48xf16>, tensor<48x70xf16>) -> tensor<64x70xf32>
  return %0 : tensor<64x70xf32>
}
func.func @unit(%a: tensor<64x48xf16>, %b: tensor<48x70xf16>) -> tensor<64x70xf32> {
  %0 = tg.launch @unit_product(%a, %b) : (tensor<64x48xf16>, tensor<48x70xf16>) -> tensor<64x70xf32>
  return %0 : tensor<64x70xf32>
}
func.func @tiles(%a: tensor<64x48xf16>, %b: tensor<48x70xf16>) -> tensor<64x70xf32> {
  %0 = tg.launch @tiles_product(%a, %b) : (tensor<64x48xf16>, tensor<48x70xf16>) -> tensor<64x70xf32>
  return %0 : tensor<64x70xf32>
}
func.func @lanes(%a: tensor<64x48xf16>, %b: tensor<48x70xf16>) -> tensor<64x70xf32> {
  %0 = tg.launch @lanes_product(%a, %b) : (tensor<64x48xf16>, tensor<48x70xf16>) -> tensor<64x70xf32>
  return %0 : tensor<64x70xf32>
}
func.func @threads(%a: tensor<64x48xf16>, %b: tensor<48x70xf16>) -> tensor<64x70xf32> {
  %0 = tg.launch @threads_product(%a, %b) : (tensor<64x48xf16>, tensor<48x70xf16>) -> tensor<64x70xf32>
  return %0 : tensor<64x70xf32>
}
