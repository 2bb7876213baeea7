//===- Builder.h - makes lazy nodes ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function infers the result's shape and type. Functions that return a
// NodeRef rely on arguments that fit (the same shape and type for elementwise
// operands, axes within the rank, sizes that divide); those that return a
// StatusOr check what a user may get wrong.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_BUILDER_H
#define TINYGRAD_FRONTEND_BUILDER_H

#include "TinyGrad/Frontend/Node.h"

namespace tinygrad::frontend {

NodeRef makeBuffer(rt::Buffer buffer, ElementType type, Sizes shape,
                   uint16_t device);
NodeRef makeConst(ElementType type, double number, int64_t integer);
/// The number `value` in the type and shape of `like`.
NodeRef makeConstLike(const NodeRef &like, double value);
NodeRef makeArange(int64_t size, ElementType type);

NodeRef makeIdentity(OpKind op, const NodeRef &input);
NodeRef makeUnary(OpKind op, const NodeRef &input);
/// Binary ops and comparisons of two nodes of one shape and type.
NodeRef makeBinary(OpKind op, const NodeRef &lhs, const NodeRef &rhs);
NodeRef makeWhere(const NodeRef &condition, const NodeRef &onTrue,
                  const NodeRef &onFalse);
/// `base` to the power `exponent`, floats of one type and shape, with Python's
/// values at zeros, infinities and negative bases. A node of its own, since the
/// gradient of the expression would be 0 times infinity in places.
NodeRef makePow(const NodeRef &base, const NodeRef &exponent);
NodeRef makeCast(const NodeRef &input, ElementType type);
NodeRef makeBitcast(const NodeRef &input, ElementType type);

NodeRef makeReshape(const NodeRef &input, Sizes shape);
NodeRef makeExpand(const NodeRef &input, Sizes shape);
NodeRef makePermute(const NodeRef &input, std::vector<int64_t> order);
/// `pads` has low and high of each axis in turn, none negative.
NodeRef makePad(const NodeRef &input, std::vector<int64_t> pads);
NodeRef makeShrink(const NodeRef &input, std::vector<int64_t> offsets,
                   Sizes shape);
NodeRef makeFlip(const NodeRef &input, std::vector<int64_t> axes);
/// A movement op also where it changes nothing.
NodeRef makeMovement(OpKind op, const NodeRef &input, Sizes shape,
                     std::vector<int64_t> attributes);

/// Sum gives the operand's type, whatever its width: a front end that wants a
/// wider accumulator casts first.
NodeRef makeReduce(OpKind op, const NodeRef &input, std::vector<int64_t> axes);
NodeRef makeArgReduce(OpKind op, const NodeRef &input, int64_t axis);
/// A running sum, too, gives the operand's type. Only running sums have a
/// gradient here: of the others' operands it is 0.
NodeRef makeScan(OpKind op, const NodeRef &input, int64_t axis);
/// Elements of `input` at integer indices along an axis, 0 where an index lies
/// outside. The other axes of `index`, whose shape the result has, are those of
/// `input`.
NodeRef makeGather(const NodeRef &input, const NodeRef &index, int64_t axis);
/// Operands of one rank >= 2, one type and the same batch sizes.
NodeRef makeMatmul(const NodeRef &lhs, const NodeRef &rhs);
NodeRef makeConv(const NodeRef &input, const NodeRef &filter,
                 std::vector<int64_t> attributes);

/// The shape that both broadcast to.
rt::StatusOr<Sizes> broadcastShapes(const Sizes &lhs, const Sizes &rhs);
/// `input` as a tensor of `shape`: leading axes are added, those of size 1
/// repeated.
rt::StatusOr<NodeRef> broadcastTo(const NodeRef &input, const Sizes &shape);

/// A binary op or comparison of any two nodes: promoted and broadcast.
rt::StatusOr<NodeRef> makePromoted(OpKind op, const NodeRef &lhs,
                                   const NodeRef &rhs);

/// The movement op (or detach) `node` on another operand of the same shape.
NodeRef remake(const Node &node, const NodeRef &operand);

/// What the operand of the movement op `node` must become so that the op gives
/// `value`: the rest of it stays as `operand`. Null for OpKind::Expand, which
/// has several elements for one.
NodeRef embed(const Node &node, const NodeRef &operand, const NodeRef &value);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_BUILDER_H
