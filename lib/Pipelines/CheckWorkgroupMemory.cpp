//===- CheckWorkgroupMemory.cpp - whether a workgroup fits ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that allocate know of their own memory only, and a driver would say no
// more than that the kernel does not launch.
//
//===----------------------------------------------------------------------===//

#include "CheckWorkgroupMemory.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad;

namespace {

/// Bytes between what is allocated begin at multiples of this.
constexpr uint64_t kAlignment = 16;

struct CheckWorkgroupMemory
    : PassWrapper<CheckWorkgroupMemory, OperationPass<uop::KernelOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckWorkgroupMemory)

  CheckWorkgroupMemory() = default;
  CheckWorkgroupMemory(const CheckWorkgroupMemory &other)
      : PassWrapper(other) {}
  explicit CheckWorkgroupMemory(int64_t bytes) { limit = bytes; }

  StringRef getArgument() const override {
    return "uop-check-workgroup-memory";
  }
  StringRef getDescription() const override {
    return "Refuses kernels with more workgroup memory than the target has";
  }

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

  Option<int64_t> limit{*this, "limit",
                        llvm::cl::desc("Bytes that the target has"),
                        llvm::cl::init(int64_t(48) * 1024)};
};
} // namespace

std::unique_ptr<Pass> tinygrad::createCheckWorkgroupMemory(int64_t limit) {
  return std::make_unique<CheckWorkgroupMemory>(limit);
}

void tinygrad::registerCheckWorkgroupMemory() {
  PassRegistration<CheckWorkgroupMemory>();
}
