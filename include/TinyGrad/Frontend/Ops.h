//===- Ops.h - what a lazy node computes ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_OPS_H
#define TINYGRAD_FRONTEND_OPS_H

#include <cstdint>

namespace tinygrad::frontend {

/// The ops of lazy nodes; each becomes the op of `tg` of the same name. In
/// parentheses: what `Node::attributes` holds.
enum class OpKind : uint8_t {
  // Leaves.
  Buffer,
  Const,  ///< A scalar, shape [].
  Arange, ///< 0, 1, 2, ... of an integer type.
  // The operand itself.
  Contiguous,
  Assign,             ///< New contents of a storage.
  Detach,             ///< Stops gradients.
  ContiguousBackward, ///< Makes the gradient contiguous.
  // Unary.
  Neg,
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Tanh,
  Sqrt,
  Reciprocal,
  Trunc,
  Abs,
  Relu,
  Not,
  // Binary, of two nodes of one shape and type.
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  CDiv,
  CMod,
  Maximum,
  Minimum,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  // Comparisons, to bool.
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Where,
  Pow, ///< Base, exponent, and the expression of the value.
  Cast,
  Bitcast,
  // Movement.
  Reshape,
  Expand,
  Permute, ///< (order)
  Pad,     ///< (low, high of each axis in turn), by 0
  Shrink,  ///< (offset of each axis)
  Flip,    ///< (axes)
  // Reduces, which drop their axes. (axes)
  Sum,
  Prod,
  Max,
  Min,
  Argmax, ///< (axis)
  Argmin, ///< (axis)
  // Scans: elements combined with all before them along an axis. (axis)
  Cumsum,
  Cumprod,
  Cummax,
  Cummin,
  Gather, ///< Input, index: elements at indices along an axis. (axis)
  // Contractions.
  Matmul,
  Conv, ///< (groups, then stride, dilation, low, high of each spatial axis)
};

constexpr bool isUnary(OpKind op) {
  return op >= OpKind::Neg && op <= OpKind::Not;
}
constexpr bool isBinary(OpKind op) {
  return op >= OpKind::Add && op <= OpKind::Shr;
}
constexpr bool isComparison(OpKind op) {
  return op >= OpKind::Eq && op <= OpKind::Ge;
}
constexpr bool isMovement(OpKind op) {
  return op >= OpKind::Reshape && op <= OpKind::Flip;
}
constexpr bool isReduce(OpKind op) {
  return op >= OpKind::Sum && op <= OpKind::Argmin;
}
constexpr bool isScan(OpKind op) {
  return op >= OpKind::Cumsum && op <= OpKind::Cummin;
}
constexpr bool isIdentity(OpKind op) {
  return op >= OpKind::Contiguous && op <= OpKind::ContiguousBackward;
}

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_OPS_H
