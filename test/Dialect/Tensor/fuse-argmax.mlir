// RUN: tg-opt %s --tg-decompose --tg-fuse | FileCheck %s

// Tests that argmax is one kernel: positions, made of indices alone, are not
// stored, and the comparison does not end the kernel of a value that others
// read too.
// CHECK-LABEL: func.func @argmax_after_matmul
//       CHECK: tg.kernel
//       CHECK:   tg.matmul
//       CHECK: tg.kernel
//       CHECK:   tg.max
//       CHECK:   tg.arange
//       CHECK:   tg.min
//   CHECK-NOT: tg.kernel
//       CHECK: return
func.func @argmax_after_matmul(%x: tensor<200x64xf32>, %w: tensor<64x10xf32>) -> tensor<200xi32> {
  %0 = tg.matmul %x, %w : tensor<200x64xf32>, tensor<64x10xf32> -> tensor<200x10xf32>
  %1 = tg.argmax %0 axis 1 : tensor<200x10xf32> -> tensor<200xi32>
  return %1 : tensor<200xi32>
}

// Tests that what follows a reduce element by element, and is its only reader,
// is stored in the reduce's place where another reduce reads it.
// CHECK-LABEL: func.func @epilogue
//       CHECK: tg.kernel
//       CHECK:   tg.matmul
//  CHECK-NEXT:   tg.relu
//  CHECK-NEXT:   tg.yield
//       CHECK: tg.kernel
//       CHECK:   tg.matmul
func.func @epilogue(%x: tensor<200x64xf32>, %w: tensor<64x100xf32>, %v: tensor<100x50xf32>) -> tensor<200x50xf32> {
  %0 = tg.matmul %x, %w : tensor<200x64xf32>, tensor<64x100xf32> -> tensor<200x100xf32>
  %1 = tg.relu %0 : tensor<200x100xf32>
  %2 = tg.matmul %1, %v : tensor<200x100xf32>, tensor<100x50xf32> -> tensor<200x50xf32>
  return %2 : tensor<200x50xf32>
}
