// Tests why a processor's unit cannot do a reduce.

// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vnni" --split-input-file --verify-diagnostics

// expected-error@+1 {{unit 'vpdpbusd.m1n16k4.u8.s8' multiplies i8, but the right operand is i16}}
uop.kernel @words(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi16> -> i16
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extsi %3 : i16 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// expected-error@+1 {{unit 'vpdpbusd.m1n16k4.u8.s8' sums i32, but the sum is i64}}
uop.kernel @long_sums(%out: memref<1024xi64> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extui %1 : i8 to i64
  %5 = arith.extsi %3 : i8 to i64
  %6 = arith.muli %4, %5 : i64
  %7 = uop.reduce <add> %6 over (%k) : i64
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i64, memref<1024xi64>
}

// -----

// What is added to bytes must be the same along the sum.

// expected-error@+1 {{unit 'vpdpbusd.m1n16k4.u8.s8' multiplies i8, but the left operand is i32}}
uop.kernel @offset_along_sum(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>, %z: memref<32xi32>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %zero = uop.load %z[%k] : memref<32xi32> -> i32
  %4 = arith.extui %1 : i8 to i32
  %moved = arith.subi %4, %zero : i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %moved, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// expected-error@+1 {{axis 2 has 30 iterations, no multiple of 4: pad it first}}
uop.kernel @odd(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 30 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// expected-error@+1 {{the processor x86+avx512vnni has no unit 'vpdpbuud.m1n8k4.u8.u8'}}
uop.kernel @missing(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbuud.m1n8k4.u8.u8">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extui %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

// -----

// A sum for each row could not be vectors over another axis.

// expected-error@+1 {{sums over axis 3 for each of axis 1 would be vectors over axis 4}}
uop.kernel @batch_of_vectors(%out: memref<4096xi32> {uop.output}, %a: memref<4096xi8>, %b: memref<4096xi8>)
    opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<tc axes[1, 2, 3] unit "vpdpbusd.m1n16k4.s8.u8">] {
  %n = uop.range 0, 4 <global>
  %i = uop.range 1, 32 <global>
  %j = uop.range 2, 32 <global>
  %k = uop.range 3, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 32 + d2)>(%n, %i, %k)
  %1 = uop.load %a[%0] : memref<4096xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 32 + d2)>(%n, %k, %j)
  %3 = uop.load %b[%2] : memref<4096xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 32 + d2)>(%n, %i, %j)
  uop.store %7, %out[%8] : i32, memref<4096xi32>
}

// -----

// Products of words are signed.

// expected-error@+1 {{unit 'pmaddwd.m1n4k2.s16.s16' multiplies i8 and signed i16, but the right operand is unsigned i16}}
uop.kernel @unsigned_words(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "pmaddwd.m1n4k2.s16.s16">] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi16> -> i16
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extui %3 : i16 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}
