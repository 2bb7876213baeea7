// RUN: tg-opt %s --split-input-file -verify-diagnostics

// Tests that wrong ops that join, find and order are reported.

func.func @concat_of_nothing() {
  // expected-error@+1 {{expected at least one operand, but got none}}
  %0 = "tg.concat"() {axis = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_of_types(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+1 {{expected operands of one element type, but got 'tensor<4xf32>' and 'tensor<4xf16>'}}
  %0 = tg.concat %a, %b axis 0 : tensor<4xf32>, tensor<4xf16> -> tensor<8xf32>
  return
}

// -----

func.func @concat_of_ranks(%a: tensor<4xf32>, %b: tensor<4x1xf32>) {
  // expected-error@+1 {{expected operands of one rank, but got 'tensor<4xf32>' and 'tensor<4x1xf32>'}}
  %0 = tg.concat %a, %b axis 0 : tensor<4xf32>, tensor<4x1xf32> -> tensor<8xf32>
  return
}

// -----

func.func @concat_to_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of element type 'f32', but got 'tensor<8xi32>'}}
  %0 = tg.concat %a, %a axis 0 : tensor<4xf32>, tensor<4xf32> -> tensor<8xi32>
  return
}

// -----

func.func @concat_axis(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected axes from 0 to 0, but got 1}}
  %0 = tg.concat %a, %a axis 1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @concat_of_scalars(%a: tensor<f32>) {
  // expected-error@+1 {{expected axes from 0 to -1, but got 0}}
  %0 = tg.concat %a, %a axis 0 : tensor<f32>, tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @concat_of_sizes(%a: tensor<4x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{expected operands of one size on axis 1, but got 'tensor<4x3xf32>' and 'tensor<4x2xf32>'}}
  %0 = tg.concat %a, %b axis 0 : tensor<4x3xf32>, tensor<4x2xf32> -> tensor<8x3xf32>
  return
}

// -----

func.func @concat_size(%a: tensor<4x3xf32>) {
  // expected-error@+1 {{expected size 8 on axis 0 of the result, but got 7}}
  %0 = tg.concat %a, %a axis 0 : tensor<4x3xf32>, tensor<4x3xf32> -> tensor<7x3xf32>
  return
}

// -----

func.func @repeat_counts(%a: tensor<4x3xf32>) {
  // expected-error@+1 {{expected 2 counts, but got 1}}
  %0 = tg.repeat %a [2] : tensor<4x3xf32> -> tensor<8x3xf32>
  return
}

// -----

func.func @repeat_negative(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected counts of at least 0, but got -1}}
  %0 = tg.repeat %a [-1] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @repeat_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of element type 'f32', but got 'tensor<8xf16>'}}
  %0 = tg.repeat %a [2] : tensor<4xf32> -> tensor<8xf16>
  return
}

// -----

func.func @repeat_size(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected size 8 on axis 0 of the result, but got 4}}
  %0 = tg.repeat %a [2] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @stack_axis(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected axes from 0 to 1, but got 2}}
  %0 = tg.stack %a, %a axis 2 : tensor<4xf32>, tensor<4xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @stack_size(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected size 2 on axis 1 of the result, but got 3}}
  %0 = tg.stack %a, %a axis 1 : tensor<4xf32>, tensor<4xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @one_hot_sizes(%i: tensor<4xi32>) {
  // expected-error@+1 {{expected 1 sizes, but got 2}}
  %0 = tg.one_hot %i [3, 4] : tensor<4xi32> -> tensor<4x3xf32>
  return
}

// -----

func.func @one_hot_size(%i: tensor<4xi32>) {
  // expected-error@+1 {{expected size 3 on axis 1 of the result, but got 4}}
  %0 = tg.one_hot %i [3] : tensor<4xi32> -> tensor<4x4xf32>
  return
}

// -----

func.func @gather_rank(%x: tensor<4x3xf32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{expected an index of rank 2, but got 'tensor<2xi32>'}}
  %0 = tg.gather %x, %i axis 0 : tensor<4x3xf32>, tensor<2xi32> -> tensor<2xf32>
  return
}

// -----

