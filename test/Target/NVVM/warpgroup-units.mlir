// Tests each of NVIDIA's units of four subgroups: the instruction, and that the assembler
// takes it, so that there is a binary.
// REQUIRES: ptxas

// DEFINE: %{unit} =
// DEFINE: %{element} =
// DEFINE: %{sum} = f32
// DEFINE: %{extend} = arith.extf
// DEFINE: %{multiply} = arith.mulf
// DEFINE: %{instruction} =
// DEFINE: %{check} = sed -e 's/T_UNIT/"%{unit}"/' -e 's/T_ELEMENT/%{element}/g' -e 's/T_SUM/%{sum}/g' \
// DEFINE:   -e 's/T_EXTEND/%{extend}/' -e 's/T_MULTIPLY/%{multiply}/' %s > %t.mlir && \
// DEFINE:   tg-opt %t.mlir --pass-pipeline="builtin.module(uop-kernel-pipeline{target=cuda chip=sm_90a}, \
// DEFINE:     outline-gpu-kernels{device=cuda}, gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}), \
// DEFINE:     compile-gpu-kernels{device=cuda chip=sm_90a})" > %t.out && \
// DEFINE:   FileCheck %s < %t.out -DINSTRUCTION=%{instruction}

// CHECK-DAG: wgmma.mma_async.sync.aligned.[[INSTRUCTION]]
// CHECK-DAG: "\7FELF

// REDEFINE: %{element} = f16
// REDEFINE: %{unit} = wgmma.m64n128k16.f16.f32
// REDEFINE: %{instruction} = m64n128k16.f32.f16.f16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n128k16.f16.f32.along_n
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k16.f16.f32
// REDEFINE: %{instruction} = m64n64k16.f32.f16.f16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k16.f16.f32.along_n
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k16.f16.f32
// REDEFINE: %{instruction} = m64n32k16.f32.f16.f16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k16.f16.f32.along_n
// RUN: %{check}
// REDEFINE: %{element} = bf16
// REDEFINE: %{unit} = wgmma.m64n128k16.bf16.f32
// REDEFINE: %{instruction} = m64n128k16.f32.bf16.bf16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n128k16.bf16.f32.along_n
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k16.bf16.f32
// REDEFINE: %{instruction} = m64n64k16.f32.bf16.bf16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k16.bf16.f32.along_n
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k16.bf16.f32
// REDEFINE: %{instruction} = m64n32k16.f32.bf16.bf16
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k16.bf16.f32.along_n
// RUN: %{check}
// REDEFINE: %{element} = i8
// REDEFINE: %{sum} = i32
// REDEFINE: %{extend} = arith.extsi
// REDEFINE: %{multiply} = arith.muli
// REDEFINE: %{unit} = wgmma.m64n128k32.s8.s32
// REDEFINE: %{instruction} = m64n128k32.s32.s8.s8
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k32.s8.s32
// REDEFINE: %{instruction} = m64n64k32.s32.s8.s8
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k32.s8.s32
// REDEFINE: %{instruction} = m64n32k32.s32.s8.s8
// RUN: %{check}
// REDEFINE: %{extend} = arith.extui
// REDEFINE: %{unit} = wgmma.m64n128k32.u8.s32
// REDEFINE: %{instruction} = m64n128k32.s32.u8.u8
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k32.u8.s32
// REDEFINE: %{instruction} = m64n64k32.s32.u8.u8
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k32.u8.s32
// REDEFINE: %{instruction} = m64n32k32.s32.u8.u8
// RUN: %{check}
// An f32 as it is.
// REDEFINE: %{element} = f32
// REDEFINE: %{sum} = f32
// REDEFINE: %{extend} = arith.bitcast
// REDEFINE: %{multiply} = arith.mulf
// REDEFINE: %{unit} = wgmma.m64n128k8.tf32.f32
// REDEFINE: %{instruction} = m64n128k8.f32.tf32.tf32
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k8.tf32.f32
// REDEFINE: %{instruction} = m64n64k8.f32.tf32.tf32
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k8.tf32.f32
// REDEFINE: %{instruction} = m64n32k8.f32.tf32.tf32
// RUN: %{check}
// REDEFINE: %{extend} = arith.extf
// REDEFINE: %{element} = f8E4M3FN
// REDEFINE: %{unit} = wgmma.m64n128k32.e4m3.f32
// REDEFINE: %{instruction} = m64n128k32.f32.e4m3.e4m3
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k32.e4m3.f32
// REDEFINE: %{instruction} = m64n64k32.f32.e4m3.e4m3
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k32.e4m3.f32
// REDEFINE: %{instruction} = m64n32k32.f32.e4m3.e4m3
// RUN: %{check}
// REDEFINE: %{element} = f8E5M2
// REDEFINE: %{unit} = wgmma.m64n128k32.e5m2.f32
// REDEFINE: %{instruction} = m64n128k32.f32.e5m2.e5m2
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n64k32.e5m2.f32
// REDEFINE: %{instruction} = m64n64k32.f32.e5m2.e5m2
// RUN: %{check}
// REDEFINE: %{unit} = wgmma.m64n32k32.e5m2.f32
// REDEFINE: %{instruction} = m64n32k32.f32.e5m2.e5m2
// RUN: %{check}

uop.kernel @product(%out: memref<16384xT_SUM> {uop.output}, %a: memref<16384xT_ELEMENT>, %b: memref<16384xT_ELEMENT>)
    opts [#uop.opt<tc axes[0, 1, 2] unit T_UNIT inexact>] {
  %i = uop.range 0, 128 <global>
  %j = uop.range 1, 128 <global>
  %k = uop.range 2, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<16384xT_ELEMENT> -> T_ELEMENT
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<16384xT_ELEMENT> -> T_ELEMENT
  %4 = T_EXTEND %1 : T_ELEMENT to T_SUM
  %5 = T_EXTEND %3 : T_ELEMENT to T_SUM
  %6 = T_MULTIPLY %4, %5 : T_SUM
  %7 = uop.reduce <add> %6 over (%k) : T_SUM
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%i, %j)
  uop.store %7, %out[%8] : T_SUM, memref<16384xT_SUM>
}
