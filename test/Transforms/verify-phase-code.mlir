// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=code" --verify-diagnostics

// Tests that machine code and functions in the LLVM dialect are the code phase.

llvm.func @k(%buffers: !llvm.ptr) {
  llvm.return
}
jit.func @main() {
  jit.return
}

// -----

// Tests that no kernel is left.

// expected-error@+1 {{'uop.kernel' op is not legal in a builtin.module in the code phase}}
uop.kernel @k() {}

// -----

// Tests that functions in the LLVM dialect hold nothing else.

llvm.func @k() {
  // expected-error@+1 {{'arith.constant' op is not legal in a llvm.func in the code phase}}
  %0 = arith.constant 1 : i32
  llvm.return
}
