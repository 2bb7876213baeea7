//===- WriteIR.cpp - lazy nodes as tg ops ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteIR.h"
#include "Fnuz.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

/// The op of `tg` that a unary or binary op becomes.
StringRef getElementwiseName(OpKind op) {
  static constexpr StringLiteral unary[] = {
      "tg.neg",   "tg.exp", "tg.exp2", "tg.log",  "tg.log2",
      "tg.sin",   "tg.cos", "tg.tanh", "tg.sqrt", "tg.reciprocal",
      "tg.trunc", "tg.abs", "tg.relu", "tg.not"};
  static constexpr StringLiteral binary[] = {
      "tg.add", "tg.sub",  "tg.mul",  "tg.div",     "tg.floordiv",
      "tg.mod", "tg.cdiv", "tg.cmod", "tg.maximum", "tg.minimum",
      "tg.and", "tg.or",   "tg.xor",  "tg.shl",     "tg.shr"};
  return isUnary(op) ? unary[unsigned(op) - unsigned(OpKind::Neg)]
                     : binary[unsigned(op) - unsigned(OpKind::Add)];
}

/// Whether an op needs numbers: those that only move elements take any bits.
bool computes(OpKind op) {
  return isUnary(op) || isBinary(op) || isComparison(op) || isReduce(op) ||
         op == OpKind::Cast || op == OpKind::Matmul || op == OpKind::Conv ||
         op == OpKind::Const;
}

class Writer {
public:
  Writer(const Graph &graph, const DefaultTypes &defaults, MLIRContext *context)
      : graph(graph), defaults(defaults), builder(context),
        loc(UnknownLoc::get(context)) {}

  OwningOpRef<ModuleOp> write();

private:
  RankedTensorType getType(const Node &node) {
    return RankedTensorType::get(
        node.shape,
        getMLIRType(strengthen(node.type, defaults), builder.getContext()));
  }
  /// The type in which the op computes its result.
  RankedTensorType getComputedType(const Node &node) {
    if (!isFnuz(node.type))
      return getType(node);
    return RankedTensorType::get(node.shape, builder.getF32Type());
  }
  Value operand(const Node &node, unsigned index) {
    const Node &source = *node.operands[index];
    Value value = values[source.position];
    return isFnuz(source.type) && computes(node.op)
               ? decodeFnuz(builder, loc, value, source.type)
               : value;
  }
  /// The numbers that an op computed as the elements of its type.
  Value encode(const Node &node, Value numbers) {
    return isFnuz(node.type) ? encodeFnuz(builder, loc, numbers, node.type)
                             : numbers;
  }
  TypedAttr getNumber(Type element, double number, int64_t integer) {
    if (isa<FloatType>(element))
      return FloatAttr::get(element, number);
    return IntegerAttr::get(
        element, APInt(element.getIntOrFloatBitWidth(), uint64_t(integer),
                       /*isSigned=*/false, /*implicitTrunc=*/true));
  }

  Value create(const Node &node, Value self);
  Value createElementwise(const Node &node);
  Value createMovement(const Node &node);
  Value createReduce(const Node &node);
  Value createConv(const Node &node);
  /// The constant that is all of `node`, or null.
  const Node *getSplat(const Node &node);

  const Graph &graph;
  const DefaultTypes &defaults;
  OpBuilder builder;
  Location loc;
  SmallVector<Value> values;
};

} // namespace

const Node *Writer::getSplat(const Node &node) {
  const Node *source = &node;
  while (source->op == OpKind::Reshape || source->op == OpKind::Expand ||
         source->op == OpKind::Permute || source->op == OpKind::Shrink ||
         source->op == OpKind::Flip)
    source = source->operands[0].get();
  return source->op == OpKind::Const ? source : nullptr;
}

