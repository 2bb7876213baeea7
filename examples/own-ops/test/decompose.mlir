// An op without an index map becomes the ops that it means, and so its gradient theirs.

// CHECK-LABEL: func.func @level
// CHECK-NOT:     signal.
// CHECK:         tg.mul
// CHECK:         tg.sum
// CHECK:         tg.sqrt
// CHECK:         tg.div
func.func @level(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = signal.level %x : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
