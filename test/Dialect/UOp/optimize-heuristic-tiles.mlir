// Tests that the heuristic has products of bytes and of bf16 done by tiles (AMX) where the
// processor has them: two by two tiles of sums, and blocks of panels. The twins that stay
// with other units or none: a vector times a matrix, a product of less than a tile, bf16
// without the feature, units switched off.

// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl+avx512vnni+amx-tile+amx-bf16+amx-int8 vector-bits=512 vector-registers=32 l2-bytes=2097152" --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl+avx512vnni+amx-tile+amx-int8 vector-bits=512 vector-registers=32 l2-bytes=2097152" --split-input-file | FileCheck %s --check-prefix=BYTES
// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl+avx512vnni+amx-tile+amx-bf16+amx-int8 vector-bits=512 vector-registers=32 l2-bytes=2097152 matrix-units=0" --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl+avx512bf16 vector-bits=512 vector-registers=32 l2-bytes=2097152" --split-input-file | FileCheck %s --check-prefix=PAIRS

// OFF-NOT: uop.mma

// CHECK-LABEL: uop.kernel @bf16
// CHECK-SAME: [#uop.opt<tc axes[0, 1, 2] unit "tdpbf16ps.m16n16k32.bf16.f32" inexact>, #uop.opt<swap axis 0 amount 1>,
// CHECK-SAME: #uop.opt<upcast axis 1 amount 2>, #uop.opt<upcast axis 0 amount 2>, #uop.opt<tile axis 0 amount 8>,
// CHECK-SAME: #uop.opt<stage operand 1 axes[11, 2, 10, 7, 8]>, #uop.opt<thread axis 0>]
// CHECK: uop.mma
// PAIRS-LABEL: uop.kernel @bf16
// PAIRS-SAME: unit "vdpbf16ps.m1n16k2.bf16.f32" inexact>
// BYTES-LABEL: uop.kernel @bf16
// BYTES-NOT: uop.mma
uop.kernel @bf16(%out: memref<1048576xf32> {uop.output}, %a: memref<1048576xbf16>, %b: memref<1048576xbf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}

// -----

// CHECK-LABEL: uop.kernel @bytes
// CHECK-SAME: [#uop.opt<tc axes[0, 1, 2] unit "tdpbssd.m16n16k64.s8.s8">, #uop.opt<swap axis 0 amount 1>,
// PAIRS-LABEL: uop.kernel @bytes
// PAIRS-SAME: unit "vpmaddwd.m1n16k2.s16.s16"
// PAIRS-LABEL: uop.kernel @odd
// BYTES-LABEL: uop.kernel @bytes
// BYTES-SAME: unit "tdpbssd.m16n16k64.s8.s8"
uop.kernel @bytes(%out: memref<1048576xi32> {uop.output}, %a: memref<1048576xi8>, %b: memref<1048576xi8>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1048576xi32>
}

// -----

// Sizes that are no multiples of tiles are padded.

// CHECK-LABEL: uop.kernel @odd
// CHECK-SAME: [#uop.opt<padto axis 2 amount 32>, #uop.opt<padto axis 1 amount 16>, #uop.opt<padto axis 0 amount 16>, #uop.opt<tc axes[0, 1, 2] unit "tdpbf16ps.m16n16k32.bf16.f32" inexact>
uop.kernel @odd(%out: memref<333000xf32> {uop.output}, %a: memref<777000xbf16>, %b: memref<258741xbf16>) {
  %i = uop.range 0, 1000 <global>
  %j = uop.range 1, 333 <global>
  %k = uop.range 2, 777 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 777 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<777000xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 333 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<258741xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 333 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<333000xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_rows
// CHECK-NOT: tdp
uop.kernel @no_rows(%out: memref<1024xf32> {uop.output}, %a: memref<1024xbf16>, %b: memref<1048576xbf16>) {
  %i = uop.range 0, 1 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1024xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_tile
// CHECK-NOT: tdp
uop.kernel @no_tile(%out: memref<64xi32> {uop.output}, %a: memref<64xi8>, %b: memref<256xi8>) {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<64xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<256xi8> -> i8
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extui %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<64xi32>
}
