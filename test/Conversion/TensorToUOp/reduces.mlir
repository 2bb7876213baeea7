// RUN: tg-opt %s --convert-tg-to-uop --tg-verify-phase=phase=expression | FileCheck %s

// Tests that the kind of a reduce follows the combiner and the element type.
// CHECK-LABEL: uop.kernel @r_3_8(
// CHECK: uop.reduce <maximumf>
// CHECK-LABEL: uop.kernel @r_3_8n1(
// CHECK: uop.reduce <maxsi>
// CHECK-LABEL: uop.kernel @r_3_8n2(
// CHECK: uop.reduce <minui>
// CHECK-LABEL: uop.kernel @r_3_8n3(
// CHECK: uop.reduce <or> %{{.*}} : i1
// CHECK-LABEL: uop.kernel @r_3_8n4(
// CHECK: uop.reduce <mul> %{{.*}} : i32
func.func @kinds(%f: tensor<3x8xf32>, %s: tensor<3x8xi32>, %u: tensor<3x8xui8>, %b: tensor<3x8xi1>)
    -> (tensor<3xf32>, tensor<3xi32>, tensor<3xui8>, tensor<3xi1>, tensor<3xi32>) {
  %0 = tg.kernel(%a = %f : tensor<3x8xf32>) -> tensor<3xf32> {
    %1 = tg.max %a axes [1] : tensor<3x8xf32> -> tensor<3xf32>
    tg.yield %1 : tensor<3xf32>
  }
  %2 = tg.kernel(%a = %s : tensor<3x8xi32>) -> tensor<3xi32> {
    %1 = tg.max %a axes [1] : tensor<3x8xi32> -> tensor<3xi32>
    tg.yield %1 : tensor<3xi32>
  }
  %3 = tg.kernel(%a = %u : tensor<3x8xui8>) -> tensor<3xui8> {
    %1 = tg.min %a axes [1] : tensor<3x8xui8> -> tensor<3xui8>
    tg.yield %1 : tensor<3xui8>
  }
  %4 = tg.kernel(%a = %b : tensor<3x8xi1>) -> tensor<3xi1> {
    %1 = tg.max %a axes [1] : tensor<3x8xi1> -> tensor<3xi1>
    tg.yield %1 : tensor<3xi1>
  }
  %5 = tg.kernel(%a = %s : tensor<3x8xi32>) -> tensor<3xi32> {
    %1 = tg.prod %a axes [1] : tensor<3x8xi32> -> tensor<3xi32>
    tg.yield %1 : tensor<3xi32>
  }
  return %0, %2, %3, %4, %5 : tensor<3xf32>, tensor<3xi32>, tensor<3xui8>, tensor<3xi1>, tensor<3xi32>
}

// Tests that narrow floats accumulate in f32 and are rounded once.
// CHECK-LABEL: uop.kernel @r_3_9(
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[S:.*]] = uop.reduce <add> %[[W]] over {{.*}} : f32
// CHECK: arith.truncf %[[S]] : f32 to bf16
func.func @narrow(%x: tensor<3x9xbf16>) -> tensor<3xbf16> {
  %0 = tg.kernel(%a = %x : tensor<3x9xbf16>) -> tensor<3xbf16> {
    %1 = tg.sum %a axes [1] : tensor<3x9xbf16> -> tensor<3xbf16>
    tg.yield %1 : tensor<3xbf16>
  }
  return %0 : tensor<3xbf16>
}

// Tests that a reduce over nothing is the identity.
// CHECK-LABEL: uop.kernel @e_4(
// CHECK-NOT: uop.reduce
// CHECK: %[[Z:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: uop.store %[[Z]]
func.func @nothing(%x: tensor<4x0xf32>) -> tensor<4xf32> {
  %0 = tg.kernel(%a = %x : tensor<4x0xf32>) -> tensor<4xf32> {
    %1 = tg.prod %a axes [1] : tensor<4x0xf32> -> tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Tests that a kernel without elements stores nothing.
// CHECK-LABEL: uop.kernel @e(
// CHECK-SAME: memref<0xf32> {uop.output}
// CHECK-NEXT: }
func.func @empty(%x: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %0 = tg.kernel(%a = %x : tensor<4x0xf32>) -> tensor<4x0xf32> {
    %1 = tg.exp %a : tensor<4x0xf32>
    tg.yield %1 : tensor<4x0xf32>
  }
  return %0 : tensor<4x0xf32>
}

// Tests that a padded convolution gates its input only.
// CHECK-LABEL: uop.kernel @r_2_4_6_6_3_3_3(
// CHECK: uop.load %arg1[%{{.*}}] gate
// CHECK: uop.load %arg2[%{{.*}}] : memref<108xf32> -> f32
// CHECK: arith.mulf
// CHECK: uop.reduce <add> %{{.*}} over (%{{.*}}, %{{.*}}, %{{.*}}) : f32
func.func @conv(%x: tensor<2x3x6x6xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x4x6x6xf32> {
  %0 = tg.kernel(%a = %x : tensor<2x3x6x6xf32>, %b = %w : tensor<4x3x3x3xf32>) -> tensor<2x4x6x6xf32> {
    %1 = tg.conv %a, %b pad_low [1, 1] pad_high [1, 1]
        : tensor<2x3x6x6xf32>, tensor<4x3x3x3xf32> -> tensor<2x4x6x6xf32>
    tg.yield %1 : tensor<2x4x6x6xf32>
  }
  return %0 : tensor<2x4x6x6xf32>
}

// Tests that a reduce over an axis that its operand does not have still counts.
// CHECK-LABEL: uop.kernel @r_5_7(
// CHECK: uop.range 1, 7 <reduce>
// CHECK: uop.reduce <add>
func.func @expanded(%x: tensor<5x1xf32>) -> tensor<5xf32> {
  %0 = tg.kernel(%a = %x : tensor<5x1xf32>) -> tensor<5xf32> {
    %1 = tg.expand %a [5, 7] : tensor<5x1xf32> -> tensor<5x7xf32>
    %2 = tg.sum %1 axes [1] : tensor<5x7xf32> -> tensor<5xf32>
    tg.yield %2 : tensor<5xf32>
  }
  return %0 : tensor<5xf32>
}

// Tests that a reduce over no axes keeps the type of its result.
// CHECK-LABEL: uop.kernel @e_3(
// CHECK: arith.extf
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: uop.store
func.func @no_axes(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = tg.kernel(%a = %x : tensor<3xbf16>) -> tensor<3xbf16> {
    %1 = tg.sum %a axes [] : tensor<3xbf16> -> tensor<3xbf16>
    tg.yield %1 : tensor<3xbf16>
  }
  return %0 : tensor<3xbf16>
}

// Tests that narrow floats are compared in f32, which holds them exactly.
// CHECK-LABEL: uop.kernel @r_3_6(
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK: %[[M:.*]] = uop.reduce <maximumf> %[[W]] over {{.*}} : f32
// CHECK: arith.truncf %[[M]] {{.*}} : f32 to f8E4M3FN
func.func @narrow_max(%x: tensor<3x6xf8E4M3FN>) -> tensor<3xf8E4M3FN> {
  %0 = tg.kernel(%a = %x : tensor<3x6xf8E4M3FN>) -> tensor<3xf8E4M3FN> {
    %1 = tg.max %a axes [1] : tensor<3x6xf8E4M3FN> -> tensor<3xf8E4M3FN>
    tg.yield %1 : tensor<3xf8E4M3FN>
  }
  return %0 : tensor<3xf8E4M3FN>
}
