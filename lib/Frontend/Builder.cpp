//===- Builder.cpp - makes lazy nodes ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Builder.h"
#include <algorithm>
#include <numeric>

namespace tinygrad::frontend {

static NodeRef make(OpKind op, ElementType type, Sizes shape,
                    std::vector<NodeRef> operands,
                    std::vector<int64_t> attributes = {}) {
  auto *node = new Node();
  node->op = op;
  node->type = type;
  node->shape = std::move(shape);
  node->operands = std::move(operands);
  node->attributes = std::move(attributes);
  for (const NodeRef &operand : node->operands) {
    if (!node->device)
      node->device = operand->device;
    // A scalar has no size that could depend on a variable.
    if (operand->bindings != node->bindings && !node->shape.empty())
      node->bindings = mergeBindings(node->bindings, operand->bindings);
  }
  return NodeRef(node);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

NodeRef makeBuffer(rt::Buffer buffer, ElementType type, Sizes shape,
                   uint16_t device) {
  NodeRef node = make(OpKind::Const, type, std::move(shape), {});
  becomeLeaf(*node, std::move(buffer));
  node->device = device;
  return node;
}

NodeRef makeConst(ElementType type, double number, int64_t integer) {
  NodeRef node = make(OpKind::Const, type, {}, {});
  node->number = number;
  node->integer = integer;
  return node;
}

NodeRef makeConstLike(const NodeRef &like, double value) {
  NodeRef scalar = makeConst(like->type, value, int64_t(value));
  Sizes ones(like->shape.size(), 1);
  return makeExpand(makeReshape(scalar, std::move(ones)), like->shape);
}

NodeRef makeArange(int64_t size, ElementType type) {
  return make(OpKind::Arange, type, {size}, {});
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

NodeRef makeIdentity(OpKind op, const NodeRef &input) {
  return make(op, input->type, input->shape, {input});
}

NodeRef makeUnary(OpKind op, const NodeRef &input) {
  return make(op, input->type, input->shape, {input});
}

NodeRef makeBinary(OpKind op, const NodeRef &lhs, const NodeRef &rhs) {
  return make(op, isComparison(op) ? ElementType::Bool : lhs->type, lhs->shape,
              {lhs, rhs});
}

NodeRef makeWhere(const NodeRef &condition, const NodeRef &onTrue,
                  const NodeRef &onFalse) {
  return make(OpKind::Where, onTrue->type, onTrue->shape,
              {condition, onTrue, onFalse});
}

NodeRef makeCast(const NodeRef &input, ElementType type) {
  if (input->type == type)
    return input;
  return make(OpKind::Cast, type, input->shape, {input});
}

NodeRef makeBitcast(const NodeRef &input, ElementType type) {
  if (input->type == type)
    return input;
  return make(OpKind::Bitcast, type, input->shape, {input});
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

NodeRef makeReshape(const NodeRef &input, Sizes shape) {
  if (input->shape == shape)
    return input;
  // Of two reshapes in a row only the last counts, unless the first is what a
  // storage holds.
  if (input->op == OpKind::Reshape && input->home.expired())
    return makeReshape(input->operands[0], std::move(shape));
  return make(OpKind::Reshape, input->type, std::move(shape), {input});
}

NodeRef makeExpand(const NodeRef &input, Sizes shape) {
  if (input->shape == shape)
    return input;
  return make(OpKind::Expand, input->type, std::move(shape), {input});
}

NodeRef makePermute(const NodeRef &input, std::vector<int64_t> order) {
  if (std::is_sorted(order.begin(), order.end()))
    return input;
  Sizes shape;
  for (int64_t axis : order)
    shape.push_back(input->shape[axis]);
  return make(OpKind::Permute, input->type, std::move(shape), {input},
              std::move(order));
}

NodeRef makePad(const NodeRef &input, std::vector<int64_t> pads) {
  Sizes shape = input->shape;
  bool isEmpty = true;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    shape[axis] += pads[2 * axis] + pads[2 * axis + 1];
    isEmpty &= pads[2 * axis] == 0 && pads[2 * axis + 1] == 0;
  }
  if (isEmpty)
    return input;
  return make(OpKind::Pad, input->type, std::move(shape), {input},
              std::move(pads));
}

NodeRef makeShrink(const NodeRef &input, std::vector<int64_t> offsets,
                   Sizes shape) {
  if (input->shape == shape)
    return input;
  return make(OpKind::Shrink, input->type, std::move(shape), {input},
              std::move(offsets));
}

NodeRef makeFlip(const NodeRef &input, std::vector<int64_t> axes) {
  if (axes.empty())
    return input;
  return make(OpKind::Flip, input->type, input->shape, {input},
              std::move(axes));
}

NodeRef makeMovement(OpKind op, const NodeRef &input, Sizes shape,
                     std::vector<int64_t> attributes) {
  return make(op, input->type, std::move(shape), {input},
              std::move(attributes));
}

NodeRef remake(const Node &node, const NodeRef &operand) {
  NodeRef copy =
      make(node.op, node.type, node.shape, {operand}, node.attributes);
  if (node.op != OpKind::Bitcast)
    copy->type = operand->type;
  copy->bindings = mergeBindings(copy->bindings, node.bindings);
  return copy;
}

static std::vector<int64_t> invert(const std::vector<int64_t> &order) {
  std::vector<int64_t> inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[order[i]] = int64_t(i);
  return inverse;
}

/// What must be padded on both sides so that a shrink gives its operand's
/// shape.
static std::vector<int64_t> getShrinkPads(const Node &node) {
  std::vector<int64_t> pads;
  for (size_t axis = 0; axis < node.shape.size(); ++axis) {
    int64_t low = node.attributes[axis];
    pads.push_back(low);
    pads.push_back(node.operands[0]->shape[axis] - low - node.shape[axis]);
  }
  return pads;
}

NodeRef embed(const Node &node, const NodeRef &operand, const NodeRef &value) {
  switch (node.op) {
  case OpKind::Detach:
    return value;
  case OpKind::Reshape:
    return makeReshape(value, operand->shape);
  case OpKind::Permute:
    return makePermute(value, invert(node.attributes));
  case OpKind::Flip:
    return makeFlip(value, node.attributes);
  case OpKind::Bitcast:
    return makeBitcast(value, operand->type);
  case OpKind::Pad: {
    std::vector<int64_t> offsets;
    for (size_t axis = 0; axis < node.shape.size(); ++axis)
      offsets.push_back(node.attributes[2 * axis]);
    return makeShrink(value, std::move(offsets), operand->shape);
  }
  case OpKind::Shrink: {
    std::vector<int64_t> pads = getShrinkPads(node);
    NodeRef inside = makeConst(ElementType::Bool, 1, 1);
    inside = makeReshape(inside, Sizes(node.shape.size(), 1));
    inside = makePad(makeExpand(inside, node.shape), pads);
    return makeWhere(inside, makePad(value, pads), operand);
  }
  default:
    return NodeRef();
  }
}

//===----------------------------------------------------------------------===//
// Reduces and contractions
//===----------------------------------------------------------------------===//

NodeRef makeReduce(OpKind op, const NodeRef &input, std::vector<int64_t> axes) {
  std::sort(axes.begin(), axes.end());
  Sizes shape;
  for (size_t axis = 0; axis < input->shape.size(); ++axis)
    if (!std::binary_search(axes.begin(), axes.end(), int64_t(axis)))
      shape.push_back(input->shape[axis]);
  if (axes.empty())
    return input;
  return make(op, input->type, std::move(shape), {input}, std::move(axes));
}

NodeRef makeArgReduce(OpKind op, const NodeRef &input, int64_t axis) {
  Sizes shape = input->shape;
  shape.erase(shape.begin() + axis);
  return make(op, ElementType::Int32, std::move(shape), {input}, {axis});
}

NodeRef makeScan(OpKind op, const NodeRef &input, int64_t axis) {
  return make(op, input->type, input->shape, {input}, {axis});
}

NodeRef makeGather(const NodeRef &input, const NodeRef &index, int64_t axis) {
  return make(OpKind::Gather, input->type, index->shape, {input, index},
              {axis});
}

NodeRef makeMatmul(const NodeRef &lhs, const NodeRef &rhs) {
  Sizes shape = lhs->shape;
  shape.back() = rhs->shape.back();
  return make(OpKind::Matmul, lhs->type, std::move(shape), {lhs, rhs});
}

NodeRef makeConv(const NodeRef &input, const NodeRef &filter,
                 std::vector<int64_t> attributes) {
  Sizes shape{input->shape[0], filter->shape[0]};
  for (size_t axis = 2; axis < input->shape.size(); ++axis) {
    const int64_t *window = attributes.data() + 1 + 4 * (axis - 2);
    int64_t span = window[1] * (filter->shape[axis] - 1) + 1;
    int64_t padded = input->shape[axis] + window[2] + window[3];
    shape.push_back((padded - span) / window[0] + 1);
  }
  return make(OpKind::Conv, input->type, std::move(shape), {input, filter},
              std::move(attributes));
}

//===----------------------------------------------------------------------===//
// Broadcasting and promotion
//===----------------------------------------------------------------------===//

static std::string print(const Sizes &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

rt::StatusOr<Sizes> broadcastShapes(const Sizes &lhs, const Sizes &rhs) {
  const Sizes &longer = lhs.size() >= rhs.size() ? lhs : rhs;
  const Sizes &shorter = lhs.size() >= rhs.size() ? rhs : lhs;
  Sizes shape = longer;
  size_t extra = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t &size = shape[extra + i];
    if (size == shorter[i] || shorter[i] == 1)
      continue;
    if (size != 1)
      return rt::makeError("cannot broadcast ", print(lhs), " and ", print(rhs),
                           ": sizes ", size, " and ", shorter[i], " differ");
    size = shorter[i];
  }
  return shape;
}

rt::StatusOr<NodeRef> broadcastTo(const NodeRef &input, const Sizes &shape) {
  if (input->shape == shape)
    return input;
  rt::Status refusal = rt::makeError("cannot broadcast ", print(input->shape),
                                     " to ", print(shape));
  if (input->shape.size() > shape.size())
    return refusal;
  Sizes aligned(shape.size() - input->shape.size(), 1);
  aligned.insert(aligned.end(), input->shape.begin(), input->shape.end());
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (aligned[axis] != shape[axis] && aligned[axis] != 1)
      return refusal;
  return makeExpand(makeReshape(input, std::move(aligned)), shape);
}

/// A number takes the other operand's type without a cast.
static NodeRef promoteTo(const NodeRef &node, ElementType type) {
  if (node->type == type)
    return node;
  if (node->op == OpKind::Const && isWeak(node->type)) {
    double number = node->type == ElementType::WeakInt ? double(node->integer)
                                                       : node->number;
    return makeConst(type, number, node->integer);
  }
  return makeCast(node, type);
}

rt::StatusOr<NodeRef> makePromoted(OpKind op, const NodeRef &lhs,
                                   const NodeRef &rhs) {
  ElementType type = promote(lhs->type, rhs->type);
  NodeRef left = promoteTo(lhs, type), right = promoteTo(rhs, type);
  if (left->shape != right->shape) {
    rt::StatusOr<Sizes> shape = broadcastShapes(left->shape, right->shape);
    if (shape.isError())
      return shape.status();
    rt::StatusOr<NodeRef> first = broadcastTo(left, *shape);
    rt::StatusOr<NodeRef> second = broadcastTo(right, *shape);
    if (first.isError() || second.isError())
      return first.isError() ? first.status() : second.status();
    left = *first;
    right = *second;
  }
  return makeBinary(op, left, right);
}

} // namespace tinygrad::frontend
