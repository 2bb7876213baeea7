//===- WriteIR.cpp - lazy nodes as tg ops ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteIR.h"
#include "Fnuz.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "Writer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

} // namespace

/// Whether an op needs numbers: those that only move elements take any bits.
static bool computes(OpKind op) {
  return isUnary(op) || isBinary(op) || isComparison(op) || isReduce(op) ||
         isScan(op) || op == OpKind::Cast || op == OpKind::Matmul ||
         op == OpKind::Conv || op == OpKind::Const;
}

Value Writer::operand(const Node &node, unsigned index) {
  const Node &source = *node.operands[index];
  Value value = values[source.position];
  return isFnuz(source.type) && computes(node.op)
             ? decodeFnuz(builder, loc, value, source.type)
             : value;
}

Value Writer::encode(const Node &node, Value numbers) {
  return isFnuz(node.type) ? encodeFnuz(builder, loc, numbers, node.type)
                           : numbers;
}

const Node *Writer::getSplat(const Node &node) {
  const Node *source = &node;
  while (source->op == OpKind::Reshape || source->op == OpKind::Expand ||
         source->op == OpKind::Permute || source->op == OpKind::Shrink ||
         source->op == OpKind::Flip)
    source = source->operands[0].get();
  // A number that depends on variables comes from outside.
  return source->op == OpKind::Const &&
                 !(symbols && symbols->numbers.count(source->position))
             ? source
             : nullptr;
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

RankedTensorType Writer::getType(const Node &node, Type element) {
  SmallVector<int64_t> shape(node.shape.begin(), node.shape.end());
  if (symbols)
    for (auto [size, affine] :
         llvm::zip(shape, symbols->nodes[node.position].shape))
      if (!affine.isConstant())
        size = ShapedType::kDynamic;
  return RankedTensorType::get(shape, element);
}

OpFoldResult Writer::getFoldResult(int64_t value, const AffineSize *affine) {
  if (!affine || affine->isConstant())
    return builder.getIndexAttr(value);
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value result;
  for (auto [factor, variable] : llvm::zip_equal(affine->factors, variables)) {
    if (factor == 0)
      continue;
    Value term = variable;
    if (factor != 1)
      term = arith::MulIOp::create(builder, loc, term, constant(factor));
    result = result ? Value(arith::AddIOp::create(builder, loc, result, term))
                    : term;
  }
  if (affine->offset != 0)
    result =
        arith::AddIOp::create(builder, loc, result, constant(affine->offset));
  return result;
}

SmallVector<OpFoldResult> Writer::getSizes(const Node &node) {
  SmallVector<OpFoldResult> results;
  for (size_t i = 0; i < node.shape.size(); ++i)
    results.push_back(getFoldResult(
        node.shape[i],
        symbols ? &symbols->nodes[node.position].shape[i] : nullptr));
  return results;
}

SmallVector<OpFoldResult> Writer::getAttributes(const Node &node) {
  SmallVector<OpFoldResult> results;
  for (size_t i = 0; i < node.attributes.size(); ++i)
    results.push_back(getFoldResult(
        node.attributes[i],
        symbols ? &symbols->nodes[node.position].attributes[i] : nullptr));
  return results;
}

Value Writer::createSplat(const Node &node, const Node &splat) {
  RankedTensorType type = getComputedType(node);
  TypedAttr number =
      getNumber(type.getElementType(), splat.number, splat.integer);
  if (type.hasStaticShape())
    return tg::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, Attribute(number)));
  SmallVector<int64_t> ones(type.getRank(), 1);
  Value one = tg::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(ones, type.getElementType()),
                             Attribute(number)));
  return tg::ExpandOp::create(builder, loc, one, getSizes(node));
}

Value Writer::createMovement(const Node &node) {
  Value input = operand(node, 0);
  SmallVector<OpFoldResult> sizes = getSizes(node);
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
    return tg::ShrinkOp::create(builder, loc, input, getAttributes(node),
                                sizes);
  default:
    break;
  }
  SmallVector<OpFoldResult> pads = getAttributes(node), low, high;
  for (size_t axis = 0; axis < node.shape.size(); ++axis) {
    low.push_back(pads[2 * axis]);
    high.push_back(pads[2 * axis + 1]);
  }
  Value padded =
      tg::PadOp::create(builder, loc, input, low, high,
                        getNumber(getType(node).getElementType(), 0, 0));
  // A sum of sizes that depend on variables may be a number.
  return padded.getType() == getType(node)
             ? padded
             : Value(tg::ReshapeOp::create(builder, loc, padded, sizes));
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

