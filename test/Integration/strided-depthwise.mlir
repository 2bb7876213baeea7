// Tests that windows at steps of two and three, beyond the edges of an image on each side,
// read 0 there, whatever vectors they are in.

// RUN: tg-run %s --entry two --no-opt --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry two --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-5
// RUN: tg-run %s --entry three --no-opt --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry three --input random:1 --expect 0=%t.npy --rtol 1e-5 --atol 1e-5
// RUN: tg-run %s --entry pool --no-opt --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry pool --input random:1 --expect 0=%t.npy

func.func @two(%x: tensor<1x8x80x80xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<1x8x40x40xf32> {
  %r = tg.conv %x, %w strides [2, 2] pad_low [1, 1] pad_high [1, 1] groups 8 : tensor<1x8x80x80xf32>, tensor<8x1x3x3xf32> -> tensor<1x8x40x40xf32>
  return %r : tensor<1x8x40x40xf32>
}

func.func @three(%x: tensor<1x4x70x70xf32>, %w: tensor<4x1x5x5xf32>) -> tensor<1x4x24x24xf32> {
  %r = tg.conv %x, %w strides [3, 3] pad_low [2, 2] pad_high [2, 2] groups 4 : tensor<1x4x70x70xf32>, tensor<4x1x5x5xf32> -> tensor<1x4x24x24xf32>
  return %r : tensor<1x4x24x24xf32>
}

func.func @pool(%x: tensor<1x8x80x80xf32>) -> tensor<1x8x40x40xf32> {
  %r = tg.max_pool %x kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x8x80x80xf32> -> tensor<1x8x40x40xf32>
  return %r : tensor<1x8x40x40xf32>
}
