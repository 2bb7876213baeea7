// One layer of a classifier: scores for ten classes, turned into probabilities.
// docs/tutorial.md takes it through all rooms.
func.func @main(
    %x: tensor<?x64xf32> {tg.name = "x", tg.dims = ["n", 64]},
    %w: tensor<64x10xf32> {tg.name = "w"})
    -> (tensor<?x10xf32> {tg.name = "probabilities"})
    attributes {tg.variables = {n = [1, 256]}} {
  %scores = tg.matmul %x, %w : tensor<?x64xf32>, tensor<64x10xf32> -> tensor<?x10xf32>
  %p = tg.softmax %scores axis 1 : tensor<?x10xf32>
  return %p : tensor<?x10xf32>
}
