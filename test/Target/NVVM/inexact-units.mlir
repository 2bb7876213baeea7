// Tests units that do less than a sum of products: kernels that accept it by
// `inexact` get the instruction, and products of fp8 a version of PTX that has them.

// RUN: split-file %s %t
// DEFINE: %{file} =
// DEFINE: %{ptx} = tg-opt %t/%{file}.mlir --pass-pipeline="builtin.module(uop-kernel-pipeline{target=cuda chip=sm_90}, \
// DEFINE:   outline-gpu-kernels{device=cuda}, gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}), \
// DEFINE:   compile-gpu-kernels{device=cuda chip=sm_90 cubin=false})"
// REDEFINE: %{file} = e4m3
// RUN: %{ptx} | FileCheck %s --check-prefix=E4M3
// REDEFINE: %{file} = e5m2
// RUN: %{ptx} | FileCheck %s --check-prefix=E5M2
// REDEFINE: %{file} = tf32
// RUN: %{ptx} | FileCheck %s --check-prefix=TF32
// REDEFINE: %{file} = f16
// RUN: %{ptx} | FileCheck %s --check-prefix=F16

// E4M3: .version 8.4
// E4M3: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
// E5M2: .version 8.4
// E5M2: mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32
// TF32: .version 8.0
// TF32: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// F16: .version 8.0
// F16: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16

//--- e4m3.mlir
uop.kernel @product(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf8E4M3FN>, %b: memref<4096xf8E4M3FN>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k32.e4m3.f32" inexact>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf8E4M3FN> -> f8E4M3FN
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf8E4M3FN> -> f8E4M3FN
  %4 = arith.extf %1 : f8E4M3FN to f32
  %5 = arith.extf %3 : f8E4M3FN to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

//--- e5m2.mlir
uop.kernel @product(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf8E5M2>, %b: memref<4096xf8E5M2>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k32.e5m2.f32" inexact>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf8E5M2> -> f8E5M2
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf8E5M2> -> f8E5M2
  %4 = arith.extf %1 : f8E5M2 to f32
  %5 = arith.extf %3 : f8E5M2 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

//--- tf32.mlir
uop.kernel @product(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k8.tf32.f32" inexact>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %6 = arith.mulf %1, %3 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

//--- f16.mlir
uop.kernel @product(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f16" inexact>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}
