//===- CaptureRecorder.cpp - what runs while a function is captured -------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/CaptureRecorder.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tinygrad;
using rt::makeError;
using rt::Status;
using rt::StatusOr;

CaptureRecorder::CaptureRecorder(MLIRContext &context, std::string name,
                                 rt::Call call)
    : context(context), builder(&context), name(std::move(name)),
      call(std::move(call)) {
  context.loadDialect<jit::JITDialect, arith::ArithDialect>();
  Location loc = UnknownLoc::get(&context);
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  capture = jit::CaptureOp::create(
      builder, loc, builder.getStringAttr(this->name),
      TypeAttr::get(builder.getFunctionType({}, {})), ArrayAttr(), ArrayAttr());
  body = &capture.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(body);
  status = addArguments();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static AffineExpr makeSize(const rt::CallSize &size, const rt::Call &call,
                           MLIRContext *context, int64_t &bound) {
  if (size.variable.empty()) {
    bound = size.size;
    return getAffineConstantExpr(size.size, context);
  }
  for (auto [position, variable] : llvm::enumerate(call.variables))
    if (variable.name == size.variable) {
      bound = variable.max;
      return getAffineSymbolExpr(unsigned(position), context);
    }
  return {};
}

Status CaptureRecorder::addArguments() {
  Location loc = module->getLoc();
  for (const rt::CallTensor &tensor : call.tensors) {
    std::string owner = "argument '" + tensor.name + "' ";
    if (!tensor.buffer)
      return makeError(owner, "has no memory");
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    Type dtype = parseType(tensor.dtype, &context);
    if (!dtype)
      return makeError(owner, "has the unknown element type '", tensor.dtype,
                       "'");
    int64_t count = 1;
    SmallVector<Attribute> sizes;
    for (const rt::CallSize &size : tensor.shape) {
      int64_t bound = 0;
      AffineExpr expr = makeSize(size, call, &context, bound);
      if (!expr)
        return makeError(owner, "has a size '", size.variable,
                         "', which is no variable of the call");
      if (llvm::MulOverflow(count, bound, count))
        return makeError(owner, "is too large");
      if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        sizes.push_back(builder.getI64IntegerAttr(constant.getValue()));
      else
        sizes.push_back(AffineMapAttr::get(
            AffineMap::get(0, unsigned(call.variables.size()), expr)));
    }
    auto device = builder.getStringAttr(tensor.buffer.device()->name());
    auto type = jit::BufferType::getChecked([&] { return emitError(loc); },
                                            &context, count, dtype, device);
    if (!type)
      return makeError(owner, "has elements that buffers do not hold: '",
                       tensor.dtype, "'");
    if (pieces.contains(tensor.buffer.identity()))
      return makeError(owner, "shares memory with another argument");
    Value argument = body->addArgument(type, loc);
    pieces[tensor.buffer.identity()] = {argument, tensor.buffer.offset(),
                                        tensor.buffer, DictionaryAttr()};
    NamedAttrList attributes;
    attributes.set("jit.name", builder.getStringAttr(tensor.name));
    attributes.set("jit.dtype", TypeAttr::get(dtype));
    attributes.set("jit.shape", builder.getArrayAttr(sizes));
    if (!tensor.strides.empty())
      attributes.set("jit.strides",
                     builder.getDenseI64ArrayAttr(tensor.strides));
    attributes.set("jit.device", device);
    attributes.set("jit.view",
                   builder.getI64IntegerAttr(int64_t(tensor.buffer.offset())));
    argumentAttributes.push_back(attributes.getDictionary(&context));
  }
  for (const rt::CallVariable &variable : call.variables) {
    body->addArgument(builder.getIndexType(), loc);
    argumentAttributes.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("jit.variable",
                              builder.getStringAttr(variable.name)),
         builder.getNamedAttr(
             "jit.bounds",
             builder.getI64ArrayAttr({variable.min, variable.max}))}));
  }
  return Status::success();
}

