// Tests that the bytes of all loads and stores count what loops of tiles access: each
// operand once for the tile that uses it.

// RUN: tg-run %s --emit jit | FileCheck %s

// 4 (M N K (1 + 1) + M N) bytes for M = N = 48, K = 64.
// CHECK-DAG: #[[TILED:.*]] = affine_map<() -> (144384)>
// CHECK-DAG: #[[PLAIN:.*]] = affine_map<() -> (1188864)>
// CHECK: jit.program @plain
// CHECK-SAME: jit.accessed = #[[PLAIN]]
uop.kernel @plain(%out: memref<2304xf32> {uop.output}, %a: memref<3072xf32>, %b: memref<3072xf32>) opts [] {
  %i = uop.range 0, 48 <global>
  %j = uop.range 1, 48 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3072xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<2304xf32>
}

// 4 (M N K (1 / 16 + 1 / 6) + M N).
// CHECK: jit.program @tiled
// CHECK-SAME: jit.accessed = #[[TILED]]
uop.kernel @tiled(%out: memref<2304xf32> {uop.output}, %a: memref<3072xf32>, %b: memref<3072xf32>) opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<upcast axis 0 amount 6>] {
  %i = uop.range 0, 48 <global>
  %j = uop.range 1, 48 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3072xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<3072xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<2304xf32>
}

func.func @main(%a: tensor<48x64xf32>, %b: tensor<64x48xf32>) -> (tensor<48x48xf32>, tensor<48x48xf32>) {
  %0 = tg.launch @plain(%a, %b) : (tensor<48x64xf32>, tensor<64x48xf32>) -> tensor<48x48xf32>
  %1 = tg.launch @tiled(%a, %b) : (tensor<48x64xf32>, tensor<64x48xf32>) -> tensor<48x48xf32>
  return %0, %1 : tensor<48x48xf32>, tensor<48x48xf32>
}
