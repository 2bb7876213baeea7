// Tests that quantised operators, as ONNX has them, are one kernel each with the unit for
// bytes: zero points come off the sums of bytes, those of padding too, and what
// requantises the result follows in the same kernel.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:2 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:2 --verify --tc=0 | FileCheck %s
// RUN: tg-opt %s --tg-pipeline="chip=x86-64-v4+avx512vnni" | FileCheck %s --check-prefix=UNIT

// UNIT: uop.kernel
// UNIT-SAME: unit "vpdpbusd.m1n16k4.u8.s8"
// UNIT: uop.kernel
// UNIT-SAME: unit "vpdpbusd.m1n16k4.s8.u8"
// UNIT: uop.kernel
// UNIT-SAME: unit "vpdpbusd.m1n16k4
// UNIT-NOT: uop.kernel

// CHECK: result 0 of 'qlinear' is equal
func.func @qlinear(%a: tensor<64x128xui8>, %b: tensor<128x96xi8>, %za: tensor<ui8>, %zb: tensor<i8>, %s: tensor<f32>) -> tensor<64x96xui8> {
  %0 = tg.cast %a : tensor<64x128xui8> to tensor<64x128xi32>
  %1 = tg.cast %b : tensor<128x96xi8> to tensor<128x96xi32>
  %2 = tg.cast %za : tensor<ui8> to tensor<i32>
  %3 = tg.cast %zb : tensor<i8> to tensor<i32>
  %4 = tg.reshape %2 [1, 1] : tensor<i32> -> tensor<1x1xi32>
  %5 = tg.expand %4 [64, 128] : tensor<1x1xi32> -> tensor<64x128xi32>
  %6 = tg.reshape %3 [1, 1] : tensor<i32> -> tensor<1x1xi32>
  %7 = tg.expand %6 [128, 96] : tensor<1x1xi32> -> tensor<128x96xi32>
  %8 = tg.sub %0, %5 : tensor<64x128xi32>
  %9 = tg.sub %1, %7 : tensor<128x96xi32>
  %10 = tg.matmul %8, %9 : tensor<64x128xi32>, tensor<128x96xi32> -> tensor<64x96xi32>
  %11 = tg.cast %10 : tensor<64x96xi32> to tensor<64x96xf32>
  %12 = tg.reshape %s [1, 1] : tensor<f32> -> tensor<1x1xf32>
  %13 = tg.expand %12 [64, 96] : tensor<1x1xf32> -> tensor<64x96xf32>
  %14 = tg.mul %11, %13 : tensor<64x96xf32>
  %15 = tg.round %14 : tensor<64x96xf32>
  %lo = tg.constant dense<0.0> : tensor<64x96xf32>
  %hi = tg.constant dense<255.0> : tensor<64x96xf32>
  %16 = tg.clamp %15, %lo, %hi : tensor<64x96xf32>
  %17 = tg.cast %16 : tensor<64x96xf32> to tensor<64x96xi32>
  %18 = tg.cast %17 : tensor<64x96xi32> to tensor<64x96xui8>
  return %18 : tensor<64x96xui8>
}

// CHECK: result 0 of 'float' is equal
func.func @float(%a: tensor<64x128xi8>, %b: tensor<128x96xi8>, %s: tensor<96xf32>, %c: tensor<96xf32>) -> tensor<64x96xf32> {
  %10 = tg.matmul %a, %b : tensor<64x128xi8>, tensor<128x96xi8> -> tensor<64x96xi32>
  %11 = tg.cast %10 : tensor<64x96xi32> to tensor<64x96xf32>
  %12 = tg.reshape %s [1, 96] : tensor<96xf32> -> tensor<1x96xf32>
  %13 = tg.expand %12 [64, 96] : tensor<1x96xf32> -> tensor<64x96xf32>
  %14 = tg.mul %11, %13 : tensor<64x96xf32>
  %15 = tg.relu %14 : tensor<64x96xf32>
  return %15 : tensor<64x96xf32>
}

// CHECK: result 0 of 'qconv' is equal
func.func @qconv(%x: tensor<1x16x14x14xui8>, %w: tensor<24x16x3x3xi8>, %zx: tensor<ui8>, %zw: tensor<24xi8>) -> tensor<1x24x14x14xi32> {
  %0 = tg.cast %x : tensor<1x16x14x14xui8> to tensor<1x16x14x14xi32>
  %1 = tg.cast %w : tensor<24x16x3x3xi8> to tensor<24x16x3x3xi32>
  %2 = tg.cast %zx : tensor<ui8> to tensor<i32>
  %3 = tg.cast %zw : tensor<24xi8> to tensor<24xi32>
  %4 = tg.reshape %2 [1, 1, 1, 1] : tensor<i32> -> tensor<1x1x1x1xi32>
  %5 = tg.expand %4 [1, 16, 14, 14] : tensor<1x1x1x1xi32> -> tensor<1x16x14x14xi32>
  %6 = tg.reshape %3 [24, 1, 1, 1] : tensor<24xi32> -> tensor<24x1x1x1xi32>
  %7 = tg.expand %6 [24, 16, 3, 3] : tensor<24x1x1x1xi32> -> tensor<24x16x3x3xi32>
  %8 = tg.sub %0, %5 : tensor<1x16x14x14xi32>
  %9 = tg.sub %1, %7 : tensor<24x16x3x3xi32>
  %10 = tg.conv %8, %9 pad_low [1, 1] pad_high [1, 1] : tensor<1x16x14x14xi32>, tensor<24x16x3x3xi32> -> tensor<1x24x14x14xi32>
  return %10 : tensor<1x24x14x14xi32>
}
