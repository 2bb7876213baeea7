// Tests that a kernel becomes a gpu.func of bare buffers and variables, and that
// programs and launches know its dims.

// RUN: tg-opt %s --mlir-print-local-scope --outline-gpu-kernels=device=hip --jit-set-launch-dims | FileCheck %s

// CHECK: gpu.module @copy_gpu
// CHECK: gpu.func @copy(%{{.*}}: memref<64xf32, #gpu.address_space<global>>, %{{.*}}: memref<64xf32, #gpu.address_space<global>>, %[[N:.*]]: i64)
// CHECK-SAME: workgroup(%[[TILE:.*]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-SAME: kernel
// CHECK-SAME: known_block_size = array<i32: 8, 1, 1>
// CHECK: arith.index_cast %[[N]] : i64 to index
// CHECK: memref.alloca() : memref<2xf32, #gpu.address_space<private>>
// CHECK: memref.store %{{.*}}, %[[TILE]]
// CHECK: gpu.return

// CHECK: jit.program @copy target("hip") entry("copy") buffers 2 outputs 1
// CHECK-SAME: object "" grid affine_map<()[s0] -> (s0, 1, 1)> block [8, 1, 1] binary @copy_gpu
uop.kernel @copy(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]})
    attributes {uop.block = array<i64: 8, 1, 1>, uop.grid = affine_map<()[s0] -> (s0, 1, 1)>} {
  %tile = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
  %own = memref.alloca() : memref<2xf32>
  %b = gpu.block_id x
  %t = gpu.thread_id x
  %i = arith.muli %b, %n : index
  %j = arith.addi %i, %t : index
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%j] : memref<64xf32>
  memref.store %0, %tile[%t] : memref<8xf32, #gpu.address_space<workgroup>>
  memref.store %0, %own[%c0] : memref<2xf32>
  memref.store %0, %out[%j] : memref<64xf32>
}

// A kernel that nothing launches needs no program.
// CHECK: gpu.module @alone_gpu
// CHECK-NOT: jit.program @alone
uop.kernel @alone(%out: memref<1xf32> {uop.output}) attributes {uop.block = array<i64: 1, 1, 1>, uop.grid = affine_map<() -> (1, 1, 1)>} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  memref.store %v, %out[%c0] : memref<1xf32>
}

// CHECK-LABEL: jit.func @main
// CHECK-SAME: %[[V:[a-z0-9]+]]: index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: jit.launch @copy
// CHECK-SAME: grid(%[[V]], %{{.*}}, %{{.*}}) block(%[[C8]]
jit.func @main(%x: !jit.buffer<64xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 8]}) -> !jit.buffer<64xf32> {
  %y = jit.alloc : !jit.buffer<64xf32>
  jit.launch @copy outs(%y) ins(%x) vars(%n) : (!jit.buffer<64xf32>), (!jit.buffer<64xf32>)
  jit.return %y : !jit.buffer<64xf32>
}