func.func @gather_axis(%x: tensor<4x3xf32>, %i: tensor<2x3xi32>) {
  // expected-error@+1 {{expected axes from 0 to 1, but got -1}}
  %0 = tg.gather %x, %i axis -1 : tensor<4x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
  return
}

// -----

func.func @gather_sizes(%x: tensor<4x3xf32>, %i: tensor<2x2xi32>) {
  // expected-error@+1 {{expected size 3 on axis 1 of the index, but got 'tensor<2x2xi32>'}}
  %0 = tg.gather %x, %i axis 0 : tensor<4x3xf32>, tensor<2x2xi32> -> tensor<2x2xf32>
  return
}

// -----

func.func @gather_result(%x: tensor<4x3xf32>, %i: tensor<2x3xi32>) {
  // expected-error@+1 {{expected size 2 on axis 0 of the result, but got 4}}
  %0 = tg.gather %x, %i axis 0 : tensor<4x3xf32>, tensor<2x3xi32> -> tensor<4x3xf32>
  return
}

// -----

func.func @scatter_rank(%x: tensor<4x3xf32>, %i: tensor<2x3xi32>, %u: tensor<2xf32>) {
  // expected-error@+1 {{expected updates of rank 2, but got 'tensor<2xf32>'}}
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<4x3xf32>, tensor<2x3xi32>, tensor<2xf32>
  return
}

// -----

func.func @scatter_sizes(%x: tensor<4x3xf32>, %i: tensor<2x3xi32>, %u: tensor<1x3xf32>) {
  // expected-error@+1 {{expected size 2 on axis 0 of the updates, but got 'tensor<1x3xf32>'}}
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<4x3xf32>, tensor<2x3xi32>, tensor<1x3xf32>
  return
}

// -----

func.func @cumsum_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected axes from 0 to 0, but got 1}}
  %0 = tg.cumsum %x axis 1 : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @cumsum_type(%x: tensor<4xi8>) {
  // expected-error@+1 {{expected a result of element type 'i32', but got 'tensor<4xi8>'}}
  %0 = tg.cumsum %x axis 0 : tensor<4xi8> -> tensor<4xi8>
  return
}

// -----

func.func @cumsum_size(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected size 4 on axis 0 of the result, but got 3}}
  %0 = tg.cumsum %x axis 0 : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

func.func @sort_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected axes from 0 to 0, but got 1}}
  %v, %i = tg.sort %x axis 1 : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @sort_long(%x: tensor<3000000000xi8>) {
  // expected-error@+1 {{expected less than 2^31 elements along axis 0, but got 'tensor<3000000000xi8>'}}
  %v, %i = tg.sort %x axis 0 : tensor<3000000000xi8> -> tensor<3000000000xi32>
  return
}

// -----

func.func @sort_size(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected size 4 on axis 0 of the result, but got 3}}
  %v, %i = tg.sort %x axis 0 : tensor<4xf32> -> tensor<3xi32>
  return
}

// -----

func.func @topk_k(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected k from 0 to 4, but got 5}}
  %v, %i = tg.topk %x axis 0 k 5 : tensor<4xf32> -> tensor<5xf32>, tensor<5xi32>
  return
}

// -----

func.func @topk_size(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected size 3 on axis 0 of the result, but got 4}}
  %v, %i = tg.topk %x axis 0 k 3 : tensor<4xf32> -> tensor<4xf32>, tensor<3xi32>
  return
}

// -----

func.func @rand_key(%k: tensor<3xui32>) {
  // expected-error@+1 {{expected a key of two words, but got 'tensor<3xui32>'}}
  %0 = tg.rand %k, %k [4] : tensor<3xui32> -> tensor<4xf32>
  return
}

// -----

func.func @rand_sizes(%k: tensor<2xui32>) {
  // expected-error@+1 {{expected size 3 on axis 0 of the result, but got 4}}
  %0 = tg.rand %k, %k [3] : tensor<2xui32> -> tensor<4xf32>
  return
}

// -----

func.func @rand_large(%k: tensor<2xui32>) {
  // expected-error@+1 {{expected less than 2^32 - 1 words of 32 bits, but got 'tensor<4294967295xf32>'}}
  %0 = tg.rand %k, %k [4294967295] : tensor<2xui32> -> tensor<4294967295xf32>
  return
}
