// Tests that TOSA ops without a counterpart are refused by name, with the reason.

// RUN: tg-opt --convert-tosa-to-tg --split-input-file --verify-diagnostics %s

func.func @while(%a: tensor<i32>) -> tensor<i32> {
  // expected-error @+1 {{'tosa.while_loop' op cannot be converted to tg: how often it runs is not constant}}
  %0 = tosa.while_loop (%x = %a) : (tensor<i32>) -> tensor<i32> {
    %three = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %p = tosa.greater_equal %three, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %p : tensor<i1>
  } do {
  ^bb0(%x: tensor<i32>):
    %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %y = tosa.add %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %y : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

func.func @average(%x: tensor<1x6x6x3xi8>) -> tensor<1x3x3x3xi8> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{averages of integers are scaled in a way of their own}}
  %0 = tosa.avg_pool2d %x, %zero, %zero {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>,
      pad = array<i64: 0, 0, 0, 0>} : (tensor<1x6x6x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x3xi8>
  return %0 : tensor<1x3x3x3xi8>
}

// -----

func.func @unknown_zero_point(%a: tensor<1x3x4xi8>, %b: tensor<1x4x5xi8>, %z: tensor<1xi8>) -> tensor<1x3x5xi32> {
  // expected-error @+1 {{'tosa.matmul' op cannot be converted to tg: a zero point or shift of its is not constant}}
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x3x4xi8>, tensor<1x4x5xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x5xi32>
  return %0 : tensor<1x3x5xi32>
}

// -----

func.func @variable_size(%a: tensor<?x1xf32>, %b: tensor<1x4xf32>) -> tensor<?x4xf32> {
  // expected-error @+1 {{a size of its does not follow from the function's variables (tg.variables, tg.dims)}}
  %0 = tosa.add %a, %b : (tensor<?x1xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
