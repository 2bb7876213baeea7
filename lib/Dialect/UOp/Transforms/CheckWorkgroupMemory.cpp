//===- CheckWorkgroupMemory.cpp - whether a workgroup fits ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_CHECKWORKGROUPMEMORY
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

struct CheckWorkgroupMemory
    : impl::CheckWorkgroupMemoryBase<CheckWorkgroupMemory> {
  using CheckWorkgroupMemoryBase::CheckWorkgroupMemoryBase;

  void runOnOperation() override {
    WorkgroupLayout layout;
    getOperation().walk([&](memref::AllocaOp alloca) {
      if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(alloca.getType()))
        layout.add(alloca.getType(), alloca.getAlignment());
    });
    if (layout.bytes <= static_cast<uint64_t>(limit))
      return;
    getOperation().emitOpError("needs ")
        << layout.bytes << " bytes of workgroup memory, but the target has "
        << limit.getValue();
    signalPassFailure();
  }
};
} // namespace
} // namespace tinygrad::uop
