// RUN: tg-opt %s --tg-decompose=keep-scans=true | FileCheck %s
// RUN: tg-opt %s --tg-decompose | FileCheck %s --check-prefix=ALL

// Tests that ops that scan stay where that is asked for, and others do not.

// CHECK-LABEL: func.func @scans
// CHECK: tg.cumsum
// CHECK-NOT: tg.softmax
// CHECK: return
// ALL-LABEL: func.func @scans
// ALL-NOT: tg.cumsum
// ALL-NOT: tg.softmax
// ALL: return
func.func @scans(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.cumsum %x axis 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = tg.softmax %0 axis 1 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
