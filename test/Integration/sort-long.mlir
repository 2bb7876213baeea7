// Tests that sorting long axes agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'equal' {{is (equal|close)}}
// CHECK: result 1 of 'equal' {{is (equal|close)}}
func.func @equal(%x: tensor<100xi1>) -> (tensor<100xi1>, tensor<100xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<100xi1> -> tensor<100xi32>
  return %v, %i : tensor<100xi1>, tensor<100xi32>
}

// CHECK: result 0 of 'middle' {{is (equal|close)}}
// CHECK: result 1 of 'middle' {{is (equal|close)}}
func.func @middle(%x: tensor<2x70x2xf32>) -> (tensor<2x70x2xf32>, tensor<2x70x2xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<2x70x2xf32> -> tensor<2x70x2xi32>
  return %v, %i : tensor<2x70x2xf32>, tensor<2x70x2xi32>
}

// CHECK: result 0 of 'wide' {{is (equal|close)}}
// CHECK: result 1 of 'wide' {{is (equal|close)}}
func.func @wide(%x: tensor<80xf64>) -> (tensor<80xf64>, tensor<80xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<80xf64> -> tensor<80xi32>
  return %v, %i : tensor<80xf64>, tensor<80xi32>
}

// CHECK: result 0 of 'wide_down' {{is (equal|close)}}
// CHECK: result 1 of 'wide_down' {{is (equal|close)}}
func.func @wide_down(%x: tensor<2x90xi64>) -> (tensor<2x90xi64>, tensor<2x90xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<2x90xi64> -> tensor<2x90xi32>
  return %v, %i : tensor<2x90xi64>, tensor<2x90xi32>
}

// CHECK: result 0 of 'narrow' {{is (equal|close)}}
// CHECK: result 1 of 'narrow' {{is (equal|close)}}
func.func @narrow(%x: tensor<300xui8>) -> (tensor<300xui8>, tensor<300xi32>) {
  %v, %i = tg.sort %x axis 0 descending : tensor<300xui8> -> tensor<300xi32>
  return %v, %i : tensor<300xui8>, tensor<300xi32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
// CHECK: result 1 of 'long' {{is (equal|close)}}
func.func @long(%x: tensor<1x1000xf32>) -> (tensor<1x1000xf32>, tensor<1x1000xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<1x1000xf32> -> tensor<1x1000xi32>
  return %v, %i : tensor<1x1000xf32>, tensor<1x1000xi32>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
// CHECK: result 1 of 'variable' {{is (equal|close)}}
func.func @variable(%a: tensor<?x9xf16> {tg.dims = ["n", 9]}) -> (tensor<?xf16>, tensor<?xi32>)
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = arith.constant 9 : index
  %m = arith.muli %n, %c : index
  %x = tg.reshape %a [%m] : tensor<?x9xf16> -> tensor<?xf16>
  %v, %i = tg.sort %x axis 0 : tensor<?xf16> -> tensor<?xi32>
  return %v, %i : tensor<?xf16>, tensor<?xi32>
}
