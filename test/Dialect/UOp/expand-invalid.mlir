// RUN: tg-opt %s --uop-expand --split-input-file --verify-diagnostics

// Tests that an upcast axis must have a constant size.
uop.kernel @variable_size(%out: memref<8xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  // expected-error @+1 {{'uop.range' op expected a constant size of an upcast range}}
  %i = uop.range 0, %n <upcast>
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%i] : f32, memref<8xf32>
}

// -----

// Tests the limit on one axis.
uop.kernel @long_axis(%out: memref<8192xf32> {uop.output}) {
  // expected-error @+1 {{'uop.range' op expected an upcast range of at most 4096, but got 8192}}
  %i = uop.range 0, 8192 <upcast>
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%i] : f32, memref<8192xf32>
}

// -----

// Tests the limit on a value.
uop.kernel @large_value(%out: memref<16384xf32> {uop.output}) {
  %i = uop.range 0, 128 <upcast>
  %j = uop.range 1, 128 <upcast>
  // expected-error @+1 {{'affine.apply' op expected at most 4096 elements over upcast and unroll ranges}}
  %at = affine.apply affine_map<(i, j) -> (i * 128 + j)>(%i, %j)
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%at] : f32, memref<16384xf32>
}

// -----

// Tests that what is not elementwise cannot be made a vector.
uop.kernel @not_elementwise(%out: memref<8xi32> {uop.output}, %x: memref<8xi32>) {
  %i = uop.range 0, 8 <upcast>
  %v = uop.load %x[%i] : memref<8xi32> -> i32
  // expected-error @+1 {{expected an elementwise op, since it depends on an upcast or unroll range}}
  %w, %o = arith.addui_extended %v, %v : i32, i1
  uop.store %w, %out[%i] : i32, memref<8xi32>
}

// -----

// Tests that a stage's vector dimensions are its last ranges.
uop.kernel @stage_order(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <global>
  %u = uop.range 1, 8 <upcast>
  %a = uop.range 2, 4 <loop>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%u, %a)
  %v = uop.load %x[%at] : memref<32xf32> -> f32
  // expected-error @+1 {{'uop.stage' op expected its upcast ranges after the others}}
  %s = uop.stage %v over (%u, %a) : f32 -> memref<32xf32, #gpu.address_space<private>>
  %w = uop.load %s[%i] : memref<32xf32, #gpu.address_space<private>> -> f32
  uop.store %w, %out[%i] : f32, memref<32xf32>
}

// -----

// Tests that a stage holds its value for all positions of the vector axes.
uop.kernel @stage_open(%out: memref<8xf32> {uop.output}, %x: memref<32xf32>) {
  %u = uop.range 0, 8 <upcast>
  %a = uop.range 1, 4 <loop>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%u, %a)
  %v = uop.load %x[%at] : memref<32xf32> -> f32
  // expected-error @+1 {{'uop.stage' op expected to close every upcast range of its value}}
  %s = uop.stage %v over (%a) : f32 -> memref<4xf32, #gpu.address_space<private>>
  %c0 = arith.constant 0 : index
  %w = uop.load %s[%c0] : memref<4xf32, #gpu.address_space<private>> -> f32
  uop.store %w, %out[%u] : f32, memref<8xf32>
}

// -----

uop.kernel @half_of_the_lanes(%out: memref<64xf64> {uop.output}, %a: memref<32xf64>) {
  %l1 = uop.range 0, 8 <upcast>
  %l0 = uop.range 1, 4 <warp>
  %c0 = uop.range 2, 2 <upcast>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%l1, %l0)
  %1 = uop.load %a[%0] : memref<32xf64> -> f64
  // expected-error@+1 {{expected all of its lanes to be upcast, or none}}
  %2 = uop.mma "mma.m8n8k4.f64.f64" %1, %1 lanes (%l1, %l0) registers (%c0) : f64, f64 -> f64
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 2 + d2)>(%l1, %l0, %c0)
  uop.store %2, %out[%3] : f64, memref<64xf64>
}

// -----

