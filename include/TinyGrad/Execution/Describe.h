//===- Describe.h - items and memory of a jit function ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function will do and where its values lie, as plain data for pictures
// and for other languages.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_DESCRIBE_H
#define TINYGRAD_EXECUTION_DESCRIBE_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include <string>
#include <vector>

namespace tinygrad {

struct DescribedItem {
  /// "launch", "copy" or "custom".
  std::string kind;
  /// The program, the custom function, or "copy".
  std::string name;
  /// The graph that it is a node of, or negative.
  int64_t graph = -1;
  /// The items that it waits for.
  std::vector<unsigned> after;
};

/// A buffer in an arena: its bytes, and the first and last item that use it.
struct DescribedTenant {
  int64_t begin = 0, end = 0;
  unsigned first = 0, last = 0;
};

struct DescribedArena {
  int64_t bytes = 0;
  std::vector<DescribedTenant> tenants;
};

struct DescribedFunction {
  std::string name;
  std::vector<DescribedItem> items;
  std::vector<DescribedArena> arenas;
};

DescribedFunction describeFunction(jit::FuncOp function);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_DESCRIBE_H
