//===- TensorIndexing.td - ops that join, find and order -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORINDEXING_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORINDEXING_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// An index map whose sizes have rules of their own.
class TG_JoiningOp<string mnemonic>
    : TG_Op<mnemonic, [Pure,
          DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost", "isMovement"]>,
          DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface, ["verifySizes"]>]> {
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TG_ConcatOp : TG_JoiningOp<"concat"> {
  let summary = "Tensors one after another along an axis.";
  let description = [{
    All have one element type and, but for `axis`, one shape. Each is read where
    its part of the result lies: nothing is copied by the op itself.

    Example:

    ```mlir
    %0 = tg.concat %a, %b axis 1 : tensor<4x8xf32>, tensor<4x2xf32> -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Variadic<TG_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $inputs `axis` $axis attr-dict `:` type($inputs) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs, "int64_t":$axis)>];
}

def TG_RepeatOp : TG_JoiningOp<"repeat"> {
  let summary = "A tensor several times along each axis.";
  let description = [{
    `counts` says how often; 0 gives an axis of size 0.

    Example:

    ```mlir
    %0 = tg.repeat %x [2, %n] : tensor<4x8xf32> -> tensor<8x?xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$counts, DenseI64ArrayAttr:$static_counts);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input custom<DynamicIndexList>($counts, $static_counts) attr-dict
    `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$counts)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedCounts();
  }];
}

//===----------------------------------------------------------------------===//
// Composite
//===----------------------------------------------------------------------===//

/// An op whose meaning is its decomposition into other ops of tg.
class TG_IndexingOp<string mnemonic, list<Trait> traits = []>
    : TG_Op<mnemonic, !listconcat(traits, [Pure,
          DeclareOpInterfaceMethods<TG_DecomposableOpInterface>,
          DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface, ["verifySizes"]>])> {
  let hasVerifier = 1;
}

def TG_StackOp : TG_IndexingOp<"stack"> {
  let summary = "Tensors of one shape side by side along a new axis.";
  let description = [{
    `axis` is the new axis' number in the result.

    Example:

    ```mlir
    %0 = tg.stack %a, %b axis 0 : tensor<4xf32>, tensor<4xf32> -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins Variadic<TG_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $inputs `axis` $axis attr-dict `:` type($inputs) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs, "int64_t":$axis)>];
}

def TG_OneHotOp : TG_IndexingOp<"one_hot"> {
  let summary = "1 where an index points, 0 elsewhere, along a new last axis.";
  let description = [{
    Element [i…, k] is 1 where `index[i…] == k`. An index outside of the new axis
    gives zeros only.

    Example:

    ```mlir
    %0 = tg.one_hot %i [10] : tensor<4xi32> -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins TG_IntTensor:$index, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $index custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` type($index) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$index, "::mlir::OpFoldResult":$size,
                   "::mlir::Type":$element)>
  ];
  let extraClassDeclaration = [{
    /// The number of classes.
    ::mlir::OpFoldResult getMixedSize();
  }];
}

def TG_GatherOp : TG_IndexingOp<"gather", [AllElementTypesMatch<["input", "result"]>]> {
  let summary = "Elements of a tensor at indices along one axis.";
  let description = [{
    Element [i, j, …] is `input[index[i, j, …], j, …]` for axis 0, and so on for
    the others: on all axes but `axis`, input and index have one size. An index
    that lies outside gives 0; a front end resolves negative ones. The elements
    are moved as they are, NaNs and negative zeros too.

    Example:

    ```mlir
    %0 = tg.gather %x, %i axis 0 : tensor<100x4xf32>, tensor<3x4xi32> -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, TG_IntTensor:$index, I64Attr:$axis);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input `,` $index `axis` $axis attr-dict
    `:` type($input) `,` type($index) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$index, "int64_t":$axis)>
  ];
}

def TG_ScatterKind : I32EnumAttr<"ScatterKind", "what a scattered element does", [
    I32EnumAttrCase<"set", 0>, I32EnumAttrCase<"add", 1>,
    I32EnumAttrCase<"prod", 2>, I32EnumAttrCase<"max", 3>,
    I32EnumAttrCase<"min", 4>]> {
  let cppNamespace = "::tinygrad::tg";
}

def TG_ScatterOp : TG_IndexingOp<"scatter",
    [AllTypesMatch<["input", "result"]>, AllElementTypesMatch<["input", "updates"]>]> {
  let summary = "A tensor with elements changed at indices along one axis.";
  let description = [{
    `updates` and `index` have one shape, which agrees with the input's on all axes
    but `axis`. `updates[i, j, …]` goes to `[index[i, j, …], j, …]` for axis 0, and
    so on. With `set` it replaces what is there, and the last of those with equal
    indices counts; `add`, `prod`, `max` and `min` combine it with what is there.
    An index that lies outside writes nothing. Integers wrap; sums and products of
    f16, bf16 and fp8 are computed in f32 and rounded once, in any order. On `i1`,
    `add` and `max` are or, `prod` and `min` are and.

    Example:

    ```mlir
    %0 = tg.scatter add %x, %i, %u axis 0
        : tensor<100x4xf32>, tensor<3x4xi32>, tensor<3x4xf32>
    ```
  }];
  let arguments = (ins TG_ScatterKind:$kind, TG_Tensor:$input, TG_IntTensor:$index,
                       TG_Tensor:$updates, I64Attr:$axis);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $kind $input `,` $index `,` $updates `axis` $axis attr-dict
    `:` type($input) `,` type($index) `,` type($updates)
  }];
}

//===----------------------------------------------------------------------===//
// Cumulative
//===----------------------------------------------------------------------===//

class TG_CumulativeOp<string mnemonic, Type operand, string what, string how,
                      string example, list<Trait> traits = []>
    : TG_IndexingOp<mnemonic, !listconcat(traits,
          [DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
               ["getScanAxis", "getCombiner", "getAccumulatorType"]>])> {
  let summary = what;
  let description = how # [{
    A kernel that scans goes through the axis once. Where the op is decomposed
    instead (`tg-decompose` without `keep-scans`), work grows with the number of
    elements, not with its square: long axes are done in blocks, and the blocks'
    totals likewise.

    Example:

    ```mlir
    %0 = tg.}] # mnemonic # " %x axis 1 : " # example # "\n```";
  let arguments = (ins operand:$input, I64Attr:$axis);
  let results = (outs operand:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis)>];
}

