// RUN: tg-opt %s --verify-roundtrip | FileCheck %s

// CHECK-DAG: #[[N_MAP:.*]] = affine_map<()[s0] -> (s0)>
// CHECK-DAG: #[[EXTENT:.*]] = affine_map<()[s0] -> (s0 ceildiv 8)>
// CHECK-DAG: #[[OPS:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #[[BYTES:.*]] = affine_map<()[s0] -> (s0 * 8)>

// Tests that every op prints as it is written.

uop.kernel private @add(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>,
    %b: memref<8xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
}
uop.kernel private @flag(%out: memref<8xi8> {uop.output}, %a: memref<8xi16>) {
}

// CHECK-LABEL: jit.func @main(
// CHECK-SAME: %[[X:.*]]: !jit.buffer<8xf32> {jit.dtype = f32, jit.name = "x", jit.shape = [8]},
// CHECK-SAME: %[[W:.*]]: !jit.buffer<8xf32>,
// CHECK-SAME: %[[N:.*]]: index {jit.bounds = [1, 8], jit.variable = "n"})
// CHECK-SAME: -> (!jit.buffer<8xf32> {jit.name = "y", jit.shape = [#[[N_MAP]]]})
jit.func @main(
    %x: !jit.buffer<8xf32> {jit.name = "x", jit.shape = [8], jit.dtype = f32},
    %w: !jit.buffer<8xf32>,
    %n: index {jit.variable = "n", jit.bounds = [1, 8]})
    -> (!jit.buffer<8xf32> {jit.name = "y",
                            jit.shape = [affine_map<()[s0] -> (s0)>]}) {
  // CHECK: %[[Y:.*]] = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  // CHECK: %[[ARENA:.*]] = jit.alloc arena : !jit.buffer<128xi8>
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // CHECK: %[[Z:.*]] = jit.subbuffer %[[ARENA]][64] : !jit.buffer<128xi8> -> !jit.buffer<8xf32>
  %z = jit.subbuffer %arena[64] : !jit.buffer<128xi8> -> !jit.buffer<8xf32>
  // CHECK: jit.constant dense<1.000000e+00> : tensor<2x4xf32> -> !jit.buffer<8xf32>
  %c = jit.constant dense<1.0> : tensor<2x4xf32> -> !jit.buffer<8xf32>
  // CHECK: jit.launch @add outs(%[[Z]]) ins(%[[X]], %[[W]]) vars(%[[N]]) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.launch @add outs(%z) ins(%x, %w) vars(%n)
      : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  // CHECK: jit.copy %[[Z]] to %[[Y]] : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.copy %z to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  // CHECK: jit.custom "log_sum" outs(%[[Y]]) ins(%[[Z]]) {note = 1 : i64} : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.custom "log_sum" outs(%y) ins(%z) {note = 1}
      : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  // CHECK: jit.custom "tick" : (), ()
  jit.custom "tick" : (), ()
  // CHECK: jit.return %[[Y]] : !jit.buffer<8xf32>
  jit.return %y : !jit.buffer<8xf32>
}

// Tests graphs, events, launch dims and patches.

