// Tests products without units that have fewer than 64 rows: fewer threads along them
// share a tile, and more along the columns; not where few workgroups would be left.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @short_rows
// CHECK-SAME: #uop.opt<local axis 0 amount 8>
// CHECK-SAME: #uop.opt<local axis 1 amount 32>
// CHECK: uop.stage {{.*}} -> memref<{{.*}}, #gpu.address_space<workgroup>>
uop.kernel @short_rows(%out: memref<524288xf32> {uop.output}, %a: memref<8192xf32>, %b: memref<4194304xf32>) {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 16384 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<8192xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 16384 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4194304xf32> -> f32
  %6 = arith.mulf %1, %3 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 16384 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<524288xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_few_workgroups
// CHECK-NOT: uop.stage
uop.kernel @no_few_workgroups(%out: memref<1024xf32> {uop.output}, %a: memref<8192xf32>, %b: memref<8192xf32>) {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<8192xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<8192xf32> -> f32
  %6 = arith.mulf %1, %3 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1024xf32>
}
