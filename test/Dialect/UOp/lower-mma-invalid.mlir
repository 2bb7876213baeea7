// Tests which products of tiles have no lanes that could exchange them.

// RUN: tg-opt %s --uop-lower-mma --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a block, which convert-uop-to-gpu gives}}
uop.kernel @no_block(%out: memref<128xf64> {uop.output}) opts [] {
  %x = arith.constant dense<1.0> : vector<1xf64>
  %z = arith.constant dense<0.0> : vector<2xf64>
  %0 = uop.mma "mma.m8n8k4.f64.f64" %x, %x to %z : vector<2xf64> : vector<1xf64>, vector<1xf64> -> vector<2xf64>
}

// -----

uop.kernel @operands_of_the_unit(%out: memref<128xf32> {uop.output}) opts []
    attributes {uop.block = array<i64: 32, 1, 1>} {
  %x = arith.constant dense<1.0> : vector<8xf16>
  %y = arith.constant dense<1.0> : vector<4xf16>
  %z = arith.constant dense<0.0> : vector<4xf32>
  // expected-error@+1 {{expected a product in linear form, of operands in the type of the sums}}
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
}

// -----

// expected-error@+1 {{expected a block of three positive sizes, but got array<i64: 64>}}
uop.kernel @short_block(%out: memref<128xf64> {uop.output}) opts []
    attributes {uop.block = array<i64: 64>} {
  %x = arith.constant dense<1.0> : vector<1xf64>
  %z = arith.constant dense<0.0> : vector<2xf64>
  %0 = uop.mma "mma.m8n8k4.f64.f64" %x, %x to %z : vector<2xf64> : vector<1xf64>, vector<1xf64> -> vector<2xf64>
}

// -----

// expected-error@+1 {{expected a block of three positive sizes, but got array<i64: 32, 0, 1>}}
uop.kernel @no_threads(%out: memref<128xf64> {uop.output}) opts []
    attributes {uop.block = array<i64: 32, 0, 1>} {
  %x = arith.constant dense<1.0> : vector<1xf64>
  %z = arith.constant dense<0.0> : vector<2xf64>
  %0 = uop.mma "mma.m8n8k4.f64.f64" %x, %x to %z : vector<2xf64> : vector<1xf64>, vector<1xf64> -> vector<2xf64>
}

// -----

uop.kernel @half_a_subgroup(%out: memref<128xf64> {uop.output}) opts []
    attributes {uop.block = array<i64: 16, 1, 1>} {
  %x = arith.constant dense<1.0> : vector<1xf64>
  %z = arith.constant dense<0.0> : vector<2xf64>
  // expected-error@+1 {{expected a workgroup of whole groups of 32 threads, but got 16 threads}}
  %0 = uop.mma "mma.m8n8k4.f64.f64" %x, %x to %z : vector<2xf64> : vector<1xf64>, vector<1xf64> -> vector<2xf64>
}
