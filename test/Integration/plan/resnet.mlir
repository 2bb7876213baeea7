// Tests that the arena of residual blocks with and without projections is at most 5 % larger than any
// plan must be, and that replays on poisoned memory agree with the reference.

// RUN: tg-run %s --input random:1 --bench=1 --json | %python %S/Inputs/check_plan.py 1.05
// RUN: tg-run %s --input random:2 --check-replay --poison

func.func @main(%x: tensor<1x8x16x16xf32>, %a0: tensor<8x8x3x3xf32>, %b0: tensor<8x8x3x3xf32>, %a1: tensor<8x8x3x3xf32>, %b1: tensor<8x8x3x3xf32>, %a2: tensor<16x8x3x3xf32>, %b2: tensor<16x16x3x3xf32>, %p2: tensor<16x8x1x1xf32>, %a3: tensor<16x16x3x3xf32>, %b3: tensor<16x16x3x3xf32>) -> tensor<1x16xf32> {
  %c0 = tg.conv %x, %a0 pad_low [1, 1] pad_high [1, 1] : tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32> -> tensor<1x8x16x16xf32>
  %r0 = tg.relu %c0 : tensor<1x8x16x16xf32>
  %d0 = tg.conv %r0, %b0 pad_low [1, 1] pad_high [1, 1] : tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32> -> tensor<1x8x16x16xf32>
  %t0 = tg.add %d0, %x : tensor<1x8x16x16xf32>
  %u0 = tg.relu %t0 : tensor<1x8x16x16xf32>
  %c1 = tg.conv %u0, %a1 pad_low [1, 1] pad_high [1, 1] : tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32> -> tensor<1x8x16x16xf32>
  %r1 = tg.relu %c1 : tensor<1x8x16x16xf32>
  %d1 = tg.conv %r1, %b1 pad_low [1, 1] pad_high [1, 1] : tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32> -> tensor<1x8x16x16xf32>
  %t1 = tg.add %d1, %u0 : tensor<1x8x16x16xf32>
  %u1 = tg.relu %t1 : tensor<1x8x16x16xf32>
  %c2 = tg.conv %u1, %a2 pad_low [1, 1] pad_high [1, 1] : tensor<1x8x16x16xf32>, tensor<16x8x3x3xf32> -> tensor<1x16x16x16xf32>
  %r2 = tg.relu %c2 : tensor<1x16x16x16xf32>
  %d2 = tg.conv %r2, %b2 pad_low [1, 1] pad_high [1, 1] : tensor<1x16x16x16xf32>, tensor<16x16x3x3xf32> -> tensor<1x16x16x16xf32>
  %s2 = tg.conv %u1, %p2 : tensor<1x8x16x16xf32>, tensor<16x8x1x1xf32> -> tensor<1x16x16x16xf32>
  %t2 = tg.add %d2, %s2 : tensor<1x16x16x16xf32>
  %u2 = tg.relu %t2 : tensor<1x16x16x16xf32>
  %c3 = tg.conv %u2, %a3 pad_low [1, 1] pad_high [1, 1] : tensor<1x16x16x16xf32>, tensor<16x16x3x3xf32> -> tensor<1x16x16x16xf32>
  %r3 = tg.relu %c3 : tensor<1x16x16x16xf32>
  %d3 = tg.conv %r3, %b3 pad_low [1, 1] pad_high [1, 1] : tensor<1x16x16x16xf32>, tensor<16x16x3x3xf32> -> tensor<1x16x16x16xf32>
  %t3 = tg.add %d3, %u2 : tensor<1x16x16x16xf32>
  %u3 = tg.relu %t3 : tensor<1x16x16x16xf32>
  %y = tg.sum %u3 axes [2, 3] : tensor<1x16x16x16xf32> -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}
