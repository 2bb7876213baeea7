//===- JITInterfaces.h - what other dialects' items say ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_H
#define TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace tinygrad::jit {

/// `item` anew, with `after` as its last operands in the place of the events
/// that it has, and an event as its result if `hasEvent`. Where operands are in
/// groups, the events are the last group. Regions move to the new item.
mlir::Operation *rebuildItem(mlir::OpBuilder &builder, mlir::Operation *item,
                             llvm::ArrayRef<mlir::Value> after, bool hasEvent);

/// Checks the events of an item of another dialect.
mlir::LogicalResult verifyItem(mlir::Operation *item);

} // namespace tinygrad::jit

#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h.inc"

#endif // TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_H
