// Tests what the heuristic for GPUs chooses where rows are shared: axes that were
// merged are one, and what stands around a stage stays scalar.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize=gpu=true --split-input-file | FileCheck %s

// Rows along two axes, which are merged: a group of threads for each all the same.
// CHECK-LABEL: uop.kernel @merged_rows
// CHECK-SAME: opts [#uop.opt<merge axis 0 amount 1>, #uop.opt<loop axis 2>, #uop.opt<upcast axis 2 amount 4>, #uop.opt<local axis 2 amount 256>, #uop.opt<unroll axis 3 amount 4>, #uop.opt<group axis 3 amount 256>]
uop.kernel @merged_rows(%out: memref<65536xf32> {uop.output}, %x: memref<65536xf32>) {
  %b = uop.range 0, 4 <global>
  %i = uop.range 1, 16 <global>
  %j = uop.range 2, 1024 <global>
  %k = uop.range 3, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 1024 + d2)>(%b, %i, %k)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 1024 + d2)>(%b, %i, %j)
  %4 = uop.load %x[%3] : memref<65536xf32> -> f32
  %5 = arith.divf %4, %2 : f32
  uop.store %5, %out[%3] : f32, memref<65536xf32>
}

// -----

// An operand is used for several outputs, but each has a stage of its own: no tile.
// CHECK-LABEL: uop.kernel @around_a_stage
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 256>]
uop.kernel @around_a_stage(%out: memref<65536xf32> {uop.output}, %x: memref<1048576xf32>, %w: memref<16xf32>) {
  %i = uop.range 0, 65536 <global>
  %s = uop.range 1, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 65536)>(%i, %s)
  %1 = uop.load %x[%0] : memref<1048576xf32> -> f32
  %2 = uop.stage %1 over (%s) : f32 -> memref<16xf32, #gpu.address_space<private>>
  %k = uop.range 2, 16 <reduce>
  %3 = uop.load %2[%k] : memref<16xf32, #gpu.address_space<private>> -> f32
  %4 = uop.load %w[%k] : memref<16xf32> -> f32
  %5 = arith.mulf %3, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  uop.store %6, %out[%i] : f32, memref<65536xf32>
}

// -----

// 16 bytes are 8 elements of 16 bits; a row has fewer where a group of 32 threads would
// have none left.
// CHECK-LABEL: uop.kernel @narrow_elements
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 2>, #uop.opt<unroll axis 1 amount 8>, #uop.opt<group axis 1 amount 128>]
uop.kernel @narrow_elements(%out: memref<64xbf16> {uop.output}, %x: memref<65536xbf16>) {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<65536xbf16> -> bf16
  %2 = arith.extf %1 : bf16 to f32
  %3 = uop.reduce <add> %2 over (%k) : f32
  %4 = arith.truncf %3 : f32 to bf16
  uop.store %4, %out[%i] : bf16, memref<64xbf16>
}

// -----

// CHECK-LABEL: uop.kernel @short_rows
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 8>, #uop.opt<unroll axis 1 amount 2>, #uop.opt<group axis 1 amount 32>]
uop.kernel @short_rows(%out: memref<64xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<4096xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}

// -----

// Rows that begin between vectors have none.
// CHECK-LABEL: uop.kernel @no_aligned_rows
// CHECK-SAME: opts [#uop.opt<group axis 1 amount 256>]
uop.kernel @no_aligned_rows(%out: memref<64xf32> {uop.output}, %x: memref<65600xf32>) {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1025 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<65600xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}

// -----

// The row itself is kept in memory of the workgroup: by vectors, too.
// CHECK-LABEL: uop.kernel @staged_row
// CHECK-SAME: opts [#uop.opt<loop axis 1>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<local axis 1 amount 256>, #uop.opt<unroll axis 3 amount 4>, #uop.opt<group axis 3 amount 256>, #uop.opt<unroll axis 2 amount 4>, #uop.opt<local axis 2 amount 256>]
uop.kernel @staged_row(%out: memref<65536xf32> {uop.output}, %x: memref<65536xf32>) {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 1024 <global>
  %s = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %s)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = math.exp %1 : f32
  %3 = uop.stage %2 over (%s) : f32 -> memref<1024xf32, #gpu.address_space<private>>
  %4 = uop.load %3[%j] : memref<1024xf32, #gpu.address_space<private>> -> f32
  %k = uop.range 3, 1024 <reduce>
  %5 = uop.load %3[%k] : memref<1024xf32, #gpu.address_space<private>> -> f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = arith.divf %4, %6 : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<65536xf32>
}

// -----

// What is summed lies across: neighbouring threads have neighbouring outputs, rows of
// threads share the sums.
// CHECK-LABEL: uop.kernel @column_sums
// CHECK-SAME: opts [#uop.opt<unroll axis 1 amount 8>, #uop.opt<group axis 1 amount 8>, #uop.opt<local axis 0 amount 32>]
uop.kernel @column_sums(%out: memref<1024xf32> {uop.output}, %x: memref<1048576xf32>) {
  %j = uop.range 0, 1024 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 1024)>(%j, %k)
  %1 = uop.load %x[%0] : memref<1048576xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<1024xf32>
}

// -----

// A vector times a matrix; the vector, along the sum, is nobody's reason.
// CHECK-LABEL: uop.kernel @vector_times_matrix
// CHECK-SAME: opts [#uop.opt<unroll axis 1 amount 8>, #uop.opt<group axis 1 amount 8>, #uop.opt<local axis 0 amount 32>]
uop.kernel @vector_times_matrix(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>, %y: memref<1048576xf32>) {
  %j = uop.range 0, 1024 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = uop.load %x[%k] : memref<1024xf32> -> f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 1024)>(%j, %k)
  %2 = uop.load %y[%1] : memref<1048576xf32> -> f32
  %3 = arith.mulf %0, %2 : f32
  %4 = uop.reduce <add> %3 over (%k) : f32
  uop.store %4, %out[%j] : f32, memref<1024xf32>
}

// -----

// So many outputs are threads enough.
// CHECK-LABEL: uop.kernel @no_many_columns
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 256>]
uop.kernel @no_many_columns(%out: memref<131072xf32> {uop.output}, %x: memref<16777216xf32>) {
  %j = uop.range 0, 131072 <global>
  %k = uop.range 1, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 131072)>(%j, %k)
  %1 = uop.load %x[%0] : memref<16777216xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<131072xf32>
}

// -----

// Whatever the number of columns is: threads of other columns are a power of two away.
// CHECK-LABEL: uop.kernel @odd_columns
// CHECK-SAME: opts [#uop.opt<unroll axis 1 amount 2>, #uop.opt<group axis 1 amount 8>, #uop.opt<local axis 0 amount 32>]
uop.kernel @odd_columns(%out: memref<1100xf32> {uop.output}, %x: memref<88000xf32>) {
  %j = uop.range 0, 1100 <global>
  %k = uop.range 1, 80 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 1100)>(%j, %k)
  %1 = uop.load %x[%0] : memref<88000xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<1100xf32>
}
