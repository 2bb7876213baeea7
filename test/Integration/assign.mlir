// Tests that assigns give the contents that the reference gives, whoever reads
// what was there before.

// RUN: tg-run %s --entry all --input random:1 --var i=0 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var i=5 --verify | FileCheck %s

// CHECK: result 0 of 'all' {{is (equal|close)}}
func.func @all(%w: tensor<6x7xf32>, %g: tensor<6x7xf32>) -> (tensor<6x7xf32> {tg.updates = 0 : i64}) {
  %0 = tg.sub %w, %g : tensor<6x7xf32>
  %1 = tg.assign %w [0, 0], %0 : tensor<6x7xf32>, tensor<6x7xf32>
  return %1 : tensor<6x7xf32>
}

// CHECK: result 0 of 'other_elements' {{is (equal|close)}}
func.func @other_elements(%w: tensor<64x3xf32>) -> (tensor<64x3xf32> {tg.updates = 0 : i64}) {
  %0 = tg.flip %w [0] : tensor<64x3xf32>
  %1 = tg.assign %w [0, 0], %0 : tensor<64x3xf32>, tensor<64x3xf32>
  return %1 : tensor<64x3xf32>
}

// CHECK: result 0 of 'part' {{is (equal|close)}}
func.func @part(%w: tensor<6x9xf32>, %v: tensor<3x4xf32>) -> (tensor<6x9xf32> {tg.updates = 0 : i64}) {
  %0 = tg.neg %v : tensor<3x4xf32>
  %1 = tg.assign %w [2, 5], %0 : tensor<6x9xf32>, tensor<3x4xf32>
  return %1 : tensor<6x9xf32>
}

// CHECK: result 0 of 'cache' {{is (equal|close)}}
// CHECK: result 1 of 'cache' {{is (equal|close)}}
func.func @cache(%c: tensor<4x8x16xf32>, %k: tensor<4x1x16xf32>)
    -> (tensor<4x8x16xf32> {tg.updates = 0 : i64}, tensor<4x8xf32>)
    attributes {tg.variables = {i = [0, 7]}} {
  %i = tg.variable "i"
  %0 = tg.assign %c [0, %i, 0], %k : tensor<4x8x16xf32>, tensor<4x1x16xf32>
  %1 = tg.sum %0 axes [2] : tensor<4x8x16xf32> -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8x16xf32>, tensor<4x8xf32>
}

// CHECK: result 0 of 'read_later' {{is (equal|close)}}
// CHECK: result 1 of 'read_later' {{is (equal|close)}}
// CHECK: result 2 of 'read_later' {{is (equal|close)}}
func.func @read_later(%w: tensor<5x6xf32>, %v: tensor<5x6xf32>)
    -> (tensor<5x6xf32> {tg.updates = 0 : i64}, tensor<5xf32>, tensor<5xf32>) {
  %0 = tg.assign %w [0, 0], %v : tensor<5x6xf32>, tensor<5x6xf32>
  %1 = tg.sum %0 axes [1] : tensor<5x6xf32> -> tensor<5xf32>
  %2 = tg.sum %w axes [1] : tensor<5x6xf32> -> tensor<5xf32>
  %3 = tg.mul %1, %2 : tensor<5xf32>
  return %0, %3, %2 : tensor<5x6xf32>, tensor<5xf32>, tensor<5xf32>
}

// CHECK: result 0 of 'twice' {{is (equal|close)}}
func.func @twice(%w: tensor<12xi32>, %v: tensor<3xi32>) -> (tensor<12xi32> {tg.updates = 0 : i64}) {
  %0 = tg.assign %w [0], %v : tensor<12xi32>, tensor<3xi32>
  %1 = tg.shrink %0 [0] [8] : tensor<12xi32> -> tensor<8xi32>
  %2 = tg.assign %0 [4], %1 : tensor<12xi32>, tensor<8xi32>
  %3 = tg.add %2, %2 : tensor<12xi32>
  %4 = tg.assign %2 [0], %3 : tensor<12xi32>, tensor<12xi32>
  return %4 : tensor<12xi32>
}

