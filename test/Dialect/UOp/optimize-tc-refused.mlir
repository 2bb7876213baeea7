// Tests the reasons why a matrix unit cannot do a reduce that lie in the kernel's
// other ops.

// RUN: tg-opt %s --uop-optimize="gpu=true chip=sm_80" --split-input-file --verify-diagnostics

// expected-error@+1 {{threads share the sum over axis 2}}
uop.kernel @threads_share_the_sum(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<group axis 2 amount 2>, #uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{the sum over axis 2 is gated by more than its index}}
uop.kernel @gated_by_an_output(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %z = arith.constant 0.0 : f32
  %c = arith.cmpi sle, %k, %i : index
  %s = arith.select %c, %6, %z : f32
  %7 = uop.reduce <add> %s over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{an operand varies over axis 0 and axis 1}}
uop.kernel @both_outputs(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 + d2)>(%k, %j, %i)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{axis 0 has a variable size that may be no multiple of 16: pad it first}}
uop.kernel @variable_rows(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>, %n: index {uop.variable = "n", uop.bounds = [1, 64]})
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{the left operand is computed from a reduce or a stage}}
uop.kernel @sum_of_an_operand(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %l = uop.range 3, 4 <reduce>
  %9 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 4 + d2)>(%i, %k, %l)
  %10 = uop.load %a[%9] : memref<4096xf16> -> f16
  %11 = uop.reduce <maximumf> %10 over (%l) : f16
  %4 = arith.extf %11 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{axis 0 stands around a stage}}
uop.kernel @around_a_stage(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %s = uop.range 3, 32 <loop>
  %r = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %s)
  %l = uop.load %a[%r] : memref<4096xf16> -> f16
  %row = uop.stage %l over (%s) : f16 -> memref<32xf16, #gpu.address_space<private>>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %1 = uop.load %row[%k] : memref<32xf16, #gpu.address_space<private>> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// The left operand is over 16 x 64 tiles, of which each lane has 8 registers,
// though the result has but 4.
// expected-error@+1 {{cannot apply #uop.opt<upcast axis 1 amount 64>: vectors would have 8192 elements, more than 4096}}
uop.kernel @large_operands(%out: memref<65536xf32> {uop.output}, %a: memref<65536xf16>, %b: memref<65536xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">, #uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 64>] {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<65536xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<65536xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<65536xf32>
}

// -----

// The axes that are vectors' already are those of tiles, too.
// expected-error@+1 {{vectors would have 8192 elements, more than 4096}}
uop.kernel @vectors_before(%out: memref<65536xf32> {uop.output}, %a: memref<65536xf16>, %b: memref<65536xf16>)
    opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 64>, #uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<65536xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<65536xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<65536xf32>
}
