//===- JITToFunc.cpp - lists of items as functions on memrefs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUStream.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTJITTOFUNC
#include "TinyGrad/Conversion/Passes.h.inc"
} // namespace tinygrad

using namespace mlir;
using namespace tinygrad;

/// Memory of a kernel's own beyond this is no place for a stack.
static constexpr int64_t kMaxStackBytes = 64 << 10;
/// Device memory is aligned to this many bytes.
static constexpr int64_t kAlignment = 64;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Large memory of a kernel's own is allocated for the call.
static void moveLargeMemory(func::FuncOp function) {
  SmallVector<memref::AllocaOp> large;
  function.walk([&](memref::AllocaOp alloca) {
    MemRefType type = alloca.getType();
    if (type.getNumElements() *
            llvm::divideCeil(type.getElementTypeBitWidth(), 8) >
        kMaxStackBytes)
      large.push_back(alloca);
  });
  Operation *terminator = function.getBody().back().getTerminator();
  for (memref::AllocaOp alloca : large) {
    OpBuilder builder(alloca);
    auto alloc =
        memref::AllocOp::create(builder, alloca.getLoc(), alloca.getType(),
                                builder.getI64IntegerAttr(kAlignment));
    alloca.replaceAllUsesWith(alloc.getResult());
    alloca.erase();
    builder.setInsertionPoint(terminator);
    memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
  }
}

static LogicalResult convertKernel(uop::KernelOp kernel) {
  WalkResult result = kernel.walk([&](Operation *op) {
    if (op == kernel || !isa<uop::UOpDialect>(op->getDialect()))
      return WalkResult::advance();
    if (isa<uop::SliceOp>(op))
      op->emitOpError() << "needs a caller that slices the thread axis: run "
                           "convert-uop-threads-to-loops on the kernel before "
                           "it is expanded";
    else
      op->emitOpError() << "expected kernels in linear form";
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  OpBuilder builder(kernel);
  auto type = builder.getFunctionType(kernel.getArgumentTypes(), {});
  auto function =
      func::FuncOp::create(builder, kernel.getLoc(), kernel.getSymName(), type);
  function.setPrivate();
  function.getBody().takeBody(kernel.getBody());
  builder.setInsertionPointToEnd(&function.getBody().back());
  func::ReturnOp::create(builder, kernel.getLoc());
  kernel.erase();
  moveLargeMemory(function);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
class FunctionConverter {
public:
  FunctionConverter(jit::FuncOp source)
      : source(source), builder(source), loc(source.getLoc()), stream(builder) {
  }

  LogicalResult convert();

private:
  static MemRefType getMemRef(Type type) {
    auto buffer = cast<jit::BufferType>(type);
    return MemRefType::get({buffer.getSize()}, buffer.getElementType());
  }
  void createFunction();
  LogicalResult convert(Operation *op);
  LogicalResult convertConstant(jit::ConstantOp op);
  LogicalResult convertView(jit::SubBufferOp op);
  LogicalResult convertLaunch(jit::LaunchOp op);
  void convertAlloc(jit::AllocOp op);
  void copy(Value source, Value target, bool isOnGPU);
  void convertReturn(jit::ReturnOp op);
  void call(StringRef callee, ValueRange buffers, ValueRange variables);
  void declare(StringRef callee, TypeRange types);
  SmallVector<Value> lookUp(ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return values_.lookup(value); });
  }

  jit::FuncOp source;
  OpBuilder builder;
  Location loc;
  GPUStream stream;
  func::FuncOp function;
  IRMapping values_;
  /// What is allocated in the function, and whether on a GPU.
  SmallVector<std::pair<Value, bool>> allocated;
  /// The memref of each result, null where the result is an argument.
  SmallVector<Value> results;
};
} // namespace

