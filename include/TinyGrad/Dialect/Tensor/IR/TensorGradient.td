//===- TensorGradient.td - gradients of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORGRADIENT_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORGRADIENT_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TG_GradOp : TG_Op<"grad", [Pure, DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>,
    RangedTypesMatchWith<"results have the types of the inputs", "gradients", "inputs",
                         "$_self">]> {
  let summary = "The gradient of a scalar with respect to other values.";
  let description = [{
    Result i is the derivative of `scalar` with respect to each element of
    `inputs[i]`, over all ways in which it depends on it; zeros where it does not.
    An input may be any value of the block, not only an argument. A gradient may
    be differentiated again.

    `tg-autodiff` replaces it by the ops that compute it; each op in between says
    how through `DifferentiableOpInterface`. Where a function has a corner the
    gradient is one of its subgradients: that of `tg.relu` and `tg.abs` at 0 is 0,
    equal elements share the gradient of a maximum or minimum in equal parts.

    Example:

    ```mlir
    %dx, %dw = tg.grad %loss wrt %x, %w : tensor<f32> -> tensor<?x8xf32>, tensor<8x4xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$scalar, Variadic<TG_FloatTensor>:$inputs);
  let results = (outs Variadic<TG_FloatTensor>:$gradients);
  let assemblyFormat = [{
    $scalar `wrt` $inputs attr-dict `:` type($scalar) `->` type($gradients)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$scalar, "::mlir::ValueRange":$inputs), [{
      build($_builder, $_state, inputs.getTypes(), scalar, inputs);
    }]>
  ];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORGRADIENT_TD
