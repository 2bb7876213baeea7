// Tests that the verifiers say what they expected.

func.func @channels(%x: tensor<2x4x8x8xf32>) {
  // expected-error @below {{expected 3 channels, but got 4}}
  %0 = image.gray %x : tensor<2x4x8x8xf32> -> tensor<2x1x8x8xf32>
  return
}

// -----

func.func @result(%x: tensor<2x3x8x8xf32>) {
  // expected-error @below {{expected a result of type 'tensor<2x1x8x8xf32>', but got 'tensor<2x1x8x9xf32>'}}
  %0 = image.gray %x : tensor<2x3x8x8xf32> -> tensor<2x1x8x9xf32>
  return
}

// -----

func.func @radius(%x: tensor<2x3x8x8xf32>) {
  // expected-error @below {{attribute 'radius' failed to satisfy constraint}}
  %0 = image.blur %x radius -1 : tensor<2x3x8x8xf32>
  return
}

// -----

func.func @dynamic(%x: tensor<?x3x8x8xf32>) {
  // expected-error @below {{must be 4-d tensor of f32 with constant sizes}}
  %0 = image.stretch %x : tensor<?x3x8x8xf32>
  return
}
