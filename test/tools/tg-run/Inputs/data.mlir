// Arrays for the tests, written to files by --output.
func.func @main() -> (tensor<2x3xf32> {tg.name = "x"}, tensor<3xf32> {tg.name = "w"},
                      tensor<2x3xf32> {tg.name = "y"}, tensor<3xi32> {tg.name = "i"},
                      tensor<9x3xf32> {tg.name = "nine"}, tensor<3x3xf32> {tg.name = "square"}) {
  %x = tg.constant dense<[[1.0, 2.0, 3.0], [-4.0, 5.5, 0.0]]> : tensor<2x3xf32>
  %w = tg.constant dense<[2.0, 10.0, -1.0]> : tensor<3xf32>
  %y = tg.constant dense<[[2.0, 20.0, -3.0], [-8.0, 55.0, -0.0]]> : tensor<2x3xf32>
  %i = tg.constant dense<[7, -8, 9]> : tensor<3xi32>
  %nine = tg.constant dense<1.0> : tensor<9x3xf32>
  %square = tg.constant dense<0.0> : tensor<3x3xf32>
  return %x, %w, %y, %i, %nine, %square : tensor<2x3xf32>, tensor<3xf32>,
      tensor<2x3xf32>, tensor<3xi32>, tensor<9x3xf32>, tensor<3x3xf32>
}
