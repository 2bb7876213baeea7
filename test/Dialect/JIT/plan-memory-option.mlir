// RUN: not tg-opt %s --jit-plan-memory=lifetimes=days 2>&1 | FileCheck %s

// Tests that an unknown kind of lifetime is an error.

// CHECK: error: expected 'levels' or 'list' as lifetimes, but got 'days'
jit.func @f() {
  jit.return
}
