//===- CheckWorkgroupMemory.cpp - whether a workgroup fits ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_CHECKWORKGROUPMEMORY
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Bytes between what is allocated begin at multiples of this.
constexpr uint64_t kAlignment = 16;

struct CheckWorkgroupMemory
    : impl::CheckWorkgroupMemoryBase<CheckWorkgroupMemory> {
  using CheckWorkgroupMemoryBase::CheckWorkgroupMemoryBase;

  void runOnOperation() override {
    uint64_t bytes = 0;
    getOperation().walk([&](memref::AllocaOp alloca) {
      MemRefType type = alloca.getType();
      if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
        return;
      uint64_t size =
          type.getNumElements() *
          llvm::divideCeil(type.getElementTypeBitWidth(), uint64_t(8));
      bytes = llvm::alignTo(bytes, kAlignment) + size;
    });
    if (bytes <= static_cast<uint64_t>(limit))
      return;
    getOperation().emitOpError("needs ")
        << bytes << " bytes of workgroup memory, but the target has "
        << limit.getValue();
    signalPassFailure();
  }
};
} // namespace
} // namespace tinygrad::uop
