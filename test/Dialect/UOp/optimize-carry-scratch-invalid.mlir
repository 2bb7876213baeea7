// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that sums of blocks are kept for all output axes inside of the blocks, and for
// no others, or an error says which axis is in the way.

// expected-error@+1 {{the kernel has several stores}}
uop.kernel @in_output(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 1 is named twice}}
uop.kernel @twice(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1, 1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the kernel has no axis 7}}
uop.kernel @missing(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[7]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the sums do not vary over axis 2}}
uop.kernel @reduced(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1, 2]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 0 is the kernel's thread axis}}
uop.kernel @threads(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<thread axis 0>, #uop.opt<carry axis 2 amount 5 axes[0, 1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 0 has no constant size}}
uop.kernel @dynamic(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 4]})
    opts [#uop.opt<carry axis 2 amount 5 axes[0, 1]>] {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 3 is inside of the blocks, but their sums are not kept for it}}
uop.kernel @vectors(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<upcast axis 1 amount 4>, #uop.opt<carry axis 2 amount 5 axes[1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 3 is inside of the blocks, but their sums are not kept for it}}
uop.kernel @tiles(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<tile axis 1 amount 4>, #uop.opt<carry axis 2 amount 5 axes[1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 2 is inside of the blocks, but their sums are not kept for it}}
uop.kernel @order(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<swap axis 0 amount 2>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the sums of blocks are not kept for axis 0}}
uop.kernel @late_vectors(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<upcast axis 0 amount 2>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the sums of blocks are not kept for axis 0}}
uop.kernel @chunks(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<thread axis 0 amount 2>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the sums of blocks are kept for axis 1, whose size is no multiple of 3}}
uop.kernel @parts(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<upcast axis 1 amount 3>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{sums of blocks are kept for the output axes}}
uop.kernel @padded(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<padto axis 1 amount 32>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{sums of blocks are kept for the output axes}}
uop.kernel @merged(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[1]>, #uop.opt<merge axis 0 amount 1>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the operand is written by the kernel}}
uop.kernel @staged(%s: memref<64xf32> {uop.output}, %t: memref<64xf32> {uop.output}, %a: memref<640xf32>)
    opts [#uop.opt<carry axis 2 amount 5 axes[0, 1]>, #uop.opt<stage operand 1 axes[0, 1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 160 + d1 * 10 + d2)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<640xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %2, %s[%3] : f32, memref<64xf32>
  %4 = arith.negf %2 : f32
  uop.store %4, %t[%3] : f32, memref<64xf32>
}
