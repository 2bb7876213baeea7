// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the lists and sizes of windows, pooling and transposed convolution.

func.func @no_kernel(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected from 1 to 2 kernel sizes, but got 0}}
  %0 = tg.windows %x kernel [] : tensor<2x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @kernel_rank(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected from 1 to 2 kernel sizes, but got 3}}
  %0 = tg.windows %x kernel [1, 1, 1] : tensor<2x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @kernel_size(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected kernel sizes of at least 1, but got 0}}
  %0 = tg.windows %x kernel [0] : tensor<2x8xf32> -> tensor<2x8x0xf32>
  return
}

// -----

func.func @strides(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected 1 strides, but got 2}}
  %0 = tg.windows %x kernel [2] strides [1, 1] : tensor<2x8xf32> -> tensor<2x7x2xf32>
  return
}

// -----

func.func @padding(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected low paddings from 0 to 2^40, but got -1}}
  %0 = tg.windows %x kernel [2] pad_low [-1] : tensor<2x8xf32> -> tensor<2x7x2xf32>
  return
}

// -----

func.func @too_large(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected the kernel to fit into the padded input on axis 1, but got size 9 for 'tensor<2x8xf32>'}}
  %0 = tg.windows %x kernel [9] : tensor<2x8xf32> -> tensor<2x0x9xf32>
  return
}

// -----

func.func @value_type(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected a padding value of type 'f32', but got 0 : i32}}
  %0 = tg.windows %x kernel [2] value(0 : i32) : tensor<2x8xf32> -> tensor<2x7x2xf32>
  return
}

// -----

func.func @windows_shape(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.windows' op expected size 2 on axis 2 of the result, but got 3}}
  %0 = tg.windows %x kernel [2] : tensor<2x8xf32> -> tensor<2x7x3xf32>
  return
}

// -----

func.func @avg_kernel(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.avg_pool' op expected kernel sizes of at least 1, but got 0}}
  %0 = tg.avg_pool %x kernel [0] : tensor<2x8xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @avg_untouched(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.avg_pool' op expected every window to have an element of the input on axis 1, but got paddings 2 and 0 of a kernel of size 2}}
  %0 = tg.avg_pool %x kernel [2] pad_low [2] : tensor<2x8xf32> -> tensor<2x5xf32>
  return
}

// -----

func.func @avg_type(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.avg_pool' op expected a result of element type 'f32', but got 'f16'}}
  %0 = tg.avg_pool %x kernel [2] : tensor<2x8xf32> -> tensor<2x4xf16>
  return
}

// -----

func.func @avg_shape(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.avg_pool' op expected size 4 on axis 1 of the result, but got 5}}
  %0 = tg.avg_pool %x kernel [2] : tensor<2x8xf32> -> tensor<2x5xf32>
  return
}

// -----

func.func @avg_integers(%x: tensor<2x8xi32>) {
  // expected-error@+1 {{'tg.avg_pool' op operand #0 must be ranked tensor of floating-point type values without an encoding, of less than 2^63 bytes, but got 'tensor<2x8xi32>'}}
  %0 = tg.avg_pool %x kernel [2] : tensor<2x8xi32> -> tensor<2x4xi32>
  return
}

// -----

func.func @argmax_untouched(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.argmax_pool' op expected every window to have an element of the input on axis 1, but got paddings 0 and 2 of a kernel of size 2}}
  %0 = tg.argmax_pool %x kernel [2] pad_high [2] : tensor<2x8xf32> -> tensor<2x5xi32>
  return
}

// -----

func.func @argmax_type(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.argmax_pool' op result #0 must be ranked tensor of 32-bit signless integer values without an encoding, of less than 2^63 bytes, but got 'tensor<2x4xi64>'}}
  %0 = tg.argmax_pool %x kernel [2] : tensor<2x8xf32> -> tensor<2x4xi64>
  return
}

// -----

func.func @argmax_size(%x: tensor<65536x65536xi8>) {
  // expected-error@+1 {{'tg.argmax_pool' op expected less than 2^31 elements on the pooled axes, but got 'tensor<65536x65536xi8>'}}
  %0 = tg.argmax_pool %x kernel [2, 2] : tensor<65536x65536xi8> -> tensor<32768x32768xi32>
  return
}
