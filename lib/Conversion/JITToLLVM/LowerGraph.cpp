//===- LowerGraph.cpp - one launch graph as a native function ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The items of a level do not wait for each other: its copies are made, then
// its launches handed to the runtime together. A kernel without a THREAD axis
// that is alone in its level, or in a level of little work, is called directly.
// Kernels are reached by address through the runtime's table, so that the code
// has no undefined symbol and can be kept beside that of the kernels.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad-c/Runtime.h"
#include "TinyGrad/Conversion/JITToLLVM/JITToLLVM.h"
#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "TinyGrad/Dialect/JIT/Analysis/GraphLayout.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tinygrad::jit;

/// Operations plus bytes of a level that are not worth the runtime's help.
static constexpr int64_t smallWork = 1 << 15;

/// Positions of the fields of TgrtLaunch and TgrtRuntimeTable.
enum LaunchField { Kernel, Buffers, Vars, ScratchBytes, Extent, Work };
enum TableField { Version, Size, Context, Kernels, Launch, Copy };
static_assert(TGRT_TABLE_VERSION == 1, "update the fields and their types");

namespace {
class GraphLowering {
public:
  GraphLowering(GraphOp graph, OpBuilder &builder)
      : graph(graph), layout(graph), order(Dependencies::fromEvents(graph)),
        builder(builder), loc(graph.getLoc()),
        pointerType(LLVM::LLVMPointerType::get(graph.getContext())),
        wordType(builder.getI64Type()) {
    MLIRContext *context = graph.getContext();
    Type half = builder.getI32Type();
    launchType = LLVM::LLVMStructType::getLiteral(
        context,
        {pointerType, pointerType, pointerType, wordType, wordType, wordType});
    tableType = LLVM::LLVMStructType::getLiteral(
        context,
        {half, half, pointerType, pointerType, pointerType, pointerType});
    auto voidType = LLVM::LLVMVoidType::get(context);
    graphType = LLVM::LLVMFunctionType::get(
        voidType, {pointerType, pointerType, pointerType, pointerType});
    kernelType = LLVM::LLVMFunctionType::get(
        voidType, {pointerType, pointerType, pointerType, wordType, wordType});
    launchFunctionType = LLVM::LLVMFunctionType::get(
        voidType, {pointerType, pointerType, wordType});
    copyFunctionType = LLVM::LLVMFunctionType::get(
        voidType, {pointerType, pointerType, pointerType, wordType});
  }

  FailureOr<LLVM::LLVMFuncOp> lower(StringRef name) {
    if (failed(findPrograms()))
      return failure();
    auto function = LLVM::LLVMFuncOp::create(builder, loc, name, graphType);
    OpBuilder::InsertionGuard guard(builder);
    Block *entry = function.addEntryBlock(builder);
    bufferTable = entry->getArgument(0);
    varTable = entry->getArgument(1);
    scratch = entry->getArgument(2);
    runtime = entry->getArgument(3);
    builder.setInsertionPointToStart(entry);
    makeArrays();
    for (unsigned level = 0; level < order.getNumLevels(); ++level)
      lowerLevel(getLevel(level));
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return function;
  }

private:
  LogicalResult findPrograms() {
    for (Operation &item : graph.getBody().front())
      if (!isa<LaunchOp, CopyOp>(item))
        return item.emitOpError() << "is an exec item of another dialect, "
                                     "which must be lowered to items of jit";
    for (auto launch : graph.getBody().front().getOps<LaunchOp>()) {
      auto program = SymbolTable::lookupNearestSymbolFrom<ProgramOp>(
          launch, launch.getProgramAttr());
      if (!program)
        return launch.emitOpError() << "expected " << launch.getProgramAttr()
                                    << " to be compiled to a jit.program";
      programs[launch] = program;
    }
    return success();
  }

  SmallVector<Operation *> getLevel(unsigned level) const {
    SmallVector<Operation *> items;
    for (auto [i, item] : llvm::enumerate(order.getItems()))
      if (order.getLevel(unsigned(i)) == level)
        items.push_back(item);
    return items;
  }

