// Tests which opts do not fit on a GPU.

// RUN: tg-opt %s --uop-optimize=gpu=true --split-input-file --verify-diagnostics

// expected-error@+1 {{cannot apply #uop.opt<thread axis 0>: thread is not supported on target gpu}}
uop.kernel @thread(%out: memref<8xf32> {uop.output}) opts [#uop.opt<thread axis 0>] {
  %i = uop.range 0, 8 <global>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<local axis 1 amount 4>: axis 1 is of type reduce, not an output axis}}
uop.kernel @local_reduce(%out: memref<1xf32> {uop.output}, %x: memref<8xf32>) opts [#uop.opt<local axis 1 amount 4>] {
  %k = uop.range 1, 8 <reduce>
  %0 = uop.load %x[%k] : memref<8xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 0 amount 4>: axis 0 is of type global, not a reduce axis}}
uop.kernel @group_output(%out: memref<8xf32> {uop.output}) opts [#uop.opt<group axis 0 amount 4>] {
  %i = uop.range 0, 8 <global>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<loop axis 0>: axis 0 is of type reduce, not an output axis}}
uop.kernel @loop_reduce(%out: memref<1xf32> {uop.output}, %x: memref<8xf32>) opts [#uop.opt<loop axis 0>] {
  %k = uop.range 0, 8 <reduce>
  %0 = uop.load %x[%k] : memref<8xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 0 amount 6>: groups have a power of two of threads, not 6}}
uop.kernel @group_of_six(%out: memref<1xf32> {uop.output}, %x: memref<12xf32>) opts [#uop.opt<group axis 0 amount 6>] {
  %k = uop.range 0, 12 <reduce>
  %0 = uop.load %x[%k] : memref<12xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<grouptop axis 0 amount 8>: axis 0 has no size that is a multiple of 8}}
uop.kernel @top_rest(%out: memref<1xf32> {uop.output}, %x: memref<12xf32>) opts [#uop.opt<grouptop axis 0 amount 8>] {
  %k = uop.range 0, 12 <reduce>
  %0 = uop.load %x[%k] : memref<12xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 0 amount 4>: axis 0 is closed by a stage}}
uop.kernel @group_stage(%out: memref<1xf32> {uop.output}, %x: memref<8xf32>) opts [#uop.opt<group axis 0 amount 4>] {
  %s = uop.range 0, 8 <reduce>
  %0 = uop.load %x[%s] : memref<8xf32> -> f32
  %1 = uop.stage %0 over (%s) : f32 -> memref<8xf32, #gpu.address_space<private>>
  %c0 = arith.constant 0 : index
  %2 = uop.load %1[%c0] : memref<8xf32, #gpu.address_space<private>> -> f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}
