// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that every stage of windows that cannot be is an error.

// expected-error@+1 {{expected 1 for windows that are staged once, but got 2}}
uop.kernel @amount(%out: memref<128xf32> {uop.output}, %x: memref<33xf32>, %w: memref<48xf32>)
    opts [#uop.opt<stage amount 2 operand 0 axes[1, 2]>] {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 - 1)>(%i, %k)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = arith.cmpi sge, %0, %c0 : index
  %2 = uop.load %x[%0] gate %1 else %zero : memref<33xf32> -> f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%o, %k)
  %4 = uop.load %w[%3] : memref<48xf32> -> f32
  %5 = arith.mulf %2, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%o, %i)
  uop.store %6, %out[%7] : f32, memref<128xf32>
}

// -----

// expected-error@+1 {{axis 2 is a loop inside of vectors}}
uop.kernel @inside(%out: memref<128xf32> {uop.output}, %x: memref<33xf32>, %w: memref<48xf32>)
    opts [#uop.opt<upcast axis 1 amount 8>, #uop.opt<stage amount 1 operand 0 axes[3, 2]>] {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1 - 1)>(%i, %k)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = arith.cmpi sge, %0, %c0 : index
  %2 = uop.load %x[%0] gate %1 else %zero : memref<33xf32> -> f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%o, %k)
  %4 = uop.load %w[%3] : memref<48xf32> -> f32
  %5 = arith.mulf %2, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%o, %i)
  uop.store %6, %out[%7] : f32, memref<128xf32>
}

// -----

// expected-error@+1 {{a window of more than 256 elements is no vector}}
uop.kernel @long(%out: memref<256xf32> {uop.output}, %x: memref<258xf32>)
    opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<stage amount 1 operand 0 axes[0, 2, 1]>] {
  %i = uop.range 0, 256 <global>
  %k = uop.range 1, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<258xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<256xf32>
}
