//===- KernelOp.cpp - the uop.kernel op -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/Constant.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

//===----------------------------------------------------------------------===//
// Syntax: like a function, with the schedule after the arguments.
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  (void)mlir::impl::parseOptionalVisibilityKeyword(parser, result.attributes);
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, args, isVariadic, resultTypes,
          resultAttrs))
    return failure();

  SmallVector<Type> argTypes = llvm::map_to_vector(
      args, [](const OpAsmParser::Argument &arg) { return arg.type; });
  result.addAttribute(getFunctionTypeAttrName(result.name),
                      TypeAttr::get(parser.getBuilder().getFunctionType(
                          argTypes, resultTypes)));
  call_interface_impl::addArgAndResultAttrs(
      parser.getBuilder(), result, args, resultAttrs,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));

  if (succeeded(parser.parseOptionalKeyword("opts"))) {
    ArrayAttr opts;
    if (parser.parseAttribute(opts, getOptsAttrName(result.name),
                              result.attributes))
      return failure();
  }
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void KernelOp::print(OpAsmPrinter &p) {
  p << ' ';
  StringRef visibility = SymbolTable::getVisibilityAttrName();
  if (auto attr = (*this)->getAttrOfType<StringAttr>(visibility))
    p << attr.getValue() << ' ';
  p.printSymbolName(getSymName());
  call_interface_impl::printFunctionSignature(
      p, getArgumentTypes(), getArgAttrsAttr(), /*isVariadic=*/false,
      getResultTypes(), getResAttrsAttr(), &getBody(),
      /*printEmptyResult=*/false);
  if (std::optional<ArrayAttr> opts = getOpts())
    p << " opts " << *opts;
  p.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {visibility, getSymNameAttrName(), getFunctionTypeAttrName(),
       getArgAttrsAttrName(), getResAttrsAttrName(), getOptsAttrName()});
  p << ' ';
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                /*printBlockTerminators=*/false);
}

//===----------------------------------------------------------------------===//
// Arguments and ranges
//===----------------------------------------------------------------------===//

unsigned KernelOp::getNumBuffers() {
  return llvm::count_if(getArgumentTypes(), llvm::IsaPred<MemRefType>);
}

unsigned KernelOp::getNumOutputs() {
  unsigned count = 0;
  for (unsigned i = 0, e = getArgumentTypes().size(); i < e; ++i)
    count += getArgAttr(i, kOutput) != nullptr;
  return count;
}

int64_t KernelOp::getFreeRangeId() {
  int64_t free = 0;
  getBody().walk([&](RangeOp range) {
    free = std::max<int64_t>(free, range.getId() + 1);
  });
  return free;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that argument `index` of type `type` is memory that a kernel can use.
static LogicalResult verifyBuffer(KernelOp kernel, unsigned index,
                                  MemRefType type) {
  auto fail = [&](StringRef expected) {
    return kernel.emitOpError()
           << "expected buffer argument " << index << " to be " << expected
           << ", but got " << type;
  };
  if (type.getRank() != 1)
    return fail("1-D");
  if (!type.hasStaticShape())
    return fail("of static size");
  Type element = type.getElementType();
  if (element.isInteger(1))
    return fail("of i8 where it holds bools");
  if (!isa<FloatType>(element) && !element.isSignlessInteger())
    return fail("of floats or signless integers");
  if (!type.getLayout().isIdentity())
    return fail("contiguous");
  Attribute space = type.getMemorySpace();
  auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  if (space && (!gpuSpace || gpuSpace.getValue() != gpu::AddressSpace::Global))
    return fail("in global memory");
  return success();
}

/// Checks that argument `index` is a variable with a name and bounds.
static LogicalResult verifyVariable(KernelOp kernel, unsigned index) {
  if (!kernel.getArgAttr(index, KernelOp::kVariable) ||
      !kernel.getArgAttr(index, KernelOp::kBounds))
    return kernel.emitOpError() << "expected index argument " << index
                                << " to carry 'uop.variable' and 'uop.bounds'";
  if (kernel.getArgAttr(index, KernelOp::kOutput))
    return kernel.emitOpError()
           << "expected 'uop.output' on a buffer, but argument " << index
           << " is a variable";
  if (kernel.getArgAttr(index, kConstant))
    return kernel.emitOpError()
           << "expected 'uop.constant' on an input, but argument " << index
           << " is a variable";
  return success();
}

LogicalResult KernelOp::verify() {
  if (getBody().empty())
    return emitOpError("expected a body");
  if (!getResultTypes().empty())
    return emitOpError("expected no results: outputs are buffer arguments");
  bool sawInput = false, sawVariable = false;
  StringAttr lastName;
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (auto memref = dyn_cast<MemRefType>(type)) {
      if (sawVariable)
        return emitOpError() << "expected variables last, but argument "
                             << index << " is a buffer after a variable";
      bool isOutput = getArgAttr(index, kOutput) != nullptr;
      if (isOutput && sawInput)
        return emitOpError() << "expected outputs first, but argument " << index
                             << " is an output after an input";
      sawInput |= !isOutput;
      if (isOutput && getArgAttr(index, kConstant))
        return emitOpError() << "expected 'uop.constant' on an input, but "
                             << "argument " << index << " is an output";
      if (getArgAttr(index, kVariable) || getArgAttr(index, kBounds))
        return emitOpError()
               << "expected 'uop.variable' and 'uop.bounds' on an "
               << "index, but argument " << index << " is a buffer";
      if (failed(verifyBuffer(*this, index, memref)))
        return failure();
      continue;
    }
    if (!type.isIndex())
      return emitOpError() << "expected argument " << index
                           << " to be a memref or an index, but got " << type;
    sawVariable = true;
    if (failed(verifyVariable(*this, index)))
      return failure();
    auto name = cast<StringAttr>(getArgAttr(index, kVariable));
    if (lastName && lastName.getValue() >= name.getValue())
      return emitOpError() << "expected variables in the order of their names, "
                           << "each once, but got " << name << " after "
                           << lastName;
    lastName = name;
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  llvm::SmallDenseMap<int64_t, RangeOp> ids;
  WalkResult result = getBody().walk([&](RangeOp range) {
    auto [it, inserted] = ids.try_emplace(range.getId(), range);
    if (inserted)
      return WalkResult::advance();
    InFlightDiagnostic diag = range.emitOpError()
                              << "expected an id of its own in the kernel, but "
                              << range.getId() << " is taken";
    diag.attachNote(it->second.getLoc()) << "by this range";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
