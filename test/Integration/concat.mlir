// Tests that joining tensors along any axis agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%a: tensor<4x8xf32>, %b: tensor<4x3xf32>) -> tensor<4x11xf32> {
  %0 = tg.concat %a, %b axis 1 : tensor<4x8xf32>, tensor<4x3xf32> -> tensor<4x11xf32>
  return %0 : tensor<4x11xf32>
}

// CHECK: result 0 of 'three_rows' {{is (equal|close)}}
func.func @three_rows(%a: tensor<2x5xf32>, %b: tensor<1x5xf32>, %c: tensor<3x5xf32>) -> tensor<6x5xf32> {
  %0 = tg.concat %a, %b, %c axis 0 : tensor<2x5xf32>, tensor<1x5xf32>, tensor<3x5xf32> -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// CHECK: result 0 of 'fused' {{is (equal|close)}}
func.func @fused(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<18xf32> {
  %0 = tg.exp %a : tensor<4x8xf32>
  %1 = tg.concat %0, %b, %a axis 1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x24xf32>
  %2 = tg.pad %1 low [0, 1] high [0, 2] value(2.0 : f32) : tensor<4x24xf32> -> tensor<4x27xf32>
  %3 = tg.flip %2 [0, 1] : tensor<4x27xf32>
  %4 = tg.neg %3 : tensor<4x27xf32>
  %5 = tg.shrink %4 [0, 6] [4, 18] : tensor<4x27xf32> -> tensor<4x18xf32>
  %6 = tg.sum %5 axes [0] : tensor<4x18xf32> -> tensor<18xf32>
  return %6 : tensor<18xf32>
}

// CHECK: result 0 of 'inside_a_sum' {{is (equal|close)}}
func.func @inside_a_sum(%a: tensor<7x3xf32>, %b: tensor<7x5xf32>, %w: tensor<8x4xf32>) -> tensor<7x4xf32> {
  %0 = tg.concat %a, %b axis 1 : tensor<7x3xf32>, tensor<7x5xf32> -> tensor<7x8xf32>
  %1 = tg.matmul %0, %w : tensor<7x8xf32>, tensor<8x4xf32> -> tensor<7x4xf32>
  return %1 : tensor<7x4xf32>
}

// CHECK: result 0 of 'of_reduces' {{is (equal|close)}}
func.func @of_reduces(%a: tensor<6x9xf32>, %b: tensor<6x4xf32>) -> tensor<12xf32> {
  %0 = tg.max %a axes [1] : tensor<6x9xf32> -> tensor<6xf32>
  %1 = tg.min %b axes [1] : tensor<6x4xf32> -> tensor<6xf32>
  %2 = tg.concat %0, %1 axis 0 : tensor<6xf32>, tensor<6xf32> -> tensor<12xf32>
  return %2 : tensor<12xf32>
}

// CHECK: result 0 of 'empty_parts' {{is (equal|close)}}
func.func @empty_parts(%a: tensor<0x3xi32>, %b: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = tg.concat %a, %b, %a axis 0 : tensor<0x3xi32>, tensor<2x3xi32>, tensor<0x3xi32> -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%a: tensor<0x3xi32>, %b: tensor<0x2xi32>) -> tensor<0x5xi32> {
  %0 = tg.concat %a, %b axis 1 : tensor<0x3xi32>, tensor<0x2xi32> -> tensor<0x5xi32>
  return %0 : tensor<0x5xi32>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
func.func @variable(%a: tensor<?x4xf32> {tg.dims = ["n", 4]}, %b: tensor<3x4xf32>) -> tensor<?x4xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.neg %a : tensor<?x4xf32>
  %1 = tg.concat %a, %b, %0 axis 0 : tensor<?x4xf32>, tensor<3x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK: result 0 of 'variable_columns' {{is (equal|close)}}
func.func @variable_columns(%a: tensor<4x?xf32> {tg.dims = [4, "n"]}, %b: tensor<4x?xf32> {tg.dims = [4, "n"]}) -> tensor<8x?xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.concat %a, %b axis 0 : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%a: tensor<3x5xi1>, %b: tensor<3x40xi1>) -> tensor<3x45xi1> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xi1>, tensor<3x40xi1> -> tensor<3x45xi1>
  return %0 : tensor<3x45xi1>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%a: tensor<3x5xi8>, %b: tensor<3x40xi8>) -> tensor<3x45xi8> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xi8>, tensor<3x40xi8> -> tensor<3x45xi8>
  return %0 : tensor<3x45xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%a: tensor<3x5xi16>, %b: tensor<3x40xi16>) -> tensor<3x45xi16> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xi16>, tensor<3x40xi16> -> tensor<3x45xi16>
  return %0 : tensor<3x45xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%a: tensor<3x5xi32>, %b: tensor<3x40xi32>) -> tensor<3x45xi32> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xi32>, tensor<3x40xi32> -> tensor<3x45xi32>
  return %0 : tensor<3x45xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%a: tensor<3x5xi64>, %b: tensor<3x40xi64>) -> tensor<3x45xi64> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xi64>, tensor<3x40xi64> -> tensor<3x45xi64>
  return %0 : tensor<3x45xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%a: tensor<3x5xui8>, %b: tensor<3x40xui8>) -> tensor<3x45xui8> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xui8>, tensor<3x40xui8> -> tensor<3x45xui8>
  return %0 : tensor<3x45xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%a: tensor<3x5xui16>, %b: tensor<3x40xui16>) -> tensor<3x45xui16> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xui16>, tensor<3x40xui16> -> tensor<3x45xui16>
  return %0 : tensor<3x45xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%a: tensor<3x5xui32>, %b: tensor<3x40xui32>) -> tensor<3x45xui32> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xui32>, tensor<3x40xui32> -> tensor<3x45xui32>
  return %0 : tensor<3x45xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%a: tensor<3x5xui64>, %b: tensor<3x40xui64>) -> tensor<3x45xui64> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xui64>, tensor<3x40xui64> -> tensor<3x45xui64>
  return %0 : tensor<3x45xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%a: tensor<3x5xf8E4M3FN>, %b: tensor<3x40xf8E4M3FN>) -> tensor<3x45xf8E4M3FN> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xf8E4M3FN>, tensor<3x40xf8E4M3FN> -> tensor<3x45xf8E4M3FN>
  return %0 : tensor<3x45xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%a: tensor<3x5xf8E5M2>, %b: tensor<3x40xf8E5M2>) -> tensor<3x45xf8E5M2> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xf8E5M2>, tensor<3x40xf8E5M2> -> tensor<3x45xf8E5M2>
  return %0 : tensor<3x45xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%a: tensor<3x5xf16>, %b: tensor<3x40xf16>) -> tensor<3x45xf16> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xf16>, tensor<3x40xf16> -> tensor<3x45xf16>
  return %0 : tensor<3x45xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%a: tensor<3x5xbf16>, %b: tensor<3x40xbf16>) -> tensor<3x45xbf16> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xbf16>, tensor<3x40xbf16> -> tensor<3x45xbf16>
  return %0 : tensor<3x45xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%a: tensor<3x5xf32>, %b: tensor<3x40xf32>) -> tensor<3x45xf32> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xf32>, tensor<3x40xf32> -> tensor<3x45xf32>
  return %0 : tensor<3x45xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%a: tensor<3x5xf64>, %b: tensor<3x40xf64>) -> tensor<3x45xf64> {
  %0 = tg.concat %a, %b axis 1 : tensor<3x5xf64>, tensor<3x40xf64> -> tensor<3x45xf64>
  return %0 : tensor<3x45xf64>
}
