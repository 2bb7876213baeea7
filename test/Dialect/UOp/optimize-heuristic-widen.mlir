// Tests that the operand that is broadcast is converted once for all panels, four
// neighbours along the sum at a time: all of it where the last cache holds it, else what
// one tile reads.

// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" | FileCheck %s
// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" \
// RUN:   --remarks-filter=uop-optimize -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: uop.kernel @whole(
// CHECK-SAME: #uop.opt<unroll axis 2 amount 4>
// CHECK-SAME: #uop.opt<stage operand 1 axes[{{[0-9, ]+}}]>, #uop.opt<stage operand 0 axes[1, 2, 3, 4]>
// REMARK: neighbours along the sum, converted together
// REMARK: converted once, not for each panel
uop.kernel @whole(%out: memref<1048576xbf16> {uop.output}, %a: memref<1048576xbf16>, %b: memref<1048576xbf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xbf16> -> bf16
  %2 = arith.extf %1 : bf16 to f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %4 = uop.load %b[%3] : memref<1048576xbf16> -> bf16
  %5 = arith.extf %4 : bf16 to f32
  %6 = arith.mulf %2, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.truncf %7 : f32 to bf16
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %8, %out[%9] : bf16, memref<1048576xbf16>
}

// CHECK-LABEL: uop.kernel @tiles_of_bytes(
// CHECK-SAME: #uop.opt<unroll axis 2 amount 4>
// CHECK-SAME: #uop.opt<stage operand 0 axes[2, 3, 4]>
uop.kernel @tiles_of_bytes(%out: memref<4194304xi32> {uop.output}, %a: memref<4194304xi8>, %b: memref<2097152xi8>) {
  %i = uop.range 0, 4096 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4194304xi8> -> i8
  %2 = arith.extsi %1 : i8 to i32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %4 = uop.load %b[%3] : memref<2097152xi8> -> i8
  %5 = arith.extsi %4 : i8 to i32
  %6 = arith.muli %2, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<4194304xi32>
}

// Tests that it is not done where nothing is converted, and where the numbers of a row
// along the sum are no multiple of four.

// CHECK-LABEL: uop.kernel @floats(
// CHECK-NOT: unroll
// CHECK: uop.range
uop.kernel @floats(%out: memref<1048576xf32> {uop.output}, %a: memref<1048576xf32>, %b: memref<1048576xf32>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<1048576xf32>
}

// CHECK-LABEL: uop.kernel @odd_rows(
// CHECK-NOT: unroll
// CHECK: uop.range
uop.kernel @odd_rows(%out: memref<1048576xf32> {uop.output}, %a: memref<1037312xf16>, %b: memref<1037312xf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1013 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1013 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1037312xf16> -> f16
  %2 = arith.extf %1 : f16 to f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %4 = uop.load %b[%3] : memref<1037312xf16> -> f16
  %5 = arith.extf %4 : f16 to f32
  %6 = arith.mulf %2, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}
