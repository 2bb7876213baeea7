//===- Import.cpp - programs of other dialects ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Import.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tinygrad;

static bool isForeign(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<linalg::LinalgDialect, tensor::TensorDialect,
                      tosa::TosaDialect>(dialect))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(dialect) &&
         (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>));
}

bool tinygrad::needsImport(func::FuncOp function) {
  auto isForeignType = [](Type type) {
    return type.isIntOrIndexOrFloat() || getElementTypeOrSelf(type).isIndex();
  };
  if (function.isExternal())
    return false;
  if (llvm::any_of(function.getArgumentTypes(), isForeignType) ||
      llvm::any_of(function.getResultTypes(), isForeignType))
    return true;
  return function
      .walk([](Operation *op) {
        return isForeign(op) || isa<func::CallOp>(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Calls in the bodies of structured ops, where MLIR's inliner does not go.
static void inlineCallsInBodies(func::FuncOp function, ModuleOp module) {
  // Functions that call themselves end here.
  int budget = 4096;
  SmallVector<func::CallOp> calls;
  auto collect = [&](Operation *within) {
    within->walk([&](func::CallOp call) {
      if (call->getParentOp() != function)
        calls.push_back(call);
    });
  };
  collect(function);
  while (!calls.empty() && budget-- > 0) {
    func::CallOp call = calls.pop_back_val();
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal() ||
        !llvm::hasSingleElement(callee.getBody()))
      continue;
    Block &body = callee.front();
    OpBuilder builder(call);
    IRMapping mapping;
    mapping.map(body.getArguments(), call.getOperands());
    for (Operation &op : body.without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      if (auto inner = dyn_cast<func::CallOp>(copy))
        calls.push_back(inner);
      else
        collect(copy);
    }
    for (auto [result, value] :
         llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call.erase();
  }
}

/// tg's functions take and give tensors: a scalar becomes one without axes, and
/// an index a number of 64 bits.
static void convertScalarsOfSignature(func::FuncOp function) {
  // A program of scalars alone has loaded neither.
  function.getContext()
      ->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
  Block &entry = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  Location loc = function.getLoc();
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  auto getStored = [&](Type type) {
    return type.isIndex() ? Type(builder.getI64Type()) : type;
  };
  for (BlockArgument argument : entry.getArguments()) {
    Type type = argument.getType();
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getElementType().isIndex())
      argument.setType(tensor.clone(builder.getI64Type()));
    if (!isScalar(type))
      continue;
    argument.setType(RankedTensorType::get({}, getStored(type)));
    Value scalar =
        tensor::ExtractOp::create(builder, loc, argument, ValueRange());
    if (type.isIndex())
      scalar = arith::IndexCastOp::create(builder, loc, type, scalar);
    SmallPtrSet<Operation *, 2> made = {scalar.getDefiningOp()};
    if (type.isIndex())
      made.insert(scalar.getDefiningOp()->getOperand(0).getDefiningOp());
    argument.replaceAllUsesExcept(scalar, made);
  }
  Operation *terminator = entry.getTerminator();
  builder.setInsertionPoint(terminator);
  for (OpOperand &result : terminator->getOpOperands()) {
    Value scalar = result.get();
    Type type = scalar.getType();
    if (!isScalar(type))
      continue;
    if (type.isIndex())
      scalar =
          arith::IndexCastOp::create(builder, loc, getStored(type), scalar);
    result.set(tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, getStored(type)), scalar));
  }
  function.setType(builder.getFunctionType(entry.getArgumentTypes(),
                                           terminator->getOperandTypes()));
}

LogicalResult tinygrad::importFunction(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  auto module = function->getParentOfType<ModuleOp>();
  bool hasCalls =
      function.walk([](func::CallOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (hasCalls && module) {
    PassManager pm(context);
    pm.addPass(createInlinerPass());
    if (failed(pm.run(module)))
      return failure();
    inlineCallsInBodies(function, module);
  }
  if (llvm::hasSingleElement(function.getBody()))
    convertScalarsOfSignature(function);
  PassManager pm(context, func::FuncOp::getOperationName());
  pm.addPass(createConvertLinalgToTG());
  return pm.run(function);
}
