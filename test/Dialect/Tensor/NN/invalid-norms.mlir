// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the axes and parameters of norms, log_softmax and logsumexp.

func.func @log_softmax_axis(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.log_softmax' op expected axes from 0 to 1, but got 2}}
  %0 = tg.log_softmax %x axis 2 : tensor<2x8xf32>
  return
}

// -----

func.func @logsumexp_axes(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.logsumexp' op expected distinct axes, but got 1 twice}}
  %0 = tg.logsumexp %x axes [1, 1] : tensor<2x8xf32> -> tensor<2xf32>
  return
}

// -----

func.func @logsumexp_type(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.logsumexp' op expected a result of element type 'f32', but got 'f64'}}
  %0 = tg.logsumexp %x axes [1] : tensor<2x8xf32> -> tensor<2xf64>
  return
}

// -----

func.func @logsumexp_shape(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.logsumexp' op expected a result of rank 2, but got 'tensor<2xf32>'}}
  %0 = tg.logsumexp %x axes [1] keepdim : tensor<2x8xf32> -> tensor<2xf32>
  return
}

// -----

func.func @no_axes(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.layer_norm' op expected at least one axis, but got none}}
  %0 = tg.layer_norm %x axes [] : tensor<2x8xf32>
  return
}

// -----

func.func @axes(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.layer_norm' op expected axes from 0 to 1, but got -1}}
  %0 = tg.layer_norm %x axes [-1] : tensor<2x8xf32>
  return
}

// -----

func.func @epsilon(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.layer_norm' op expected a finite epsilon of at least 0, but got -1.000000e+00}}
  %0 = tg.layer_norm %x axes [1] epsilon -1.0 : tensor<2x8xf32>
  return
}

// -----

func.func @infinite_epsilon(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.rms_norm' op expected a finite epsilon of at least 0, but got INF}}
  %0 = tg.rms_norm %x axes [1] epsilon 0x7FF0000000000000 : tensor<2x8xf32>
  return
}

// -----

func.func @scale_type(%x: tensor<2x8xf32>, %s: tensor<8xf16>) {
  // expected-error@+1 {{'tg.layer_norm' op expected a scale of element type 'f32', but got 'tensor<8xf16>'}}
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<8xf16>) : tensor<2x8xf32>
  return
}

// -----

func.func @narrow_scale_type(%x: tensor<2x8xbf16>, %s: tensor<8xf64>) {
  // expected-error@+1 {{'tg.rms_norm' op expected a scale of element type 'bf16' or 'f32', but got 'tensor<8xf64>'}}
  %0 = tg.rms_norm %x axes [1] scale(%s : tensor<8xf64>) : tensor<2x8xbf16>
  return
}

// -----

func.func @scale_size(%x: tensor<2x8xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'tg.layer_norm' op expected a scale of sizes [8], but got 'tensor<2xf32>'}}
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<2xf32>) : tensor<2x8xf32>
  return
}

// -----

func.func @bias_size(%x: tensor<2x?x4xf32>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'tg.layer_norm' op expected a bias of sizes [?, 4], but got 'tensor<2x3xf32>'}}
  %0 = tg.layer_norm %x axes [2, 1] bias(%s : tensor<2x3xf32>) : tensor<2x?x4xf32>
  return
}

// -----

func.func @group_rank(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tg.group_norm' op expected an input of rank at least 2, but got 'tensor<8xf32>'}}
  %0 = tg.group_norm %x groups 2 : tensor<8xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.group_norm' op expected groups of at least 1, but got 0}}
  %0 = tg.group_norm %x groups 0 : tensor<2x8xf32>
  return
}

// -----

func.func @groups(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.group_norm' op expected channels that are a multiple of 3, but got 8}}
  %0 = tg.group_norm %x groups 3 : tensor<2x8xf32>
  return
}

// -----

func.func @batch_axis(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.batch_norm' op expected axes from 0 to 1, but got 2}}
  %0 = tg.batch_norm %x axis 2 : tensor<2x8xf32>
  return
}

// -----

func.func @mean_alone(%x: tensor<2x8xf32>, %m: tensor<8xf32>) {
  // expected-error@+1 {{'tg.batch_norm' op expected mean and variance or neither, but got a mean only}}
  %0 = tg.batch_norm %x axis 1 mean(%m : tensor<8xf32>) : tensor<2x8xf32>
  return
}

// -----

func.func @variance_alone(%x: tensor<2x8xf32>, %m: tensor<8xf32>) {
  // expected-error@+1 {{'tg.batch_norm' op expected mean and variance or neither, but got a variance only}}
  %0 = tg.batch_norm %x axis 1 variance(%m : tensor<8xf32>) : tensor<2x8xf32>
  return
}

// -----

func.func @mean_size(%x: tensor<2x8xf32>, %m: tensor<7xf32>) {
  // expected-error@+1 {{'tg.batch_norm' op expected a mean of sizes [8], but got 'tensor<7xf32>'}}
  %0 = tg.batch_norm %x axis 1 mean(%m : tensor<7xf32>) variance(%m : tensor<7xf32>) : tensor<2x8xf32>
  return
}
