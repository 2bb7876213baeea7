//===- FunctionMemory.cpp - memory that is written again --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionConverter.h"

#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad;

Value FunctionConverter::allocate(Location loc, jit::BufferType type) {
  return jit::AllocOp::create(builder, loc, type, /*arena=*/false).getBuffer();
}

/// New memory with the contents of `buffer`.
Value FunctionConverter::duplicate(Location loc, Value buffer) {
  Value copy = allocate(loc, cast<jit::BufferType>(buffer.getType()));
  jit::CopyOp::create(builder, loc, /*event=*/Type(), buffer, copy,
                      /*after=*/ValueRange());
  return copy;
}

void FunctionConverter::explainCopy(Operation *op, StringRef reason) {
  remark::missed(op->getLoc(), remark::RemarkOpts::name("Copied")
                                   .category("convert-tg-to-jit")
                                   .function(function.getSymName()))
      << remark::add("copied before an assign: {0}", reason);
}

/// The result that is the new contents of argument `number`, if there is one.
std::optional<unsigned> FunctionConverter::findUpdate(unsigned number) {
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto updated = function.getResultAttrOfType<IntegerAttr>(
            i, tg::TGDialect::kUpdates))
      if (updated.getInt() == number)
        return i;
  return std::nullopt;
}

/// Memory that belongs to the function, or that it may change.
bool FunctionConverter::isWritable(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return findUpdate(argument.getArgNumber()).has_value();
  return !buffer.getDefiningOp<jit::ConstantOp>();
}

/// The memory of input `number` for `op` to write to. Whoever reads what it
/// held before, `op` itself included, gets a copy.
Value FunctionConverter::claimMemory(tg::LaunchOp op, unsigned number,
                                     MutableArrayRef<Value> ins) {
  Value memory = ins[number];
  if (!isWritable(memory)) {
    explainCopy(op, isa<BlockArgument>(memory)
                        ? "the argument has no new contents"
                        : "a constant keeps its elements");
    Value copy = duplicate(op.getLoc(), memory);
    // The untouched original is there to be read.
    return copy;
  }
  SmallVector<Value> later;
  for (auto &[value, buffer] : mapping.getValueMap())
    if (buffer == memory && llvm::any_of(value.getUsers(), [&](Operation *u) {
          return u->getBlock() == op->getBlock() && op->isBeforeInBlock(u);
        }))
      later.push_back(value);
  bool readsItself =
      op->hasAttr(tg::kReadsUpdated) || llvm::count(ins, memory) > 1;
  if (later.empty() && !readsItself)
    return memory;
  explainCopy(op, later.empty()
                      ? "the value is computed from other elements of it"
                      : "what was there is read later");
  Value copy = duplicate(op.getLoc(), memory);
  for (Value value : later)
    mapping.map(value, copy);
  if (readsItself)
    for (Value &input : ins)
      if (input == memory)
        input = copy;
  return memory;
}

/// What the function returns: new contents are in their argument's memory,
/// and nothing else is.
SmallVector<Value> FunctionConverter::placeResults(func::ReturnOp op) {
  SmallVector<Value> buffers;
  SmallVector<Value> updated; // The argument's memory of each result, or null.
  for (auto [i, tensor] : llvm::enumerate(op.getOperands())) {
    auto number = function.getResultAttrOfType<IntegerAttr>(
        unsigned(i), tg::TGDialect::kUpdates);
    updated.push_back(number ? result.getArgument(unsigned(number.getInt()))
                             : Value());
    buffers.push_back(mapping.lookup(tensor));
  }
  for (auto [buffer, own] : llvm::zip(buffers, updated))
    if (buffer != own && llvm::is_contained(updated, buffer))
      buffer = duplicate(op.getLoc(), buffer);
  for (auto [buffer, own] : llvm::zip(buffers, updated))
    if (own && buffer != own) {
      jit::CopyOp::create(builder, op.getLoc(), /*event=*/Type(), buffer, own,
                          /*after=*/ValueRange());
      buffer = own;
    }
  return buffers;
}

LogicalResult FunctionConverter::convertTyped(func::ReturnOp op) {
  SmallVector<Value> buffers;
  SmallVector<Attribute> attributes;
  SmallVector<Value> placed = placeResults(op);
  for (auto [i, tensor] : llvm::enumerate(op.getOperands())) {
    Value buffer = placed[i];
    // A constant must stay as it is, whatever becomes of the result.
    if (buffer.getDefiningOp<jit::ConstantOp>()) {
      auto copy = jit::AllocOp::create(builder, op.getLoc(), buffer.getType(),
                                       /*arena=*/false);
      jit::CopyOp::create(builder, op.getLoc(), /*event=*/Type(), buffer,
                          copy.getBuffer(), /*after=*/ValueRange());
      buffer = copy.getBuffer();
    }
    buffers.push_back(buffer);
    attributes.push_back(builder.getDictionaryAttr(getPortAttributes(
        tensor, function.getResultAttr(unsigned(i), tg::TGDialect::kName))));
  }
  jit::ReturnOp::create(builder, op.getLoc(), buffers);
  result.setFunctionType(builder.getFunctionType(
      result.getArgumentTypes(), ValueRange(buffers).getTypes()));
  result.setResAttrsAttr(builder.getArrayAttr(attributes));
  return success();
}
