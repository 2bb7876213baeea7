//===- KernelRunner.cpp - compiles and runs kernels given as text ---------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;

namespace tinygrad::test {

GuardedBuffer::GuardedBuffer(size_t size) : bytes(size) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t body = (size + page - 1) / page * page;
  mapped = body + page;
  mapping = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(static_cast<char *>(mapping) + body, page, PROT_NONE);
  start = static_cast<char *>(mapping) + body - size;
}

GuardedBuffer::GuardedBuffer(const GuardedBuffer &other)
    : GuardedBuffer(other.bytes) {
  std::memcpy(start, other.start, bytes);
}

GuardedBuffer::~GuardedBuffer() { munmap(mapping, mapped); }

void loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<uop::UOpDialect, affine::AffineDialect, arith::ArithDialect,
                  math::MathDialect, memref::MemRefDialect, gpu::GPUDialect>();
  cpu::registerTranslations(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

Kernel::Kernel(MLIRContext &context, const std::string &text,
               const cpu::TargetInfo &target) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "cannot parse\n" << text;
    return;
  }
  auto kernel = *module->getOps<uop::KernelOp>().begin();
  std::string name = kernel.getSymName().str();
  numOutputs = kernel.getNumOutputs();
  for (Type type : kernel.getArgumentTypes())
    if (auto memref = dyn_cast<MemRefType>(type))
      types.push_back(memref);

  PassManager manager(&context);
  manager.addNestedPass<uop::KernelOp>(uop::createExpandPass());
  manager.addPass(uop::createDecomposeMathPass());
  manager.addPass(uop::createDecomposeDTypesPass());
  manager.addNestedPass<uop::KernelOp>(uop::createLinearizePass());
  manager.addPass(createConvertUOpToLLVMPass());
  if (failed(manager.run(*module))) {
    ADD_FAILURE() << "cannot lower\n" << text;
    return;
  }
  auto function = *module->getOps<LLVM::LLVMFuncOp>().begin();
  if (auto scratch = function->getAttrOfType<IntegerAttr>("uop.scratch_bytes"))
    scratchBytes = scratch.getInt();
  auto object = cpu::compileToObject(*module, target, &assembly);
  if (!object) {
    ADD_FAILURE() << llvm::toString(object.takeError());
    return;
  }
  auto made = cpu::ObjectLoader::create();
  if (!made) {
    ADD_FAILURE() << llvm::toString(made.takeError());
    return;
  }
  loader = std::move(*made);
  auto address = loader->load({object->data(), object->size()}, name);
  if (!address) {
    ADD_FAILURE() << llvm::toString(address.takeError());
    return;
  }
  entry = *address;
}

void Kernel::run(const std::vector<GuardedBuffer> &buffers,
                 std::vector<int64_t> variables, int64_t begin,
                 int64_t end) const {
  std::vector<void *> pointers;
  for (const GuardedBuffer &buffer : buffers)
    pointers.push_back(buffer.data());
  std::vector<char> scratch(scratchBytes + 64);
  auto aligned = (reinterpret_cast<uintptr_t>(scratch.data()) + 63) / 64 * 64;
  using Entry = void(void *const *, const int64_t *, void *, int64_t, int64_t);
  reinterpret_cast<Entry *>(entry)(pointers.data(), variables.data(),
                                   reinterpret_cast<void *>(aligned), begin,
                                   end);
}

/// Fills `buffer` with elements of `type`.
static void fill(GuardedBuffer &buffer, Type type, std::mt19937 &random) {
  unsigned bytes = type.getIntOrFloatBitWidth() / 8;
  for (size_t i = 0; i != buffer.size() / bytes; ++i) {
    APInt bits(bytes * 8, random() % 16);
    if (auto number = dyn_cast<FloatType>(type)) {
      APFloat value((random() % 4096) / 1024.0 - 2.0);
      bool loses;
      value.convert(number.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &loses);
      bits = value.bitcastToAPInt();
    }
    uint64_t raw = bits.getZExtValue();
    std::memcpy(buffer.as<char>() + i * bytes, &raw, bytes);
  }
}

std::vector<GuardedBuffer> Kernel::makeBuffers() const {
  std::mt19937 random(7);
  std::vector<GuardedBuffer> buffers;
  for (auto [i, type] : llvm::enumerate(types)) {
    unsigned bytes = type.getElementTypeBitWidth() / 8;
    GuardedBuffer &buffer = buffers.emplace_back(type.getNumElements() * bytes);
    if (i < numOutputs)
      std::memset(buffer.data(), 0x5a, buffer.size());
    else
      fill(buffer, type.getElementType(), random);
  }
  return buffers;
}

} // namespace tinygrad::test
