// RUN: tg-opt %s --split-input-file --jit-verify-plan --verify-diagnostics

// Tests that buffers whose items are apart may share bytes.

jit.func @no_error(%x: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  %a = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  %b = jit.subbuffer %arena[64] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  %c = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %a to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %b to %c : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %c to %x : !jit.buffer<16xf32>, !jit.buffer<16xf32>
}

// -----

// Tests that two buffers that one item touches may not.

jit.func @same_item(%x: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<32xf32>
  // expected-error@+1 {{shares bytes [64, 128) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[64] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  jit.custom "f" outs(%a) ins(%b) : (!jit.buffer<32xf32>), (!jit.buffer<16xf32>)
}

// -----

// Tests that a view keeps its buffer in use.

jit.func @through_view(%x: !jit.buffer<16xf32>, %y: !jit.buffer<8xf32>) {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  %half = jit.subbuffer %a[32] : !jit.buffer<16xf32> -> !jit.buffer<8xf32>
  // expected-error@+1 {{shares bytes [0, 64) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %x to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %half to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
}

// -----

// Tests that a returned buffer is in use to the end.

jit.func @returned(%x: !jit.buffer<16xf32>) -> !jit.buffer<16xf32> {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  // expected-error@+1 {{shares bytes [0, 64) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
  jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.copy %x to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  jit.return %a : !jit.buffer<16xf32>
}

// -----

// Tests that items within a graph count too.

jit.func @in_graph(%x: !jit.buffer<16xf32>) {
  %arena = jit.alloc arena : !jit.buffer<64xi8>
  // expected-note@+1 {{the other buffer is here}}
  %a = jit.subbuffer %arena[0] : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  // expected-error@+1 {{shares bytes [0, 64) of the arena with a buffer that is in use at the same time}}
  %b = jit.subbuffer %arena[0] : !jit.buffer<64xi8> -> !jit.buffer<16xf32>
  jit.graph device("cpu") {
    jit.copy %x to %a : !jit.buffer<16xf32>, !jit.buffer<16xf32>
    jit.copy %x to %b : !jit.buffer<16xf32>, !jit.buffer<16xf32>
    jit.copy %a to %x : !jit.buffer<16xf32>, !jit.buffer<16xf32>
  }
}

// -----

jit.func @alignment() {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // expected-error@+1 {{expected an offset in the arena that is a multiple of 64, but got 32}}
  %a = jit.subbuffer %arena[32] : !jit.buffer<128xi8> -> !jit.buffer<16xf32>
}

// -----

jit.func @direct_use(%x: !jit.buffer<128xi8>) {
  // expected-error@+1 {{expected an arena to be used through jit.subbuffer only}}
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  // expected-note@+1 {{used here}}
  jit.copy %x to %arena : !jit.buffer<128xi8>, !jit.buffer<128xi8>
}
