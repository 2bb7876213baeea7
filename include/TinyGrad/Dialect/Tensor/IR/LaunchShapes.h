//===- LaunchShapes.h - the sizes of what a launch gives --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `tg.kernel` shows the sizes of its results in its body; the `tg.launch`
// that takes its place carries them, where they depend on variables, as
// `tg.shape`: a list of integers and of affine maps over the function's
// variables.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_LAUNCHSHAPES_H
#define TINYGRAD_DIALECT_TENSOR_IR_LAUNCHSHAPES_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// Notes the shape that all results of `launch` have, over `numVariables`
/// variables. Does nothing if a size is unknown, or all are constant.
void setLaunchShape(LaunchOp launch, llvm::ArrayRef<mlir::AffineExpr> shape,
                    unsigned numVariables);

/// The shape that was noted; empty if there is none that makes sense.
llvm::SmallVector<mlir::AffineExpr> getLaunchShape(LaunchOp launch,
                                                   unsigned numVariables);

/// On a launch that has `tg.updates` (for each result the input in whose memory
/// it is written, or -1): the kernel reads more of such an input than the
/// element that it stores.
inline constexpr llvm::StringLiteral kReadsUpdated = "tg.reads_updated";

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_LAUNCHSHAPES_H
