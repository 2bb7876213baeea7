// Tests reduces of vectors of bools on a device of OpenCL, whose code has no bits of
// such vectors.
// REQUIRES: opencl

// RUN: tg-run %s --entry argmax --device opencl --input random:1 --verify
// RUN: tg-run %s --entry any --device opencl --input random:1 --verify

func.func @argmax(%a: tensor<3x130xi1>) -> tensor<3xi32> {
  %0 = tg.argmax %a axis 1 : tensor<3x130xi1> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @any(%a: tensor<4x512xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = tg.any %a axes [1] : tensor<4x512xi1> -> tensor<4xi1>
  %1 = tg.all %a axes [1] : tensor<4x512xi1> -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
