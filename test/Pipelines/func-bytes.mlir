// Tests that functions for other compilers multiply bytes without our ops, on processors
// with units for them too.

// RUN: tg-opt %s --tg-func-pipeline="chip=x86-64-v4+avx512vnni" | FileCheck %s
// RUN: tg-opt %s --tg-pipeline="chip=x86-64-v4+avx512vnni" | FileCheck %s --check-prefix=UNIT

// CHECK: func.func
// CHECK-NOT: uop.
// UNIT: uop.mma
func.func @main(%a: tensor<128x128xi8>, %b: tensor<128x128xi8>) -> tensor<128x128xi32> {
  %0 = tg.matmul %a, %b : tensor<128x128xi8>, tensor<128x128xi8> -> tensor<128x128xi32>
  return %0 : tensor<128x128xi32>
}
