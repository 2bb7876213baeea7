// RUN: tg-opt %s '--tg-verify-phase=phase=expression' --verify-diagnostics --split-input-file

// Tests that two reduces may not close one range.

uop.kernel @closed_twice(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  // expected-note@+1 {{closed here}}
  %2 = uop.reduce <add> %1 over (%k) : f32
  // expected-error@+1 {{'uop.reduce' op closes range 1, which is already closed}}
  %3 = uop.reduce <maximumf> %1 over (%k) : f32
  %4 = arith.subf %2, %3 : f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}

// -----

// Tests that what a reduce closed may not be open beside its result.

uop.kernel @reopened(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 8 <reduce>
  %l = uop.range 2, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  // expected-note@+1 {{the range is closed here}}
  %2 = uop.reduce <add> %1 over (%k) : f32
  // expected-error@+1 {{'arith.subf' op is in range 1, over which an operand was computed}}
  %3 = arith.subf %1, %2 : f32
  %4 = uop.reduce <add> %2 over (%l) : f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}

// -----

// Tests that a store may not leave a reduce axis open.

uop.kernel @left_open(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %k = uop.range 1, 8 <reduce>
  %1 = uop.load %x[%k] : memref<64xf32> -> f32
  // expected-error@+1 {{'uop.store' op is in range 1, a reduce axis that only a reduce may close}}
  uop.store %1, %out[%k] : f32, memref<8xf32>
}

// -----

// Tests that values that differ need places that differ.

uop.kernel @overwritten(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  // expected-error@+1 {{'uop.store' op stores a value that varies over range 1 to a place that does not}}
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// -----

// Tests that the stores of a kernel share their ranges.

uop.kernel @strangers(%out: memref<8xf32> {uop.output}, %sum: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  %1 = uop.load %x[%j] : memref<64xf32> -> f32
  // expected-note@+1 {{the first store}}
  uop.store %0, %out[%i] : f32, memref<8xf32>
  // expected-error@+1 {{'uop.store' op expected the ranges of the kernel's other stores}}
  uop.store %1, %sum[%j] : f32, memref<8xf32>
}
