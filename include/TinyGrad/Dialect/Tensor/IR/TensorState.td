//===- TensorState.td - ops with memory, devices and functions -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORSTATE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORSTATE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TG_EmptyOp : TG_Op<"empty", [
    MemoryEffects<[MemAlloc]>,
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>]> {
  let summary = "A tensor whose elements are not set yet.";
  let description = [{
    Something to assign to. What it holds before that is not defined (the
    interpreter has zeros there), and no two of them are one. So the table of
    types (`scripts/dtype-table.py`) compares nothing of it.

    Example:

    ```mlir
    %0 = tg.empty [4, %n] : tensor<4x?xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes, "::mlir::Type":$element)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def TG_AssignOp : TG_Op<"assign", [Pure, AllTypesMatch<["target", "result"]>,
    AllElementTypesMatch<["target", "value"]>,
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface, ["verifySizes"]>]> {
  let summary = "A tensor in memory with a part of it replaced, in place.";
  let description = [{
    The result is `target` with `value` at `offsets` (zeros and a value of the
    target's shape replace all of it). `target` is an argument of the function, a
    `tg.empty`, the result of another assign, or a reshape of one of these.

    Values do not change: `target` keeps its contents for whoever reads it later,
    who then gets a copy, and a remark says so. The memory of an argument is
    written only where the function returns its new contents with `tg.updates`;
    otherwise a copy of it is.

    Example:

    ```mlir
    %0 = tg.assign %cache [0, %i], %row : tensor<4x8xf32>, tensor<4x1xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$target, TG_Tensor:$value, Variadic<Index>:$offsets,
                       DenseI64ArrayAttr:$static_offsets);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $target custom<DynamicIndexList>($offsets, $static_offsets) `,` $value attr-dict
    `:` type($target) `,` type($value)
  }];
  let hasVerifier = 1;
  // No offsets stand for zeros.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$target, "::mlir::Value":$value,
                   CArg<"::llvm::ArrayRef<::mlir::OpFoldResult>", "{}">:$offsets)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
  }];
}

def TG_DetachOp : TG_Op<"detach", [Pure, AllTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<TG_DecomposableOpInterface>,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost", "isMovement"]>]> {
  let summary = "The same tensor, as a constant to gradients.";
  let description = [{
    No gradient passes through it; otherwise it is its input, which
    `tg-decompose` puts in its place.

    Example:

    ```mlir
    %0 = tg.detach %x : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def TG_CustomOp : TG_Op<"custom", [
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>]> {
  let summary = "Calls a named function of the host on tensors.";
  let description = [{
    Whoever runs the program registers the function, in `ExecutorOptions` or, for
    the interpreter, as a `reference::HostFunction`; it gets the results' buffers
    and then the inputs'. A boundary that scheduling keeps, in program order with
    other such calls. It has no gradient. Results have constant sizes. What it computes is the
    function's, so the table of types has no row for it.

    Example:

    ```mlir
    %0 = tg.custom "log_sum"(%x) : (tensor<4x8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<TG_Tensor>:$inputs);
  let results = (outs Variadic<TG_Tensor>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

def TG_CopyOp : TG_Op<"copy", [Pure, AllTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>]> {
  let summary = "The same tensor in memory of another device.";
  let description = [{
    The result lives on `device`, without one on the function's own, where its
    arguments, constants and `tg.empty` are. What is computed from it is computed
    there: a kernel runs where its inputs live. Two inputs on different devices
    are an error that names them, but what is made of constants alone follows the
    other inputs. Results stay where they are.

    A boundary that scheduling keeps. It moves bytes, whatever their type, and
    needs a second device to be one, so the table of types has no row for it.

    Example:

    ```mlir
    %0 = tg.copy %x to "cpu:1" : tensor<4x8xf32>
    %1 = tg.copy %0 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, OptionalAttr<StrAttr>:$device);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input (`to` $device^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORSTATE_TD
