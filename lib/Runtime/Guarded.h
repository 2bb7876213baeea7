//===- Guarded.h - exceptions become a Status -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not part of the public headers, which code without exceptions includes.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_GUARDED_H
#define TINYGRAD_LIB_RUNTIME_GUARDED_H

#include "TinyGrad/Runtime/Status.h"

#include <exception>
#include <new>

namespace tinygrad::rt {

/// Calls `function`, which returns a Status or a StatusOr, and turns an
/// exception into an error.
template <typename Function>
auto guarded(Function &&function) -> decltype(function()) {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return Status::outOfMemory();
  } catch (const std::exception &exception) {
    return makeError("internal error: ", exception.what());
  }
}

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_GUARDED_H
