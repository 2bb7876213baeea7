//===- DriverLibrary.cpp - a driver loaded at run time ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverLibrary.h"

#include <dlfcn.h>

using namespace tinygrad::rt;

StatusOr<DriverLibrary>
DriverLibrary::open(const std::string &what, const std::string &path,
                    const std::vector<std::string> &names) {
  std::vector<std::string> candidates =
      path.empty() ? names : std::vector<std::string>{path};
  std::string reason;
  for (const std::string &name : candidates) {
    if (void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return DriverLibrary(what, library);
    const char *message = dlerror();
    if (reason.empty() && message)
      reason = message;
  }
  return makeError("no driver of ", what, " on this machine: ", reason);
}

void *DriverLibrary::find(const char *function) const {
  return dlsym(library, function);
}
