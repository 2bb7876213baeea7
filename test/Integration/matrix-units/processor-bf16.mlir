// Tests products of bf16 by vectors of pairs (VDPBF16PS) against the reference: whole words
// and parts of them, a batch, an operand transposed, a bias behind the product, one thread
// and two.

// REQUIRES: tiles
// RUN: tg-run %s --entry all --input random:1 --reference --output 0=%t0.npy --output 1=%t1.npy --output 2=%t2.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target x86-64-v4+avx512bf16 --threads 1 --rtol 1e-2 --atol 1e-2 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target x86-64-v4+avx512bf16 --threads 2 --rtol 1e-2 --atol 1e-2 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target x86-64-v4+avx512bf16 --emit=asm | FileCheck %s
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target x86-64-v4+avx512bf16 --tc=0 --emit=asm | FileCheck %s --check-prefix=OFF

// CHECK: vdpbf16ps
// OFF-NOT: vdpbf16ps
func.func @all(%a: tensor<96x128xbf16>, %b: tensor<128x160xbf16>, %bias: tensor<1x160xbf16>, %odd: tensor<2x70x77xbf16>, %right: tensor<2x77x50xbf16>)
    -> (tensor<96x160xf32>, tensor<2x70x50xf32>, tensor<128x128xf32>) {
  %e = tg.expand %bias [96, 160] : tensor<1x160xbf16> -> tensor<96x160xbf16>
  %p = tg.matmul %a, %b : tensor<96x128xbf16>, tensor<128x160xbf16> -> tensor<96x160xbf16>
  %s = tg.add %p, %e : tensor<96x160xbf16>
  %f0 = tg.cast %s : tensor<96x160xbf16> to tensor<96x160xf32>
  %1 = tg.matmul %odd, %right : tensor<2x70x77xbf16>, tensor<2x77x50xbf16> -> tensor<2x70x50xbf16>
  %f1 = tg.cast %1 : tensor<2x70x50xbf16> to tensor<2x70x50xf32>
  %t = tg.permute %a [1, 0] : tensor<96x128xbf16> -> tensor<128x96xbf16>
  %2 = tg.matmul %t, %a : tensor<128x96xbf16>, tensor<96x128xbf16> -> tensor<128x128xbf16>
  %f2 = tg.cast %2 : tensor<128x128xbf16> to tensor<128x128xf32>
  return %f0, %f1, %f2 : tensor<96x160xf32>, tensor<2x70x50xf32>, tensor<128x128xf32>
}
