// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests creation and structure ops.

func.func @constant_type() {
  // expected-error@+1 {{op result #0 must be ranked tensor of tensor element type values}}
  %0 = tg.constant dense<1> : tensor<2xi7>
  return
}

// -----

func.func @constant_sparse() {
  // expected-error@+1 {{'tg.constant' op expected dense elements or a dense resource, but got sparse<}}
  %0 = tg.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  return
}

// -----

func.func @constant_resource() {
  // expected-error@+1 {{'tg.constant' op expected 12 bytes in resource 'weights', but got 8}}
  %0 = tg.constant dense_resource<weights> : tensor<3xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}

// -----

func.func @arange_rank() {
  // expected-error@+1 {{'tg.arange' op expected a result of rank 1, but got 'tensor<2x2xi32>'}}
  %0 = tg.arange [2, 2] start(0 : i32) step(1 : i32) : tensor<2x2xi32>
  return
}

// -----

func.func @arange_sizes() {
  // expected-error@+1 {{'tg.arange' op expected 1 sizes, but got 2}}
  %0 = tg.arange [2, 2] start(0 : i32) step(1 : i32) : tensor<2xi32>
  return
}

// -----

func.func @arange_size() {
  // expected-error@+1 {{'tg.arange' op expected size 2 on axis 0 of the result, but got 3}}
  %0 = tg.arange [2] start(0 : i32) step(1 : i32) : tensor<3xi32>
  return
}

// -----

func.func @arange_start() {
  // expected-error@+1 {{'tg.arange' op expected start of type 'i32', but got 0 : i64}}
  %0 = tg.arange [2] start(0) step(1 : i32) : tensor<2xi32>
  return
}

// -----

func.func @arange_step() {
  // expected-error@+1 {{'tg.arange' op expected step of type 'f32', but got 1 : i32}}
  %0 = tg.arange [2] start(0.0 : f32) step(1 : i32) : tensor<2xf32>
  return
}

// -----

func.func @contiguous_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.contiguous' op failed to verify that all of {input, result} have same type}}
  %0 = "tg.contiguous"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @kernel_arguments(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.kernel' op expected as many block arguments as inputs, 1, but got 0}}
  "tg.kernel"(%x) ({
    "tg.yield"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @kernel_argument_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.kernel' op expected block argument 0 of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  "tg.kernel"(%x) ({
  ^bb0(%a: tensor<5xf32>):
    "tg.yield"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @kernel_result_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'tg.kernel' op expected results of one shape, but got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0:2 = tg.kernel(%a = %x : tensor<4xf32>, %b = %y : tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
    tg.yield %a, %b : tensor<4xf32>, tensor<5xf32>
  }
  return
}

// -----

func.func @kernel_yield(%x: tensor<4xf32>) {
  // expected-note@+1 {{the results of the kernel are here}}
  %0 = tg.kernel(%a = %x : tensor<4xf32>) -> tensor<4xf64> {
    // expected-error@+1 {{'tg.yield' op expected values of types 'tensor<4xf64>', but got 'tensor<4xf32>'}}
    tg.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_capture(%x: tensor<4xf32>) {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = tg.kernel() -> tensor<4xf32> {
    // expected-error@+1 {{'tg.yield' op using value defined outside the region}}
    tg.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_input_type(%x: index) {
  // expected-error@+1 {{'tg.kernel' op operand #0 must be variadic of ranked tensor of tensor element type values}}
  tg.kernel(%a = %x : index) {
  }
  return
}

// -----

func.func @yield_outside(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.yield' op expects parent op 'tg.kernel'}}
  tg.yield %x : tensor<4xf32>
}

// -----

func.func @launch_unknown(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.launch' op expected the name of a kernel, but got unknown symbol @k}}
  %0 = tg.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>) {
}

func.func @launch_buffers(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.launch' op expected 2 results and inputs, but got 3}}
  %0 = tg.launch @k(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
}

func.func @launch_variables() {
  // expected-error@+1 {{'tg.launch' op expected 1 variables, but got 0}}
  %0 = tg.launch @k() : () -> tensor<4xf32>
  return
}

// -----

func.func @launch_syntax(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected '('}}
  %0 = tg.launch @k : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @launch_operands(%x: tensor<4xf32>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = tg.launch @k(%x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @kernel_syntax(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected '='}}
  tg.kernel(%x) {
  }
  return
}
