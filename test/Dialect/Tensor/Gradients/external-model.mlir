// RUN: tg-opt %s --test-tg-gradients --tg-autodiff -split-input-file -verify-diagnostics | FileCheck %s

// Tests that an op of another dialect takes part with a rule of its own.

// CHECK-LABEL: func.func @cbrt
// CHECK-SAME: (%[[X:.*]]: tensor<f64>)
// CHECK: %[[Y:.*]] = math.cbrt %[[X]]
// CHECK: %[[YY:.*]] = tg.mul %[[Y]], %[[Y]]
// CHECK: %[[D:.*]] = tg.mul %[[YY]], %{{.*}}
// CHECK: %[[G:.*]] = tg.div %{{.*}}, %[[D]]
// CHECK: return %[[G]]
func.func @cbrt(%x: tensor<f64>) -> tensor<f64> {
  %0 = math.cbrt %x : tensor<f64>
  %1 = tg.grad %0 wrt %x : tensor<f64> -> tensor<f64>
  return %1 : tensor<f64>
}

// -----

func.func @wrong_count(%x: tensor<f64>) -> tensor<f64> {
  // expected-error@+1 {{'math.sqrt' op expected 1 gradients from its rule, but got 2}}
  %0 = math.sqrt %x : tensor<f64>
  %1 = tg.grad %0 wrt %x : tensor<f64> -> tensor<f64>
  return %1 : tensor<f64>
}

// -----

func.func @wrong_type(%x: tensor<f64>) -> tensor<f64> {
  // expected-error@+1 {{'math.rsqrt' op expected a gradient of type 'tensor<f64>' for operand 0, but got 'tensor<f16>'}}
  %0 = math.rsqrt %x : tensor<f64>
  %1 = tg.grad %0 wrt %x : tensor<f64> -> tensor<f64>
  return %1 : tensor<f64>
}
