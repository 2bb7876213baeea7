// Two ops of the signal dialect share a kernel, and each is computed as it says.

// CHECK-LABEL: func.func @loudness
// CHECK:         tg.kernel
// CHECK:           signal.mix
// CHECK:           signal.energy
// CHECK:         tg.yield
// CHECK-NOT:     tg.kernel

// KERNEL-LABEL: uop.kernel
// KERNEL:         arith.mulf
// KERNEL:         arith.addf
// KERNEL:         uop.reduce <add>
// KERNEL-LABEL: func.func @loudness
// KERNEL:         tg.launch
// KERNEL-NOT:     signal.
func.func @loudness(%dry: tensor<3x4xf32>, %wet: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<3x4xf32>
  %1 = signal.energy %0 : tensor<3x4xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Sizes that are variables.
// CHECK-LABEL: func.func @of_n_samples
// CHECK:         tg.kernel
// CHECK:           signal.mix
// CHECK:           signal.energy
// CHECK-NOT:     tg.kernel
func.func @of_n_samples(%dry: tensor<3x?xf32> {tg.dims = [3, "n"]}, %wet: tensor<3x?xf32> {tg.dims = [3, "n"]})
    -> tensor<3xf32> attributes {tg.variables = {n = [1, 64]}} {
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<3x?xf32>
  %1 = signal.energy %0 : tensor<3x?xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
