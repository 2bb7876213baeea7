// RUN: tg-opt %s '--tg-verify-phase=phase=expression' --verify-diagnostics --split-input-file

// Tests that a scan combines what its kind can.

uop.kernel @kind(%x: memref<8xi32>) {
  %k = uop.range 0, 8 <loop>
  %0 = uop.load %x[%k] : memref<8xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected maximumf to combine floats, but got 'i32'}}
  %1 = uop.scan <maximumf> %0 over (%k) : i32
}

// -----

// Tests that a scan names ranges, each once.

uop.kernel @no_range(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] : memref<8xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected the result of a uop.range as range 0}}
  %1 = uop.scan <add> %0 over (%c0) : i32
}

// -----

uop.kernel @repeated(%x: memref<8xi32>) {
  %k = uop.range 0, 8 <loop>
  %0 = uop.load %x[%k] : memref<8xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected each range once, but range 0 is repeated}}
  %1 = uop.scan <add> %0 over (%k, %k) : i32
}

// -----

// Tests that a scan goes through something.

uop.kernel @nothing(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] : memref<8xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected ranges or dims to scan}}
  %1 = uop.scan <add> %0 over () : i32
}

// -----

// Tests that threads do not share what is scanned.

uop.kernel @threads(%x: memref<8xi32>) {
  %k = uop.range 0, 8 <global>
  %0 = uop.load %x[%k] : memref<8xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected to scan loops of one thread, but range 0 is a global axis}}
  %1 = uop.scan <add> %0 over (%k) : i32
}

// -----

// Tests that vectors are inside of the loops, and these in the order of their ids.

uop.kernel @vector_outside(%x: memref<32xi32>) {
  %k = uop.range 0, 8 <loop>
  %u = uop.range 1, 4 <upcast>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%u, %k)
  %1 = uop.load %x[%0] : memref<32xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected vectors inside of loops, but range 0 is inside of range 1}}
  %2 = uop.scan <add> %1 over (%u, %k) : i32
}

// -----

uop.kernel @order(%x: memref<32xi32>) {
  %k = uop.range 0, 8 <loop>
  %l = uop.range 1, 4 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%l, %k)
  %1 = uop.load %x[%0] : memref<32xi32> -> i32
  // expected-error@+1 {{'uop.scan' op expected loops in the order of their ids, but got range 0 after range 1}}
  %2 = uop.scan <add> %1 over (%l, %k) : i32
}

// -----

// Tests that dims are those of the vector, each once.

uop.kernel @dims(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] strides [1] : memref<8xi32> -> vector<8xi32>
  // expected-error@+1 {{'uop.scan' op expected each dim once and below 1, but got 1}}
  %1 = uop.scan <add> %0 over () dims [1] : vector<8xi32>
}

// -----

uop.kernel @dims_twice(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] strides [1] : memref<8xi32> -> vector<8xi32>
  // expected-error@+1 {{'uop.scan' op expected each dim once and below 1, but got 0}}
  %1 = uop.scan <add> %0 over () dims [0, 0] : vector<8xi32>
}

// -----

// Tests that the loop over a range goes one way.

uop.kernel @both_ways(%out: memref<8xi32> {uop.output}, %x: memref<8xi32>) {
  %k = uop.range 0, 8 <loop>
  %0 = uop.load %x[%k] : memref<8xi32> -> i32
  // expected-note@+1 {{this one goes the other way}}
  %1 = uop.scan <add> %0 over (%k) : i32
  // expected-error@+1 {{'uop.scan' op expected to go through range 0 the way that other scans go}}
  %2 = uop.scan <add> %0 over (%k) reverse : i32
  %3 = arith.addi %1, %2 : i32
  uop.store %3, %out[%k] : i32, memref<8xi32>
}
