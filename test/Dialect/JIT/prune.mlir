// RUN: tg-opt %s --jit-prune | FileCheck %s
// RUN: tg-opt %s --jit-prune --remarks-filter=jit-prune 2>&1 | FileCheck %s --check-prefix=REMARK

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}
uop.kernel private @kn(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>,
    %n: index {uop.variable = "n", uop.bounds = [0, 8]}) {
}
uop.kernel private @join(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>, %b: memref<8xf32>) {
}

// Tests that a chain from a constant and from held memory runs once, with its
// definitions before it.

// REMARK: 3 of 4 items run once
// CHECK-LABEL: jit.capture @packs_weights(
// CHECK-SAME: %[[W:.*]]: !jit.buffer<8xf32> {jit.held}, %[[X:.*]]: !jit.buffer<8xf32> {
jit.capture @packs_weights(%w: !jit.buffer<8xf32> {jit.held}, %x: !jit.buffer<8xf32> {jit.name = "x",
    jit.dtype = f32, jit.shape = [8], jit.device = "cpu", jit.view = 0 : i64}) -> !jit.buffer<8xf32> {
  // CHECK-DAG: %[[A:.*]] = jit.alloc
  // CHECK-DAG: %[[C:.*]] = jit.constant
  // CHECK: jit.once {
  // CHECK-NEXT: jit.launch @k outs(%{{.*}}) ins(%[[W]])
  // CHECK-NEXT: jit.launch @k outs(%{{.*}}) ins(%{{.*}})
  // CHECK-NEXT: jit.launch @join outs(%[[P:.*]]) ins(
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[Y:.*]] = jit.alloc
  // CHECK-NEXT: jit.launch @join outs(%[[Y]]) ins(%[[X]], %[[P]])
  // CHECK-NEXT: jit.return
  %a = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%a) ins(%w) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %b = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%b) ins(%c) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  %p = jit.alloc : !jit.buffer<8xf32>
  jit.launch @join outs(%p) ins(%a, %b) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @join outs(%y) ins(%x, %p) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that what depends on an argument or on a variable stays, directly or
// through memory; a slice by a variable of a constant, too.

// CHECK-LABEL: jit.func @no_inputs(
// CHECK-NOT: jit.once
jit.func @no_inputs(%x: !jit.buffer<8xf32>, %n: index {jit.variable = "n", jit.bounds = [0, 8]})
    -> !jit.buffer<8xf32> {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %a = jit.alloc : !jit.buffer<8xf32>
  %b = jit.alloc : !jit.buffer<8xf32>
  %d = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @kn outs(%a) ins(%c) vars(%m) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%b) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%d) ins(%b) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @join outs(%y) ins(%a, %d) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that what depends on an argument that is the same in every run runs once,
// and that the twin stays whose argument the function writes.

// CHECK-LABEL: jit.func @unchanging(
// CHECK: jit.once {
// CHECK-NEXT: jit.launch @k
// CHECK-NEXT: }
jit.func @unchanging(%x: !jit.buffer<8xf32>, %w: !jit.buffer<8xf32> {jit.constant}) -> !jit.buffer<8xf32> {
  %a = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%a) ins(%w) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @join outs(%y) ins(%a, %x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// CHECK-LABEL: jit.func @no_written(
// CHECK-NOT: jit.once
jit.func @no_written(%x: !jit.buffer<8xf32>, %w: !jit.buffer<8xf32> {jit.constant}) -> !jit.buffer<8xf32> {
  %a = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%a) ins(%w) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @join outs(%y) ins(%a, %x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.copy %x to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that a launch whose numbers are constants may run once.

// CHECK-LABEL: jit.func @fixed_number(
// CHECK: jit.once {
// CHECK-NEXT: jit.launch @kn
jit.func @fixed_number(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
  %c1 = arith.constant 1 : index
  %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %a = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @kn outs(%a) ins(%c) vars(%c1) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @join outs(%y) ins(%a, %x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that held memory that the function updates is state: a counter, and
// random numbers drawn from one.

// CHECK-LABEL: jit.capture @no_state(
// CHECK-NOT: jit.once
jit.capture @no_state(%counter: !jit.buffer<8xf32> {jit.held}) -> !jit.buffer<8xf32> {
  %r = jit.alloc : !jit.buffer<8xf32>
  %next = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%r) ins(%counter) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%next) ins(%counter) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.copy %next to %counter : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.launch @k outs(%y) ins(%r) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that results, and memory that other items write too, are not filled
// once, nor by host functions.

// CHECK-LABEL: jit.func @no_shared(
// CHECK-NOT: jit.once
jit.func @no_shared(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
  %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %a = jit.alloc : !jit.buffer<16xf32>
  %low = jit.subbuffer %a[0] : !jit.buffer<16xf32> -> !jit.buffer<8xf32>
  %high = jit.subbuffer %a[32] : !jit.buffer<16xf32> -> !jit.buffer<8xf32>
  %h = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  jit.launch @k outs(%low) ins(%c) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%high) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.custom "f" outs(%h) ins(%c) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.launch @k outs(%y) ins(%c) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  jit.return %y : !jit.buffer<8xf32>
}

// Tests that memory which is filled anew between two reads is not filled once.

// CHECK-LABEL: jit.func @no_refilled(
// CHECK-NOT: jit.once
jit.func @no_refilled(%x: !jit.buffer<8xf32>) -> (!jit.buffer<8xf32>, !jit.buffer<8xf32>) {
  %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %d = jit.constant dense<2.0> : tensor<8xf32> -> !jit.buffer<8xf32>
  %a = jit.alloc : !jit.buffer<8xf32>
  %y = jit.alloc : !jit.buffer<8xf32>
  %z = jit.alloc : !jit.buffer<8xf32>
  jit.copy %c to %a : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.launch @join outs(%y) ins(%a, %x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.copy %d to %a : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.launch @join outs(%z) ins(%a, %x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
  jit.return %y, %z : !jit.buffer<8xf32>, !jit.buffer<8xf32>
}
