// Tests that convolutions whose weights are the same in every launch give what the
// reference does, where the image is copied with its padding for windows that overlap:
// at steps of one and two, of several images, on more threads and other processors.
// RUN: tg-run %s --entry padded --input random:1 --prune --verify | FileCheck %s
// RUN: tg-run %s --entry padded --input random:1 --prune --verify --threads 2 | FileCheck %s
// RUN: tg-run %s --entry padded --input random:1 --prune --verify --target x86-64-v3 | FileCheck %s
// RUN: tg-run %s --entry strided --input random:2 --prune --verify | FileCheck %s
// RUN: tg-run %s --entry strided --input random:2 --prune --verify --target x86-64-v3 | FileCheck %s
// Where registers are few the tiles of an image of 11 x 11 are six places of it each, at
// the edge less.
// RUN: tg-run %s --entry odd_image --input random:3 --prune --verify --target x86-64-v3 | FileCheck %s
// RUN: tg-run %s --entry odd_image --input random:3 --prune --verify --poison --threads 2 | FileCheck %s
// RUN: tg-run %s --entry odd_image --prune --emit uop --target x86-64-v3 | FileCheck %s --check-prefix=JOINT
// JOINT: uop.kernel @{{.*}} opts [{{.*}}#uop.opt<stage amount 1 operand 0 {{.*}}>, #uop.opt<merge axis 2 amount 3>,

// CHECK: is close in all
func.func @padded(%x: tensor<2x32x14x14xf32>, %w: tensor<64x32x3x3xf32> {tg.constant}) -> tensor<2x64x14x14xf32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<2x32x14x14xf32>, tensor<64x32x3x3xf32> -> tensor<2x64x14x14xf32>
  %1 = tg.relu %0 : tensor<2x64x14x14xf32>
  return %1 : tensor<2x64x14x14xf32>
}
func.func @strided(%x: tensor<1x32x28x28xf32>, %w: tensor<64x32x5x5xf32> {tg.constant}) -> tensor<1x64x14x14xf32> {
  %0 = tg.conv %x, %w strides [2, 2] pad_low [2, 2] pad_high [2, 2] : tensor<1x32x28x28xf32>, tensor<64x32x5x5xf32> -> tensor<1x64x14x14xf32>
  return %0 : tensor<1x64x14x14xf32>
}
func.func @odd_image(%x: tensor<1x64x11x11xf32>, %w: tensor<128x64x3x3xf32> {tg.constant}, %z: tensor<1x128x11x11xf32>) -> tensor<1x128x11x11xf32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<1x64x11x11xf32>, tensor<128x64x3x3xf32> -> tensor<1x128x11x11xf32>
  %1 = tg.add %0, %z : tensor<1x128x11x11xf32>
  return %1 : tensor<1x128x11x11xf32>
}
