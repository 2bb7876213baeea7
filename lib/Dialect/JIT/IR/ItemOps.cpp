//===- ItemOps.cpp - what a jit function runs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tinygrad::jit;

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITOps.cpp.inc"

using Unresolved = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// Parses `keyword(%a, %b)` if it is there.
static ParseResult parseList(OpAsmParser &parser, StringRef keyword,
                             SmallVectorImpl<Unresolved> &operands) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren);
}

static void printList(OpAsmPrinter &printer, StringRef keyword,
                      ValueRange operands) {
  if (!operands.empty())
    printer << ' ' << keyword << '(' << operands << ')';
}

static ParseResult parseTypeList(OpAsmParser &parser,
                                 SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
    return parser.parseType(types.emplace_back());
  });
}

static ParseResult resolveAs(OpAsmParser &parser, ArrayRef<Unresolved> operands,
                             Type type, OperationState &result) {
  return parser.resolveOperands(operands, type, result.operands);
}

/// An item signals an event exactly if the text names a result.
static ParseResult addEvent(OpAsmParser &parser, OperationState &result) {
  if (parser.getNumResults() > 0)
    result.addTypes(EventType::get(parser.getContext()));
  return success();
}

ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &result) {
  FlatSymbolRefAttr program;
  SmallVector<Unresolved> outs, ins, vars, grid, block, after;
  SmallVector<Type> outTypes, inTypes;
  if (parser.parseAttribute(program, "program", result.attributes) ||
      parseList(parser, "outs", outs) || parseList(parser, "ins", ins) ||
      parseList(parser, "vars", vars) || parseList(parser, "grid", grid) ||
      parseList(parser, "block", block) || parseList(parser, "after", after) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type index = parser.getBuilder().getIndexType();
  Type event = EventType::get(parser.getContext());
  if (parseTypeList(parser, outTypes) || parser.parseComma() ||
      parseTypeList(parser, inTypes) ||
      parser.resolveOperands(outs, outTypes, loc, result.operands) ||
      parser.resolveOperands(ins, inTypes, loc, result.operands) ||
      resolveAs(parser, vars, index, result) ||
      resolveAs(parser, grid, index, result) ||
      resolveAs(parser, block, index, result) ||
      resolveAs(parser, after, event, result))
    return failure();
  result.addAttribute(getOperandSegmentSizeAttr(),
                      parser.getBuilder().getDenseI32ArrayAttr(
                          {int32_t(outs.size()), int32_t(ins.size()),
                           int32_t(vars.size()), int32_t(grid.size()),
                           int32_t(block.size()), int32_t(after.size())}));
  return addEvent(parser, result);
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getProgramAttr();
  printList(printer, "outs", getOuts());
  printList(printer, "ins", getIns());
  printList(printer, "vars", getVars());
  printList(printer, "grid", getGrid());
  printList(printer, "block", getBlock());
  printList(printer, "after", getAfter());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {getProgramAttrName(), getOperandSegmentSizeAttr()});
  printer << " : (" << getOuts().getTypes() << "), (" << getIns().getTypes()
          << ')';
}

ParseResult CopyOp::parse(OpAsmParser &parser, OperationState &result) {
  Unresolved source, target;
  SmallVector<Unresolved> after;
  Type sourceType, targetType;
  if (parser.parseOperand(source) || parser.parseKeyword("to") ||
      parser.parseOperand(target) || parseList(parser, "after", after) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(sourceType) || parser.parseComma() ||
      parser.parseType(targetType) ||
      parser.resolveOperand(source, sourceType, result.operands) ||
      parser.resolveOperand(target, targetType, result.operands) ||
      resolveAs(parser, after, EventType::get(parser.getContext()), result))
    return failure();
  return addEvent(parser, result);
}

void CopyOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource() << " to " << getTarget();
  printList(printer, "after", getAfter());
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getSource().getType() << ", " << getTarget().getType();
}

