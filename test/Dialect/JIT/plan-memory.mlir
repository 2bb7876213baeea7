// RUN: tg-opt %s --jit-plan-memory --jit-verify-plan | FileCheck %s
// RUN: tg-opt %s --jit-plan-memory=lifetimes=list --jit-verify-plan | FileCheck %s --check-prefix=LIST
// RUN: tg-opt %s --jit-plan-memory --remarks-filter=jit-plan-memory 2>&1 | FileCheck %s --check-prefix=REMARK

uop.kernel private @k(%out: memref<32xf32> {uop.output}, %in: memref<32xf32>) {
}
uop.kernel private @join(%out: memref<32xf32> {uop.output}, %a: memref<32xf32>, %b: memref<32xf32>) {
}

// Tests that buffers of a chain take turns: two are in use at one time.

// REMARK: 3 buffers in 256 bytes of cpu; at least 256 are in use at one time
// CHECK-LABEL: jit.func @chain(
// CHECK-SAME: attributes {jit.arena_bound_bytes = 256 : i64, jit.arena_bytes = 256 : i64,
// CHECK-SAME: jit.planned_buffers = 3 : i64, jit.unplanned_bytes = 384 : i64}
jit.func @chain(%x: !jit.buffer<32xf32>) -> !jit.buffer<32xf32> {
  // CHECK: %[[ARENA:.*]] = jit.alloc arena : !jit.buffer<256xi8>
  // CHECK: %[[A:.*]] = jit.subbuffer %[[ARENA]][0] tenant 0 : !jit.buffer<256xi8> -> !jit.buffer<32xf32>
  // CHECK: %[[B:.*]] = jit.subbuffer %[[ARENA]][128]
  // CHECK: %[[C:.*]] = jit.subbuffer %[[ARENA]][0]
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  %c = jit.alloc : !jit.buffer<32xf32>
  // CHECK: %[[Y:.*]] = jit.alloc : !jit.buffer<32xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  // CHECK: jit.launch @k outs(%[[A]])
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%a) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%c) ins(%b) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%y) ins(%c) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  // CHECK: jit.return %[[Y]]
  jit.return %y : !jit.buffer<32xf32>
}

// Tests that two independent branches share memory by the list, but not by
// levels, where they may run side by side.

// CHECK-LABEL: jit.func @branches(
// CHECK-SAME: jit.arena_bytes = 512
// LIST-LABEL: jit.func @branches(
// LIST-SAME: jit.arena_bytes = 384
jit.func @branches(%x: !jit.buffer<32xf32>) -> !jit.buffer<32xf32> {
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  %c = jit.alloc : !jit.buffer<32xf32>
  %d = jit.alloc : !jit.buffer<32xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%a) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%c) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%d) ins(%c) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @join outs(%y) ins(%b, %d) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>, !jit.buffer<32xf32>)
  jit.return %y : !jit.buffer<32xf32>
}

// Tests that a small buffer goes into the gap that fits best, and that offsets
// are multiples of 64.

// CHECK-LABEL: jit.func @gaps(
// CHECK-SAME: jit.arena_bound_bytes = 1092 : i64, jit.arena_bytes = 1092
jit.func @gaps(%x: !jit.buffer<256xi8>) {
  %big = jit.alloc : !jit.buffer<1024xi8>
  %small = jit.alloc : !jit.buffer<4xi8>
  // CHECK: jit.subbuffer %{{.*}}[0] tenant 0 : !jit.buffer<1092xi8> -> !jit.buffer<1024xi8>
  // CHECK: jit.subbuffer %{{.*}}[1088] tenant {{.*}} : !jit.buffer<1092xi8> -> !jit.buffer<4xi8>
  // CHECK: jit.subbuffer %{{.*}}[1024] tenant {{.*}} : !jit.buffer<1092xi8> -> !jit.buffer<64xi8>
  %middle = jit.alloc : !jit.buffer<64xi8>
  jit.custom "f" outs(%big, %small, %middle) : (!jit.buffer<1024xi8>, !jit.buffer<4xi8>, !jit.buffer<64xi8>), ()
  jit.return
}

// Tests that a view keeps the whole buffer in use.

// CHECK-LABEL: jit.func @view(
// CHECK-SAME: jit.arena_bytes = 384
jit.func @view(%x: !jit.buffer<32xf32>) {
  %a = jit.alloc : !jit.buffer<64xf32>
  %low = jit.subbuffer %a[0] : !jit.buffer<64xf32> -> !jit.buffer<32xf32>
  %high = jit.subbuffer %a[128] : !jit.buffer<64xf32> -> !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  jit.launch @k outs(%low) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%high) ins(%b) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.return
}

// Tests that each device has an arena, and that transfers have one apart.

// CHECK-LABEL: jit.func @devices(
// CHECK-SAME: jit.arena_bytes = 512
jit.func @devices(%x: !jit.buffer<32xf32>) {
  // CHECK-DAG: jit.alloc arena : !jit.buffer<256xi8>
  // CHECK-DAG: jit.alloc arena : !jit.buffer<128xi8>
  // CHECK-DAG: jit.alloc arena : !jit.buffer<128xi8, "null">
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  %c = jit.alloc : !jit.buffer<32xf32>
  %there = jit.alloc : !jit.buffer<32xf32, "null">
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%a) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%c) ins(%b) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.copy %c to %there : !jit.buffer<32xf32>, !jit.buffer<32xf32, "null">
  jit.return
}

// Tests that inputs, results, constants and arenas are not planned, and that
// an untouched buffer goes.

// CHECK-LABEL: jit.func @no_plan(
// CHECK-SAME: jit.arena_bytes = 0
jit.func @no_plan(%x: !jit.buffer<32xf32>) -> !jit.buffer<16xf32> {
  // CHECK-NEXT: jit.alloc arena : !jit.buffer<64xi8>
  // CHECK-NEXT: jit.subbuffer
  // CHECK-NEXT: jit.alloc : !jit.buffer<32xf32>
  // CHECK-NEXT: jit.subbuffer
  // CHECK-NEXT: jit.constant
  // CHECK-NEXT: jit.launch
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  %own = jit.subbuffer %arena[0] : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  %half = jit.subbuffer %y[64] : !jit.buffer<32xf32> -> !jit.buffer<16xf32>
  %unused = jit.alloc : !jit.buffer<32xf32>
  %c = jit.constant dense<0.0> : tensor<32xf32> -> !jit.buffer<32xf32>
  jit.launch @join outs(%y) ins(%x, %c) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>, !jit.buffer<32xf32>)
  jit.custom "keep" ins(%own) : (), (!jit.buffer<16xf32>)
  jit.return %half : !jit.buffer<16xf32>
}

// Tests that a buffer that something else than an item touches is not planned.

// CHECK-LABEL: jit.func @no_plan_of_unknown_use(
// CHECK-SAME: jit.arena_bytes = 0
jit.func @no_plan_of_unknown_use(%x: !jit.buffer<32xf32>) {
  // CHECK: jit.alloc : !jit.buffer<32xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  jit.copy %x to %y : !jit.buffer<32xf32>, !jit.buffer<32xf32>
  scf.execute_region {
    jit.copy %y to %x : !jit.buffer<32xf32>, !jit.buffer<32xf32>
    scf.yield
  }
  jit.return
}
