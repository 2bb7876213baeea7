// RUN: tg-opt %s --jit-infer-dependencies --jit-verify-hazards | FileCheck %s

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}
uop.kernel private @join(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>, %b: memref<8xf32>) {
}

// Tests a read after a write, and that implied edges are left out: the last
// item reads what the first wrote, but waits for the second only.

// CHECK-LABEL: jit.func @read_after_write(
jit.func @read_after_write(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>, %c: !jit.buffer<8xf32>) {
  // CHECK: %[[E0:.*]] = jit.launch @k outs(%{{.*}}) ins(%{{.*}}) : (
  // CHECK: %[[E1:.*]] = jit.launch @k {{.*}} after(%[[E0]]) : (
  // CHECK: {{^ *}}jit.launch @join {{.*}} after(%[[E1]]) : (
  jit.graph device("cpu") {
    jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @k outs(%b) ins(%a) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @join outs(%c) ins(%a, %b) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  }
}

// Tests a write after a read and a write after a write.

// CHECK-LABEL: jit.func @write_after(
jit.func @write_after(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>) {
  // CHECK: %[[E0:.*]] = jit.launch @k outs(%{{.*}}) ins(%{{.*}}) : (
  // CHECK: %[[E1:.*]] = jit.copy {{.*}} after(%[[E0]])
  // CHECK: {{^ *}}jit.launch @k {{.*}} after(%[[E1]]) : (
  jit.graph device("cpu") {
    jit.launch @k outs(%b) ins(%a) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.copy %x to %a : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  }
}

// Tests that two readers, and items on other buffers, are not ordered.

// CHECK-LABEL: jit.func @no_edges(
jit.func @no_edges(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>) {
  // CHECK: jit.graph
  // CHECK-NOT: after
  // CHECK-NOT: =
  // CHECK: jit.return
  jit.graph device("cpu") {
    jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @k outs(%b) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  }
}

// Tests that an item that reads and writes one buffer does not wait for itself.

// CHECK-LABEL: jit.func @no_self_edge(
jit.func @no_self_edge(%x: !jit.buffer<8xf32>) {
  // CHECK: {{^ *}}jit.launch @k outs(%{{.*}}) ins(%{{.*}}) : (
  jit.graph device("cpu") {
    jit.launch @k outs(%x) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  }
}

// Tests byte ranges: the halves of a buffer are apart, but not from the whole.

// CHECK-LABEL: jit.func @ranges(
jit.func @ranges(%x: !jit.buffer<8xf32>, %y: !jit.buffer<16xf32>, %z: !jit.buffer<16xf32>) {
  %low = jit.subbuffer %y[0] : !jit.buffer<16xf32> -> !jit.buffer<8xf32>
  %rest = jit.subbuffer %y[32] : !jit.buffer<16xf32> -> !jit.buffer<32xi8>
  %high = jit.subbuffer %rest[0] : !jit.buffer<32xi8> -> !jit.buffer<8xf32>
  // CHECK: %[[E0:.*]] = jit.launch @k outs(%{{.*}}) ins(%{{.*}}) : (
  // CHECK: %[[E1:.*]] = jit.launch @k outs(%{{.*}}) ins(%{{.*}}) : (
  // CHECK: {{^ *}}jit.copy {{.*}} after(%[[E0]], %[[E1]])
  jit.graph device("cpu") {
    jit.launch @k outs(%low) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @k outs(%high) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.copy %y to %z : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  }
}

// Tests that events that were there are replaced.

// CHECK-LABEL: jit.func @replaced(
jit.func @replaced(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 8]}) {
  // CHECK: {{^ *}}jit.launch @k outs(%{{.*}}) ins(%{{.*}}) grid(%{{.*}}) {note = "kept"} : (
  // CHECK: {{^ *}}jit.copy %{{.*}} to %{{[a-z0-9]+}} : !jit.buffer
  jit.graph device("cpu") {
    %e = jit.launch @k outs(%a) ins(%x) grid(%n) {note = "kept"} : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.copy %x to %b after(%e) : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
}
