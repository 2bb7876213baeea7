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

def Canonicalize : Pass<"tg-canonicalize"> {
  let summary = "Canonicalizes by the patterns of the dialects that occur.";
  let description = [{
    Does what upstream's `canonicalize` does, but sets up the patterns of those
    dialects alone that an op in the program is of. Canonical forms of ops of other
    dialects, which a pattern may make, are left to the next one.

    Example:

    ```mlir
    %0 = tg.reshape %x : tensor<4x2xf32> -> tensor<8xf32>
    %1 = tg.reshape %0 : tensor<8xf32> -> tensor<2x4xf32>
    ```

    becomes

    ```mlir
    %1 = tg.reshape %x : tensor<4x2xf32> -> tensor<2x4xf32>
    ```
  }];
}

def MarkConstants : Pass<"tg-mark-constants", "::mlir::ModuleOp"> {
  let summary = "Marks the arguments of kernels that are the same in all launches.";
  let description = [{
    An input of a `uop.kernel` gets `uop.constant` if every launch of the kernel
    passes something that is the same in every run: a `tg.constant`, an argument
    of the function that is marked so, or what kernels make of such tensors
    alone, as far as `jit-prune` will run them once. The mark is a part of what
    the kernel is: two kernels that differ in it are two.

    Example: `%w` of

    ```mlir
    uop.kernel @scale(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
      %i = uop.range 0, 4 <global>
      %0 = uop.load %x[%i] : memref<4xf32> -> f32
      %1 = uop.load %w[%i] : memref<4xf32> -> f32
      %2 = arith.mulf %0, %1 : f32
      uop.store %2, %out[%i] : f32, memref<4xf32>
    }
    func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {tg.constant}) -> tensor<4xf32> {
      %0 = tg.launch @scale(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

def HoistPacking : Pass<"uop-hoist-packing", "::mlir::ModuleOp"> {
  let summary = "What a kernel packs of constant arguments becomes a kernel of its own.";
  let description = [{
    A `stage` among the opts of a kernel, over all axes over which its operand
    varies, of an operand that is the same in every launch (`uop.constant`), gives
    the same in every launch, too. It becomes a kernel that is launched before
    those that read it, which `jit-prune` runs once. The kernel reads packed
    elements at the place that the stage would have had, from an argument of its
    own; the one that was packed goes if nothing else reads it.

    A stage stays where its operand may change, where it is filled anew in a loop
    around it, and where sizes or places depend on variables or on what is read
    from memory; a remark says why.

    Example: of

    ```mlir
    uop.kernel @k(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %w: memref<64xf32> {uop.constant})
        opts [#uop.opt<stage operand 1 axes[0]>] {
    ```

    become

    ```mlir
    uop.kernel @k_pack(%out: memref<64xf32> {uop.output}, %w: memref<64xf32> {uop.constant}) opts [] {
    uop.kernel @k(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %p: memref<64xf32> {uop.constant}) opts [] {
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect", "::tinygrad::tg::TGDialect"];
}

#endif // TINYGRAD_TRANSFORMS_PASSES_TD
