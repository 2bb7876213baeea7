//===- Generator.h - random programs of tg ops -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRANDOM_GENERATOR_H
#define TINYGRAD_TOOLS_TGRANDOM_GENERATOR_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include <random>

namespace tinygrad::random {

/// A size: a constant times variables.
struct Dim {
  int64_t factor = 1;
  /// Numbers of variables, ascending.
  llvm::SmallVector<unsigned, 2> variables;

  bool isConstant() const { return variables.empty() || factor == 0; }
  bool isOne() const { return variables.empty() && factor == 1; }
  bool operator==(const Dim &other) const {
    return factor == other.factor && variables == other.variables;
  }
};
using Shape = llvm::SmallVector<Dim>;

/// A tensor of the program and what is known of its elements. Programs are
/// compared bit for bit or nearly so, which makes sense only where a small
/// difference cannot grow: a value that depends on the order of a sum goes
/// nowhere but to a result. Sums of integers that a float type holds exactly
/// have no such order, and most sums here are of this kind.
struct Tensor {
  mlir::Value value;
  Shape shape;
  /// The elements are integers of at most this magnitude.
  std::optional<double> exact;
  /// The elements depend on the order of a sum.
  bool rounded = false;

  mlir::Type element() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getElementType();
  }
};

/// Writes one function from one seed; equal seeds give equal functions.
class Generator {
public:
  Generator(mlir::OpBuilder &builder, uint64_t seed)
      : builder(builder), engine(seed * 0x9e3779b97f4a7c15u + 1) {}

  mlir::func::FuncOp generate(llvm::StringRef name, unsigned numOps);

private:
  static constexpr int64_t kMaxElements = 2048;
  static constexpr unsigned kMaxRank = 5;

  // Choices.
  uint64_t below(uint64_t bound) { return bound ? engine() % bound : 0; }
  bool chance(unsigned percent) { return below(100) < percent; }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(high - low + 1));
  }
  template <class T> T choose(llvm::ArrayRef<T> list) {
    return list[below(list.size())];
  }
  mlir::Type randomElement();
  Dim randomDim();
  Shape randomShape();
  /// A tensor that `accept` accepts; null after some tries.
  const Tensor *pick(llvm::function_ref<bool(const Tensor &)> accept);

  // Sizes.
  int64_t upperBound(const Dim &dim) const;
  int64_t lowerBound(const Dim &dim) const;
  int64_t countElements(const Shape &shape) const;
  mlir::Value getVariable(unsigned number);
  mlir::OpFoldResult getSize(const Dim &dim);
  llvm::SmallVector<mlir::OpFoldResult> getSizes(const Shape &shape);
  mlir::OpFoldResult index(int64_t value) {
    return builder.getIndexAttr(value);
  }
  mlir::RankedTensorType getType(const Shape &shape, mlir::Type element);

  // Values.
  mlir::TypedAttr getNumber(mlir::Type element, int64_t value);
  /// The largest magnitude up to which `element` adds integers exactly, or at
  /// least to integers.
  static double getExactLimit(mlir::Type element);
  static std::optional<double> limit(mlir::Type element,
                                     std::optional<double> magnitude);
  static std::optional<double> getMagnitude(const Tensor &tensor);
  const Tensor *add(mlir::Value value, Shape shape,
                    std::optional<double> exact = {}, bool rounded = false);
  const Tensor *make(llvm::StringRef op, mlir::ValueRange operands, Shape shape,
                     mlir::Type element, std::optional<double> exact = {},
                     bool rounded = false,
                     llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  const Tensor *cast(const Tensor &tensor, mlir::Type element);
  const Tensor *constant(const Shape &shape, mlir::Type element);
  const Tensor *splat(const Shape &shape, mlir::Type element);
  /// A tensor of the shape and type of `like`, made or found.
  const Tensor *partner(const Tensor &like);

  // Steps: each adds a tensor, or nothing where its choice does not fit.
  void unary();
  void binary();
  void compare();
  void where();
  void convert();
  void bitcast();
  void reduce();
  void broadcastReduce();
  void reshape();
  void expand();
  void permute();
  void pad();
  void shrink();
  void flip();
  void matmul();
  void conv();
  void maxPool();
  void softmax();
  void argReduce();
  void create();
  void contiguous();
  void concat();
  void stack();
  void repeat();
  void oneHot();
  void gather();
  void scatter();
  void cumulative();
  void sort();
  void random();
  void assign();
  void detach();
  /// Integers of a shape, some of which are small.
  const Tensor *indices(const Shape &shape);
  // In NN.cpp.
  void windows();
  void poolWindows();
  void convTranspose();
  void logSoftmax();
  void norm();
  void attention();
  void crossEntropy();
  void interpolate();
  struct WindowLists;
  const Tensor *pickWindows(WindowLists &lists, bool floats);
  // In Functions.cpp.
  void floatFunction();
  void classify();
  void power();
  void ternary();
  void summary();
  bool sumOver(const Tensor &tensor, double count, const Tensor *&operand,
               std::optional<double> &exact, bool &rounded);

  mlir::OpBuilder &builder;
  std::mt19937_64 engine;
  std::vector<std::unique_ptr<Tensor>> pool;
  mlir::Value variables[2];
};

} // namespace tinygrad::random

#endif // TINYGRAD_TOOLS_TGRANDOM_GENERATOR_H
