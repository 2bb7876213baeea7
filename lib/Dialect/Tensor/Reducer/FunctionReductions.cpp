//===- FunctionReductions.cpp - functions become less -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// Results and arguments
//===----------------------------------------------------------------------===//

static LogicalResult dropResult(func::FuncOp function, unsigned number) {
  BitVector erased(function.getNumResults());
  erased.set(number);
  for (auto terminator : function.getOps<func::ReturnOp>())
    terminator->eraseOperands(number, 1);
  return function.eraseResults(erased);
}

/// Returns operand `operand` of the op that computes result `number` instead.
static LogicalResult bypass(func::FuncOp function, unsigned number,
                            unsigned operand) {
  auto terminator =
      dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
  Operation *op =
      terminator ? terminator.getOperand(number).getDefiningOp() : nullptr;
  if (!op || operand >= op->getNumOperands() ||
      !isa<RankedTensorType>(op->getOperand(operand).getType()))
    return failure();
  terminator->setOperand(number, op->getOperand(operand));
  SmallVector<Type> results(function.getResultTypes());
  results[number] = op->getOperand(operand).getType();
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), results));
  return success();
}

static LogicalResult dropArgument(func::FuncOp function, unsigned number) {
  if (!function.getArgument(number).use_empty())
    return failure();
  return function.eraseArgument(number);
}

//===----------------------------------------------------------------------===//
// Variables and sizes
//===----------------------------------------------------------------------===//

static DictionaryAttr getVariables(func::FuncOp function) {
  auto variables =
      function->getAttrOfType<DictionaryAttr>(TGDialect::kVariables);
  return variables ? variables : DictionaryAttr::get(function.getContext());
}

static LogicalResult dropVariable(func::FuncOp function, StringRef name) {
  NamedAttrList variables(getVariables(function));
  if (!variables.erase(name))
    return failure();
  if (variables.empty())
    function->removeAttr(TGDialect::kVariables);
  else
    function->setAttr(TGDialect::kVariables,
                      variables.getDictionary(function.getContext()));
  return success();
}

/// `type` with sizes of `to` instead of `from`.
static Type resize(Type type, int64_t from, int64_t to) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  SmallVector<int64_t> sizes(tensor.getShape());
  llvm::replace(sizes, from, to);
  return tensor.clone(sizes);
}

/// A constant of another size: the first of its elements, again and again.
static Attribute resize(ElementsAttr elements, int64_t from, int64_t to) {
  auto type = cast<RankedTensorType>(resize(elements.getType(), from, to));
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (!dense || type == elements.getType() || dense.getNumElements() == 0)
    return elements;
  if (dense.isSplat())
    return dense.resizeSplat(type);
  SmallVector<Attribute> values(dense.value_begin<Attribute>(),
                                dense.value_end<Attribute>());
  SmallVector<Attribute> kept;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    kept.push_back(values[i % values.size()]);
  return DenseElementsAttr::get(type, kept);
}

static Attribute resize(Attribute attribute, int64_t from, int64_t to) {
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    SmallVector<int64_t> entries(list.asArrayRef());
    llvm::replace(entries, from, to);
    return DenseI64ArrayAttr::get(attribute.getContext(), entries);
  }
  if (auto elements = dyn_cast<ElementsAttr>(attribute))
    return resize(elements, from, to);
  return attribute;
}

/// Every size `from` of the function becomes `to`: valid where no sum or
/// product of sizes has to come out, which the verifiers tell.
static LogicalResult resize(func::FuncOp function, int64_t from, int64_t to) {
  Builder builder(function.getContext());
  auto resizeValue = [&](Value value) {
    value.setType(resize(value.getType(), from, to));
  };
  for (BlockArgument argument : function.getArguments()) {
    resizeValue(argument);
    unsigned number = argument.getArgNumber();
    auto dims = function.getArgAttrOfType<ArrayAttr>(number, TGDialect::kDims);
    if (!dims)
      continue;
    SmallVector<Attribute> entries(dims.begin(), dims.end());
    for (Attribute &entry : entries)
      if (auto size = dyn_cast<IntegerAttr>(entry);
          size && size.getInt() == from)
        entry = IntegerAttr::get(size.getType(), to);
    function.setArgAttr(number, TGDialect::kDims,
                        builder.getArrayAttr(entries));
  }
  function->walk([&](Operation *op) {
    if (op == function)
      return;
    llvm::for_each(op->getResults(), resizeValue);
    // Lists of axes look like lists of sizes; where they are not, this fails.
    if (op->getName().getDialectNamespace() == TGDialect::getDialectNamespace())
      for (NamedAttribute attribute : llvm::to_vector(op->getAttrs()))
        if (attribute.getName() != "axes" && attribute.getName() != "order")
          op->setAttr(attribute.getName(),
                      resize(attribute.getValue(), from, to));
  });
  SmallVector<Type> results;
  for (Type type : function.getResultTypes())
    results.push_back(resize(type, from, to));
  function.setType(builder.getFunctionType(
      function.getBody().front().getArgumentTypes(), results));
  return success();
}

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

namespace {
class ReduceFunction : public OpRewritePattern<func::FuncOp> {
public:
  ReduceFunction(MLIRContext *context, Trial trial)
      : OpRewritePattern(context), trial(trial) {}

  LogicalResult matchAndRewrite(func::FuncOp function,
                                PatternRewriter &rewriter) const override {
    if (!function.getBody().hasOneBlock())
      return rewriter.notifyMatchFailure(function, "not one block");
    bool changed = false;
    auto attempt = [&](llvm::function_ref<LogicalResult(func::FuncOp)> change) {
      auto apply = [&](RewriterBase &, Operation *op) {
        return change(cast<func::FuncOp>(op));
      };
      bool isChanged = trial.changeInPlace(rewriter, function, apply);
      changed |= isChanged;
      return isChanged;
    };
    for (unsigned i = function.getNumResults(); i-- > 0;)
      attempt([&](func::FuncOp op) { return dropResult(op, i); });
    // Results come nearer to what matters.
    constexpr unsigned kMostOperands = 4;
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      for (unsigned operand = 0; operand < kMostOperands;)
        if (!attempt([&](func::FuncOp op) { return bypass(op, i, operand); }))
          ++operand;
    for (unsigned i = function.getNumArguments(); i-- > 0;)
      attempt([&](func::FuncOp op) { return dropArgument(op, i); });
    for (NamedAttribute variable : getVariables(function))
      attempt([&](func::FuncOp op) {
        return dropVariable(op, variable.getName());
      });
    for (int64_t size : getSizes(function))
      for (int64_t smaller : {int64_t(1), int64_t(2), size / 2})
        if (smaller < size &&
            attempt([&](func::FuncOp op) { return resize(op, size, smaller); }))
          break;
    return success(changed);
  }

private:
  /// The constant sizes of the function's tensors, the largest first.
  static SmallVector<int64_t> getSizes(func::FuncOp function) {
    SmallVector<int64_t> sizes;
    auto add = [&](Value value) {
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        for (int64_t size : type.getShape())
          if (size > 1 && !llvm::is_contained(sizes, size))
            sizes.push_back(size);
    };
    llvm::for_each(function.getArguments(), add);
    function.walk(
        [&](Operation *op) { llvm::for_each(op->getResults(), add); });
    llvm::sort(sizes, std::greater<int64_t>());
    return sizes;
  }

  Trial trial;
};
} // namespace

void populateFunctionReductions(RewritePatternSet &patterns, Trial trial) {
  patterns.add<ReduceFunction>(patterns.getContext(), trial);
}

} // namespace tinygrad::tg
