// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the shapes and lists of contractions and pooling.

func.func @matmul_types(%a: tensor<2x3xf32>, %b: tensor<3x4xf16>) {
  // expected-error@+1 {{'tg.matmul' op expected operands of one element type, but got 'tensor<2x3xf32>' and 'tensor<3x4xf16>'}}
  %0 = tg.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf16> -> tensor<2x4xf32>
  return
}

// -----

func.func @matmul_result_type(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>) {
  // expected-error@+1 {{'tg.matmul' op expected a result of element type 'i32', but got 'i8'}}
  %0 = tg.matmul %a, %b : tensor<2x3xi8>, tensor<3x4xi8> -> tensor<2x4xi8>
  return
}

// -----

func.func @matmul_vector(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'tg.matmul' op expected operands of one rank of at least 2, but got 'tensor<3xf32>' and 'tensor<3xf32>'}}
  %0 = tg.matmul %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<f32>
  return
}

// -----

func.func @matmul_ranks(%a: tensor<5x2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'tg.matmul' op expected operands of one rank of at least 2, but got 'tensor<5x2x3xf32>' and 'tensor<3x4xf32>'}}
  %0 = tg.matmul %a, %b : tensor<5x2x3xf32>, tensor<3x4xf32> -> tensor<5x2x4xf32>
  return
}

// -----

func.func @matmul_batch(%a: tensor<5x2x3xf32>, %b: tensor<1x3x4xf32>) {
  // expected-error@+1 {{'tg.matmul' op expected operands of one size on batch axis 0, but got 'tensor<5x2x3xf32>' and 'tensor<1x3x4xf32>'}}
  %0 = tg.matmul %a, %b : tensor<5x2x3xf32>, tensor<1x3x4xf32> -> tensor<5x2x4xf32>
  return
}

// -----

func.func @matmul_inner(%a: tensor<2x3xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{'tg.matmul' op expected 3 rows in the right operand, but got 'tensor<4x4xf32>'}}
  %0 = tg.matmul %a, %b : tensor<2x3xf32>, tensor<4x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @matmul_result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'tg.matmul' op expected size 4 on axis 1 of the result, but got 3}}
  %0 = tg.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @conv_types(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf16>) {
  // expected-error@+1 {{'tg.conv' op expected operands of one element type, but got 'tensor<1x2x8xf32>' and 'tensor<4x2x3xf16>'}}
  %0 = tg.conv %x, %w : tensor<1x2x8xf32>, tensor<4x2x3xf16> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_rank(%x: tensor<1x2xf32>, %w: tensor<4x2xf32>) {
  // expected-error@+1 {{'tg.conv' op expected input and filter of one rank of at least 3, but got 'tensor<1x2xf32>' and 'tensor<4x2xf32>'}}
  %0 = tg.conv %x, %w : tensor<1x2xf32>, tensor<4x2xf32> -> tensor<1x4xf32>
  return
}

// -----

func.func @conv_ranks(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected input and filter of one rank of at least 3, but got 'tensor<1x2x8x8xf32>' and 'tensor<4x2x3xf32>'}}
  %0 = tg.conv %x, %w : tensor<1x2x8x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6x6xf32>
  return
}

// -----

func.func @conv_strides(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected 1 strides, but got 2}}
  %0 = tg.conv %x, %w strides [1, 1] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_stride_zero(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected strides from 1 to 2^40, but got 0}}
  %0 = tg.conv %x, %w strides [0] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_dilation_zero(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected dilations from 1 to 2^40, but got 0}}
  %0 = tg.conv %x, %w dilations [0] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_dilation_huge(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected dilations from 1 to 2^40, but got 9223372036854775807}}
  %0 = tg.conv %x, %w dilations [9223372036854775807] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_pad_low(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected low paddings from 0 to 2^40, but got -1}}
  %0 = tg.conv %x, %w pad_low [-1] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x5xf32>
  return
}

// -----

func.func @conv_pad_high(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected 1 high paddings, but got 0}}
  %0 = tg.conv %x, %w pad_high [] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_groups(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected groups of at least 1, but got 0}}
  %0 = tg.conv %x, %w groups 0 : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_input_groups(%x: tensor<1x3x8xf32>, %w: tensor<4x1x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected channels of the input to be a multiple of 2, but got 3}}
  %0 = tg.conv %x, %w groups 2 : tensor<1x3x8xf32>, tensor<4x1x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_result_groups(%x: tensor<1x2x8xf32>, %w: tensor<3x1x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected channels of the result to be a multiple of 2, but got 3}}
  %0 = tg.conv %x, %w groups 2 : tensor<1x2x8xf32>, tensor<3x1x3xf32> -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_channels(%x: tensor<1x4x8xf32>, %w: tensor<4x4x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected 2 channels in the filter, but got 'tensor<4x4x3xf32>'}}
  %0 = tg.conv %x, %w groups 2 : tensor<1x4x8xf32>, tensor<4x4x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_empty_filter(%x: tensor<1x2x8xf32>, %w: tensor<4x2x0xf32>) {
  // expected-error@+1 {{'tg.conv' op expected a filter with at least one element on axis 2, but got 'tensor<4x2x0xf32>'}}
  %0 = tg.conv %x, %w : tensor<1x2x8xf32>, tensor<4x2x0xf32> -> tensor<1x4x9xf32>
  return
}

