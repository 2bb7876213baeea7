// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize,uop-expand,cse,uop-linearize,cse))" --mlir-print-local-scope | FileCheck %s

// Tests that a part of a register is read as a whole one from a copy, which has room for
// the lanes to spare behind its end; that the lanes of what is stored are masked as ever,
// and so are loads of other memory.

// CHECK-LABEL: uop.kernel @whole_of_copy(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<58xf32>
// CHECK: vector.maskedload %{{.*}} memref<56xf32>
// CHECK: vector.load %{{.*}} memref<58xf32>, vector<16xf32>
// CHECK: vector.maskedstore
uop.kernel @whole_of_copy(%out: memref<56xf32> {uop.output}, %x: memref<56xf32>) opts [#uop.opt<upcast axis 1 amount 14>, #uop.opt<stage operand 0 axes[0, 2]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 14 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 14 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<56xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<56xf32>
}

// Tests that lanes at steps of two need room for each.

// CHECK-LABEL: uop.kernel @strided(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<{{.*}}xf32>
// CHECK-NOT: vector.maskedload %alloca
// CHECK: vector.maskedstore %arg0
uop.kernel @strided(%out: memref<28xf32> {uop.output}, %x: memref<66xf32>) opts [#uop.opt<upcast axis 1 amount 7>, #uop.opt<unroll axis 2 amount 3>, #uop.opt<stage amount 1 operand 0 axes[0, 3, 4]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 7 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 2 + d2)>(%i, %j, %k)
  %1 = uop.load %x[%0] : memref<66xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<28xf32>
}

// Tests that a copy of whole registers is no larger than it was.

// CHECK-LABEL: uop.kernel @no_spare(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<64xf32>
uop.kernel @no_spare(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 0 axes[0, 2]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<64xf32>
}

// Tests that lanes that run backwards, the spare ones of which would lie before the copy,
// keep their mask, and that the copy has no room for them.

// CHECK-LABEL: uop.kernel @backwards(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<14xf32>
// CHECK-NOT: vector.load %alloca
// CHECK: vector.maskedload %alloca{{.*}} : memref<14xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
uop.kernel @backwards(%out: memref<14xf32> {uop.output}, %x: memref<14xf32>) opts [#uop.opt<upcast axis 1 amount 14>] {
  %j = uop.range 0, 14 <loop>
  %0 = uop.load %x[%j] : memref<14xf32> -> f32
  %1 = arith.mulf %0, %0 : f32
  %2 = uop.stage %1 over (%j) : f32 -> memref<14xf32, #gpu.address_space<private>>
  %k = uop.range 1, 14 <global>
  %3 = affine.apply affine_map<(d0) -> (13 - d0)>(%k)
  %4 = uop.load %2[%3] : memref<14xf32, #gpu.address_space<private>> -> f32
  uop.store %4, %out[%k] : f32, memref<14xf32>
}