/// Memory from outside becomes an argument behind the call's tensors.
Value CaptureRecorder::holdMemory(const rt::Buffer &buffer) {
  rt::Buffer whole = buffer.whole();
  auto type = jit::BufferType::get(int64_t(whole.bytes()), builder.getI8Type(),
                                   whole.device()->name());
  unsigned position = unsigned(call.tensors.size() + held.size());
  Value argument = body->insertArgument(position, type, module->getLoc());
  NamedAttrList attributes;
  attributes.set("jit.held", builder.getUnitAttr());
  argumentAttributes.insert(argumentAttributes.begin() + position,
                            attributes.getDictionary(&context));
  pieces[buffer.identity()] = {argument, 0, whole, DictionaryAttr()};
  held.push_back(whole);
  return argument;
}

StatusOr<Value> CaptureRecorder::findValue(const rt::Buffer &buffer,
                                           jit::BufferType type) {
  if (!buffer)
    return makeError("expected a buffer, but got an empty handle");
  auto found = pieces.find(buffer.identity());
  if (found == pieces.end()) {
    holdMemory(buffer);
    found = pieces.find(buffer.identity());
  }
  const Piece &piece = found->second;
  auto pieceType = cast<jit::BufferType>(piece.value.getType());
  if (buffer.offset() == piece.offset && pieceType == type)
    return piece.value;
  int64_t offset = int64_t(buffer.offset()) - int64_t(piece.offset);
  if (offset < 0 || offset + type.getBytes() > pieceType.getBytes())
    return makeError("a kernel takes bytes [", buffer.offset(), ", ",
                     buffer.offset() + uint64_t(type.getBytes()),
                     ") of a memory, but the function was given [",
                     piece.offset, ", ",
                     piece.offset + uint64_t(pieceType.getBytes()), ") of it");
  return jit::SubBufferOp::create(builder, module->getLoc(), type, piece.value,
                                  offset)
      .getBuffer();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

Status CaptureRecorder::mapVariables(FunctionOpInterface function,
                                     ArrayRef<RecordedVariable> variables,
                                     IRMapping &mapping,
                                     SmallVectorImpl<AffineExpr> &symbols) {
  for (BlockArgument argument : function.getArguments()) {
    if (!argument.getType().isIndex())
      continue;
    auto wanted = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        "jit.variable");
    auto given =
        llvm::find_if(variables, [&](const RecordedVariable &variable) {
          return wanted && variable.name == wanted.getValue();
        });
    if (given == variables.end())
      return makeError("variable '", wanted ? wanted.str() : "",
                       "' has no value in a run that is captured");
    auto inCall = llvm::find_if(call.variables, [&](const auto &variable) {
      return variable.name == given->name;
    });
    bool isFixed = given->isFixed || inCall == call.variables.end() ||
                   inCall->value != given->value;
    if (isFixed) {
      symbols.push_back(getAffineConstantExpr(given->value, &context));
      mapping.map(argument, arith::ConstantIndexOp::create(
                                builder, module->getLoc(), given->value)
                                .getResult());
    } else {
      auto position = unsigned(inCall - call.variables.begin());
      symbols.push_back(getAffineSymbolExpr(position, &context));
      unsigned first =
          body->getNumArguments() - unsigned(call.variables.size());
      mapping.map(argument, body->getArgument(first + position));
    }
  }
  return Status::success();
}

/// Takes over the programs, under other names where names clash.
Status CaptureRecorder::importPrograms(ModuleOp from,
                                       llvm::StringMap<StringAttr> &names) {
  SymbolTable symbols(*module);
  for (auto program : from.getOps<jit::ProgramOp>()) {
    if (auto known = symbols.lookup<jit::ProgramOp>(program.getSymName());
        known && OperationEquivalence::isEquivalentTo(
                     known, program, OperationEquivalence::IgnoreLocations)) {
      names[program.getSymName()] = known.getSymNameAttr();
      continue;
    }
    auto copy = cast<jit::ProgramOp>(program->clone());
    symbols.insert(copy, module->getBody()->begin());
    names[program.getSymName()] = copy.getSymNameAttr();
  }
  return Status::success();
}

