//===- TensorMovement.td - movement ops of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORMOVEMENT_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORMOVEMENT_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Every result element is one operand element (or a pad value): an index map.
/// Sizes that are not constants are operands of type index; in a list, a
/// constant and an index value may stand in any place: `[%n, 64]`.
class TG_MovementOp<string mnemonic, list<Trait> traits = []>
    : TG_Op<mnemonic, !listconcat(traits, [Pure, AllElementTypesMatch<["input", "result"]>,
          DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost", "isMovement"]>])> {
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TG_ReshapeOp : TG_MovementOp<"reshape"> {
  let summary = "The same elements in row-major order under another shape.";
  let description = [{
    The number of elements must be provably the same.

    Example:

    ```mlir
    %0 = tg.reshape %x [%n, 64] : tensor<?x8x8xf32> -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def TG_ExpandOp : TG_MovementOp<"expand"> {
  let summary = "Repeats axes of size 1.";
  let description = [{
    Input and result have the same rank; an axis whose size differs must have
    size 1 in the input. A front end that broadcasts inserts a reshape first.

    Example:

    ```mlir
    %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def TG_PermuteOp : TG_MovementOp<"permute"> {
  let summary = "Reorders axes: result axis i is input axis order[i].";
  let description = [{
    Example:

    ```mlir
    %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$order);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input $order attr-dict `:` type($input) `->` type($result)";
  let hasCanonicalizer = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$order)>
  ];
}

def TG_PadOp : TG_MovementOp<"pad", [AttrSizedOperandSegments]> {
  let summary = "Adds elements of one value around a tensor.";
  let description = [{
    `low` and `high` count the elements added before and after each axis; they
    are not negative.

    Example:

    ```mlir
    %0 = tg.pad %x low [0, 1] high [0, 1] value(0.0 : f32)
        : tensor<4x8xf32> -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$low, Variadic<Index>:$high,
                       DenseI64ArrayAttr:$static_low, DenseI64ArrayAttr:$static_high,
                       TypedAttrInterface:$value);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input `low` custom<DynamicIndexList>($low, $static_low)
    `high` custom<DynamicIndexList>($high, $static_high)
    `value` `(` $value `)` attr-dict `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$low,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$high,
                   "::mlir::TypedAttr":$value)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLow();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedHigh();
  }];
}

def TG_ShrinkOp : TG_MovementOp<"shrink", [AttrSizedOperandSegments]> {
  let summary = "Keeps a contiguous part of each axis.";
  let description = [{
    The part starts at `offsets` and has `sizes` elements; it must lie inside the
    input: proven by the verifier where everything is constant, checked against
    the variables' bounds at `tg-fuse` otherwise.

    Example:

    ```mlir
    %0 = tg.shrink %x [0, %i] [4, 3] : tensor<4x8xf32> -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$offsets, Variadic<Index>:$sizes,
                       DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def TG_FlipOp : TG_MovementOp<"flip", [AllTypesMatch<["input", "result"]>]> {
  let summary = "Reverses axes.";
  let description = [{
    Example:

    ```mlir
    %0 = tg.flip %x [1] : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$axes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input $axes attr-dict `:` type($result)";
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORMOVEMENT_TD
