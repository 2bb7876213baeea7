// RUN: tg-opt %s --tg-decompose | FileCheck %s
// RUN: tg-opt %s --tg-decompose="keep=tg.attention,tg.layer_norm" | FileCheck %s --check-prefix=KEEP
// RUN: tg-opt %s --tg-decompose="only=tg.cross_entropy" | FileCheck %s --check-prefix=ONLY
// RUN: tg-opt %s --tg-decompose="only=tg.attention,tg.softmax keep=tg.softmax" | FileCheck %s --check-prefix=BOTH
// RUN: not tg-opt %s --tg-decompose="only=tg.sofmax" 2>&1 | FileCheck %s --check-prefix=TYPO

// Tests that a misspelled op is not chosen silently.
// TYPO: error: expected names of ops in only, but got 'tg.sofmax'

// Tests that kept ops stay, that only chosen ones go, and that what a
// decomposition is made of is kept and chosen alike.
// CHECK-LABEL: func.func @attention
// KEEP-LABEL: func.func @attention
// KEEP-NEXT: tg.attention
// ONLY-LABEL: func.func @attention
// ONLY-NEXT: tg.attention
// BOTH-LABEL: func.func @attention
// BOTH: tg.matmul
// BOTH: tg.softmax
// BOTH: tg.matmul
func.func @attention(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>) -> tensor<4x3x8xf32> {
  // Tests that query heads which share a key head are rows of one matrix.
  // CHECK: %[[Q:.*]] = tg.reshape %arg0 [2, 6, 8]
  // CHECK: %[[K:.*]] = tg.permute %arg1 [0, 2, 1]
  // CHECK: %[[S:.*]] = tg.matmul %[[Q]], %[[K]]
  // CHECK: tg.reshape %[[S]] [4, 3, 5]
  // CHECK-NOT: tg.softmax
  // CHECK: tg.exp
  // CHECK: tg.matmul %{{.*}}, %arg1 : tensor<2x6x5xf32>, tensor<2x5x8xf32> -> tensor<2x6x8xf32>
  %0 = tg.attention %q, %k, %k scale 1.0
      : tensor<4x3x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<4x3x8xf32>
  return %0 : tensor<4x3x8xf32>
}

// Tests that narrow floats are cast to f32 first and back once, and that a scale
// of the type of the computation is not cast.
// CHECK-LABEL: func.func @layer_norm
// KEEP-LABEL: func.func @layer_norm
// KEEP-NEXT: tg.layer_norm
func.func @layer_norm(%x: tensor<4x8xbf16>, %s: tensor<8xf32>, %b: tensor<8xbf16>) -> tensor<4x8xbf16> {
  // CHECK: tg.cast %arg0 : tensor<4x8xbf16> to tensor<4x8xf32>
  // CHECK: tg.reshape %arg1 [1, 8]
  // CHECK: tg.cast %arg2 : tensor<8xbf16> to tensor<8xf32>
  // CHECK: %[[R:.*]] = tg.cast %{{.*}} : tensor<4x8xf32> to tensor<4x8xbf16>
  // CHECK-NEXT: return %[[R]]
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<8xf32>) bias(%b : tensor<8xbf16>) : tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// Tests that a mean over a variable number of elements divides by the variable.
// CHECK-LABEL: func.func @variable_mean
func.func @variable_mean(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}) -> tensor<?x8xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  // CHECK: %[[SUM:.*]] = tg.sum
  // CHECK: %[[N:.*]] = tg.shrink %{{.*}} [%{{.*}}] [1] : tensor<?xf32> -> tensor<1xf32>
  // CHECK: %[[COUNT:.*]] = tg.reshape %[[N]] [1, 1]
  // CHECK: tg.div %{{.*}}, %[[COUNT]]
  %0 = tg.rms_norm %x axes [0, 1] : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Tests that a decomposition's own composite ops are only rewritten if chosen.
// CHECK-LABEL: func.func @cross_entropy
// ONLY-LABEL: func.func @cross_entropy
// ONLY: tg.log_softmax
// ONLY-NOT: tg.cross_entropy
func.func @cross_entropy(%x: tensor<4x8xf32>, %l: tensor<4xi8>) -> tensor<f32> {
  // CHECK-NOT: tg.log_softmax
  // CHECK: tg.cast %arg1 : tensor<4xi8> to tensor<4xi32>
  // CHECK: tg.arange [8] start(0 : i32) step(1 : i32)
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<4x8xf32>, tensor<4xi8> -> tensor<f32>
  return %0 : tensor<f32>
}

// Tests that a resize by a whole factor only repeats elements.
// CHECK-LABEL: func.func @double
func.func @double(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: tg.reshape %arg0 [2, 4, 1]
  // CHECK-NEXT: tg.expand %{{.*}} [2, 4, 2]
  // CHECK-NEXT: tg.reshape %{{.*}} [2, 8]
  // CHECK-NEXT: return
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// Tests that an axis that keeps its size is not touched.
// CHECK-LABEL: func.func @no_resize
func.func @no_resize(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: return %arg0
  %0 = tg.interpolate %x linear last 2 : tensor<2x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Tests that a transposed convolution is a convolution of the spread input with
// the turned filter.
// CHECK-LABEL: func.func @conv_transpose
func.func @conv_transpose(%x: tensor<2x3x5xf32>, %w: tensor<3x4x3xf32>) -> tensor<2x4x11xf32> {
  // CHECK-DAG: tg.pad {{.*}} high [0, 0, 0, 1]
  // CHECK-DAG: tg.permute {{.*}} [0, 2, 1, 3]
  // CHECK-DAG: tg.flip {{.*}} [2]
  // CHECK: tg.conv %{{.*}}, %{{.*}} pad_low [2] pad_high [1]
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<2x3x5xf32>, tensor<3x4x3xf32> -> tensor<2x4x11xf32>
  return %0 : tensor<2x4x11xf32>
}
