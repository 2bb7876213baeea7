// Tests that TOSA's movement and indexing ops give what MLIR's own lowering gives.

// RUN: %python %S/../linalg/Inputs/against_runner.py %s --exact | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @shapes(%x: tensor<2x3x4xf32>) -> (tensor<4x6xf32>, tensor<4x2x3xf32>, tensor<2x3x4xf32>) {
  %shape = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %shape : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
  %1 = tosa.transpose %x {perms = array<i32: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %2 = tosa.reverse %x {axis = 1 : i32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1, %2 : tensor<4x6xf32>, tensor<4x2x3xf32>, tensor<2x3x4xf32>
}

func.func @concat(%x: tensor<2x3xi8>, %y: tensor<2x1xi8>, %z: tensor<2x2xi8>) -> tensor<2x6xi8> {
  %0 = tosa.concat %x, %y, %z {axis = 1 : i32} : (tensor<2x3xi8>, tensor<2x1xi8>, tensor<2x2xi8>) -> tensor<2x6xi8>
  return %0 : tensor<2x6xi8>
}

func.func @pad(%x: tensor<2x3xi32>, %y: tensor<2x3xf32>) -> (tensor<3x6xi32>, tensor<3x6xf32>) {
  %by = tosa.const_shape {values = dense<[1, 0, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %seven = "tosa.const"() <{values = dense<7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.pad %x, %by, %seven : (tensor<2x3xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<3x6xi32>
  %1 = tosa.pad %y, %by, %half : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x6xf32>
  return %0, %1 : tensor<3x6xi32>, tensor<3x6xf32>
}

func.func @slice(%x: tensor<5x7xf32>) -> tensor<2x4xf32> {
  %start = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %x, %start, %size : (tensor<5x7xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @tile(%x: tensor<2x3xi16>) -> tensor<4x9xi16> {
  %times = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %x, %times : (tensor<2x3xi16>, !tosa.shape<2>) -> tensor<4x9xi16>
  return %0 : tensor<4x9xi16>
}

func.func @gather(%x: tensor<2x4x3xf32>) -> tensor<2x5x3xf32> {
  %places = "tosa.const"() <{values = dense<[[3, 0, 1, 1, 2], [0, 0, 3, 2, 1]]> : tensor<2x5xi32>}> : () -> tensor<2x5xi32>
  %0 = tosa.gather %x, %places : (tensor<2x4x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

func.func @table(%x: tensor<2x9xi8>, %t: tensor<256xi8>) -> tensor<2x9xi8> {
  %0 = tosa.table %x, %t : (tensor<2x9xi8>, tensor<256xi8>) -> tensor<2x9xi8>
  return %0 : tensor<2x9xi8>
}
