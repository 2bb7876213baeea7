// RUN: tg-opt %s --tg-decompose --canonicalize --cse --tg-fuse --convert-tg-to-uop | FileCheck %s

// Tests that a composite op and the same written in primitives get the same
// kernel: only one is made.
// CHECK: uop.kernel @[[K:[^(]*]](
// CHECK-NOT: uop.kernel
// CHECK-LABEL: func.func @named
// CHECK: tg.launch @[[K]](%arg0)
// CHECK-NOT: uop.kernel
// CHECK-LABEL: func.func @primitives
// CHECK: tg.launch @[[K]](%arg0)
func.func @named(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.softmax %x axis 1 : tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}

func.func @primitives(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %m = tg.max %x axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
  %me = tg.expand %m [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
  %s = tg.sub %x, %me : tensor<64x100xf32>
  %e = tg.exp %s : tensor<64x100xf32>
  %t = tg.sum %e axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
  %te = tg.expand %t [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
  %r = tg.div %e, %te : tensor<64x100xf32>
  return %r : tensor<64x100xf32>
}
