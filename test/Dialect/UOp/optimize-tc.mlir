// Tests the opt that has a matrix unit do a reduce.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80" --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80 matrix-units=2" --split-input-file | FileCheck %s --check-prefix=TILES

// The lane moves along rows by its upper digit and along pairs of columns by its
// lower one; the unit takes the operands before they are widened.
// CHECK-LABEL: uop.kernel @product
// CHECK-DAG: uop.range 0, 4 <global>
// CHECK-DAG: uop.range 1, 8 <global>
// CHECK-DAG: uop.range 2, 2 <reduce>
// CHECK-DAG: uop.range 3, 8 <warp>
// CHECK-DAG: uop.range 4, 4 <warp>
// CHECK-DAG: uop.range 5, 2 <upcast>
// CHECK-DAG: uop.range 6, 2 <upcast>
// CHECK-DAG: uop.range 7, 2 <unroll>
// CHECK-DAG: uop.range 11, 2 <unroll>
// CHECK-NOT: arith.extf
// CHECK: uop.mma "mma.m16n8k16.f16.f32" {{.*}} : f16, f16 -> f32
// CHECK-NOT: uop.reduce

// Without the unit itself, operands are what products are computed in.
// TILES-LABEL: uop.kernel @product
// TILES-COUNT-2: arith.extf
// TILES: uop.mma "mma.m16n8k16.f16.f32" {{.*}} : f32, f32 -> f32
uop.kernel @product(%out: memref<4096xf32> {uop.output}, %a: memref<2048xf16>, %b: memref<2048xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<2048xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// What lies beyond a padded size is 0 in both operands.
// CHECK-LABEL: uop.kernel @padded
// CHECK-COUNT-2: arith.select {{.*}} : f16
// CHECK: uop.mma
uop.kernel @padded(%out: memref<4096xf32> {uop.output}, %a: memref<1920xf16>, %b: memref<1920xf16>)
    opts [#uop.opt<padto axis 2 amount 16>, #uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 30 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 30 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1920xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1920xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// Operands of as many elements as vectors may have: 16 x 32 tiles of 8 registers.
// CHECK-LABEL: uop.kernel @largest_operands
// CHECK: uop.range {{[0-9]+}}, 16 <upcast>
// CHECK: uop.range {{[0-9]+}}, 32 <upcast>
// CHECK: uop.mma "mma.m16n8k16.f16.f32"

// TILES-LABEL: uop.kernel @largest_operands
// TILES: uop.mma "mma.m16n8k16.f16.f32"
uop.kernel @largest_operands(%out: memref<65536xf32> {uop.output}, %a: memref<65536xf16>, %b: memref<65536xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">, #uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 32>] {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<65536xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<65536xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<65536xf32>
}
