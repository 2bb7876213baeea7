// RUN: tg-opt %s --tg-verify-shapes --split-input-file -verify-diagnostics

// Tests that sizes that depend on variables must fit where tensors are joined or
// indexed.

func.func @concat(%a: tensor<4x?xf32> {tg.dims = [4, "n"]}, %b: tensor<4x?xf32> {tg.dims = [4, "m"]})
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  // expected-error@+1 {{expected sizes of operands 0 and 1 on axis 1 to be equal, but got n and m}}
  %0 = tg.concat %a, %b axis 0 : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<8x?xf32>
  return
}

// -----

func.func @repeat(%a: tensor<4xf32>) attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %c = arith.constant 2 : index
  %m = arith.subi %n, %c : index
  // expected-error@+1 {{to have a size of at least 0 on axis 0}}
  %0 = tg.repeat %a [%m] : tensor<4xf32> -> tensor<?xf32>
  return
}

// -----

func.func @repeat_nothing(%a: tensor<0xf32>) attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %c = arith.constant 2 : index
  %m = arith.subi %n, %c : index
  // expected-error@+1 {{expected count on axis 0 of at least 0 for all values of the variables, but got n - 2, which may be -1}}
  %0 = tg.repeat %a [%m] : tensor<0xf32> -> tensor<?xf32>
  return
}

// -----

func.func @stack(%a: tensor<?xf32> {tg.dims = ["n"]}, %b: tensor<?xf32> {tg.dims = ["m"]})
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  // expected-error@+1 {{expected sizes of operands 0 and 1 on axis 0 to be equal, but got n and m}}
  %0 = tg.stack %a, %b axis 0 : tensor<?xf32>, tensor<?xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @gather(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %i: tensor<2x?xi32> {tg.dims = [2, "m"]})
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  // expected-error@+1 {{expected sizes of input and index on axis 1 to be equal, but got n and m}}
  %0 = tg.gather %x, %i axis 0 : tensor<4x?xf32>, tensor<2x?xi32> -> tensor<2x?xf32>
  return
}

// -----

func.func @scatter(%x: tensor<4xf32>, %i: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xf32> {tg.dims = ["m"]})
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  // expected-error@+1 {{expected sizes of index and updates on axis 0 to be equal, but got n and m}}
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<4xf32>, tensor<?xi32>, tensor<?xf32>
  return
}

// -----

func.func @topk(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [2, 8]}} {
  // expected-error@+1 {{expected size on axis 0 of at least 3 for all values of the variables, but got n, which may be 2}}
  %v, %i = tg.topk %x axis 0 k 3 : tensor<?xf32> -> tensor<3xf32>, tensor<3xi32>
  return
}

// -----

func.func @rand(%k: tensor<2xui32>) attributes {tg.variables = {n = [1, 2000000000]}} {
  %n = tg.variable "n"
  // expected-error@+1 {{expected number of elements left below 2^32 - 1 words of at least 0 for all values of the variables}}
  %0 = tg.rand %k, %k [%n, 4] : tensor<2xui32> -> tensor<?x4xf32>
  return
}
