// RUN: tg-run %s --input random:1 --prune --debug 1 --check-replay 2>&1 | FileCheck %s
// RUN: tg-run %s --input random:1 --debug 1 2>&1 | FileCheck %s --check-prefix=ALL

// Tests that --prune runs what depends on no input once: here the sums of a
// product of constants, which are stored because they are asked to be.

// CHECK: JIT captured 2 kernels with 1 inputs
// CHECK-NEXT: JIT pruned from 2 -> 1 kernels
// CHECK-COUNT-4: --check-replay: result 0 of 'main' is {{equal|close}}
// ALL: JIT captured 2 kernels with 1 inputs
// ALL-NOT: pruned
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c = tg.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %s = tg.sin %c : tensor<2x4xf32>
  %m = tg.sum %s axes [0] keepdim : tensor<2x4xf32> -> tensor<1x4xf32>
  %k = tg.contiguous %m : tensor<1x4xf32>
  %e = tg.expand %k [2, 4] : tensor<1x4xf32> -> tensor<2x4xf32>
  %y = tg.mul %x, %e : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
