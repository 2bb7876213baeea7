// What an op says that it costs decides whether it is computed once more for each of its
// readers or stored.

// CHECK-LABEL: func.func @cheap
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT:     tg.kernel
func.func @cheap(%x: tensor<1x64xf32>) -> tensor<2x64xf32> {
  %0 = signal.clip %x rounds 1 : tensor<1x64xf32>
  %1 = tg.expand %0 [2, 64] : tensor<1x64xf32> -> tensor<2x64xf32>
  return %1 : tensor<2x64xf32>
}

// CHECK-LABEL: func.func @costly
// CHECK:         tg.kernel
// CHECK:           signal.clip
// CHECK:         tg.kernel
// CHECK-NOT:       signal.clip
func.func @costly(%x: tensor<1x64xf32>) -> tensor<2x64xf32> {
  %0 = signal.clip %x rounds 400 : tensor<1x64xf32>
  %1 = tg.expand %0 [2, 64] : tensor<1x64xf32> -> tensor<2x64xf32>
  return %1 : tensor<2x64xf32>
}
