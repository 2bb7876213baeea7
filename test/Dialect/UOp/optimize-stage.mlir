// RUN: tg-opt %s --uop-optimize --mlir-print-local-scope | FileCheck %s

// Tests that an operand of a product is packed into panels in the order in which
// tiles read it: by loops of their own, the far rows outermost.

// CHECK-LABEL: uop.kernel @pack(
// CHECK: %[[J:.*]] = uop.range 1, 4 <global>
// CHECK: %[[U:.*]] = uop.range 3, 16 <upcast>
// CHECK: %[[K:.*]] = uop.range 2, 32 <reduce>
// CHECK: %[[PK:.*]] = uop.range 4, 32 <loop>
// CHECK: %[[PJ:.*]] = uop.range 5, 4 <loop>
// CHECK: %[[PU:.*]] = uop.range 6, 16 <upcast>
// CHECK: %[[V:.*]] = uop.load %{{.*}}[%{{.*}}] : memref<2048xf32> -> f32
// CHECK: %[[S:.*]] = uop.stage %[[V]] over (%[[PJ]], %[[PK]], %[[PU]]) : f32 -> memref<2048xf32, #gpu.address_space<private>>
// CHECK: %[[P:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 512 + d2)>(%[[K]], %[[J]], %[[U]])
// CHECK: uop.load %[[S]][%[[P]]]
uop.kernel @pack(%out: memref<512xf32> {uop.output}, %a: memref<256xf32>, %b: memref<2048xf32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 3]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<256xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<512xf32>
}

// Tests that what lies beyond a size is asked when packing, not when reading.

// CHECK-LABEL: uop.kernel @edge(
// CHECK: uop.load %{{.*}} gate %{{.*}} else
// CHECK: %[[S:.*]] = uop.stage
// CHECK: uop.load %[[S]][%{{[a-z0-9]*}}] : memref
// CHECK: uop.store %{{.*}} gate
uop.kernel @edge(%out: memref<480xf32> {uop.output}, %a: memref<256xf32>, %b: memref<1920xf32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 3]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 60 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<256xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 60 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1920xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 60 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<480xf32>
}

// Tests that what is computed from the operand and constants alone is staged
// with it, and that a condition is not: memory holds none.

// CHECK-LABEL: uop.kernel @prologue(
// CHECK: arith.maximumf
// CHECK: arith.extf
// CHECK: uop.stage %{{.*}} : f64 -> memref<8xf64
// CHECK-NOT: arith.extf
uop.kernel @prologue(%out: memref<64xf64> {uop.output}, %x: memref<8xf32>)
    opts [#uop.opt<stage operand 0 axes[1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %z = arith.constant 0.0 : f32
  %0 = uop.load %x[%j] : memref<8xf32> -> f32
  %1 = arith.maximumf %0, %z : f32
  %2 = arith.extf %1 : f32 to f64
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f64, memref<64xf64>
}

// CHECK-LABEL: uop.kernel @bool(
// CHECK: uop.stage %{{.*}} : i8 -> memref<8xi8
// CHECK: arith.cmpi ne
uop.kernel @bool(%out: memref<8xf32> {uop.output}, %x: memref<8xi8>)
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %z = arith.constant 0 : i8
  %0 = uop.load %x[%i] : memref<8xi8> -> i8
  %1 = arith.cmpi ne, %0, %z : i8
  %2 = arith.uitofp %1 : i1 to f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// Tests that rows of an operand whose lanes lie apart are read along the loop that
// is contiguous, 16 at a time, and turned around on the way into the stage.

// CHECK-LABEL: uop.kernel @turned(
// CHECK: %[[PK:.*]] = uop.range 6, 2 <loop>
// CHECK: %[[PR:.*]] = uop.range 7, 16 <upcast>
// CHECK: uop.stage %{{.*}} over (%{{.*}}, %[[PK]], %[[PR]], %{{.*}}) : f32 -> memref<2048xf32
uop.kernel @turned(%out: memref<512xf32> {uop.output}, %a: memref<256xf32>, %b: memref<2048xf32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 3]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<256xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%j, %k)
  %3 = uop.load %b[%2] : memref<2048xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<512xf32>
}
