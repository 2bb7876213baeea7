// Tests that branches choose by their condition, and that loops end where their
// condition on constants says.

// RUN: tg-run %s --input zeros --verify
// RUN: tg-run %s --input zeros | FileCheck %s

// CHECK: 6 8 10]
// CHECK: 5 12 21]
// CHECK: 8
// CHECK: [16 32 48]
func.func @main(%zero: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<3xi32>) {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = "tosa.const"() <{values = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %b = "tosa.const"() <{values = dense<[5, 6, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %p = tosa.greater %one, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = tosa.cond_if %p : tensor<i1> -> tensor<3xi32> {
    %1 = tosa.add %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %1 : tensor<3xi32>
  } else {
    tosa.yield %a : tensor<3xi32>
  }
  %q = tosa.greater %zero, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tosa.cond_if %q : tensor<i1> -> tensor<3xi32> {
    tosa.yield %a : tensor<3xi32>
  } else {
    %1 = tosa.mul %a, %b, %shift : (tensor<3xi32>, tensor<3xi32>, tensor<1xi8>) -> tensor<3xi32>
    tosa.yield %1 : tensor<3xi32>
  }

  // Doubles while the number is at most five.
  %double = tosa.add %a, %a : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %3:2 = tosa.while_loop (%n = %one, %x = %double) : (tensor<i32>, tensor<3xi32>) -> (tensor<i32>, tensor<3xi32>) {
    %five = "tosa.const"() <{values = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %r = tosa.greater_equal %five, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %r : tensor<i1>
  } do {
  ^bb0(%n: tensor<i32>, %x: tensor<3xi32>):
    %m = tosa.add %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y = tosa.add %x, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %m, %y : tensor<i32>, tensor<3xi32>
  }
  return %0, %2, %3#0, %3#1 : tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<3xi32>
}
