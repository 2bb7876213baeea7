// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32}))" | FileCheck %s

// Tests that rows are scanned by lanes along them, several at a time, by threads.

// CHECK-LABEL: @rows(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>]
uop.kernel @rows(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) {
  %i = uop.range 0, 4096 <global>
  %k = uop.range 1, 4096 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<16777216xf32>
}

// Tests that what is scanned goes inside of the threads' loop, and a part of that of the
// lanes inside of it.

// CHECK-LABEL: @columns(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<tile axis 0 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>]
uop.kernel @columns(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) {
  %k = uop.range 0, 4096 <loop>
  %j = uop.range 1, 4096 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%k, %j)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<16777216xf32>
}

// Tests that one scan alone is no work for several threads, and that axes are not merged
// with one that is scanned.

// CHECK-LABEL: @no_threads(
// CHECK-NOT: thread
// CHECK-SAME: #uop.opt<upcast axis 0 amount 64>
// CHECK-NOT: thread
uop.kernel @no_threads(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) {
  %k = uop.range 0, 16777216 <loop>
  %1 = uop.load %a[%k] : memref<16777216xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%k] : f32, memref<16777216xf32>
}
