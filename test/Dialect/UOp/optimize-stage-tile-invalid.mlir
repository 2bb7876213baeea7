// Tests that a tile which the threads of a workgroup fill is an error where its axes
// do not fit.

// RUN: tg-opt %s --uop-optimize=gpu=true --split-input-file --verify-diagnostics

// expected-error@+1 {{cannot apply #uop.opt<stage operand 0 axes[3, 3]>: axis 3 is named twice}}
uop.kernel @named_twice(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 3]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{the operand does not vary over axis 4}}
uop.kernel @other_axis(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 4]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{threads of axis 4 would each have a tile}}
uop.kernel @missing_threads(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 4>, #uop.opt<local axis 0 amount 4>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 5]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{the operand is a vector over axis 3, which must be staged too}}
uop.kernel @missing_vector(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<local axis 0 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[4, 5]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{threads share a reduce over axis 4}}
uop.kernel @shared_reduce(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<group axis 2 amount 16>, #uop.opt<stage operand 0 axes[3]>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<local axis 1 amount 2>: the threads of the workgroup fill a tile already}}
uop.kernel @later_threads(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 5]>, #uop.opt<local axis 1 amount 2>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 2 amount 2>: the threads of the workgroup fill a tile already}}
uop.kernel @later_group(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 5]>, #uop.opt<group axis 2 amount 2>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{the threads of the workgroup fill a tile already}}
uop.kernel @later_unit(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 4]>, #uop.opt<tc axes[0, 1, 2] unit "mfma.16x16x4.f32.f32">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// -----

// expected-error@+1 {{axis 6 fills a tile of the workgroup}}
uop.kernel @split_fill(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<4096xf32>)
    opts [#uop.opt<local axis 0 amount 16>, #uop.opt<local axis 1 amount 16>, #uop.opt<tile axis 2 amount 16>, #uop.opt<stage operand 0 axes[3, 5]>, #uop.opt<upcast axis 6 amount 2>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}
