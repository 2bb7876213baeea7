// Tests the instructions that matter: accesses of 16 bytes, exchanges between
// threads, and no more barriers than there are conflicts.

// RUN: split-file %s %t
// RUN: tg-opt %t/elementwise.mlir --tg-pipeline="target=cuda chip=sm_80 binary=true cubin=false" | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: tg-opt %t/softmax.mlir --tg-pipeline="target=cuda chip=sm_80 binary=true cubin=false" | FileCheck %s --check-prefix=SOFTMAX
// RUN: tg-opt %t/matmul.mlir --tg-pipeline="target=cuda chip=sm_75 binary=true cubin=false" | FileCheck %s --check-prefix=MATMUL

// ELEMENTWISE: assembly =
// ELEMENTWISE: .reqntid 256, 1, 1
// ELEMENTWISE-COUNT-2: ld.global.v4.b32
// ELEMENTWISE-NOT: ld.global
// ELEMENTWISE: st.global.v4.b32
// ELEMENTWISE-NOT: st.global

// Each element is read once, and kept in memory of the workgroup; one barrier for
// each of the two reduces, one for the row itself.
// SOFTMAX: assembly =
// SOFTMAX-COUNT-3: bar.sync
// SOFTMAX-NOT: bar.sync

// Without a matrix unit: threads share tiles, the next of which is on its way while
// one is used, so one barrier is enough; sums are in f32.
// MATMUL: assembly =
// MATMUL-COUNT-3: ld.global.v4.b16
// MATMUL-COUNT-6: st.shared.v4.b32
// MATMUL: bar.sync
// MATMUL-NOT: bar.sync
// MATMUL-COUNT-3: ld.global.v4.b16
// MATMUL: ld.shared.v4.b32
// MATMUL-COUNT-128: fma.rn.f32
// MATMUL-NOT: bar.sync
// MATMUL: st.global.v2.b32

//--- elementwise.mlir
func.func @elementwise(%x: tensor<1048576xf32>, %y: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = tg.mul %x, %y : tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}
//--- softmax.mlir
func.func @softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %0 = tg.softmax %x axis 1 : tensor<64x1000xf32>
  return %0 : tensor<64x1000xf32>
}
//--- matmul.mlir
func.func @matmul(%x: tensor<1024x512xf16>, %y: tensor<512x1024xf16>) -> tensor<1024x1024xf16> {
  %0 = tg.matmul %x, %y : tensor<1024x512xf16>, tensor<512x1024xf16> -> tensor<1024x1024xf16>
  return %0 : tensor<1024x1024xf16>
}
