// RUN: tg-opt %s --convert-tg-to-uop --tg-verify-phase=phase=expression | FileCheck %s

// Tests that a scan goes along a loop of its own, in the accumulator's type.
// CHECK-LABEL: uop.kernel @
// CHECK: uop.range 0, 3 <global>
// CHECK: %[[K:.*]] = uop.range 1, 8 <loop>
// CHECK: %[[W:.*]] = arith.extf
// CHECK: %[[S:.*]] = uop.scan <add> %[[W]] over (%[[K]]) : f32
// CHECK: arith.truncf %[[S]]
// CHECK: uop.store
func.func @rows(%x: tensor<3x8xf16>) -> tensor<3x8xf16> {
  %0 = tg.kernel(%a = %x : tensor<3x8xf16>) -> tensor<3x8xf16> {
    %1 = tg.cumsum %a axis 1 : tensor<3x8xf16> -> tensor<3x8xf16>
    tg.yield %1 : tensor<3x8xf16>
  }
  return %0 : tensor<3x8xf16>
}

// Tests that what is flipped before and after is read and stored in its order.
// CHECK-LABEL: uop.kernel @
// CHECK: %[[K:.*]] = uop.range 0, 8 <loop>
// CHECK: %[[V:.*]] = uop.load %{{.*}}[%[[K]]]
// CHECK: %[[S:.*]] = uop.scan <maxsi> %[[V]] over (%[[K]]) reverse : i32
// CHECK: uop.store %[[S]], %{{.*}}[%[[K]]]
func.func @flipped(%x: tensor<8xi32>) -> tensor<8xi32> {
  %0 = tg.kernel(%a = %x : tensor<8xi32>) -> tensor<8xi32> {
    %1 = tg.flip %a [0] : tensor<8xi32>
    %2 = tg.cummax %1 axis 0 : tensor<8xi32>
    %3 = tg.flip %2 [0] : tensor<8xi32>
    tg.yield %3 : tensor<8xi32>
  }
  return %0 : tensor<8xi32>
}

// Tests that elements that are needed elsewhere are reduces of what comes before them,
// in a kernel written by hand.
// CHECK-LABEL: uop.kernel @
// CHECK: uop.range 0, 7 <global>
// CHECK: uop.range 1, 8 <reduce>
// CHECK: arith.cmpi sge
// CHECK: arith.select
// CHECK: uop.reduce <add>
// CHECK-NOT: uop.scan
func.func @shifted(%x: tensor<8xi32>) -> tensor<7xi32> {
  %0 = tg.kernel(%a = %x : tensor<8xi32>) -> tensor<7xi32> {
    %1 = tg.cumsum %a axis 0 : tensor<8xi32> -> tensor<8xi32>
    %2 = tg.shrink %1 [1] [7] : tensor<8xi32> -> tensor<7xi32>
    tg.yield %2 : tensor<7xi32>
  }
  return %0 : tensor<7xi32>
}

// Tests that a scan of one element is the element, but that sums start from +0.
// CHECK-LABEL: uop.kernel @
// CHECK-NOT: uop.scan
// CHECK: arith.addf
// CHECK: uop.store
func.func @one(%x: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = tg.kernel(%a = %x : tensor<8x1xf32>) -> tensor<8x1xf32> {
    %1 = tg.cumsum %a axis 1 : tensor<8x1xf32> -> tensor<8x1xf32>
    tg.yield %1 : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}
