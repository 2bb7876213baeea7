//===- TensorReduce.td - reduces and contractions of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORREDUCE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORREDUCE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

class TG_ReduceOp<string mnemonic, Type operand, Type out, string what, string how>
    : TG_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
          ["getReduceSizes", "getCombiner", "getAccumulatorType", "getElementCost"]>]> {
  let summary = what;
  let description = how # [{

    `axes` are distinct and not negative; with `keepdim` they stay as axes of
    size 1. An empty list reduces nothing.

    Example:

    ```mlir
    %0 = tg.}] # mnemonic # [{ %x axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
    ```
  }];
  let arguments = (ins operand:$input, DenseI64ArrayAttr:$axes, UnitAttr:$keepdim);
  let results = (outs out:$result);
  let assemblyFormat = [{
    $input `axes` $axes (`keepdim` $keepdim^)? attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$axes,
                   "bool":$keepdim)>
  ];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TG_SumOp : TG_ReduceOp<"sum", TG_Tensor, TG_NumberTensor, "Sum over axes.", [{
  f16, bf16 and fp8 accumulate in f32 and return their type. `i1` and integers
  under 32 bits return 32 bits (`i32`, or `ui32` from an unsigned type). No
  elements give 0.}]>;
def TG_ProdOp : TG_ReduceOp<"prod", TG_NumberTensor, TG_NumberTensor, "Product over axes.",
  "f16, bf16 and fp8 accumulate in f32. Keeps the type. No elements give 1.">;
def TG_MaxOp : TG_ReduceOp<"max", TG_Tensor, TG_Tensor, "Largest element over axes.",
  "NaN if there is one. No elements are an error.">;
def TG_MinOp : TG_ReduceOp<"min", TG_Tensor, TG_Tensor, "Smallest element over axes.",
  "NaN if there is one. No elements are an error.">;

//===----------------------------------------------------------------------===//
// Contractions and pooling
//===----------------------------------------------------------------------===//

class TG_ContractionOp<string mnemonic>
    : TG_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
          ["getReduceSizes", "getCombiner", "getAccumulatorType", "getElementCost"]>]> {
  let hasVerifier = 1;
}

def TG_MatmulOp : TG_ContractionOp<"matmul"> {
  let summary = "Matrix product over the last two axes, batched over the others.";
  let description = [{
    `lhs` is [batch…, M, K], `rhs` [batch…, K, N], the result [batch…, M, N]; all
    have one rank of at least 2 and the same batch sizes (a front end expands).
    Products and sums are as in `tg.mul` and `tg.sum`, but f16, bf16 and fp8
    products are not rounded before they are added in f32, and the result has
    the operands' type, except that integers under 32 bits give 32 bits.

    Example:

    ```mlir
    %0 = tg.matmul %a, %b : tensor<?x64xf32>, tensor<64x10xf32> -> tensor<?x10xf32>
    ```
  }];
  let arguments = (ins TG_NumberTensor:$lhs, TG_NumberTensor:$rhs);
  let results = (outs TG_NumberTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs)>];
}

def TG_ConvOp : TG_ContractionOp<"conv"> {
  let summary = "Convolution (cross-correlation) over any number of spatial axes.";
  let description = [{
    `input` is [N, C, spatial…], `filter` [O, C / groups, kernel…], the result
    [N, O, spatial…]. The four lists have one entry per spatial axis; strides
    and dilations default to 1, paddings to 0 (elements of value 0, which may
    differ at the two ends). Element types behave as in `tg.matmul`.

    Example:

    ```mlir
    %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1]
        : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32> -> tensor<?x32x8x8xf32>
    %1 = tg.conv %y, %v strides [2] dilations [3] groups 4
        : tensor<2x8x31xi32>, tensor<8x2x3xi32> -> tensor<2x8x13xi32>
    ```
  }];
  let arguments = (ins TG_NumberTensor:$input, TG_NumberTensor:$filter,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high,
      DefaultValuedAttr<I64Attr, "1">:$groups);
  let results = (outs TG_NumberTensor:$result);
  let assemblyFormat = [{
    $input `,` $filter (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)? (`groups` $groups^)? attr-dict
    `:` type($input) `,` type($filter) `->` type($result)
  }];
  // Empty lists stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$filter,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh,
                   CArg<"int64_t", "1">:$groups)>
  ];
  let extraClassDeclaration = [{
    /// Number of spatial axes.
    unsigned getSpatialRank();
    /// The lists with their defaults filled in, one entry per spatial axis.
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadLowOrDefault();
    ::llvm::SmallVector<int64_t> getPadHighOrDefault();
  }];
}

def TG_MaxPoolOp : TG_ContractionOp<"max_pool"> {
  let summary = "Largest element of each window over the last axes.";
  let description = [{
    `kernel` has one entry per pooled axis; these are the last axes of the input.
    Strides default to the kernel's sizes (tinygrad's rule), dilations to 1,
    paddings to 0. Padding never wins (it is -inf, or the smallest integer);
    a NaN in the window gives NaN. Every window must touch the input.

    Example:

    ```mlir
    %0 = tg.max_pool %x kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$kernel,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input `kernel` $kernel (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)? attr-dict
    `:` type($input) `->` type($result)
  }];
  // Empty lists stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$kernel,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh)>
  ];
  let extraClassDeclaration = [{
    unsigned getSpatialRank() { return getKernel().size(); }
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadLowOrDefault();
    ::llvm::SmallVector<int64_t> getPadHighOrDefault();
  }];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORREDUCE_TD
