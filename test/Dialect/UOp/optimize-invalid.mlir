// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that every opt that does not fit its axis is an error.

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 7 amount 4>: the kernel has no axis 7}}
uop.kernel @axis() opts [#uop.opt<upcast axis 7 amount 4>] {}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 0 amount -4>: the amount -4 is negative}}
uop.kernel @amount() opts [#uop.opt<upcast axis 0 amount -4>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 0 amount 1>: an inner axis of size 1 is none}}
uop.kernel @one() opts [#uop.opt<upcast axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 0 amount 4>: axis 0 is of type reduce, not an output axis}}
uop.kernel @upcast_reduce() opts [#uop.opt<upcast axis 0 amount 4>] {
  %i = uop.range 0, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<unroll axis 0 amount 4>: axis 0 is of type global, not a reduce axis}}
uop.kernel @unroll_global() opts [#uop.opt<unroll axis 0 amount 4>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 0>: axis 0 has no constant size, so an amount is needed}}
uop.kernel @whole(%n: index {uop.variable = "n", uop.bounds = [1, 64]}) opts [#uop.opt<upcast axis 0>] {
  %i = uop.range 0, %n <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 1 amount 128>: vectors would have 8192 elements, more than 4096}}
uop.kernel @elements(%out: memref<65536xf32> {uop.output})
    opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<upcast axis 1 amount 128>] {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 256 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  %1 = arith.constant 0.0 : f32
  uop.store %1, %out[%0] : f32, memref<65536xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tile axis 0 amount 8>: axis 0 has only 4 iterations}}
uop.kernel @tile_size() opts [#uop.opt<tile axis 0 amount 8>] {
  %i = uop.range 0, 4 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tile axis 1 amount 2>: axis 1 is of type upcast, not a loop}}
uop.kernel @tile_upcast() opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<tile axis 1 amount 2>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<padto axis 1 amount 16>: axis 1 is of type upcast, not a loop}}
uop.kernel @pad_upcast() opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<padto axis 1 amount 16>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<padto axis 0 amount 1>: every size is a multiple of 1}}
uop.kernel @pad_one() opts [#uop.opt<padto axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<thread axis 0>: axis 0 is of type reduce, not an output axis}}
uop.kernel @thread_reduce() opts [#uop.opt<thread axis 0>] {
  %i = uop.range 0, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<thread axis 1>: axis 0 is outside of it}}
uop.kernel @thread_inner() opts [#uop.opt<thread axis 1>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<thread axis 1>: axis 0 is the kernel's thread axis}}
uop.kernel @thread_twice() opts [#uop.opt<thread axis 0>, #uop.opt<thread axis 1>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<swap axis 0 amount 3>: the kernel has no axis 3}}
uop.kernel @swap_axis() opts [#uop.opt<swap axis 0 amount 3>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<swap axis 0 amount 1>: axis 0 is of type global and axis 1 is of type reduce}}
uop.kernel @swap_kinds() opts [#uop.opt<swap axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 0>: the kernel has no other axis 0}}
uop.kernel @merge_itself() opts [#uop.opt<merge axis 0 amount 0>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 0 amount 1>: axis 0 is of type global and axis 1 is of type reduce}}
uop.kernel @merge_kinds() opts [#uop.opt<merge axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 0 amount 1>: axis 1 has no constant size}}
uop.kernel @merge_dynamic(%n: index {uop.variable = "n", uop.bounds = [1, 64]}) opts [#uop.opt<merge axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, %n <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 1>: axis 0 is before axis 1 in the kernel}}
uop.kernel @merge_order() opts [#uop.opt<merge axis 1 amount 0>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 1 amount 2>: axis 1 and axis 2 are closed by different ops}}
uop.kernel @merge_apart(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<merge axis 1 amount 2>] {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 64 <reduce>
  %l = uop.range 2, 64 <reduce>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.reduce <add> %0 over (%k) : f32
  %2 = arith.addf %1, %1 : f32
  %3 = uop.reduce <add> %2 over (%l) : f32
  uop.store %3, %out[%i] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<padto axis 0 amount 3>: axis 0 is closed by a stage}}
uop.kernel @staged(%x: memref<8xf32>) opts [#uop.opt<padto axis 0 amount 3>] {
  %i = uop.range 0, 8 <loop>
  %0 = uop.load %x[%i] : memref<8xf32> -> f32
  %1 = uop.stage %0 over (%i) : f32 -> memref<8xf32, #gpu.address_space<private>>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<unroll axis 1 amount 4>: axis 1 is an inner axis of a stage, and its size no multiple of 4}}
uop.kernel @staged_inside(%x: memref<12xf32>) opts [#uop.opt<unroll axis 1 amount 4>] {
  %i = uop.range 0, 2 <reduce>
  %j = uop.range 1, 6 <reduce>
  %k = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%i, %j)
  %0 = uop.load %x[%k] : memref<12xf32> -> f32
  %1 = uop.stage %0 over (%i, %j) : f32 -> memref<12xf32, #gpu.address_space<private>>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<local axis 0 amount 4>: local is not supported on target cpu}}
uop.kernel @local() opts [#uop.opt<local axis 0 amount 4>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<group axis 0 amount 4>: group is not supported on target cpu}}
uop.kernel @group() opts [#uop.opt<group axis 0 amount 4>] {
  %i = uop.range 0, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<grouptop axis 0 amount 4>: grouptop is not supported on target cpu}}
uop.kernel @grouptop() opts [#uop.opt<grouptop axis 0 amount 4>] {
  %i = uop.range 0, 64 <reduce>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<loop axis 0>: loop is not supported on target cpu}}
uop.kernel @loop() opts [#uop.opt<loop axis 0>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tc axis 0>: expected axes and a unit of tc, but got an axis}}
uop.kernel @tc() opts [#uop.opt<tc axis 0>] {
  %i = uop.range 0, 64 <reduce>
}

// -----

// expected-error@+1 {{expected a kernel in expression form, but axis 1 is of type upcast}}
uop.kernel @again() opts [#uop.opt<upcast axis 0 amount 4>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <upcast>
}

// -----

// expected-error@+1 {{expected axes and a unit of tc, but got an amount}}
uop.kernel @tc_amount() opts [#uop.opt<tc amount 4 axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{expected axes and a unit of tc, but got an operand}}
uop.kernel @tc_operand() opts [#uop.opt<tc operand 0 axes[0, 1, 2]>] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{expected a unit of tc alone, but got one of upcast}}
uop.kernel @unit_of_upcast() opts [#uop.opt<upcast axis 0 amount 4 unit "mma.m8n8k4.f64.f64">] {
  %i = uop.range 0, 64 <global>
}

// -----

// expected-error@+1 {{expected a word 'inexact' of tc alone, but got one of tile}}
uop.kernel @inexact_tile() opts [#uop.opt<tile axis 0 amount 4 inexact>] {
  %i = uop.range 0, 64 <global>
}
