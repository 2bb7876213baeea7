// RUN: tg-opt %s --tg-autodiff -split-input-file -verify-diagnostics

// Tests that an op without a gradient is named, and where it was needed.

func.func @bits(%x: tensor<8xf16>) -> tensor<8xf16> {
  // expected-error@+1 {{'tg.bitcast' op has no gradient: it reads the bits of numbers, which jump; tg.detach makes its input a constant}}
  %0 = tg.bitcast %x : tensor<8xf16> to tensor<8xbf16>
  %1 = tg.sum %0 axes [0] : tensor<8xbf16> -> tensor<bf16>
  // expected-note@+1 {{needed here}}
  %2 = tg.grad %1 wrt %x : tensor<bf16> -> tensor<8xf16>
  return %2 : tensor<8xf16>
}

// -----

// Tests that floats that pass through integers as bits are no constants.
func.func @through_bits(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = tg.constant dense<2147483647> : tensor<8xi32>
  %0 = tg.bitcast %x : tensor<8xf32> to tensor<8xi32>
  %1 = tg.and %0, %c : tensor<8xi32>
  // expected-error@+1 {{'tg.bitcast' op has no gradient: it reads the bits of numbers, which jump; tg.detach makes its input a constant}}
  %2 = tg.bitcast %1 : tensor<8xi32> to tensor<8xf32>
  %3 = tg.sum %2 axes [0] : tensor<8xf32> -> tensor<f32>
  // expected-note@+1 {{needed here}}
  %4 = tg.grad %3 wrt %x : tensor<f32> -> tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

// Tests that an op without a gradient that is not on the way is no error.
func.func @no_bits_on_the_way(%x: tensor<8xf16>, %y: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = tg.bitcast %x : tensor<8xf16> to tensor<8xbf16>
  %1 = tg.mul %0, %y : tensor<8xbf16>
  %2 = tg.sum %1 axes [0] : tensor<8xbf16> -> tensor<bf16>
  %3 = tg.grad %2 wrt %y : tensor<bf16> -> tensor<8xbf16>
  return %3 : tensor<8xbf16>
}

// -----

func.func @unknown_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'tg.exp' op expected sizes that follow from the function's variables for its gradient, but got 'tensor<?xf32>'}}
  %0 = tg.exp %x : tensor<?xf32>
  %1 = tg.sum %0 axes [0] : tensor<?xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

func.func @unknown_input(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  // expected-error@+1 {{expected sizes that follow from the function's variables, but axis 0 of 'tensor<?xf32>' is unknown}}
  %0 = tg.grad %y wrt %x : tensor<f32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @two_blocks(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^next
^next:
  // expected-error@+1 {{'tg.grad' op expected a region of one block}}
  %0 = tg.grad %x wrt %x : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @other_block(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  %0 = scf.if %c -> tensor<f32> {
    // expected-error@+1 {{'tg.grad' op expected inputs of its own block}}
    %1 = tg.grad %x wrt %x : tensor<f32> -> tensor<f32>
    scf.yield %1 : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func @region(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  // expected-error@+1 {{'scf.if' op has no gradient}}
  %0 = scf.if %c -> tensor<f32> {
    %1 = tg.exp %x : tensor<f32>
    scf.yield %1 : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  // expected-note@+1 {{needed here}}
  %2 = tg.grad %0 wrt %x : tensor<f32> -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// Tests that an op that cannot know its gradient says why.
func.func @custom(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tg.custom' op has no gradient: what its function computes is not known; tg.detach makes its inputs constants}}
  %0 = tg.custom "f"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.sum %0 axes [0] : tensor<8xf32> -> tensor<f32>
  // expected-note@+1 {{needed here}}
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// Tests that what is detached needs no gradient.
func.func @no_custom_on_the_way(%x: tensor<8xf32>) -> tensor<8xf32> {
  %d = tg.detach %x : tensor<8xf32>
  %0 = tg.custom "f"(%d) : (tensor<8xf32>) -> tensor<8xf32>
  %m = tg.mul %0, %x : tensor<8xf32>
  %1 = tg.sum %m axes [0] : tensor<8xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
