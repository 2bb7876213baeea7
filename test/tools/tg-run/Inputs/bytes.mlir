func.func @main(%a: tensor<128x128xi8>, %b: tensor<128x128xi8>) -> tensor<128x128xi32> {
  %0 = tg.matmul %a, %b : tensor<128x128xi8>, tensor<128x128xi8> -> tensor<128x128xi32>
  return %0 : tensor<128x128xi32>
}
