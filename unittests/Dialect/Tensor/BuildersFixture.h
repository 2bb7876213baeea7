//===- BuildersFixture.h - operands for the tests of builders ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_DIALECT_TENSOR_BUILDERSFIXTURE_H
#define TINYGRAD_UNITTESTS_DIALECT_TENSOR_BUILDERSFIXTURE_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

namespace tinygrad::tg {

inline constexpr int64_t kDynamic = mlir::ShapedType::kDynamic;

/// Front ends give operands and attributes; the builders know the types.
class BuildersTest : public ::testing::Test {
protected:
  BuildersTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<TGDialect>();
    context.allowUnregisteredDialects();
    module = mlir::ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
  }

  mlir::Value make(mlir::Type type) {
    mlir::OperationState state(loc, "test.source");
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }
  mlir::RankedTensorType tensor(llvm::ArrayRef<int64_t> sizes,
                                mlir::Type element) {
    return mlir::RankedTensorType::get(sizes, element);
  }
  mlir::RankedTensorType f32(llvm::ArrayRef<int64_t> sizes) {
    return tensor(sizes, builder.getF32Type());
  }
  mlir::OpFoldResult index(int64_t value) {
    return builder.getIndexAttr(value);
  }
  /// The op is valid and has the result type `type`.
  void expect(mlir::Operation *op, mlir::Type type) {
    EXPECT_TRUE(mlir::succeeded(mlir::verify(op)));
    EXPECT_EQ(op->getResult(0).getType(), type);
  }

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_UNITTESTS_DIALECT_TENSOR_BUILDERSFIXTURE_H
