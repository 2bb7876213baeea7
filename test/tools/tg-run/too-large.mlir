// Tests that an input larger than the machine's memory is an error.

// RUN: not tg-run %s --input random 2>&1 | FileCheck %s

// CHECK: tg-run: error: --input random: argument 0 of sizes [1000000, 1000000, 1000] does not fit this machine's memory
func.func @main(%x: tensor<1000000x1000000x1000xf32>) -> tensor<1000000x1000000x1000xf32> {
  return %x : tensor<1000000x1000000x1000xf32>
}
