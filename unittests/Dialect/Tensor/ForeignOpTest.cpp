//===- ForeignOpTest.cpp - index maps that other dialects' ops give -------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// math.absf on tensors gets an index map from outside, which is right or wrong
// in one point: what is wrong is an error that names the op, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "TinyGrad/InitAllDialects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad;

namespace {
enum class Wrong {
  Nothing,
  Rank,
  Size,
  UnknownSize,
  NoMap,
  Axes,
  Indices,
  Shifted,
  Strided,
  Constraint,
  NullConstraint,
  Accumulator,
  Element,
  NoElement
};
Wrong wrong;

struct AbsModel
    : tg::IndexMapOpInterface::ExternalModel<AbsModel, math::AbsFOp> {
  SmallVector<AffineExpr> getResultShape(Operation *op,
                                         tg::SymbolicShapes &shapes) const {
    SmallVector<AffineExpr> sizes = tg::detail::elementwiseShape(op, shapes);
    if (wrong == Wrong::Rank)
      sizes.pop_back();
    if (wrong == Wrong::Size)
      sizes[0] = sizes[0] + 1;
    if (wrong == Wrong::UnknownSize)
      sizes[0] = AffineExpr();
    return sizes;
  }

  tg::OperandAccess getOperandAccess(Operation *op, unsigned,
                                     tg::SymbolicShapes &shapes) const {
    tg::OperandAccess access = tg::detail::elementwiseAccess(op, shapes);
    MLIRContext *context = op->getContext();
    if (wrong == Wrong::NoMap)
      access.map = AffineMap();
    if (wrong == Wrong::Axes)
      access.map = AffineMap::getMultiDimIdentityMap(2, context).shiftDims(1);
    if (wrong == Wrong::Indices)
      access.map = access.map.dropResult(0);
    if (wrong == Wrong::Shifted || wrong == Wrong::Strided)
      access.map = AffineMap::get(
          2, 0,
          {getAffineDimExpr(0, context) * (wrong == Wrong::Strided ? 2 : 1) -
               (wrong == Wrong::Shifted ? 1 : 0),
           getAffineDimExpr(1, context)},
          context);
    if (wrong == Wrong::Constraint)
      access.constraints.push_back(getAffineDimExpr(0, context));
    if (wrong == Wrong::NullConstraint)
      access.constraints.push_back(AffineExpr());
    return access;
  }

  Value buildElement(Operation *, OpBuilder &builder, Location loc,
                     ValueRange elements, ValueRange) const {
    if (wrong == Wrong::NoElement)
      return {};
    if (wrong == Wrong::Element)
      return arith::ExtFOp::create(builder, loc, builder.getF64Type(),
                                   elements[0]);
    return math::AbsFOp::create(builder, loc, elements[0]);
  }

  Type getAccumulatorType(Operation *op) const {
    return wrong == Wrong::Accumulator
               ? Type(IndexType::get(op->getContext()))
               : getElementTypeOrSelf(op->getResult(0).getType());
  }
};

/// The errors of fusing and outlining a function with such an op.
std::string compile(Wrong point) {
  wrong = point;
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<func::FuncDialect, math::MathDialect>();
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    math::AbsFOp::attachInterface<AbsModel>(*context);
  });
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = math.absf %x : tensor<4x8xf32>
      %1 = tg.neg %0 : tensor<4x8xf32>
      return %1 : tensor<4x8xf32>
    })",
                                            &context);
  PassManager pm(&context);
  pm.addNestedPass<func::FuncOp>(tg::createTGFusePass());
  pm.addPass(createConvertTGToUOpPass());
  LogicalResult result = module ? pm.run(*module) : failure();
  EXPECT_EQ(succeeded(result), errors.empty()) << errors;
  return errors;
}

TEST(ForeignOp, IsFusedWhenItsMapIsRight) {
  EXPECT_EQ(compile(Wrong::Nothing), "");
}

TEST(ForeignOp, SaysWhatIsWrongWithItsShape) {
  EXPECT_EQ(compile(Wrong::Rank), "'math.absf' op expected a shape of 2 sizes "
                                  "for its result, but got 1\n");
  EXPECT_EQ(compile(Wrong::Size),
            "'math.absf' op gives size 5 of axis 0 of its result, which is "
            "'tensor<4x8xf32>'\n");
  EXPECT_EQ(compile(Wrong::UnknownSize),
            "'math.absf' op gives size ? of axis 0 of its result, which is "
            "'tensor<4x8xf32>'\n");
}

TEST(ForeignOp, SaysWhatIsWrongWithAnAccess) {
  std::string access = "'math.absf' op gives an access to operand #0 that is "
                       "not possible: ";
  EXPECT_EQ(compile(Wrong::NoMap), access + "expected a map, but got none\n");
  EXPECT_EQ(compile(Wrong::Axes),
            access + "expected a map from 2 axes and 0 variables to 2 indices, "
                     "but got affine_map<(d0, d1, d2) -> (d1, d2)>\n");
  EXPECT_EQ(compile(Wrong::Indices),
            access + "expected a map from 2 axes and 0 variables to 2 indices, "
                     "but got affine_map<(d0, d1) -> (d1)>\n");
  for (Wrong outside : {Wrong::Shifted, Wrong::Strided})
    EXPECT_EQ(compile(outside), access + "index 0 may lie outside of size 4\n");
  EXPECT_EQ(compile(Wrong::Constraint),
            access + "expected a value of 'f32' for what its constraints leave "
                     "out\n");
  EXPECT_EQ(compile(Wrong::NullConstraint), access + "a constraint is null\n");
}

TEST(ForeignOp, SaysWhatIsWrongWithItsElement) {
  EXPECT_EQ(compile(Wrong::Accumulator),
            "'math.absf' op expected to accumulate in an element type of tg, "
            "but got 'index'\n");
  EXPECT_EQ(compile(Wrong::Element),
            "'math.absf' op expected buildElement to give a value of 'f32', "
            "but got 'f64'\n");
  EXPECT_EQ(compile(Wrong::NoElement),
            "'math.absf' op expected buildElement to give a value of 'f32', "
            "but got none\n");
}
} // namespace
