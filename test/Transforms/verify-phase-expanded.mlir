// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=expanded" --verify-diagnostics

// Tests that vectors and the ops that broadcast them are legal once expanded.

uop.kernel @vectors(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 4 <thread>
  %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
  %1 = uop.load %x[%0] strides [1] : memref<64xf32> -> vector<16xf32>
  %2 = uop.load %x[%i] : memref<64xf32> -> f32
  %3 = vector.broadcast %2 : f32 to vector<16xf32>
  %4 = arith.addf %1, %3 : vector<16xf32>
  uop.store %4, %out[%0] strides [1] : vector<16xf32>, memref<64xf32>
}

// -----

// Tests that no range is left that should have become a dimension.

uop.kernel @upcast(%out: memref<4xf32> {uop.output}) {
  // expected-error@+1 {{'uop.range' op is of axis type upcast in the expanded phase}}
  %i = uop.range 0, 4 <upcast>
  // expected-error@+1 {{'uop.range' op is of axis type unroll in the expanded phase}}
  %j = uop.range 1, 4 <unroll>
}

// -----

// Tests that scopes are checked once expanded.

uop.kernel @left_open(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %k = uop.range 1, 8 <reduce>
  %1 = uop.load %x[%k] : memref<64xf32> -> f32
  // expected-error@+1 {{'uop.store' op is in range 1, a reduce axis that only a reduce may close}}
  uop.store %1, %out[%k] : f32, memref<8xf32>
}

// -----

// Tests that products have no sums to add to before there are loops.

uop.kernel @sums(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant dense<1.0> : vector<8xf16>
  %y = arith.constant dense<1.0> : vector<4xf16>
  %z = arith.constant dense<0.0> : vector<4xf32>
  // expected-error@+1 {{'uop.mma' op adds to sums, but no loop carries any in the expanded phase}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
}
