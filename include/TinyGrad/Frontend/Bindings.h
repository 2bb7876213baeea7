//===- Bindings.h - the variables that sizes were made of ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lazy node has fixed sizes. Where a front end made them of bound variables,
// the node says of which, and with which values, so that a function that is
// called for several values can become one program for all of them
// (Generalize.h). Sets of bindings are numbered; 0 is the empty one.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_BINDINGS_H
#define TINYGRAD_FRONTEND_BINDINGS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tinygrad::frontend {

/// A variable with its value and its bounds, which are inclusive.
struct Binding {
  std::string name;
  int64_t value, low, high;
  bool operator==(const Binding &other) const {
    return name == other.name && value == other.value && low == other.low &&
           high == other.high;
  }
};

/// The number of a set of one.
uint32_t makeBindings(const Binding &binding);
/// The number of the union; of two bindings of one name the first set's counts.
uint32_t mergeBindings(uint32_t first, uint32_t second);
/// In the order of their names.
const std::vector<Binding> &getBindings(uint32_t number);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_BINDINGS_H
