// Tests that more workgroup memory than code of NVIDIA can declare is one array without
// a size, of which the launch knows the bytes, and that less, and that of other GPUs, is
// declared.

// RUN: tg-opt %s --mlir-print-local-scope --outline-gpu-kernels | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --pass-pipeline="builtin.module(outline-gpu-kernels,gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}))" | FileCheck %s --check-prefix=LLVM
// RUN: tg-opt %s --mlir-print-local-scope --outline-gpu-kernels=device=hip | FileCheck %s --check-prefix=HIP

// 10 * 4 bytes, then from a multiple of 1024 on 12288 * 4 more.
// CHECK: gpu.func @much(
// CHECK-SAME: workgroup(%{{.*}} : memref<10xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<12288xf32, #gpu.address_space<workgroup>>
// CHECK-SAME: uop.workgroup_bytes = 50176 : i64
// CHECK: jit.program @much target("cuda") {{.*}} scratch 50176
// LLVM: llvm.mlir.global external @much_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// LLVM-LABEL: llvm.func @much(
// LLVM-SAME: uop.workgroup_bytes = 50176 : i64
// LLVM: %[[ALL:.*]] = llvm.mlir.addressof @much_shared
// LLVM-DAG: llvm.getelementptr %[[ALL]][0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// LLVM-DAG: llvm.getelementptr %[[ALL]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// HIP-NOT: uop.workgroup_bytes
// HIP: jit.program @much target("hip") {{.*}} scratch 0
uop.kernel @much(%out: memref<64xf32> {uop.output})
    attributes {uop.block = array<i64: 8, 1, 1>, uop.grid = affine_map<() -> (1, 1, 1)>} {
  %a = memref.alloca() : memref<10xf32, #gpu.address_space<workgroup>>
  %b = memref.alloca() {alignment = 1024} : memref<12288xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %0 = memref.load %a[%t] : memref<10xf32, #gpu.address_space<workgroup>>
  memref.store %0, %b[%t] : memref<12288xf32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%t] : memref<64xf32>
}

// CHECK: gpu.func @no_more(
// CHECK-NOT: uop.workgroup_bytes
// CHECK: jit.program @no_more target("cuda") {{.*}} scratch 0
// LLVM: llvm.mlir.global internal @no_more_shared_0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<12288 x f32>
// LLVM-LABEL: llvm.func @no_more(
uop.kernel @no_more(%out: memref<64xf32> {uop.output})
    attributes {uop.block = array<i64: 8, 1, 1>, uop.grid = affine_map<() -> (1, 1, 1)>} {
  %b = memref.alloca() : memref<12288xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %0 = memref.load %b[%t] : memref<12288xf32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%t] : memref<64xf32>
}

jit.func @main() -> (!jit.buffer<64xf32>, !jit.buffer<64xf32>) {
  %x = jit.alloc : !jit.buffer<64xf32>
  jit.launch @much outs(%x) ins() vars() : (!jit.buffer<64xf32>), ()
  %y = jit.alloc : !jit.buffer<64xf32>
  jit.launch @no_more outs(%y) ins() vars() : (!jit.buffer<64xf32>), ()
  jit.return %x, %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
}
