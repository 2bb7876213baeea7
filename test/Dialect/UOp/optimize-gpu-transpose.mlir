// Tests that what lies across goes through a tile of the workgroup, and nothing else.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize=gpu=true --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @transpose
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 8>, #uop.opt<local axis 1 amount 32>, #uop.opt<stage operand 0 axes[4, 3, 2]>]
// CHECK: uop.stage {{.*}} -> memref<1152xf32, #gpu.address_space<workgroup>>
uop.kernel @transpose(%out: memref<65536xf32> {uop.output}, %x: memref<65536xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<65536xf32>
}

// -----

// Of two operands only the one that lies across, whatever the sizes are.
// CHECK-LABEL: uop.kernel @sum_with_transposed
// CHECK-SAME: #uop.opt<stage operand 1 axes[4, 3, 2]>]
// CHECK-NOT: uop.stage
// CHECK: uop.stage
// CHECK-NOT: uop.stage
uop.kernel @sum_with_transposed(%out: memref<10100xf32> {uop.output}, %x: memref<10100xf32>, %y: memref<10100xf32>) {
  %i = uop.range 0, 100 <global>
  %j = uop.range 1, 101 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 101 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<10100xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 100)>(%i, %j)
  %3 = uop.load %y[%2] : memref<10100xf32> -> f32
  %4 = arith.addf %1, %3 : f32
  uop.store %4, %out[%0] : f32, memref<10100xf32>
}

// -----

// Few rows are no tile.
// CHECK-LABEL: uop.kernel @no_short_side
// CHECK-NOT: uop.stage
uop.kernel @no_short_side(%out: memref<8192xf32> {uop.output}, %x: memref<8192xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 1024 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 8)>(%i, %j)
  %1 = uop.load %x[%0] : memref<8192xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<8192xf32>
}

// -----

// What is contiguous along no axis gains nothing.
// CHECK-LABEL: uop.kernel @no_contiguous_axis
// CHECK-NOT: uop.stage
uop.kernel @no_contiguous_axis(%out: memref<65536xf32> {uop.output}, %x: memref<131072xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 * 512)>(%i, %j)
  %1 = uop.load %x[%0] : memref<131072xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<65536xf32>
}

// -----

// Rows of bytes are a bank apart, so that a column of them is in 32 banks: 32 bytes and 4.
// CHECK-LABEL: uop.kernel @bytes
// CHECK: uop.stage {{.*}} -> memref<1152xi8, #gpu.address_space<workgroup>>
uop.kernel @bytes(%out: memref<65536xi8> {uop.output}, %x: memref<65536xi8>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] : memref<65536xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %1, %out[%2] : i8, memref<65536xi8>
}

// -----

// Of 16 bits a thread reads 8 bytes, which are what is between rows.
// CHECK-LABEL: uop.kernel @halves
// CHECK: uop.stage {{.*}} -> memref<1152xf16, #gpu.address_space<workgroup>>
uop.kernel @halves(%out: memref<65536xf16> {uop.output}, %x: memref<65536xf16>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] : memref<65536xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f16, memref<65536xf16>
}
