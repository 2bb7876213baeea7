// Tests that gathering elements, in and out of bounds, agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' {{is (equal|close)}}
func.func @rows(%x: tensor<50x6xf32>, %r: tensor<9x6xi32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<55> : tensor<9x6xi32>
  %i = tg.mod %r, %c : tensor<9x6xi32>
  %0 = tg.gather %x, %i axis 0 : tensor<50x6xf32>, tensor<9x6xi32> -> tensor<9x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<5x60xf32>, %r: tensor<5x31xi64>) -> tensor<5x31xf32> {
  %c = tg.constant dense<60> : tensor<5x31xi64>
  %i = tg.mod %r, %c : tensor<5x31xi64>
  %0 = tg.gather %x, %i axis 1 : tensor<5x60xf32>, tensor<5x31xi64> -> tensor<5x31xf32>
  return %0 : tensor<5x31xf32>
}

// CHECK: result 0 of 'embedding' {{is (equal|close)}}
func.func @embedding(%x: tensor<100x32xf32>, %r: tensor<7xui32>) -> tensor<7x32xf32> {
  %c = tg.constant dense<101> : tensor<7xui32>
  %i = tg.mod %r, %c : tensor<7xui32>
  %j = tg.reshape %i [7, 1] : tensor<7xui32> -> tensor<7x1xui32>
  %k = tg.expand %j [7, 32] : tensor<7x1xui32> -> tensor<7x32xui32>
  %0 = tg.gather %x, %k axis 0 : tensor<100x32xf32>, tensor<7x32xui32> -> tensor<7x32xf32>
  %1 = tg.relu %0 : tensor<7x32xf32>
  return %1 : tensor<7x32xf32>
}

// CHECK: result 0 of 'of_a_result' {{is (equal|close)}}
func.func @of_a_result(%x: tensor<50x6xf32>, %r: tensor<9x6xi32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<51> : tensor<9x6xi32>
  %i = tg.mod %r, %c : tensor<9x6xi32>
  %y = tg.exp %x : tensor<50x6xf32>
  %0 = tg.gather %y, %i axis 0 : tensor<50x6xf32>, tensor<9x6xi32> -> tensor<9x6xf32>
  %1 = tg.add %0, %0 : tensor<9x6xf32>
  return %1 : tensor<9x6xf32>
}

// CHECK: result 0 of 'twice' {{is (equal|close)}}
func.func @twice(%x: tensor<70xf64>, %r: tensor<70xi32>) -> tensor<70xf64> {
  %c = tg.constant dense<71> : tensor<70xi32>
  %i = tg.mod %r, %c : tensor<70xi32>
  %j = tg.gather %i, %i axis 0 : tensor<70xi32>, tensor<70xi32> -> tensor<70xi32>
  %0 = tg.gather %x, %j axis 0 : tensor<70xf64>, tensor<70xi32> -> tensor<70xf64>
  return %0 : tensor<70xf64>
}

