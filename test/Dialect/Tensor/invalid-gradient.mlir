// RUN: tg-opt %s -split-input-file -verify-diagnostics

func.func @no_scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tg.grad' op expected a scalar to differentiate, but got 'tensor<4xf32>'}}
  %0 = tg.grad %x wrt %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_input(%x: tensor<f32>) {
  // expected-error@+1 {{'tg.grad' op expected a value to differentiate with respect to}}
  "tg.grad"(%x) : (tensor<f32>) -> ()
  return
}

// -----

func.func @integer(%x: tensor<f32>, %i: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{custom op 'tg.grad' 'gradients' must be variadic of ranked tensor of floating-point type values}}
  %0 = tg.grad %x wrt %i : tensor<f32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @other_type(%x: tensor<f32>, %y: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'tg.grad' op failed to verify that results have the types of the inputs}}
  %0 = "tg.grad"(%x, %y) : (tensor<f32>, tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