// CHECK-LABEL: jit.func private @graphs(
jit.func private @graphs(%x: !jit.buffer<8xi16>, %n: index {jit.variable = "n", jit.bounds = [0, 4]}) {
  %y = jit.alloc : !jit.buffer<8xi1>
  %z = jit.alloc : !jit.buffer<8xi1>
  // CHECK: jit.graph device("cpu") patches [#jit.patch<buffer node 0 slot 1 source 0>] {
  jit.graph device("cpu") patches [#jit.patch<buffer node 0 slot 1 source 0>] {
    // CHECK: %[[E0:.*]] = jit.launch @flag outs(%{{.*}}) ins(%{{.*}}) grid(%[[N:.*]], %[[N]]) block(%[[N]]) : (!jit.buffer<8xi1>), (!jit.buffer<8xi16>)
    %e0 = jit.launch @flag outs(%y) ins(%x) grid(%n, %n) block(%n)
        : (!jit.buffer<8xi1>), (!jit.buffer<8xi16>)
    // CHECK: jit.copy %{{.*}} to %{{.*}} after(%[[E0]]) : !jit.buffer<8xi1>, !jit.buffer<8xi1>
    %e1 = jit.copy %y to %z after(%e0) : !jit.buffer<8xi1>, !jit.buffer<8xi1>
    // CHECK: jit.launch @flag outs(%{{.*}}) ins(%{{.*}}) after(%[[E0]], %{{.*}}) : (!jit.buffer<8xi1>), (!jit.buffer<8xi16>)
    jit.launch @flag outs(%y) ins(%x) after(%e0, %e1)
        : (!jit.buffer<8xi1>), (!jit.buffer<8xi16>)
  }
}

// Tests a capture with its guards.

// CHECK-LABEL: jit.capture @step(
// CHECK-SAME: {jit.device = "cpu:1", jit.dtype = f32, jit.name = "x", jit.shape = [4], jit.view = 0 : i64}
jit.capture @step(%x: !jit.buffer<4xf32, "cpu:1"> {jit.name = "x",
    jit.dtype = f32, jit.shape = [4], jit.device = "cpu:1", jit.view = 0 : i64}) {
  jit.return
}

// Tests a compiled program and a launch of it.

// CHECK-LABEL: jit.program @k0 target("cpu") entry("k0") buffers 2 outputs 1
// CHECK-SAME: thread_extent #[[EXTENT]] scratch 64
// CHECK-SAME: ops #[[OPS]] bytes #[[BYTES]] object "\7FELF"
jit.program @k0 target("cpu") entry("k0") buffers 2 outputs 1
    thread_extent affine_map<()[s0] -> (s0 ceildiv 8)> scratch 64
    ops affine_map<()[s0] -> (s0 * 2)> bytes affine_map<()[s0] -> (s0 * 8)>
    object "\7FELF"

// CHECK-LABEL: jit.func @compiled(
jit.func @compiled(%x: !jit.buffer<8xf8E5M2>, %n: index {jit.variable = "n", jit.bounds = [1, 8]})
    -> !jit.buffer<8xui32> {
  %y = jit.alloc : !jit.buffer<8xui32>
  jit.launch @k0 outs(%y) ins(%x) vars(%n) : (!jit.buffer<8xui32>), (!jit.buffer<8xf8E5M2>)
  jit.return %y : !jit.buffer<8xui32>
}

// Tests items that run once, a view of a tenant, and a launch that may write in
// place.

// CHECK-LABEL: jit.capture @held(
// CHECK-SAME: {jit.held}, %{{.*}}: !jit.buffer<8xf32> {{.*}}jit.strides = array<i64: 2, 1>
jit.capture @held(%w: !jit.buffer<8xf32> {jit.held}, %x: !jit.buffer<8xf32> {jit.name = "x",
    jit.dtype = f32, jit.shape = [4, 2], jit.strides = array<i64: 2, 1>, jit.device = "cpu",
    jit.view = 0 : i64}) {
  %p = jit.alloc : !jit.buffer<8xf32>
  %arena = jit.alloc arena : !jit.buffer<32xi8>
  // CHECK: jit.subbuffer %{{.*}}[0] tenant 1 :
  %a = jit.subbuffer %arena[0] tenant 1 : !jit.buffer<32xi8> -> !jit.buffer<8xf32>
  // CHECK: jit.once {
  // CHECK-NEXT: jit.copy
  // CHECK-NEXT: }
  jit.once {
    jit.copy %w to %p : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
  // CHECK: jit.launch @plain outs(%{{.*}}) ins(%{{.*}}) {jit.in_place = [array<i64: 0, 1>]}
  jit.launch @plain outs(%a) ins(%p) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.return
}
uop.kernel private @plain(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}
