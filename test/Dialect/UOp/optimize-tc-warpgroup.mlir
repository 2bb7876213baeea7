// Tests that tc takes the units of four subgroups on sm_90a, the widest that fits, where
// rows and columns are whole tiles of theirs, and those of one subgroup elsewhere.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_90a" --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_90" --split-input-file | FileCheck %s --check-prefix=OTHER

// Four subgroups of 16 rows each.
// CHECK-LABEL: uop.kernel @whole
// CHECK-DAG: uop.range 3, 4 <warp>
// CHECK-DAG: uop.range 4, 8 <warp>
// CHECK-DAG: uop.range 5, 2 <warp>
// CHECK-DAG: uop.range 6, 2 <warp>
// CHECK: uop.mma "wgmma.m64n128k16.f16.f32" {{.*}} : f16, f16 -> f32

// OTHER-LABEL: uop.kernel @whole
// OTHER: uop.mma "mma.m16n8k16.f16.f32"
uop.kernel @whole(%out: memref<16384xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 128 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<16384xf32>
}

// -----

// CHECK-LABEL: uop.kernel @narrow
// CHECK: uop.mma "wgmma.m64n32k16.f16.f32"
uop.kernel @narrow(%out: memref<2048xf32> {uop.output}, %a: memref<1024xf16>, %b: memref<512xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<512xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<2048xf32>
}

// -----

// CHECK-LABEL: uop.kernel @few_rows
// CHECK: uop.mma "mma.m16n8k16.f16.f32"
uop.kernel @few_rows(%out: memref<6144xf32> {uop.output}, %a: memref<1536xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 48 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1536xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<6144xf32>
}

// -----

// CHECK-LABEL: uop.kernel @few_columns
// CHECK: uop.mma "mma.m16n8k16.f16.f32"
uop.kernel @few_columns(%out: memref<1024xf32> {uop.output}, %a: memref<2048xf16>, %b: memref<512xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<2048xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<512xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1024xf32>
}
