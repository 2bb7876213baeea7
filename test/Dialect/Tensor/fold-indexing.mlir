// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests that joining one tensor, or repeating it once, is that tensor.

// CHECK-LABEL: func.func @nothing_joined
// CHECK-NEXT: return %arg0, %arg0
func.func @nothing_joined(%a: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %0 = tg.concat %a axis 0 : tensor<4x3xf32> -> tensor<4x3xf32>
  %1 = tg.repeat %a [1, 1] : tensor<4x3xf32> -> tensor<4x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// Tests that parts without elements are left out, but not a part that may have
// some.

// CHECK-LABEL: func.func @empty_parts
// CHECK-NEXT: return %arg1
func.func @empty_parts(%e: tensor<0x3xf32>, %a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = tg.concat %e, %a, %e axis 0 : tensor<0x3xf32>, tensor<4x3xf32>, tensor<0x3xf32> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @no_empty_part
// CHECK: tg.concat %arg0, %arg1
func.func @no_empty_part(%e: tensor<?x3xf32> {tg.dims = ["n", 3]}, %a: tensor<4x3xf32>) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [0, 4]}} {
  %0 = tg.concat %e, %a axis 0 : tensor<?x3xf32>, tensor<4x3xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Tests that equal splats stay one, and different ones do not.

// CHECK-LABEL: func.func @splats
// CHECK-DAG: %[[A:.*]] = tg.constant dense<2.0{{.*}}> : tensor<7xf32>
// CHECK-DAG: %[[B:.*]] = tg.constant dense<2.0{{.*}}> : tensor<12xf32>
// CHECK: return %[[A]], %[[B]]
func.func @splats() -> (tensor<7xf32>, tensor<12xf32>) {
  %a = tg.constant dense<2.0> : tensor<3xf32>
  %b = tg.constant dense<2.0> : tensor<4xf32>
  %0 = tg.concat %a, %b axis 0 : tensor<3xf32>, tensor<4xf32> -> tensor<7xf32>
  %1 = tg.repeat %b [3] : tensor<4xf32> -> tensor<12xf32>
  return %0, %1 : tensor<7xf32>, tensor<12xf32>
}

// CHECK-LABEL: func.func @no_splats
// CHECK: tg.concat
func.func @no_splats() -> tensor<7xf32> {
  %a = tg.constant dense<2.0> : tensor<3xf32>
  %b = tg.constant dense<3.0> : tensor<4xf32>
  %0 = tg.concat %a, %b axis 0 : tensor<3xf32>, tensor<4xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