ParseResult CustomOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr callee;
  SmallVector<Unresolved> outs, ins, after;
  SmallVector<Type> outTypes, inTypes;
  // The type keeps the parser from taking the colon as the string's.
  Type none = parser.getBuilder().getNoneType();
  if (parser.parseAttribute(callee, none, "callee", result.attributes) ||
      parseList(parser, "outs", outs) || parseList(parser, "ins", ins) ||
      parseList(parser, "after", after) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parseTypeList(parser, outTypes) || parser.parseComma() ||
      parseTypeList(parser, inTypes) ||
      parser.resolveOperands(outs, outTypes, loc, result.operands) ||
      parser.resolveOperands(ins, inTypes, loc, result.operands) ||
      resolveAs(parser, after, EventType::get(parser.getContext()), result))
    return failure();
  result.addAttribute(
      getOperandSegmentSizeAttr(),
      parser.getBuilder().getDenseI32ArrayAttr(
          {int32_t(outs.size()), int32_t(ins.size()), int32_t(after.size())}));
  return addEvent(parser, result);
}

void CustomOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printAttributeWithoutType(getCalleeAttr());
  printList(printer, "outs", getOuts());
  printList(printer, "ins", getIns());
  printList(printer, "after", getAfter());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {getCalleeAttrName(), getOperandSegmentSizeAttr()});
  printer << " : (" << getOuts().getTypes() << "), (" << getIns().getTypes()
          << ')';
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

static void addEffects(MutableOperandRange operands,
                       MemoryEffects::Effect *effect, Effects &effects) {
  for (OpOperand &operand : operands)
    effects.emplace_back(effect, &operand);
}

void LaunchOp::getEffects(Effects &effects) {
  addEffects(getOutsMutable(), MemoryEffects::Write::get(), effects);
  addEffects(getInsMutable(), MemoryEffects::Read::get(), effects);
}

void CopyOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getTargetMutable());
}

/// What a host function does beyond its buffers is unknown.
void CustomOp::getEffects(Effects &effects) {
  addEffects(getOutsMutable(), MemoryEffects::Write::get(), effects);
  addEffects(getInsMutable(), MemoryEffects::Read::get(), effects);
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static LogicalResult verifyEvents(Operation *op, ValueRange after) {
  bool hasEvents = !after.empty() || op->getNumResults() != 0;
  if (hasEvents && !isa_and_nonnull<GraphOp>(op->getParentOp()))
    return op->emitOpError()
           << "takes or gives an event outside of a jit.graph";
  return success();
}

LogicalResult LaunchOp::verify() {
  if (getOuts().empty())
    return emitOpError() << "expected at least one buffer to write";
  StringAttr device = cast<BufferType>(getOuts().front().getType()).getDevice();
  for (ValueRange list : {ValueRange(getOuts()), ValueRange(getIns())})
    for (Type type : list.getTypes())
      if (cast<BufferType>(type).getDevice() != device)
        return emitOpError() << "expected all buffers on device " << device
                             << ", but got " << type;
  if (getGrid().size() > 3 || getBlock().size() > 3)
    return emitOpError() << "expected at most 3 launch dims, but got "
                         << std::max(getGrid().size(), getBlock().size());
  return verifyEvents(*this, getAfter());
}

/// The element type of a tensor's buffer as a kernel's memref has it.
static Type kernelElementType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return type;
  return IntegerType::get(type.getContext(), std::max(8u, integer.getWidth()));
}

/// Checks the launch against a kernel that is not compiled yet: a function on
/// memrefs and indices.
static LogicalResult verifyKernelUse(LaunchOp op, FunctionOpInterface kernel) {
  SmallVector<MemRefType> memrefs;
  for (Type type : kernel.getArgumentTypes())
    if (auto memref = dyn_cast<MemRefType>(type))
      memrefs.push_back(memref);
  size_t numBuffers = op.getOuts().size() + op.getIns().size();
  size_t numVars = kernel.getNumArguments() - memrefs.size();
  if (memrefs.size() != numBuffers || numVars != op.getVars().size()) {
    InFlightDiagnostic diag =
        op.emitOpError() << "expected " << memrefs.size() << " buffers and "
                         << numVars << " variables, but got " << numBuffers
                         << " and " << op.getVars().size();
    diag.attachNote(kernel.getLoc()) << "the kernel is here";
    return diag;
  }
  for (size_t i = 0; i < numBuffers; ++i) {
    Value operand = i < op.getOuts().size()
                        ? op.getOuts()[i]
                        : op.getIns()[i - op.getOuts().size()];
    auto buffer = cast<BufferType>(operand.getType());
    if (kernelElementType(buffer.getElementType()) ==
            memrefs[i].getElementType() &&
        memrefs[i].getNumElements() == buffer.getSize())
      continue;
    InFlightDiagnostic diag = op.emitOpError()
                              << "expected buffer " << i << " to fit "
                              << memrefs[i] << ", but got " << buffer;
    diag.attachNote(kernel.getLoc()) << "the kernel is here";
    return diag;
  }
  return success();
}

