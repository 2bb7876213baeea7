// RUN: tg-opt %s -split-input-file -verify-diagnostics --tg-verify-shapes

// Tests that each size that cannot be proven to fit is an error.

// expected-error@+1 {{'func.func' op expected argument 0 to have a size with bounds on axis 0, but got ?; declare a variable in tg.variables and name it in tg.dims}}
func.func @unnamed(%x: tensor<?xf32>) {
  return
}

// -----

// Tests that an op after a wrong one is not reported again.
func.func @unexplained(%i: index) {
  // expected-error@+1 {{'tg.arange' op expected result 0 to have a size with bounds on axis 0, but got ?}}
  %0 = tg.arange [%i] start(0 : i32) step(1 : i32) : tensor<?xi32>
  %1 = tg.neg %0 : tensor<?xi32>
  return
}

// -----

func.func @negative() attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c4 : index
  // expected-error@+1 {{'tg.arange' op expected result 0 to have a size of at least 0 on axis 0, but got n - 4, which may be -3}}
  %0 = tg.arange [%d] start(0 : i32) step(1 : i32) : tensor<?xi32>
  return
}

// -----

// expected-error@+1 {{'func.func' op expected argument 0 to have less than 2^63 bytes at the variables' upper bounds}}
func.func @too_large(%x: tensor<?x?xf64> {tg.dims = ["n", "n"]})
    attributes {tg.variables = {n = [0, 4294967296]}} {
  return
}

// -----

func.func @different(%x: tensor<?xf32> {tg.dims = ["n"]}, %y: tensor<?xf32> {tg.dims = ["m"]})
    attributes {tg.variables = {n = [1, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.add' op expected sizes of operand 1 and the result on axis 0 to be equal, but got m and n}}
  %0 = tg.add %x, %y : tensor<?xf32>
  return
}

// -----

func.func @reshape(%x: tensor<?x4xf32> {tg.dims = ["n", 4]}) attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  // expected-error@+1 {{'tg.reshape' op expected numbers of elements to be equal, but got n * 4 and n * 5}}
  %0 = tg.reshape %x [%n, 5] : tensor<?x4xf32> -> tensor<?x5xf32>
  return
}

// -----

func.func @expand(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [1, 8], m = [1, 8]}} {
  %m = tg.variable "m"
  // expected-error@+1 {{'tg.expand' op expected sizes on axis 0 to be equal, but got n and m}}
  %0 = tg.expand %x [%m] : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @pad(%x: tensor<4xf32>) attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %c2 = arith.constant 2 : index
  %d = arith.subi %n, %c2 : index
  // expected-error@+1 {{'tg.pad' op expected low padding on axis 0 of at least 0 for all values of the variables, but got n - 2, which may be -1}}
  %0 = tg.pad %x low [%d] high [0] value(0.0 : f32) : tensor<4xf32> -> tensor<?xf32>
  return
}

// -----

func.func @shrink_offset(%x: tensor<4xf32>) attributes {tg.variables = {n = [0, 8]}} {
  %n = tg.variable "n"
  // expected-error@+1 {{'tg.shrink' op expected number of elements after the part on axis 0 of at least 0 for all values of the variables}}
  %0 = tg.shrink %x [%n] [1] : tensor<4xf32> -> tensor<1xf32>
  return
}

// -----

func.func @shrink_negative(%x: tensor<4xf32>) attributes {tg.variables = {n = [0, 8]}} {
  %n = tg.variable "n"
  %c1 = arith.constant 1 : index
  %d = arith.subi %n, %c1 : index
  // expected-error@+1 {{'tg.shrink' op expected offset on axis 0 of at least 0 for all values of the variables, but got n - 1, which may be -1}}
  %0 = tg.shrink %x [%d] [1] : tensor<4xf32> -> tensor<1xf32>
  return
}

// -----

func.func @max(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8]}} {
  // expected-error@+1 {{'tg.max' op expected size on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.max %x axes [0] : tensor<?xf32> -> tensor<f32>
  return
}

// -----

func.func @argmin(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [0, 8]}} {
  // expected-error@+1 {{'tg.argmin' op expected size on axis 0 of at least 1 for all values of the variables, but got n, which may be 0}}
  %0 = tg.argmin %x axis 0 : tensor<?xf32> -> tensor<i32>
  return
}

// -----

func.func @matmul(%a: tensor<4x?xf32> {tg.dims = [4, "n"]}, %b: tensor<8x4xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-error@+1 {{'tg.matmul' op expected columns of the left and rows of the right operand to be equal, but got n and 8}}
  %0 = tg.matmul %a, %b : tensor<4x?xf32>, tensor<8x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_batch(%a: tensor<?x4x4xf32> {tg.dims = ["n", 4, 4]}, %b: tensor<?x4x4xf32> {tg.dims = ["m", 4, 4]})
    attributes {tg.variables = {n = [1, 8], m = [1, 8]}} {
  // expected-error@+1 {{'tg.matmul' op expected sizes on batch axis 0 to be equal, but got n and m}}
  %0 = tg.matmul %a, %b : tensor<?x4x4xf32>, tensor<?x4x4xf32> -> tensor<?x4x4xf32>
  return
}

// -----

func.func @conv_window(%x: tensor<1x2x?xf32> {tg.dims = [1, 2, "n"]}, %w: tensor<4x2x3xf32>)
    attributes {tg.variables = {n = [2, 8]}} {
  // expected-error@+1 {{'tg.conv' op expected elements left beside the first window on axis 2 of at least 0 for all values of the variables, but got n - 3, which may be -1}}
  %0 = tg.conv %x, %w : tensor<1x2x?xf32>, tensor<4x2x3xf32> -> tensor<1x4x?xf32>
  return
}

// -----

func.func @conv_channels(%x: tensor<1x?x8xf32> {tg.dims = [1, "n", 8]}, %w: tensor<4x2x3xf32>)
    attributes {tg.variables = {n = [2, 8]}} {
  // expected-error@+1 {{'tg.conv' op expected channels of the input and groups times those of the filter to be equal, but got n and 4}}
  %0 = tg.conv %x, %w groups 2 : tensor<1x?x8xf32>, tensor<4x2x3xf32> -> tensor<1x4x6xf32>
  return
}

// -----

func.func @conv_outputs(%x: tensor<1x4x8xf32>, %w: tensor<?x2x3xf32> {tg.dims = ["n", 2, 3]})
    attributes {tg.variables = {n = [2, 8]}} {
  // expected-error@+1 {{'tg.conv' op expected the remainder of the result's channels by the groups and 0 to be equal, but got n mod 2 and 0}}
  %0 = tg.conv %x, %w groups 2 : tensor<1x4x8xf32>, tensor<?x2x3xf32> -> tensor<1x?x6xf32>
  return
}

// -----

func.func @pool_dilated(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [1, 8]}} {
  // expected-error@+1 {{'tg.max_pool' op expected size on axis 0 of at least 2 for all values of the variables, but got n, which may be 1}}
  %0 = tg.max_pool %x kernel [2] dilations [2] pad_low [1] pad_high [1] : tensor<?xf32> -> tensor<?xf32>
  return
}