/// Items of launch graphs, and those that run once, are items like all others,
/// arenas memory like any other: the capture decides anew.
void CaptureRecorder::cloneItems(Block &from, IRMapping &mapping,
                                 const llvm::StringMap<StringAttr> &names) {
  for (Operation &op : from.without_terminator()) {
    if (isa<jit::GraphOp, jit::OnceOp>(op)) {
      cloneItems(op.getRegion(0).front(), mapping, names);
      continue;
    }
    if (!jit::isItem(&op)) {
      Operation *copy = builder.clone(op, mapping);
      if (auto alloc = dyn_cast<jit::AllocOp>(copy))
        alloc.setArena(false);
      if (auto view = dyn_cast<jit::SubBufferOp>(copy))
        view.removeTenantAttr();
      continue;
    }
    OperationState state(op.getLoc(), op.getName());
    state.addAttributes(op.getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = op.getPropertiesAsAttribute();
    for (Value operand : op.getOperands())
      if (!isa<jit::EventType>(operand.getType()))
        state.operands.push_back(mapping.lookup(operand));
    Operation *copy = builder.create(state);
    if (auto launch = dyn_cast<jit::LaunchOp>(copy)) {
      auto sizes = cast<jit::LaunchOp>(op).getProperties().operandSegmentSizes;
      sizes.back() = 0;
      launch.getProperties().operandSegmentSizes = sizes;
      auto program = names.find(launch.getProgram());
      if (program != names.end())
        launch.setProgram(program->second);
    }
  }
}

/// The attributes of a result over the capture's variables.
static DictionaryAttr replaceShape(DictionaryAttr attributes, Builder &builder,
                                   ArrayRef<AffineExpr> symbols,
                                   unsigned numVariables) {
  auto shape = attributes ? attributes.getAs<ArrayAttr>("jit.shape") : nullptr;
  if (!shape)
    return attributes;
  SmallVector<Attribute> sizes;
  for (Attribute size : shape) {
    auto map = dyn_cast<AffineMapAttr>(size);
    if (!map) {
      sizes.push_back(size);
      continue;
    }
    AffineExpr expr = map.getAffineMap().getResult(0).replaceSymbols(symbols);
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      sizes.push_back(builder.getI64IntegerAttr(constant.getValue()));
    else
      sizes.push_back(
          AffineMapAttr::get(AffineMap::get(0, numVariables, expr)));
  }
  NamedAttrList result(attributes);
  result.set("jit.shape", builder.getArrayAttr(sizes));
  return result.getDictionary(builder.getContext());
}

Status CaptureRecorder::bindResults(FunctionOpInterface function,
                                    Operation *terminator, IRMapping &mapping,
                                    ArrayRef<AffineExpr> symbols,
                                    ArrayRef<rt::Buffer> results) {
  if (terminator->getNumOperands() != results.size())
    return makeError("a run that is captured gives ",
                     terminator->getNumOperands(), " results, but got ",
                     results.size());
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!result)
      return makeError("result ", i,
                       " of a run that is captured has no memory");
    auto attributes = dyn_cast_or_null<DictionaryAttr>(
        function.getResultAttrDict(unsigned(i)));
    attributes = replaceShape(attributes, builder, symbols,
                              unsigned(call.variables.size()));
    if (auto known = pieces.find(result.identity()); known != pieces.end()) {
      // An updated argument.
      known->second.attributes = attributes;
      continue;
    }
    Value value = mapping.lookup(terminator->getOperand(unsigned(i)));
    Value memory = jit::getByteRange(value).memory;
    bool isShared = llvm::any_of(pieces, [&](auto &entry) {
      return jit::getByteRange(entry.second.value).memory == memory;
    });
    if (isShared || memory.getDefiningOp<jit::ConstantOp>()) {
      // The run gave a copy.
      auto copy = jit::AllocOp::create(builder, module->getLoc(),
                                       cast<jit::BufferType>(value.getType()),
                                       /*arena=*/false);
      jit::CopyOp::create(builder, module->getLoc(), /*event=*/Type(), value,
                          copy.getBuffer(), /*after=*/ValueRange());
      value = copy.getBuffer();
    }
    pieces[result.identity()] = {value, result.offset(), result, attributes};
  }
  return Status::success();
}

