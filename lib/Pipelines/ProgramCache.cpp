//===- ProgramCache.cpp - compiled kernels by their content ---------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/ProgramCache.h"

using namespace tinygrad;

std::shared_ptr<const CachedProgram>
ProgramCache::find(llvm::StringRef key) const {
  std::lock_guard<std::mutex> lock(mutex);
  return programs.lookup(key);
}

void ProgramCache::insert(llvm::StringRef key, CachedProgram program) {
  std::lock_guard<std::mutex> lock(mutex);
  programs[key] = std::make_shared<const CachedProgram>(std::move(program));
}

size_t ProgramCache::size() const {
  std::lock_guard<std::mutex> lock(mutex);
  return programs.size();
}
