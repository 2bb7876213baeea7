// Tests the pipeline for hosts with upstream's GPU lowering: functions that launch their
// kernels by gpu.launch_func, nothing of ours, which upstream's passes take to the end. The
// host code runs, against a GPU runtime that tells what it is asked.

// RUN: tg-opt %s --tg-func-pipeline="target=cuda chip=sm_90" -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --implicit-check-not=jit. --implicit-check-not=uop. --implicit-check-not=tg.
// RUN: sed '/^}/,$d' %t.mlir > %t.host.mlir
// RUN: cat %S/Inputs/gpu-host.mlir >> %t.host.mlir
// RUN: mlir-opt %t.host.mlir --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 cubin-features=+ptx80 cubin-format=isa" -o %t.llvm.mlir
// RUN: %cc %S/Inputs/mgpu.c -shared -fPIC -o %t.so
// RUN: mlir-runner %t.llvm.mlir -e driver --entry-point-result=void --shared-libs=%t.so | FileCheck %s --check-prefixes=RAN,DESCRIPTORS

// The same with kernels that are compiled already, which take bare pointers.
// RUN: tg-opt %s --tg-func-pipeline="target=cuda chip=sm_90 binary=true cubin=false" -o %t.binary.mlir
// RUN: FileCheck %s --check-prefix=BINARY --input-file %t.binary.mlir --implicit-check-not=jit. --implicit-check-not=gpu.module
// RUN: sed '/^}/,$d' %t.binary.mlir > %t.host.mlir
// RUN: cat %S/Inputs/gpu-host.mlir >> %t.host.mlir
// RUN: mlir-opt %t.host.mlir --lower-affine --convert-scf-to-cf --gpu-to-llvm="use-bare-pointers-for-kernels=1" --reconcile-unrealized-casts -o %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -e driver --entry-point-result=void --shared-libs=%t.so | FileCheck %s --check-prefixes=RAN,POINTERS

// AMD's, by upstream's passes for it.
// RUN: tg-opt %s --tg-func-pipeline="target=hip chip=gfx1100" -o %t.hip.mlir
// RUN: mlir-opt %t.hip.mlir --pass-pipeline='builtin.module(lower-affine, convert-scf-to-cf, gpu.module(convert-gpu-to-rocdl{chipset=gfx1100}, reconcile-unrealized-casts), rocdl-attach-target{chip=gfx1100}, gpu-to-llvm, reconcile-unrealized-casts, gpu-module-to-binary{format=isa})' | FileCheck %s --check-prefix=HIP

// The kernel's parameters are as the host has them.
// CHECK: module attributes {gpu.container_module}
// CHECK: memref.global "private" constant @main_constant0
// CHECK: gpu.module @[[M:.*]] {
// CHECK: gpu.func @[[K:.*]](%[[OUT:.*]]: memref<16xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<12xf32>, %{{.*}}: memref<12xf32>, %{{.*}}: i64) kernel attributes {known_block_size = array<i32: 4, 4, 1>}
// CHECK: memref.memory_space_cast %[[OUT]] : memref<16xf32> to memref<16xf32, #gpu.address_space<global>>

// One chain: constants are copied, launches wait for each other, the host waits last.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: memref<12xf32>, %[[W:.*]]: memref<12xf32>, %[[Y:.*]]: memref<16xf32>, %[[S:.*]]: memref<4xf32>, %[[N:.*]]: index)
// CHECK: %[[T0:.*]] = gpu.wait async
// CHECK: %[[C:.*]], %[[T1:.*]] = gpu.alloc async [%[[T0]]] () : memref<4xf32>
// CHECK: %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %[[C]], %{{.*}}
// CHECK: %[[N64:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: %[[T3:.*]] = gpu.launch_func async [%[[T2]]] @[[M]]::@[[K]] blocks in ({{.*}}) threads in ({{.*}}) args(%[[Y]] : memref<16xf32>, %[[C]] : memref<4xf32>, %[[X]] : memref<12xf32>, %[[W]] : memref<12xf32>, %[[N64]] : i64)
// CHECK: %[[T4:.*]] = gpu.launch_func async [%[[T3]]] @{{.*}} args(%[[S]] : memref<4xf32>, %[[Y]] : memref<16xf32>
// CHECK: %[[T5:.*]] = gpu.dealloc async [%[[T4]]] %[[C]]
// CHECK-NEXT: gpu.wait [%[[T5]]]
// CHECK-NEXT: return

// BINARY: gpu.binary @
// BINARY: gpu.launch_func
// HIP: gpu.binary @{{.*}} [#gpu.object<#rocdl.target<chip = "gfx1100"
// HIP: gpu.launch_func <

// RAN-COUNT-3: load text with an entry
// RAN: alloc 16
// RAN-NEXT: copy 16
// DESCRIPTORS-NEXT: launch r_n_4_3 grid 1 1 1 block 4 4 1 shared 0 params 21
// POINTERS-NEXT: launch r_n_4_3 grid 1 1 1 block 4 4 1 shared 0 params 5
// RAN-NEXT: launch r_n_4 grid 1 1 1 block 4 1 1
// RAN-NEXT: free
// RAN-NEXT: wait
func.func @main(%x: tensor<?x3xf32> {tg.dims = ["n", 3]}, %w: tensor<3x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>)
    attributes {tg.variables = {n = [1, 4]}} {
  %n = tg.variable "n"
  %row = tg.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %rows = tg.expand %row [%n, 4] : tensor<1x4xf32> -> tensor<?x4xf32>
  %0 = tg.matmul %x, %w : tensor<?x3xf32>, tensor<3x4xf32> -> tensor<?x4xf32>
  %1 = tg.add %0, %rows : tensor<?x4xf32>
  %2 = tg.max %1 axes [1] : tensor<?x4xf32> -> tensor<?xf32>
  return %1, %2 : tensor<?x4xf32>, tensor<?xf32>
}

// An empty grid reaches no driver: with no rows, nothing is asked.
// CHECK-LABEL: func.func @maybe_empty(
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[SOME]] {
// CHECK: gpu.launch_func async
// CHECK: gpu.wait [
// CHECK: }

// RAN-NEXT: stream
// RAN-NEXT: launch r_n_300 grid 1 1 1 block 64 4 1
// RAN-NEXT: wait
// RAN-NOT: {{.}}
func.func @maybe_empty(%x: tensor<?x300xf32> {tg.dims = ["n", 300]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [0, 64]}} {
  %0 = tg.sum %x axes [1] : tensor<?x300xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
