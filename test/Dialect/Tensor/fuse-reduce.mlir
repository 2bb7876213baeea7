// RUN: tg-opt %s --tg-fuse --tg-verify-phase=phase=schedule | FileCheck %s
// RUN: tg-opt %s --tg-fuse --remarks-filter=tg-fuse 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that a matmul takes in what feeds it cheaply and what follows it.
// CHECK-LABEL: func.func @matmul
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK: tg.relu
// CHECK-NOT: tg.kernel
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x8xf32>, %c: tensor<8xf32>) -> tensor<64x8xf32> {
  %n = tg.neg %a : tensor<64x64xf32>
  %0 = tg.matmul %n, %b : tensor<64x64xf32>, tensor<64x8xf32> -> tensor<64x8xf32>
  %1 = tg.reshape %c [1, 8] : tensor<8xf32> -> tensor<1x8xf32>
  %2 = tg.expand %1 [64, 8] : tensor<1x8xf32> -> tensor<64x8xf32>
  %3 = tg.add %0, %2 : tensor<64x8xf32>
  %4 = tg.relu %3 : tensor<64x8xf32>
  return %4 : tensor<64x8xf32>
}

// Tests that a prologue that would run once per output column is stored.
// CHECK-LABEL: func.func @no_prologue
// CHECK: tg.kernel
// CHECK: tg.exp
// CHECK: tg.kernel
// CHECK: tg.matmul
// REMARK: Missed{{.*}}Function=no_prologue {{.*}}"tg.exp stored: each element is read 64 times, recomputing costs {{.*}} ops per element"
func.func @no_prologue(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %n = tg.exp %a : tensor<64x64xf32>
  %0 = tg.matmul %n, %b : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Tests that a matmul that two kernels read is stored with its epilogue.
// CHECK-LABEL: func.func @shared
// CHECK: %[[K:.*]] = tg.kernel
// CHECK: tg.matmul
// CHECK: tg.relu
// CHECK: tg.kernel(%{{.*}} = %[[K]]
// CHECK: tg.kernel(%{{.*}} = %[[K]]
// REMARK: Missed{{.*}}Function=shared {{.*}}"tg.relu stored: it ends the kernel of the reduce before it"
func.func @shared(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = tg.matmul %a, %b : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.relu %0 : tensor<64x64xf32>
  %2 = tg.sum %1 axes [0] : tensor<64x64xf32> -> tensor<64xf32>
  %3 = tg.sum %1 axes [1] : tensor<64x64xf32> -> tensor<64xf32>
  return %2, %3 : tensor<64xf32>, tensor<64xf32>
}

// Tests that reduces over the rows of one tensor, broadcast back, are one
// kernel: here a softmax in primitives.
// CHECK-LABEL: func.func @rows
// CHECK: tg.kernel
// CHECK: tg.max
// CHECK: tg.sum
// CHECK: tg.div
// CHECK-NOT: tg.kernel
func.func @rows(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %m = tg.max %x axes [1] keepdim : tensor<64x128xf32> -> tensor<64x1xf32>
  %me = tg.expand %m [64, 128] : tensor<64x1xf32> -> tensor<64x128xf32>
  %s = tg.sub %x, %me : tensor<64x128xf32>
  %e = tg.exp %s : tensor<64x128xf32>
  %t = tg.sum %e axes [1] keepdim : tensor<64x128xf32> -> tensor<64x1xf32>
  %te = tg.expand %t [64, 128] : tensor<64x1xf32> -> tensor<64x128xf32>
  %r = tg.div %e, %te : tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// Tests that a reduce over the outer axis, needed in every row, is stored.
// CHECK-LABEL: func.func @no_rows_outer_axis
// CHECK: %[[K:.*]] = tg.kernel
// CHECK: tg.sum
// CHECK: tg.kernel({{.*}}%[[K]]
// REMARK: Missed{{.*}}Function=no_rows_outer_axis {{.*}}"tg.sum stored: each element is read 128 times, recomputing costs {{.*}} ops per element"
func.func @no_rows_outer_axis(%x: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %m = tg.sum %x axes [0] keepdim : tensor<128x64xf32> -> tensor<1x64xf32>
  %me = tg.expand %m [128, 64] : tensor<1x64xf32> -> tensor<128x64xf32>
  %s = tg.sub %x, %me : tensor<128x64xf32>
  return %s : tensor<128x64xf32>
}

// Tests that few long rows are not one kernel, which threads could not share.
// CHECK-LABEL: func.func @no_rows_too_few
// CHECK: tg.kernel
// CHECK: tg.sum
// CHECK: tg.kernel
// CHECK: tg.sub
// REMARK: Missed{{.*}}Function=no_rows_too_few {{.*}}"tg.sum stored: 2 rows are too few to share a kernel"
func.func @no_rows_too_few(%x: tensor<2x65536xf32>) -> tensor<2x65536xf32> {
  %m = tg.sum %x axes [1] keepdim : tensor<2x65536xf32> -> tensor<2x1xf32>
  %me = tg.expand %m [2, 65536] : tensor<2x1xf32> -> tensor<2x65536xf32>
  %s = tg.sub %x, %me : tensor<2x65536xf32>
  return %s : tensor<2x65536xf32>
}

// Tests that a small vector is normalized by one kernel, although it is one row.
// CHECK-LABEL: func.func @one_small_row
// CHECK: tg.kernel
// CHECK: tg.sum
// CHECK-NOT: tg.kernel
func.func @one_small_row(%x: tensor<10xf32>) -> tensor<10xf32> {
  %m = tg.sum %x axes [0] keepdim : tensor<10xf32> -> tensor<1xf32>
  %me = tg.expand %m [10] : tensor<1xf32> -> tensor<10xf32>
  %s = tg.sub %x, %me : tensor<10xf32>
  return %s : tensor<10xf32>
}

// Tests that a reduce of each row does not join a matmul's loops.
// CHECK-LABEL: func.func @no_rows_beside_matmul
// CHECK: tg.kernel
// CHECK: tg.sum
// CHECK: tg.kernel
// CHECK: tg.matmul
// REMARK: Missed{{.*}}Function=no_rows_beside_matmul {{.*}}"tg.sum stored: the kernel's other reduces stand in other loops"
func.func @no_rows_beside_matmul(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %m = tg.sum %x axes [1] keepdim : tensor<64x64xf32> -> tensor<64x1xf32>
  %me = tg.expand %m [64, 64] : tensor<64x1xf32> -> tensor<64x64xf32>
  %0 = tg.matmul %x, %w : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = tg.mul %0, %me : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Tests that a tiny reduce may stand inside another.
// CHECK-LABEL: func.func @tiny_nest
// CHECK: tg.kernel
// CHECK: tg.max_pool
// CHECK: tg.max_pool
// CHECK-NOT: tg.kernel
func.func @tiny_nest(%x: tensor<4x8x64x64xf32>) -> tensor<4x8x16x16xf32> {
  %0 = tg.max_pool %x kernel [2, 2] : tensor<4x8x64x64xf32> -> tensor<4x8x32x32xf32>
  %1 = tg.max_pool %0 kernel [2, 2] : tensor<4x8x32x32xf32> -> tensor<4x8x16x16xf32>
  return %1 : tensor<4x8x16x16xf32>
}

// Tests that a larger one may not; what follows it is stored with it.
// CHECK-LABEL: func.func @no_nest
// CHECK: tg.kernel
// CHECK: tg.conv
// CHECK-NEXT: tg.relu
// CHECK: tg.kernel
// CHECK: tg.max_pool
// REMARK: Missed{{.*}}Function=no_nest {{.*}}"tg.relu stored: it ends the kernel of the reduce before it"
func.func @no_nest(%x: tensor<4x8x64x64xf32>, %w: tensor<8x8x3x3xf32>) -> tensor<4x8x31x31xf32> {
  %0 = tg.conv %x, %w : tensor<4x8x64x64xf32>, tensor<8x8x3x3xf32> -> tensor<4x8x62x62xf32>
  %1 = tg.relu %0 : tensor<4x8x62x62xf32>
  %2 = tg.max_pool %1 kernel [2, 2] : tensor<4x8x62x62xf32> -> tensor<4x8x31x31xf32>
  return %2 : tensor<4x8x31x31xf32>
}

// Tests that a reduce of a reduce is two kernels.
// CHECK-LABEL: func.func @no_reduce_in_reduce
// CHECK: tg.kernel
// CHECK: tg.sum
// CHECK: tg.kernel
// CHECK: tg.max
// REMARK: Missed{{.*}}Function=no_reduce_in_reduce {{.*}}"tg.sum stored: it would be reduced inside another reduce"
func.func @no_reduce_in_reduce(%x: tensor<16x64x64xf32>) -> tensor<16xf32> {
  %0 = tg.sum %x axes [2] : tensor<16x64x64xf32> -> tensor<16x64xf32>
  %1 = tg.max %0 axes [1] : tensor<16x64xf32> -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// Tests that of two products that are added each has its own kernel, which can have
// the tiles that it wants.
// CHECK-LABEL: func.func @two_products
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NEXT: tg.add
// REMARK: Missed{{.*}}Function=two_products {{.*}}"tg.matmul stored: another reduce of the kernel wants tiles, too"
func.func @two_products(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %c: tensor<64x48xf32>, %d: tensor<48x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %a, %b : tensor<64x32xf32>, tensor<32x64xf32> -> tensor<64x64xf32>
  %1 = tg.matmul %c, %d : tensor<64x48xf32>, tensor<48x64xf32> -> tensor<64x64xf32>
  %2 = tg.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Tests that small ones share a kernel, and so do a product and sums that use each
// element once.
// CHECK-LABEL: func.func @small_products
// CHECK: tg.kernel
// CHECK-NOT: tg.kernel
func.func @small_products(%a: tensor<4x32xf32>, %b: tensor<32x4xf32>, %c: tensor<4x48xf32>, %d: tensor<48x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %a, %b : tensor<4x32xf32>, tensor<32x4xf32> -> tensor<4x4xf32>
  %1 = tg.matmul %c, %d : tensor<4x48xf32>, tensor<48x4xf32> -> tensor<4x4xf32>
  %2 = tg.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @product_and_sum
// CHECK: tg.kernel
// CHECK-NOT: tg.kernel
func.func @product_and_sum(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %x: tensor<64x64x32xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %a, %b : tensor<64x32xf32>, tensor<32x64xf32> -> tensor<64x64xf32>
  %1 = tg.sum %x axes [2] : tensor<64x64x32xf32> -> tensor<64x64xf32>
  %2 = tg.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
