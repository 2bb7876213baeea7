// Tests each reason why a matrix unit cannot do a reduce, by axis.

// RUN: tg-opt %s --uop-optimize="gpu=true chip=sm_80" --split-input-file --verify-diagnostics

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1]>: a product has 3 axes, m, n and k, but got 2}}
uop.kernel @two_axes(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1]>] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 7]>: the kernel has no axis 7}}
uop.kernel @no_such_axis(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 7]>] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[2, 1, 0]>: axis 2 is of type reduce, not an output axis}}
uop.kernel @reduce_as_row(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[2, 1, 0]>] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 1]>: axis 1 is of type global, not a reduce axis}}
uop.kernel @output_as_sum(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 1]>] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 0, 2]>: axis 0 is named twice}}
uop.kernel @one_axis_twice(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 0, 2]>] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: axis 0 has 60 iterations, no multiple of 16: pad it first}}
uop.kernel @odd_rows(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 60 <global>
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: axis 2 has 30 iterations, no multiple of 16: pad it first}}
uop.kernel @odd_sum(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 30 <reduce>
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "no.unit">: there is no unit 'no.unit'}}
uop.kernel @no_unit(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "no.unit">] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "wmma.gfx11.f16.f32">: chip sm_80 has no unit 'wmma.gfx11.f16.f32'}}
uop.kernel @unit_of_another_chip(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "wmma.gfx11.f16.f32">] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f16">: of unit 'mma.m16n8k16.f16.f16' the sums are f16, which the opt must accept by 'inexact'}}
uop.kernel @narrow_sums(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f16">] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.bf16.f32">: unit 'mma.m16n8k16.bf16.f32' multiplies bf16, but the left operand is f16}}
uop.kernel @other_operands(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.bf16.f32">] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k32.s8.s32">: unit 'mma.m16n8k32.s8.s32' sums i32, but the sum is f32}}
uop.kernel @other_sums(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k32.s8.s32">] {
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

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: axis 2 is not closed by a sum}}
uop.kernel @a_maximum(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
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
  %7 = uop.reduce <maximumf> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: what is summed over axis 2 is no product}}
uop.kernel @no_product(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
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
  %6 = arith.addf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: no operand varies over axis 1 alone}}
uop.kernel @a_square(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
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
  %6 = arith.mulf %4, %4 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2]>: axis 3 is a lane's of another matrix unit}}
uop.kernel @twice(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<4096xf16>)
    opts [#uop.opt<tc axes[0, 1, 2]>, #uop.opt<tc axes[0, 1, 2]>] {
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
