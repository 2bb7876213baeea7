// Tests grids and blocks of programs: printed and read back, checked, and given to
// launches.

// RUN: tg-opt %s --mlir-print-local-scope --jit-set-launch-dims --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: jit.program @k {{.*}} object "" grid affine_map<()[s0] -> (s0 ceildiv 4, 2, 1)> block [64, 1, 1] binary @k_gpu
jit.program @k target("cuda") entry("k") buffers 2 outputs 1 thread_extent affine_map<()[s0] -> (1)> scratch 0
    ops affine_map<()[s0] -> (0)> bytes affine_map<()[s0] -> (0)> object ""
    grid affine_map<()[s0] -> (s0 ceildiv 4, 2, 1)> block [64, 1, 1] binary @k_gpu

// CHECK-LABEL: jit.func @main
// CHECK: %[[X:.*]] = affine.apply affine_map<()[s0] -> (s0 ceildiv 4)>()[%{{.*}}]
// CHECK: jit.launch @k {{.*}}grid(%[[X]], %{{.*}}, %{{.*}}) block(
jit.func @main(%x: !jit.buffer<64xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 8]}) -> !jit.buffer<64xf32> {
  %y = jit.alloc : !jit.buffer<64xf32>
  jit.launch @k outs(%y) ins(%x) vars(%n) : (!jit.buffer<64xf32>), (!jit.buffer<64xf32>)
  jit.return %y : !jit.buffer<64xf32>
}

// -----

// expected-error@+1 {{expected a grid together with a block}}
jit.program @k target("cuda") entry("k") buffers 2 outputs 1 thread_extent affine_map<() -> (1)> scratch 0
    ops affine_map<() -> (0)> bytes affine_map<() -> (0)> object "" block [1, 1, 1]

// -----

// Tests that a grid without a block, which counts threads, is given to launches alone.

// CHECK: jit.program @k {{.*}} grid affine_map<() -> (64, 1, 1)>{{$}}
jit.program @k target("cuda") entry("k") buffers 2 outputs 1 thread_extent affine_map<() -> (1)> scratch 0
    ops affine_map<() -> (0)> bytes affine_map<() -> (0)> object "" grid affine_map<() -> (64, 1, 1)>

// CHECK-LABEL: jit.func @main
// CHECK: jit.launch @k outs(%{{.*}}) ins(%{{.*}}) grid(%{{.*}}, %{{.*}}, %{{.*}}) : (
jit.func @main(%x: !jit.buffer<64xf32>) -> !jit.buffer<64xf32> {
  %y = jit.alloc : !jit.buffer<64xf32>
  jit.launch @k outs(%y) ins(%x) : (!jit.buffer<64xf32>), (!jit.buffer<64xf32>)
  jit.return %y : !jit.buffer<64xf32>
}

// -----

// expected-error@+1 {{expected a grid from the variables, as symbols, to three results, but got affine_map<() -> (1, 1)>}}
jit.program @k target("cuda") entry("k") buffers 2 outputs 1 thread_extent affine_map<() -> (1)> scratch 0
    ops affine_map<() -> (0)> bytes affine_map<() -> (0)> object "" grid affine_map<() -> (1, 1)> block [64, 1, 1]

// -----

// expected-error@+1 {{expected a block of three sizes of at least 1, but got}}
jit.program @k target("cuda") entry("k") buffers 2 outputs 1 thread_extent affine_map<() -> (1)> scratch 0
    ops affine_map<() -> (0)> bytes affine_map<() -> (0)> object "" grid affine_map<() -> (1, 1, 1)> block [64, 0, 1]