Value Writer::createElementwise(const Node &node) {
  RankedTensorType type = getComputedType(node);
  if (node.op == OpKind::Where)
    return tg::WhereOp::create(builder, loc, getType(node), operand(node, 0),
                               operand(node, 1), operand(node, 2));
  if (node.op == OpKind::Cast) {
    // Two weak types can be one type.
    Value input = operand(node, 0);
    return input.getType() == type
               ? input
               : Value(tg::CastOp::create(builder, loc, type, input));
  }
  if (node.op == OpKind::Bitcast) {
    // The bits of a fnuz type are its elements.
    Value input = operand(node, 0);
    return input.getType() == getType(node)
               ? input
               : Value(
                     tg::BitcastOp::create(builder, loc, getType(node), input));
  }
  if (isComparison(node.op)) {
    auto predicate =
        static_cast<tg::CmpPredicate>(unsigned(node.op) - unsigned(OpKind::Eq));
    return tg::CmpOp::create(builder, loc, predicate, operand(node, 0),
                             operand(node, 1));
  }
  OperationState state(loc, getElementwiseName(node.op));
  for (unsigned i = 0; i < node.operands.size(); ++i)
    state.addOperands(operand(node, i));
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

static SmallVector<OpFoldResult> getFoldResults(ArrayRef<int64_t> values,
                                                Builder &builder) {
  return llvm::map_to_vector(values, [&](int64_t value) {
    return OpFoldResult(builder.getIndexAttr(value));
  });
}

Value Writer::createMovement(const Node &node) {
  Value input = operand(node, 0);
  SmallVector<OpFoldResult> sizes = getFoldResults(node.shape, builder);
  switch (node.op) {
  case OpKind::Reshape:
    return tg::ReshapeOp::create(builder, loc, input, sizes);
  case OpKind::Expand:
    return tg::ExpandOp::create(builder, loc, input, sizes);
  case OpKind::Permute:
    return tg::PermuteOp::create(builder, loc, input, node.attributes);
  case OpKind::Flip:
    return tg::FlipOp::create(builder, loc, input, node.attributes);
  case OpKind::Shrink:
    return tg::ShrinkOp::create(
        builder, loc, input, getFoldResults(node.attributes, builder), sizes);
  default:
    break;
  }
  SmallVector<int64_t> low, high;
  for (size_t axis = 0; axis < node.shape.size(); ++axis) {
    low.push_back(node.attributes[2 * axis]);
    high.push_back(node.attributes[2 * axis + 1]);
  }
  return tg::PadOp::create(builder, loc, input, getFoldResults(low, builder),
                           getFoldResults(high, builder),
                           getNumber(getType(node).getElementType(), 0, 0));
}

Value Writer::createReduce(const Node &node) {
  Value input = operand(node, 0);
  ArrayRef<int64_t> axes = node.attributes;
  switch (node.op) {
  case OpKind::Sum: {
    Value sum = tg::SumOp::create(builder, loc, input, axes, false);
    // A front end that wants a narrow sum says so by its type.
    RankedTensorType type = getComputedType(node);
    return sum.getType() == type
               ? sum
               : Value(tg::CastOp::create(builder, loc, type, sum));
  }
  case OpKind::Prod:
    return tg::ProdOp::create(builder, loc, input, axes, false);
  case OpKind::Max:
    return tg::MaxOp::create(builder, loc, input, axes, false);
  case OpKind::Min:
    return tg::MinOp::create(builder, loc, input, axes, false);
  case OpKind::Argmax:
    return tg::ArgmaxOp::create(builder, loc, input, axes[0], false);
  default:
    return tg::ArgminOp::create(builder, loc, input, axes[0], false);
  }
}

Value Writer::createConv(const Node &node) {
  SmallVector<int64_t> lists[4];
  for (size_t i = 1; i < node.attributes.size(); ++i)
    lists[(i - 1) % 4].push_back(node.attributes[i]);
  return tg::ConvOp::create(builder, loc, operand(node, 0), operand(node, 1),
                            lists[0], lists[1], lists[2], lists[3],
                            node.attributes[0]);
}

Value Writer::create(const Node &node, Value self) {
  RankedTensorType type = getComputedType(node);
  if (const Node *splat = getSplat(node)) {
    TypedAttr number =
        getNumber(type.getElementType(), splat->number, splat->integer);
    return encode(node, tg::ConstantOp::create(
                            builder, loc,
                            DenseElementsAttr::get(type, Attribute(number))));
  }
  if (isMovement(node.op))
    return createMovement(node);
  if (isReduce(node.op))
    return encode(node, createReduce(node));
  switch (node.op) {
  case OpKind::Buffer:
    return self;
  case OpKind::Arange: {
    Type element = type.getElementType();
    return tg::ArangeOp::create(
        builder, loc, OpFoldResult(builder.getIndexAttr(node.shape[0])),
        getNumber(element, 0, 0), getNumber(element, 1, 1));
  }
  case OpKind::Detach:
  case OpKind::ContiguousBackward:
    return operand(node, 0);
  case OpKind::Pow:
    return operand(node, 2);
  case OpKind::Contiguous:
  case OpKind::Assign:
    return tg::ContiguousOp::create(builder, loc, operand(node, 0));
  case OpKind::Matmul: {
    Value product =
        tg::MatmulOp::create(builder, loc, operand(node, 0), operand(node, 1));
    if (product.getType() != type)
      product = tg::CastOp::create(builder, loc, type, product);
    return encode(node, product);
  }
  case OpKind::Conv:
    return encode(node, createConv(node));
  default: {
    Value result = createElementwise(node);
    return computes(node.op) ? encode(node, result) : result;
  }
  }
}

OwningOpRef<ModuleOp> Writer::write() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  SmallVector<Type> inputs, results;
  for (const NodeRef &input : graph.inputs)
    inputs.push_back(getType(*input));
  for (const NodeRef &root : graph.roots)
    results.push_back(getType(*root));
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "main", builder.getFunctionType(inputs, results));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  for (auto [position, node] : llvm::enumerate(graph.nodes)) {
    Value self = node->op == OpKind::Buffer
                     ? function.getArgument(graph.inputOf[position])
                     : Value();
    values.push_back(create(*node, self));
  }
  SmallVector<Value> returned;
  for (const NodeRef &root : graph.roots)
    returned.push_back(values[root->position]);
  func::ReturnOp::create(builder, loc, returned);
  return module;
}

OwningOpRef<ModuleOp> frontend::writeModule(const Graph &graph,
                                            const DefaultTypes &defaults,
                                            MLIRContext *context) {
  return Writer(graph, defaults, context).write();
}
