// RUN: tg-opt %s --split-input-file --convert-tg-to-jit --verify-diagnostics

// Tests that an op that no kernel took is an error.

func.func @unscheduled(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected only launches, constants, reshapes and index arithmetic between kernels}}
  %0 = tg.exp2 %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Tests that a size must have a bound that fits.

func.func @too_large(
    // expected-error@+1 {{expected sizes with upper bounds that fit 63 bits, but got 'tensor<?x?xf32>'}}
    %x: tensor<?x?xf32> {tg.dims = ["n", "n"]}) -> tensor<?x?xf32>
    attributes {tg.variables = {n = [1, 9223372036854775807]}} {
  return %x : tensor<?x?xf32>
}

// -----

// expected-error@+1 {{expected tensors only, but got 'index'}}
func.func @not_a_tensor(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func private @dynamic(memref<?xf32>)
func.func @dynamic_output() -> tensor<4xf32> {
  // expected-error@+1 {{expected a kernel whose output 0 is a static memref}}
  %0 = tg.launch @dynamic() : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{expected one block}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// Tests that the inputs of one kernel are on one device.

func.func private @add(memref<4xf32>, memref<4xf32>, memref<4xf32>)
func.func @two_devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.copy %x to "cpu:1" : tensor<4xf32>
  // expected-error@+1 {{'tg.launch' op expected inputs on one device, but got "cpu:1" and "cpu"; tg.copy moves a tensor}}
  %1 = tg.launch @add(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
