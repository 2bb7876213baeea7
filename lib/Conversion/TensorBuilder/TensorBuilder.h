//===- TensorBuilder.h - tg ops for conversions from elsewhere ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversions from linalg and TOSA share: shapes whose sizes follow
// from the function's variables, axes by name of another iteration space, and
// the unsigned views of signless tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORBUILDER_TENSORBUILDER_H
#define TINYGRAD_LIB_CONVERSION_TENSORBUILDER_TENSORBUILDER_H

#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "TinyGrad/Dialect/Tensor/IR/Summary.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

class TensorBuilder {
public:
  TensorBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  static mlir::Type getElement(mlir::Value tensor) {
    return mlir::getElementTypeOrSelf(tensor.getType());
  }
  static int64_t getRank(mlir::Value tensor) {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType()).getRank();
  }

  /// The sizes of `tensor`; fails where one does not follow from the variables.
  mlir::FailureOr<Sizes> getSizes(mlir::Value tensor);

  template <typename Op> mlir::Value unary(mlir::Value input) {
    return Op::create(builder, loc, input);
  }
  template <typename Op> mlir::Value binary(mlir::Value a, mlir::Value b) {
    return Op::create(builder, loc, a, b);
  }
  mlir::Value compare(CmpPredicate predicate, mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return WhereOp::create(builder, loc, condition, a, b);
  }

  // Movement; each gives the tensor itself where nothing changes.
  mlir::Value reshape(mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::Value expand(mlir::Value tensor,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::Value permute(mlir::Value tensor, llvm::ArrayRef<int64_t> order);
  mlir::Value shrink(mlir::Value tensor,
                     llvm::ArrayRef<mlir::OpFoldResult> offsets,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// The axes of `tensor` are those of a space of `sizes`, one for each axis of
  /// it, in any order; the others are repeated.
  mlir::Value spread(mlir::Value tensor, llvm::ArrayRef<int64_t> axes,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// `tensor` with a type that has those of its sizes that are constant.
  mlir::Value withKnownSizes(mlir::Value tensor,
                             llvm::ArrayRef<mlir::OpFoldResult> sizes);

  // Elements.
  mlir::Value cast(mlir::Value tensor, mlir::Type element,
                   Saturate saturate = Saturate::finite);
  mlir::Value bitcast(mlir::Value tensor, mlir::Type element);
  mlir::Value asUnsigned(mlir::Value tensor);
  mlir::Value asSigned(mlir::Value tensor);
  /// Runs `Op` on the unsigned views of two signless tensors.
  template <typename Op>
  mlir::Value unsignedBinary(mlir::Value a, mlir::Value b) {
    return asSigned(binary<Op>(asUnsigned(a), asUnsigned(b)));
  }

  /// The number of zero bits before the highest one of an integer.
  mlir::Value countLeadingZeros(mlir::Value tensor);

  // Creation.
  mlir::Value splat(mlir::TypedAttr value,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes);
  mlir::Value splatLike(mlir::Value tensor, double value);
  /// 0, 1, … along one axis of a space, as i64.
  mlir::Value iota(int64_t axis, llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// What an affine expression gives, over i64 tensors of one shape.
  mlir::Value evaluate(mlir::AffineExpr expr, llvm::ArrayRef<mlir::Value> dims,
                       llvm::ArrayRef<mlir::Value> symbols,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// The elements of `tensor` at places that i64 tensors give, one for each
  /// axis; fails where a size is not constant. A place outside reads 0.
  mlir::FailureOr<mlir::Value> gather(mlir::Value tensor,
                                      llvm::ArrayRef<mlir::Value> places,
                                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// The product of sizes.
  mlir::OpFoldResult multiply(llvm::ArrayRef<mlir::OpFoldResult> sizes);
};

/// A number as an attribute of `element`, rounded or wrapped.
mlir::TypedAttr makeNumber(mlir::Type element, double value);

/// Whether a value of type `given` can stand where one of type `declared` does:
/// it may say more of its sizes.
bool isRefinement(mlir::Type given, mlir::Type declared);

/// The sizes, with those that are constant values as attributes.
Sizes withConstants(llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The one value of all elements of `tensor`, or null.
mlir::TypedAttr getSplatValue(mlir::Value tensor);

/// Whether `value` changes nothing when `combiner` combines it with elements.
bool isIdentity(Combiner combiner, mlir::TypedAttr value);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TENSORBUILDER_TENSORBUILDER_H
