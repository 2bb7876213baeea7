// RUN: tg-opt %s --split-input-file --jit-verify-hazards --verify-diagnostics

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}

// Tests that a chain of events orders its ends.

jit.func @no_error(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>) {
  jit.graph device("cpu") {
    %e0 = jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    %e1 = jit.copy %a to %b after(%e0) : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.copy %x to %a after(%e1) : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
}

// -----

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}

// Tests a read after a write without an event.

// expected-note@+1 {{the buffer is here}}
jit.func @missing_event(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>) {
  jit.graph device("cpu") {
    // expected-note@+1 {{the other item is here}}
    jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    // expected-error@+1 {{conflicts on bytes [0, 32) of a buffer with an item that no event orders before it}}
    jit.copy %a to %b : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
}

// -----

// Tests that views conflict on the bytes they share.

jit.func @views(%x: !jit.buffer<32xi8>) {
  // expected-note@+1 {{the buffer is here}}
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  %a = jit.subbuffer %arena[0] : !jit.buffer<128xi8> -> !jit.buffer<32xi8>
  %b = jit.subbuffer %arena[16] : !jit.buffer<128xi8> -> !jit.buffer<32xi8>
  jit.graph device("cpu") {
    // expected-note@+1 {{the other item is here}}
    jit.copy %x to %a : !jit.buffer<32xi8>, !jit.buffer<32xi8>
    // expected-error@+1 {{conflicts on bytes [16, 32) of a buffer with an item that no event orders before it}}
    jit.copy %x to %b : !jit.buffer<32xi8>, !jit.buffer<32xi8>
  }
}

// -----

// Tests that an event of the wrong item does not order.

// expected-note@+1 {{the buffer is here}}
jit.func @wrong_event(%x: !jit.buffer<8xf32>, %a: !jit.buffer<8xf32>, %b: !jit.buffer<8xf32>, %c: !jit.buffer<8xf32>) {
  jit.graph device("cpu") {
    // expected-note@+1 {{the other item is here}}
    jit.copy %x to %a : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    %e = jit.copy %x to %b : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    // expected-error@+1 {{conflicts on bytes [0, 32) of a buffer with an item that no event orders before it}}
    jit.copy %a to %c after(%e) : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
}
