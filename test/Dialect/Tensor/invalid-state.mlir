// RUN: tg-opt %s --split-input-file -verify-diagnostics

// Tests that wrong ops with memory and functions are reported.

func.func @empty_sizes() {
  // expected-error@+1 {{expected size 3 on axis 0 of the result, but got 4}}
  %0 = tg.empty [3] : tensor<4xf32>
  return
}

// -----

func.func @assign_to_a_result(%a: tensor<4xf32>) {
  // expected-note@+1 {{but got this value}}
  %0 = tg.neg %a : tensor<4xf32>
  // expected-error@+1 {{expected an argument, tg.empty, an assigned tensor or a reshape of one to assign to}}
  %1 = tg.assign %0 [0], %a : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @assign_rank(%a: tensor<4xf32>, %b: tensor<4x1xf32>) {
  // expected-error@+1 {{expected a value of rank 1, but got 'tensor<4x1xf32>'}}
  %1 = tg.assign %a [0], %b : tensor<4xf32>, tensor<4x1xf32>
  return
}

// -----

func.func @assign_offsets(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected 1 offsets, but got 2}}
  %1 = tg.assign %a [0, 0], %a : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @assign_outside(%a: tensor<4xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{expected a part within 4 elements on axis 0, but got offset 3 and size 2}}
  %1 = tg.assign %a [3], %b : tensor<4xf32>, tensor<2xf32>
  return
}

// -----

func.func @custom_name(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected the name of a function, but got none}}
  %1 = tg.custom ""(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_results(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected at least one result, but got none}}
  tg.custom "f"(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @custom_sizes(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected results of constant sizes, but got 'tensor<?xf32>'}}
  %1 = tg.custom "f"(%a) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @device(%a: tensor<4xf32>) {
  // expected-error@+1 {{'tg.copy' op expected the name of a device, but got none}}
  %0 = tg.copy %a to "" : tensor<4xf32>
  return
}
