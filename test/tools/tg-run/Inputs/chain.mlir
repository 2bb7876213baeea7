// Thirteen kernels in a row, and an argument that nothing uses.
func.func @main(%x: tensor<32x32xf32> {tg.name = "x"}, %y: tensor<2xf32> {tg.name = "y"})
    -> (tensor<32x32xf32> {tg.name = "s"}) {
  %c0 = tg.matmul %x, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c1 = tg.matmul %c0, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c2 = tg.matmul %c1, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c3 = tg.matmul %c2, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c4 = tg.matmul %c3, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c5 = tg.matmul %c4, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c6 = tg.matmul %c5, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c7 = tg.matmul %c6, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c8 = tg.matmul %c7, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c9 = tg.matmul %c8, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c10 = tg.matmul %c9, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c11 = tg.matmul %c10, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  %c12 = tg.matmul %c11, %x : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
  return %c12 : tensor<32x32xf32>
}
