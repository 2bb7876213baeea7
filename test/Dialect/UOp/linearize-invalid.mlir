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
