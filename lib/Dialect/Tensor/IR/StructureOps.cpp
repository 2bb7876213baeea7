//===- StructureOps.cpp - creation and structure ops of tg ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  ElementsAttr value = getValue();
  if (isa<DenseElementsAttr>(value))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return emitOpError("expected dense elements or a dense resource, but got ")
           << value;
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return success(); // Declared; its data come from elsewhere.
  auto type = cast<RankedTensorType>(getType());
  int64_t bytes = std::max(1u, getElementWidth(type.getElementType()) / 8);
  for (int64_t size : type.getShape())
    bytes *= size; // Cannot overflow: a tensor of tg is below 2^63 bytes.
  if (static_cast<int64_t>(blob->getData().size()) != bytes)
    return emitOpError("expected ") << bytes << " bytes in resource '"
                                    << resource.getRawHandle().getKey()
                                    << "', but got " << blob->getData().size();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor adaptor) { return getValue(); }

SmallVector<AffineExpr> ContiguousOp::getSymbolicShape(unsigned,
                                                       SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

//===----------------------------------------------------------------------===//
// ArangeOp
//===----------------------------------------------------------------------===//

void ArangeOp::build(OpBuilder &builder, OperationState &state,
                     OpFoldResult size, TypedAttr start, TypedAttr step) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(size, dynamic, constant);
  build(builder, state, RankedTensorType::get(constant, start.getType()),
        dynamic, constant, start, step);
}

LogicalResult ArangeOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (type.getRank() != 1)
    return emitOpError("expected a result of rank 1, but got ") << type;
  if (failed(verifySizes(*this, "sizes", getStaticSizes(), getSizes(), type)))
    return failure();
  for (auto [name, value] :
       {std::pair("start", getStart()), std::pair("step", getStep())})
    if (failed(verifyScalar(*this, name, value, type.getElementType())))
      return failure();
  return success();
}

SmallVector<OpFoldResult> ArangeOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

SmallVector<AffineExpr> ArangeOp::getResultShape(SymbolicShapes &shapes) {
  return {shapes.getIndexExpr(getMixedSizes().front())};
}

OperandAccess ArangeOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  // There is no tensor operand; nothing is read.
  return {
      AffineMap::get(1, shapes.getVariables().size(), getContext()), {}, {}};
}

Value ArangeOp::buildElement(OpBuilder &builder, Location loc, ValueRange,
                             ValueRange axes) {
  Type element = getElementTypeOrSelf(getType());
  if (!isa<FloatType>(element)) {
    Value place = arith::IndexCastOp::create(builder, loc,
                                             getScalarType(element), axes[0]);
    Value step = buildScalar(builder, loc, getStep());
    Value distance = arith::MulIOp::create(builder, loc, place, step);
    Value start = buildScalar(builder, loc, getStart());
    return arith::AddIOp::create(builder, loc, start, distance);
  }
  // Narrow floats are computed in f32 and rounded once.
  Type type = getSumType(element);
  Value place =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), axes[0]);
  place = arith::SIToFPOp::create(builder, loc, type, place);
  auto constant = [&](TypedAttr value) {
    return buildScalarCast(builder, loc, buildScalar(builder, loc, value),
                           element, type);
  };
  Value distance =
      arith::MulFOp::create(builder, loc, place, constant(getStep()));
  Value value =
      arith::AddFOp::create(builder, loc, constant(getStart()), distance);
  return buildScalarCast(builder, loc, value, type, element);
}

int64_t ArangeOp::getElementCost() { return 2; }

//===----------------------------------------------------------------------===//
// VariableOp
//===----------------------------------------------------------------------===//

LogicalResult VariableOp::verify() {
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function)
    return emitOpError("expected to be inside a function");
  auto variables =
      function->getAttrOfType<DictionaryAttr>(TGDialect::kVariables);
  if (!variables || !variables.contains(getName())) {
    InFlightDiagnostic diagnostic =
        emitOpError(
            "expected a variable of the function, but got unknown name ")
        << getNameAttr();
    diagnostic.attachNote(function.getLoc()) << "the function is here";
    return diagnostic;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

// tg.kernel(%a = %x : type, …) attributes {…} -> type, type { … }
ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  SmallVector<Type> types;
  auto parseInput = [&]() -> ParseResult {
    return failure(
        parser.parseArgument(arguments.emplace_back(), /*allowType=*/false) ||
        parser.parseEqual() || parser.parseOperand(inputs.emplace_back()) ||
        parser.parseColonType(arguments.back().type));
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseInput) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseOptionalArrowTypeList(result.types))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  Region *body = result.addRegion();
  if (parser.resolveOperands(inputs, types, loc, result.operands) ||
      parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << '(';
  // The verifier sees to it that there are as many arguments as inputs, but IR
  // is printed in diagnostics before that too.
  Block &body = getBody().front();
  size_t count = std::min<size_t>(body.getNumArguments(), getInputs().size());
  llvm::interleaveComma(llvm::seq<size_t>(0, count), printer, [&](size_t i) {
    printer << body.getArgument(i) << " = " << getInputs()[i] << " : "
            << getInputs()[i].getType();
  });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printOptionalArrowTypeList(getResultTypes());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
}

