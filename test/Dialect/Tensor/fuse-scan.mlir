// RUN: tg-opt %s --tg-fuse --tg-verify-phase=phase=schedule | FileCheck %s
// RUN: tg-opt %s --tg-fuse --remarks-filter=tg-fuse 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that a scan shares a kernel with what feeds it and what follows it.
// CHECK-LABEL: func.func @between
// CHECK: tg.kernel
// CHECK: tg.exp
// CHECK: tg.cumsum
// CHECK: tg.relu
// CHECK-NOT: tg.kernel
func.func @between(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %2 = tg.relu %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Tests that a scan that is read from the end is part of the kernel.
// CHECK-LABEL: func.func @from_the_end
// CHECK: tg.kernel
// CHECK-NOT: tg.kernel
func.func @from_the_end(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.flip %x [1] : tensor<64x64xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %2 = tg.flip %1 [1] : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Tests that scans of one axis that go different ways have kernels of their own.
// CHECK-LABEL: func.func @no_both_ways
// CHECK: tg.kernel
// CHECK: tg.kernel
// REMARK: Function=no_both_ways {{.*}}tg.cumsum stored: the kernel scans from the other end
func.func @no_both_ways(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.flip %x [1] : tensor<64x64xf32>
  %1 = tg.cumsum %0 axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %2 = tg.flip %1 [1] : tensor<64x64xf32>
  %3 = tg.cumsum %x axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %4 = tg.add %2, %3 : tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}

// Tests that a scan whose elements are read elsewhere is stored.
// CHECK-LABEL: func.func @no_shifted
// CHECK: tg.kernel
// CHECK: tg.cumsum
// CHECK: tg.kernel
// REMARK: Function=no_shifted {{.*}}tg.cumsum stored: no loop of the kernel goes along its elements
func.func @no_shifted(%x: tensor<64x64xf32>) -> tensor<64x63xf32> {
  %0 = tg.cumsum %x axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.shrink %0 [0, 1] [64, 63] : tensor<64x64xf32> -> tensor<64x63xf32>
  %2 = tg.relu %1 : tensor<64x63xf32>
  return %2 : tensor<64x63xf32>
}

// Tests that a scan is no part of a reduce over its elements.
// CHECK-LABEL: func.func @no_reduce
// CHECK: tg.kernel
// CHECK: tg.cumsum
// CHECK: tg.kernel
// CHECK: tg.sum
func.func @no_reduce(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = tg.cumsum %x axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.sum %0 axes [1] : tensor<64x64xf32> -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// Tests that a product, which wants tiles, is stored before it is scanned.
// CHECK-LABEL: func.func @no_product
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK: tg.kernel
// CHECK: tg.cumsum
func.func @no_product(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %x, %y : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.cumsum %0 axis 0 : tensor<64x64xf32> -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Tests that sums of rows, work for many threads, are stored before one scans them.
// CHECK-LABEL: func.func @no_sums
// CHECK: tg.kernel
// CHECK: tg.sum
// CHECK: tg.kernel
// CHECK: tg.cumsum
// REMARK: Function=no_sums {{.*}}tg.sum stored: the kernel scans, one element after another
func.func @no_sums(%x: tensor<640x640xf32>) -> tensor<640xf32> {
  %0 = tg.sum %x axes [1] : tensor<640x640xf32> -> tensor<640xf32>
  %1 = tg.cumsum %0 axis 0 : tensor<640xf32> -> tensor<640xf32>
  return %1 : tensor<640xf32>
}

// Tests that scans of one axis of one input are one kernel, those of two are not.
// CHECK-LABEL: func.func @siblings
// CHECK: tg.kernel
// CHECK-NOT: tg.kernel
func.func @siblings(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.cumsum %x axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.cummax %x axis 1 : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
// CHECK-LABEL: func.func @no_siblings
// CHECK: tg.kernel
// CHECK: tg.kernel
func.func @no_siblings(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.cumsum %x axis 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.cummax %x axis 0 : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
