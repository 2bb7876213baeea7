// RUN: tg-opt %s --tg-verify-shapes --split-input-file -verify-diagnostics

// Tests that a part that is assigned must lie inside for all values of the
// variables.

func.func @offset(%a: tensor<8xf32>, %b: tensor<1xf32>) attributes {tg.variables = {i = [0, 8]}} {
  %i = tg.variable "i"
  // expected-error@+1 {{expected number of elements after the part on axis 0 of at least 0 for all values of the variables, but got}}
  %0 = tg.assign %a [%i], %b : tensor<8xf32>, tensor<1xf32>
  return
}

// -----

func.func @negative(%a: tensor<8xf32>, %b: tensor<1xf32>) attributes {tg.variables = {i = [0, 7]}} {
  %i = tg.variable "i"
  %c = arith.constant 1 : index
  %j = arith.subi %i, %c : index
  // expected-error@+1 {{expected offset on axis 0 of at least 0 for all values of the variables, but got i - 1, which may be -1}}
  %0 = tg.assign %a [%j], %b : tensor<8xf32>, tensor<1xf32>
  return
}

// -----

func.func @unbounded(%n: index) {
  // expected-error@+1 {{to have a size with bounds on axis 0}}
  %0 = tg.empty [%n] : tensor<?xf32>
  return
}
