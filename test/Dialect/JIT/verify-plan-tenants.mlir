// RUN: tg-opt %s --split-input-file --jit-verify-plan --verify-diagnostics
// RUN: not tg-opt %s --split-input-file --canonicalize --jit-verify-plan 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tg-opt %s --split-input-file --jit-verify-plan --remarks-filter=jit-verify-plan 2>&1 | FileCheck %s --check-prefix=REMARK

uop.kernel private @k(%out: memref<16xf32> {uop.output}, %in: memref<16xf32>) {
}

// Tests that views of one tenant may overlap, also when canonicalization has
// made a view of the arena of each: halves of a buffer.

// LATER: jit.func @no_error_in_tenant(
jit.func @no_error_in_tenant(%x: !jit.buffer<16xf32>, %y: !jit.buffer<8xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  %a = jit.subbuffer %arena[0] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  %half = jit.subbuffer %a[32] : !jit.buffer<16xf32> -> !jit.buffer<8xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %half to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  jit.copy %a to %x : !jit.buffer<16xf32>, !jit.buffer<16xf32>
}

// Tests that what only shared memory orders is reported: item 2 waits for item
// 1, which read the buffer before.

// REMARK: shared memory orders item 2 behind item 1
jit.func @no_error_reports_order(%x: !jit.buffer<16xf32>, %y: !jit.buffer<16xf32>, %z: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  %a = jit.subbuffer %arena[0] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  %b = jit.subbuffer %arena[0] tenant 1 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %a to %y : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %x to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %b to %z : !jit.buffer<16xf32>, !jit.buffer<16xf32>
}

// Tests that a launch may hand the bytes of an input to its output if it says so.

jit.func @no_error_in_place(%x: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  %a = jit.subbuffer %arena[0] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  %b = jit.subbuffer %arena[0] tenant 1 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.launch @k outs(%b) ins(%a) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<16xf32>), (!jit.buffer<16xf32>)
  jit.copy %b to %x : !jit.buffer<16xf32>, !jit.buffer<16xf32>
}

// -----

uop.kernel private @k(%out: memref<16xf32> {uop.output}, %in: memref<16xf32>) {
}
jit.func @not_in_place(%x: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  // expected-error@+1 {{shares bytes [0, 64) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[0] tenant 1 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.launch @k outs(%b) ins(%a) : (!jit.buffer<16xf32>), (!jit.buffer<16xf32>)
  jit.copy %b to %x : !jit.buffer<16xf32>, !jit.buffer<16xf32>
}

// -----

// Tests that a view that was collapsed still keeps its tenant in use.

jit.func @through_collapsed_view(%x: !jit.buffer<16xf32>, %y: !jit.buffer<8xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  %half = jit.subbuffer %arena[32] tenant 0 : !jit.buffer<64xi8> -> !jit.buffer<8xf32>
  // expected-error@+1 {{shares bytes [0, 64) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[0] tenant 1 : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %x to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %half to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
}
