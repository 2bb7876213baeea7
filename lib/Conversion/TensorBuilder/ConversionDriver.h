//===- ConversionDriver.h - converts a function op by op ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H
#define TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tinygrad::tg {

/// Applies patterns once to each operation of a function's blocks, in order, so
/// that every operand is converted before its users: types do not change, and
/// no pattern needs to see what another leaves. Then erases what is dead, and
/// reports each operation that `mustGo` names and that is still there, with the
/// reason that its pattern gave.
///
/// `isForeign` says that the function comes from elsewhere: then control flow
/// is written out, what follows from constants becomes constants, and what
/// stands in the place of an op is converted too. An op may be replaced by a
/// value whose type says more of its sizes: users take what they are given.
///
/// Upstream's walkAndApplyPatterns enters the bodies of structured ops, whose
/// scalar ops these conversions read as part of the op around them.
mlir::LogicalResult
convertInOrder(mlir::Operation *function, mlir::RewritePatternSet &&patterns,
               llvm::function_ref<bool(mlir::Operation *)> mustGo,
               llvm::StringRef to, bool isForeign = false);

/// Sizes of a function's results that turned out constant become part of its
/// type; of a private function, which others call, they are errors.
mlir::LogicalResult matchResultTypes(mlir::FunctionOpInterface function);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONVERSIONDRIVER_H
