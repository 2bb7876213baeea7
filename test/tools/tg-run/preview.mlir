// Tests that results are shown as NumPy shows them when nothing else is asked, large
// ones by their corners.

// RUN: tg-run %s --reference | FileCheck %s

// CHECK:      result 0 ('small'): [2, 3] f32
// CHECK-NEXT: {{\[\[}} 0.1 -2.5   inf]
// CHECK-NEXT: {{ \[}} nan    0   1.5]]
// CHECK-NEXT: result 1: [] i32
// CHECK-NEXT: 7
// CHECK-NEXT: result 2: [0, 4] f32
// CHECK-NEXT: []
// CHECK-NEXT: result 3: [1200] ui8
// CHECK-NEXT: [200 200 200 ... 200 200 200]
// CHECK-NEXT: result 4: [2] i1
// CHECK-NEXT: [ true false]
func.func @main() -> (tensor<2x3xf32> {tg.name = "small"}, tensor<i32>, tensor<0x4xf32>,
                      tensor<1200xui8>, tensor<2xi1>) {
  %0 = tg.constant dense<[[0.1, -2.5, 0x7F800000], [0x7FC00000, 0.0, 1.5]]> : tensor<2x3xf32>
  %1 = tg.constant dense<7> : tensor<i32>
  %2 = tg.constant dense<> : tensor<0x4xf32>
  %3 = tg.constant dense<200> : tensor<1200xui8>
  %4 = tg.constant dense<[true, false]> : tensor<2xi1>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<i32>, tensor<0x4xf32>,
      tensor<1200xui8>, tensor<2xi1>
}
