//===- Mine.td - a dialect with one op ------------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "TinyGrad/Dialect/Tensor/IR/DifferentiableOpInterface.td"
include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mine_Dialect : Dialect {
  let name = "mine";
  let cppNamespace = "::mine";
}

def Mine_LeakyOp : Op<Mine_Dialect, "leaky", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface>,
    DeclareOpInterfaceMethods<TG_DifferentiableOpInterface>]> {
  let summary = "x where it is positive, else slope * x";
  let arguments = (ins TG_FloatTensor:$x, F64Attr:$slope);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$x `slope` $slope attr-dict `:` type($result)";
}
