//===- Gradient.cpp - gradients of lazy tensors ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These rules say of nodes what lib/Dialect/Tensor/Gradients says of `tg` ops.
// They are not derived from those, since a gradient must be a node: its
// operands are nodes of the forward pass, which may be computed before it is,
// it has gradients itself, and making one takes microseconds, without a
// context. Ops of tg would have to be read back into nodes, which have fewer
// kinds of ops than tg. Nodes are primitive: a rule here is a few lines, and
// the composites' gradients come of what they are made of.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Gradient.h"
#include "ConvGradient.h"
#include "TinyGrad/Frontend/Builder.h"
#include <algorithm>
#include <unordered_map>

namespace tinygrad::frontend {

namespace {

/// Walks a graph from its result to its operands and sums, for each node, what
/// its users say about its gradient.
class Differentiator {
public:
  Differentiator(const NodeRef &root, const std::vector<NodeRef> &targets);
  std::vector<NodeRef> run(const NodeRef &seed);

private:
  /// Adds the gradient by the operands of `node`, given the gradient by it.
  void visit(const NodeRef &node, const NodeRef &grad);
  void visitElementwise(const NodeRef &node, const NodeRef &grad);
  void visitUnary(const NodeRef &node, const NodeRef &grad);
  void visitMovement(const NodeRef &node, const NodeRef &grad);
  void visitReduce(const NodeRef &node, const NodeRef &grad);
  void visitPow(const NodeRef &node, const NodeRef &grad);
  void visitGather(const NodeRef &node, const NodeRef &grad);
  void visitMatmul(const NodeRef &node, const NodeRef &grad);
  void visitConv(const NodeRef &node, const NodeRef &grad);

  bool needs(const NodeRef &node) const {
    return node->position < isNeeded.size() && isNeeded[node->position];
  }
  void add(const NodeRef &operand, NodeRef grad);

