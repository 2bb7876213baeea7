// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the lists of movement ops and the shapes they lead to.

func.func @reshape_rank(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.reshape' op expected 1 sizes, but got 2}}
  %0 = tg.reshape %x [4, 8] : tensor<4x8xf32> -> tensor<32xf32>
  return
}

// -----

func.func @reshape_size(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.reshape' op expected size 8 on axis 0 of the result, but got 4}}
  %0 = tg.reshape %x [8, 4] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_static(%x: tensor<4x8xf32>, %n: index) {
  // expected-error@+1 {{'tg.reshape' op expected size ? on axis 0 of the result, but got 32}}
  %0 = tg.reshape %x [%n] : tensor<4x8xf32> -> tensor<32xf32>
  return
}

// -----

func.func @reshape_negative(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.reshape' op expected sizes of at least 0, but got -4}}
  %0 = tg.reshape %x [-4, 8] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_operands(%x: tensor<?xf32>, %n: index) {
  // expected-error@+1 {{'tg.reshape' op expected 1 index operands for sizes, but got 2}}
  %0 = "tg.reshape"(%x, %n, %n) <{static_sizes = array<i64: -9223372036854775808>}> : (tensor<?xf32>, index, index) -> tensor<?xf32>
  return
}

// -----

func.func @reshape_elements(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.reshape' op expected 32 elements as in 'tensor<4x8xf32>', but got 31 in 'tensor<31xf32>'}}
  %0 = tg.reshape %x [31] : tensor<4x8xf32> -> tensor<31xf32>
  return
}

// -----

func.func @reshape_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.reshape' op failed to verify that all of {input, result} have same element type}}
  %0 = tg.reshape %x [4] : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @reshape_too_large(%x: tensor<0xf32>) {
  // expected-error@+1 {{op result #0 must be ranked tensor of tensor element type values without an encoding, of less than 2^63 bytes}}
  %0 = tg.reshape %x [0, 9223372036854775807, 9223372036854775807] : tensor<0xf32> -> tensor<0x9223372036854775807x9223372036854775807xf32>
  return
}

// -----

func.func @expand_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.expand' op expected a result of rank 1, but got 'tensor<4x8xf32>'}}
  %0 = tg.expand %x [4, 8] : tensor<4xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @expand_size(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{'tg.expand' op expected size 1 or 8 on axis 1 of the input, but got 2}}
  %0 = tg.expand %x [4, 8] : tensor<4x2xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @expand_empty(%x: tensor<0xf32>) {
  // expected-error@+1 {{'tg.expand' op expected size 1 or 8 on axis 0 of the input, but got 0}}
  %0 = tg.expand %x [8] : tensor<0xf32> -> tensor<8xf32>
  return
}

// -----

func.func @expand_result(%x: tensor<1xf32>) {
  // expected-error@+1 {{'tg.expand' op expected size 8 on axis 0 of the result, but got 9}}
  %0 = tg.expand %x [8] : tensor<1xf32> -> tensor<9xf32>
  return
}

// -----

func.func @permute_count(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected 2 axes in the order, but got 1}}
  %0 = tg.permute %x [1] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @permute_range(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected axes from 0 to 1, but got 2}}
  %0 = tg.permute %x [2, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @permute_negative(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected axes from 0 to 1, but got -1}}
  %0 = tg.permute %x [-1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @permute_twice(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected distinct axes, but got 1 twice}}
  %0 = tg.permute %x [1, 1] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @permute_result(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected size 8 on axis 0 of the result, but got 4}}
  %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_result_rank(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.permute' op expected a result of rank 2, but got 'tensor<8x4x1xf32>'}}
  %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4x1xf32>
  return
}

// -----

func.func @pad_low_count(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.pad' op expected 2 low paddings, but got 1}}
  %0 = tg.pad %x low [1] high [0, 0] value(0.0 : f32) : tensor<4x8xf32> -> tensor<5x8xf32>
  return
}

// -----

func.func @pad_high_count(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.pad' op expected 2 high paddings, but got 3}}
  %0 = tg.pad %x low [1, 0] high [0, 0, 0] value(0.0 : f32) : tensor<4x8xf32> -> tensor<5x8xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.pad' op expected high paddings of at least 0, but got -1}}
  %0 = tg.pad %x low [0] high [-1] value(0.0 : f32) : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

func.func @pad_value(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.pad' op expected value of type 'f32', but got 0.000000e+00 : f64}}
  %0 = tg.pad %x low [0] high [1] value(0.0 : f64) : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @pad_value_kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.pad' op expected value of type 'f32', but got dense<0.000000e+00> : tensor<f32>}}
  %0 = tg.pad %x low [0] high [1] value(dense<0.0> : tensor<f32>) : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.pad' op expected size 7 on axis 0 of the result, but got 6}}
  %0 = tg.pad %x low [1] high [2] value(0.0 : f32) : tensor<4xf32> -> tensor<6xf32>
  return
}

// -----

func.func @pad_overflow(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.pad' op expected size ? on axis 0 of the result, but got 4}}
  %0 = tg.pad %x low [9223372036854775807] high [1] value(0.0 : f32) : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @shrink_offsets(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.shrink' op expected 2 offsets, but got 1}}
  %0 = tg.shrink %x [0] [4, 8] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @shrink_negative(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.shrink' op expected offsets of at least 0, but got -1}}
  %0 = tg.shrink %x [-1] [4] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @shrink_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.shrink' op expected a result of rank 1, but got 'tensor<4x1xf32>'}}
  %0 = tg.shrink %x [0] [4, 1] : tensor<4xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @shrink_outside(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.shrink' op expected a part within 4 elements on axis 0, but got offset 2 and size 3}}
  %0 = tg.shrink %x [2] [3] : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

func.func @shrink_dynamic_offset(%x: tensor<4xf32>, %i: index) {
  // expected-error@+1 {{'tg.shrink' op expected a part within 4 elements on axis 0, but got offset ? and size 5}}
  %0 = tg.shrink %x [%i] [5] : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @shrink_dynamic_size(%x: tensor<4xf32>, %i: index) {
  // expected-error@+1 {{'tg.shrink' op expected a part within 4 elements on axis 0, but got offset 5 and size ?}}
  %0 = tg.shrink %x [5] [%i] : tensor<4xf32> -> tensor<?xf32>
  return
}

// -----

func.func @shrink_overflow(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.shrink' op expected a part within 4 elements on axis 0, but got offset 9223372036854775807 and size 4}}
  %0 = tg.shrink %x [9223372036854775807] [4] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @flip_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.flip' op expected axes from 0 to 0, but got 1}}
  %0 = tg.flip %x [1] : tensor<4xf32>
  return
}

// -----

func.func @flip_twice(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.flip' op expected distinct axes, but got 0 twice}}
  %0 = tg.flip %x [0, 0] : tensor<4xf32>
  return
}

// -----

func.func @flip_scalar(%x: tensor<f32>) {
  // expected-error@+1 {{'tg.flip' op expected axes from 0 to -1, but got 0}}
  %0 = tg.flip %x [0] : tensor<f32>
  return
}
