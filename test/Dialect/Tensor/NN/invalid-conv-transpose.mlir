// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the shapes and lists of transposed convolutions.

func.func @types(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf16>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected operands of one element type, but got 'tensor<2x4x5xf32>' and 'tensor<4x3x3xf16>'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<4x3x3xf16> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @ranks(%x: tensor<2x4xf32>, %w: tensor<4x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected input and filter of one rank of at least 3, but got 'tensor<2x4xf32>' and 'tensor<4x3xf32>'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4xf32>, tensor<4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @strides(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected strides from 1 to 2^40, but got 0}}
  %0 = tg.conv_transpose %x, %w strides [0] : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @paddings(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected 1 output paddings, but got 2}}
  %0 = tg.conv_transpose %x, %w output_padding [1, 1] : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @negative(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected output paddings from 0 to 2^40, but got -1}}
  %0 = tg.conv_transpose %x, %w output_padding [-1] : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected groups of at least 1, but got 0}}
  %0 = tg.conv_transpose %x, %w groups 0 : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @groups(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected channels of the input to be a multiple of 3, but got 4}}
  %0 = tg.conv_transpose %x, %w groups 3 : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @channels(%x: tensor<2x4x5xf32>, %w: tensor<6x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected 4 channels in the filter, but got 'tensor<6x3x3xf32>'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<6x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @kernel(%x: tensor<2x4x5xf32>, %w: tensor<4x3x?xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected a filter with a constant size of at least 1 on axis 2, but got 'tensor<4x3x?xf32>'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<4x3x?xf32> -> tensor<2x3x?xf32>
  return
}

// -----

func.func @no_kernel(%x: tensor<2x4x5xf32>, %w: tensor<4x3x0xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected a filter with a constant size of at least 1 on axis 2, but got 'tensor<4x3x0xf32>'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<4x3x0xf32> -> tensor<2x3x4xf32>
  return
}

// -----

func.func @nothing(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected at least one element on axis 2 of the input and the result, but got 'tensor<2x4x5xf32>' and a kernel of size 3}}
  %0 = tg.conv_transpose %x, %w pad_low [4] pad_high [3] : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x0xf32>
  return
}

// -----

func.func @no_input(%x: tensor<2x4x0xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected at least one element on axis 2 of the input and the result, but got 'tensor<2x4x0xf32>' and a kernel of size 3}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x0xf32>, tensor<4x3x3xf32> -> tensor<2x3x2xf32>
  return
}

// -----

func.func @all_cut(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected paddings that leave an element of the input on axis 2, but got 9 and 0}}
  %0 = tg.conv_transpose %x, %w pad_low [9] output_padding [9] : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf32>
  return
}

// -----

func.func @shape(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected size 7 on axis 2 of the result, but got 6}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x6xf32>
  return
}

// -----

func.func @result_type(%x: tensor<2x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'tg.conv_transpose' op expected a result of element type 'f32', but got 'f64'}}
  %0 = tg.conv_transpose %x, %w : tensor<2x4x5xf32>, tensor<4x3x3xf32> -> tensor<2x3x7xf64>
  return
}
