// Where a blurred photo differs from the photo: image ops beside tg ops, down to
// a launch graph. photo.npy and edges.npy are written by photo.py.

// CHECK-NOT: image.
// CHECK: jit.graph
func.func @main(%photo: tensor<2x3x12x10xf32> {tg.name = "photo"})
    -> tensor<2x1x12x10xf32> {
  %gray = image.gray %photo : tensor<2x3x12x10xf32> -> tensor<2x1x12x10xf32>
  %soft = image.blur %gray radius 1 : tensor<2x1x12x10xf32>
  %difference = tg.sub %gray, %soft : tensor<2x1x12x10xf32>
  %strength = tg.abs %difference : tensor<2x1x12x10xf32>
  %edges = image.stretch %strength : tensor<2x1x12x10xf32>
  return %edges : tensor<2x1x12x10xf32>
}
