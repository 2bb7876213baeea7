//--- conv.mlir
func.func @conv(%a: tensor<8x64x28x28xf32>, %b: tensor<64x64x3x3xf32>) -> tensor<8x64x28x28xf32> {
  %0 = tg.conv %a, %b pad_low [1, 1] pad_high [1, 1] : tensor<8x64x28x28xf32>, tensor<64x64x3x3xf32> -> tensor<8x64x28x28xf32>
  return %0 : tensor<8x64x28x28xf32>
}
//--- product.mlir
func.func @product(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = tg.matmul %a, %b : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}
//--- transposed.mlir
func.func @transposed(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = tg.permute %b [1, 0] : tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %1 = tg.matmul %a, %0 : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}
//--- halves.mlir
func.func @halves(%a: tensor<1024x1024xf16>, %b: tensor<1024x1024xf16>) -> tensor<1024x1024xf16> {
  %0 = tg.matmul %a, %b : tensor<1024x1024xf16>, tensor<1024x1024xf16> -> tensor<1024x1024xf16>
  return %0 : tensor<1024x1024xf16>
}
//--- attention.mlir
func.func @attention(%a: tensor<2x8x512x64xf32>, %b: tensor<2x8x512x64xf32>, %c: tensor<2x8x512x64xf32>) -> tensor<2x8x512x64xf32> {
  %0 = tg.attention %a, %b, %c : tensor<2x8x512x64xf32>, tensor<2x8x512x64xf32>, tensor<2x8x512x64xf32> -> tensor<2x8x512x64xf32>
  return %0 : tensor<2x8x512x64xf32>
}
//--- rows.mlir
func.func @softmax(%a: tensor<1024x4096xf32>) -> tensor<1024x4096xf32> {
  %0 = tg.softmax %a axis 1 : tensor<1024x4096xf32>
  return %0 : tensor<1024x4096xf32>
}
func.func @layer_norm(%a: tensor<1024x4096xbf16>) -> tensor<1024x4096xbf16> {
  %0 = tg.layer_norm %a axes [1] epsilon 1.0e-5 : tensor<1024x4096xbf16>
  return %0 : tensor<1024x4096xbf16>
}
func.func @gelu(%a: tensor<1048576xf32>, %b: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = tg.mul %a, %b : tensor<1048576xf32>
  %1 = tg.gelu %0 : tensor<1048576xf32>
  return %1 : tensor<1048576xf32>
}