// CHECK: result 0 of 'two_futures' {{is (equal|close)}}
// CHECK: result 1 of 'two_futures' {{is (equal|close)}}
func.func @two_futures(%w: tensor<12xi32>, %v: tensor<3xi32>)
    -> (tensor<12xi32> {tg.updates = 0 : i64}, tensor<12xi32>) {
  %0 = tg.assign %w [0], %v : tensor<12xi32>, tensor<3xi32>
  %1 = tg.assign %w [7], %v : tensor<12xi32>, tensor<3xi32>
  return %1, %0 : tensor<12xi32>, tensor<12xi32>
}

// CHECK: result 0 of 'swap' {{is (equal|close)}}
// CHECK: result 1 of 'swap' {{is (equal|close)}}
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32> {tg.updates = 0 : i64}, tensor<4xf32> {tg.updates = 1 : i64}) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// CHECK: result 0 of 'computed' {{is (equal|close)}}
// CHECK: result 1 of 'computed' {{is (equal|close)}}
func.func @computed(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32> {tg.updates = 0 : i64}, tensor<4xf32>) {
  %0 = tg.add %a, %b : tensor<4xf32>
  return %0, %a : tensor<4xf32>, tensor<4xf32>
}

// CHECK: result 0 of 'no_new_contents' {{is (equal|close)}}
// CHECK: result 1 of 'no_new_contents' {{is (equal|close)}}
func.func @no_new_contents(%w: tensor<6xf32>, %v: tensor<2xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %0 = tg.assign %w [1], %v : tensor<6xf32>, tensor<2xf32>
  return %0, %w : tensor<6xf32>, tensor<6xf32>
}

// CHECK: result 0 of 'of_empty' {{is (equal|close)}}
func.func @of_empty(%a: tensor<3x4xf32>, %b: tensor<5x4xf32>) -> tensor<8x4xf32> {
  %0 = tg.empty [8, 4] : tensor<8x4xf32>
  %1 = tg.assign %0 [0, 0], %a : tensor<8x4xf32>, tensor<3x4xf32>
  %2 = tg.assign %1 [3, 0], %b : tensor<8x4xf32>, tensor<5x4xf32>
  return %2 : tensor<8x4xf32>
}

// CHECK: result 0 of 'reshaped' {{is (equal|close)}}
func.func @reshaped(%w: tensor<3x4xi8>, %v: tensor<5xi8>) -> (tensor<3x4xi8> {tg.updates = 0 : i64}) {
  %0 = tg.reshape %w [12] : tensor<3x4xi8> -> tensor<12xi8>
  %1 = tg.assign %0 [5], %v : tensor<12xi8>, tensor<5xi8>
  %2 = tg.reshape %1 [3, 4] : tensor<12xi8> -> tensor<3x4xi8>
  return %2 : tensor<3x4xi8>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%w: tensor<3xi1>, %v: tensor<0xi1>) -> (tensor<3xi1> {tg.updates = 0 : i64}) {
  %1 = tg.assign %w [2], %v : tensor<3xi1>, tensor<0xi1>
  return %1 : tensor<3xi1>
}

// CHECK: result 0 of 'scalar' {{is (equal|close)}}
func.func @scalar(%w: tensor<f64>) -> (tensor<f64> {tg.updates = 0 : i64}) {
  %0 = tg.add %w, %w : tensor<f64>
  %1 = tg.assign %w [], %0 : tensor<f64>, tensor<f64>
  return %1 : tensor<f64>
}

// CHECK: result 0 of 'detached' {{is (equal|close)}}
func.func @detached(%w: tensor<5xbf16>) -> tensor<5xbf16> {
  %0 = tg.detach %w : tensor<5xbf16>
  %1 = tg.neg %0 : tensor<5xbf16>
  return %1 : tensor<5xbf16>
}

// CHECK: result 0 of 'reduced' {{is (equal|close)}}
func.func @reduced(%w: tensor<5xf32>, %x: tensor<5x300xf32>) -> (tensor<5xf32> {tg.updates = 0 : i64}) {
  %0 = tg.max %x axes [1] : tensor<5x300xf32> -> tensor<5xf32>
  %1 = tg.maximum %0, %w : tensor<5xf32>
  %2 = tg.assign %w [0], %1 : tensor<5xf32>, tensor<5xf32>
  return %2 : tensor<5xf32>
}
