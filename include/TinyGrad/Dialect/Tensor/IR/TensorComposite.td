//===- TensorComposite.td - composite ops of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORCOMPOSITE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORCOMPOSITE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An op whose meaning is its decomposition into other ops of tg.
class TG_CompositeOp<string mnemonic, list<Trait> traits = []>
    : TG_Op<mnemonic, !listconcat(traits, [Pure,
          DeclareOpInterfaceMethods<TG_DecomposableOpInterface>,
          DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>])> {
  let hasVerifier = 1;
}

def TG_SoftmaxOp : TG_CompositeOp<"softmax", [AllTypesMatch<["input", "result"]>]> {
  let summary = "exp(x - max(x)) over its sum, along one axis.";
  let description = [{
    f16, bf16 and fp8 are cast to f32 first and back once. An axis of size 0
    gives an empty result.

    Example:

    ```mlir
    %0 = tg.softmax %x axis 1 : tensor<?x10xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, I64Attr:$axis);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input `axis` $axis attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis)>];
}

class TG_ArgReduceOp<string mnemonic, string which>
    : TG_CompositeOp<mnemonic, [DeclareOpInterfaceMethods<
          TG_SymbolicShapeOpInterface, ["verifySizes"]>]> {
  let summary = "Position of the " # which # " element along one axis, as i32.";
  let description = [{
    The position of the first NaN if there is one, else of the first of equals.
    No elements are an error.

    Example:

    ```mlir
    %0 = tg.}] # mnemonic # [{ %x axis 1 : tensor<?x10xf32> -> tensor<?xi32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, I64Attr:$axis, UnitAttr:$keepdim);
  let results = (outs TG_I32Tensor:$result);
  let assemblyFormat = [{
    $input `axis` $axis (`keepdim` $keepdim^)? attr-dict `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis, "bool":$keepdim)>
  ];
}
def TG_ArgmaxOp : TG_ArgReduceOp<"argmax", "largest">;
def TG_ArgminOp : TG_ArgReduceOp<"argmin", "smallest">;

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORCOMPOSITE_TD
