//===- ProgramCache.cpp - compiled kernels by their content ---------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/ProgramCache.h"
#include "TinyGrad/Pipelines/DiskCache.h"

using namespace tinygrad;

ProgramCache::ProgramCache() = default;
ProgramCache::~ProgramCache() = default;

void ProgramCache::useDisk(DiskCache folder) {
  disk = std::make_unique<DiskCache>(std::move(folder));
}

std::shared_ptr<const CachedProgram> ProgramCache::find(llvm::StringRef key) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto program = programs.lookup(key))
      return program;
  }
  std::optional<CachedProgram> read;
  if (disk)
    read = disk->find(key);
  if (!read)
    return nullptr;
  auto program = std::make_shared<const CachedProgram>(std::move(*read));
  std::lock_guard<std::mutex> lock(mutex);
  return programs.try_emplace(key, program).first->second;
}

std::shared_ptr<const CachedProgram>
ProgramCache::insert(llvm::StringRef key, CachedProgram program) {
  auto kept = std::make_shared<const CachedProgram>(std::move(program));
  if (disk)
    disk->insert(key, *kept);
  std::lock_guard<std::mutex> lock(mutex);
  return programs[key] = kept;
}

size_t ProgramCache::size() const {
  std::lock_guard<std::mutex> lock(mutex);
  return programs.size();
}