Status CaptureRecorder::record(ModuleOp from, StringRef functionName,
                               ArrayRef<rt::Buffer> inputs,
                               ArrayRef<RecordedVariable> variables,
                               ArrayRef<rt::Buffer> results) {
  if (status.isError())
    return status;
  auto run = [&]() -> Status {
    Operation *symbol = from.lookupSymbol(functionName);
    if (!isa_and_nonnull<jit::FuncOp, jit::CaptureOp>(symbol))
      return makeError("expected a jit function called '", functionName.str(),
                       "'");
    auto function = cast<FunctionOpInterface>(symbol);
    Block &items = function.getFunctionBody().front();
    IRMapping mapping;
    SmallVector<AffineExpr> symbols;
    llvm::StringMap<StringAttr> names;
    size_t next = 0;
    for (BlockArgument argument : items.getArguments()) {
      auto type = dyn_cast<jit::BufferType>(argument.getType());
      if (!type)
        continue;
      if (next == inputs.size())
        return makeError("expected more than ", inputs.size(),
                         " inputs for a run that is captured");
      StatusOr<Value> value = findValue(inputs[next++], type);
      if (value.isError())
        return value.status();
      mapping.map(argument, *value);
    }
    if (next != inputs.size())
      return makeError("expected ", next,
                       " inputs for a run that is captured, but got ",
                       inputs.size());
    if (Status mapped = mapVariables(function, variables, mapping, symbols);
        mapped.isError())
      return mapped;
    if (Status imported = importPrograms(from, names); imported.isError())
      return imported;
    cloneItems(items, mapping, names);
    return bindResults(function, items.getTerminator(), mapping, symbols,
                       results);
  };
  status = run();
  return status;
}

size_t CaptureRecorder::countItems() const {
  return jit::collectItems(*body).size();
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void CaptureRecorder::createFunction(ArrayRef<Value> results,
                                     ArrayRef<Attribute> resultAttributes) {
  jit::ReturnOp::create(builder, module->getLoc(), ValueRange(results));
  capture.setFunctionType(builder.getFunctionType(
      body->getArgumentTypes(), ValueRange(results).getTypes()));
  capture.setArgAttrsAttr(builder.getArrayAttr(argumentAttributes));
  capture.setResAttrsAttr(builder.getArrayAttr(resultAttributes));
  if (call.constants.empty())
    return;
  SmallVector<Attribute> constants;
  for (const rt::CallConstant &constant : call.constants)
    constants.push_back(
        builder.getStrArrayAttr({constant.name, constant.text}));
  capture->setAttr("jit.constants", builder.getArrayAttr(constants));
}

StatusOr<RecordedCapture>
CaptureRecorder::finish(ArrayRef<rt::Buffer> results) {
  if (status.isError())
    return status;
  if (countItems() == 0)
    return makeError("nothing was launched while '", name,
                     "' was captured: there is nothing to replay");
  SmallVector<Value> values;
  SmallVector<Attribute> attributes;
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!result)
      return makeError("result ", i, " of '", name, "' has no memory");
    auto found = pieces.find(result.identity());
    if (found == pieces.end()) {
      holdMemory(result);
      found = pieces.find(result.identity());
    }
    const Piece &piece = found->second;
    Value value = piece.value;
    auto type = cast<jit::BufferType>(value.getType());
    bool isWhole = result.offset() == piece.offset;
    if (!isWhole) {
      int64_t offset = int64_t(result.offset()) - int64_t(piece.offset);
      if (offset < 0 || offset + int64_t(result.bytes()) > type.getBytes())
        return makeError("result ", i, " of '", name,
                         "' lies outside of the memory that it is a part of");
      auto part =
          jit::BufferType::get(int64_t(result.bytes()), builder.getI8Type(),
                               type.getDevice().getValue());
      value = jit::SubBufferOp::create(builder, module->getLoc(), part, value,
                                       offset);
    }
    values.push_back(value);
    bool hasAttributes = isWhole && piece.attributes;
    attributes.push_back(hasAttributes ? piece.attributes
                                       : builder.getDictionaryAttr({}));
  }
  createFunction(values, attributes);
  std::string message;
  {
    ScopedDiagnosticHandler keep(&context, [&](Diagnostic &diagnostic) {
      message += diagnostic.str();
      return success();
    });
    if (failed(mlir::verify(*module)))
      return makeError("the capture of '", name, "' is malformed: ", message);
  }
  pieces.clear();
  return RecordedCapture{std::move(module), name, std::move(held)};
}
