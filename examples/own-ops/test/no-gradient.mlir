// An op that says nothing of gradients is named where one is needed.

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'signal.clip' op has no gradient}}
  %0 = signal.clip %x rounds 1 : tensor<4xf32>
  %1 = tg.sum %0 axes [0] : tensor<4xf32> -> tensor<f32>
  // expected-note @below {{needed here}}
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
