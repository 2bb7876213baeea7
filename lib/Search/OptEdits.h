//===- OptEdits.h - lists of opts a step away -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_SEARCH_OPTEDITS_H
#define TINYGRAD_LIB_SEARCH_OPTEDITS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"

namespace tinygrad {

using OptList = llvm::SmallVector<uop::OptAttr, 8>;

/// Lists that differ from `opts` in one opt: one more, one less, or one of
/// another amount. Which of them are legal is not known. `optimized` is the
/// kernel with `opts` applied.
llvm::SmallVector<OptList> editOpts(llvm::ArrayRef<uop::OptAttr> opts,
                                    uop::KernelOp optimized,
                                    const uop::OptTarget &target);

} // namespace tinygrad

#endif // TINYGRAD_LIB_SEARCH_OPTEDITS_H
