// Tests that a processor's units are not used where it has none, or they are switched off.

// RUN: split-file %s %t
// RUN: tg-opt %t/off.mlir --uop-optimize="chip=x86+avx512vnni matrix-units=0" --verify-diagnostics
// RUN: sed -e 's/axes.0, 1, 2.>/axes[0, 1, 2] unit "vpdpbusd.m1n16k4.s8.u8">/' %t/off.mlir > %t/gpu.mlir
// RUN: not tg-opt %t/gpu.mlir --uop-optimize="gpu=true chip=sm_80" 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: tg-opt %t/none.mlir --uop-optimize="chip=aarch64" --verify-diagnostics

// GPU: unit 'vpdpbusd.m1n16k4.s8.u8' is a processor's

//--- off.mlir
// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: matrix units are switched off}}
uop.kernel @product(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}

//--- none.mlir
// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: the processor has no matrix units}}
uop.kernel @product(%out: memref<1024xi32> {uop.output}, %a: memref<1024xi8>, %b: memref<1024xi8>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1024xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1024xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1024xi32>
}
