// RUN: tg-opt %s --convert-tg-to-jit | FileCheck %s
// RUN: tg-opt %s --convert-tg-to-jit=device=null | FileCheck %s --check-prefix=NULL

// CHECK: #[[N:.*]] = affine_map<()[s0, s1] -> (s1)>
// CHECK: #[[ONLY_N:.*]] = affine_map<()[s0] -> (s0)>

uop.kernel private @rows(%out: memref<16xf32> {uop.output}, %x: memref<128xf32>,
    %n: index {uop.variable = "n", uop.bounds = [1, 16]}) {
}
uop.kernel private @flags(%out: memref<4xi8> {uop.output}, %a: memref<4xi8>,
    %b: memref<4xi8>) {
}
uop.kernel private @pair(%first: memref<4xf32> {uop.output},
    %second: memref<4xi8> {uop.output}, %x: memref<4xf32>) {
}

// Tests that results are allocated by their kernel's outputs, that sizes are
// those at the upper bounds, and that a reshape is nothing.

// CHECK-LABEL: jit.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !jit.buffer<128xf32> {jit.dtype = f32, jit.name = "x", jit.shape = [#[[N]], 8]},
// CHECK-SAME: %[[W:[a-z0-9]+]]: !jit.buffer<3xbf16> {jit.dtype = bf16, jit.shape = [affine_map<()[s0, s1] -> (s0)>]},
// CHECK-SAME: %{{[a-z0-9]+}}: index {jit.bounds = [0, 3], jit.variable = "m"},
// CHECK-SAME: %[[NARG:[a-z0-9]+]]: index {jit.bounds = [1, 16], jit.variable = "n"})
// CHECK-SAME: -> (!jit.buffer<16xf32> {jit.dtype = f32, jit.name = "sums", jit.shape = [1, #[[N]]]})
// NULL-LABEL: jit.func @main(
// NULL-SAME: !jit.buffer<128xf32, "null">
func.func @main(%x: tensor<?x8xf32> {tg.name = "x", tg.dims = ["n", 8]},
                %w: tensor<?xbf16> {tg.dims = ["m"]})
    -> (tensor<1x?xf32> {tg.name = "sums"})
    attributes {tg.variables = {m = [0, 3], n = [1, 16], unused = [1, 2]}} {
  // CHECK-NEXT: %[[Y:.*]] = jit.alloc : !jit.buffer<16xf32>
  // CHECK-NEXT: jit.launch @rows outs(%[[Y]]) ins(%[[X]]) vars(%[[NARG]]) : (!jit.buffer<16xf32>), (!jit.buffer<128xf32>)
  // CHECK-NEXT: jit.return %[[Y]]
  %n = tg.variable "n"
  %0 = tg.launch @rows(%x) vars(%n) : (tensor<?x8xf32>) -> tensor<?xf32>
  %1 = tg.reshape %0 [1, %n] : tensor<?xf32> -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

// Tests that the sizes of a result are those that its launch carries.

// CHECK-LABEL: jit.func @launch_shape(
// CHECK-SAME: -> (!jit.buffer<16xf32> {jit.dtype = f32, jit.shape = [#[[ONLY_N]]]})
func.func @launch_shape(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 16], unused = [1, 2]}} {
  %n = tg.variable "n"
  %0 = tg.launch @rows(%x) vars(%n) {tg.shape = [affine_map<()[s0, s1] -> (s0)>]}
      : (tensor<?x8xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Tests constants: one that a kernel reads, and one that is returned, which is
// copied so that it stays as it is.

// CHECK-LABEL: jit.func private @constants(
func.func private @constants(%x: tensor<4xi1>) -> (tensor<4xi1>, tensor<2xf32>) {
  // CHECK: %[[C:.*]] = jit.constant dense<[true, false, true, true]> : tensor<4xi1> -> !jit.buffer<4xi1>
  // CHECK: %[[Y:.*]] = jit.alloc : !jit.buffer<4xi1>
  // CHECK: jit.launch @flags outs(%[[Y]]) ins(%{{.*}}, %[[C]])
  // CHECK: %[[D:.*]] = jit.constant
  // CHECK: %[[COPY:.*]] = jit.alloc : !jit.buffer<2xf32>
  // CHECK: jit.copy %[[D]] to %[[COPY]]
  // CHECK: jit.return %[[Y]], %[[COPY]]
  %c = tg.constant dense<[true, false, true, true]> : tensor<4xi1>
  %0 = tg.launch @flags(%x, %c) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %d = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %d : tensor<4xi1>, tensor<2xf32>
}

// Tests a kernel of two outputs of two types, and an argument given back.

// CHECK-LABEL: jit.func @outputs(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !jit.buffer<4xf32>
func.func @outputs(%x: tensor<4xf32>) -> (tensor<4xui8>, tensor<2x2xf32>) {
  // CHECK: %[[A:.*]] = jit.alloc : !jit.buffer<4xf32>
  // CHECK: %[[B:.*]] = jit.alloc : !jit.buffer<4xui8>
  // CHECK: jit.launch @pair outs(%[[A]], %[[B]]) ins(%[[X]])
  // CHECK: jit.return %[[B]], %[[X]]
  %0:2 = tg.launch @pair(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xui8>)
  %1 = tg.reshape %x [2, 2] : tensor<4xf32> -> tensor<2x2xf32>
  return %0#1, %1 : tensor<4xui8>, tensor<2x2xf32>
}

// Tests that a function without tensors stays.

// CHECK-LABEL: func.func @no_tensors(
func.func @no_tensors(%n: index) -> index {
  return %n : index
}
