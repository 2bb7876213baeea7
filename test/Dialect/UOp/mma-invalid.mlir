// Tests each message about a product of tiles that fits no row of the tables.

// RUN: tg-opt %s --split-input-file --verify-diagnostics

func.func @no_unit(%x: vector<8xf16>, %y: vector<4xf16>, %z: vector<4xf32>) {
  // expected-error@+1 {{expected a matrix unit, but got 'mma.m1n1k1'}}
  %0 = uop.mma "mma.m1n1k1" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  return
}

// -----

func.func @other_types(%x: vector<8xbf16>, %y: vector<4xf16>, %z: vector<4xf32>) {
  // expected-error@+1 {{expected operands of 'f16' and a result of 'f32', or one type, but got 'bf16', 'f16' and 'f32'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xbf16>, vector<4xf16> -> vector<4xf32>
  return
}

// -----

func.func @other_sums(%x: vector<8xf16>, %y: vector<4xf16>, %z: vector<8xf32>) {
  // expected-error@+1 {{expected sums of type 'vector<4xf32>', but got 'vector<8xf32>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<8xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  return
}

// -----

func.func @few_registers(%x: vector<4xf16>, %y: vector<4xf16>, %z: vector<4xf32>) {
  // expected-error@+1 {{expected the left operand to be a vector of 8 registers, but got 'vector<4xf16>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<4xf16>, vector<4xf16> -> vector<4xf32>
  return
}

// -----

func.func @few_lanes(%x: vector<2x2x2xf16>, %y: vector<2x2xf16>, %l: index) {
  // expected-error@+1 {{expected 2 lanes, but got 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
  return
}

// -----

uop.kernel @lanes_of_other_size(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant dense<1.0> : vector<2x2x2xf16>
  %y = arith.constant dense<1.0> : vector<2x2xf16>
  %l1 = uop.range 0, 4 <warp>
  %l0 = uop.range 1, 8 <warp>
  // expected-error@+1 {{expected lanes of size 8, but range 0 has 4}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l1, %l0) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
}

// -----

func.func @no_register_dimensions(%x: vector<8xf16>, %y: vector<2x2xf16>, %l1: index, %l0: index) {
  // expected-error@+1 {{expected the last dimensions of the left operand to be 2x2x2, but got 'vector<8xf16>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l1, %l0) : vector<8xf16>, vector<2x2xf16> -> vector<2x2xf32>
  return
}

// -----

// Without lanes, the dimensions before the registers are all of them.
func.func @no_lane_dimensions(%x: vector<2x2x2xf32>, %y: vector<2x2xf32>) {
  // expected-error@+1 {{expected the last dimensions of the left operand to be 8x4x2x2x2, but got 'vector<2x2x2xf32>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y : vector<2x2x2xf32>, vector<2x2xf32> -> vector<2x2xf32>
  return
}

// -----

func.func @other_leading(%x: vector<3x2x2x2xf16>, %y: vector<2x2xf16>, %l1: index, %l0: index) {
  // expected-error@+1 {{expected operands of 0 leading dimensions, but got 1 and 0}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l1, %l0) : vector<3x2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
  return
}

// -----

func.func @dims_beyond(%x: vector<3x2x2x2xf16>, %y: vector<3x2x2xf16>, %l1: index, %l0: index) {
  // expected-error@+1 {{expected increasing dims below 1, but got 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y dims [1] lanes (%l1, %l0) : vector<3x2x2x2xf16>, vector<3x2x2xf16> -> vector<2x2xf32>
  return
}

// -----

uop.kernel @registers_of_other_number(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  // expected-error@+1 {{expected 3 left registers, but got 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%c1), %x(%c0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}
