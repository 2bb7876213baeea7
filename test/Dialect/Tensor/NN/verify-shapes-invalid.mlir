// RUN: tg-opt %s -split-input-file -verify-diagnostics --tg-verify-shapes

// Tests that sizes which are variables are proven to fit.

func.func @windows(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.windows' op expected result 0 to have a size of at least 0 on axis 0, but got n - 2, which may be -2}}
  %0 = tg.windows %x kernel [3] : tensor<?xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @windows_fit(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.windows' op expected result 0 to have a size of at least 0 on axis 0, but got n - 1, which may be -1}}
  %0 = tg.windows %x kernel [2] : tensor<?xf32> -> tensor<?x2xf32>
  return
}

// -----

func.func @avg_pool(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.avg_pool' op expected size on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.avg_pool %x kernel [2] strides [1] pad_low [1] pad_high [1] : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @argmax_pool(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.argmax_pool' op expected size on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.argmax_pool %x kernel [2] strides [1] pad_low [1] pad_high [1] : tensor<?xf32> -> tensor<?xi32>
  return
}

// -----

func.func @argmax_pool_size(%x: tensor<?x65536xi8> {tg.dims = ["k", 65536]}) attributes {tg.variables = {k = [1, 65536]}} {
  // expected-error@+1 {{'tg.argmax_pool' op expected less than 2^31 elements on the pooled axes for all values of the variables}}
  %0 = tg.argmax_pool %x kernel [1, 1] : tensor<?x65536xi8> -> tensor<?x65536xi32>
  return
}

// -----

func.func @conv_transpose_input(%x: tensor<2x3x?xf32> {tg.dims = [2, 3, "n"]}, %w: tensor<3x2x3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.conv_transpose' op expected size of the input on axis 2 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.conv_transpose %x, %w : tensor<2x3x?xf32>, tensor<3x2x3xf32> -> tensor<2x2x?xf32>
  return
}

// -----

func.func @conv_transpose_result(%x: tensor<2x3x?xf32> {tg.dims = [2, 3, "m"]}, %w: tensor<3x2x3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.conv_transpose' op expected size of the result on axis 2 of at least 1 for all values of the variables, but got m - 1, which may be 0}}
  %0 = tg.conv_transpose %x, %w pad_low [2] pad_high [1] : tensor<2x3x?xf32>, tensor<3x2x3xf32> -> tensor<2x2x?xf32>
  return
}

// -----

func.func @conv_transpose_channels(%x: tensor<2x?x3xf32> {tg.dims = [2, "m", 3]}, %w: tensor<3x2x3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.conv_transpose' op expected channels of the input and the filter to be equal, but got m and 3}}
  %0 = tg.conv_transpose %x, %w : tensor<2x?x3xf32>, tensor<3x2x3xf32> -> tensor<2x2x5xf32>
  return
}

// -----

func.func @conv_transpose_groups(%x: tensor<2x?x3xf32> {tg.dims = [2, "m", 3]}, %w: tensor<?x2x3xf32> {tg.dims = ["m", 2, 3]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.conv_transpose' op expected the remainder of the channels by the groups and 0 to be equal, but got m mod 2 and 0}}
  %0 = tg.conv_transpose %x, %w groups 2 : tensor<2x?x3xf32>, tensor<?x2x3xf32> -> tensor<2x4x5xf32>
  return
}

// -----

func.func @logsumexp(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.logsumexp' op expected size on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.logsumexp %x axes [0] : tensor<?xf32> -> tensor<f32>
  return
}

// -----

func.func @layer_norm(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %s: tensor<?xf32> {tg.dims = ["m"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.layer_norm' op expected sizes of scale and the input on axis 1 to be equal, but got m and n}}
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<?xf32>) : tensor<4x?xf32>
  return
}

// -----

func.func @layer_norm_bias(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %s: tensor<?xf32> {tg.dims = ["m"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.layer_norm' op expected sizes of bias and the input on axis 1 to be equal, but got m and n}}
  %0 = tg.layer_norm %x axes [1] bias(%s : tensor<?xf32>) : tensor<4x?xf32>
  return
}

// -----

func.func @rms_norm(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %s: tensor<3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.rms_norm' op expected sizes of scale and the input on axis 1 to be equal, but got 3 and n}}
  %0 = tg.rms_norm %x axes [1] scale(%s : tensor<3xf32>) : tensor<4x?xf32>
  return
}

// -----

func.func @group_norm(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.group_norm' op expected the remainder of the channels by the groups and 0 to be equal, but got n mod 2 and 0}}
  %0 = tg.group_norm %x groups 2 : tensor<4x?xf32>
  return
}

// -----

func.func @group_norm_scale(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %s: tensor<3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.group_norm' op expected sizes of scale and the input on axis 1 to be equal, but got 3 and n}}
  %0 = tg.group_norm %x groups 1 scale(%s : tensor<3xf32>) : tensor<4x?xf32>
  return
}

// -----

func.func @batch_norm(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %s: tensor<3xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.batch_norm' op expected sizes of scale and the input on axis 1 to be equal, but got 3 and n}}
  %0 = tg.batch_norm %x axis 1 scale(%s : tensor<3xf32>) : tensor<4x?xf32>
  return
}

// -----

func.func @attention_heads(%q: tensor<?x2x8xf32> {tg.dims = ["m", 2, 8]}, %k: tensor<3x2x8xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.attention' op expected sizes of query and key on batch axis 0 to be equal, but got m and 3}}
  %0 = tg.attention %q, %k, %k : tensor<?x2x8xf32>, tensor<3x2x8xf32>, tensor<3x2x8xf32> -> tensor<?x2x8xf32>
  return
}

// -----

func.func @attention_values(%q: tensor<2x8xf32>, %k: tensor<?x8xf32> {tg.dims = ["m", 8]}, %v: tensor<3x8xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.attention' op expected numbers of keys and values to be equal, but got m and 3}}
  %0 = tg.attention %q, %k, %v : tensor<2x8xf32>, tensor<?x8xf32>, tensor<3x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @attention_inner(%q: tensor<2x?xf32> {tg.dims = [2, "m"]}, %k: tensor<3x8xf32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.attention' op expected last sizes of query and key to be equal, but got m and 8}}
  %0 = tg.attention %q, %k, %k scale 1.0 : tensor<2x?xf32>, tensor<3x8xf32>, tensor<3x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @attention_mask(%q: tensor<2x8xf32>, %k: tensor<?x8xf32> {tg.dims = ["m", 8]}, %m: tensor<2x3xi1>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.attention' op expected sizes of mask and scores on axis 1 to be equal, but got 3 and m}}
  %0 = tg.attention %q, %k, %k mask(%m : tensor<2x3xi1>) : tensor<2x8xf32>, tensor<?x8xf32>, tensor<?x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @attention_value_heads(%q: tensor<3x2x8xf32>, %k: tensor<3x2x8xf32>, %v: tensor<?x2x8xf32> {tg.dims = ["m", 2, 8]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.attention' op expected sizes of key and value on batch axis 0 to be equal, but got 3 and m}}
  %0 = tg.attention %q, %k, %v : tensor<3x2x8xf32>, tensor<3x2x8xf32>, tensor<?x2x8xf32> -> tensor<3x2x8xf32>
  return
}

// -----

func.func @cross_entropy(%x: tensor<?x5xf32> {tg.dims = ["n", 5]}, %l: tensor<?xi32> {tg.dims = ["m"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.cross_entropy' op expected sizes of labels and logits on axis 0 of the labels to be equal, but got m and n}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<?x5xf32>, tensor<?xi32> -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_classes(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %l: tensor<4xi32>) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.cross_entropy' op expected size on axis 1 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<4x?xf32>, tensor<4xi32> -> tensor<f32>
  return
}

// -----

func.func @resize_nothing(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  %m = tg.variable "m"
  // expected-error@+1 {{'tg.interpolate' op expected size to resize on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.interpolate %x nearest last 1 sizes(%m) : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @resize_to_nothing(%x: tensor<?xf32> {tg.dims = ["m"]}) attributes {tg.variables = {n = [0, 8], m = [1, 8]}} {
  %n = tg.variable "n"
  // expected-error@+1 {{'tg.interpolate' op expected size to resize on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.interpolate %x nearest last 1 sizes(%n) : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @weights(%x: tensor<?x4xf32> {tg.dims = ["n", 4]}, %w: tensor<?xf32> {tg.dims = ["m"]}, %l: tensor<4xi32>) attributes {tg.variables = {n = [1, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.cross_entropy' op expected numbers of weights and classes to be equal}}
  %0 = tg.cross_entropy %x, %l axis 0 weight(%w : tensor<?xf32>) : tensor<?x4xf32>, tensor<4xi32> -> tensor<f32>
  return
}
