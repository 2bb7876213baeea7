// RUN: tg-opt %s --uop-linearize --split-input-file --verify-diagnostics

// Tests that an op that mixes lanes cannot be split.
uop.kernel @mixes(%out: memref<1xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] strides [1] : memref<8xf32> -> vector<8xf32>
  // expected-error @+1 {{'vector.reduction' op cannot be split into vectors of one dimension}}
  %1 = vector.reduction <add>, %0 : vector<8xf32> into f32
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// Tests that a mask has one dimension.
uop.kernel @masks(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<2x4xf32>
  // expected-error @+1 {{'vector.create_mask' op expected one dimension}}
  %m = vector.create_mask %c0, %c0 : vector<2x4xi1>
  %0 = uop.load %x[%c0] strides [4, 1] mask %m else %z : memref<8xf32> -> vector<2x4xf32>
  uop.store %0, %out[%c0] strides [4, 1] : vector<2x4xf32>, memref<8xf32>
}

// -----

// Tests that the scopes of ranges are checked first.
uop.kernel @scopes(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %k = uop.range 0, 8 <reduce>
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%k] : memref<8xf32> -> f32
  // expected-note @+1 {{closed here}}
  %1 = uop.reduce <add> %0 over (%k) : f32
  // expected-error @+1 {{'uop.reduce' op closes range 0, which is already closed}}
  %2 = uop.reduce <maximumf> %0 over (%k) : f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%c0] : f32, memref<8xf32>
}

// -----

// Tests that a product of scalars is to be expanded first.
uop.kernel @unexpanded(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>) {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %x = uop.load %a[%a0] : memref<256xf16> -> f16
  %y = uop.load %a[%b0] : memref<256xf16> -> f16
  // expected-error @+1 {{'uop.mma' op expected vectors of registers, which uop-expand makes, but got 'f16' and 'f16'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %1 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %0, %out[%1] : f32, memref<128xf32>
}

// -----

// Tests that sums are what the loops carry.
uop.kernel @sums(%out: memref<128xf32> {uop.output}, %c: memref<128xf32>) {
  %t = uop.range 0, 32 <local>
  %x = arith.constant dense<1.0> : vector<8xf16>
  %y = arith.constant dense<1.0> : vector<4xf16>
  %i = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %z = uop.load %c[%i] strides [1] : memref<128xf32> -> vector<4xf32>
  // expected-error @+1 {{'uop.mma' op expected a product without sums so far, but got them of type 'vector<4xf32>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  uop.store %0, %out[%i] strides [1] : vector<4xf32>, memref<128xf32>
}
