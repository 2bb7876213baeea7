//===- TestIndexMaps.cpp - prints what index maps say -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace tinygrad::test {

namespace {
/// Remarks, for each op with an index map, its shape, reduce axes and accesses;
/// with `elements` also appends a function that computes one element.
struct TestIndexMapsPass
    : PassWrapper<TestIndexMapsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIndexMapsPass)

  TestIndexMapsPass() = default;
  TestIndexMapsPass(const TestIndexMapsPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-tg-index-maps"; }
  StringRef getDescription() const final {
    return "Prints the index maps of tg ops as remarks";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect, uop::UOpDialect>();
  }

  Option<bool> elements{*this, "elements",
                        llvm::cl::desc("Build each op's element after it")};

  void runOnOperation() override {
    tg::SymbolicShapes shapes(getOperation());
    SmallVector<tg::IndexMapOpInterface> ops;
    getOperation()->walk(
        [&](tg::IndexMapOpInterface op) { ops.push_back(op); });
    for (tg::IndexMapOpInterface op : ops)
      elements ? buildElement(op, shapes) : printMaps(op, shapes);
  }

  static std::string print(ArrayRef<AffineExpr> exprs) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << '[';
    llvm::interleaveComma(exprs, os, [&](AffineExpr expr) {
      if (expr)
        os << expr;
      else
        os << '?';
    });
    os << ']';
    return text;
  }

  static void printMaps(tg::IndexMapOpInterface op,
                        tg::SymbolicShapes &shapes) {
    SmallVector<AffineExpr> reduces = op.getReduceSizes(shapes);
    InFlightDiagnostic remark = op->emitRemark("shape ");
    remark << print(op.getResultShape(shapes));
    if (!reduces.empty()) {
      static constexpr const char *kNames[] = {"sum", "prod", "max", "min"};
      remark << " " << kNames[static_cast<int>(op.getCombiner())] << " over "
             << print(reduces) << " in " << op.getAccumulatorType();
    }
    if (op.isMovement())
      remark << " moves";
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      tg::OperandAccess access =
          op.getOperandAccess(operand.getOperandNumber(), shapes);
      remark << "; operand " << operand.getOperandNumber() << " at "
             << AffineMapAttr::get(access.map);
      if (!access.constraints.empty())
        remark << " where " << print(access.constraints) << " >= 0 else "
               << access.otherwise;
    }
  }

  /// A call of unregistered ops keeps the element's ops from being folded.
  static void buildElement(tg::IndexMapOpInterface op,
                           tg::SymbolicShapes &shapes) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    SmallVector<Value> elements, axes;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        elements.push_back(
            make(builder, op.getLoc(), "test.element",
                 tg::getScalarType(getElementTypeOrSelf(operand.getType()))));
    auto rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
    size_t count = rank + op.getReduceSizes(shapes).size();
    for (size_t i = 0; i < count; ++i)
      axes.push_back(
          make(builder, op.getLoc(), "test.axis", builder.getIndexType()));
    OperationState state(op.getLoc(), "test.result");
    state.addOperands(op.buildElement(builder, op.getLoc(), elements, axes));
    state.addAttribute("cost", builder.getI64IntegerAttr(op.getElementCost()));
    builder.create(state);
  }

  static Value make(OpBuilder &builder, Location loc, StringRef name,
                    Type type) {
    OperationState state(loc, name);
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }
};
} // namespace

void registerTestIndexMapsPass() { PassRegistration<TestIndexMapsPass>(); }

} // namespace tinygrad::test