LogicalResult KernelOp::verify() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getInputs().size())
    return emitOpError("expected as many block arguments as inputs, ")
           << getInputs().size() << ", but got " << body.getNumArguments();
  for (auto [index, argument, input] :
       llvm::enumerate(body.getArguments(), getInputs()))
    if (argument.getType() != input.getType())
      return emitOpError("expected block argument ")
             << index << " of type " << input.getType() << ", but got "
             << argument.getType();
  for (Type type : getResultTypes())
    if (cast<RankedTensorType>(type).getShape() !=
        cast<RankedTensorType>(getResultTypes().front()).getShape())
      return emitOpError("expected results of one shape, but got ")
             << getResultTypes().front() << " and " << type;
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  auto yield = cast<YieldOp>(getBody().front().getTerminator());
  if (yield.getValues().getTypes() == getResultTypes())
    return success();
  InFlightDiagnostic diagnostic =
      yield.emitOpError("expected values of types ");
  diagnostic << getResultTypes() << ", but got "
             << yield.getValues().getTypes();
  diagnostic.attachNote(getLoc()) << "the results of the kernel are here";
  return diagnostic;
}

Value KernelOp::getYieldedValue(unsigned result) {
  if (getBody().empty() || getBody().front().empty())
    return {};
  auto yield = dyn_cast<YieldOp>(getBody().front().back());
  return yield && result < yield.getValues().size() ? yield.getValues()[result]
                                                    : Value();
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

// tg.launch @kernel(%in, …) vars(%n, …) attributes {…} : (types) -> types
ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &result) {
  FlatSymbolRefAttr kernel;
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, variables;
  FunctionType type;
  if (parser.parseAttribute(kernel, parser.getBuilder().getNoneType(),
                            getKernelAttrName(result.name), result.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) ||
      (succeeded(parser.parseOptionalKeyword("vars")) &&
       parser.parseOperandList(variables, AsmParser::Delimiter::Paren)) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(inputs, type.getInputs(), loc, result.operands) ||
      parser.resolveOperands(variables, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  llvm::copy(
      ArrayRef<int32_t>({static_cast<int32_t>(inputs.size()),
                         static_cast<int32_t>(variables.size())}),
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  result.addTypes(type.getResults());
  return success();
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getKernel());
  printer << '(' << getInputs() << ')';
  if (!getVariables().empty())
    printer << " vars(" << getVariables() << ')';
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getKernelAttrName(), getOperandSegmentSizesAttrName()});
  printer << " : ";
  printer.printFunctionalType(getInputs().getTypes(), getResultTypes());
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *kernel = symbols.lookupNearestSymbolFrom(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("expected the name of a kernel, but got unknown symbol ")
           << getKernelAttr();
  // `uop.kernel` is a function of buffers and index variables. Its dialect need
  // not be known here: only the interface is asked.
  auto function = dyn_cast<FunctionOpInterface>(kernel);
  // Compiled, or lowered to pointers: there is nothing to compare with.
  if (!function || !llvm::all_of(function.getArgumentTypes(),
                                 llvm::IsaPred<MemRefType, IndexType>))
    return success();
  size_t buffers = getNumResults() + getInputs().size();
  size_t expected = 0;
  for (Type type : function.getArgumentTypes())
    expected += !isa<IndexType>(type);
  size_t indices = function.getNumArguments() - expected;
  InFlightDiagnostic diagnostic = emitOpError();
  if (expected != buffers)
    diagnostic << "expected " << expected << " results and inputs, but got "
               << buffers;
  else if (indices != getVariables().size())
    diagnostic << "expected " << indices << " variables, but got "
               << getVariables().size();
  else {
    diagnostic.abandon();
    return success();
  }
  diagnostic.attachNote(kernel->getLoc()) << "the kernel is here";
  return diagnostic;
}

} // namespace tinygrad::tg