def TG_CumsumOp : TG_CumulativeOp<"cumsum", TG_Tensor,
  "Sums of the elements up to each one along an axis.", [{
    Element types are those of `tg.sum`: f16, bf16 and fp8 accumulate in f32 and
    return their type, `i1` and integers under 32 bits return 32 bits.
  }], "tensor<4x8xf32> -> tensor<4x8xf32>"> {
  let results = (outs TG_NumberTensor:$result);
  let assemblyFormat = "$input `axis` $axis attr-dict `:` type($input) `->` type($result)";
}
class TG_RunningOp<string mnemonic, Type operand, string what, string how>
    : TG_CumulativeOp<mnemonic, operand, what, how, "tensor<4x8xf32>",
                      [AllTypesMatch<["input", "result"]>]> {
  let assemblyFormat = "$input `axis` $axis attr-dict `:` type($result)";
}
def TG_CumprodOp : TG_RunningOp<"cumprod", TG_NumberTensor,
  "Products of the elements up to each one along an axis.",
  "f16, bf16 and fp8 are multiplied in f32 and rounded once.\n">;
def TG_CummaxOp : TG_RunningOp<"cummax", TG_Tensor,
  "The largest of the elements up to each one along an axis.",
  "From the first NaN on, NaN.\n">;
def TG_CumminOp : TG_RunningOp<"cummin", TG_Tensor,
  "The smallest of the elements up to each one along an axis.",
  "From the first NaN on, NaN.\n">;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def TG_SortOp : TG_IndexingOp<"sort", [AllTypesMatch<["input", "values"]>]> {
  let summary = "The elements along an axis in order, and where they were.";
  let description = [{
    Stable: of equal elements the first comes first, with `descending` too. A NaN
    is larger than all numbers, whatever its sign bit; zeros are equal. `indices`
    are i32.

    Example:

    ```mlir
    %v, %i = tg.sort %x axis 1 descending : tensor<4x8xf32> -> tensor<4x8xi32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, I64Attr:$axis, UnitAttr:$descending);
  let results = (outs TG_Tensor:$values, TG_I32Tensor:$indices);
  let assemblyFormat = [{
    $input `axis` $axis (`descending` $descending^)? attr-dict
    `:` type($input) `->` type($indices)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis, "bool":$descending)>
  ];
}

def TG_TopkOp : TG_IndexingOp<"topk", [AllElementTypesMatch<["input", "values"]>]> {
  let summary = "The k largest elements along an axis in order, and where they were.";
  let description = [{
    The first k of `tg.sort descending`, or with `smallest` those of `tg.sort`.

    Example:

    ```mlir
    %v, %i = tg.topk %x axis 1 k 3 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x3xi32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, I64Attr:$axis, I64Attr:$k, UnitAttr:$smallest);
  let results = (outs TG_Tensor:$values, TG_I32Tensor:$indices);
  let assemblyFormat = [{
    $input `axis` $axis `k` $k (`smallest` $smallest^)? attr-dict
    `:` type($input) `->` type($values) `,` type($indices)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis, "int64_t":$k, "bool":$smallest)>
  ];
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def TG_ThreefryOp : TG_Op<"threefry", [Pure, SameOperandsAndResultShape,
    SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost"]>]> {
  let summary = "The Threefry-2x32 block function with 20 rounds.";
  let description = [{
    Two words are packed into each element, the first one low: the result is that
    of tinygrad's `threefry`.

    Example:

    ```mlir
    %0 = tg.threefry %counter, %key : tensor<4xui64>
    ```
  }];
  let arguments = (ins TG_UI64Tensor:$counter, TG_UI64Tensor:$key);
  let results = (outs TG_UI64Tensor:$result);
  let assemblyFormat = "$counter `,` $key attr-dict `:` type($result)";
}

def TG_RandOp : TG_IndexingOp<"rand", [AllTypesMatch<["key", "counter"]>]> {
  let summary = "Random numbers of [0, 1) from a key and a counter.";
  let description = [{
    Uniformly distributed; equal keys and counters give equal numbers, those of
    tinygrad's `rand`. The result uses up as many steps of the counter as it has
    32-bit words, rounded up; the front end advances the counter. There are less
    than 2^32 - 1 words.

    Example:

    ```mlir
    %0 = tg.rand %key, %counter [4, %n] : tensor<2xui32> -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins TG_UI32Tensor:$key, TG_UI32Tensor:$counter,
                       Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = [{
    $key `,` $counter custom<DynamicIndexList>($sizes, $static_sizes) attr-dict
    `:` type($key) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$key, "::mlir::Value":$counter,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes, "::mlir::Type":$element)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORINDEXING_TD
