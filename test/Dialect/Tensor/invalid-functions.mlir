// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the types that functions of elements take, and what summaries verify.

func.func @integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of floating-point type values}}
  %0 = tg.gelu %x : tensor<4xi32>
  return
}

// -----

func.func @truth_values(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.pow %x, %x : tensor<4xi1>
  return
}

// -----

func.func @no_bounds_of_truth_values(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.clamp %x, %x, %x : tensor<4xi1>
  return
}

// -----

func.func @one_type(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error@+1 {{op requires the same type for all operands and results}}
  %0 = "tg.mulacc"(%x, %x, %y) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @class_is_truth(%x: tensor<4xf32>) {
  // expected-error@+1 {{op failed to verify that result has the operand's shape and element type i1}}
  %0 = "tg.is_nan"(%x) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @result_of_any(%x: tensor<4xf32>) {
  // expected-error@+1 {{op result #0 must be ranked tensor of boolean type values}}
  %0 = tg.any %x axes [0] : tensor<4xf32> -> tensor<f32>
  return
}

// -----

func.func @shape_of_all(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{op expected size 4 on axis 0 of the result, but got 8}}
  %0 = tg.all %x axes [1] : tensor<4x8xf32> -> tensor<8xi1>
  return
}

// -----

func.func @axes_of_any(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{op expected axes from 0 to 1, but got 2}}
  %0 = tg.any %x axes [2] : tensor<4x8xf32> -> tensor<4x8xi1>
  return
}

// -----

func.func @mean_of_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of floating-point type values}}
  %0 = tg.mean %x axes [0] : tensor<4xi32> -> tensor<f32>
  return
}

// -----

func.func @mean_keeps_type(%x: tensor<4xf16>) {
  // expected-error@+1 {{op expected a result of element type 'f16', but got 'f32'}}
  %0 = tg.mean %x axes [0] : tensor<4xf16> -> tensor<f32>
  return
}

// -----

func.func @var_shape(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{op expected a result of rank 1, but got 'tensor<4x1xf32>'}}
  %0 = tg.var %x axes [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @negative_correction(%x: tensor<4xf32>) {
  // expected-error@+1 {{op expected a correction of at least 0, but got -1}}
  %0 = tg.var %x axes [0] correction -1 : tensor<4xf32> -> tensor<f32>
  return
}
