//===- SearchPass.cpp - the pass uop-search ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Pipelines/DiskCache.h"
#include "TinyGrad/Search/KernelSearch.h"
#include "TinyGrad/Search/Passes.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_UOPSEARCH
#include "TinyGrad/Search/Passes.h.inc"

namespace {
struct UOpSearch : impl::UOpSearchBase<UOpSearch> {
  using UOpSearchBase::UOpSearchBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerCompilerDialects(registry);
  }

  void runOnOperation() override {
    if (!(seconds > 0)) {
      getOperation().emitError()
          << "expected seconds above 0, but got " << seconds;
      return signalPassFailure();
    }
    ProgramCache cache;
    if (!cacheDir.empty()) {
      auto disk = DiskCache::open(cacheDir);
      if (!disk) {
        getOperation().emitError() << llvm::toString(disk.takeError());
        return signalPassFailure();
      }
      cache.useDisk(std::move(*disk));
    }
    rt::DeviceRegistry devices;
    CompileOptions compile;
    compile.device = device;
    compile.target = target;
    SearchOptions options;
    options.width = width;
    options.seconds = seconds;
    options.compare = compare;
    options.estimate = estimate;
    KernelSearch search(std::move(compile), cache, devices, std::move(options));
    for (auto kernel : getOperation().getOps<uop::KernelOp>())
      if (!kernel.getOpts() && failed(search.run(kernel)))
        return signalPassFailure();
  }
};
} // namespace
} // namespace tinygrad
