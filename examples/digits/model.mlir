// The digits network, written by train.py. The batch is the variable n.
func.func @main(
    %image: tensor<?x1x8x8xf32> {tg.name = "image", tg.dims = ["n", 1, 8, 8]},
    %conv1_weight: tensor<16x1x3x3xf32> {tg.name = "conv1.weight"},
    %conv1_bias: tensor<16xf32> {tg.name = "conv1.bias"},
    %conv2_weight: tensor<32x16x3x3xf32> {tg.name = "conv2.weight"},
    %conv2_bias: tensor<32xf32> {tg.name = "conv2.bias"},
    %conv3_weight: tensor<64x32x3x3xf32> {tg.name = "conv3.weight"},
    %conv3_bias: tensor<64xf32> {tg.name = "conv3.bias"},
    %dense_weight: tensor<256x10xf32> {tg.name = "dense.weight"},
    %dense_bias: tensor<10xf32> {tg.name = "dense.bias"})
    -> (tensor<?xi32> {tg.name = "classes"})
    attributes {tg.variables = {n = [1, 1024]}} {
  %n = tg.variable "n"
  %conv1 = tg.conv %image, %conv1_weight pad_low [1, 1] pad_high [1, 1]
      : tensor<?x1x8x8xf32>, tensor<16x1x3x3xf32> -> tensor<?x16x8x8xf32>
  %conv1_biased_row = tg.reshape %conv1_bias [1, 16, 1, 1] : tensor<16xf32> -> tensor<1x16x1x1xf32>
  %conv1_biased_all = tg.expand %conv1_biased_row [%n, 16, 8, 8] : tensor<1x16x1x1xf32> -> tensor<?x16x8x8xf32>
  %conv1_biased = tg.add %conv1, %conv1_biased_all : tensor<?x16x8x8xf32>
  %conv1_relu = tg.relu %conv1_biased : tensor<?x16x8x8xf32>
  %conv2 = tg.conv %conv1_relu, %conv2_weight pad_low [1, 1] pad_high [1, 1]
      : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32> -> tensor<?x32x8x8xf32>
  %conv2_biased_row = tg.reshape %conv2_bias [1, 32, 1, 1] : tensor<32xf32> -> tensor<1x32x1x1xf32>
  %conv2_biased_all = tg.expand %conv2_biased_row [%n, 32, 8, 8] : tensor<1x32x1x1xf32> -> tensor<?x32x8x8xf32>
  %conv2_biased = tg.add %conv2, %conv2_biased_all : tensor<?x32x8x8xf32>
  %conv2_relu = tg.relu %conv2_biased : tensor<?x32x8x8xf32>
  %pool2 = tg.max_pool %conv2_relu kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xf32>
  %conv3 = tg.conv %pool2, %conv3_weight pad_low [1, 1] pad_high [1, 1]
      : tensor<?x32x4x4xf32>, tensor<64x32x3x3xf32> -> tensor<?x64x4x4xf32>
  %conv3_biased_row = tg.reshape %conv3_bias [1, 64, 1, 1] : tensor<64xf32> -> tensor<1x64x1x1xf32>
  %conv3_biased_all = tg.expand %conv3_biased_row [%n, 64, 4, 4] : tensor<1x64x1x1xf32> -> tensor<?x64x4x4xf32>
  %conv3_biased = tg.add %conv3, %conv3_biased_all : tensor<?x64x4x4xf32>
  %conv3_relu = tg.relu %conv3_biased : tensor<?x64x4x4xf32>
  %pool3 = tg.max_pool %conv3_relu kernel [2, 2] : tensor<?x64x4x4xf32> -> tensor<?x64x2x2xf32>
  %flat = tg.reshape %pool3 [%n, 256] : tensor<?x64x2x2xf32> -> tensor<?x256xf32>
  %dense = tg.matmul %flat, %dense_weight
      : tensor<?x256xf32>, tensor<256x10xf32> -> tensor<?x10xf32>
  %scores_row = tg.reshape %dense_bias [1, 10] : tensor<10xf32> -> tensor<1x10xf32>
  %scores_all = tg.expand %scores_row [%n, 10] : tensor<1x10xf32> -> tensor<?x10xf32>
  %scores = tg.add %dense, %scores_all : tensor<?x10xf32>
  %classes = tg.argmax %scores axis 1 : tensor<?x10xf32> -> tensor<?xi32>
  return %classes : tensor<?xi32>
}
