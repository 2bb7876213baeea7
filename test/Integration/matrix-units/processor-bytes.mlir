// Tests opts for a processor's unit that are written by hand: the unit takes neither
// operand's sign, so both are flipped, and sums of rows and of columns correct the
// result. The same list runs without the unit (TC=2), in its tiles.

// REQUIRES: avx512vnni
// RUN: tg-run %s --entry plain --input edges:1 --tc=0 --output 0=%t.npy
// RUN: tg-run %s --entry main --input edges:1 --expect 0=%t.npy
// RUN: tg-run %s --entry main --input edges:1 --tc=2 --expect 0=%t.npy
// RUN: tg-run %s --entry main --input edges:1 --emit=asm | FileCheck %s
// RUN: not tg-run %s --entry main --input edges:1 --tc=0 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not tg-run %s --entry main --input edges:1 --target x86-64-v4 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: vpdpbusd
// OFF: matrix units are switched off
// NONE: the processor x86+avx512vl has no unit 'vpdpbusd.m1n16k4.s8.u8'
uop.kernel @k(%out: memref<4096xi32> {uop.output}, %a: memref<4096xi8>, %b: memref<4096xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.s8.u8">, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 0 amount 2>, #uop.opt<stage operand 1 axes[2, 11, 5]>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xi8> -> i8
  %4 = arith.extui %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<4096xi32>
}
func.func @main(%a: tensor<64x64xui8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %0 = tg.launch @k(%a, %b) : (tensor<64x64xui8>, tensor<64x64xi8>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}
func.func @plain(%a: tensor<64x64xui8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %c = tg.cast %a : tensor<64x64xui8> to tensor<64x64xi32>
  %d = tg.cast %b : tensor<64x64xi8> to tensor<64x64xi32>
  %0 = tg.matmul %c, %d : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}
