// Tests what no function on memrefs can be made of.

// RUN: tg-opt --convert-jit-to-func --split-input-file --verify-diagnostics %s

uop.kernel @sliced(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) {
  // expected-error @+1 {{needs a caller that slices the thread axis: run convert-uop-threads-to-loops on the kernel before it is expanded}}
  %begin, %end = uop.slice
}

// -----

uop.kernel @not_linear(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) {
  // expected-error @+1 {{expected kernels in linear form}}
  %i = uop.range 0, 4 <global>
  %0 = uop.load %a[%i] : memref<4xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<4xf32>
}

// -----

jit.func @part_of_argument(%x: !jit.buffer<8xf32>, %y: !jit.buffer<4xf32>) {
  // expected-error @+1 {{is a part of memory that is no arena, which no memref with an identity layout can be}}
  %p = jit.subbuffer %x[16] : !jit.buffer<8xf32> -> !jit.buffer<4xf32>
  jit.copy %p to %y : !jit.buffer<4xf32>, !jit.buffer<4xf32>
  jit.return
}
