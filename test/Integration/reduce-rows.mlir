// Rows whose lanes are combined together give what they give one by one: exact
// for sums of integers and for extremes, whatever the number of rows and lanes.

// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --verify --target x86-64 | FileCheck %s
// CHECK-COUNT-8: equal
// CHECK-NOT: differs

func.func @int_sums(%a: tensor<64x96xi32>) -> tensor<64xi32> {
  %0 = tg.sum %a axes [1] : tensor<64x96xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}
func.func @long_sums(%a: tensor<24x40xi64>) -> tensor<24xi64> {
  %0 = tg.sum %a axes [1] : tensor<24x40xi64> -> tensor<24xi64>
  return %0 : tensor<24xi64>
}
func.func @maxima(%a: tensor<70x33xf32>) -> tensor<70xf32> {
  %0 = tg.max %a axes [1] : tensor<70x33xf32> -> tensor<70xf32>
  return %0 : tensor<70xf32>
}
func.func @doubles(%a: tensor<16x64xf64>) -> tensor<16xf64> {
  %0 = tg.max %a axes [1] : tensor<16x64xf64> -> tensor<16xf64>
  return %0 : tensor<16xf64>
}
func.func @places(%a: tensor<32x48xf32>) -> tensor<32xi32> {
  %0 = tg.argmax %a axis 1 : tensor<32x48xf32> -> tensor<32xi32>
  return %0 : tensor<32xi32>
}
func.func @bytes(%a: tensor<12x128xi8>) -> tensor<12xi8> {
  %0 = tg.max %a axes [1] : tensor<12x128xi8> -> tensor<12xi8>
  return %0 : tensor<12xi8>
}
func.func @two_axes(%a: tensor<6x8x4x32xi32>) -> tensor<6x4xi32> {
  %0 = tg.sum %a axes [1, 3] : tensor<6x8x4x32xi32> -> tensor<6x4xi32>
  return %0 : tensor<6x4xi32>
}
func.func @products(%a: tensor<8x256xi16>) -> tensor<8xi16> {
  %0 = tg.prod %a axes [1] : tensor<8x256xi16> -> tensor<8xi16>
  return %0 : tensor<8xi16>
}
