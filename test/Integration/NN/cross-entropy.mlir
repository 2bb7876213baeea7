// Tests that cross entropy of classes and of probabilities agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'mean' {{is (equal|close)}}
func.func @mean(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'mean_smooth' {{is (equal|close)}}
func.func @mean_smooth(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'mean_ignore' {{is (equal|close)}}
func.func @mean_ignore(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.2 ignore_index 2 : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'mean_probabilities' {{is (equal|close)}}
func.func @mean_probabilities(%x: tensor<6x5xf32>, %p: tensor<6x5xf32>) -> tensor<f32> {
  %0 = tg.cross_entropy %x, %p axis 1 smoothing 0.1 : tensor<6x5xf32>, tensor<6x5xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'sum' {{is (equal|close)}}
func.func @sum(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 reduction sum : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'sum_smooth' {{is (equal|close)}}
func.func @sum_smooth(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction sum : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'sum_ignore' {{is (equal|close)}}
func.func @sum_ignore(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.2 ignore_index 2 reduction sum : tensor<6x5xf32>, tensor<6xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'sum_probabilities' {{is (equal|close)}}
func.func @sum_probabilities(%x: tensor<6x5xf32>, %p: tensor<6x5xf32>) -> tensor<f32> {
  %0 = tg.cross_entropy %x, %p axis 1 smoothing 0.1 reduction sum : tensor<6x5xf32>, tensor<6x5xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'none' {{is (equal|close)}}
func.func @none(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xi32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'none_smooth' {{is (equal|close)}}
func.func @none_smooth(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xf32>, tensor<6xi32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'none_ignore' {{is (equal|close)}}
func.func @none_ignore(%x: tensor<6x5xf32>, %r: tensor<6xi32>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.2 ignore_index 2 reduction none : tensor<6x5xf32>, tensor<6xi32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'none_probabilities' {{is (equal|close)}}
func.func @none_probabilities(%x: tensor<6x5xf32>, %p: tensor<6x5xf32>) -> tensor<6xf32> {
  %0 = tg.cross_entropy %x, %p axis 1 smoothing 0.1 reduction none : tensor<6x5xf32>, tensor<6x5xf32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'image' {{is (equal|close)}}
func.func @image(%x: tensor<2x5x3x4xf32>, %r: tensor<2x3x4xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<2x3x4xi32>
  %l = tg.mod %r, %six : tensor<2x3x4xi32>
  %0 = tg.cross_entropy %x, %l axis 1 ignore_index -100 : tensor<2x5x3x4xf32>, tensor<2x3x4xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'vector' {{is (equal|close)}}
func.func @vector(%x: tensor<9xf32>, %r: tensor<i32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<i32>
  %l = tg.mod %r, %six : tensor<i32>
  %0 = tg.cross_entropy %x, %l axis 0 reduction none : tensor<9xf32>, tensor<i32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'last' {{is (equal|close)}}
func.func @last(%x: tensor<2x3x7xf32>, %r: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %six = tg.constant dense<6> : tensor<2x3xi32>
  %l = tg.mod %r, %six : tensor<2x3xi32>
  %0 = tg.cross_entropy %x, %l axis 2 reduction none : tensor<2x3x7xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%x: tensor<0x5xf32>, %r: tensor<0xi32>) -> tensor<f32> {
  %six = tg.constant dense<6> : tensor<0xi32>
  %l = tg.mod %r, %six : tensor<0xi32>
  %0 = tg.cross_entropy %x, %l axis 1 reduction sum : tensor<0x5xf32>, tensor<0xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'labels_i8' {{is (equal|close)}}
func.func @labels_i8(%x: tensor<6x5xf32>, %r: tensor<6xi8>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi8>
  %l = tg.mod %r, %six : tensor<6xi8>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xi8> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_i16' {{is (equal|close)}}
func.func @labels_i16(%x: tensor<6x5xf32>, %r: tensor<6xi16>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi16>
  %l = tg.mod %r, %six : tensor<6xi16>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xi16> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_i64' {{is (equal|close)}}
func.func @labels_i64(%x: tensor<6x5xf32>, %r: tensor<6xi64>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xi64>
  %l = tg.mod %r, %six : tensor<6xi64>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xi64> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_ui8' {{is (equal|close)}}
func.func @labels_ui8(%x: tensor<6x5xf32>, %r: tensor<6xui8>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xui8>
  %l = tg.mod %r, %six : tensor<6xui8>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xui8> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_ui16' {{is (equal|close)}}
func.func @labels_ui16(%x: tensor<6x5xf32>, %r: tensor<6xui16>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xui16>
  %l = tg.mod %r, %six : tensor<6xui16>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xui16> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_ui32' {{is (equal|close)}}
func.func @labels_ui32(%x: tensor<6x5xf32>, %r: tensor<6xui32>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xui32>
  %l = tg.mod %r, %six : tensor<6xui32>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xui32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'labels_ui64' {{is (equal|close)}}
func.func @labels_ui64(%x: tensor<6x5xf32>, %r: tensor<6xui64>) -> tensor<6xf32> {
  %six = tg.constant dense<6> : tensor<6xui64>
  %l = tg.mod %r, %six : tensor<6xui64>
  %0 = tg.cross_entropy %x, %l axis 1 reduction none : tensor<6x5xf32>, tensor<6xui64> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%x: tensor<6x5xf64>, %r: tensor<6xi32>) -> tensor<6xf64> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xf64>, tensor<6xi32> -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%x: tensor<6x5xf16>, %r: tensor<6xi32>) -> tensor<6xf16> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xf16>, tensor<6xi32> -> tensor<6xf16>
  return %0 : tensor<6xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%x: tensor<6x5xbf16>, %r: tensor<6xi32>) -> tensor<6xbf16> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xbf16>, tensor<6xi32> -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%x: tensor<6x5xf8E4M3FN>, %r: tensor<6xi32>) -> tensor<6xf8E4M3FN> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xf8E4M3FN>, tensor<6xi32> -> tensor<6xf8E4M3FN>
  return %0 : tensor<6xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%x: tensor<6x5xf8E5M2>, %r: tensor<6xi32>) -> tensor<6xf8E5M2> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x5xf8E5M2>, tensor<6xi32> -> tensor<6xf8E5M2>
  return %0 : tensor<6xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%x: tensor<?x10xf32> {tg.dims = ["n", 10]}, %l: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<f32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'dynamic_classes' {{is (equal|close)}}
func.func @dynamic_classes(%x: tensor<6x?xf32> {tg.dims = [6, "n"]}, %l: tensor<6xi32>) -> tensor<6xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.cross_entropy %x, %l axis 1 smoothing 0.1 reduction none : tensor<6x?xf32>, tensor<6xi32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'weighted' {{is (equal|close)}}
// CHECK: result 1 of 'weighted' {{is (equal|close)}}
// CHECK: result 2 of 'weighted' {{is (equal|close)}}
func.func @weighted(%x: tensor<?x5xf32> {tg.dims = ["n", 5]}, %r: tensor<?xi32> {tg.dims = ["n"]}, %w: tensor<5xf32>, %p: tensor<?x5xf32> {tg.dims = ["n", 5]}) -> (tensor<f32>, tensor<?xf32>, tensor<f32>)
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<6> : tensor<1xi32>
  %six = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %l = tg.mod %r, %six : tensor<?xi32>
  %0 = tg.cross_entropy %x, %l axis 1 weight(%w : tensor<5xf32>) smoothing 0.1 ignore_index 2 : tensor<?x5xf32>, tensor<?xi32> -> tensor<f32>
  %1 = tg.cross_entropy %x, %l axis 1 weight(%w : tensor<5xf32>) ignore_index 3 reduction none : tensor<?x5xf32>, tensor<?xi32> -> tensor<?xf32>
  %2 = tg.cross_entropy %x, %p axis 1 weight(%w : tensor<5xf32>) smoothing 0.1 : tensor<?x5xf32>, tensor<?x5xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<?xf32>, tensor<f32>
}

// CHECK: result 0 of 'weighted_bf16' {{is (equal|close)}}
func.func @weighted_bf16(%x: tensor<6x5xbf16>, %r: tensor<6xi32>, %w: tensor<5xf32>) -> tensor<bf16> {
  %six = tg.constant dense<6> : tensor<6xi32>
  %l = tg.mod %r, %six : tensor<6xi32>
  %0 = tg.cross_entropy %x, %l axis 1 weight(%w : tensor<5xf32>) : tensor<6x5xbf16>, tensor<6xi32> -> tensor<bf16>
  return %0 : tensor<bf16>
}
