//===- Interpreter.cpp - evaluates functions of tg --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluators.h"
#include "IndexMath.h"
#include "IndexingEvaluators.h"

#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "TinyGrad/Reference/Reference.h"
#include "TinyGrad/Support/DTypeMLIR.h"

using namespace mlir;

namespace tinygrad::reference {

/// What one tensor may hold; a larger one is taken for a mistake.
static constexpr int64_t maxElements = int64_t(1) << 30;

std::string toString(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '[';
  llvm::interleaveComma(shape, stream);
  stream << ']';
  return text;
}

DType Call::resultType() const {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return getDType(element).value_or(DType::F32);
}

FailureOr<HostTensor> Call::makeResult(Shape shape) const {
  std::optional<int64_t> count = getNumElements(shape);
  if (!count || *count > maxElements)
    return error() << "has a result too large to evaluate: " << toString(shape);
  return *HostTensor::zeros(resultType(), std::move(shape));
}

FailureOr<Shape> Call::indices(ArrayRef<OpFoldResult> list) const {
  Shape values;
  for (OpFoldResult entry : list) {
    FailureOr<int64_t> value = index(entry);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

/// Whether a tensor fits a type, whose `?` fit any size.
static bool fits(const HostTensor &tensor, Type type) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType || getDType(tensorType.getElementType()) != tensor.dtype ||
      tensorType.getRank() != static_cast<int64_t>(tensor.shape.size()))
    return false;
  for (auto [expected, size] :
       llvm::zip_equal(tensorType.getShape(), tensor.shape))
    if (!ShapedType::isDynamic(expected) && expected != size)
      return false;
  return true;
}

namespace {
/// Evaluates the ops of one function.
class Interpreter {
public:
  Interpreter(const Bindings &variables, const KernelObserver &observer,
              const HostFunctions &hostFunctions)
      : variables(variables), observer(observer), hostFunctions(hostFunctions) {
  }

  void bind(Value value, TensorPtr tensor) { tensors[value] = tensor; }

