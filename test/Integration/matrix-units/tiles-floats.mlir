// Tests products of bf16 and f16 by tiles (AMX) against the reference: whole tiles and
// parts of them, batches, either operand transposed, a bias and an activation behind the
// product, a convolution, one thread and two. Sums are f32.

// REQUIRES: tiles
// RUN: tg-run %s --entry all --input random:1 --reference --output 0=%t0.npy --output 1=%t1.npy --output 2=%t2.npy --output 3=%t3.npy --output 4=%t4.npy --output 5=%t5.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target %tiles-target --threads 1 --rtol 1e-2 --atol 1e-2 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy --expect 3=%t3.npy --expect 4=%t4.npy --expect 5=%t5.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target %tiles-target --threads 2 --rtol 1e-2 --atol 1e-2 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy --expect 3=%t3.npy --expect 4=%t4.npy --expect 5=%t5.npy
// RUN: %with-tiles tg-run %s --entry all --input random:1 --target %tiles-target --emit=asm | FileCheck %s

// CHECK-DAG: tdpbf16ps
// CHECK-DAG: tdpfp16ps
func.func @all(%a: tensor<96x128xbf16>, %b: tensor<128x160xbf16>, %bias: tensor<1x160xbf16>, %odd: tensor<2x70x200xbf16>, %right: tensor<2x200x90xbf16>, %h: tensor<64x96xf16>, %w: tensor<96x64xf16>, %image: tensor<1x64x14x14xbf16>, %filter: tensor<64x64x3x3xbf16>)
    -> (tensor<96x160xf32>, tensor<96x160xf32>, tensor<2x70x90xf32>, tensor<128x128xf32>, tensor<64x64xf32>, tensor<1x64x14x14xf32>) {
  %0 = tg.matmul %a, %b : tensor<96x128xbf16>, tensor<128x160xbf16> -> tensor<96x160xbf16>
  %f0 = tg.cast %0 : tensor<96x160xbf16> to tensor<96x160xf32>
  %e = tg.expand %bias [96, 160] : tensor<1x160xbf16> -> tensor<96x160xbf16>
  %p = tg.matmul %a, %b : tensor<96x128xbf16>, tensor<128x160xbf16> -> tensor<96x160xbf16>
  %s = tg.add %p, %e : tensor<96x160xbf16>
  %r = tg.relu %s : tensor<96x160xbf16>
  %f1 = tg.cast %r : tensor<96x160xbf16> to tensor<96x160xf32>
  %2 = tg.matmul %odd, %right : tensor<2x70x200xbf16>, tensor<2x200x90xbf16> -> tensor<2x70x90xbf16>
  %f2 = tg.cast %2 : tensor<2x70x90xbf16> to tensor<2x70x90xf32>
  %t = tg.permute %a [1, 0] : tensor<96x128xbf16> -> tensor<128x96xbf16>
  %3 = tg.matmul %t, %a : tensor<128x96xbf16>, tensor<96x128xbf16> -> tensor<128x128xbf16>
  %f3 = tg.cast %3 : tensor<128x128xbf16> to tensor<128x128xf32>
  %4 = tg.matmul %h, %w : tensor<64x96xf16>, tensor<96x64xf16> -> tensor<64x64xf16>
  %f4 = tg.cast %4 : tensor<64x64xf16> to tensor<64x64xf32>
  %5 = tg.conv %image, %filter pad_low [1, 1] pad_high [1, 1] : tensor<1x64x14x14xbf16>, tensor<64x64x3x3xbf16> -> tensor<1x64x14x14xbf16>
  %f5 = tg.cast %5 : tensor<1x64x14x14xbf16> to tensor<1x64x14x14xf32>
  return %f0, %f1, %f2, %f3, %f4, %f5 : tensor<96x160xf32>, tensor<96x160xf32>, tensor<2x70x90xf32>, tensor<128x128xf32>, tensor<64x64xf32>, tensor<1x64x14x14xf32>
}