uop.kernel @place_with_steps(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %i = uop.range 0, 8 <global>
  %v = uop.range 1, 4 <upcast>
  %0 = uop.load %x[%v] : memref<8xf32> -> f32
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%v)
  // expected-error@+1 {{expected a place that grows by 1 along one upcast range and by no other}}
  %2 = uop.stage %0 at %1 over (%v) : f32 -> memref<8xf32, #gpu.address_space<workgroup>>
  %3 = uop.load %2[%i] : memref<8xf32, #gpu.address_space<workgroup>> -> f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}

// -----

// Tests that the left operand of a product has no register of the right one.
uop.kernel @left_over_right(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>) {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %x = uop.load %a[%b0] : memref<256xf16> -> f16
  %y = uop.load %a[%b1] : memref<256xf16> -> f16
  // expected-error@+1 {{expected a left operand that varies over no registers but its own, but got one over range 8}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %1 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %0, %out[%1] : f32, memref<128xf32>
}

// -----

// Tests the same of the right operand.
uop.kernel @right_over_left(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>) {
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
  %y = uop.load %a[%a1] : memref<256xf16> -> f16
  // expected-error@+1 {{expected a right operand that varies over no registers but its own, but got one over range 5}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %1 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %0, %out[%1] : f32, memref<128xf32>
}

// -----

// Tests that an operand of a product has no register of the result.
uop.kernel @left_over_result(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>) {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %x = uop.load %a[%c0] : memref<256xf16> -> f16
  %y = uop.load %a[%b1] : memref<256xf16> -> f16
  // expected-error@+1 {{expected a left operand that varies over no registers but its own, but got one over range 3}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %1 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %0, %out[%1] : f32, memref<128xf32>
}

// -----

// Tests that registers become dimensions, all of them.
uop.kernel @loop_as_register(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>) {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <loop>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %x = uop.load %a[%a0] : memref<256xf16> -> f16
  %y = uop.load %a[%b1] : memref<256xf16> -> f16
  // expected-error@+1 {{expected 7 registers to be upcast or unroll ranges, but got 6}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %1 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %0, %out[%1] : f32, memref<128xf32>
}

// -----

// Tests that a product that has been expanded is not taken for one of scalars.
uop.kernel @expanded(%out: memref<512xf32> {uop.output}, %a: memref<8xf16>) {
  %u = uop.range 0, 4 <upcast>
  %l1 = uop.range 1, 8 <warp>
  %l0 = uop.range 2, 4 <warp>
  %k = uop.range 3, 2 <unroll>
  %x = arith.constant dense<1.0> : vector<2x2x2xf16>
  %y = arith.constant dense<1.0> : vector<2x2xf16>
  // expected-error@+1 {{expected a product of scalars without sums, but got 'vector<2x2x2xf16>' and 'vector<2x2xf16>'}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y over (%k) lanes (%l1, %l0) : vector<2x2x2xf16>, vector<2x2xf16> -> vector<2x2xf32>
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 2)>(%l1, %l0)
  uop.store %0, %out[%1] strides [64, 1] : vector<2x2xf32>, memref<512xf32>
}

// -----

// Tests the limit on the operands of a product, which are over the tiles of
// both: 32 x 32 of 8 registers.
uop.kernel @large_product(%out: memref<131072xf32> {uop.output}, %a: memref<8192xf16>) {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %m = uop.range 9, 32 <upcast>
  %n = uop.range 10, 32 <upcast>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%m, %a0)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%n, %b0)
  %x = uop.load %a[%0] : memref<8192xf16> -> f16
  %y = uop.load %a[%1] : memref<8192xf16> -> f16
  // expected-error@+1 {{expected at most 4096 elements over upcast and unroll ranges, but got more in an operand}}
  %2 = uop.mma "mma.m16n8k16.f16.f32" %x(%a2, %a1, %a0), %y(%b1, %b0) lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %3 = affine.apply affine_map<(d0, d1, d2, d3, d4, d5) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3 + d4 * 4096 + d5 * 128)>(%l1, %l0, %c1, %c0, %m, %n)
  uop.store %2, %out[%3] : f32, memref<131072xf32>
}
