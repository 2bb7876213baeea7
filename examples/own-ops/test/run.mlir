// The numbers of fused kernels, and of gradients through them: loudness.py has NumPy's.
func.func @loudness(%dry: tensor<3x4xf32> {tg.name = "dry"}, %wet: tensor<3x4xf32> {tg.name = "wet"})
    -> (tensor<3xf32> {tg.name = "loudness"}, tensor<3x4xf32> {tg.name = "slope"}) {
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<3x4xf32>
  %1 = signal.energy %0 : tensor<3x4xf32> -> tensor<3xf32>
  %2 = signal.level %0 : tensor<3x4xf32>
  %3 = tg.mul %2, %dry : tensor<3x4xf32>
  %4 = tg.sum %3 axes [0, 1] : tensor<3x4xf32> -> tensor<f32>
  %5 = tg.grad %4 wrt %wet : tensor<f32> -> tensor<3x4xf32>
  return %1, %5 : tensor<3xf32>, tensor<3x4xf32>
}
