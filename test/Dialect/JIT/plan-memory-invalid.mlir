// RUN: tg-opt %s --jit-plan-memory --verify-diagnostics

// Tests that the sizes of a plan are checked.

// expected-error@+1 {{has buffers that together exceed 63 bits}}
jit.func @too_large() {
  %a = jit.alloc : !jit.buffer<9223372036854775800xi8>
  %b = jit.alloc : !jit.buffer<64xi8>
  jit.custom "f" outs(%a, %b) : (!jit.buffer<9223372036854775800xi8>, !jit.buffer<64xi8>), ()
}
