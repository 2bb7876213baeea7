//===- FuncOps.cpp - functions and programs of jit ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tinygrad::jit;

//===----------------------------------------------------------------------===//
// jit.func, jit.capture
//===----------------------------------------------------------------------===//

template <typename Func>
static ParseResult parseFunc(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  if (function_interface_impl::parseFunctionOp(
          parser, result, /*allowVariadic=*/false,
          Func::getFunctionTypeAttrName(result.name), buildType,
          Func::getArgAttrsAttrName(result.name),
          Func::getResAttrsAttrName(result.name)))
    return failure();
  if (Region &body = *result.regions.front(); !body.empty())
    Func::ensureTerminator(body, parser.getBuilder(), result.location);
  return success();
}

template <typename Func> static void printFunc(OpAsmPrinter &printer, Func op) {
  function_interface_impl::printFunctionOp(
      printer, op, /*isVariadic=*/false, op.getFunctionTypeAttrName(),
      op.getArgAttrsAttrName(), op.getResAttrsAttrName());
}

/// Buffers come first; every variable has a name of its own and bounds.
static LogicalResult verifyArguments(FunctionOpInterface op) {
  llvm::StringSet<> names;
  bool hasVariable = false;
  for (auto [i, type] : llvm::enumerate(op.getArgumentTypes())) {
    if (isa<BufferType>(type)) {
      if (hasVariable)
        return op.emitOpError()
               << "expected the buffers before the variables, but argument "
               << i << " is a buffer";
      continue;
    }
    if (!type.isIndex())
      return op.emitOpError()
             << "expected argument " << i
             << " to be a buffer or an index, but got " << type;
    hasVariable = true;
    auto name = op.getArgAttrOfType<StringAttr>(i, "jit.variable");
    if (!name || !op.getArgAttr(i, "jit.bounds"))
      return op.emitOpError()
             << "expected 'jit.variable' and 'jit.bounds' on argument " << i;
    if (!names.insert(name.getValue()).second)
      return op.emitOpError() << "variable " << name << " occurs twice";
  }
  return success();
}

static LogicalResult verifyFunc(FunctionOpInterface op) {
  if (failed(verifyArguments(op)))
    return failure();
  for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
    if (!isa<BufferType>(type))
      return op.emitOpError()
             << "expected result " << i << " to be a buffer, but got " << type;
  Block &body = op.getFunctionBody().front();
  if (body.empty() || !isa<ReturnOp>(body.back()))
    return success(); // The terminator's trait reports it.
  Operation &terminator = body.back();
  if (terminator.getOperandTypes() == op.getResultTypes())
    return success();
  return terminator.emitOpError()
         << "expected operands of the types of the function's results "
         << op.getResultTypes() << ", but got " << terminator.getOperandTypes();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunc<FuncOp>(parser, result);
}
void FuncOp::print(OpAsmPrinter &printer) { printFunc(printer, *this); }
LogicalResult FuncOp::verify() { return verifyFunc(*this); }

ParseResult CaptureOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunc<CaptureOp>(parser, result);
}
void CaptureOp::print(OpAsmPrinter &printer) { printFunc(printer, *this); }

LogicalResult CaptureOp::verify() {
  if (failed(verifyFunc(*this)))
    return failure();
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    auto buffer = dyn_cast<BufferType>(type);
    if (!buffer || getArgAttr(i, "jit.held"))
      continue;
    for (StringRef guard :
         {"jit.name", "jit.dtype", "jit.shape", "jit.device", "jit.view"})
      if (!getArgAttr(i, guard))
        return emitOpError()
               << "expected the guard '" << guard << "' on argument " << i;
    auto device = getArgAttrOfType<StringAttr>(i, "jit.device");
    if (device != buffer.getDevice())
      return emitOpError() << "expected 'jit.device' of argument " << i
                           << " to be the buffer's " << buffer.getDevice()
                           << ", but got " << device;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// jit.program
//===----------------------------------------------------------------------===//

LogicalResult ProgramOp::verify() {
  auto buffers = int64_t(getNumBuffers()), outputs = int64_t(getNumOutputs());
  if (outputs < 0 || outputs > buffers)
    return emitOpError() << "expected at most as many outputs as buffers, but "
                         << "got " << outputs << " and " << buffers;
  if (auto scratch = int64_t(getScratchBytes()); scratch < 0)
    return emitOpError() << "expected scratch bytes of at least 0, but got "
                         << scratch;
  unsigned numSymbols = getThreadExtent().getNumSymbols();
  for (AffineMap map : {getThreadExtent(), getOps(), getBytes()}) {
    if (map.getNumDims() == 0 && map.getNumResults() == 1 &&
        map.getNumSymbols() == numSymbols)
      continue;
    return emitOpError() << "expected maps from the same variables, as symbols,"
                         << " to one result, but got "
                         << AffineMapAttr::get(map);
  }
  if (getBlock() && !getGrid())
    return emitOpError("expected a grid together with a block");
  if (!getGrid())
    return success();
  if (getGrid()->getNumDims() != 0 || getGrid()->getNumResults() != 3 ||
      getGrid()->getNumSymbols() != numSymbols)
    return emitOpError()
           << "expected a grid from the variables, as symbols, to "
           << "three results, but got " << getGridAttr();
  if (!getBlock())
    return success();
  if (getBlock()->size() != 3 ||
      llvm::any_of(*getBlock(), [](int64_t size) { return size < 1; }))
    return emitOpError()
           << "expected a block of three sizes of at least 1, but "
           << "got " << getBlockAttr();
  return success();
}
