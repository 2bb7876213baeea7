// RUN: tg-opt %s --jit-batch-graphs=batch-size=2 | FileCheck %s
// RUN: tg-opt %s --jit-batch-graphs=batch-size=0 | FileCheck %s --check-prefix=NOLIMIT
// RUN: tg-opt %s --jit-batch-graphs="batch-size=2 graph-single" | FileCheck %s --check-prefix=SINGLE
// RUN: tg-opt %s --jit-batch-graphs=batch-size=2 --remarks-filter=jit-batch-graphs 2>&1 | FileCheck %s --check-prefix=REMARK

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>,
    %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
}

// Tests that a batch doubles after each graph, that a single item at the end
// stays, and that definitions move before the first item.

// REMARK: a graph of 2 items on cpu
// REMARK: a graph of 4 items on cpu
// REMARK: outside of graphs: a single item is launched as it is

// CHECK-LABEL: jit.func @doubles(
jit.func @doubles(%x: !jit.buffer<8xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 8]}) {
  // CHECK-NEXT: %[[A:.*]] = jit.alloc
  // CHECK-NEXT: %[[B:.*]] = jit.alloc
  // CHECK-NEXT: jit.graph device("cpu") patches [
  // CHECK-SAME: #jit.patch<buffer node 0 slot 1 source 0>,
  // CHECK-SAME: #jit.patch<variable node 0 slot 0 source 1>,
  // CHECK-SAME: #jit.patch<variable node 1 slot 0 source 1>] {
  // CHECK-NEXT: jit.launch @k outs(%[[A]])
  // CHECK-NEXT: jit.launch @k outs(%[[B]])
  // CHECK-NEXT: }
  // CHECK-NEXT: jit.graph device("cpu")
  // CHECK-COUNT-4: jit.launch
  // CHECK: }
  // CHECK-NEXT: jit.launch
  // CHECK-NEXT: jit.return
  // NOLIMIT-LABEL: jit.func @doubles(
  // NOLIMIT: jit.graph
  // NOLIMIT-COUNT-7: jit.launch
  // NOLIMIT-NEXT: }
  // SINGLE-LABEL: jit.func @doubles(
  // SINGLE-COUNT-3: jit.graph
  %a = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%a) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  %b = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%b) ins(%a) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%a) ins(%b) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%b) ins(%a) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%a) ins(%b) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%b) ins(%a) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%a) ins(%b) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.return
}

// Tests that a host function splits a batch, which does not count as a graph.

// REMARK: outside of graphs: a single item is launched as it is
// REMARK: outside of graphs: a host function runs outside of graphs
// REMARK: a graph of 2 items on cpu

// CHECK-LABEL: jit.func @host_function(
jit.func @host_function(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>) {
  // CHECK-NEXT: jit.copy
  // CHECK-NEXT: jit.custom
  // CHECK-NEXT: jit.graph
  // CHECK-COUNT-2: jit.copy
  // CHECK-NEXT: }
  jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.custom "f" outs(%y) : (!jit.buffer<8xf32>), ()
  jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.copy %y to %x : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.return
}

// Tests that devices of one kind share a graph and others do not.

// REMARK: a graph of 2 items on cpu:1
// REMARK: outside of graphs: it copies between two kinds of devices
// REMARK: a graph of 2 items on null

// CHECK-LABEL: jit.func @devices(
jit.func @devices(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32, "cpu:1">, %z: !jit.buffer<8xf32, "null">, %w: !jit.buffer<8xf32, "null">) {
  // CHECK-NEXT: jit.graph device("cpu:1")
  // CHECK-COUNT-2: jit.copy
  // CHECK-NEXT: }
  // CHECK-NEXT: jit.copy
  // CHECK-NEXT: jit.graph device("null")
  // CHECK-COUNT-2: jit.copy
  jit.copy %y to %x : !jit.buffer<8xf32, "cpu:1">, !jit.buffer<8xf32>
  jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32, "cpu:1">
  jit.copy %y to %z : !jit.buffer<8xf32, "cpu:1">, !jit.buffer<8xf32, "null">
  jit.copy %z to %w : !jit.buffer<8xf32, "null">, !jit.buffer<8xf32, "null">
  jit.copy %w to %z : !jit.buffer<8xf32, "null">, !jit.buffer<8xf32, "null">
  jit.return
}

// Tests that what has no launch graphs, and what may be smaller than its
// buffer, stays outside.

// REMARK: outside of graphs: device fpga has no launch graphs
// REMARK: outside of graphs: it copies an argument whose size varies

// CHECK-LABEL: jit.func @no_graph(
// CHECK-NOT: jit.graph
jit.func @no_graph(%x: !jit.buffer<8xf32, "fpga">, %y: !jit.buffer<8xf32, "fpga">,
    %z: !jit.buffer<8xf32> {jit.shape = [affine_map<()[s0] -> (s0)>]}, %w: !jit.buffer<8xf32>,
    %n: index {jit.variable = "n", jit.bounds = [1, 8]}) {
  jit.copy %x to %y : !jit.buffer<8xf32, "fpga">, !jit.buffer<8xf32, "fpga">
  jit.copy %z to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.copy %z to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.return
}

// Tests that what has effects stays where it is, and what depends on it.

// CHECK-LABEL: jit.func @no_hoist(
jit.func @no_hoist(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>) {
  // CHECK-NEXT: jit.copy
  // CHECK-NEXT: scf.execute_region
  // CHECK: arith.addi
  // CHECK-NEXT: jit.graph
  jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  %n = scf.execute_region -> index {
    jit.copy %y to %x : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    %c1 = arith.constant 1 : index
    scf.yield %c1 : index
  }
  %m = arith.addi %n, %n : index
  jit.launch @k outs(%x) ins(%y) vars(%m) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.return
}
