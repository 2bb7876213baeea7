// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the axes and results of reduces.

func.func @axis_range(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.sum' op expected axes from 0 to 1, but got 2}}
  %0 = tg.sum %x axes [2] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @axis_negative(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.prod' op expected axes from 0 to 1, but got -1}}
  %0 = tg.prod %x axes [-1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @axis_twice(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.max' op expected distinct axes, but got 0 twice}}
  %0 = tg.max %x axes [0, 0] : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @result_rank(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.min' op expected a result of rank 1, but got 'tensor<4x1xf32>'}}
  %0 = tg.min %x axes [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @result_size(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.sum' op expected size 1 on axis 1 of the result, but got 8}}
  %0 = tg.sum %x axes [1] keepdim : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @sum_narrow(%x: tensor<4xi8>) {
  // expected-error@+1 {{'tg.sum' op expected a result of element type 'i32', but got 'i8'}}
  %0 = tg.sum %x axes [0] : tensor<4xi8> -> tensor<i8>
  return
}

// -----

func.func @sum_unsigned(%x: tensor<4xui16>) {
  // expected-error@+1 {{'tg.sum' op expected a result of element type 'ui32', but got 'i32'}}
  %0 = tg.sum %x axes [0] : tensor<4xui16> -> tensor<i32>
  return
}

// -----

func.func @sum_half(%x: tensor<4xf16>) {
  // expected-error@+1 {{'tg.sum' op expected a result of element type 'f16', but got 'f32'}}
  %0 = tg.sum %x axes [0] : tensor<4xf16> -> tensor<f32>
  return
}

// -----

func.func @prod_type(%x: tensor<4xi8>) {
  // expected-error@+1 {{'tg.prod' op expected a result of element type 'i8', but got 'i32'}}
  %0 = tg.prod %x axes [0] : tensor<4xi8> -> tensor<i32>
  return
}

// -----

func.func @prod_bool(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.prod %x axes [0] : tensor<4xi1> -> tensor<i1>
  return
}

// -----

func.func @max_type(%x: tensor<4xi8>) {
  // expected-error@+1 {{'tg.max' op expected a result of element type 'i8', but got 'ui8'}}
  %0 = tg.max %x axes [0] : tensor<4xi8> -> tensor<ui8>
  return
}

// -----

func.func @min_type(%x: tensor<4xi8>) {
  // expected-error@+1 {{'tg.min' op expected a result of element type 'i8', but got 'f32'}}
  %0 = tg.min %x axes [0] : tensor<4xi8> -> tensor<f32>
  return
}

// -----

func.func @max_empty(%x: tensor<4x0xf32>) {
  // expected-error@+1 {{'tg.max' op expected at least one element along axis 1, but got 'tensor<4x0xf32>'}}
  %0 = tg.max %x axes [1] : tensor<4x0xf32> -> tensor<4xf32>
  return
}

// -----

func.func @min_empty(%x: tensor<0xi8>) {
  // expected-error@+1 {{'tg.min' op expected at least one element along axis 0, but got 'tensor<0xi8>'}}
  %0 = tg.min %x axes [0] : tensor<0xi8> -> tensor<i8>
  return
}

// -----

func.func @argmax_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.argmax' op expected axes from 0 to 0, but got 1}}
  %0 = tg.argmax %x axis 1 : tensor<4xf32> -> tensor<i32>
  return
}

// -----

func.func @argmin_empty(%x: tensor<0x4xf32>) {
  // expected-error@+1 {{'tg.argmin' op expected at least one element along axis 0, but got 'tensor<0x4xf32>'}}
  %0 = tg.argmin %x axis 0 : tensor<0x4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @argmax_long(%x: tensor<2147483648xi8>) {
  // expected-error@+1 {{'tg.argmax' op expected less than 2^31 elements along axis 0, but got 'tensor<2147483648xi8>'}}
  %0 = tg.argmax %x axis 0 : tensor<2147483648xi8> -> tensor<i32>
  return
}

// -----

func.func @argmax_result(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tg.argmax' op expected a result of rank 2, but got 'tensor<4xi32>'}}
  %0 = tg.argmax %x axis 1 keepdim : tensor<4x8xf32> -> tensor<4xi32>
  return
}

// -----

func.func @argmax_type(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{op result #0 must be ranked tensor of 32-bit signless integer values}}
  %0 = tg.argmax %x axis 1 : tensor<4x8xf32> -> tensor<4xi64>
  return
}

// -----

func.func @softmax_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.softmax' op expected axes from 0 to 0, but got -1}}
  %0 = tg.softmax %x axis -1 : tensor<4xf32>
  return
}

// -----

func.func @softmax_scalar(%x: tensor<f32>) {
  // expected-error@+1 {{'tg.softmax' op expected axes from 0 to -1, but got 0}}
  %0 = tg.softmax %x axis 0 : tensor<f32>
  return
}

// -----

func.func @softmax_int(%x: tensor<4xi32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of floating-point type values}}
  %0 = tg.softmax %x axis 0 : tensor<4xi32>
  return
}
