// Tests that the ops of kernels on GPUs are printed and read back.

// RUN: tg-opt %s | tg-opt | FileCheck %s
// RUN: tg-opt %s --mlir-print-op-generic | tg-opt | FileCheck %s

// CHECK-LABEL: uop.kernel @threads
// CHECK-SAME: opts [#uop.opt<loop axis 1>]
uop.kernel @threads(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) opts [#uop.opt<loop axis 1>] {
  %t = gpu.thread_id x
  %k = uop.range 0, 8 <reduce>
  %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%k, %t)
  %0 = uop.load %x[%i] : memref<32xf32> -> f32
  // CHECK: uop.stage %{{.*}} at %{{.*}} over (%{{.*}}) : f32 -> memref<32xf32, #gpu.address_space<workgroup>>
  %1 = uop.stage %0 at %i over (%k) : f32 -> memref<32xf32, #gpu.address_space<workgroup>>
  %2 = uop.load %1[%t] : memref<32xf32, #gpu.address_space<workgroup>> -> f32
  // CHECK: uop.group_reduce <add> %{{.*}} size 32 stride 1 : f32
  %3 = uop.group_reduce <add> %2 size 32 stride 1 : f32
  uop.store %3, %out[%t] : f32, memref<32xf32>
}
