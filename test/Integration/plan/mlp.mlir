// Tests that the arena of a perceptron of six layers is at most 5 % larger than any
// plan must be, and that replays on poisoned memory agree with the reference.

// RUN: tg-run %s --input random:1 --bench=1 --json | %python %S/Inputs/check_plan.py 1.05
// RUN: tg-run %s --input random:2 --check-replay --poison

func.func @main(%x: tensor<32x64xf32>, %w0: tensor<64x256xf32>, %w1: tensor<256x128xf32>, %w2: tensor<128x512xf32>, %w3: tensor<512x32xf32>, %w4: tensor<32x256xf32>, %w5: tensor<256x10xf32>) -> tensor<32x10xf32> {
  %m0 = tg.matmul %x, %w0 : tensor<32x64xf32>, tensor<64x256xf32> -> tensor<32x256xf32>
  %r0 = tg.relu %m0 : tensor<32x256xf32>
  %m1 = tg.matmul %r0, %w1 : tensor<32x256xf32>, tensor<256x128xf32> -> tensor<32x128xf32>
  %r1 = tg.relu %m1 : tensor<32x128xf32>
  %m2 = tg.matmul %r1, %w2 : tensor<32x128xf32>, tensor<128x512xf32> -> tensor<32x512xf32>
  %r2 = tg.relu %m2 : tensor<32x512xf32>
  %m3 = tg.matmul %r2, %w3 : tensor<32x512xf32>, tensor<512x32xf32> -> tensor<32x32xf32>
  %r3 = tg.relu %m3 : tensor<32x32xf32>
  %m4 = tg.matmul %r3, %w4 : tensor<32x32xf32>, tensor<32x256xf32> -> tensor<32x256xf32>
  %r4 = tg.relu %m4 : tensor<32x256xf32>
  %m5 = tg.matmul %r4, %w5 : tensor<32x256xf32>, tensor<256x10xf32> -> tensor<32x10xf32>
  return %m5 : tensor<32x10xf32>
}
