//===- GradientBuilder.h - what gradient rules build with -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTBUILDER_H
#define TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTBUILDER_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace tinygrad::tg {

/// Builds tg ops at one place of a function, with sizes that its variables
/// explain. Everything it makes has the type it is asked for, so that gradients
/// have the types of what they belong to.
class GradientBuilder {
public:
  GradientBuilder(mlir::OpBuilder &builder, SymbolicShapes &shapes,
                  mlir::Location loc)
      : builder(builder), shapes(shapes), loc(loc) {}

  mlir::OpBuilder &getBuilder() { return builder; }
  SymbolicShapes &getShapes() { return shapes; }
  mlir::Location getLoc() const { return loc; }
  void setLoc(mlir::Location place) { loc = place; }
  /// Whether a size was not known; it has been reported.
  bool hasFailed() const { return failed; }

  /// The sizes of `tensor`: constants where its type has them, else values.
  llvm::SmallVector<mlir::OpFoldResult> getSizes(mlir::Value tensor);

  template <class OpT, class... Args> mlir::Value create(Args &&...args) {
    return OpT::create(builder, loc, std::forward<Args>(args)...);
  }

  /// `number` everywhere, in the shape and element type of `like`.
  mlir::Value splat(double number, mlir::Value like);
  mlir::Value cast(mlir::Value tensor, mlir::Type element);
  /// A comparison, as i1.
  mlir::Value compare(CmpPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  /// `tensor` under the shape of `like`, which has as many elements.
  mlir::Value reshapeLike(mlir::Value tensor, mlir::Value like);
  /// `tensor`, whose axes have size 1 where they differ, in the shape of
  /// `like`.
  mlir::Value expandLike(mlir::Value tensor, mlir::Value like);
  /// The result of a reduce of `input` over `axes`, kept or not, repeated along
  /// them.
  mlir::Value unreduce(mlir::Value result, mlir::Value input,
                       llvm::ArrayRef<int64_t> axes);
  /// `a` - `b` and so on, of sizes that are not negative.
  mlir::OpFoldResult add(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult sub(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult mul(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult index(int64_t value) {
    return builder.getIndexAttr(value);
  }

private:
  mlir::OpBuilder &builder;
  SymbolicShapes &shapes;
  mlir::Location loc;
  bool failed = false;
};

/// A tensor in a formula: `gradient * y * 2.0`. All tensors of a formula have
/// one type.
class Term {
public:
  Term(GradientBuilder &builder, mlir::Value value)
      : builder(&builder), value(value) {}

  operator mlir::Value() const { return value; }

  friend Term operator+(Term a, Term b) { return a.make<AddOp>(b); }
  friend Term operator-(Term a, Term b) { return a.make<SubOp>(b); }
  friend Term operator*(Term a, Term b) { return a.make<MulOp>(b); }
  friend Term operator/(Term a, Term b) { return a.make<DivOp>(b); }
  friend Term operator+(Term a, double b) { return a + a.number(b); }
  friend Term operator-(double a, Term b) { return b.number(a) - b; }
  friend Term operator*(Term a, double b) { return a * a.number(b); }
  friend Term operator/(double a, Term b) { return b.number(a) / b; }
  Term operator-() const { return {*builder, builder->create<NegOp>(value)}; }

  Term number(double number) const {
    return {*builder, builder->splat(number, value)};
  }
  /// The op of one operand `OpT` of this.
  template <class OpT> Term apply() const {
    return {*builder, builder->create<OpT>(value)};
  }
  template <class OpT> Term make(Term other) const {
    return {*builder, builder->create<OpT>(value, other.value)};
  }
  /// This where `predicate` holds between `a` and `b`, else `otherwise`.
  Term where(CmpPredicate predicate, Term a, Term b, Term otherwise) const {
    return {*builder,
            builder->create<WhereOp>(builder->compare(predicate, a, b), value,
                                     otherwise.value)};
  }

private:
  GradientBuilder *builder;
  mlir::Value value;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTBUILDER_H
