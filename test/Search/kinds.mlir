// Tests the search on kernels with a variable, several results, a row statistic,
// masks, small integers and no element: what it finds is right.

// RUN: tg-run %s --entry all --verify --input random:2 --var n=5 --beam 1 --search-seconds 0.2 --debug 1 2>&1 | FileCheck %s

// CHECK-DAG: search r_n_16: {{[0-9]+}} forms
// CHECK-DAG: result 0 of 'variable' is {{equal|close}}
func.func @variable(%x: tensor<?x16xf32> {tg.dims = ["n", 16]}) -> tensor<?xf32> attributes {tg.variables = {n = [0, 40]}} {
  %0 = tg.sum %x axes [1] : tensor<?x16xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-DAG: result 0 of 'two' is equal
// CHECK-DAG: result 1 of 'two' is equal
func.func @two(%x: tensor<70xi8>) -> (tensor<70xi8>, tensor<70xi1>) {
  %c = tg.constant dense<3> : tensor<70xi8>
  %0 = tg.add %x, %c : tensor<70xi8>
  %1 = tg.cmp lt %0, %x : tensor<70xi8>
  return %0, %1 : tensor<70xi8>, tensor<70xi1>
}

// CHECK-DAG: result 0 of 'rows' is {{equal|close}}
func.func @rows(%x: tensor<9x33xf32>) -> tensor<9x33xf32> {
  %0 = tg.softmax %x axis 1 : tensor<9x33xf32>
  return %0 : tensor<9x33xf32>
}

// CHECK-DAG: result 0 of 'masked' is equal
func.func @masked(%x: tensor<5x7xf16>) -> tensor<11x7xf16> {
  %0 = tg.pad %x low [3, 0] high [3, 0] value(2.0 : f16) : tensor<5x7xf16> -> tensor<11x7xf16>
  return %0 : tensor<11x7xf16>
}

// CHECK-DAG: result 0 of 'none' is equal in all 0 elements
func.func @none(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = tg.exp %x : tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
