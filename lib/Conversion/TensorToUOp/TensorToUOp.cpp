//===- TensorToUOp.cpp - outlines kernels -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTGTOUOPPASS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {

/// The kernels of a module by the name they would like to have.
class KernelTable {
public:
  explicit KernelTable(ModuleOp module) : symbols(module) {}

  /// Puts `kernel` into the module before `place`, unless an equal one is
  /// there; returns the name under which to launch it.
  StringAttr insert(OwningOpRef<uop::KernelOp> kernel, Operation *place) {
    std::string wanted = kernel->getSymName().str();
    SmallVector<uop::KernelOp> &same = kernels[wanted];
    for (uop::KernelOp other : same) {
      kernel->setSymName(other.getSymName());
      if (isEqual(*kernel, other))
        return other.getSymNameAttr();
    }
    std::string name = wanted;
    for (unsigned i = 1; symbols.lookup(name); ++i)
      name = wanted + "n" + std::to_string(i);
    kernel->setSymName(name);
    uop::KernelOp inserted = kernel.release();
    symbols.insert(inserted, place->getIterator());
    same.push_back(inserted);
    return inserted.getSymNameAttr();
  }

private:
  static bool isEqual(uop::KernelOp a, uop::KernelOp b) {
    return a->getAttrDictionary() == b->getAttrDictionary() &&
           OperationEquivalence::isRegionEquivalentTo(
               &a.getBody(), &b.getBody(),
               OperationEquivalence::IgnoreLocations);
  }

  SymbolTable symbols;
  llvm::StringMap<SmallVector<uop::KernelOp>> kernels;
};

struct ConvertTGToUOpPass : impl::ConvertTGToUOpPassBase<ConvertTGToUOpPass> {
  void runOnOperation() override {
    KernelTable table(getOperation());
    SmallVector<tg::KernelOp> kernels;
    getOperation().walk(
        [&](tg::KernelOp kernel) { kernels.push_back(kernel); });
    for (tg::KernelOp kernel : kernels)
      if (failed(convert(kernel, table)))
        return signalPassFailure();
  }

  LogicalResult convert(tg::KernelOp kernel, KernelTable &table) {
    // The op that stands in the module and holds the kernel.
    Operation *function = kernel;
    while (function->getParentOp() != getOperation())
      function = function->getParentOp();
    tg::SymbolicShapes shapes(kernel);
    KernelEmitter emitter(kernel, shapes);
    OwningOpRef<uop::KernelOp> outlined = emitter.emit();
    if (!outlined)
      return failure();
    StringAttr name = table.insert(std::move(outlined), function);

    OpBuilder builder(kernel);
    SmallVector<Value> variables;
    for (unsigned number : emitter.getUsedVariables())
      variables.push_back(tg::VariableOp::create(
          builder, kernel.getLoc(), shapes.getVariables()[number].name));
    auto launch = tg::LaunchOp::create(
        builder, kernel.getLoc(), kernel.getResultTypes(),
        FlatSymbolRefAttr::get(name), kernel.getInputs(), variables);
    if (kernel.getNumResults() != 0)
      tg::setLaunchShape(launch, shapes.getShape(kernel.getResult(0)),
                         unsigned(shapes.getVariables().size()));
    kernel.replaceAllUsesWith(launch.getResults());
    kernel.erase();
    return success();
  }
};

} // namespace
} // namespace tinygrad
