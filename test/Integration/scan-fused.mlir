// Tests that running sums, products and extremes with what feeds and follows them, of
// all kinds of types and axes, agree with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=37 --verify --threads 2 | FileCheck %s
// RUN: tg-run %s --entry all --input random:3 --var n=64 --verify --no-opt | FileCheck %s

// CHECK: result 0 of 'between' {{is (equal|close)}}
func.func @between(%x: tensor<40x300xf32>) -> tensor<40x300xf32> {
  %0 = tg.sin %x : tensor<40x300xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<40x300xf32> -> tensor<40x300xf32>
  %2 = tg.relu %1 : tensor<40x300xf32>
  %3 = tg.add %2, %x : tensor<40x300xf32>
  return %3 : tensor<40x300xf32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<50x300xf32>) -> tensor<50x300xf32> {
  %0 = tg.cumsum %x axis 0 : tensor<50x300xf32> -> tensor<50x300xf32>
  return %0 : tensor<50x300xf32>
}

// CHECK: result 0 of 'from_the_end' {{is (equal|close)}}
func.func @from_the_end(%x: tensor<6x301xf32>) -> tensor<6x301xf32> {
  %0 = tg.flip %x [1] : tensor<6x301xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<6x301xf32> -> tensor<6x301xf32>
  %2 = tg.flip %1 [1] : tensor<6x301xf32>
  return %2 : tensor<6x301xf32>
}

// CHECK: result 0 of 'both_ways' {{is (equal|close)}}
func.func @both_ways(%x: tensor<6x301xf32>) -> tensor<6x301xf32> {
  %0 = tg.flip %x [1] : tensor<6x301xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<6x301xf32> -> tensor<6x301xf32>
  %2 = tg.flip %1 [1] : tensor<6x301xf32>
  %3 = tg.cumsum %x axis 1 : tensor<6x301xf32> -> tensor<6x301xf32>
  %4 = tg.add %2, %3 : tensor<6x301xf32>
  return %4 : tensor<6x301xf32>
}

// CHECK: result 0 of 'exclusive' {{is (equal|close)}}
func.func @exclusive(%x: tensor<6x33xi32>) -> tensor<6x33xi32> {
  %0 = tg.pad %x low [0, 1] high [0, 0] value(0 : i32) : tensor<6x33xi32> -> tensor<6x34xi32>
  %1 = tg.cumsum %0 axis 1 : tensor<6x34xi32> -> tensor<6x34xi32>
  %2 = tg.shrink %1 [0, 0] [6, 33] : tensor<6x34xi32> -> tensor<6x33xi32>
  return %2 : tensor<6x33xi32>
}

// CHECK: result 0 of 'two_axes' {{is (equal|close)}}
func.func @two_axes(%x: tensor<20x33xi32>) -> tensor<20x33xi32> {
  %0 = tg.cumsum %x axis 0 : tensor<20x33xi32> -> tensor<20x33xi32>
  %1 = tg.cumsum %0 axis 1 : tensor<20x33xi32> -> tensor<20x33xi32>
  return %1 : tensor<20x33xi32>
}

// CHECK: result 0 of 'rows_of_softmax' {{is (equal|close)}}
func.func @rows_of_softmax(%x: tensor<40x130xf32>) -> tensor<40x130xf32> {
  %0 = tg.softmax %x axis 1 : tensor<40x130xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<40x130xf32> -> tensor<40x130xf32>
  return %1 : tensor<40x130xf32>
}

// CHECK: result 0 of 'mean_of_scan' {{is (equal|close)}}
func.func @mean_of_scan(%x: tensor<40x130xf32>) -> tensor<40xf32> {
  %0 = tg.cumsum %x axis 1 : tensor<40x130xf32> -> tensor<40x130xf32>
  %1 = tg.mean %0 axes [1] : tensor<40x130xf32> -> tensor<40xf32>
  return %1 : tensor<40xf32>
}

// CHECK: result 0 of 'scan_of_product' {{is (equal|close)}}
func.func @scan_of_product(%x: tensor<40x64xf32>, %y: tensor<64x33xf32>) -> tensor<40x33xf32> {
  %0 = tg.matmul %x, %y : tensor<40x64xf32>, tensor<64x33xf32> -> tensor<40x33xf32>
  %1 = tg.cumsum %0 axis 0 : tensor<40x33xf32> -> tensor<40x33xf32>
  return %1 : tensor<40x33xf32>
}

// CHECK: result 0 of 'bools' {{is (equal|close)}}
// CHECK: result 1 of 'bools' {{is (equal|close)}}
// CHECK: result 2 of 'bools' {{is (equal|close)}}
func.func @bools(%x: tensor<9x70xi1>) -> (tensor<9x70xi32>, tensor<9x70xi1>, tensor<9x70xi1>) {
  %0 = tg.cumsum %x axis 1 : tensor<9x70xi1> -> tensor<9x70xi32>
  %1 = tg.cummax %x axis 1 : tensor<9x70xi1>
  %2 = tg.cummin %x axis 0 : tensor<9x70xi1>
  return %0, %1, %2 : tensor<9x70xi32>, tensor<9x70xi1>, tensor<9x70xi1>
}

// CHECK: result 0 of 'narrow' {{is (equal|close)}}
// CHECK: result 1 of 'narrow' {{is (equal|close)}}
// CHECK: result 2 of 'narrow' {{is (equal|close)}}
func.func @narrow(%x: tensor<9x70xi8>, %y: tensor<9x70xbf16>, %z: tensor<70x9xf16>)
    -> (tensor<9x70xi8>, tensor<9x70xbf16>, tensor<70x9xf16>) {
  %0 = tg.cumprod %x axis 1 : tensor<9x70xi8>
  %1 = tg.cummin %y axis 1 : tensor<9x70xbf16>
  %2 = tg.cumsum %z axis 0 : tensor<70x9xf16> -> tensor<70x9xf16>
  return %0, %1, %2 : tensor<9x70xi8>, tensor<9x70xbf16>, tensor<70x9xf16>
}

// CHECK: result 0 of 'unsigned' {{is (equal|close)}}
func.func @unsigned(%x: tensor<70x9xui64>) -> tensor<70x9xui64> {
  %0 = tg.cummax %x axis 0 : tensor<70x9xui64>
  return %0 : tensor<70x9xui64>
}

// CHECK: result 0 of 'scalar_rows' {{is (equal|close)}}
func.func @scalar_rows(%x: tensor<7x1xf32>) -> tensor<7x1xf32> {
  %0 = tg.cumsum %x axis 1 : tensor<7x1xf32> -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}

// CHECK: result 0 of 'variable_rows' {{is (equal|close)}}
func.func @variable_rows(%x: tensor<5x?xf32> {tg.dims = [5, "n"]}) -> tensor<5x?xf32>
    attributes {tg.variables = {n = [1, 64]}} {
  %0 = tg.cumsum %x axis 1 : tensor<5x?xf32> -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// CHECK: result 0 of 'variable_inside' {{is (equal|close)}}
func.func @variable_inside(%x: tensor<50x?xf32> {tg.dims = [50, "n"]}) -> tensor<50x?xf32>
    attributes {tg.variables = {n = [1, 64]}} {
  %0 = tg.cumsum %x axis 0 : tensor<50x?xf32> -> tensor<50x?xf32>
  return %0 : tensor<50x?xf32>
}
