// Tests the functions of arith and math that tg lacks as ops of its own against values
// computed by hand.

// RUN: tg-run %s --verify
// RUN: tg-run %s | FileCheck %s
// CHECK: [6] i32
// CHECK-NEXT: [32 31 0 23 0 1]
// CHECK: [6] i32
// CHECK-NEXT: [32 0 3 8 31 0]
// CHECK: [6] i32
// CHECK-NEXT: [ 0 1 29 1 1 31]
// CHECK: [4] i32
// CHECK-NEXT: [-2 -1 1 1]
// CHECK: [4] i32
// CHECK-NEXT: -1 -1 1073741823 0]
// CHECK: [4] f32
// CHECK-NEXT: 2 -3 0 8]
func.func @main() -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
  %a = arith.constant dense<[0, 1, -8, 256, -2147483648, 2147483647]> : tensor<6xi32>
  %0 = math.ctlz %a : tensor<6xi32>
  %1 = math.cttz %a : tensor<6xi32>
  %2 = math.ctpop %a : tensor<6xi32>
  %x = arith.constant dense<[2, -1, 2147483647, 1]> : tensor<4xi32>
  %y = arith.constant dense<[-1, 1, 2147483647, 1]> : tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %3:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%e, %e : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%p: i32, %q: i32, %l: i32, %h: i32):
    %low, %high = arith.mulsi_extended %p, %q : i32
    linalg.yield %low, %high : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  %f = arith.constant dense<[8.0, -27.0, 0.0, 512.0]> : tensor<4xf32>
  %4 = math.cbrt %f : tensor<4xf32>
  %5 = math.roundeven %4 : tensor<4xf32>
  return %0, %1, %2, %3#0, %3#1, %5 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
}
