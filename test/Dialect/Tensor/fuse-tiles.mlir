// RUN: tg-opt %s --tg-fuse --tg-verify-phase=phase=schedule --remarks-filter=tg-fuse -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Tests that a product of many terms stands in a kernel of its own where several
// results follow it, whose memory would have to go through the tile that it wants.
// CHECK-LABEL: func.func @deep_product
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NEXT: tg.yield
// CHECK: %{{.*}}:2 = tg.kernel
// REMARK: Missed{{.*}}Function=deep_product {{.*}}"tg.matmul stored: the kernel stores 2 results, and to store this one, too, costs next to nothing"
func.func @deep_product(%a: tensor<64x16384xf32>, %b: tensor<16384x64xf32>, %m: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.matmul %a, %b : tensor<64x16384xf32>, tensor<16384x64xf32> -> tensor<64x64xf32>
  %1 = tg.add %0, %m : tensor<64x64xf32>
  %2 = tg.sub %w, %1 : tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// One result ends the product's kernel.
// CHECK-LABEL: func.func @no_single_result
// CHECK: tg.kernel
// CHECK-NOT: tg.kernel
// REMARK-NOT: Function=no_single_result {{.*}}tg.matmul stored
func.func @no_single_result(%a: tensor<64x16384xf32>, %b: tensor<16384x64xf32>, %m: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %a, %b : tensor<64x16384xf32>, tensor<16384x64xf32> -> tensor<64x64xf32>
  %1 = tg.add %0, %m : tensor<64x64xf32>
  %2 = tg.sub %w, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// A product of few terms costs less than a round trip of it.
// CHECK-LABEL: func.func @no_flat_product
// CHECK: %{{.*}}:2 = tg.kernel
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// REMARK-NOT: Function=no_flat_product {{.*}}tg.matmul stored
func.func @no_flat_product(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %m: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.matmul %a, %b : tensor<64x256xf32>, tensor<256x64xf32> -> tensor<64x64xf32>
  %1 = tg.add %0, %m : tensor<64x64xf32>
  %2 = tg.sub %w, %1 : tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A sum gains nothing by tiles, however many terms it has.
// CHECK-LABEL: func.func @no_sum
// CHECK: %{{.*}}:2 = tg.kernel
// CHECK: tg.sum
// CHECK-NOT: tg.kernel
// REMARK-NOT: Function=no_sum {{.*}}tg.sum stored
func.func @no_sum(%a: tensor<64x16384xf32>, %m: tensor<64xf32>, %w: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = tg.sum %a axes [1] : tensor<64x16384xf32> -> tensor<64xf32>
  %1 = tg.add %0, %m : tensor<64xf32>
  %2 = tg.sub %w, %1 : tensor<64xf32>
  return %1, %2 : tensor<64xf32>, tensor<64xf32>
}

// Tests that a product is not computed row by row for what repeats its elements.
// CHECK-LABEL: func.func @rows
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NEXT: tg.yield
// CHECK: tg.kernel
// REMARK: Missed{{.*}}Function=rows {{.*}}"tg.matmul stored: it wants tiles, and the kernel works row by row"
func.func @rows(%a: tensor<64x512xf32>, %b: tensor<512x64xf32>, %m: tensor<64x64x4xf32>) -> tensor<64x64x4xf32> {
  %0 = tg.matmul %a, %b : tensor<64x512xf32>, tensor<512x64xf32> -> tensor<64x64xf32>
  %1 = tg.reshape %0 [64, 64, 1] : tensor<64x64xf32> -> tensor<64x64x1xf32>
  %2 = tg.expand %1 [64, 64, 4] : tensor<64x64x1xf32> -> tensor<64x64x4xf32>
  %3 = tg.mul %2, %m : tensor<64x64x4xf32>
  return %3 : tensor<64x64x4xf32>
}

// A product of few terms is.
// CHECK-LABEL: func.func @no_short_product
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// REMARK-NOT: Function=no_short_product {{.*}}tg.matmul stored
func.func @no_short_product(%a: tensor<64x16xf32>, %b: tensor<16x64xf32>, %m: tensor<64x64x4xf32>) -> tensor<64x64x4xf32> {
  %0 = tg.matmul %a, %b : tensor<64x16xf32>, tensor<16x64xf32> -> tensor<64x64xf32>
  %1 = tg.reshape %0 [64, 64, 1] : tensor<64x64xf32> -> tensor<64x64x1xf32>
  %2 = tg.expand %1 [64, 64, 4] : tensor<64x64x1xf32> -> tensor<64x64x4xf32>
  %3 = tg.mul %2, %m : tensor<64x64x4xf32>
  return %3 : tensor<64x64x4xf32>
}

// Tests that a product does not share its loops with another reduce.
// CHECK-LABEL: func.func @beside
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NEXT: tg.yield
// CHECK: tg.kernel
// CHECK: tg.sum
// REMARK: Missed{{.*}}Function=beside {{.*}}"tg.matmul stored: it wants tiles, and another reduce stands in the kernel"
func.func @beside(%a: tensor<64x512xf32>, %b: tensor<512x64xf32>, %m: tensor<64x64x4xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %a, %b : tensor<64x512xf32>, tensor<512x64xf32> -> tensor<64x64xf32>
  %1 = tg.sum %m axes [2] : tensor<64x64x4xf32> -> tensor<64x64xf32>
  %2 = tg.div %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// One of few terms does.
// CHECK-LABEL: func.func @no_short_beside
// CHECK: tg.kernel
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// REMARK-NOT: Function=no_short_beside {{.*}}tg.matmul stored
func.func @no_short_beside(%a: tensor<64x16xf32>, %b: tensor<16x64xf32>, %m: tensor<64x64x4xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %a, %b : tensor<64x16xf32>, tensor<16x64xf32> -> tensor<64x64xf32>
  %1 = tg.sum %m axes [2] : tensor<64x64x4xf32> -> tensor<64x64xf32>
  %2 = tg.div %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