// CHECK: result 0 of 'into_a_sum' {{is (equal|close)}}
func.func @into_a_sum(%x: tensor<30x8xf32>, %r: tensor<5x8xi32>) -> tensor<5xf32> {
  %c = tg.constant dense<30> : tensor<5x8xi32>
  %i = tg.mod %r, %c : tensor<5x8xi32>
  %0 = tg.gather %x, %i axis 0 : tensor<30x8xf32>, tensor<5x8xi32> -> tensor<5x8xf32>
  %1 = tg.sum %0 axes [1] : tensor<5x8xf32> -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// CHECK: result 0 of 'outside' {{is (equal|close)}}
func.func @outside(%x: tensor<8xf32>, %i: tensor<64xi32>) -> tensor<64xf32> {
  %0 = tg.gather %x, %i axis 0 : tensor<8xf32>, tensor<64xi32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK: result 0 of 'of_nothing' {{is (equal|close)}}
func.func @of_nothing(%x: tensor<0x3xf32>, %i: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %0 = tg.gather %x, %i axis 0 : tensor<0x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%x: tensor<5x3xf32>, %i: tensor<0x3xi32>) -> tensor<0x3xf32> {
  %0 = tg.gather %x, %i axis 0 : tensor<5x3xf32>, tensor<0x3xi32> -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
func.func @variable(%x: tensor<?x4xf32> {tg.dims = ["n", 4]}, %r: tensor<5x4xi32>) -> tensor<5x4xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %c = tg.constant dense<17> : tensor<5x4xi32>
  %i = tg.mod %r, %c : tensor<5x4xi32>
  %0 = tg.gather %x, %i axis 0 : tensor<?x4xf32>, tensor<5x4xi32> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK: result 0 of 'variable_index' {{is (equal|close)}}
func.func @variable_index(%x: tensor<9x?xf32> {tg.dims = [9, "n"]}, %i: tensor<3x?xui8> {tg.dims = [3, "n"]}) -> tensor<3x?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.gather %x, %i axis 0 : tensor<9x?xf32>, tensor<3x?xui8> -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%x: tensor<40xi1>, %r: tensor<50xui8>) -> tensor<50xi1> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xi1>, tensor<50xui8> -> tensor<50xi1>
  return %0 : tensor<50xi1>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%x: tensor<40xi8>, %r: tensor<50xui8>) -> tensor<50xi8> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xi8>, tensor<50xui8> -> tensor<50xi8>
  return %0 : tensor<50xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%x: tensor<40xi16>, %r: tensor<50xui8>) -> tensor<50xi16> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xi16>, tensor<50xui8> -> tensor<50xi16>
  return %0 : tensor<50xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%x: tensor<40xi32>, %r: tensor<50xui8>) -> tensor<50xi32> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xi32>, tensor<50xui8> -> tensor<50xi32>
  return %0 : tensor<50xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%x: tensor<40xi64>, %r: tensor<50xui8>) -> tensor<50xi64> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xi64>, tensor<50xui8> -> tensor<50xi64>
  return %0 : tensor<50xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%x: tensor<40xui8>, %r: tensor<50xui8>) -> tensor<50xui8> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xui8>, tensor<50xui8> -> tensor<50xui8>
  return %0 : tensor<50xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%x: tensor<40xui16>, %r: tensor<50xui8>) -> tensor<50xui16> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xui16>, tensor<50xui8> -> tensor<50xui16>
  return %0 : tensor<50xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%x: tensor<40xui32>, %r: tensor<50xui8>) -> tensor<50xui32> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xui32>, tensor<50xui8> -> tensor<50xui32>
  return %0 : tensor<50xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%x: tensor<40xui64>, %r: tensor<50xui8>) -> tensor<50xui64> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xui64>, tensor<50xui8> -> tensor<50xui64>
  return %0 : tensor<50xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%x: tensor<40xf8E4M3FN>, %r: tensor<50xui8>) -> tensor<50xf8E4M3FN> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf8E4M3FN>, tensor<50xui8> -> tensor<50xf8E4M3FN>
  return %0 : tensor<50xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%x: tensor<40xf8E5M2>, %r: tensor<50xui8>) -> tensor<50xf8E5M2> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf8E5M2>, tensor<50xui8> -> tensor<50xf8E5M2>
  return %0 : tensor<50xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%x: tensor<40xf16>, %r: tensor<50xui8>) -> tensor<50xf16> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf16>, tensor<50xui8> -> tensor<50xf16>
  return %0 : tensor<50xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%x: tensor<40xbf16>, %r: tensor<50xui8>) -> tensor<50xbf16> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xbf16>, tensor<50xui8> -> tensor<50xbf16>
  return %0 : tensor<50xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%x: tensor<40xf32>, %r: tensor<50xui8>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xui8> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%x: tensor<40xf64>, %r: tensor<50xui8>) -> tensor<50xf64> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf64>, tensor<50xui8> -> tensor<50xf64>
  return %0 : tensor<50xf64>
}

// CHECK: result 0 of 'index_i8' {{is (equal|close)}}
func.func @index_i8(%x: tensor<40xf32>, %r: tensor<50xi8>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xi8>
  %i = tg.mod %r, %c : tensor<50xi8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xi8> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_i16' {{is (equal|close)}}
func.func @index_i16(%x: tensor<40xf32>, %r: tensor<50xi16>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xi16>
  %i = tg.mod %r, %c : tensor<50xi16>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xi16> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_i32' {{is (equal|close)}}
func.func @index_i32(%x: tensor<40xf32>, %r: tensor<50xi32>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xi32>
  %i = tg.mod %r, %c : tensor<50xi32>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xi32> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_i64' {{is (equal|close)}}
func.func @index_i64(%x: tensor<40xf32>, %r: tensor<50xi64>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xi64>
  %i = tg.mod %r, %c : tensor<50xi64>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xi64> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_ui8' {{is (equal|close)}}
func.func @index_ui8(%x: tensor<40xf32>, %r: tensor<50xui8>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xui8>
  %i = tg.mod %r, %c : tensor<50xui8>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xui8> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_ui16' {{is (equal|close)}}
func.func @index_ui16(%x: tensor<40xf32>, %r: tensor<50xui16>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xui16>
  %i = tg.mod %r, %c : tensor<50xui16>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xui16> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_ui32' {{is (equal|close)}}
func.func @index_ui32(%x: tensor<40xf32>, %r: tensor<50xui32>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xui32>
  %i = tg.mod %r, %c : tensor<50xui32>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xui32> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// CHECK: result 0 of 'index_ui64' {{is (equal|close)}}
func.func @index_ui64(%x: tensor<40xf32>, %r: tensor<50xui64>) -> tensor<50xf32> {
  %c = tg.constant dense<42> : tensor<50xui64>
  %i = tg.mod %r, %c : tensor<50xui64>
  %0 = tg.gather %x, %i axis 0 : tensor<40xf32>, tensor<50xui64> -> tensor<50xf32>
  return %0 : tensor<50xf32>
}