// -----

func.func @conv_fit(%x: tensor<1x2x4xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected the filter to fit into the padded input on axis 2, but got 'tensor<4x2x3xf32>' for 'tensor<1x2x4xf32>'}}
  %0 = tg.conv %x, %w dilations [2] : tensor<1x2x4xf32>, tensor<4x2x3xf32> -> tensor<1x4x0xf32>
  return
}

// -----

func.func @conv_result(%x: tensor<1x2x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'tg.conv' op expected size 3 on axis 2 of the result, but got 4}}
  %0 = tg.conv %x, %w strides [2] : tensor<1x2x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x4xf32>
  return
}

// -----

func.func @pool_type(%x: tensor<1x2x8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected a result of element type 'f32', but got 'f16'}}
  %0 = tg.max_pool %x kernel [2] : tensor<1x2x8xf32> -> tensor<1x2x4xf16>
  return
}

// -----

func.func @pool_nothing(%x: tensor<1x2x8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected from 1 to 3 kernel sizes, but got 0}}
  %0 = tg.max_pool %x kernel [] : tensor<1x2x8xf32> -> tensor<1x2x8xf32>
  return
}

// -----

func.func @pool_rank(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected from 1 to 1 kernel sizes, but got 2}}
  %0 = tg.max_pool %x kernel [2, 2] : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @pool_kernel_zero(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected kernel sizes of at least 1, but got 0}}
  %0 = tg.max_pool %x kernel [0] : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @pool_strides(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected 1 strides, but got 2}}
  %0 = tg.max_pool %x kernel [2] strides [1, 1] : tensor<8xf32> -> tensor<7xf32>
  return
}

// -----

func.func @pool_fit(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected the kernel to fit into the padded input on axis 0, but got size 9 for 'tensor<8xf32>'}}
  %0 = tg.max_pool %x kernel [9] : tensor<8xf32> -> tensor<0xf32>
  return
}

// -----

func.func @pool_kernel_huge(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected the kernel to fit into the padded input on axis 0, but got size 9223372036854775807 for 'tensor<8xf32>'}}
  %0 = tg.max_pool %x kernel [9223372036854775807] dilations [4] : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

// Tests that a first window wholly before the input is refused.
func.func @pool_low(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected every window to have an element of the input on axis 0, but got paddings 2 and 0 of a kernel of size 2}}
  %0 = tg.max_pool %x kernel [2] pad_low [2] : tensor<8xf32> -> tensor<5xf32>
  return
}

// -----

// Tests that a last window wholly behind the input is refused.
func.func @pool_high(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected every window to have an element of the input on axis 0, but got paddings 0 and 2 of a kernel of size 2}}
  %0 = tg.max_pool %x kernel [2] pad_high [2] : tensor<8xf32> -> tensor<5xf32>
  return
}

// -----

// Tests that so is one that might be, for a dynamic size.
func.func @pool_high_dynamic(%x: tensor<?xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected every window to have an element of the input on axis 0, but got paddings 0 and 2 of a kernel of size 2}}
  %0 = tg.max_pool %x kernel [2] pad_high [2] : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

// Tests that a window whose elements lie on both sides of the input is refused.
func.func @pool_around(%x: tensor<1xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected every window to have an element of the input on axis 0, but got paddings 1 and 1 of a kernel of size 2}}
  %0 = tg.max_pool %x kernel [2] dilations [2] pad_low [1] pad_high [1] : tensor<1xf32> -> tensor<1xf32>
  return
}

// -----

func.func @pool_of_nothing(%x: tensor<0xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected every window to have an element of the input on axis 0}}
  %0 = tg.max_pool %x kernel [2] pad_low [1] pad_high [1] : tensor<0xf32> -> tensor<1xf32>
  return
}

// -----

func.func @pool_result(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.max_pool' op expected size 4 on axis 0 of the result, but got 7}}
  %0 = tg.max_pool %x kernel [2] : tensor<8xf32> -> tensor<7xf32>
  return
}
