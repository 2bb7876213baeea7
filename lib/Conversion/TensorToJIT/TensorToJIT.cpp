//===- TensorToJIT.cpp - tensors become buffers -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where tensors become memory. Upstream's bufferization was
// considered: it decides where copies are needed for in-place updates, which
// scheduling has decided already when it made kernels with outputs.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "TinyGrad/Dialect/UOp/Analysis/InPlace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTGTOJIT
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {
/// Writes the jit.func of one function.
class FunctionConverter {
public:
  FunctionConverter(func::FuncOp function, SymbolTableCollection &symbols,
                    StringRef device)
      : function(function), symbols(symbols), device(device), shapes(function),
        builder(function.getContext()) {}

  LogicalResult convert() {
    if (failed(findUsedVariables()) || failed(createFunction()))
      return failure();
    for (Operation &op : function.getBody().front())
      if (failed(convertOp(&op)))
        return failure();
    return success();
  }

private:
  //===--------------------------------------------------------------------===//
  // Variables and shapes
  //===--------------------------------------------------------------------===//

  /// Those that an argument carries, that a result's sizes need, or that the
  /// function reads.
  LogicalResult findUsedVariables() {
    SmallVector<bool> isUsed(shapes.getVariables().size(), false);
    auto mark = [&](AffineExpr size) {
      if (size)
        size.walk([&](AffineExpr part) {
          if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
            isUsed[symbol.getPosition()] = true;
        });
    };
    for (Value argument : function.getArguments())
      llvm::for_each(shapes.getShape(argument), mark);
    for (Operation &op : function.getBody().front()) {
      if (auto variable = dyn_cast<tg::VariableOp>(op)) {
        std::optional<unsigned> number =
            shapes.findVariable(variable.getName());
        if (!number)
          return variable.emitOpError("reads a variable that the function does "
                                      "not declare");
        isUsed[*number] = true;
      }
      if (isa<func::ReturnOp>(op))
        for (Value result : op.getOperands())
          llvm::for_each(shapes.getShape(result), mark);
    }
    for (auto [number, used] : llvm::enumerate(isUsed))
      if (used)
        usedVariables.push_back(unsigned(number));
    return success();
  }

  /// An expression over the function's variables as a map from those used.
  AffineMap getMap(AffineExpr expr) {
    SmallVector<AffineExpr> symbols(shapes.getVariables().size(),
                                    builder.getAffineConstantExpr(0));
    for (auto [position, number] : llvm::enumerate(usedVariables))
      symbols[number] = builder.getAffineSymbolExpr(unsigned(position));
    return AffineMap::get(0, unsigned(usedVariables.size()),
                          expr.replaceSymbols(symbols));
  }

  /// The sizes of a tensor as `jit.shape`; null if one is unknown.
  ArrayAttr getShapeAttr(Value tensor) {
    SmallVector<Attribute> sizes;
    for (AffineExpr size : shapes.getShape(tensor)) {
      if (!size)
        return {};
      if (auto constant = dyn_cast<AffineConstantExpr>(size))
        sizes.push_back(builder.getI64IntegerAttr(constant.getValue()));
      else
        sizes.push_back(AffineMapAttr::get(getMap(size)));
    }
    return builder.getArrayAttr(sizes);
  }

  /// The buffer of an argument or a constant, at the variables' upper bounds.
  FailureOr<jit::BufferType> getBufferType(Value tensor) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type)
      return function.emitOpError("expected tensors only, but got ")
             << tensor.getType();
    AffineExpr count = shapes.getNumElements(shapes.getShape(tensor));
    std::optional<int64_t> bound =
        count ? shapes.getUpperBound(count) : std::nullopt;
    if (!bound)
      return emitError(tensor.getLoc())
             << "expected sizes with upper bounds that fit 63 bits, but got "
             << type;
    return getCheckedType(tensor.getLoc(), *bound, type.getElementType());
  }

  FailureOr<jit::BufferType> getCheckedType(Location loc, int64_t size,
                                            Type elementType,
                                            StringAttr place = {}) {
    auto type = jit::BufferType::getChecked(
        [&] { return emitError(loc); }, builder.getContext(), size, elementType,
        place ? place : builder.getStringAttr(device));
    if (!type)
      return failure();
    return type;
  }

  //===--------------------------------------------------------------------===//
  // The function
  //===--------------------------------------------------------------------===//

  NamedAttrList getPortAttributes(Value tensor, Attribute name) {
    NamedAttrList attributes;
    if (name)
      attributes.set("jit.name", name);
    attributes.set("jit.dtype", TypeAttr::get(getElementTypeOrSelf(tensor)));
    if (ArrayAttr shape = getShapeAttr(tensor))
      attributes.set("jit.shape", shape);
    return attributes;
  }

  LogicalResult createFunction() {
    SmallVector<Type> inputs;
    SmallVector<Attribute> inputAttributes;
    for (BlockArgument argument : function.getArguments()) {
      FailureOr<jit::BufferType> type = getBufferType(argument);
      if (failed(type))
        return failure();
      inputs.push_back(*type);
      unsigned number = argument.getArgNumber();
      NamedAttrList attributes = getPortAttributes(
          argument, function.getArgAttr(number, tg::TGDialect::kName));
      if (function.getArgAttr(number, tg::kConstant))
        attributes.set("jit.constant", builder.getUnitAttr());
      inputAttributes.push_back(attributes.getDictionary(builder.getContext()));
    }
    for (unsigned number : usedVariables) {
      const tg::Variable &variable = shapes.getVariables()[number];
      inputs.push_back(builder.getIndexType());
      inputAttributes.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("jit.variable", variable.name),
           builder.getNamedAttr(
               "jit.bounds",
               builder.getI64ArrayAttr({variable.min, variable.max}))}));
    }

    builder.setInsertionPoint(function);
    // The results' types are known at the return.
    result = jit::FuncOp::create(
        builder, function.getLoc(), function.getSymNameAttr(),
        TypeAttr::get(builder.getFunctionType(inputs, {})),
        builder.getArrayAttr(inputAttributes), /*res_attrs=*/ArrayAttr());
    if (StringAttr visibility = function.getSymVisibilityAttr())
      result->setAttr(SymbolTable::getVisibilityAttrName(), visibility);
    Block &body = result.getBody().emplaceBlock();
    for (auto [i, type] : llvm::enumerate(inputs)) {
      Location loc = i < function.getNumArguments()
                         ? function.getArgument(unsigned(i)).getLoc()
                         : function.getLoc();
      body.addArgument(type, loc);
    }
    for (BlockArgument argument : function.getArguments())
      mapping.map(argument, body.getArgument(argument.getArgNumber()));
    builder.setInsertionPointToStart(&body);
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  LogicalResult convertOp(Operation *op) {
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

  LogicalResult convertTyped(tg::VariableOp op) {
    unsigned number = *shapes.findVariable(op.getName());
    auto position = llvm::find(usedVariables, number) - usedVariables.begin();
    mapping.map(op.getResult(), result.getArgument(function.getNumArguments() +
                                                   unsigned(position)));
    return success();
  }

  LogicalResult convertTyped(tg::ConstantOp op) {
    FailureOr<jit::BufferType> type = getBufferType(op.getResult());
    if (failed(type))
      return failure();
    auto constant =
        jit::ConstantOp::create(builder, op.getLoc(), *type, op.getValue());
    mapping.map(op.getResult(), constant.getBuffer());
    return success();
  }

  /// The same memory.
  LogicalResult convertTyped(tg::ReshapeOp op) {
    mapping.map(op.getResult(), mapping.lookup(op.getInput()));
    return success();
  }

  /// The kernel says how large its outputs are.
  LogicalResult convertTyped(tg::LaunchOp op) {
    auto kernel = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
        op, op.getKernelAttr());
    if (!kernel)
      return op.emitOpError("expected a kernel, but got ")
             << op.getKernelAttr();
    SmallVector<Value> outs, ins, vars;
    for (Value input : op.getInputs())
      ins.push_back(mapping.lookup(input));
    FailureOr<StringAttr> place = placeInputs(op, ins);
    if (failed(place))
      return failure();
    auto updates =
        op->getAttrOfType<DenseI64ArrayAttr>(tg::TGDialect::kUpdates);
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

  LogicalResult convertTyped(tg::EmptyOp op) {
    FailureOr<jit::BufferType> type = getBufferType(op.getResult());
    if (failed(type))
      return failure();
    mapping.map(op.getResult(), allocate(op.getLoc(), *type));
    return success();
  }

  LogicalResult convertTyped(tg::CopyOp op) {
    FailureOr<jit::BufferType> here = getBufferType(op.getResult());
    if (failed(here))
      return failure();
    FailureOr<jit::BufferType> there =
        getCheckedType(op.getLoc(), here->getSize(), here->getElementType(),
                       op.getDeviceAttr());
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

  LogicalResult convertTyped(tg::CustomOp op) {
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

  //===--------------------------------------------------------------------===//
  // Devices
  //===--------------------------------------------------------------------===//

  StringAttr getDevice(Value buffer) {
    return cast<jit::BufferType>(buffer.getType()).getDevice();
  }

  /// The device that `op` runs on: where its inputs are. What is made of
  /// constants alone is copied there; a kernel of nothing else may run anywhere
  /// (null).
  FailureOr<StringAttr> placeInputs(tg::LaunchOp op,
                                    MutableArrayRef<Value> ins) {
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
      Value there =
          allocate(op.getLoc(),
                   jit::BufferType::get(builder.getContext(), type.getSize(),
                                        type.getElementType(), place));
      jit::CopyOp::create(builder, op.getLoc(), /*event=*/Type(), buffer, there,
                          /*after=*/ValueRange());
      buffer = there;
    }
    return place;
  }

  //===--------------------------------------------------------------------===//
  // Memory that is written again
  //===--------------------------------------------------------------------===//

  Value allocate(Location loc, jit::BufferType type) {
    return jit::AllocOp::create(builder, loc, type, /*arena=*/false)
        .getBuffer();
  }

  /// New memory with the contents of `buffer`.
  Value duplicate(Location loc, Value buffer) {
    Value copy = allocate(loc, cast<jit::BufferType>(buffer.getType()));
    jit::CopyOp::create(builder, loc, /*event=*/Type(), buffer, copy,
                        /*after=*/ValueRange());
    return copy;
  }

  void explainCopy(Operation *op, StringRef reason) {
    remark::missed(op->getLoc(), remark::RemarkOpts::name("Copied")
                                     .category("convert-tg-to-jit")
                                     .function(function.getSymName()))
        << remark::add("copied before an assign: {0}", reason);
  }

  /// The result that is the new contents of argument `number`, if there is one.
  std::optional<unsigned> findUpdate(unsigned number) {
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (auto updated = function.getResultAttrOfType<IntegerAttr>(
              i, tg::TGDialect::kUpdates))
        if (updated.getInt() == number)
          return i;
    return std::nullopt;
  }

  /// Memory that belongs to the function, or that it may change.
  bool isWritable(Value buffer) {
    if (auto argument = dyn_cast<BlockArgument>(buffer))
      return findUpdate(argument.getArgNumber()).has_value();
    return !buffer.getDefiningOp<jit::ConstantOp>();
  }

  /// The memory of input `number` for `op` to write to. Whoever reads what it
  /// held before, `op` itself included, gets a copy.
  Value claimMemory(tg::LaunchOp op, unsigned number,
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
  SmallVector<Value> placeResults(func::ReturnOp op) {
    SmallVector<Value> buffers;
    SmallVector<Value>
        updated; // The argument's memory of each result, or null.
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

  LogicalResult convertTyped(func::ReturnOp op) {
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

  func::FuncOp function;
  SymbolTableCollection &symbols;
  StringRef device;
  tg::SymbolicShapes shapes;
  OpBuilder builder;
  jit::FuncOp result;
  IRMapping mapping;
  /// The buffers made of an argument or a copy, whose device is fixed.
  llvm::DenseSet<Value> placed;
  /// The numbers of the variables that are arguments, in their order.
  SmallVector<unsigned> usedVariables;
};

/// A function that has to do with tensors.
bool isTensorFunction(func::FuncOp function) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return !function.isExternal() &&
         (llvm::any_of(function.getArgumentTypes(), isTensor) ||
          llvm::any_of(function.getResultTypes(), isTensor));
}

struct ConvertTGToJIT : impl::ConvertTGToJITBase<ConvertTGToJIT> {
  using ConvertTGToJITBase::ConvertTGToJITBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    for (func::FuncOp function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!isTensorFunction(function))
        continue;
      if (!llvm::hasSingleElement(function.getBody())) {
        function.emitOpError("expected one block");
        return signalPassFailure();
      }
      if (failed(FunctionConverter(function, symbols, device).convert()))
        return signalPassFailure();
      function.erase();
    }
  }
};
} // namespace
} // namespace tinygrad
