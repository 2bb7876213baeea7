// Tests that the heuristic has products of bytes done by the processor's unit where that
// costs less, and the twins that stay as they are: no unit, units switched off, sums of
// 64 bits, one row, and a sum that is no product.

// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl+avx512vnni vector-bits=512 vector-registers=32" --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-optimize="chip=x86+avx2+avxvnni vector-bits=256 vector-registers=16" --split-input-file | FileCheck %s --check-prefix=YMM
// RUN: tg-opt %s --uop-optimize="chip=x86+avx2+avxvnni+avxvnniint8 vector-bits=256 vector-registers=16" --split-input-file | FileCheck %s --check-prefix=INT8
// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vl vector-bits=512 vector-registers=32" --split-input-file | FileCheck %s --check-prefix=WORDS
// RUN: tg-opt %s --uop-optimize="chip=x86+avx2 vector-bits=256 vector-registers=16" --split-input-file | FileCheck %s --check-prefix=WORDS
// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vnni matrix-units=0 vector-bits=512 vector-registers=32" --split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: uop.mma

// CHECK-LABEL: uop.kernel @signed
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.s8.u8">
// CHECK-SAME: #uop.opt<unroll axis 7 amount 64>
// CHECK-SAME: #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 4>
// CHECK-SAME: #uop.opt<stage operand 1 axes[2, 10, 5]>, #uop.opt<thread axis 0>
// CHECK: uop.mma
// YMM-LABEL: uop.kernel @signed
// YMM-SAME: unit "vpdpbusd.m1n8k4.s8.u8"
// INT8-LABEL: uop.kernel @signed
// INT8-SAME: unit "vpdpbssd.m1n8k4.s8.s8"
// Without a unit for bytes they are words, and both operands are packed.
// WORDS-LABEL: uop.kernel @signed
// WORDS-SAME: unit "vpmaddwd.m1n{{8|16}}k2.s16.s16"
// WORDS-SAME: #uop.opt<stage operand 1
// WORDS-SAME: #uop.opt<stage operand 0
// WORDS: %[[WORD:.*]] = arith.extsi %{{.*}} : i8 to i16
// WORDS: uop.stage %[[WORD]]
uop.kernel @signed(%out: memref<262144xi32> {uop.output}, %a: memref<262144xi8>, %b: memref<262144xi8>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<262144xi32>
}

// -----

// CHECK-LABEL: uop.kernel @no_long_sums
// CHECK-NOT: uop.mma
// WORDS-LABEL: uop.kernel @no_long_sums
// WORDS-NOT: uop.mma
// YMM-LABEL: uop.kernel @no_long_sums
// YMM-NOT: uop.mma
uop.kernel @no_long_sums(%out: memref<262144xi64> {uop.output}, %a: memref<262144xi8>, %b: memref<262144xi8>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi8> -> i8
  %4 = arith.extsi %1 : i8 to i64
  %5 = arith.extsi %3 : i8 to i64
  %6 = arith.muli %4, %5 : i64
  %7 = uop.reduce <add> %6 over (%k) : i64
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i64, memref<262144xi64>
}

// -----

// Words are multiplied by a unit of their own.
// CHECK-LABEL: uop.kernel @words
// CHECK-SAME: unit "vpmaddwd.m1n16k2.s16.s16"
// YMM-LABEL: uop.kernel @words
// YMM-SAME: unit "vpmaddwd.m1n8k2.s16.s16"
// WORDS-LABEL: uop.kernel @words
// WORDS-SAME: #uop.opt<stage operand 1
// WORDS-NOT: #uop.opt<stage operand 0
// WORDS: uop.mma
uop.kernel @words(%out: memref<262144xi32> {uop.output}, %a: memref<262144xi16>, %b: memref<262144xi8>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xi16> -> i16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi8> -> i8
  %4 = arith.extsi %1 : i16 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<262144xi32>
}

// -----

// A left operand of bytes is packed, so that it is not widened for each panel again.
// WORDS-LABEL: uop.kernel @bytes_by_words
// WORDS-SAME: #uop.opt<stage operand 1
// WORDS-SAME: #uop.opt<stage operand 0
// WORDS: uop.mma
uop.kernel @bytes_by_words(%out: memref<262144xi32> {uop.output}, %a: memref<262144xi8>, %b: memref<262144xi16>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi16> -> i16
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i16 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<262144xi32>
}

// -----

// CHECK-LABEL: uop.kernel @no_rows
// CHECK-NOT: uop.mma
// WORDS-LABEL: uop.kernel @no_rows
// WORDS-NOT: uop.mma
uop.kernel @no_rows(%out: memref<512xi32> {uop.output}, %a: memref<512xi8>, %b: memref<262144xi8>) {
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %1 = uop.load %a[%k] : memref<512xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  uop.store %7, %out[%j] : i32, memref<512xi32>
}

// -----

// CHECK-LABEL: uop.kernel @no_product
// CHECK-NOT: uop.mma
// WORDS-LABEL: uop.kernel @no_product
// WORDS-NOT: uop.mma
uop.kernel @no_product(%out: memref<262144xi32> {uop.output}, %a: memref<262144xi8>, %b: memref<262144xi8>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.subi %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<262144xi32>
}
