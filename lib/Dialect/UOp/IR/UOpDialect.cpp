//===- UOpDialect.cpp - the uop dialect -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad::uop;

/// The word `inexact`, or nothing.
static ParseResult parseInexact(AsmParser &parser, UnitAttr &inexact) {
  if (succeeded(parser.parseOptionalKeyword("inexact")))
    inexact = UnitAttr::get(parser.getContext());
  return success();
}

static void printInexact(AsmPrinter &printer, UnitAttr inexact) {
  if (inexact)
    printer << " inexact";
}

#include "TinyGrad/Dialect/UOp/IR/UOpDialect.cpp.inc"
#include "TinyGrad/Dialect/UOp/IR/UOpEnums.cpp.inc"
#include "TinyGrad/Dialect/UOp/IR/UOpInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpAttrs.cpp.inc"

void UOpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "TinyGrad/Dialect/UOp/IR/UOpAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "TinyGrad/Dialect/UOp/IR/UOpOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemoryOps.cpp.inc"
      >();
}

/// True if `attr` is `[lower, upper]` with 0 <= lower <= upper.
static bool isBounds(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  if (!array || array.size() != 2)
    return false;
  auto lower = dyn_cast<IntegerAttr>(array[0]);
  auto upper = dyn_cast<IntegerAttr>(array[1]);
  if (!lower || !upper || !lower.getType().isSignlessInteger(64) ||
      !upper.getType().isSignlessInteger(64))
    return false;
  return 0 <= lower.getInt() && lower.getInt() <= upper.getInt();
}

LogicalResult UOpDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned argIndex,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (!isa<KernelOp>(op))
    return op->emitOpError() << "cannot carry '" << name << "', which belongs "
                             << "to the arguments of a uop.kernel";
  if ((name == KernelOp::kOutput || name == kConstant) &&
      isa<UnitAttr>(attr.getValue()))
    return success();
  if (name == KernelOp::kVariable && isa<StringAttr>(attr.getValue()))
    return success();
  if (name == KernelOp::kBounds && isBounds(attr.getValue()))
    return success();
  if (name == KernelOp::kBounds)
    return op->emitOpError()
           << "expected 'uop.bounds' of argument " << argIndex
           << " to be [lower, upper] with 0 <= lower <= upper, but got "
           << attr.getValue();
  return op->emitOpError()
         << "expected 'uop.output', 'uop.constant', 'uop.variable = "
         << "\"name\"' or 'uop.bounds' on argument " << argIndex
         << ", but got '" << name << " = " << attr.getValue() << "'";
}
