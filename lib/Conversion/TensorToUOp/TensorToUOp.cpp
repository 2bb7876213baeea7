//===- TensorToUOp.cpp - outlines kernels -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
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

/// Which outputs of a kernel are written into the memory of an input.
struct Updates {
  /// The input's number for each output, -1 for an output of its own.
  SmallVector<int64_t> inputs;
  bool any = false;
  /// An element of such an input is read for another one's sake.
  bool readsOthers = false;
};

/// An input that is written may be read at the very element that is stored.
bool readsOnlyWhatItStores(BlockArgument input, BlockArgument output) {
  Value place;
  for (Operation *user : output.getUsers())
    if (auto store = dyn_cast<uop::StoreOp>(user))
      place = store.getIndex();
  return llvm::all_of(input.getUsers(), [&](Operation *user) {
    auto load = dyn_cast<uop::LoadOp>(user);
    return load && load.getIndex() == place;
  });
}

FailureOr<Updates> findUpdates(tg::KernelOp kernel, uop::KernelOp outlined) {
  Updates updates;
  Block &body = kernel.getBody().front();
  for (auto [number, value] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    auto assign = value.getDefiningOp<tg::AssignOp>();
    updates.inputs.push_back(-1);
    if (!assign)
      continue;
    auto target = dyn_cast<BlockArgument>(assign.getTarget());
    if (!target)
      return assign.emitOpError("expected an input of the kernel to assign to");
    updates.inputs.back() = target.getArgNumber();
    updates.any = true;
    Block &code = outlined.getBody().front();
    updates.readsOthers |= !readsOnlyWhatItStores(
        code.getArgument(kernel.getNumResults() + target.getArgNumber()),
        code.getArgument(number));
  }
  return updates;
}

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
    FailureOr<Updates> updates = findUpdates(kernel, *outlined);
    if (failed(updates))
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
    if (updates->any)
      launch->setAttr(tg::TGDialect::kUpdates,
                      builder.getDenseI64ArrayAttr(updates->inputs));
    if (updates->readsOthers)
      launch->setAttr(tg::kReadsUpdated, builder.getUnitAttr());
    kernel.replaceAllUsesWith(launch.getResults());
    kernel.erase();
    return success();
  }
};

} // namespace
} // namespace tinygrad