Value Writer::createScan(const Node &node) {
  Value input = operand(node, 0);
  int64_t axis = node.attributes[0];
  switch (node.op) {
  case OpKind::Cumsum: {
    Value sums = tg::CumsumOp::create(builder, loc, input, axis);
    RankedTensorType type = getComputedType(node);
    return sums.getType() == type
               ? sums
               : Value(tg::CastOp::create(builder, loc, type, sums));
  }
  case OpKind::Cumprod:
    return tg::CumprodOp::create(builder, loc, input, axis);
  case OpKind::Cummax:
    return tg::CummaxOp::create(builder, loc, input, axis);
  default:
    return tg::CumminOp::create(builder, loc, input, axis);
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
  if (const Node *splat = getSplat(node))
    return encode(node, createSplat(node, *splat));
  if (isMovement(node.op))
    return createMovement(node);
  if (isReduce(node.op))
    return encode(node, createReduce(node));
  if (isScan(node.op))
    return encode(node, createScan(node));
  switch (node.op) {
  case OpKind::Buffer:
  case OpKind::Const:
    return self;
  case OpKind::Arange: {
    Type element = type.getElementType();
    return tg::ArangeOp::create(builder, loc, getSizes(node)[0],
                                getNumber(element, 0, 0),
                                getNumber(element, 1, 1));
  }
  case OpKind::Detach:
  case OpKind::ContiguousBackward:
    return operand(node, 0);
  case OpKind::Pow:
    return operand(node, 2);
  case OpKind::Contiguous:
  case OpKind::Assign:
    return tg::ContiguousOp::create(builder, loc, operand(node, 0));
  case OpKind::Gather:
    return tg::GatherOp::create(builder, loc, operand(node, 0),
                                operand(node, 1), node.attributes[0]);
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

/// A node that a program did not make itself is part of what uses it.
static void passPlacesOn(const Graph &graph) {
  for (Node *node : llvm::reverse(graph.nodes))
    for (const NodeRef &operand : node->operands)
      if (!operand->place)
        operand->place = node->place;
}

void Writer::setPlace(const Node &node) {
  if (!node.place) {
    loc = UnknownLoc::get(builder.getContext());
    return;
  }
  const Place &place = getPlace(node.place);
  loc = FileLineColLoc::get(builder.getContext(), place.file, place.line, 0);
}

OwningOpRef<ModuleOp> frontend::writeModule(const Graph &graph,
                                            const DefaultTypes &defaults,
                                            MLIRContext *context) {
  Writer writer(defaults, context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(writer.builder, writer.loc);
  passPlacesOn(graph);
  SmallVector<Type> inputs, results;
  for (const NodeRef &input : graph.inputs)
    inputs.push_back(writer.getType(*input));
  for (const NodeRef &root : graph.roots)
    results.push_back(writer.getType(*root));
  writer.builder.setInsertionPointToEnd(module->getBody());
  auto function =
      func::FuncOp::create(writer.builder, writer.loc, "main",
                           writer.builder.getFunctionType(inputs, results));
  for (unsigned i = 0; i < graph.isConstant.size(); ++i)
    if (graph.isConstant[i])
      function.setArgAttr(i, tg::kConstant, writer.builder.getUnitAttr());
  writer.builder.setInsertionPointToEnd(function.addEntryBlock());
  for (auto [position, node] : llvm::enumerate(graph.nodes)) {
    writer.setPlace(*node);
    Value self = node->op == OpKind::Buffer
                     ? function.getArgument(graph.inputOf[position])
                     : Value();
    writer.values.push_back(writer.create(*node, self));
  }
  SmallVector<Value> returned;
  for (const NodeRef &root : graph.roots)
    returned.push_back(writer.values[root->position]);
  func::ReturnOp::create(writer.builder, writer.loc, returned);
  return module;
}
