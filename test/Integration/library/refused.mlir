// Tests what a runtime refuses: libraries of another version, damaged ones, and code for
// another processor; and what tg-run cannot make a library of.

// RUN: rm -rf %t && mkdir %t
// RUN: tg-run %s --entry main --emit-library %t/neg
// RUN: %cc -I%t %S/Inputs/refused.c %t/neg.so %runtime -o %t/refused
// RUN: env LD_LIBRARY_PATH=%t %t/refused | FileCheck %s
// RUN: not tg-run %s --entry main --emit-library %t/none/neg 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not tg-run %s --entry main --emit-library %t/x --input random 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not tg-run %s --entry main --emit-library %t/x --device null 2>&1 | FileCheck %s --check-prefix=DEVICE

// CHECK: expected a library, but got null
// CHECK: the library has version 2: expected version 1
// CHECK: this is no compiled library: its description does not begin as one
// CHECK: the library's description has version 7: expected version 1
// CHECK: the library is damaged: its description does not have the hash that it was written with
// CHECK: the library is damaged: its description ends early or does not fit its code
// CHECK: expected a result below 1, but got 3
// CHECK: -1 -2

// FOLDER: tg-run: error: --emit-library: {{.*}}none/neg.so
// INPUT: --emit-library compiles one function for the CPU and runs nothing: it cannot go with --input
// DEVICE: it cannot go with --device
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tg.neg %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
