//===- Passes.td - passes of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TGAutodiffPass : Pass<"tg-autodiff"> {
  let summary = "Replaces tg.grad by the ops that compute the gradient";
  let description = [{
    Reverse mode: from the scalar of each `tg.grad` back to its inputs, every op
    says through `DifferentiableOpInterface` what the gradients of its operands
    are, given those of its results; a value that is used more than once adds them
    up. A composite op without a rule has the gradient of its decomposition; any
    other op without one is an error. Gradients of gradients are made in program
    order, the inner ones first.

    Example:

    ```mlir
    %0 = tg.mul %x, %x : tensor<8xf32>
    %1 = tg.sum %0 axes [0] : tensor<8xf32> -> tensor<f32>
    %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<8xf32>
    ```

    becomes, once canonicalized,

    ```mlir
    %2 = tg.add %x, %x : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
}

def TGDecomposePass : Pass<"tg-decompose"> {
  let summary = "Rewrites composite ops as the simpler ops they mean";
  let description = [{
    Applies `DecomposableOpInterface`, of ops of any dialect, until no composite op
    is left that is not named in `keep`; or, with `only`, none that is named there.
    What is kept stays a kernel boundary: an op without an index map. With
    `keep-scans` ops that scan an axis (`IndexMapOpInterface::getScanAxis`) stay, and
    become a part of kernels. With `for-units` attention of f16 or bf16 is two
    products of operands of its type: its weights are rounded to it, and those of f16
    are divided by their sum behind the second product, not before.
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
  let options = [
    Option<"keepScans", "keep-scans", "bool", "false", "Leave ops that scan an axis">,
    Option<"forUnits", "for-units", "bool", "false",
           "Products are for matrix units, which take operands of narrow types">,
    ListOption<"keep", "keep", "std::string", "Names of ops to leave as they are (tg.softmax)">,
    ListOption<"only", "only", "std::string", "Names of the ops to rewrite; none: all that are not kept">
  ];
}

def TGFusePass : Pass<"tg-fuse", "::mlir::func::FuncOp"> {
  let summary = "Puts ops that share a kernel into tg.kernel regions";
  let description = [{
    Decides which values become buffers (`RealizeAnalysis`) and moves everything
    else into the kernels that read it. Afterwards a function holds kernels,
    reshapes between them, and constants.

    Each decision is a remark of the category `tg-fuse`: `passed` for a value
    that needs no memory, `missed` for one stored to save work, `analysis` for
    one that has to be stored, and for each kernel.

    With `tiles` products are done tile by tile, and what they read is computed once
    for each tile of results, while it is put into memory of a workgroup.

    Example:

    ```mlir
    %0 = tg.exp %x : tensor<64x64xf32>
    %1 = tg.sum %0 axes [1] : tensor<64x64xf32> -> tensor<64xf32>
    ```

    becomes

    ```mlir
    %0 = tg.kernel(%a = %x : tensor<64x64xf32>) -> tensor<64xf32> {
      %1 = tg.exp %a : tensor<64x64xf32>
      %2 = tg.sum %1 axes [1] : tensor<64x64xf32> -> tensor<64xf32>
      tg.yield %2 : tensor<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
  let options = [
    Option<"tiles", "tiles", "bool", "false",
           "Operands of products are computed once for a tile of results">
  ];
}

def TGSimplifyPass : Pass<"tg-simplify"> {
  let summary = "Rewrites tg ops by the laws of algebra";
  let description = [{
    Signs, constants, bits, choices and comparisons (`SimplifyElementwise.td`), parts
    of padded or repeated tensors, reduces of constants and of repeated tensors, and
    the folds of the ops. None of this changes a bit of a result.

    The options are rewrites that do, each its own.

    Example:

    ```mlir
    %0 = tg.constant dense<8> : tensor<4xi32>
    %1 = tg.floordiv %x, %0 : tensor<4xi32>
    ```

    becomes

    ```mlir
    %0 = tg.constant dense<3> : tensor<4xi32>
    %1 = tg.shr %x, %0 : tensor<4xi32>
    ```
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
  let options = [
    Option<"zeroSums", "zero-sums", "bool", "false", "x + 0.0 is x, also where x is -0.0">,
    Option<"zeroProducts", "zero-products", "bool", "false",
           "x * 0.0 is 0.0, also where x is infinite or NaN">,
    Option<"selfDifferences", "self-differences", "bool", "false",
           "x - x is 0.0, also where x is infinite or NaN">,
    Option<"selfQuotients", "self-quotients", "bool", "false",
           "x / x is 1.0, also where x is 0.0, infinite or NaN">,
    Option<"reciprocals", "reciprocals", "bool", "false",
           "x / c is x * (1 / c), rounded twice">,
    Option<"regroup", "regroup", "bool", "false",
           "(x + c) + d is x + (c + d), and products likewise">,
    Option<"expandedSums", "expanded-sums", "bool", "false",
           "A sum over a repeated axis of floats is a product">
  ];
}

def TGSplitReducesPass : Pass<"tg-split-reduces", "::mlir::func::FuncOp"> {
  let summary = "Reduces many elements to few in two steps";
  let description = [{
    A kernel works in parallel on the elements that it gives. A sum, product,
    maximum or minimum that gives fewer than `workers` of them, each of at least
    `min-size`, is taken of parts first, which are stored, and then of these: at
    most four parts for each worker, of at least 16384 elements. The last one is
    padded by what changes nothing if the axis has no fitting divisor. Their
    number depends on shapes and options alone, not on threads.

    f16 and bf16 stay in f32 between the steps. Reduces of variable sizes stay
    whole, and what is computed from an arange, since it may be a choice of one
    element.

    Example: with `workers=4`

    ```mlir
    %0 = tg.sum %x axes [0] : tensor<1048576xf32> -> tensor<f32>
    ```

    becomes

    ```mlir
    %0 = tg.reshape %x [16, 65536] : tensor<1048576xf32> -> tensor<16x65536xf32>
    %1 = tg.sum %0 axes [1] keepdim : tensor<16x65536xf32> -> tensor<16x1xf32>
    %2 = tg.contiguous %1 : tensor<16x1xf32>
    %3 = tg.sum %2 axes [0] keepdim : tensor<16x1xf32> -> tensor<1x1xf32>
    %4 = tg.reshape %3 [] : tensor<1x1xf32> -> tensor<f32>
    ```
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
  let options = [
    Option<"workers", "workers", "int64_t", "16", "What can work at once: threads, or groups of them">,
    Option<"minSize", "min-size", "int64_t", "1048576", "Elements of one result, at least">
  ];
}

def TGVerifyShapesPass : Pass<"tg-verify-shapes"> {
  let summary = "Proves that sizes fit for all values of the variables";
  let description = [{
    Op verifiers check constant sizes. This checks the others against the bounds
    of each function's variables: that every `?` is explained by a variable, that
    a reshape keeps the number of elements, that parts lie inside their tensor,
    that no maximum is taken over nothing. Changes nothing.
  }];
}

#endif // TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
