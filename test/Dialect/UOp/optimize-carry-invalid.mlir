// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that every reduce that cannot be done in blocks is an error, as is every use
// of a carry axis as one whose places differ.

// expected-error@+1 {{axis 0 is of type global, not a reduce axis}}
uop.kernel @output_axis(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 0 amount 4>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{blocks need an amount of iterations}}
uop.kernel @no_amount(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 1 has only 10 iterations}}
uop.kernel @short(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 11>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 1 has no constant size}}
uop.kernel @dynamic(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 10]})
    opts [#uop.opt<carry axis 1 amount 4>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, %n <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 1 is the kernel's carry axis}}
uop.kernel @twice(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 5>, #uop.opt<carry axis 2 amount 2>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 1 is of type carry, not an output axis}}
uop.kernel @vectors(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 5>, #uop.opt<upcast axis 1 amount 2>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 1 is of type carry, not an output axis}}
uop.kernel @threads(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 5>, #uop.opt<thread axis 1>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 0 is outside of it}}
uop.kernel @outside_of_threads(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 5>, #uop.opt<swap axis 0 amount 1>, #uop.opt<thread axis 1>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{the output holds f16, but the reduce gives f32}}
uop.kernel @narrow(%out: memref<8xf16> {uop.output}, %a: memref<80xf32>, %b: memref<9xf32>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = arith.truncf %2 : f32 to f16
  uop.store %3, %out[%i] : f16, memref<8xf16>
}

// -----

// expected-error@+1 {{an input that is read after the reduce may share the output's memory}}
uop.kernel @shared(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<8xf32>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = uop.load %b[%i] : memref<8xf32> -> f32
  %4 = arith.addf %2, %3 : f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{the reduce does not stand inside of all output axes}}
uop.kernel @row(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<4xf32>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %j = uop.range 2, 1 <global>
  %3 = uop.load %b[%j] : memref<4xf32> -> f32
  %4 = arith.addf %2, %3 : f32
  %5 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
  uop.store %4, %out[%5] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{the kernel needs the reduce for more than what it stores}}
uop.kernel @needed(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %b: memref<4xf32>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %c0 = arith.constant 0.0 : f32
  %g = arith.cmpf olt, %2, %c0 : f32
  uop.store %2, %out[%i] gate %g : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{the kernel has several stores}}
uop.kernel @stores(%out: memref<8xf32> {uop.output}, %also: memref<8xf32> {uop.output}, %a: memref<80xf32>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
  uop.store %2, %also[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{axis 2 is not closed by a reduce}}
uop.kernel @unused(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>)
    opts [#uop.opt<carry axis 2 amount 2>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %u = uop.range 2, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{the gate of what it stores is computed from memory behind the reduce}}
uop.kernel @late_gate(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>, %m: memref<8xi8>)
    opts [#uop.opt<carry axis 1 amount 5>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = uop.load %m[%i] : memref<8xi8> -> i8
  %z = arith.constant 0 : i8
  %g = arith.cmpi ne, %3, %z : i8
  uop.store %2, %out[%i] gate %g : f32, memref<8xf32>
}
