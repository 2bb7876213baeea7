//===- Compare.h - results against what was expected ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_COMPARE_H
#define TINYGRAD_TOOLS_TGRUN_COMPARE_H

#include "Signature.h"

namespace tinygrad::run {

/// How far a float may be from the expected one: at most
/// `absolute + relative * |expected|`. Integers and bools are compared exactly,
/// and a NaN equals any NaN.
struct Tolerance {
  double absolute = 0, relative = 0;
  bool sameBits = false; ///< Tells -0 from +0, too.
};

struct Comparison {
  bool isEqual = true;
  /// What differs, or how close the results are.
  std::string text;
};

Comparison compare(const rt::HostArray &got, const rt::HostArray &expected,
                   Tolerance tolerance);

/// The tolerance for each result of `function` between the compiled program and
/// the reference: none where it depends on no float sum or product, since every
/// other operation is defined to the bit; else the error bound of as many
/// roundings as the sums that the result depends on have terms, at the
/// magnitude of the numbers added up.
std::vector<Tolerance> getTolerances(mlir::func::FuncOp function,
                                     const Bindings &bindings,
                                     llvm::ArrayRef<rt::HostArray> inputs,
                                     llvm::ArrayRef<rt::HostArray> expected);

/// The same for one value of a function or of a kernel.
Tolerance getTolerance(mlir::Value value, const Bindings &bindings,
                       llvm::ArrayRef<rt::HostArray> inputs,
                       const rt::HostArray &expected);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_COMPARE_H
