// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize))" --split-input-file --verify-diagnostics

// expected-error @below {{cannot apply #uop.opt<stream operand 1>: the kernel has no store 1}}
uop.kernel @no_store(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<stream operand 1>] {
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// -----

// expected-error @below {{cannot apply #uop.opt<stream>: the kernel has no store -1}}
uop.kernel @unnamed(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<stream>] {
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// -----

// expected-error @below {{cannot apply #uop.opt<stream operand 0>: what it stores is read again over axis 1}}
uop.kernel @carried(%out: memref<64xf32> {uop.output}, %x: memref<1024xf32>) opts [#uop.opt<carry axis 1 amount 4>, #uop.opt<stream operand 0>] {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<1024xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}
