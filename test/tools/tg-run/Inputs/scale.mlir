// y = x * w for n rows of 3.
func.func @main(%x: tensor<?x3xf32> {tg.name = "x", tg.dims = ["n", 3]},
                %w: tensor<3xf32> {tg.name = "w"})
    -> (tensor<?x3xf32> {tg.name = "y"})
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %row = tg.reshape %w [1, 3] : tensor<3xf32> -> tensor<1x3xf32>
  %all = tg.expand %row [%n, 3] : tensor<1x3xf32> -> tensor<?x3xf32>
  %y = tg.mul %x, %all : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
