// RUN: not tg-opt %s --tg-verify-phase="phase=linearized" 2>&1 | FileCheck %s

// Tests that a phase that does not exist is an error.

// CHECK: error: tg-verify-phase expected one of the phases tensor, schedule, expression, optimized, expanded, linear, jit, code, but got 'linearized'
module {}