  NodeRef root;
  const std::vector<NodeRef> &targets;
  std::vector<Node *> order;
  std::vector<char> isNeeded;
  std::unordered_map<Node *, NodeRef> grads;
};

NodeRef mul(const NodeRef &a, const NodeRef &b) {
  return makeBinary(OpKind::Mul, a, b);
}
NodeRef scale(const NodeRef &a, double factor) {
  return mul(a, makeConstLike(a, factor));
}
NodeRef neg(const NodeRef &a) { return makeUnary(OpKind::Neg, a); }
NodeRef zeros(const NodeRef &like) { return makeConstLike(like, 0); }

} // namespace

Differentiator::Differentiator(const NodeRef &root,
                               const std::vector<NodeRef> &targets)
    : root(root), targets(targets), order(sortTopologically({root})) {
  for (size_t i = 0; i < order.size(); ++i)
    order[i]->position = uint32_t(i);
  isNeeded.resize(order.size());
  auto isIn = [&](Node *node) {
    return node->position < order.size() && order[node->position] == node;
  };
  for (const NodeRef &target : targets)
    if (isIn(target.get()))
      isNeeded[target->position] = 1;
  for (size_t i = 0; i < order.size(); ++i) {
    // Only floats have gradients.
    if (!isFloat(order[i]->type) || order[i]->op == OpKind::Detach) {
      if (order[i]->op == OpKind::Detach)
        continue;
      isNeeded[i] = 0;
      continue;
    }
    for (const NodeRef &operand : order[i]->operands)
      isNeeded[i] |= isNeeded[operand->position];
  }
}

void Differentiator::add(const NodeRef &operand, NodeRef grad) {
  if (!needs(operand))
    return;
  NodeRef &sum = grads[operand.get()];
  sum = sum ? makeBinary(OpKind::Add, sum, grad) : std::move(grad);
}

std::vector<NodeRef> Differentiator::run(const NodeRef &seed) {
  if (needs(root))
    grads[root.get()] = makeCast(seed, root->type);
  for (size_t i = order.size(); i-- > 0;) {
    Node *node = order[i];
    auto found = grads.find(node);
    if (found == grads.end())
      continue;
    NodeRef grad = found->second;
    visit(NodeRef(node), grad);
  }
  std::vector<NodeRef> results;
  for (const NodeRef &target : targets) {
    auto found = grads.find(target.get());
    results.push_back(found == grads.end() ? NodeRef() : found->second);
  }
  return results;
}

void Differentiator::visit(const NodeRef &node, const NodeRef &grad) {
  if (isMovement(node->op))
    return visitMovement(node, grad);
  if (isReduce(node->op))
    return visitReduce(node, grad);
  switch (node->op) {
  case OpKind::Buffer:
  case OpKind::Const:
  case OpKind::Arange:
  case OpKind::Detach:
  case OpKind::Bitcast:
    return;
  case OpKind::Contiguous:
  case OpKind::Assign:
    return add(node->operands[0], grad);
  case OpKind::ContiguousBackward:
    return add(node->operands[0], makeIdentity(OpKind::Contiguous, grad));
  case OpKind::Cumsum: {
    // Each element is in all sums from its own on: the sum from the other end.
    if (!needs(node->operands[0]))
      return;
    NodeRef sums = makeScan(OpKind::Cumsum, makeFlip(grad, node->attributes),
                            node->attributes[0]);
    return add(node->operands[0], makeFlip(sums, node->attributes));
  }
  case OpKind::Cast:
    if (isFloat(node->operands[0]->type))
      add(node->operands[0], makeCast(grad, node->operands[0]->type));
    return;
  case OpKind::Pow:
    return visitPow(node, grad);
  case OpKind::Gather:
    return visitGather(node, grad);
  case OpKind::Matmul:
    return visitMatmul(node, grad);
  case OpKind::Conv:
    return visitConv(node, grad);
  default:
    return isUnary(node->op) ? visitUnary(node, grad)
                             : visitElementwise(node, grad);
  }
}

void Differentiator::visitUnary(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  constexpr double ln2 = 0.693147180559945309417;
  auto isPositive = [&] { return makeBinary(OpKind::Gt, x, zeros(x)); };
  switch (node->op) {
  case OpKind::Neg:
    return add(x, neg(grad));
  case OpKind::Exp:
    return add(x, mul(grad, node));
  case OpKind::Exp2:
    return add(x, scale(mul(grad, node), ln2));
  case OpKind::Log:
    return add(x, makeBinary(OpKind::Div, grad, x));
  case OpKind::Log2:
    return add(x, makeBinary(OpKind::Div, grad, scale(x, ln2)));
  case OpKind::Sin:
    return add(x, mul(grad, makeUnary(OpKind::Cos, x)));
  case OpKind::Cos:
    return add(x, neg(mul(grad, makeUnary(OpKind::Sin, x))));
  case OpKind::Tanh:
    return add(x, mul(grad, makeBinary(OpKind::Sub, makeConstLike(node, 1),
                                       mul(node, node))));
  case OpKind::Sqrt:
    return add(x, makeBinary(OpKind::Div, grad, scale(node, 2)));
  case OpKind::Reciprocal:
    return add(x, neg(mul(grad, mul(node, node))));
  case OpKind::Abs: {
    NodeRef negative =
        makeWhere(makeBinary(OpKind::Lt, x, zeros(x)), neg(grad), zeros(grad));
    return add(x, makeWhere(isPositive(), grad, negative));
  }
  case OpKind::Relu:
    return add(x, makeWhere(isPositive(), grad, zeros(grad)));
  default:
    // Steps have no slope.
    return add(x, zeros(x));
  }
}

void Differentiator::visitElementwise(const NodeRef &node,
                                      const NodeRef &grad) {
  const NodeRef &a = node->operands[0];
  const NodeRef &b = node->operands[1];
  switch (node->op) {
  case OpKind::Where:
    add(b, makeWhere(a, grad, zeros(grad)));
    add(node->operands[2], makeWhere(a, zeros(grad), grad));
    return;
  case OpKind::Add:
    add(a, grad);
    add(b, grad);
    return;
  case OpKind::Sub:
    add(a, grad);
    if (needs(b))
      add(b, neg(grad));
    return;
  case OpKind::Mul:
    if (needs(a))
      add(a, mul(grad, b));
    if (needs(b))
      add(b, mul(grad, a));
    return;
  case OpKind::Div:
    if (needs(a))
      add(a, makeBinary(OpKind::Div, grad, b));
    if (needs(b))
      add(b, neg(mul(grad, makeBinary(OpKind::Div, node, b))));
    return;
  case OpKind::Mod:
    add(a, grad);
    if (needs(b))
      add(b, neg(mul(grad, makeBinary(OpKind::FloorDiv, a, b))));
    return;
  case OpKind::Maximum:
  case OpKind::Minimum: {
    OpKind wins = node->op == OpKind::Maximum ? OpKind::Gt : OpKind::Lt;
    // Of two equals each gets half.
    NodeRef half = scale(grad, 0.5);
    NodeRef tie = makeWhere(makeBinary(OpKind::Eq, a, b), half, zeros(grad));
    if (needs(a))
      add(a, makeWhere(makeBinary(wins, a, b), grad, tie));
    if (needs(b))
      add(b, makeWhere(makeBinary(wins, b, a), grad, tie));
    return;
  }
  default:
    for (const NodeRef &operand : node->operands)
      if (needs(operand))
        add(operand, zeros(operand));
  }
}

void Differentiator::visitMovement(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  if (!needs(x))
    return;
  if (node->op == OpKind::Expand) {
    std::vector<int64_t> axes;
    for (size_t axis = 0; axis < x->shape.size(); ++axis)
      if (x->shape[axis] != node->shape[axis])
        axes.push_back(int64_t(axis));
    // As tinygrad: narrow floats are summed in f32.
    ElementType wide = grad->type == ElementType::F16 ||
                               grad->type == ElementType::BF16 ||
                               grad->type == ElementType::F8E4M3FN ||
                               grad->type == ElementType::F8E5M2
                           ? ElementType::F32
                           : grad->type;
    NodeRef sum =
        makeReduce(OpKind::Sum, makeCast(grad, wide), std::move(axes));
    return add(x, makeReshape(makeCast(sum, grad->type), x->shape));
  }
  if (node->op == OpKind::Shrink) {
    std::vector<int64_t> pads;
    for (size_t axis = 0; axis < x->shape.size(); ++axis) {
      pads.push_back(node->attributes[axis]);
      pads.push_back(x->shape[axis] - node->attributes[axis] -
                     node->shape[axis]);
    }
    return add(x, makePad(grad, std::move(pads)));
  }
  // The others move each element to one place.
  add(x, embed(*node, x, grad));
}

/// Per element the product of all others that it is multiplied with: exact
/// where elements are 0.
static NodeRef makeOtherProducts(const NodeRef &x,
                                 const std::vector<int64_t> &axes) {
  // [kept..., reduced...], then [kept, reduced].
  std::vector<int64_t> order, inverse(x->shape.size());
  for (size_t axis = 0; axis < x->shape.size(); ++axis)
    if (!std::binary_search(axes.begin(), axes.end(), int64_t(axis)))
      order.push_back(int64_t(axis));
  order.insert(order.end(), axes.begin(), axes.end());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[order[i]] = int64_t(i);
  NodeRef sorted = makePermute(x, order);
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= x->shape[axis];
  int64_t rows = count ? x->numElements() / count : 0;
  NodeRef factors = makeReshape(sorted, {rows, 1, count});
  factors = makeExpand(factors, {rows, count, count});
  NodeRef place = makeArange(count, ElementType::Int32);
  auto along = [&](Sizes shape) {
    return makeExpand(makeReshape(place, std::move(shape)),
                      {rows, count, count});
  };
  NodeRef isSelf =
      makeBinary(OpKind::Eq, along({1, count, 1}), along({1, 1, count}));
  factors = makeWhere(isSelf, makeConstLike(factors, 1), factors);
  NodeRef products = makeReduce(OpKind::Prod, factors, {2});
  return makePermute(makeReshape(products, sorted->shape), inverse);
}

void Differentiator::visitReduce(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  if (!needs(x))
    return;
  Sizes kept = x->shape;
  for (int64_t axis : node->attributes)
    kept[axis] = 1;
  auto spread = [&](const NodeRef &value) {
    return makeExpand(makeReshape(value, kept), x->shape);
  };
  switch (node->op) {
  case OpKind::Sum:
    return add(x, spread(grad));
  case OpKind::Prod:
    return add(x, mul(spread(grad), makeOtherProducts(x, node->attributes)));
  case OpKind::Max:
  case OpKind::Min: {
    // Equals share the gradient.
    NodeRef isBest =
        makeCast(makeBinary(OpKind::Eq, x, spread(node)), grad->type);
    NodeRef count = makeReduce(OpKind::Sum, isBest, node->attributes);
    return add(x, mul(isBest, spread(makeBinary(OpKind::Div, grad, count))));
  }
  default:
    return add(x, zeros(x));
  }
}

void Differentiator::visitPow(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  const NodeRef &y = node->operands[1];
  auto is = [](OpKind op, const NodeRef &a, double number) {
    return makeBinary(op, a, makeConstLike(a, number));
  };
  if (needs(x)) {
    NodeRef less = makeBinary(OpKind::Sub, y, makeConstLike(y, 1));
    NodeRef slope = mul(y, makePow(x, less));
    add(x, mul(grad, makeWhere(is(OpKind::Eq, y, 0), zeros(x), slope)));
  }
  if (needs(y)) {
    NodeRef slope = mul(node, makeUnary(OpKind::Log, x));
    // 0 stays 0 for positive exponents.
    NodeRef flat =
        makeBinary(OpKind::And, is(OpKind::Eq, x, 0), is(OpKind::Ge, y, 0));
    add(y, mul(grad, makeWhere(flat, zeros(y), slope)));
  }
}

static NodeRef transpose(const NodeRef &x) {
  std::vector<int64_t> order(x->shape.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = int64_t(i);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return makePermute(x, std::move(order));
}

void Differentiator::visitGather(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &input = node->operands[0];
  if (!needs(input))
    return;
  // In a type that has all places, whatever that of the index is.
  ElementType type = node->operands[1]->type;
  bool isLong = type == ElementType::UInt32 || type == ElementType::Int64 ||
                type == ElementType::UInt64 ||
                input->shape[size_t(node->attributes[0])] > INT32_MAX;
  NodeRef index = makeCast(node->operands[1],
                           isLong ? ElementType::Int64 : ElementType::Int32);
  // Each place sums what was read from it: [..., places, reads, ...].
  auto axis = size_t(node->attributes[0]);
  Sizes apart = index->shape, whole = index->shape, line(apart.size() + 1, 1);
  apart.insert(apart.begin() + axis, 1);
  whole.insert(whole.begin() + axis, input->shape[axis]);
  line[axis] = input->shape[axis];
  NodeRef places = makeArange(input->shape[axis], index->type);
  NodeRef hit =
      makeBinary(OpKind::Eq, makeExpand(makeReshape(index, apart), whole),
                 makeExpand(makeReshape(places, line), whole));
  NodeRef terms = makeExpand(makeReshape(grad, apart), whole);
  add(input, makeReduce(OpKind::Sum, makeWhere(hit, terms, zeros(terms)),
                        {int64_t(axis) + 1}));
}

void Differentiator::visitMatmul(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &a = node->operands[0];
  const NodeRef &b = node->operands[1];
  if (needs(a))
    add(a, makeMatmul(grad, transpose(b)));
  if (needs(b))
    add(b, makeMatmul(transpose(a), grad));
}

void Differentiator::visitConv(const NodeRef &node, const NodeRef &grad) {
  if (needs(node->operands[0]))
    add(node->operands[0], makeConvInputGradient(node, grad));
  if (needs(node->operands[1]))
    add(node->operands[1], makeConvFilterGradient(node, grad));
}

std::vector<NodeRef> computeGradients(const NodeRef &root, const NodeRef &seed,
                                      const std::vector<NodeRef> &targets) {
  return Differentiator(root, targets).run(seed);
}

} // namespace tinygrad::frontend
