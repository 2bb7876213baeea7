//===- TensorSummary.td - any, all, mean and variance -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reduces whose result has another meaning than one element combined with the
// next: any and all are index-mapped like tg.max, mean and var composites.

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORSUMMARY_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORSUMMARY_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TG_TruthReduceOp<string mnemonic, string which, string identity>
    : TG_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
          ["getReduceSizes", "getCombiner", "getAccumulatorType", "getElementCost"]>]> {
  let summary = "Whether " # which # " element over axes is not zero, as i1.";
  let description = [{
    A NaN is not zero. No elements give }] # identity # [{. `axes` are distinct and
    not negative; with `keepdim` they stay as axes of size 1. An empty list
    compares each element with zero.

    Example:

    ```mlir
    %0 = tg.}] # mnemonic # [{ %x axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xi1>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$axes, UnitAttr:$keepdim);
  let results = (outs TG_BoolTensor:$result);
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
def TG_AnyOp : TG_TruthReduceOp<"any", "any", "false">;
def TG_AllOp : TG_TruthReduceOp<"all", "every", "true">;

class TG_MomentOp<string mnemonic>
    : TG_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<TG_DecomposableOpInterface>,
                       DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>]> {
  let results = (outs TG_FloatTensor:$result);
  let hasVerifier = 1;
}

def TG_MeanOp : TG_MomentOp<"mean"> {
  let summary = "Sum over axes divided by the number of elements.";
  let description = [{
    f16, bf16 and fp8 are cast to f32 first and back once. No elements give NaN.
    `axes` and `keepdim` as in `tg.sum`.

    Example:

    ```mlir
    %0 = tg.mean %x axes [1] keepdim : tensor<?x8xf32> -> tensor<?x1xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, DenseI64ArrayAttr:$axes, UnitAttr:$keepdim);
  let assemblyFormat = [{
    $input `axes` $axes (`keepdim` $keepdim^)? attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$axes,
                   "bool":$keepdim)>
  ];
}

def TG_VarOp : TG_MomentOp<"var"> {
  let summary = "Variance over axes.";
  let description = [{
    The sum of the squared differences from the mean, divided by the number of
    elements less `correction` (1 unless written), or by 0 where that is
    negative. f16, bf16 and fp8 are cast to f32 first and back once. `axes` and
    `keepdim` as in `tg.sum`.

    Example:

    ```mlir
    %0 = tg.var %x axes [0, 1] : tensor<4x?xf32> -> tensor<f32>
    %1 = tg.var %x axes [1] correction 0 keepdim : tensor<4x?xf32> -> tensor<4x1xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<I64Attr, "1">:$correction, UnitAttr:$keepdim);
  let assemblyFormat = [{
    $input `axes` $axes (`correction` $correction^)? (`keepdim` $keepdim^)? attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$axes,
                   "int64_t":$correction, "bool":$keepdim)>
  ];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORSUMMARY_TD
