//===- TensorDialect.cpp - the tg dialect -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionAttributes.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "TinyGrad/Dialect/Tensor/IR/Summary.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad::tg;

#include "TinyGrad/Dialect/Tensor/IR/TensorDialect.cpp.inc"
#include "TinyGrad/Dialect/Tensor/IR/TensorEnums.cpp.inc"
#include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorCoreOps.cpp.inc"

void TGDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorCoreOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorCompositeOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorNNOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorFunctionsOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorSummaryOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorIndexingOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorStateOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TinyGrad/Dialect/Tensor/IR/TensorGradientOps.cpp.inc"
      >();
}

Operation *TGDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  // Folds of index operands need the constants of arith.
  if (isa<IndexType>(type))
    return arith::ConstantOp::materialize(builder, value, type, loc);
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

LogicalResult TGDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  return verifyFunctionAttribute(op, attribute);
}

LogicalResult TGDialect::verifyRegionArgAttribute(Operation *op,
                                                  unsigned region,
                                                  unsigned argument,
                                                  NamedAttribute attribute) {
  return verifyArgumentAttribute(op, argument, attribute);
}

LogicalResult TGDialect::verifyRegionResultAttribute(Operation *op,
                                                     unsigned region,
                                                     unsigned result,
                                                     NamedAttribute attribute) {
  return verifyResultAttribute(op, result, attribute);
}
