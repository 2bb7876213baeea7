//===- DifferentiableOpInterface.td - gradients of an op -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_DIFFERENTIABLEOPINTERFACE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def TG_DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::tinygrad::tg";
  let description = [{
    An op that knows its gradient: what `tg-autodiff` asks of the ops between a
    scalar and the values it is differentiated with respect to. An op of another
    dialect implements it itself or by an external model, as the ops of `tg` do
    (`registerGradientModels`). Of a composite op without it
    the ops that it means are asked.
  }];
  let methods = [
    InterfaceMethod<
      [{Builds the gradient of a scalar with respect to each operand from its
        gradients with respect to the results (null for a result that the scalar
        does not depend on, or that is no tensor of floats). The answer has one
        value per operand, of the operand's type, or null where the scalar does
        not depend on the operand through this op, as on the operands that are
        no tensors of floats. Results and operands may be used; what turns out
        unused is erased. A failure has been reported.}],
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildGradients",
      (ins "::tinygrad::tg::GradientBuilder &":$builder,
           "::mlir::ValueRange":$gradients)>,
    InterfaceMethod<
      [{Why the op has no gradient, for the error that names it where one is
        needed; empty if it has one.}],
      "::llvm::StringRef", "getReasonForNoGradient", (ins), "",
      [{ return {}; }]>
  ];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_DIFFERENTIABLEOPINTERFACE_TD
