// Tests that the order of own items is proved by the effects that they declare.

// expected-note @below {{the buffer is here}}
jit.func @unordered(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>, %z: !jit.buffer<64xf32>) {
  jit.graph device("cpu") {
    // expected-note @below {{the other item is here}}
    signal.filter %x into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
    // expected-error @below {{'signal.filter' op conflicts on bytes [0, 256) of a buffer with an item that no event orders before it}}
    signal.filter %y into %z : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  }
  jit.return
}

// -----

jit.func @no_conflict(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>, %z: !jit.buffer<64xf32>) {
  jit.graph device("cpu") {
    signal.filter %x into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
    signal.filter %x into %z : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  }
  jit.return
}