  /// The arrays that the launches of one level need; levels take turns in them.
  void makeArrays() {
    int64_t numBuffers = 0, numVars = 0, numLaunches = 0;
    for (unsigned level = 0; level < order.getNumLevels(); ++level) {
      int64_t buffers = 0, vars = 0, launches = 0;
      for (Operation *item : getLevel(level)) {
        auto launch = dyn_cast<LaunchOp>(item);
        if (!launch)
          continue;
        buffers += int64_t(launch.getOuts().size() + launch.getIns().size());
        vars += int64_t(launch.getVars().size());
        ++launches;
      }
      numBuffers = std::max(numBuffers, buffers);
      numVars = std::max(numVars, vars);
      numLaunches = std::max(numLaunches, launches);
    }
    auto makeArray = [&](Type type, int64_t size) {
      return LLVM::AllocaOp::create(builder, loc, pointerType, type,
                                    constant(std::max<int64_t>(size, 1)));
    };
    bufferArray = makeArray(pointerType, numBuffers);
    varArray = makeArray(wordType, numVars);
    launchArray = makeArray(launchType, numLaunches);
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, wordType,
                                    builder.getI64IntegerAttr(value));
  }

  /// The address of element `index` of an array.
  Value element(Type type, Value array, int64_t index) {
    return LLVM::GEPOp::create(
        builder, loc, pointerType, type, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  }

  Value field(Type structType, Value object, int32_t position) {
    return LLVM::GEPOp::create(builder, loc, pointerType, structType, object,
                               ArrayRef<LLVM::GEPArg>{0, position});
  }

  Value load(Type type, Value address) {
    return LLVM::LoadOp::create(builder, loc, type, address);
  }

  void store(Value value, Value address) {
    LLVM::StoreOp::create(builder, loc, value, address);
  }

  Value loadBuffer(Value buffer) {
    return load(pointerType,
                element(pointerType, bufferTable, layout.buffers[buffer]));
  }

  Value loadVariable(Value variable) {
    return load(wordType,
                element(wordType, varTable, layout.variables[variable]));
  }

  Value loadKernel(LaunchOp launch) {
    Value kernels = load(pointerType, field(tableType, runtime, Kernels));
    unsigned number = layout.kernels[launch.getProgramAttr().getAttr()];
    return load(pointerType, element(pointerType, kernels, number));
  }

  /// The value of an expression over a launch's variables, as AffineExpr
  /// defines it for positive divisors.
  Value evaluate(AffineExpr expr, ArrayRef<Value> symbols) {
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return constant(known.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Value lhs = evaluate(binary.getLHS(), symbols);
    Value rhs = evaluate(binary.getRHS(), symbols);
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return LLVM::AddOp::create(builder, loc, lhs, rhs);
    case AffineExprKind::Mul:
      return LLVM::MulOp::create(builder, loc, lhs, rhs);
    case AffineExprKind::FloorDiv:
      return floorDiv(lhs, rhs);
    case AffineExprKind::Mod: {
      Value divisor = atLeastOne(rhs);
      Value whole =
          LLVM::MulOp::create(builder, loc, floorDiv(lhs, divisor), divisor);
      return LLVM::SubOp::create(builder, loc, lhs, whole);
    }
    default: {
      // Rounding up is rounding down the negated dividend, negated.
      Value zero = constant(0);
      Value negated = LLVM::SubOp::create(builder, loc, zero, lhs);
      return LLVM::SubOp::create(builder, loc, zero, floorDiv(negated, rhs));
    }
    }
  }

  /// Keeps a division by a variable that is 0 from trapping.
  Value atLeastOne(Value value) {
    return LLVM::SMaxOp::create(builder, loc, value, constant(1));
  }

  /// x >= 0 ? x / d : ~(~x / d), for d > 0.
  Value floorDiv(Value dividend, Value divisor) {
    divisor = atLeastOne(divisor);
    Value signs = LLVM::AShrOp::create(builder, loc, dividend, constant(63));
    Value positive = LLVM::XOrOp::create(builder, loc, dividend, signs);
    Value quotient = LLVM::UDivOp::create(builder, loc, positive, divisor);
    return LLVM::XOrOp::create(builder, loc, quotient, signs);
  }

  //===--------------------------------------------------------------------===//
  // Items
  //===--------------------------------------------------------------------===//

  /// Operations plus bytes, where they do not depend on variables.
  static std::optional<int64_t> getConstantWork(ProgramOp program) {
    AffineMap ops = program.getOps(), bytes = program.getBytes();
    if (!ops.isSingleConstant() || !bytes.isSingleConstant())
      return std::nullopt;
    return ops.getSingleConstantResult() + bytes.getSingleConstantResult();
  }

  /// Whether the runtime would run each launch of the level on one thread, one
  /// after the other, anyway.
  bool isCalledDirectly(ArrayRef<LaunchOp> launches) {
    int64_t total = 0;
    for (LaunchOp launch : launches) {
      AffineMap extent = programs[launch].getThreadExtent();
      if (!extent.isSingleConstant() || extent.getSingleConstantResult() != 1)
        return false;
      std::optional<int64_t> work = getConstantWork(programs[launch]);
      total += work && *work > 0 ? *work : smallWork;
    }
    return launches.size() == 1 || total < smallWork;
  }

  void lowerLevel(ArrayRef<Operation *> items) {
    SmallVector<LaunchOp> launches;
    for (Operation *item : items) {
      if (auto copy = dyn_cast<CopyOp>(item))
        lowerCopy(copy);
      else
        launches.push_back(cast<LaunchOp>(item));
    }
    if (launches.empty())
      return;
    bool isDirect = isCalledDirectly(launches);
    int64_t nextBuffer = 0, nextVar = 0;
    for (auto [i, launch] : llvm::enumerate(launches)) {
      Value buffers = element(pointerType, bufferArray, nextBuffer);
      Value vars = element(wordType, varArray, nextVar);
      SmallVector<Value> operands(launch.getOuts());
      llvm::append_range(operands, launch.getIns());
      for (Value buffer : operands)
        store(loadBuffer(buffer),
              element(pointerType, bufferArray, nextBuffer++));
      SmallVector<Value> values;
      for (Value variable : launch.getVars()) {
        values.push_back(loadVariable(variable));
        store(values.back(), element(wordType, varArray, nextVar++));
      }
      if (isDirect)
        LLVM::CallOp::create(builder, loc, kernelType,
                             ValueRange{loadKernel(launch), buffers, vars,
                                        scratch, constant(0), constant(1)});
      else
        fillLaunch(launch, int64_t(i), buffers, vars, values);
    }
    if (isDirect)
      return;
    Value callee = load(pointerType, field(tableType, runtime, Launch));
    LLVM::CallOp::create(builder, loc, launchFunctionType,
                         ValueRange{callee, runtime, launchArray,
                                    constant(int64_t(launches.size()))});
  }

  void fillLaunch(LaunchOp launch, int64_t position, Value buffers, Value vars,
                  ArrayRef<Value> values) {
    ProgramOp program = programs[launch];
    Value entry = element(launchType, launchArray, position);
    auto set = [&](LaunchField name, Value value) {
      store(value, field(launchType, entry, name));
    };
    set(Kernel, loadKernel(launch));
    set(Buffers, buffers);
    set(Vars, vars);
    set(ScratchBytes, constant(int64_t(program.getScratchBytes())));
    set(Extent, evaluate(program.getThreadExtent().getResult(0), values));
    set(Work, evaluate(program.getOps().getResult(0) +
                           program.getBytes().getResult(0),
                       values));
  }

  void lowerCopy(CopyOp copy) {
    Value callee = load(pointerType, field(tableType, runtime, Copy));
    LLVM::CallOp::create(
        builder, loc, copyFunctionType,
        ValueRange{callee, runtime, loadBuffer(copy.getTarget()),
                   loadBuffer(copy.getSource()),
                   constant(copy.getSource().getType().getBytes())});
  }

  GraphOp graph;
  GraphLayout layout;
  Dependencies order;
  OpBuilder &builder;
  Location loc;
  Type pointerType, wordType, launchType, tableType;
  LLVM::LLVMFunctionType graphType, kernelType, launchFunctionType,
      copyFunctionType;
  llvm::DenseMap<Operation *, ProgramOp> programs;
  Value bufferTable, varTable, scratch, runtime;
  Value bufferArray, varArray, launchArray;
};
} // namespace

FailureOr<LLVM::LLVMFuncOp>
tinygrad::jit::lowerGraph(GraphOp graph, StringRef name, OpBuilder &builder) {
  return GraphLowering(graph, builder).lower(name);
}
