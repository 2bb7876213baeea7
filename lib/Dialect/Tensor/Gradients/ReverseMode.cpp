//===- ReverseMode.cpp - gradients from results to operands -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reverse mode over one block: the gradients of an op's results are complete
// before the op's rule is asked, since all their users come later.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Gradients/Gradients.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tinygrad::tg {

static bool isFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

/// Integers may be the bits of floats: a dependence that comes back as floats
/// by `tg.bitcast`, which then says that it has no gradient. Truth values are
/// not.
static bool isInteger(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<IntegerType>(type.getElementType()) &&
         !type.getElementType().isInteger(1);
}

/// The values that `op` reads, in its regions too.
static SmallVector<Value> getReadValues(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  if (op->getNumRegions()) {
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(values, captured);
  }
  return values;
}

/// The ops of the user's block through which the floats of `outputs` depend on
/// those of `inputs`, in program order.
static SmallVector<Operation *> findDependence(ValueRange outputs,
                                               ValueRange inputs,
                                               Operation *user,
                                               Derivative kind) {
  // Back from the outputs …
  Block *block = user->getBlock();
  llvm::DenseSet<Value> active(inputs.begin(), inputs.end());
  SetVector<Operation *> slice;
  auto visit = [&](Value value) {
    if (kind == Derivative::Partial && active.contains(value))
      return;
    Operation *op = value.getDefiningOp();
    if (op && op != user && op->getBlock() == block)
      slice.insert(op);
  };
  llvm::for_each(outputs, visit);
  for (size_t i = 0; i < slice.size(); ++i)
    llvm::for_each(getReadValues(slice[i]), visit);
  SmallVector<Operation *> ops = slice.takeVector();
  llvm::sort(ops, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  // … and of those what comes from the inputs.
  llvm::erase_if(ops, [&](Operation *op) {
    if (isa<DetachOp>(op))
      return true; // A constant, whatever comes before it.
    bool isDependent = false, hasBits = isa<BitcastOp>(op);
    for (Value value : getReadValues(op))
      if (active.contains(value)) {
        isDependent = true;
        hasBits |= isInteger(value);
      }
    bool carries = false;
    for (Value result : op->getResults())
      if (isDependent &&
          (isFloatTensor(result) || (hasBits && isInteger(result)))) {
        active.insert(result);
        carries = true;
      }
    return !carries;
  });
  return ops;
}

namespace {
/// The gradients so far, by value.
class Gradients {
public:
  explicit Gradients(GradientBuilder &builder) : builder(builder) {}

  Value get(Value value) const { return gradients.lookup(value); }
  void add(Value value, Value gradient) {
    Value &sum = gradients[value];
    sum = sum ? builder.create<AddOp>(sum, gradient) : gradient;
  }

private:
  GradientBuilder &builder;
  llvm::DenseMap<Value, Value> gradients;
};
} // namespace

/// Rules may rely on sizes that the function's variables explain.
static LogicalResult checkSizes(GradientBuilder &builder, Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values)
    if (isa<RankedTensorType>(value.getType()) &&
        llvm::is_contained(builder.getShapes().getShape(value), AffineExpr()))
      return op->emitOpError("expected sizes that follow from the function's "
                             "variables for its gradient, but got ")
             << value.getType();
  return success();
}

/// The gradients of a composite op without a rule: those of what it means. That
/// computes it once more, which is the same again where the op itself is
/// decomposed, so common subexpressions remain.
static FailureOr<SmallVector<Value>> askDecomposition(GradientBuilder &builder,
                                                      Operation *op,
                                                      ArrayRef<Value> results) {
  FailureOr<SmallVector<Value>> values =
      cast<DecomposableOpInterface>(op).decompose(builder.getBuilder());
  if (failed(values))
    return failure();
  return buildGradients(builder, *values, results, op->getOperands(), op);
}

/// Asks the rule of `op`, and checks what it says.
static FailureOr<SmallVector<Value>> askRule(GradientBuilder &builder,
                                             Operation *op,
                                             ArrayRef<Value> results,
                                             Operation *user) {
  builder.setLoc(op->getLoc());
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  if (!rule && isa<DecomposableOpInterface>(op))
    return askDecomposition(builder, op, results);
  StringRef reason = rule ? rule.getReasonForNoGradient() : StringRef();
  if (!rule || !reason.empty()) {
    InFlightDiagnostic error = op->emitOpError("has no gradient");
    if (!reason.empty())
      error << ": " << reason;
    error.attachNote(user->getLoc()) << "needed here";
    return failure();
  }
  FailureOr<SmallVector<Value>> gradients =
      rule.buildGradients(builder, results);
  if (failed(gradients) || builder.hasFailed())
    return failure();
  if (gradients->size() != op->getNumOperands())
    return op->emitOpError("expected ")
           << op->getNumOperands() << " gradients from its rule, but got "
           << gradients->size();
  for (auto [number, gradient, operand] :
       llvm::enumerate(*gradients, op->getOperands()))
    if (gradient && gradient.getType() != operand.getType())
      return op->emitOpError("expected a gradient of type ")
             << operand.getType() << " for operand " << number << ", but got "
             << gradient.getType();
  return gradients;
}

FailureOr<SmallVector<Value>>
buildGradients(GradientBuilder &builder, ValueRange outputs, ValueRange seeds,
               ValueRange inputs, Operation *user, Derivative kind) {
  SmallVector<Operation *> ops = findDependence(outputs, inputs, user, kind);
  for (Operation *op : ops)
    if (failed(checkSizes(builder, op)))
      return failure();
  llvm::DenseSet<Value> wanted(inputs.begin(), inputs.end());
  for (Operation *op : ops)
    wanted.insert(op->result_begin(), op->result_end());
  Gradients gradients(builder);
  for (auto [output, seed] : llvm::zip_equal(outputs, seeds))
    if (seed)
      gradients.add(output, seed);
  for (Operation *op : llvm::reverse(ops)) {
    SmallVector<Value> results;
    for (Value result : op->getResults())
      results.push_back(gradients.get(result));
    // Only ways without a gradient lead from here to the outputs.
    if (llvm::none_of(results, [](Value value) { return value != nullptr; }))
      continue;
    auto operands = askRule(builder, op, results, user);
    if (failed(operands))
      return failure();
    for (auto [operand, gradient] :
         llvm::zip_equal(op->getOperands(), *operands))
      if (gradient && wanted.contains(operand) && isFloatTensor(operand))
        gradients.add(operand, gradient);
  }
  builder.setLoc(user->getLoc());
  SmallVector<Value> answers;
  llvm::DenseSet<Value> answered;
  for (Value input : inputs) {
    // An operand that an op has twice has its gradient once.
    bool isAgain = !answered.insert(input).second;
    answers.push_back(isAgain && kind == Derivative::Partial
                          ? Value()
                          : gradients.get(input));
  }
  return answers;
}

} // namespace tinygrad::tg