/// An alloc that is returned is the caller's memory.
void FunctionConverter::createFunction() {
  Block &body = source.getBody().front();
  auto *terminator = body.getTerminator();
  SmallVector<Type> types;
  SmallVector<BlockArgument> buffers, variables;
  for (BlockArgument argument : body.getArguments())
    (argument.getType().isIndex() ? variables : buffers).push_back(argument);
  for (BlockArgument argument : buffers)
    types.push_back(getMemRef(argument.getType()));
  for (Value result : terminator->getOperands())
    if (!isa<BlockArgument>(result))
      types.push_back(getMemRef(result.getType()));
  types.append(variables.size(), builder.getIndexType());
  function = func::FuncOp::create(builder, loc, source.getSymName(),
                                  builder.getFunctionType(types, {}));
  Block *entry = function.addEntryBlock();
  unsigned next = 0;
  for (BlockArgument argument : buffers)
    values_.map(argument, entry->getArgument(next++));
  llvm::SmallDenseSet<Value> taken;
  for (Value result : terminator->getOperands()) {
    results.push_back(Value());
    if (isa<BlockArgument>(result))
      continue;
    results.back() = entry->getArgument(next++);
    if (result.getDefiningOp<jit::AllocOp>() && taken.insert(result).second)
      values_.map(result, results.back());
  }
  for (BlockArgument argument : variables)
    values_.map(argument, entry->getArgument(next++));
  builder.setInsertionPointToEnd(entry);
}

LogicalResult FunctionConverter::convertConstant(jit::ConstantOp op) {
  auto buffer = cast<jit::BufferType>(op.getBuffer().getType());
  auto type = getMemRef(buffer);
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  Type element = value ? value.getElementType() : Type();
  if (!value || (element != buffer.getElementType() && !element.isInteger(1)))
    return op.emitOpError() << "cannot be a global: expected elements of "
                            << buffer.getElementType();
  if (element.isInteger(1))
    value = value.mapValues(buffer.getElementType(),
                            [](const APInt &bit) { return bit.zext(8); });
  value = value.reshape(
      RankedTensorType::get({buffer.getSize()}, buffer.getElementType()));
  auto module = source->getParentOfType<ModuleOp>();
  OpBuilder outer = OpBuilder::atBlockBegin(module.getBody());
  std::string name;
  for (unsigned i = 0; name.empty() || module.lookupSymbol(name); ++i)
    name = (source.getSymName() + "_constant" + Twine(i)).str();
  memref::GlobalOp::create(
      outer, op.getLoc(), name, outer.getStringAttr("private"), type, value,
      /*constant=*/true, outer.getI64IntegerAttr(kAlignment));
  Value global = memref::GetGlobalOp::create(builder, op.getLoc(), type, name);
  values_.map(op.getBuffer(), global);
  if (isGPUBuffer(op.getBuffer())) {
    Value memory = stream.alloc(op.getLoc(), type);
    allocated.emplace_back(memory, true);
    stream.copy(op.getLoc(), global, memory);
    values_.map(op.getBuffer(), memory);
  }
  return success();
}

/// Parts of an arena, which is bytes.
LogicalResult FunctionConverter::convertView(jit::SubBufferOp op) {
  Value base = values_.lookup(op.getBase());
  auto baseType = cast<MemRefType>(base.getType());
  MemRefType type = getMemRef(op.getBuffer().getType());
  if (op.getOffset() == 0 && type == baseType) {
    values_.map(op.getBuffer(), base);
    return success();
  }
  if (!baseType.getElementType().isInteger(8))
    return op.emitOpError()
           << "is a part of memory that is no arena, which no memref with an "
              "identity layout can be";
  Value offset =
      arith::ConstantIndexOp::create(builder, op.getLoc(), op.getOffset());
  values_.map(op.getBuffer(), memref::ViewOp::create(builder, op.getLoc(), type,
                                                     base, offset, ValueRange())
                                  .getResult());
  return success();
}

void FunctionConverter::declare(StringRef callee, TypeRange types) {
  auto module = source->getParentOfType<ModuleOp>();
  if (module.lookupSymbol(callee))
    return;
  OpBuilder outer = OpBuilder::atBlockBegin(module.getBody());
  func::FuncOp::create(outer, loc, callee, outer.getFunctionType(types, {}))
      .setPrivate();
}

void FunctionConverter::call(StringRef callee, ValueRange buffers,
                             ValueRange variables) {
  SmallVector<Value> operands = lookUp(buffers);
  llvm::append_range(operands, lookUp(variables));
  declare(callee, TypeRange(ValueRange(operands)));
  func::CallOp::create(builder, loc, callee, TypeRange(), operands);
}

