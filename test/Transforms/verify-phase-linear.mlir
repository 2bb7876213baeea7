// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=linear" --verify-diagnostics

// Tests that loops over 1-D accesses are linear.

uop.kernel @loops(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %begin, %end = uop.slice
  %c1 = arith.constant 1 : index
  scf.for %i = %begin to %end step %c1 {
    %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
    vector.store %1, %out[%0] : memref<64xf32>, vector<16xf32>
  }
}

// -----

// Tests that no range is left.

uop.kernel @ranges() {
  // expected-error@+1 {{'uop.range' op is not legal in a uop.kernel in the linear phase}}
  %i = uop.range 0, 4 <global>
}

// -----

// Tests that vectors in memory are 1-D, inside of loops too.

uop.kernel @two_dimensional(%x: memref<64xf32>) {
  %v = arith.constant dense<1> : vector<2x4xindex>
  %m = arith.constant dense<true> : vector<2x4xi1>
  %z = arith.constant dense<0.0> : vector<2x4xf32>
  %begin, %end = uop.slice
  %c1 = arith.constant 1 : index
  scf.for %i = %begin to %end step %c1 {
    // expected-error@+1 {{'vector.gather' op moves a vector that is not 1-D in the linear phase}}
    %0 = vector.gather %x[%i] [%v], %m, %z : memref<64xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  }
}

// -----

// Tests that transfers, which could be anything, are not linear.

uop.kernel @transfer(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{'vector.transfer_read' op is not legal in a uop.kernel in the linear phase}}
  %0 = vector.transfer_read %x[%c0], %z : memref<64xf32>, vector<16xf32>
}

// -----

// Tests that undefined operations have been given a meaning.

uop.kernel @total(%x: memref<64xi32>) {
  %c0 = arith.constant 0 : i32
  // expected-error@+1 {{'arith.divsi' op still carries 'uop.total' in the linear phase}}
  %0 = arith.divsi %c0, %c0 {uop.total} : i32
}

// -----

// Tests that products add to sums; the first one does.

uop.kernel @no_sums(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant dense<1.0> : vector<8xf16>
  %y = arith.constant dense<1.0> : vector<4xf16>
  %z = arith.constant dense<0.0> : vector<4xf32>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<2x2x2xf16>
  %w = arith.constant dense<1.0> : vector<2x2xf16>
  // expected-error@+1 {{'uop.mma' op adds to no sums, but loops carry them in the linear phase}}
  %1 = uop.mma "mma.m16n8k16.f16.f32" %v, %w lanes (%c0, %c0) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
}
