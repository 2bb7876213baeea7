// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{gpu=true}))" --split-input-file --verify-diagnostics

// Tests that threads of a workgroup do not share an axis that is scanned.

// expected-error@+1 {{cannot apply #uop.opt<local axis 0 amount 8>: axis 0 is scanned, and each point needs those before it}}
uop.kernel @local(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<local axis 0 amount 8>] {
  %k = uop.range 0, 64 <loop>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.scan <add> %0 over (%k) : f32
  uop.store %1, %out[%k] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 0 amount 8>: axis 0 is scanned, and each point needs those before it}}
uop.kernel @group(%out: memref<1xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<group axis 0 amount 8>] {
  %k = uop.range 0, 64 <reduce>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.scan <add> %0 over (%k) : f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}
