// Tests that products of bf16 are VDPBF16PS where the opt accepts that it takes
// denormals for 0, and only there; and its tiles, computed without it (TC=2).

// RUN: tg-run %s --entry main --input random:1 --emit=asm --target x86-64-v4+avx512bf16 | FileCheck %s
// RUN: sed -e 's/ inexact>/>/' %s > %t.mlir
// RUN: not tg-run %t.mlir --entry main --input random:1 --target x86-64-v4+avx512bf16 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: tg-run %s --entry plain --input random:1 --emit=asm --target x86-64-v4+avx512bf16 | FileCheck %s --check-prefix=CHOSEN
// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry main --input random:1 --tc=2 --expect 0=%t.npy --rtol 1e-5 --atol 1e-4

// CHECK: vdpbf16ps %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}
// EXACT: of unit 'vdpbf16ps.m1n16k2.bf16.f32' denormal operands and sums are flushed to 0, which the opt must accept by 'inexact'
// The heuristic takes exact units only.
// CHOSEN-NOT: vdpbf16ps
uop.kernel @k(%out: memref<4096xf32> {uop.output}, %a: memref<4096xbf16>, %b: memref<4096xbf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "vdpbf16ps.m1n16k2.bf16.f32" inexact>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 8>, #uop.opt<upcast axis 0 amount 2>, #uop.opt<stage operand 1 axes[2, 7, 5]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}
func.func @main(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = tg.launch @k(%a, %b) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @plain(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = tg.cast %a : tensor<64x64xbf16> to tensor<64x64xf32>
  %1 = tg.cast %b : tensor<64x64xbf16> to tensor<64x64xf32>
  %2 = tg.matmul %0, %1 : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
