// Tests that the pass wants whole groups of 128 threads.

// RUN: tg-opt %s --uop-share-operands --verify-diagnostics

uop.kernel @few_threads(%out: memref<512xf32> {uop.output}, %x: memref<512xf16>)
    attributes {uop.block = array<i64: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = vector.load %x[%c0] : memref<512xf16>, vector<8xf16>
  %b = vector.load %x[%c0] : memref<512xf16>, vector<4xf16>
  // expected-error@+1 {{expected a workgroup of whole groups of 128 threads, but got 64 threads}}
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%t, %t, %t, %t) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  vector.store %0, %out[%c0] : memref<512xf32>, vector<16xf32>
}
