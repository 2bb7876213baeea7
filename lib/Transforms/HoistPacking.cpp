//===- HoistPacking.cpp - packing constant operands once ------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/Transforms/HoistStage.h"
#include "TinyGrad/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_HOISTPACKING
#include "TinyGrad/Transforms/Passes.h.inc"

namespace {

/// "2.3 MiB", or bytes where there are few.
std::string printBytes(double bytes) {
  const char *units[] = {"bytes", "KiB", "MiB", "GiB"};
  unsigned unit = 0;
  for (; bytes >= 1024 && unit < 3; ++unit)
    bytes /= 1024;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(unit ? "%.1f " : "%.0f ", bytes) << units[unit];
  return text;
}

/// One kernel and all its launches.
class KernelPacker {
public:
  KernelPacker(uop::KernelOp kernel, ArrayRef<tg::LaunchOp> launches,
               SymbolTable &symbols)
      : kernel(kernel), launches(launches), symbols(symbols) {}

  void run() {
    auto category = remark::RemarkOpts::name("stage")
                        .category("uop-hoist-packing")
                        .function(kernel.getSymName());
    SmallVector<std::string> reasons;
    while (auto stage = uop::hoistStage(kernel, reasons)) {
      reasons.clear();
      remark::passed(kernel.getLoc(), category) << remark::add(
          "{0} of argument {1} are packed once, in rows of {2} elements",
          printBytes(double(getBytes(stage->argument))), stage->operand,
          stage->row);
      launchPacker(*stage);
    }
    for (const std::string &reason : reasons)
      remark::missed(kernel.getLoc(), category)
          << remark::add("a stage stays in the kernel")
          << remark::reason("{0}", reason);
    dropUnread();
  }

private:
  int64_t getBytes(unsigned argument) {
    auto type = cast<MemRefType>(kernel.getArgumentTypes()[argument]);
    return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
  }

  /// Each launch of the kernel gets what a launch of the packer gives; of one
  /// tensor that is packed once, too.
  void launchPacker(uop::HoistedStage &stage) {
    uop::KernelOp packer = stage.packer.release();
    symbols.insert(packer, kernel->getIterator());
    auto memory = cast<MemRefType>(kernel.getArgumentTypes()[stage.argument]);
    auto type =
        RankedTensorType::get({stage.elements}, memory.getElementType());
    llvm::DenseMap<Value, Value> packed;
    for (tg::LaunchOp launch : launches) {
      Value operand =
          launch.getInputs()[stage.operand - kernel.getNumOutputs()];
      Value &result = packed[operand];
      if (!result) {
        OpBuilder builder(launch);
        result = tg::LaunchOp::create(
                     builder, launch.getLoc(), TypeRange(type),
                     FlatSymbolRefAttr::get(packer.getSymNameAttr()),
                     ValueRange(operand), /*variables=*/ValueRange())
                     .getResult(0);
      }
      launch.getInputsMutable().append(result);
    }
  }

  /// What only packers read is no argument any more.
  void dropUnread() {
    unsigned numOutputs = kernel.getNumOutputs();
    llvm::BitVector unread(kernel.getNumArguments());
    for (unsigned i = numOutputs, e = kernel.getNumBuffers(); i != e; ++i)
      if (kernel.getArgAttr(i, uop::kConstant) &&
          kernel.getBody().getArgument(i).use_empty())
        unread.set(i);
    // A launch says by its number which input the result is a copy of.
    for (tg::LaunchOp launch : launches)
      if (auto updates =
              launch->getAttrOfType<DenseI64ArrayAttr>(tg::TGDialect::kUpdates))
        for (int64_t input : updates.asArrayRef())
          if (input >= 0)
            unread.reset(numOutputs + unsigned(input));
    if (unread.none() || failed(kernel.eraseArguments(unread)))
      return;
    for (tg::LaunchOp launch : launches) {
      SmallVector<Value> inputs;
      SmallVector<int64_t> numbers;
      for (auto [i, input] : llvm::enumerate(launch.getInputs())) {
        numbers.push_back(int64_t(inputs.size()));
        if (!unread.test(numOutputs + unsigned(i)))
          inputs.push_back(input);
      }
      launch.getInputsMutable().assign(inputs);
      auto updates =
          launch->getAttrOfType<DenseI64ArrayAttr>(tg::TGDialect::kUpdates);
      if (!updates)
        continue;
      SmallVector<int64_t> renumbered;
      for (int64_t input : updates.asArrayRef())
        renumbered.push_back(input < 0 ? input : numbers[size_t(input)]);
      launch->setAttr(tg::TGDialect::kUpdates,
                      DenseI64ArrayAttr::get(launch.getContext(), renumbered));
    }
  }

  uop::KernelOp kernel;
  ArrayRef<tg::LaunchOp> launches;
  SymbolTable &symbols;
};

struct HoistPacking : impl::HoistPackingBase<HoistPacking> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::MapVector<Operation *, SmallVector<tg::LaunchOp>> kernels;
    module.walk([&](tg::LaunchOp launch) {
      if (auto kernel = symbols.lookup<uop::KernelOp>(launch.getKernel()))
        kernels[kernel].push_back(launch);
    });
    for (auto &[op, launches] : kernels)
      KernelPacker(cast<uop::KernelOp>(op), launches, symbols).run();
  }
};
} // namespace
} // namespace tinygrad
