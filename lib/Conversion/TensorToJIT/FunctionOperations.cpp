//===- FunctionOperations.cpp - launches, copies and where they run -----===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionConverter.h"

#include "TinyGrad/Dialect/UOp/Analysis/InPlace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad;

LogicalResult FunctionConverter::convertOp(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tg::LaunchOp, tg::ConstantOp, tg::ReshapeOp, tg::VariableOp,
            tg::EmptyOp, tg::CustomOp, tg::CopyOp, func::ReturnOp>(
          [&](auto typed) { return convertTyped(typed); })
      .Default([&](Operation *other) -> LogicalResult {
        bool isIndexOp = isa<arith::ArithDialect>(other->getDialect()) &&
                         llvm::all_of(other->getResultTypes(), [](Type type) {
                           return type.isIntOrIndex();
                         });
        if (!isIndexOp)
          return other->emitOpError(
              "expected only launches, constants, reshapes and index "
              "arithmetic between kernels");
        builder.clone(*other, mapping);
        return success();
      });
}

LogicalResult FunctionConverter::convertTyped(tg::VariableOp op) {
  unsigned number = *shapes.findVariable(op.getName());
  auto position = llvm::find(usedVariables, number) - usedVariables.begin();
  mapping.map(op.getResult(), result.getArgument(function.getNumArguments() +
                                                 unsigned(position)));
  return success();
}

LogicalResult FunctionConverter::convertTyped(tg::ConstantOp op) {
  FailureOr<jit::BufferType> type = getBufferType(op.getResult());
  if (failed(type))
    return failure();
  auto constant =
      jit::ConstantOp::create(builder, op.getLoc(), *type, op.getValue());
  mapping.map(op.getResult(), constant.getBuffer());
  return success();
}

/// The same memory.
LogicalResult FunctionConverter::convertTyped(tg::ReshapeOp op) {
  mapping.map(op.getResult(), mapping.lookup(op.getInput()));
  return success();
}

/// The kernel says how large its outputs are.
LogicalResult FunctionConverter::convertTyped(tg::LaunchOp op) {
  auto kernel = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("expected a kernel, but got ") << op.getKernelAttr();
  SmallVector<Value> outs, ins, vars;
  for (Value input : op.getInputs())
    ins.push_back(mapping.lookup(input));
  FailureOr<StringAttr> place = placeInputs(op, ins);
  if (failed(place))
    return failure();
  auto updates = op->getAttrOfType<DenseI64ArrayAttr>(tg::TGDialect::kUpdates);
  if (updates && updates.size() != static_cast<int64_t>(op.getNumResults()))
    return op.emitOpError("expected one entry of tg.updates for each result");
  for (OpResult tensor : op.getResults()) {
    int64_t input = updates ? updates[tensor.getResultNumber()] : -1;
    if (input >= static_cast<int64_t>(ins.size()))
      return op.emitOpError("expected the number of an input in tg.updates, "
                            "but got ")
             << input;
    if (input >= 0) {
      outs.push_back(claimMemory(op, input, ins));
      mapping.map(tensor, outs.back());
      if (*place)
        placed.insert(outs.back());
      continue;
    }
    auto memref = dyn_cast<MemRefType>(
        kernel.getArgumentTypes()[tensor.getResultNumber()]);
    if (!memref || !memref.hasStaticShape())
      return op.emitOpError("expected a kernel whose output ")
             << tensor.getResultNumber() << " is a static memref";
    FailureOr<jit::BufferType> type =
        getCheckedType(op.getLoc(), memref.getNumElements(),
                       getElementTypeOrSelf(tensor.getType()), *place);
    if (failed(type))
      return failure();
    outs.push_back(
        jit::AllocOp::create(builder, op.getLoc(), *type, /*arena=*/false));
    mapping.map(tensor, outs.back());
    if (*place)
      placed.insert(outs.back());
  }
  for (Value variable : op.getVariables())
    vars.push_back(mapping.lookup(variable));
  auto launch = jit::LaunchOp::create(
      builder, op.getLoc(), /*event=*/Type(), op.getKernelAttr(), outs, ins,
      vars, /*grid=*/ValueRange(), /*block=*/ValueRange(),
      /*after=*/ValueRange());
  if (auto uopKernel = dyn_cast<uop::KernelOp>(kernel.getOperation())) {
    SmallVector<Attribute> pairs;
    for (unsigned input : uop::findInPlaceInputs(uopKernel))
      pairs.push_back(builder.getDenseI64ArrayAttr({0, int64_t(input)}));
    if (!pairs.empty())
      launch->setAttr("jit.in_place", builder.getArrayAttr(pairs));
  }
  return success();
}

LogicalResult FunctionConverter::convertTyped(tg::EmptyOp op) {
  FailureOr<jit::BufferType> type = getBufferType(op.getResult());
  if (failed(type))
    return failure();
  mapping.map(op.getResult(), allocate(op.getLoc(), *type));
  return success();
}

LogicalResult FunctionConverter::convertTyped(tg::CopyOp op) {
  FailureOr<jit::BufferType> here = getBufferType(op.getResult());
  if (failed(here))
    return failure();
  FailureOr<jit::BufferType> there = getCheckedType(
      op.getLoc(), here->getSize(), here->getElementType(), op.getDeviceAttr());
  if (failed(there))
    return failure();
  Value target = allocate(op.getLoc(), *there);
  jit::CopyOp::create(builder, op.getLoc(), /*event=*/Type(),
                      mapping.lookup(op.getInput()), target,
                      /*after=*/ValueRange());
  mapping.map(op.getResult(), target);
  placed.insert(target);
  return success();
}

LogicalResult FunctionConverter::convertTyped(tg::CustomOp op) {
  SmallVector<Value> outs, ins;
  for (Value result : op.getResults()) {
    FailureOr<jit::BufferType> type = getBufferType(result);
    if (failed(type))
      return failure();
    outs.push_back(allocate(op.getLoc(), *type));
    mapping.map(result, outs.back());
    placed.insert(outs.back());
  }
  for (Value input : op.getInputs())
    ins.push_back(mapping.lookup(input));
  jit::CustomOp::create(builder, op.getLoc(), /*event=*/Type(),
                        op.getCalleeAttr(), outs, ins,
                        /*after=*/ValueRange());
  return success();
}

StringAttr FunctionConverter::getDevice(Value buffer) {
  return cast<jit::BufferType>(buffer.getType()).getDevice();
}

/// The device that `op` runs on: where its inputs are. What is made of
/// constants alone is copied there; a kernel of nothing else may run anywhere
/// (null).
FailureOr<StringAttr>
FunctionConverter::placeInputs(tg::LaunchOp op, MutableArrayRef<Value> ins) {
  Value first;
  for (Value buffer : ins) {
    if (!placed.contains(buffer) && !isa<BlockArgument>(buffer))
      continue;
    if (first && getDevice(first) != getDevice(buffer))
      return op.emitOpError("expected inputs on one device, but got ")
             << getDevice(first) << " and " << getDevice(buffer)
             << "; tg.copy moves a tensor";
    first = buffer;
  }
  if (!first)
    return StringAttr();
  StringAttr place = getDevice(first);
  for (Value &buffer : ins) {
    if (getDevice(buffer) == place)
      continue;
    auto type = cast<jit::BufferType>(buffer.getType());
    Value there = allocate(
        op.getLoc(), jit::BufferType::get(builder.getContext(), type.getSize(),
                                          type.getElementType(), place));
    jit::CopyOp::create(builder, op.getLoc(), /*event=*/Type(), buffer, there,
                        /*after=*/ValueRange());
    buffer = there;
  }
  return place;
}
