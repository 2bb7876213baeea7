//===- Passes.td - passes of uop -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TestRangeScopes : Pass<"uop-test-range-scopes", "::tinygrad::uop::KernelOp"> {
  let summary = "Shows the open ranges of every value as remarks, and checks them.";
}

def DecomposeMathPass : Pass<"uop-decompose-math"> {
  let summary = "Replaces math functions by fixed sequences of IEEE operations.";
  let description = [{
    exp, exp2, log, log2, sin, cos, tanh and erf of f32 and f64, scalars or
    vectors, become the branch-free sequences of `Support/MathSequences.h`: at
    most 1 ULP in f32, and the same bits as the reference interpreter, which
    runs the same sequences. Narrower floats are computed in f32 and rounded
    once. No call to a math library is left.

    ```mlir
    %0 = math.exp %x : vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
