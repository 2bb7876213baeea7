// Tests that a vector times a matrix whose rows are read side by side is right with
// columns that fill no vector, with more added to the sums and with an activation, on one
// thread and on two, and where what is added is a weight that never changes.
// RUN: tg-run %s --entry residual --emit uop --target x86-64-v3 | FileCheck %s --check-prefix=OWN
// RUN: tg-run %s --entry residual --input random:1 --poison --verify
// RUN: tg-run %s --entry residual --input random:2 --threads 2 --check-replay
// RUN: tg-run %s --entry weights --prune --emit uop --target x86-64-v3 | FileCheck %s --check-prefix=OUTPUT
// RUN: tg-run %s --entry weights --input random:1 --poison --verify
// RUN: tg-run %s --entry weights --input random:2 --threads 2 --check-replay
// RUN: tg-run %s --entry weights --input random:3 --prune --check-replay

// OWN: carry axis {{[0-9]+}} amount 8 axes[
func.func @residual(%x: tensor<1x768xf32>, %w: tensor<768x1001xf32>, %r: tensor<1x1001xf32>) -> tensor<1x1001xf32> {
  %0 = tg.matmul %x, %w : tensor<1x768xf32>, tensor<768x1001xf32> -> tensor<1x1001xf32>
  %1 = tg.add %0, %r : tensor<1x1001xf32>
  %2 = tg.tanh %1 : tensor<1x1001xf32>
  return %2 : tensor<1x1001xf32>
}

// OUTPUT: carry axis {{[0-9]+}} amount 8>
func.func @weights(%x: tensor<1x768xf32>, %w: tensor<768x1024xf32> {tg.constant}, %b: tensor<1x1024xf32> {tg.constant}) -> tensor<1x1024xf32> {
  %0 = tg.matmul %x, %w : tensor<1x768xf32>, tensor<768x1024xf32> -> tensor<1x1024xf32>
  %1 = tg.add %0, %b : tensor<1x1024xf32>
  %2 = tg.relu %1 : tensor<1x1024xf32>
  return %2 : tensor<1x1024xf32>
}
