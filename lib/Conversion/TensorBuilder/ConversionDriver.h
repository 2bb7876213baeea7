//===- ConversionDriver.h - converts a function op by op ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H
#define TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H

#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg {

/// Applies patterns once to each operation of a function's blocks, in order, so
/// that every operand is converted before its users: types do not change, and
/// no pattern needs to see what another leaves. Then erases what is dead, and
/// reports each operation that `mustGo` names and that is still there, with the
/// reason that its pattern gave.
///
/// Upstream's walkAndApplyPatterns enters the bodies of structured ops, whose
/// scalar ops these conversions read as part of the op around them.
mlir::LogicalResult
convertInOrder(mlir::Operation *function, mlir::RewritePatternSet &&patterns,
               llvm::function_ref<bool(mlir::Operation *)> mustGo,
               llvm::StringRef to);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H
