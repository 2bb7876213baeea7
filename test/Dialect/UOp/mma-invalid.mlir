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
  // expected-error@+1 {{expected operands of the same leading dimensions, but got [3] and []}}
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

// -----

func.func @other_leading_sizes(%x: vector<2x2x2x2xf16>, %y: vector<4x2x2xf16>, %l1: index, %l0: index) {
  // expected-error@+1 {{expected operands of the same leading dimensions, but got [2] and [4]}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l1, %l0) : vector<2x2x2x2xf16>, vector<4x2x2xf16> -> vector<3x2x2xf32>
  return
}

// -----

// The result has the dimensions that are not summed over, in their order.
func.func @other_leading_of_result(%x: vector<2x3x2x2x2xf16>, %y: vector<2x3x2x2xf16>, %l1: index, %l0: index) {
  // expected-error@+1 {{expected a result of leading dimensions [3], but got [2]}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y dims [0] lanes (%l1, %l0) : vector<2x3x2x2x2xf16>, vector<2x3x2x2xf16> -> vector<2x2x2xf32>
  return
}

// -----

uop.kernel @registers_of_vectors(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant dense<1.0> : vector<2x2x2xf16>
  %y = arith.constant dense<1.0> : vector<2x2xf16>
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  // expected-error@+1 {{expected the registers of vectors to be dimensions, but got 2 ranges}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y lanes (%l1, %l0) registers (%c1, %c0) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
}

// -----

func.func @dims_with_sums(%x: vector<8xf16>, %y: vector<4xf16>, %z: vector<4xf32>) {
  // expected-error@+1 {{expected no axes of a product with sums but lanes, but got 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> dims [0] : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  return
}

// -----

func.func @index_as_range(%x: vector<2x2x2xf16>, %y: vector<2x2xf16>, %l1: index, %l0: index, %k: index) {
  // expected-error@+1 {{expected results of uop.range as ranges, but got another value as number 0}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y over (%k) lanes (%l1, %l0) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
  return
}

// -----

uop.kernel @index_as_lane(%out: memref<128xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected results of uop.range as lanes, but got another value as number 0}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) lanes (%n, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @index_as_left_register(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %two = arith.constant 2 : index
  // expected-error@+1 {{expected results of uop.range as left registers, but got another value as number 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %two, %a0), %x(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @index_as_right_register(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %two = arith.constant 2 : index
  // expected-error@+1 {{expected results of uop.range as right registers, but got another value as number 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %two) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @index_as_register(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %two = arith.constant 2 : index
  // expected-error@+1 {{expected results of uop.range as registers, but got another value as number 0}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) lanes (%l1, %l0) registers (%two, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @variable_lanes(%out: memref<128xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, %n <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected lanes of size 8, but range 0 has a variable one}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @scalars_without_lanes(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected 2 lanes, but got 0}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @dims_of_scalars(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected no dims of scalars, but got 1}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) dims [0] lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @register_twice(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected each range once, but got range 6 again}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a0, %a1, %a0), %x(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @register_of_result_twice(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected each range once, but got range 3 again}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) lanes (%l1, %l0) registers (%c0, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @register_of_both(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected each range once, but got range 5 again}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%a1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}

// -----

uop.kernel @register_summed_over(%out: memref<128xf32> {uop.output}) {
  %x = arith.constant 1.0 : f16
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  // expected-error@+1 {{expected each range once, but got range 6 again}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %x(%b1, %b0) over (%a0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
}
