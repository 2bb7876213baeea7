// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --threads 2 --verify | FileCheck %s

// Tests reduces that are split against the reference, and that threads change
// no bit of them.

// RUN: tg-run %s --entry all --input random:3 --threads 1 > %t.one
// RUN: tg-run %s --entry all --input random:3 --threads 2 > %t.two
// RUN: diff %t.one %t.two

// CHECK-COUNT-6: of 'all' is {{equal|close}}
func.func @all(%x: tensor<1048583xf32>, %y: tensor<3x1048576xf16>, %z: tensor<2x1100003xui8>)
    -> (tensor<f32>, tensor<3xf16>, tensor<f32>, tensor<3xf16>, tensor<2xui32>, tensor<2xui8>) {
  %0 = tg.sum %x axes [0] : tensor<1048583xf32> -> tensor<f32>
  %1 = tg.sum %y axes [1] : tensor<3x1048576xf16> -> tensor<3xf16>
  %2 = tg.max %x axes [0] : tensor<1048583xf32> -> tensor<f32>
  %3 = tg.min %y axes [1] : tensor<3x1048576xf16> -> tensor<3xf16>
  %4 = tg.sum %z axes [1] : tensor<2x1100003xui8> -> tensor<2xui32>
  %5 = tg.prod %z axes [1] : tensor<2x1100003xui8> -> tensor<2xui8>
  return %0, %1, %2, %3, %4, %5 : tensor<f32>, tensor<3xf16>, tensor<f32>, tensor<3xf16>, tensor<2xui32>, tensor<2xui8>
}
