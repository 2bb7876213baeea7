// Tests what the heuristic for GPUs chooses for products of matrices.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80" --split-input-file | FileCheck %s --check-prefixes=CHECK,UNIT
// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_75" --split-input-file | FileCheck %s --check-prefixes=CHECK,THREADS
// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80 matrix-units=0" --split-input-file | FileCheck %s --check-prefixes=CHECK,THREADS

// RUN: tg-opt %s --uop-optimize="gpu=true chip=sm_80" --split-input-file --remarks-filter=uop-optimize -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS

// REMARKS: tc unit mma.m16n8k16.f16.f32: a matrix unit
// REMARKS: upcast axis 0 amount 4: tiles of a subgroup
// REMARKS: local axis 0 amount 2: subgroups of a workgroup
// REMARKS: tile axis 2 amount 2: a row of a tile in memory
// REMARKS: stage operand 1: threads share a tile of it

// A unit of the chip, tiles for each subgroup, subgroups for each workgroup, which
// share tiles of both operands; else threads that do.
// CHECK-LABEL: uop.kernel @product
// UNIT-SAME: opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// UNIT-SAME: #uop.opt<upcast axis 0 amount 4>, #uop.opt<upcast axis 1 amount 4>
// UNIT-SAME: #uop.opt<local axis 0 amount 2>, #uop.opt<local axis 1 amount 2>, #uop.opt<tile axis 2 amount 2>
// UNIT-SAME: #uop.opt<stage operand 1
// UNIT-SAME: #uop.opt<stage operand 0
// UNIT: uop.mma
// THREADS-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 16>
// THREADS-SAME: #uop.opt<stage operand 1
// THREADS-SAME: #uop.opt<stage operand 0
// THREADS-NOT: uop.mma
uop.kernel @product(%out: memref<1048576xf32> {uop.output}, %a: memref<524288xf16>, %b: memref<524288xf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}

// -----

// f32 is never rounded for a unit.
// CHECK-LABEL: uop.kernel @no_tf32
// CHECK-NOT: uop.mma
// CHECK: uop.store
uop.kernel @no_tf32(%out: memref<65536xf32> {uop.output}, %a: memref<65536xf32>, %b: memref<65536xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<65536xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<65536xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<65536xf32>
}

// -----

// A row of a product has no tiles: threads share the sums.
// CHECK-LABEL: uop.kernel @no_rows
// CHECK-NOT: uop.mma
// CHECK-NOT: workgroup
// CHECK: uop.store
uop.kernel @no_rows(%out: memref<1024xf32> {uop.output}, %a: memref<1024xf16>, %b: memref<1048576xf16>) {
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %1 = uop.load %a[%k] : memref<1024xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%j, %k)
  %3 = uop.load %b[%2] : memref<1048576xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  uop.store %7, %out[%j] : f32, memref<1024xf32>
}

// -----

// Odd sizes are rounded up, so that their rest is a part of a tile.
// CHECK-LABEL: uop.kernel @odd
// UNIT-SAME: opts [#uop.opt<padto axis 0 amount 16>, #uop.opt<padto axis 1 amount 16>, #uop.opt<padto axis 2 amount 16>, #uop.opt<tc axes[0, 1, 2]
// THREADS-SAME: opts [#uop.opt<padto axis 0 amount 64>
uop.kernel @odd(%out: memref<39800xf32> {uop.output}, %a: memref<19900xf16>, %b: memref<20000xf16>) {
  %i = uop.range 0, 199 <global>
  %j = uop.range 1, 200 <global>
  %k = uop.range 2, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<19900xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 200 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<20000xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 200 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<39800xf32>
}

// -----

// Sums of 64 bits take two registers each: a thread has 4 x 4 of them. Rows of 16 would be
// too long for two workgroups.
// CHECK-LABEL: uop.kernel @wide
// UNIT-SAME: opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m8n8k4.f64.f64">
// THREADS-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 16>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 8>, #uop.opt<unroll axis 7 amount 2>
uop.kernel @wide(%out: memref<1048576xf64> {uop.output}, %a: memref<524288xf64>, %b: memref<524288xf64>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf64> -> f64
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf64> -> f64
  %4 = arith.mulf %1, %3 : f64
  %5 = uop.reduce <add> %4 over (%k) : f64
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f64, memref<1048576xf64>
}
