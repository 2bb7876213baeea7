// Tests that stores around the caches write what others do, whatever alignment they
// find: whole rows, rows that start between lines, and bytes.

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.0.npy --output 1=%t.1.npy --output 2=%t.2.npy
// RUN: tg-run %s --entry streamed --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --expect 2=%t.2.npy --threads 1
// RUN: tg-run %s --entry streamed --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --expect 2=%t.2.npy --threads 2
// RUN: tg-run %s --entry streamed --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --expect 2=%t.2.npy --target x86-64
// RUN: tg-run %s --entry streamed --input random:1 --emit=asm | FileCheck %s

// Tests that they are the instructions for it, before a fence.

// CHECK-LABEL: whole:
// CHECK: {{movntps|movntdq|stnp}}
// CHECK: {{mfence|lock|dmb}}

uop.kernel @whole(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
  %i = uop.range 0, 4096 <global>
  %0 = uop.load %x[%i] : memref<4096xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<4096xf32>
}
uop.kernel @uneven(%out: memref<1224xf32> {uop.output}, %x: memref<1224xf32>) opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stream operand 0>] {
  %i = uop.range 0, 36 <global>
  %j = uop.range 1, 34 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 34 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<1224xf32> -> f32
  %2 = arith.addf %1, %1 : f32
  uop.store %2, %out[%0] : f32, memref<1224xf32>
}
uop.kernel @bytes(%out: memref<4096xi8> {uop.output}, %x: memref<4096xi8>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<stream operand 0>] {
  %i = uop.range 0, 4096 <global>
  %0 = uop.load %x[%i] : memref<4096xi8> -> i8
  %1 = arith.addi %0, %0 : i8
  uop.store %1, %out[%i] : i8, memref<4096xi8>
}
func.func @streamed(%x: tensor<4096xf32>, %y: tensor<1224xf32>, %z: tensor<4096xi8>) -> (tensor<4096xf32>, tensor<1224xf32>, tensor<4096xi8>) {
  %0 = tg.launch @whole(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  %1 = tg.launch @uneven(%y) : (tensor<1224xf32>) -> tensor<1224xf32>
  %2 = tg.launch @bytes(%z) : (tensor<4096xi8>) -> tensor<4096xi8>
  return %0, %1, %2 : tensor<4096xf32>, tensor<1224xf32>, tensor<4096xi8>
}
func.func @plain(%x: tensor<4096xf32>, %y: tensor<1224xf32>, %z: tensor<4096xi8>) -> (tensor<4096xf32>, tensor<1224xf32>, tensor<4096xi8>) {
  %0 = tg.add %x, %x : tensor<4096xf32>
  %1 = tg.add %y, %y : tensor<1224xf32>
  %2 = tg.add %z, %z : tensor<4096xi8>
  return %0, %1, %2 : tensor<4096xf32>, tensor<1224xf32>, tensor<4096xi8>
}
