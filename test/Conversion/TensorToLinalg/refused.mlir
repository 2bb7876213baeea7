// Tests that what linalg cannot say is refused by name, with the reason.

// RUN: tg-opt --convert-tg-to-linalg --split-input-file --verify-diagnostics %s

func.func @unsigned(%a: tensor<4xui8>) -> tensor<4xui8> {
  // expected-error @+1 {{'tg.add' op cannot be converted to linalg: arith has no ops on unsigned and 8-bit float elements}}
  %0 = tg.add %a, %a : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

func.func @rounds_once(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tg.gelu' op cannot be converted to linalg: arith and math have no op that means the same}}
  %0 = tg.gelu %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @state(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32> {tg.updates = 0 : i64}) {
  // expected-error @+1 {{'tg.assign' op cannot be converted to linalg: nothing there means the same}}
  %0 = tg.assign %a [0], %b : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @value(%a: tensor<8xf32>) -> tensor<4xf32> attributes {tg.variables = {i = [0, 4]}} {
  // expected-error @+1 {{'tg.variable' op cannot be converted to linalg: no axis of an argument has this size}}
  %i = tg.variable "i"
  %0 = tg.shrink %a [%i] [4] : tensor<8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @backwards(%a: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32> attributes {tg.variables = {n = [1, 4]}} {
  // expected-error @+1 {{an axis of variable size cannot be read backwards}}
  %0 = tg.flip %a [0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
