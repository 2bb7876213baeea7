//===- TensorElementwiseBase.td - classes of elementwise ops -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Only classes: a file that includes this one generates its own ops.

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISEBASE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISEBASE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Every operand and the result have one shape.
class TG_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TG_Op<mnemonic, !listconcat(traits, [Pure, SameOperandsAndResultShape,
                                           TG_IndexMapOpInterface])> {
  // Each op defines its own buildElement and getElementCost.
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::AffineExpr>
    getResultShape(::tinygrad::tg::SymbolicShapes &shapes) {
      return ::tinygrad::tg::detail::elementwiseShape(getOperation(), shapes);
    }
    ::tinygrad::tg::OperandAccess
    getOperandAccess(unsigned operandNo, ::tinygrad::tg::SymbolicShapes &shapes) {
      return ::tinygrad::tg::detail::elementwiseAccess(getOperation(), shapes);
    }
    ::mlir::Value buildElement(::mlir::OpBuilder &builder, ::mlir::Location loc,
                               ::mlir::ValueRange elements, ::mlir::ValueRange axes);
    int64_t getElementCost();
  }];
}

class TG_UnaryOp<string mnemonic, Type operand, string what, string how,
                 string type = "4x8xf32">
    : TG_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let summary = what;
  let description = how # "\n\nExample:\n\n```mlir\n%0 = tg." # mnemonic #
                    " %x : tensor<" # type # ">\n```";
  let arguments = (ins operand:$input);
  let results = (outs operand:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasFolder = 1;
}

class TG_BinaryOp<string mnemonic, Type operand, string what, string how,
                  list<Trait> traits = [], string type = "4x8xf32">
    : TG_ElementwiseOp<mnemonic, !listconcat(traits, [SameOperandsAndResultType])> {
  let summary = what;
  let description = how # "\n\nExample:\n\n```mlir\n%0 = tg." # mnemonic #
                    " %a, %b : tensor<" # type # ">\n```";
  let arguments = (ins operand:$lhs, operand:$rhs);
  let results = (outs operand:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISEBASE_TD
