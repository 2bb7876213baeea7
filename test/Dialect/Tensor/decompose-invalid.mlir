// RUN: tg-opt %s --tg-decompose -verify-diagnostics
// RUN: not tg-opt %s --tg-decompose="keep=tg.softmax,tg.sofmax" 2>&1 | FileCheck %s

// Tests that a misspelled op is not kept silently.
// CHECK: error: expected names of ops in keep, but got 'tg.sofmax'

func.func @unknown_size(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error@+1 {{'tg.softmax' op expected sizes that follow from the function's variables, but axis 0 is unknown}}
  %0 = tg.softmax %x axis 1 : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
