// Tests that tiles, their second halves and what products of tiles take where there
// is no unit fit into the workgroup's memory together, or the kernel is refused.

// RUN: split-file %s %t
// RUN: tg-opt %t/twice.mlir --uop-kernel-pipeline="target=cuda chip=sm_80" | FileCheck %s --check-prefix=TWICE
// RUN: tg-opt %t/twice.mlir --uop-kernel-pipeline="target=cuda chip=sm_80 tc=2" | FileCheck %s --check-prefix=WITHOUT
// RUN: not tg-opt %t/twice.mlir --uop-kernel-pipeline="target=opencl" 2>&1 | FileCheck %s --check-prefix=OPENCL
// RUN: tg-opt %t/limit.mlir --uop-check-workgroup-memory=limit=1040
// RUN: not tg-opt %t/limit.mlir --uop-check-workgroup-memory=limit=1039 2>&1 | FileCheck %s --check-prefix=LIMIT

// The instruction needs no memory, so the tiles are there twice.
// TWICE: memref.alloca() {{.*}} : memref<6656xf16, #gpu.address_space<workgroup>>
// TWICE: memref.alloca() {{.*}} : memref<5120xf16, #gpu.address_space<workgroup>>
// Without it, in f32, with 12288 bytes for what the lanes exchange, they are 56320 bytes,
// which code cannot declare, but a launch can ask for.
// WITHOUT: memref.alloca() {{.*}} : memref<2048xf32, #gpu.address_space<workgroup>>
// WITHOUT: memref.alloca() {{.*}} : memref<1024xf32, #gpu.address_space<workgroup>>
// WITHOUT: memref.alloca() {{.*}} : memref<6400xf32, #gpu.address_space<workgroup>>
// WITHOUT: memref.alloca() {{.*}} : memref<4608xf32, #gpu.address_space<workgroup>>
// OPENCL: twice.mlir:1:1: error: 'uop.kernel' op needs 34304 bytes of workgroup memory, but the target has 32768
// LIMIT: limit.mlir:1:1: error: 'uop.kernel' op needs 1040 bytes of workgroup memory, but the target has 1039

//--- twice.mlir
uop.kernel @big(%out: memref<98304xf32> {uop.output}, %a: memref<131072xf16>, %b: memref<196608xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">, #uop.opt<upcast axis 1 amount 6>, #uop.opt<local axis 0 amount 4>, #uop.opt<local axis 1 amount 2>, #uop.opt<tile axis 2 amount 2>,
      #uop.opt<stage operand 1 axes[15, 10, 4, 11, 14, 12, 3]>, #uop.opt<stage operand 0 axes[13, 8, 3, 15, 7, 4, 9]>] {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 384 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<131072xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 384 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<196608xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 384 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<98304xf32>
}

//--- limit.mlir
uop.kernel @limit(%out: memref<64xf32> {uop.output}) opts [] {
  %0 = memref.alloca() : memref<3xi1, #gpu.address_space<workgroup>>
  %1 = memref.alloca() : memref<256xf32, #gpu.address_space<workgroup>>
  %2 = memref.alloca() : memref<256xf32, #gpu.address_space<private>>
}
