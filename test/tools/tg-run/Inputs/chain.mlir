// Twelve kernels in a row, and an argument that nothing uses.
func.func @main(%x: tensor<64x4xf32> {tg.name = "x"}, %y: tensor<2xf32> {tg.name = "y"})
    -> (tensor<4xf32> {tg.name = "s"}) {
  %n0 = tg.neg %x : tensor<64x4xf32>
  %c0 = tg.contiguous %n0 : tensor<64x4xf32>
  %n1 = tg.neg %c0 : tensor<64x4xf32>
  %c1 = tg.contiguous %n1 : tensor<64x4xf32>
  %n2 = tg.neg %c1 : tensor<64x4xf32>
  %c2 = tg.contiguous %n2 : tensor<64x4xf32>
  %n3 = tg.neg %c2 : tensor<64x4xf32>
  %c3 = tg.contiguous %n3 : tensor<64x4xf32>
  %n4 = tg.neg %c3 : tensor<64x4xf32>
  %c4 = tg.contiguous %n4 : tensor<64x4xf32>
  %n5 = tg.neg %c4 : tensor<64x4xf32>
  %c5 = tg.contiguous %n5 : tensor<64x4xf32>
  %n6 = tg.neg %c5 : tensor<64x4xf32>
  %c6 = tg.contiguous %n6 : tensor<64x4xf32>
  %n7 = tg.neg %c6 : tensor<64x4xf32>
  %c7 = tg.contiguous %n7 : tensor<64x4xf32>
  %n8 = tg.neg %c7 : tensor<64x4xf32>
  %c8 = tg.contiguous %n8 : tensor<64x4xf32>
  %n9 = tg.neg %c8 : tensor<64x4xf32>
  %c9 = tg.contiguous %n9 : tensor<64x4xf32>
  %n10 = tg.neg %c9 : tensor<64x4xf32>
  %c10 = tg.contiguous %n10 : tensor<64x4xf32>
  %n11 = tg.neg %c10 : tensor<64x4xf32>
  %c11 = tg.contiguous %n11 : tensor<64x4xf32>
  %s = tg.sum %c11 axes [0] : tensor<64x4xf32> -> tensor<4xf32>
  return %s : tensor<4xf32>
}
