// Tests that whether every element over axes is not zero agrees with the reference in every type.

// RUN: tg-run %s --entry all --input random:1 --var n=11 --var m=5 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=0 --var m=9 --verify | FileCheck %s

// CHECK: result 0 of 'both' is equal
func.func @both(%a: tensor<4x5x6xf32>) -> tensor<1x5x1xi1> {
  %0 = tg.all %a axes [0, 2] keepdim : tensor<4x5x6xf32> -> tensor<1x5x1xi1>
  return %0 : tensor<1x5x1xi1>
}

// CHECK: result 0 of 'reversed' is equal
func.func @reversed(%a: tensor<4x5x6xf32>) -> tensor<4xi1> {
  %0 = tg.all %a axes [2, 1] : tensor<4x5x6xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK: result 0 of 'none' is equal
func.func @none(%a: tensor<4x5xf32>) -> tensor<4x5xi1> {
  %0 = tg.all %a axes [] : tensor<4x5xf32> -> tensor<4x5xi1>
  return %0 : tensor<4x5xi1>
}

// CHECK: result 0 of 'every' is equal
func.func @every(%a: tensor<7x9xf32>) -> tensor<i1> {
  %0 = tg.all %a axes [0, 1] : tensor<7x9xf32> -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK: result 0 of 'long' is equal
func.func @long(%a: tensor<3x1031xf32>) -> tensor<3x1xi1> {
  %0 = tg.all %a axes [1] keepdim : tensor<3x1031xf32> -> tensor<3x1xi1>
  return %0 : tensor<3x1xi1>
}

// CHECK: result 0 of 'empty' is equal
func.func @empty(%a: tensor<3x0xf32>) -> tensor<3xi1> {
  %0 = tg.all %a axes [1] : tensor<3x0xf32> -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%a: tensor<0x3xf32>) -> tensor<0xi1> {
  %0 = tg.all %a axes [1] : tensor<0x3xf32> -> tensor<0xi1>
  return %0 : tensor<0xi1>
}

// CHECK: result 0 of 'dynamic_rows' is equal
func.func @dynamic_rows(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<?xi1>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.all %a axes [1] : tensor<?x6xf32> -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK: result 0 of 'dynamic_columns' is equal
func.func @dynamic_columns(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<6xi1>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.all %a axes [0] : tensor<?x6xf32> -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// CHECK: result 0 of 'dynamic_all' is equal
func.func @dynamic_all(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<i1>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.all %a axes [0, 1] : tensor<?x6xf32> -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK: result 0 of 'two_variables' is equal
func.func @two_variables(%a: tensor<?x3x?xf32> {tg.dims = ["n", 3, "m"]}) -> tensor<1x1x1xi1>
    attributes {tg.variables = {m = [1, 9], n = [0, 16]}} {
  %0 = tg.all %a axes [0, 1, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x1x1xi1>
  return %0 : tensor<1x1x1xi1>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32(%a: tensor<5x37xf32>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xf32> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<5x37xf64>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xf64> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<5x37xf16>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xf16> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<5x37xbf16>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xbf16> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<5x37xf8E4M3FN>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xf8E4M3FN> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<5x37xf8E5M2>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xf8E5M2> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%a: tensor<5x37xi8>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xi8> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%a: tensor<5x37xi16>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xi16> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%a: tensor<5x37xi32>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xi32> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%a: tensor<5x37xi64>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xi64> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%a: tensor<5x37xui8>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xui8> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%a: tensor<5x37xui16>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xui16> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%a: tensor<5x37xui32>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xui32> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%a: tensor<5x37xui64>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xui64> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%a: tensor<5x37xi1>) -> tensor<5xi1> {
  %0 = tg.all %a axes [1] : tensor<5x37xi1> -> tensor<5xi1>
  return %0 : tensor<5xi1>
}
