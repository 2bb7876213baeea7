//--- bf16.mlir
func.func @product(%x: tensor<1024x512xbf16>, %y: tensor<512x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = tg.matmul %x, %y : tensor<1024x512xbf16>, tensor<512x1024xbf16> -> tensor<1024x1024xbf16>
  return %0 : tensor<1024x1024xbf16>
}
//--- f16.mlir
func.func @odd(%x: tensor<1000x511xf16>, %y: tensor<511x999xf16>) -> tensor<1000x999xf16> {
  %0 = tg.matmul %x, %y : tensor<1000x511xf16>, tensor<511x999xf16> -> tensor<1000x999xf16>
  return %0 : tensor<1000x999xf16>
}
//--- i8.mlir
func.func @integers(%x: tensor<1024x512xi8>, %y: tensor<512x1024xi8>) -> tensor<1024x1024xi32> {
  %0 = tg.matmul %x, %y : tensor<1024x512xi8>, tensor<512x1024xi8> -> tensor<1024x1024xi32>
  return %0 : tensor<1024x1024xi32>
}
//--- u8.mlir
func.func @unsigned(%x: tensor<1024x512xui8>, %y: tensor<512x1024xui8>) -> tensor<1024x1024xui32> {
  %0 = tg.matmul %x, %y : tensor<1024x512xui8>, tensor<512x1024xui8> -> tensor<1024x1024xui32>
  return %0 : tensor<1024x1024xui32>
}
//--- f32.mlir
func.func @wide(%x: tensor<1024x512xf32>, %y: tensor<512x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = tg.matmul %x, %y : tensor<1024x512xf32>, tensor<512x1024xf32> -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}
//--- conv.mlir
func.func @convolution(%x: tensor<8x64x56x56xf16>, %w: tensor<64x64x3x3xf16>) -> tensor<8x64x56x56xf16> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<8x64x56x56xf16>, tensor<64x64x3x3xf16> -> tensor<8x64x56x56xf16>
  return %0 : tensor<8x64x56x56xf16>
}
