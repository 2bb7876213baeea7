// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the labels and numbers of cross entropy.

func.func @axis(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected axes from 0 to 1, but got 2}}
  %0 = tg.cross_entropy %x, %l axis 2 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return
}

// -----

func.func @no_classes(%x: tensor<6x0xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected at least one class along axis 1, but got 'tensor<6x0xf32>'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x0xf32>, tensor<6xi32> -> tensor<f32>
  return
}

// -----

func.func @smoothing(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected smoothing from 0 to 1, but got 1.500000e+00}}
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 1.5 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return
}

// -----

func.func @nan_smoothing(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected smoothing from 0 to 1, but got nan}}
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0x7FF8000000000000 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return
}

// -----

func.func @label_type(%x: tensor<6x5xf32>, %l: tensor<6x5xf16>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected labels of an integer type or of the logits' type, but got 'tensor<6x5xf16>'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<6x5xf16> -> tensor<f32>
  return
}

// -----

func.func @label_size(%x: tensor<6x5xf32>, %l: tensor<5xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected labels of sizes [6], but got 'tensor<5xi32>'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<5xi32> -> tensor<f32>
  return
}

// -----

func.func @probability_size(%x: tensor<6x5xf32>, %l: tensor<6xf32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected labels of sizes [6, 5], but got 'tensor<6xf32>'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<6xf32> -> tensor<f32>
  return
}

// -----

func.func @ignored_probability(%x: tensor<6x5xf32>, %l: tensor<6x5xf32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected labels of an integer type with ignore_index, but got 'tensor<6x5xf32>'}}
  %0 = tg.cross_entropy %x, %l axis 1 ignore_index 0 : tensor<6x5xf32>, tensor<6x5xf32> -> tensor<f32>
  return
}

// -----

func.func @large_ignore_index(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected ignore_index of 32 bits, but got 4294967296}}
  %0 = tg.cross_entropy %x, %l axis 1 ignore_index 4294967296 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return
}

// -----

func.func @result_type(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected a result of element type 'f32', but got 'f64'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f64>
  return
}

// -----

func.func @mean_shape(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected a result of rank 0, but got 'tensor<6xf32>'}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<6xi32> -> tensor<6xf32>
  return
}

// -----

func.func @none_shape(%x: tensor<6x5xf32>, %l: tensor<6xi32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected size 6 on axis 0 of the result, but got 5}}
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xi32> -> tensor<5xf32>
  return
}

// -----

func.func @weight_type(%x: tensor<2x8xf32>, %y: tensor<2xi32>, %w: tensor<8xf64>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected a weight of the logits' element type, but got 'tensor<8xf64>'}}
  %0 = tg.cross_entropy %x, %y axis 1 weight(%w : tensor<8xf64>) : tensor<2x8xf32>, tensor<2xi32> -> tensor<f32>
  return
}

// -----

func.func @weight_size(%x: tensor<2x8xf32>, %y: tensor<2xi32>, %w: tensor<2xf32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected a weight for each of 8 classes, but got 'tensor<2xf32>'}}
  %0 = tg.cross_entropy %x, %y axis 1 weight(%w : tensor<2xf32>) : tensor<2x8xf32>, tensor<2xi32> -> tensor<f32>
  return
}

// -----

func.func @weight_rank(%x: tensor<2x8xf32>, %y: tensor<2xi32>, %w: tensor<1x8xf32>) {
  // expected-error@+1 {{'tg.cross_entropy' op expected a weight for each of 8 classes, but got 'tensor<1x8xf32>'}}
  %0 = tg.cross_entropy %x, %y axis 1 weight(%w : tensor<1x8xf32>) : tensor<2x8xf32>, tensor<2xi32> -> tensor<f32>
  return
}