  /// Evaluates a block up to its terminator and gives the terminator's
  /// operands.
  FailureOr<std::vector<TensorPtr>> run(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (failed(runOp(&op)))
        return failure();
      for (Value operand : op.getOperands())
        releaseAfter(operand, &op);
    }
    std::vector<TensorPtr> results;
    for (Value value : block.getTerminator()->getOperands()) {
      TensorPtr tensor = tensors.lookup(value);
      if (!tensor)
        return block.getTerminator()->emitOpError()
               << "can only give tensors to the interpreter";
      results.push_back(tensor);
    }
    return results;
  }

private:
  LogicalResult runOp(Operation *op) {
    if (auto kernel = dyn_cast<tg::KernelOp>(op))
      return runKernel(kernel);
    if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex())
      return runIndexOp(op);
    if (op->getNumResults() == 0 ||
        !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return unknown(op);

    std::vector<TensorPtr> operands;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType())) {
        operands.push_back(tensors.lookup(operand));
        if (!operands.back())
          return unknown(op);
      }
    auto index = [&](OpFoldResult value) { return indexOf(op, value); };
    Call call{op, operands, index};
    if (auto custom = dyn_cast<tg::CustomOp>(op))
      return runCustom(custom, call);
    if (op->getNumResults() != 1)
      return runSeveral(call);
    for (auto evaluator :
         {evaluateElementwise, evaluateFunction, evaluateMovement,
          evaluateReduce, evaluateSummary, evaluateContraction,
          evaluateComposite, evaluateNN, evaluateCreation, evaluateIndexing,
          evaluateCumulative, evaluateRandom, evaluateState}) {
      std::optional<Result> result = evaluator(call);
      if (!result)
        continue;
      if (failed(*result))
        return failure();
      return bindResult(op->getResult(0), std::move(**result));
    }
    return unknown(op);
  }

  LogicalResult bindResult(OpResult result, HostTensor &&tensor) {
    if (!fits(tensor, result.getType()))
      return result.getOwner()->emitOpError()
             << "has a result of shape " << toString(tensor.shape)
             << ", which its type does not allow";
    bind(result, std::make_shared<const HostTensor>(std::move(tensor)));
    return success();
  }

  /// Evaluates an op with more than one result.
  LogicalResult runSeveral(const Call &call) {
    std::optional<Results> results = evaluateSorting(call);
    if (!results)
      return unknown(call.op);
    if (failed(*results))
      return failure();
    for (auto [result, tensor] :
         llvm::zip_equal(call.op->getResults(), **results))
      if (failed(bindResult(result, std::move(tensor))))
        return failure();
    return success();
  }

  /// Calls a function that whoever evaluates has registered.
  LogicalResult runCustom(tg::CustomOp op, const Call &call) {
    auto function = hostFunctions.find(op.getCallee());
    if (function == hostFunctions.end())
      return op.emitOpError() << "calls host function '" << op.getCallee()
                              << "', which is not registered";
    std::vector<HostTensor> inputs, results;
    for (const TensorPtr &operand : call.operands)
      inputs.push_back(*operand);
    for (Type type : op.getResultTypes()) {
      auto tensor = cast<RankedTensorType>(type);
      std::optional<int64_t> count = getNumElements(tensor.getShape());
      if (!count || *count > maxElements)
        return op.emitOpError()
               << "has a result too large to evaluate: " << type;
      results.push_back(*HostTensor::zeros(
          *getDType(tensor.getElementType()),
          Shape(tensor.getShape().begin(), tensor.getShape().end())));
    }
    if (std::optional<std::string> message = function->second(inputs, results))
      return op.emitOpError()
             << "calls '" << op.getCallee() << "', which fails: " << *message;
    for (auto [result, tensor] : llvm::zip_equal(op.getResults(), results))
      if (failed(bindResult(result, std::move(tensor))))
        return failure();
    return success();
  }

  LogicalResult runKernel(tg::KernelOp kernel) {
    Block &body = kernel.getBody().front();
    for (auto [argument, input] :
         llvm::zip_equal(body.getArguments(), kernel.getInputs()))
      bind(argument, tensors.lookup(input));
    FailureOr<std::vector<TensorPtr>> results = run(body);
    if (failed(results))
      return failure();
    if (observer)
      observe(kernel, *results);
    for (auto [result, tensor] : llvm::zip_equal(kernel.getResults(), *results))
      bind(result, tensor);
    return success();
  }

  /// Shows a kernel's results and takes what the observer makes of them.
  void observe(tg::KernelOp kernel, std::vector<TensorPtr> &results) {
    std::vector<HostTensor> inputs, outputs;
    for (Value input : kernel.getInputs())
      inputs.push_back(*tensors.lookup(input));
    for (const TensorPtr &result : results)
      outputs.push_back(*result);
    observer(kernel, inputs, outputs);
    for (auto [result, tensor] : llvm::zip_equal(results, outputs))
      result = std::make_shared<const HostTensor>(std::move(tensor));
  }

  LogicalResult runIndexOp(Operation *op) {
    if (auto variable = dyn_cast<tg::VariableOp>(op)) {
      auto value = variables.find(variable.getName());
      if (value == variables.end())
        return op->emitOpError() << "names a variable without a value";
      indices[variable] = value->second;
      return success();
    }
    SmallVector<int64_t> operands;
    for (Value operand : op->getOperands()) {
      FailureOr<int64_t> value = indexOf(op, operand);
      if (failed(value))
        return failure();
      operands.push_back(*value);
    }
    FailureOr<int64_t> value = evaluateIndexOp(op, operands);
    if (failed(value))
      return failure();
    indices[op->getResult(0)] = *value;
    return success();
  }

  FailureOr<int64_t> indexOf(Operation *user, OpFoldResult value) {
    if (auto attribute = dyn_cast<Attribute>(value))
      return cast<IntegerAttr>(attribute).getInt();
    auto known = indices.find(cast<Value>(value));
    if (known == indices.end())
      return user->emitOpError()
             << "uses an index that the reference interpreter cannot evaluate";
    return known->second;
  }

  static LogicalResult unknown(Operation *op) {
    return op->emitOpError() << "is not known to the reference interpreter";
  }

  /// Forgets a tensor after its last use, to bound the memory of deep models.
  void releaseAfter(Value value, Operation *user) {
    bool isLast = llvm::all_of(value.getUsers(), [&](Operation *other) {
      return other->getBlock() == user->getBlock() &&
             (other == user || other->isBeforeInBlock(user));
    });
    if (isLast)
      tensors.erase(value);
  }

  const Bindings &variables;
  const KernelObserver &observer;
  const HostFunctions &hostFunctions;
  llvm::DenseMap<Value, TensorPtr> tensors;
  llvm::DenseMap<Value, int64_t> indices;
};
} // namespace

FailureOr<std::vector<HostTensor>>
evaluate(func::FuncOp function, ArrayRef<HostTensor> inputs,
         const Bindings &given, const KernelObserver &observer,
         const HostFunctions &hostFunctions) {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError()
           << "expects a function with a body of one block";
  if (inputs.size() != function.getNumArguments())
    return function.emitError() << "expects " << function.getNumArguments()
                                << " inputs, but got " << inputs.size();
  std::vector<Shape> shapes;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    Type expected = function.getArgumentTypes()[number];
    if (!fits(input, expected))
      return function.emitError()
             << "argument " << number << " expects " << expected << ", but got "
             << StringRef(getName(input.dtype)) << " " << toString(input.shape);
    shapes.push_back(input.shape);
  }
  FailureOr<Bindings> variables = bindVariables(function, shapes, given);
  if (failed(variables))
    return failure();

  Interpreter interpreter(*variables, observer, hostFunctions);
  for (auto [argument, input] :
       llvm::zip_equal(function.getArguments(), inputs))
    interpreter.bind(argument, std::make_shared<const HostTensor>(input));
  FailureOr<std::vector<TensorPtr>> results =
      interpreter.run(function.getBody().front());
  if (failed(results))
    return failure();
  std::vector<HostTensor> tensors;
  for (const TensorPtr &result : *results)
    tensors.push_back(*result);
  return tensors;
}

} // namespace tinygrad::reference
