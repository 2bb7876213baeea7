// A gradient passes through an op by its own rule, and through a composite one by those
// of the ops that it means.

// CHECK-LABEL: func.func @own_rule
// CHECK:         tg.constant dense<2.500000e-01>
// CHECK:         tg.mul
// CHECK-NOT:     tg.grad
func.func @own_rule(%dry: tensor<4xf32>, %wet: tensor<4xf32>) -> tensor<4xf32> {
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<4xf32>
  %1 = tg.sum %0 axes [0] : tensor<4xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %wet : tensor<f32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @of_its_meaning
// CHECK:         tg.div
// CHECK-NOT:     tg.grad
func.func @of_its_meaning(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = signal.level %x : tensor<3x4xf32>
  %1 = tg.sum %0 axes [0, 1] : tensor<3x4xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}
