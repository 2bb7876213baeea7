// Tests that the position is that of the first NaN, else of the first of equals.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' is equal
func.func @rows(%a: tensor<5x7xf32>) -> tensor<5xi32> {
  %0 = tg.argmin %a axis 1 : tensor<5x7xf32> -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// CHECK: result 0 of 'columns' is equal
func.func @columns(%a: tensor<5x7xf32>) -> tensor<7xi32> {
  %0 = tg.argmin %a axis 0 : tensor<5x7xf32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// CHECK: result 0 of 'middle' is equal
func.func @middle(%a: tensor<3x4x5xf32>) -> tensor<3x5xi32> {
  %0 = tg.argmin %a axis 1 : tensor<3x4x5xf32> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'long' is equal
func.func @long(%a: tensor<2x2053xf32>) -> tensor<2xi32> {
  %0 = tg.argmin %a axis 1 : tensor<2x2053xf32> -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK: result 0 of 'vector' is equal
func.func @vector(%a: tensor<9xf32>) -> tensor<i32> {
  %0 = tg.argmin %a axis 0 : tensor<9xf32> -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%a: tensor<0x3xf32>) -> tensor<0xi32> {
  %0 = tg.argmin %a axis 1 : tensor<0x3xf32> -> tensor<0xi32>
  return %0 : tensor<0xi32>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%a: tensor<6x33xi1>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xi1> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%a: tensor<6x33xi8>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xi8> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%a: tensor<6x33xi16>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xi16> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%a: tensor<6x33xi32>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xi32> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%a: tensor<6x33xi64>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xi64> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%a: tensor<6x33xui8>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xui8> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%a: tensor<6x33xui16>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xui16> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%a: tensor<6x33xui32>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xui32> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%a: tensor<6x33xui64>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xui64> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<6x33xf64>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xf64> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<6x33xf16>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xf16> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<6x33xbf16>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xbf16> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<6x33xf8E4M3FN>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xf8E4M3FN> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<6x33xf8E5M2>) -> tensor<6xi32> {
  %0 = tg.argmin %a axis 1 : tensor<6x33xf8E5M2> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK: result 0 of 'keepdim' is equal
func.func @keepdim(%a: tensor<5x7xf32>) -> tensor<5x1xi32> {
  %0 = tg.argmin %a axis 1 keepdim : tensor<5x7xf32> -> tensor<5x1xi32>
  return %0 : tensor<5x1xi32>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.argmin %a axis 1 : tensor<?x10xf32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
