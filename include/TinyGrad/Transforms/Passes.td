//===- Passes.td - passes of no single room -*- tablegen -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TRANSFORMS_PASSES_TD
#define TINYGRAD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyPhase : Pass<"tg-verify-phase"> {
  let summary = "Checks that the IR is what a phase promises.";
  let description = [{
    One table says for each phase which ops are legal where, and what else holds
    (`docs/contracts.md`). Each violation is an error that names op and phase. The
    pipeline ends every stage with it.

    The phases, in order: `tensor`, `schedule`, `expression`, `optimized`,
    `expanded`, `linear`, `jit`, `code`.

    Example: `--tg-verify-phase="phase=expression"`.
  }];
  let options = [Option<"phase", "phase", "std::string", "", "The phase to check.">];
}

#endif // TINYGRAD_TRANSFORMS_PASSES_TD
