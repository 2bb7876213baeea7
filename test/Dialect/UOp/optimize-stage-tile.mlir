// Tests tiles that the threads of a workgroup fill and read.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize=gpu=true --split-input-file | FileCheck %s

// 256 threads move 16 x 16 elements, one each, along rows of the left operand; both
// tiles have 16 bytes between their rows.
// CHECK-LABEL: uop.kernel @tiles
// CHECK: %[[K:.*]] = uop.range 5, 16 <reduce>
// CHECK: %[[T:.*]] = uop.range 9, 256 <local>
// CHECK: %[[LEFT:.*]] = uop.load %arg1
// CHECK: %[[AT:.*]] = affine.apply affine_map<(d0) -> (d0 + (d0 floordiv 16) * 4)>(%[[T]])
// CHECK: uop.stage %[[LEFT]] at %[[AT]] over (%{{.*}}, %[[T]]) : f32 -> memref<320xf32, #gpu.address_space<workgroup>>
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 + d1 * 20)>(%[[K]], %{{.*}})
// CHECK: uop.stage %{{.*}} at %{{.*}} : f32 -> memref<320xf32, #gpu.address_space<workgroup>>
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 20 + d1)>(%[[K]], %{{.*}})
uop.kernel @tiles(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 1 axes[5, 4]>, #uop.opt<stage operand 0 axes[3, 5]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// A thread moves 16 bytes at once where there are enough of them in a row.
// CHECK-LABEL: uop.kernel @vectors
// CHECK: %[[STEP:.*]] = uop.range 5, 16 <loop>
// CHECK: %[[T:.*]] = uop.range 6, 16 <local>
// CHECK: %[[V:.*]] = uop.range 7, 4 <upcast>
// CHECK: %[[AT:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 4 + d2)>(%[[STEP]], %[[T]], %[[V]])
// CHECK: uop.stage %{{.*}} at %[[AT]] over (%[[STEP]], %[[T]], %[[V]])
uop.kernel @vectors(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<tile axis 2 amount 64>, #uop.opt<stage operand 0 axes[3, 4]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// Rows of an odd size are moved element by element, and what is no multiple of the
// threads is gated.
// CHECK-LABEL: uop.kernel @odd
// CHECK: %[[T:.*]] = uop.range 7, 256 <local>
// CHECK: %[[GATE:.*]] = arith.cmpi slt, %{{.*}}, %c144
// CHECK: %[[VALUE:.*]] = uop.load %arg1[%{{.*}}] gate %[[GATE]] else %{{.*}}
// CHECK: uop.stage %[[VALUE]] at %{{.*}} over (%{{.*}}, %[[T]]) : f32 -> memref<{{.*}}, #gpu.address_space<workgroup>>
uop.kernel @odd(%out: memref<4096xf32> {uop.output}, %a: memref<4032xf32>, %b: memref<4032xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 9>, #uop.opt<stage operand 0 axes[3, 5]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 63 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 63 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4032xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4032xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// Axes without threads make a thread's own stage, as on processors.
// CHECK-LABEL: uop.kernel @no_threads
// CHECK-NOT: <local>
// CHECK: uop.stage %{{.*}} over (%{{.*}}) : f32 -> memref<16xf32, #gpu.address_space<private>>
uop.kernel @no_threads(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 1 axes[3]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}
