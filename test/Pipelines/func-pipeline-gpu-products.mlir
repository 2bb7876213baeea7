// Tests that products of matrices for other compilers have upstream's ops alone: tiles
// that threads share, but no matrix unit, whose registers only our op knows.

// RUN: tg-opt %s --tg-func-pipeline="target=cuda chip=sm_90" | FileCheck %s --implicit-check-not=uop. --implicit-check-not=tg.
// RUN: tg-opt %s --tg-func-pipeline="target=cuda chip=sm_90 binary=true cubin=false" | FileCheck %s --check-prefix=BINARY

// CHECK: gpu.func {{.*}} workgroup({{.*}}) kernel
// CHECK: gpu.barrier
// CHECK: vector.fma
// BINARY: mma.sync.aligned.m16n8k16
func.func @product(%x: tensor<256x128xf16>, %y: tensor<128x256xf16>) -> tensor<256x256xf16> {
  %0 = tg.matmul %x, %y : tensor<256x128xf16>, tensor<128x256xf16> -> tensor<256x256xf16>
  return %0 : tensor<256x256xf16>
}
