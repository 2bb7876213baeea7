// Tests which stores go around the caches: those of outputs beyond the last one.

// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 last-bytes=1048576}))" --remarks-filter=uop-optimize -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 last-bytes=4194304}))" | FileCheck %s --check-prefix=LARGE

// Tests that an output larger than the last cache is streamed, and no smaller one.

// LARGE-NOT: stream operand
// LARGE-LABEL: uop.kernel @by_hand(
// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="stream operand 0: larger than the last cache"
// CHECK-LABEL: uop.kernel @large(
// CHECK-SAME: #uop.opt<stream operand 0>]
// CHECK: uop.store {{.*}} {uop.streaming}
uop.kernel @large(%out: memref<524288xf32> {uop.output}, %x: memref<524288xf32>) {
  %i = uop.range 0, 524288 <global>
  %0 = uop.load %x[%i] : memref<524288xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<524288xf32>
}

// Tests that only the store of the large output is.

// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="stream operand 1: larger than the last cache"
// CHECK-LABEL: uop.kernel @second(
// CHECK-NOT: stream operand 0
// CHECK-SAME: #uop.opt<stream operand 1>]
// CHECK-NOT: uop.streaming
// CHECK: uop.store {{.*}} : i8, memref<524288xi8>
// CHECK: uop.store {{.*}} {uop.streaming} : f32, memref<524288xf32>
uop.kernel @second(%small: memref<524288xi8> {uop.output}, %out: memref<524288xf32> {uop.output}, %x: memref<524288xi8>) {
  %i = uop.range 0, 524288 <global>
  %0 = uop.load %x[%i] : memref<524288xi8> -> i8
  %1 = arith.sitofp %0 : i8 to f32
  uop.store %0, %small[%i] : i8, memref<524288xi8>
  uop.store %1, %out[%i] : f32, memref<524288xf32>
}

// Tests that an output that just fits is not streamed, nor one whose size is known
// only when it runs, nor one that is written in parts.

// REMARK-NOT: stream operand
// CHECK-LABEL: uop.kernel @no_stream_fits(
// CHECK-NOT: stream
uop.kernel @no_stream_fits(%out: memref<262144xf32> {uop.output}, %x: memref<262144xf32>) {
  %i = uop.range 0, 262144 <global>
  %0 = uop.load %x[%i] : memref<262144xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<262144xf32>
}

// CHECK-LABEL: uop.kernel @no_stream_dynamic(
// CHECK-NOT: stream
uop.kernel @no_stream_dynamic(%out: memref<524288xf32> {uop.output}, %x: memref<524288xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 524288]}) {
  %i = uop.range 0, %n <global>
  %0 = uop.load %x[%i] : memref<524288xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<524288xf32>
}

// CHECK-LABEL: uop.kernel @no_stream_gated(
// CHECK-NOT: stream
uop.kernel @no_stream_gated(%out: memref<524288xf32> {uop.output}, %x: memref<524288xf32>) {
  %i = uop.range 0, 524288 <global>
  %c7 = arith.constant 7 : index
  %g = arith.cmpi sge, %i, %c7 : index
  %0 = uop.load %x[%i] : memref<524288xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] gate %g : f32, memref<524288xf32>
}

// Tests that it may be written by hand.

// CHECK-LABEL: uop.kernel @by_hand(
// CHECK: uop.store {{.*}} {uop.streaming}
uop.kernel @by_hand(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<stream operand 0>] {
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}
