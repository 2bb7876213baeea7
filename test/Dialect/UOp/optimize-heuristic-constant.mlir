// Tests what the heuristic does with operands that are the same in every launch.

// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720 only-choose}))" --split-input-file | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720}))" --split-input-file -o /dev/null --remarks-filter=uop-optimize 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that all panels of a constant operand are packed, over all of its axes, and
// that the kernel is left as it is: only the list says so.

// REMARK: stage operand 1: packed into panels that other tiles read again
// CHECK-LABEL: uop.kernel @constant(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 8>, #uop.opt<upcast axis 0 amount 32>, #uop.opt<stage operand 1 axes[0, 2, 4]>, #uop.opt<thread axis 0>]
// CHECK: uop.range 0, 128 <global>
// CHECK: uop.range 1, 512 <global>
// CHECK: uop.range 2, 384 <reduce>
uop.kernel @constant(%out: memref<65536xf32> {uop.output}, %a: memref<49152xf32>, %b: memref<196608xf32> {uop.constant}) {
  %i = uop.range 0, 128 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 384 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 384 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<49152xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<196608xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<65536xf32>
}

// -----

// Tests that the choice is left to later where no argument is constant.

// REMARK: stage operand 1: packed into panels
// CHECK-LABEL: uop.kernel @no_constant(
// CHECK-NOT: opts
// CHECK: uop.range
uop.kernel @no_constant(%out: memref<65536xf32> {uop.output}, %a: memref<49152xf32>, %b: memref<196608xf32>) {
  %i = uop.range 0, 128 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 384 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 384 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<49152xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<196608xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<65536xf32>
}

// -----

// Tests that a matrix that is read once is not worth a copy.

// CHECK-LABEL: uop.kernel @no_reuse(
// CHECK-NOT: stage
// CHECK: uop.range
uop.kernel @no_reuse(%out: memref<512xf32> {uop.output}, %a: memref<384xf32>, %b: memref<196608xf32> {uop.constant}) {
  %j = uop.range 0, 512 <global>
  %k = uop.range 1, 384 <reduce>
  %1 = uop.load %a[%k] : memref<384xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<196608xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  uop.store %5, %out[%j] : f32, memref<512xf32>
}

// -----

// Tests that lanes run along the channels of a convolution where its weights are
// packed once, a row of the image at a time, and that it is copied in the order of the
// tiles, since each of its channels lies in a row of its own.

// REMARK: stage operand 0: copied in the order of the tiles that read it again
// CHECK-LABEL: uop.kernel @channels(
// CHECK-SAME: #uop.opt<upcast axis 1 amount 14>, #uop.opt<upcast axis 0 amount 32>,
// CHECK-SAME: #uop.opt<stage operand 1 axes[0, 2, 4]>, #uop.opt<stage operand 0 axes[1, 2, 3]>
uop.kernel @channels(%out: memref<200704xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<262144xf32> {uop.constant}) {
  %o = uop.range 0, 1024 <global>
  %j = uop.range 1, 196 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<50176xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<200704xf32>
}
