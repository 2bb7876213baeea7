// Tests what the verifier says of products by a processor's unit.

// RUN: tg-opt %s --split-input-file --verify-diagnostics

uop.kernel @digits(%out: memref<16xi32> {uop.output}, %a: memref<4xi8>, %b: memref<64xi8>) opts [] {
  %own = uop.range 0, 16 <upcast>
  %left = uop.range 1, 4 <unroll>
  %right = uop.range 2, 16 <unroll>
  %depth = uop.range 3, 4 <unroll>
  %0 = uop.load %a[%left] : memref<4xi8> -> i8
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%right, %depth)
  %2 = uop.load %b[%1] : memref<64xi8> -> i8
  // expected-error@+1 {{expected 1 right registers, but got 2}}
  %3 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %0(%left), %2(%right, %depth) registers (%own) : i8, i8 -> i32
  uop.store %3, %out[%own] : i32, memref<16xi32>
}

// -----

uop.kernel @size(%out: memref<16xi32> {uop.output}, %a: memref<4xi8>, %b: memref<64xi8>) opts [] {
  %own = uop.range 0, 16 <upcast>
  %left = uop.range 1, 4 <unroll>
  %right = uop.range 2, 32 <unroll>
  %0 = uop.load %a[%left] : memref<4xi8> -> i8
  %1 = uop.load %b[%right] : memref<64xi8> -> i8
  // expected-error@+1 {{expected right registers of size 64, but range 2 has 32}}
  %2 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %0(%left), %1(%right) registers (%own) : i8, i8 -> i32
  uop.store %2, %out[%own] : i32, memref<16xi32>
}

// -----

func.func @lanes(%x: vector<4xi8>, %y: vector<64xi8>, %z: vector<16xi32>, %l: index) -> vector<16xi32> {
  // expected-error@+1 {{expected 0 lanes, but got 1}}
  %0 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %x, %y to %z : vector<16xi32> lanes (%l)
       : vector<4xi8>, vector<64xi8> -> vector<16xi32>
  return %0 : vector<16xi32>
}
