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
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
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
                                            Type elementType) {
    auto type = jit::BufferType::getChecked(
        [&] { return emitError(loc); }, builder.getContext(), size, elementType,
        builder.getStringAttr(device));
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
      inputAttributes.push_back(builder.getDictionaryAttr(getPortAttributes(
          argument,
          function.getArgAttr(argument.getArgNumber(), tg::TGDialect::kName))));
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
              func::ReturnOp>([&](auto typed) { return convertTyped(typed); })
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
    for (OpResult tensor : op.getResults()) {
      auto memref = dyn_cast<MemRefType>(
          kernel.getArgumentTypes()[tensor.getResultNumber()]);
      if (!memref || !memref.hasStaticShape())
        return op.emitOpError("expected a kernel whose output ")
               << tensor.getResultNumber() << " is a static memref";
      FailureOr<jit::BufferType> type =
          getCheckedType(op.getLoc(), memref.getNumElements(),
                         getElementTypeOrSelf(tensor.getType()));
      if (failed(type))
        return failure();
      outs.push_back(
          jit::AllocOp::create(builder, op.getLoc(), *type, /*arena=*/false));
      mapping.map(tensor, outs.back());
    }
    for (Value input : op.getInputs())
      ins.push_back(mapping.lookup(input));
    for (Value variable : op.getVariables())
      vars.push_back(mapping.lookup(variable));
    jit::LaunchOp::create(builder, op.getLoc(), /*event=*/Type(),
                          op.getKernelAttr(), outs, ins, vars,
                          /*grid=*/ValueRange(), /*block=*/ValueRange(),
                          /*after=*/ValueRange());
    return success();
  }

  LogicalResult convertTyped(func::ReturnOp op) {
    SmallVector<Value> buffers;
    SmallVector<Attribute> attributes;
    for (auto [i, tensor] : llvm::enumerate(op.getOperands())) {
      Value buffer = mapping.lookup(tensor);
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
