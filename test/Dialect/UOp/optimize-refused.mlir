// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32}))" | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32}))" --remarks-filter=uop-optimize -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that what the heuristic chose and the kernel refuses is left out, with a
// remark that gives the reason, and that the rest is done: the columns of %b are
// found by a reduce, so that they cannot be packed.

// REMARK-DAG: Passed{{.*}}opt{{.*}}upcast axis 0
// REMARK-DAG: Missed{{.*}}the operand's place is computed from a reduce or a stage{{.*}}stage operand 2

// CHECK-LABEL: uop.kernel @found_columns(
// CHECK-SAME: #uop.opt<upcast axis
// CHECK-NOT: #uop.opt<stage
// CHECK-NOT: uop.stage
uop.kernel @found_columns(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>, %b: memref<262144xf32>, %c: memref<2048xi32>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %r = uop.range 3, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%j, %r)
  %1 = uop.load %c[%0] : memref<2048xi32> -> i32
  %2 = uop.reduce <add> %1 over (%r) : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %5 = uop.load %a[%4] : memref<262144xf32> -> f32
  %6 = affine.apply affine_map<(d0)[s0] -> (d0 * 512 + s0)>(%k)[%3]
  %7 = uop.load %b[%6] : memref<262144xf32> -> f32
  %8 = arith.mulf %5, %7 : f32
  %9 = uop.reduce <add> %8 over (%k) : f32
  %10 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %9, %out[%10] : f32, memref<262144xf32>
}

// Tests that where two axes cannot become one, what follows means the axes that
// are there: the ranges are in the wrong order for a merge.

// REMARK-DAG: Missed{{.*}}opt{{.*}}axis 1 is before axis 0 in the kernel{{.*}}merge axis 0 amount 1

// CHECK-LABEL: uop.kernel @wrong_order(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount {{[0-9]+}}>
// CHECK: uop.range 2, {{[0-9]+}} <upcast>
uop.kernel @wrong_order(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>) {
  %j = uop.range 1, 512 <global>
  %i = uop.range 0, 512 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  %1 = uop.load %a[%0] : memref<262144xf32> -> f32
  %2 = arith.addf %1, %1 : f32
  uop.store %2, %out[%0] : f32, memref<262144xf32>
}
