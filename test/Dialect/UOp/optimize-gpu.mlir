// Tests the opts of GPUs, and what the heuristic chooses for three kinds of
// kernels.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize=gpu=true --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @local
// CHECK-DAG: uop.range 0, 4 <global>
// CHECK-DAG: uop.range 1, 32 <local>
uop.kernel @local(%out: memref<128xf32> {uop.output}) opts [#uop.opt<local axis 0 amount 32>] {
  %i = uop.range 0, 128 <global>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<128xf32>
}

// -----

// CHECK-LABEL: uop.kernel @group
// CHECK-DAG: uop.range 0, 2 <reduce>
// CHECK-DAG: uop.range 1, 64 <group_reduce>
// CHECK: affine_map<(d0, d1) -> (d0 * 64 + d1)>
uop.kernel @group(%out: memref<1xf32> {uop.output}, %x: memref<128xf32>) opts [#uop.opt<group axis 0 amount 64>] {
  %k = uop.range 0, 128 <reduce>
  %0 = uop.load %x[%k] : memref<128xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// Each thread has neighbouring elements.
// CHECK-LABEL: uop.kernel @grouptop
// CHECK-DAG: uop.range 0, 64 <group_reduce>
// CHECK-DAG: uop.range 1, 2 <reduce>
uop.kernel @grouptop(%out: memref<1xf32> {uop.output}, %x: memref<128xf32>) opts [#uop.opt<grouptop axis 0 amount 64>] {
  %k = uop.range 0, 128 <reduce>
  %0 = uop.load %x[%k] : memref<128xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// CHECK-LABEL: uop.kernel @loop
// CHECK: uop.range 0, 128 <loop>
uop.kernel @loop(%out: memref<128xf32> {uop.output}) opts [#uop.opt<loop axis 0>] {
  %i = uop.range 0, 128 <global>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<128xf32>
}

// -----

// Threads fill a stage together, in memory of the workgroup.
// CHECK-LABEL: uop.kernel @stage
// CHECK: uop.stage %{{.*}} -> memref<128xf32, #gpu.address_space<workgroup>>
uop.kernel @stage(%out: memref<1xf32> {uop.output}, %x: memref<128xf32>) opts [#uop.opt<local axis 0 amount 64>] {
  %s = uop.range 0, 128 <reduce>
  %0 = uop.load %x[%s] : memref<128xf32> -> f32
  %1 = uop.stage %0 over (%s) : f32 -> memref<128xf32, #gpu.address_space<private>>
  %c0 = arith.constant 0 : index
  %2 = uop.load %1[%c0] : memref<128xf32, #gpu.address_space<private>> -> f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// -----

// Elementwise: a vector of 16 bytes for each thread, contiguous threads.
// CHECK-LABEL: uop.kernel @elementwise
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 256>]
uop.kernel @elementwise(%out: memref<1048576xf32> {uop.output}, %x: memref<1048576xf32>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf32> -> f32
  %1 = arith.negf %0 : f32
  uop.store %1, %out[%i] : f32, memref<1048576xf32>
}

// -----

// Axes that are one after merging: vectors along them, as along one.
// CHECK-LABEL: uop.kernel @merged_vectors
// CHECK-SAME: opts [#uop.opt<merge axis 0 amount 1>, #uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 256>]
uop.kernel @merged_vectors(%out: memref<65536xf32> {uop.output}, %a: memref<65536xf32>, %b: memref<65536xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  %1 = uop.load %a[%0] : memref<65536xf32> -> f32
  %2 = uop.load %b[%0] : memref<65536xf32> -> f32
  %3 = arith.cmpf olt, %1, %2 : f32
  %4 = arith.select %3, %1, %2 : f32
  uop.store %4, %out[%0] : f32, memref<65536xf32>
}

// -----

// Rows that begin anywhere keep elements from being aligned: no vectors.
// CHECK-LABEL: uop.kernel @no_vectors
// CHECK-SAME: opts [#uop.opt<local axis 1 amount 256>]
uop.kernel @no_vectors(%out: memref<65536xf32> {uop.output}, %a: memref<66000xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 257 + d1)>(%i, %j)
  %1 = uop.load %a[%0] : memref<66000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<65536xf32>
}

// -----

// A sum along two axes that were merged: a group reads vectors.
// CHECK-LABEL: uop.kernel @merged_sum
// CHECK-SAME: opts [#uop.opt<merge axis 1 amount 2>, #uop.opt<unroll axis 1 amount 4>, #uop.opt<group axis 1 amount 256>]
uop.kernel @merged_sum(%out: memref<8xf32> {uop.output}, %a: memref<131072xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 16 <reduce>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 1024 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<131072xf32> -> f32
  %2 = uop.reduce <add> %1 over (%j, %k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// A short one: no vectors, threads for all elements.
// CHECK-LABEL: uop.kernel @short
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 100>]
uop.kernel @short(%out: memref<100xf32> {uop.output}, %x: memref<100xf32>) {
  %i = uop.range 0, 100 <global>
  %0 = uop.load %x[%i] : memref<100xf32> -> f32
  %1 = arith.negf %0 : f32
  uop.store %1, %out[%i] : f32, memref<100xf32>
}

// -----

// Rows that are contiguous: a group of threads for each, which read vectors.
// CHECK-LABEL: uop.kernel @row_sum
// CHECK-SAME: opts [#uop.opt<unroll axis 1 amount 4>, #uop.opt<group axis 1 amount 256>]
uop.kernel @row_sum(%out: memref<64xf32> {uop.output}, %x: memref<65536xf32>) {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}

// -----

// A reduce that its row's columns share: the group does these, too.
// CHECK-LABEL: uop.kernel @normalize
// CHECK-SAME: opts [#uop.opt<loop axis 1>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<local axis 1 amount 256>, #uop.opt<unroll axis 2 amount 4>, #uop.opt<group axis 2 amount 256>]
uop.kernel @normalize(%out: memref<65536xf32> {uop.output}, %x: memref<65536xf32>) {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  %4 = uop.load %x[%3] : memref<65536xf32> -> f32
  %5 = arith.divf %4, %2 : f32
  uop.store %5, %out[%3] : f32, memref<65536xf32>
}

// -----

// A thread moves 16 bytes, whatever it computes in.
// CHECK-LABEL: uop.kernel @narrow_memory
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<local axis 0 amount 256>]
uop.kernel @narrow_memory(%out: memref<1048576xbf16> {uop.output}, %x: memref<1048576xbf16>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xbf16> -> bf16
  %1 = arith.extf %0 : bf16 to f32
  %2 = math.exp %1 : f32
  %3 = arith.truncf %2 : f32 to bf16
  uop.store %3, %out[%i] : bf16, memref<1048576xbf16>
}
