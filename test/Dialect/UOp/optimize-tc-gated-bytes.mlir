// Tests that bytes less a zero point, padded by 0, are read as the zero point where they
// are padded, and the twin: bytes that are 0 in more places than the difference are not
// the unit's, since there the difference is less than 0.

// RUN: tg-opt %s --uop-optimize="chip=x86+avx512vnni" --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: uop.kernel @outer
// CHECK: uop.load %{{.*}} gate %{{.*}} else %[[POINT:.*]] : memref<1024xi8> -> i8
// CHECK: uop.mma "vpdpbusd.m1n16k4.u8.s8"
uop.kernel @outer(%out: memref<256xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>) opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %c60 = arith.constant 60 : index
  %none = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %point = arith.constant 7 : i32
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 64 <reduce>
  %outer = arith.cmpi slt, %k, %c60 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] gate %outer else %none : memref<1024xi8> -> i8
  %2 = arith.extui %1 : i8 to i32
  %3 = arith.subi %2, %point : i32
  %4 = arith.select %outer, %3, %zero : i32
  %5 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %6 = uop.load %b[%5] : memref<1024xi8> -> i8
  %7 = arith.extsi %6 : i8 to i32
  %8 = arith.muli %4, %7 : i32
  %9 = uop.reduce <add> %8 over (%k) : i32
  %10 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %9, %out[%10] : i32, memref<256xi32>
}

// -----

// expected-error@+1 {{unit 'vpdpbusd.m1n16k4.u8.s8' multiplies i8, but the left operand is i32}}
uop.kernel @inner(%out: memref<256xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>) opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %c50 = arith.constant 50 : index
  %c60 = arith.constant 60 : index
  %none = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %point = arith.constant 7 : i32
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 64 <reduce>
  %outer = arith.cmpi slt, %k, %c60 : index
  %part = arith.cmpi slt, %k, %c50 : index
  %gate = arith.andi %outer, %part : i1
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] gate %gate else %none : memref<1024xi8> -> i8
  %2 = arith.extui %1 : i8 to i32
  %3 = arith.subi %2, %point : i32
  %4 = arith.select %outer, %3, %zero : i32
  %5 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %6 = uop.load %b[%5] : memref<1024xi8> -> i8
  %7 = arith.extsi %6 : i8 to i32
  %8 = arith.muli %4, %7 : i32
  %9 = uop.reduce <add> %8 over (%k) : i32
  %10 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %9, %out[%10] : i32, memref<256xi32>
}
