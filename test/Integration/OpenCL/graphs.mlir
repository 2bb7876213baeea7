// Tests that replays through command buffers, with other inputs and another value of
// the variable, give what single launches give.

// REQUIRES: opencl
// RUN: tg-run %s --input random:1 --var n=17 --device opencl --check-replay | FileCheck %s
// CHECK: --check-replay: result 0 of 'main' is close
// CHECK: --check-replay: result 1 of 'main' is close

func.func @main(%a: tensor<?x8xf32> {tg.dims = ["n", 8]}, %w: tensor<8x8xf32>)
    -> (tensor<?x8xf32>, tensor<8xf32>) attributes {tg.variables = {n = [1, 32]}} {
  %0 = tg.matmul %a, %w : tensor<?x8xf32>, tensor<8x8xf32> -> tensor<?x8xf32>
  %1 = tg.contiguous %0 : tensor<?x8xf32>
  %2 = tg.exp2 %1 : tensor<?x8xf32>
  %3 = tg.sum %2 axes [0] : tensor<?x8xf32> -> tensor<8xf32>
  return %2, %3 : tensor<?x8xf32>, tensor<8xf32>
}