LogicalResult FunctionConverter::convertLaunch(jit::LaunchOp op) {
  SmallVector<Value> buffers(op.getOuts());
  llvm::append_range(buffers, op.getIns());
  auto program =
      source->getParentOfType<ModuleOp>().lookupSymbol<jit::ProgramOp>(
          op.getProgramAttr().getAttr());
  if (!program) {
    call(op.getProgram(), buffers, op.getVars());
    return success();
  }
  if (!program.getBinary())
    return op.emitOpError() << "runs a program that is compiled already; "
                               "expected a kernel in linear form";
  return stream.launch(op, program, lookUp(buffers), lookUp(op.getVars()),
                       lookUp(op.getGrid()), lookUp(op.getBlock()));
}

void FunctionConverter::convertAlloc(jit::AllocOp op) {
  if (values_.contains(op.getBuffer()))
    return;
  MemRefType type = getMemRef(op.getBuffer().getType());
  bool isOnGPU = isGPUBuffer(op.getBuffer());
  Value memory =
      isOnGPU ? stream.alloc(op.getLoc(), type)
              : memref::AllocOp::create(builder, op.getLoc(), type,
                                        builder.getI64IntegerAttr(kAlignment))
                    .getResult();
  allocated.emplace_back(memory, isOnGPU);
  values_.map(op.getBuffer(), memory);
}

/// Copies memory, some of which may be on a GPU.
void FunctionConverter::copy(Value source, Value target, bool isOnGPU) {
  if (isOnGPU)
    stream.copy(loc, source, target);
  else
    memref::CopyOp::create(builder, loc, source, target);
}

/// What is no memory of its own is copied to the caller's.
void FunctionConverter::convertReturn(jit::ReturnOp op) {
  for (auto [result, memory] : llvm::zip(op.getBuffers(), results))
    if (memory && values_.lookup(result) != memory)
      copy(values_.lookup(result), memory, isGPUBuffer(result));
  for (auto [memory, isOnGPU] : allocated)
    if (isOnGPU)
      stream.dealloc(loc, memory);
  stream.wait(loc);
  for (auto [memory, isOnGPU] : allocated)
    if (!isOnGPU)
      memref::DeallocOp::create(builder, loc, memory);
  func::ReturnOp::create(builder, op.getLoc());
}

LogicalResult FunctionConverter::convert(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<jit::AllocOp>([&](auto alloc) {
        convertAlloc(alloc);
        return success();
      })
      .Case<jit::ConstantOp>(
          [&](auto constant) { return convertConstant(constant); })
      .Case<jit::SubBufferOp>([&](auto view) { return convertView(view); })
      .Case<jit::LaunchOp>([&](auto launch) { return convertLaunch(launch); })
      .Case<jit::CustomOp>([&](auto custom) {
        SmallVector<Value> buffers(custom.getOuts());
        llvm::append_range(buffers, custom.getIns());
        // The host sees what was computed before.
        stream.wait(op->getLoc());
        call(custom.getCallee(), buffers, {});
        return success();
      })
      .Case<jit::CopyOp>([&](auto item) {
        Value source = item.getSource(), target = item.getTarget();
        copy(values_.lookup(source), values_.lookup(target),
             isGPUBuffer(source) || isGPUBuffer(target));
        return success();
      })
      .Case<jit::OnceOp>([&](auto once) {
        for (Operation &item : once.getBody().front())
          if (failed(convert(&item)))
            return failure();
        return success();
      })
      .Case<jit::ReturnOp>([&](auto end) {
        convertReturn(end);
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (isa_and_nonnull<jit::JITDialect>(other->getDialect()) ||
            jit::isItem(other))
          return other->emitOpError()
                 << "has no counterpart in a function on memrefs";
        builder.clone(*other, values_);
        return success();
      });
}

LogicalResult FunctionConverter::convert() {
  createFunction();
  for (Operation &op : source.getBody().front())
    if (failed(convert(&op)))
      return failure();
  source.erase();
  return success();
}

namespace {
struct ConvertJITToFuncPass
    : tinygrad::impl::ConvertJITToFuncBase<ConvertJITToFuncPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<uop::KernelOp>()))
      if (failed(convertKernel(kernel)))
        return signalPassFailure();
    for (auto function :
         llvm::make_early_inc_range(module.getOps<jit::FuncOp>())) {
      if (failed(FunctionConverter(function).convert()))
        return signalPassFailure();
    }
    for (auto program :
         llvm::make_early_inc_range(module.getOps<jit::ProgramOp>()))
      if (program.getBinary())
        program.erase();
    convertGPUKernels(module);
  }
};
} // namespace
