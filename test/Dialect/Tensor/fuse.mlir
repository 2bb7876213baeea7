// RUN: tg-opt %s --tg-fuse | FileCheck %s
// RUN: tg-opt %s --tg-fuse --remarks-filter=tg-fuse 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that a chain of elementwise and movement ops is one kernel.
// CHECK-LABEL: func.func @chain
// CHECK: %[[K:.*]] = tg.kernel(%[[A:.*]] = %arg0 : tensor<64x32xf32>) -> tensor<32x64xf32> {
// CHECK-NEXT: tg.exp %[[A]]
// CHECK-NEXT: tg.permute
// CHECK-NEXT: tg.neg
// CHECK-NEXT: tg.yield
// CHECK: return %[[K]]
// REMARK: Fused {{.*}}Function=chain {{.*}}"tg.exp fused into 1 kernel"
// REMARK: Fused {{.*}}Function=chain {{.*}}"tg.permute fused into 1 kernel"
// REMARK: Stored {{.*}}Function=chain {{.*}}"tg.neg stored: the function returns it"
func.func @chain(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {
  %0 = tg.exp %x : tensor<64x32xf32>
  %1 = tg.permute %0 [1, 0] : tensor<64x32xf32> -> tensor<32x64xf32>
  %2 = tg.neg %1 : tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// Tests that a cheap value that two kernels read is recomputed in both.
// CHECK-LABEL: func.func @recomputed
// CHECK: tg.kernel(%{{.*}} = %arg0
// CHECK: tg.relu
// CHECK: tg.kernel(%{{.*}} = %arg0
// CHECK: tg.relu
// CHECK-NOT: tg.kernel
// REMARK: Passed{{.*}}Function=recomputed {{.*}}"tg.relu fused into 2 kernels"
func.func @recomputed(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %0 = tg.relu %x : tensor<256x256xf32>
  %1 = tg.sum %0 axes [1] : tensor<256x256xf32> -> tensor<256xf32>
  %2 = tg.max %0 axes [0] : tensor<256x256xf32> -> tensor<256xf32>
  return %1, %2 : tensor<256xf32>, tensor<256xf32>
}

// Tests that a costly value that two kernels read is stored.
// CHECK-LABEL: func.func @no_recomputed
// CHECK: %[[K:.*]] = tg.kernel(%{{.*}} = %arg0
// CHECK: tg.tanh
// CHECK: tg.kernel(%{{.*}} = %[[K]]
// CHECK: tg.kernel(%{{.*}} = %[[K]]
// REMARK: Missed{{.*}}Function=no_recomputed {{.*}}"tg.tanh stored: read by 2 kernels, recomputing costs {{[0-9]+}} ops per element"
func.func @no_recomputed(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %a = tg.exp %x : tensor<256x256xf32>
  %b = tg.sin %a : tensor<256x256xf32>
  %c = tg.exp %b : tensor<256x256xf32>
  %0 = tg.tanh %c : tensor<256x256xf32>
  %1 = tg.sum %0 axes [1] : tensor<256x256xf32> -> tensor<256xf32>
  %2 = tg.max %0 axes [0] : tensor<256x256xf32> -> tensor<256xf32>
  return %1, %2 : tensor<256xf32>, tensor<256xf32>
}

// Tests that the same costly value is recomputed where it is so small that a
// launch would cost more.
// CHECK-LABEL: func.func @small
// CHECK-COUNT-2: tg.sin
// REMARK: Passed{{.*}}Function=small {{.*}}"tg.sin fused into 2 kernels"
func.func @small(%x: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x : tensor<4x4xf32>
  %0 = tg.sin %a : tensor<4x4xf32>
  %1 = tg.sum %0 axes [1] : tensor<4x4xf32> -> tensor<4xf32>
  %2 = tg.max %0 axes [0] : tensor<4x4xf32> -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Tests that a reshape of memory stays outside, as a view, and that a kernel's
// result is stored before a reshape that ends it.
// CHECK-LABEL: func.func @views
// CHECK: %[[IN:.*]] = tg.reshape %arg0 [8, 8]
// CHECK: %[[K:.*]] = tg.kernel(%{{.*}} = %[[IN]] : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: %[[OUT:.*]] = tg.reshape %[[K]] [4, 16]
// CHECK: return %[[OUT]]
// REMARK: Function=views {{.*}}"tg.reshape is a view"
// REMARK: Function=views {{.*}}"tg.reshape is a view"
func.func @views(%x: tensor<64xf32>) -> tensor<4x16xf32> {
  %0 = tg.reshape %x [8, 8] : tensor<64xf32> -> tensor<8x8xf32>
  %1 = tg.exp %0 : tensor<8x8xf32>
  %2 = tg.reshape %1 [4, 16] : tensor<8x8xf32> -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// Tests that a reshape between two ops of one kernel is none.
// CHECK-LABEL: func.func @no_view
// CHECK: tg.kernel(%{{.*}} = %arg0 : tensor<64xf32>)
// CHECK: tg.exp
// CHECK-NEXT: tg.reshape
// CHECK-NEXT: tg.permute
func.func @no_view(%x: tensor<64xf32>) -> tensor<16x4xf32> {
  %0 = tg.exp %x : tensor<64xf32>
  %1 = tg.reshape %0 [4, 16] : tensor<64xf32> -> tensor<4x16xf32>
  %2 = tg.permute %1 [1, 0] : tensor<4x16xf32> -> tensor<16x4xf32>
  return %2 : tensor<16x4xf32>
}

// Tests that a splat is written into the kernels, another constant is a buffer.
// CHECK-LABEL: func.func @constants
// CHECK: %[[C:.*]] = tg.constant dense<[1, 2]>
// CHECK: tg.kernel(%{{.*}} = %arg0 : tensor<2xi32>, %{{.*}} = %[[C]] : tensor<2xi32>)
// CHECK: tg.constant dense<3>
func.func @constants(%x: tensor<2xi32>) -> tensor<2xi32> {
  %a = tg.constant dense<[1, 2]> : tensor<2xi32>
  %b = tg.constant dense<3> : tensor<2xi32>
  %0 = tg.mul %x, %b : tensor<2xi32>
  %1 = tg.add %0, %a : tensor<2xi32>
  return %1 : tensor<2xi32>
}

// Tests that what is returned as it is needs no kernel.
// CHECK-LABEL: func.func @no_kernel
// CHECK-NOT: tg.kernel
// CHECK: return %arg0, %{{.*}}, %{{.*}} : tensor<6xf32>, tensor<2x3xf32>, tensor<2xf32>
func.func @no_kernel(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<2x3xf32>, tensor<2xf32>) {
  %c = tg.constant dense<1.0> : tensor<2xf32>
  %0 = tg.reshape %x [2, 3] : tensor<6xf32> -> tensor<2x3xf32>
  return %x, %0, %c : tensor<6xf32>, tensor<2x3xf32>, tensor<2xf32>
}

// Tests that tg.contiguous is a boundary, and gone.
// CHECK-LABEL: func.func @contiguous
// CHECK: %[[K:.*]] = tg.kernel
// CHECK-NEXT: tg.permute
// CHECK: tg.kernel(%{{.*}} = %[[K]]
// CHECK-NEXT: tg.sum
// CHECK-NOT: tg.contiguous
// REMARK: Function=contiguous {{.*}}"tg.permute stored: tg.contiguous asks for it"
func.func @contiguous(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %1 = tg.contiguous %0 : tensor<8x4xf32>
  %2 = tg.sum %1 axes [1] : tensor<8x4xf32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Tests that it is gone under a view too.
// CHECK-LABEL: func.func @contiguous_argument
// CHECK: %[[R:.*]] = tg.reshape %arg0
// CHECK: return %[[R]]
func.func @contiguous_argument(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = tg.contiguous %x : tensor<4x8xf32>
  %1 = tg.reshape %0 [32] : tensor<4x8xf32> -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// Tests that values without elements and without axes are kernels like others.
// CHECK-LABEL: func.func @degenerate
// CHECK: tg.kernel({{.*}}) -> tensor<0x3xf32>
// CHECK: tg.kernel({{.*}}) -> tensor<f32>
func.func @degenerate(%x: tensor<0x3xf32>, %y: tensor<f32>) -> (tensor<0x3xf32>, tensor<f32>) {
  %0 = tg.exp %x : tensor<0x3xf32>
  %1 = tg.exp %y : tensor<f32>
  return %0, %1 : tensor<0x3xf32>, tensor<f32>
}

// Tests that an op without an index map stays where its inputs are stored.
// CHECK-LABEL: func.func @foreign
// CHECK: %[[K:.*]] = tg.kernel
// CHECK: %[[F:.*]] = tensor.cast %[[K]]
// CHECK: tg.kernel(%{{.*}} = %[[F]]
// REMARK: Function=foreign {{.*}}"tg.exp stored: 'tensor.cast' has no index map"
func.func @foreign(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tensor.cast %0 : tensor<8xf32> to tensor<8xf32>
  %2 = tg.neg %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
