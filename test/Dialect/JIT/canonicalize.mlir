// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests that a view of a view becomes a view of the base.

// CHECK-LABEL: jit.func @view_of_view(
// CHECK-SAME: %[[X:.*]]: !jit.buffer<64xf32>)
jit.func @view_of_view(%x: !jit.buffer<64xf32>) -> !jit.buffer<4xf32> {
  // CHECK-NEXT: %[[V:.*]] = jit.subbuffer %[[X]][80] : !jit.buffer<64xf32> -> !jit.buffer<4xf32>
  // CHECK-NEXT: jit.return %[[V]]
  %0 = jit.subbuffer %x[64] : !jit.buffer<64xf32> -> !jit.buffer<64xi8>
  %1 = jit.subbuffer %0[16] : !jit.buffer<64xi8> -> !jit.buffer<4xf32>
  jit.return %1 : !jit.buffer<4xf32>
}

// Tests that the whole of a buffer is the buffer.

// CHECK-LABEL: jit.func @whole(
// CHECK-SAME: %[[X:.*]]: !jit.buffer<64xf32>)
jit.func @whole(%x: !jit.buffer<64xf32>) -> !jit.buffer<64xf32> {
  // CHECK-NEXT: jit.return %[[X]]
  %0 = jit.subbuffer %x[0] : !jit.buffer<64xf32> -> !jit.buffer<64xf32>
  jit.return %0 : !jit.buffer<64xf32>
}

// Tests that a view at offset 0 of another type stays.

// CHECK-LABEL: jit.func @no_whole(
jit.func @no_whole(%x: !jit.buffer<64xf32>) -> !jit.buffer<64xi32> {
  // CHECK: jit.subbuffer
  %0 = jit.subbuffer %x[0] : !jit.buffer<64xf32> -> !jit.buffer<64xi32>
  jit.return %0 : !jit.buffer<64xi32>
}

// Tests that a view of a view of an arena belongs to the same tenant, and that
// the only tenant of an arena stays a view of it.

// CHECK-LABEL: jit.func @tenant(
jit.func @tenant() {
  // CHECK-NEXT: %[[ARENA:.*]] = jit.alloc arena
  // CHECK-NEXT: %[[A:.*]] = jit.subbuffer %[[ARENA]][0] tenant 3 :
  // CHECK-NEXT: %[[HALF:.*]] = jit.subbuffer %[[ARENA]][32] tenant 3 :
  // CHECK-NEXT: jit.custom "f" outs(%[[A]], %[[HALF]])
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  %a = jit.subbuffer %arena[0] tenant 3 : !jit.buffer<64xi8> -> !jit.buffer<64xi8>
  %half = jit.subbuffer %a[32] : !jit.buffer<64xi8> -> !jit.buffer<32xi8>
  jit.custom "f" outs(%a, %half) : (!jit.buffer<64xi8>, !jit.buffer<32xi8>), ()
  jit.return
}

// Tests that an unused buffer goes, and that a written one stays.

// CHECK-LABEL: jit.func @unused(
jit.func @unused(%x: !jit.buffer<4xf32>) {
  // CHECK-NEXT: %[[Z:.*]] = jit.alloc
  // CHECK-NEXT: jit.copy %{{.*}} to %[[Z]]
  // CHECK-NEXT: jit.return
  %y = jit.alloc : !jit.buffer<4xf32>
  %z = jit.alloc : !jit.buffer<4xf32>
  jit.copy %x to %z : !jit.buffer<4xf32>, !jit.buffer<4xf32>
  jit.return
}
