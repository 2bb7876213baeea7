// Tests that the op shares a kernel with its neighbours, and so does its gradient, and
// what both are.

// FUSE-COUNT-1: tg.kernel
// FUSE:         mine.leaky
// VALUES: 'twice'
// VALUES-NEXT: -1 -0.5 0 4]
// VALUES: 'dx'
// VALUES-NEXT: [0.5 0.5 0.5 2]
func.func @main() -> (tensor<4xf32> {tg.name = "twice"}, tensor<4xf32> {tg.name = "dx"}) {
  %x = tg.constant dense<[-2.0, -1.0, 0.0, 2.0]> : tensor<4xf32>
  %two = tg.constant dense<2.0> : tensor<4xf32>
  %y = mine.leaky %x slope 0.25 : tensor<4xf32>
  %twice = tg.mul %y, %two : tensor<4xf32>
  %sum = tg.sum %twice axes [0] : tensor<4xf32> -> tensor<f32>
  %dx = tg.grad %sum wrt %x : tensor<f32> -> tensor<4xf32>
  return %twice, %dx : tensor<4xf32>, tensor<4xf32>
}
