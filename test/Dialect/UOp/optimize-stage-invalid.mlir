// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that every stage that does not fit its operand is an error.

// expected-error@+1 {{cannot apply #uop.opt<stage operand 2 axes[0]>: the kernel has no operand 2}}
uop.kernel @operand(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<stage operand 2 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<stage operand 1>: a stage needs axes}}
uop.kernel @no_axes(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<stage operand 1>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the kernel has no axis 5}}
uop.kernel @axis(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<stage operand 0 axes[5]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 1 is named twice}}
uop.kernel @twice(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<stage operand 0 axes[1, 1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the operand does not vary over axis 0}}
uop.kernel @other_axis(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<stage operand 1 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 0 is the kernel's thread axis}}
uop.kernel @thread(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<thread axis 0>, #uop.opt<stage operand 0 axes[0, 1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{the operand is a vector over axis 2, which must be staged too}}
uop.kernel @vector(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<upcast axis 1 amount 4>, #uop.opt<stage operand 0 axes[1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 1 is a loop inside of vectors}}
uop.kernel @loop_inside(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %y: memref<8xf32>)
    opts [#uop.opt<upcast axis 1 amount 4>, #uop.opt<stage operand 0 axes[2, 1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.load %y[%j] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{axis 1 has no constant size, so it must be the outermost}}
uop.kernel @dynamic(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>,
                    %n: index {uop.variable = "n", uop.bounds = [1, 8]})
    opts [#uop.opt<stage operand 0 axes[0, 1]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, %n <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{a stage of more than 268435456 elements}}
uop.kernel @elements(%out: memref<1xf32> {uop.output}, %x: memref<4294967296xf32>)
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 4294967296 <reduce>
  %1 = uop.load %x[%k] : memref<4294967296xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{there is nothing to stage}}
uop.kernel @empty(%out: memref<1xf32> {uop.output}, %x: memref<4xf32>)
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 0 <reduce>
  %1 = uop.load %x[%k] : memref<4xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{the operand's place is computed from a reduce or a stage}}
uop.kernel @place(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>, %ids: memref<64xi32>)
    opts [#uop.opt<stage operand 1 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %ids[%0] : memref<64xi32> -> i32
  %2 = uop.reduce <maxsi> %1 over (%k) : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = uop.load %x[%3] : memref<64xf32> -> f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}
