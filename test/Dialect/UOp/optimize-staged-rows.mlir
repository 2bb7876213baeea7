// RUN: tg-opt %s --uop-optimize="heuristic=true vector-bits=512 vector-registers=32" --cse -split-input-file | FileCheck %s

// Tests that an axis which a stage closes is split within it, and that a size
// which the amount does not divide makes the buffer larger.
// CHECK-LABEL: uop.kernel @split
// CHECK: %[[I:.*]] = uop.range 0, 7 <reduce>
// CHECK: %[[L:.*]] = uop.range 2, 16 <unroll>
// CHECK: uop.load %{{.*}}[%{{.*}}] gate
// CHECK: uop.stage %{{.*}} over (%[[I]], %[[L]]) : f32 -> memref<112xf32, #gpu.address_space<private>>
uop.kernel @split(%out: memref<100xf32> {uop.output}, %x: memref<100xf32>) opts [#uop.opt<unroll axis 0 amount 16>] {
  %i = uop.range 0, 100 <reduce>
  %0 = uop.load %x[%i] : memref<100xf32> -> f32
  %s = uop.stage %0 over (%i) : f32 -> memref<100xf32, #gpu.address_space<private>>
  %j = uop.range 1, 100 <global>
  %1 = uop.load %s[%j] : memref<100xf32, #gpu.address_space<private>> -> f32
  uop.store %1, %out[%j] : f32, memref<100xf32>
}

// -----

// Tests that the last axis of a stage is split where rows stay as long as they
// were.
// CHECK-LABEL: uop.kernel @split_inner
// CHECK-DAG: %[[I:.*]] = uop.range 0, 5 <reduce>
// CHECK-DAG: %[[J:.*]] = uop.range 1, 2 <reduce>
// CHECK-DAG: %[[L:.*]] = uop.range 2, 16 <unroll>
// CHECK: uop.stage %{{.*}} over (%[[I]], %[[J]], %[[L]]) : f32 -> memref<160xf32, #gpu.address_space<private>>
uop.kernel @split_inner(%x: memref<160xf32>) opts [#uop.opt<unroll axis 1 amount 16>] {
  %i = uop.range 0, 5 <reduce>
  %j = uop.range 1, 32 <reduce>
  %k = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  %0 = uop.load %x[%k] : memref<160xf32> -> f32
  %s = uop.stage %0 over (%i, %j) : f32 -> memref<160xf32, #gpu.address_space<private>>
}

// -----

// Tests that the heuristic lets vectors run along a kept row, in all loops that
// use it, and leaves the loop around it alone, which holds one row at a time.
// CHECK-LABEL: uop.kernel @rows
// CHECK-SAME: opts [
// CHECK-NOT: axis 0 amount
// CHECK-SAME: upcast axis 1
// CHECK-SAME: unroll axis 2
// CHECK-SAME: unroll axis 3
// CHECK-SAME: thread axis 0
uop.kernel @rows(%out: memref<524288xf32> {uop.output}, %x: memref<524288xf32>) {
  %r = uop.range 0, 512 <global>
  %k = uop.range 2, 1024 <reduce>
  %a = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%r, %k)
  %0 = uop.load %x[%a] : memref<524288xf32> -> f32
  %1 = math.exp %0 : f32
  %s = uop.stage %1 over (%k) : f32 -> memref<1024xf32, #gpu.address_space<private>>
  %q = uop.range 3, 1024 <reduce>
  %2 = uop.load %s[%q] : memref<1024xf32, #gpu.address_space<private>> -> f32
  %3 = uop.reduce <add> %2 over (%q) : f32
  %j = uop.range 1, 1024 <global>
  %4 = uop.load %s[%j] : memref<1024xf32, #gpu.address_space<private>> -> f32
  %5 = arith.divf %4, %3 : f32
  %b = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%r, %j)
  uop.store %5, %out[%b] : f32, memref<524288xf32>
}

// -----

// Tests that no vectors run along a row that they do not divide, inside of a
// stage of several: its next row has its place right behind.
// CHECK-LABEL: uop.kernel @no_vectors_across_rows
// CHECK: uop.stage %{{.*}} over (%{{[^,]*}}, %{{[^,]*}}) : f32 -> memref<2648xf32, #gpu.address_space<private>>
uop.kernel @no_vectors_across_rows(%out: memref<1xf32> {uop.output}, %x: memref<2648xf32>) {
  %i = uop.range 0, 8 <reduce>
  %j = uop.range 1, 331 <reduce>
  %k = affine.apply affine_map<(d0, d1) -> (d0 * 331 + d1)>(%i, %j)
  %0 = uop.load %x[%k] : memref<2648xf32> -> f32
  %1 = math.exp %0 : f32
  %s = uop.stage %1 over (%i, %j) : f32 -> memref<2648xf32, #gpu.address_space<private>>
  %q = uop.range 2, 2648 <reduce>
  %2 = uop.load %s[%q] : memref<2648xf32, #gpu.address_space<private>> -> f32
  %3 = uop.reduce <add> %2 over (%q) : f32
  %z = arith.constant 0 : index
  uop.store %3, %out[%z] : f32, memref<1xf32>
}
