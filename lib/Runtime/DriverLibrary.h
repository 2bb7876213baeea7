//===- DriverLibrary.h - a driver loaded at run time ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_DRIVERLIBRARY_H
#define TINYGRAD_LIB_RUNTIME_DRIVERLIBRARY_H

#include "TinyGrad/Runtime/Status.h"

#include <vector>

namespace tinygrad::rt {

/// A shared library of a driver. It stays loaded: drivers have threads and
/// handlers of their own that do not outlive an unloading.
class DriverLibrary {
public:
  /// Loads the library at `path`, or if that is empty the first of `names` that
  /// there is. `what` is the driver's name for the user.
  static StatusOr<DriverLibrary> open(const std::string &what,
                                      const std::string &path,
                                      const std::vector<std::string> &names);

  /// Null if the library has no such function.
  void *find(const char *function) const;

  /// Stores the address of `function`, or gives an error that names it.
  template <typename Pointer>
  Status load(Pointer &target, const char *function) const {
    target = reinterpret_cast<Pointer>(find(function));
    return target ? Status::success()
                  : makeError("the driver of ", what, " has no function '",
                              function, "'");
  }

private:
  DriverLibrary(std::string what, void *library)
      : what(std::move(what)), library(library) {}

  std::string what;
  void *library;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_DRIVERLIBRARY_H
