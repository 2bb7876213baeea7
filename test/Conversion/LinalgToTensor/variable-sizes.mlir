// Tests that sizes that follow from the function's variables are converted.

// RUN: tg-opt --convert-linalg-to-tg %s | FileCheck %s

// CHECK-LABEL: func @rows
// CHECK:         %[[P:.*]] = tg.matmul %arg0, %arg1 : tensor<?x7xf32>, tensor<7x3xf32> -> tensor<?x3xf32>
// CHECK:         %[[N:.*]] = tg.variable "n"
// CHECK:         %[[B:.*]] = tg.expand {{.*}} [%[[N]], 3]
// CHECK:         tg.add %[[P]], %[[B]]
func.func @rows(%a: tensor<?x7xf32> {tg.dims = ["n", 7]}, %b: tensor<7x3xf32>, %bias: tensor<3xf32>) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 9]}} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x7xf32>
  %empty = tensor.empty(%n) : tensor<?x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x3xf32>) -> tensor<?x3xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x7xf32>, tensor<7x3xf32>) outs(%init : tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<?x3xf32>, tensor<3xf32>) outs(%empty : tensor<?x3xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