static LogicalResult verifyProgramUse(LaunchOp op, ProgramOp program) {
  size_t numBuffers = op.getOuts().size() + op.getIns().size();
  size_t numOutputs = op.getOuts().size();
  size_t numVars = program.getThreadExtent().getNumSymbols();
  if (numBuffers == program.getNumBuffers() &&
      numOutputs == program.getNumOutputs() && numVars == op.getVars().size())
    return success();
  InFlightDiagnostic diag =
      op.emitOpError() << "expected " << program.getNumBuffers() << " buffers, "
                       << program.getNumOutputs() << " of them outputs, and "
                       << numVars << " variables, but got " << numBuffers
                       << ", " << numOutputs << " and " << op.getVars().size();
  diag.attachNote(program.getLoc()) << "the program is here";
  return diag;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getProgramAttr());
  if (!symbol)
    return emitOpError() << "refers to " << getProgramAttr()
                         << ", which is not defined";
  if (auto program = dyn_cast<ProgramOp>(symbol))
    return verifyProgramUse(*this, program);
  auto kernel = dyn_cast<FunctionOpInterface>(symbol);
  if (kernel && !isa<FuncOp, CaptureOp>(symbol))
    return verifyKernelUse(*this, kernel);
  InFlightDiagnostic diag = emitOpError() << "expected " << getProgramAttr()
                                          << " to be a kernel or a program";
  diag.attachNote(symbol->getLoc()) << "it is a " << symbol->getName();
  return diag;
}

LogicalResult CopyOp::verify() {
  BufferType source = getSource().getType(), target = getTarget().getType();
  if (source.getSize() != target.getSize() ||
      source.getElementType() != target.getElementType())
    return emitOpError() << "expected buffers of one size and element type, "
                         << "but got " << source << " and " << target;
  return verifyEvents(*this, getAfter());
}

LogicalResult CustomOp::verify() { return verifyEvents(*this, getAfter()); }

LogicalResult GraphOp::verify() {
  if (getDevice().empty())
    return emitOpError() << "expected the name of a device";
  for (Operation &item : getBody().front()) {
    auto foreign = dyn_cast<ExecItemOpInterface>(item);
    bool canRun = foreign ? foreign.canRunInGraph(getDeviceKind(getDevice()))
                          : isa<LaunchOp, CopyOp>(item);
    if (!canRun) {
      InFlightDiagnostic diag = emitOpError()
                                << "expected launches and copies only";
      diag.attachNote(item.getLoc()) << "this is a " << item.getName();
      return diag;
    }
    for (Value operand : item.getOperands()) {
      // The items themselves are verified later; what erases them leaves none.
      auto buffer =
          operand ? dyn_cast<BufferType>(operand.getType()) : BufferType();
      if (!buffer ||
          getDeviceKind(buffer.getDevice()) == getDeviceKind(getDevice()))
        continue;
      InFlightDiagnostic diag = emitOpError()
                                << "expected buffers of one kind of device, "
                                << "but got " << buffer;
      diag.attachNote(item.getLoc()) << "used here";
      return diag;
    }
  }
  for (PatchAttr patch :
       getPatches() ? getPatchesAttr().getAsRange<PatchAttr>()
                    : ArrayAttr::get(getContext(), {}).getAsRange<PatchAttr>())
    if (patch.getNode() < 0 ||
        patch.getNode() >= int64_t(getBody().front().getOperations().size()) ||
        patch.getSlot() < 0 || patch.getSource() < 0)
      return emitOpError() << "expected patches of existing nodes, but got "
                           << patch;
  return success();
}

LogicalResult OnceOp::verify() {
  for (Operation &item : getBody().front()) {
    if (isa<LaunchOp, CopyOp>(item))
      continue;
    InFlightDiagnostic diag = emitOpError()
                              << "expected launches and copies only";
    diag.attachNote(item.getLoc()) << "this is a " << item.getName();
    return diag;
  }
  return success();
}
