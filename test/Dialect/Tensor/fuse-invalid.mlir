// RUN: tg-opt %s --tg-fuse --split-input-file --verify-diagnostics

// Tests that a size without a variable is an error.
// expected-error @below {{expected argument 0 to have a size with bounds on axis 0}}
func.func @unbounded(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = tg.exp %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Tests that two variables are not taken for equal.
func.func @unproven(%x: tensor<?xf32> {tg.dims = ["n"]}, %y: tensor<?xf32> {tg.dims = ["m"]}) -> tensor<?xf32>
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  // expected-error @below {{expected sizes of operand 1 and the result on axis 0 to be equal, but got m and n}}
  %0 = tg.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Tests that a shrink that the bounds let leave its operand is an error.
func.func @outside(%x: tensor<16xf32>) -> tensor<4xf32>
    attributes {tg.variables = {i = [0, 13]}} {
  %i = tg.variable "i"
  // expected-error @below {{expected number of elements after the part on axis 0 of at least 0 for all values of the variables}}
  %0 = tg.shrink %x [%i] [4] : tensor<16xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Tests that composite ops must be decomposed before.
func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{is a composite op, which tg-decompose must replace before kernels are made}}
  %0 = tg.softmax %x axis 1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Tests that an index from elsewhere is an error.
func.func @foreign_index(%x: tensor<16xf32>, %i: index) -> tensor<4xf32> {
  // expected-error @below {{operand #1 is not computed from the function's variables}}
  %0 = tg.shrink %x [%i] [4] : tensor<16xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Tests that control flow between blocks is refused.
// expected-error @below {{expected one block to schedule}}
func.func @blocks(%x: tensor<16xf32>) -> tensor<16xf32> {
  cf.br ^next
^next:
  return %x : tensor<16xf32>
}
