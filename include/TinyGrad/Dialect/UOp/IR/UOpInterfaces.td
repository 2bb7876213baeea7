//===- UOpInterfaces.td - what passes ask of an op -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPINTERFACES_TD
#define TINYGRAD_DIALECT_UOP_IR_UOPINTERFACES_TD

include "mlir/IR/OpBase.td"

def UOp_RangeCloserOpInterface : OpInterface<"RangeCloserOpInterface"> {
  let cppNamespace = "::tinygrad::uop";
  let description = [{
    An op that goes through all points of ranges which it names, so that its result
    does not vary over them. (A store closes what reaches it, without naming it; a
    scan goes through ranges, but closes none.)
  }];
  let methods = [
    InterfaceMethod<
      "The ranges over which it iterates, which splits and merges change.",
      "::mlir::MutableOperandRange", "getRangesMutable">,
    InterfaceMethod<
      "All operands that name what it closes: its ranges, and axes of its own.",
      "::llvm::SmallVector<::mlir::Value>", "getClosedValues", (ins), "",
      [{ return ::llvm::to_vector(::mlir::ValueRange($_op.getRanges())); }]>,
    InterfaceMethod<
      [{Has iterations where `gate` is false change nothing. A stage does not: it
        has places for them.}],
      "void", "gateIterations",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Value":$gate), "", [{}]>
  ];
}

#endif // TINYGRAD_DIALECT_UOP_IR_UOPINTERFACES_TD
