//===- TosaToTensor.cpp - TOSA to tg ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TensorBuilder/ConversionDriver.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TosaPattern.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTOSATOTG
#include "TinyGrad/Conversion/Passes.h.inc"
} // namespace tinygrad

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

void tg::populateTosaPatterns(RewritePatternSet &patterns) {
  populateTosaElementwisePatterns(patterns);
  populateTosaMovementPatterns(patterns);
  populateTosaContractionPatterns(patterns);
}

void tg::refineType(Operation *op) {
  auto declared = dyn_cast<TensorType>(op->getResult(0).getType());
  auto infers = dyn_cast<InferShapedTypeOpInterface>(op);
  if (!declared || !infers || (declared.hasRank() && declared.hasStaticShape()))
    return;
  SmallVector<ShapedTypeComponents> inferred;
  if (failed(infers.inferReturnTypeComponents(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), inferred)) ||
      inferred.size() != 1 || !inferred.front().hasRank())
    return;
  SmallVector<int64_t> sizes(inferred.front().getDims());
  if (declared.hasRank()) {
    if (sizes.size() != size_t(declared.getRank()))
      return;
    for (auto [size, known] : llvm::zip(sizes, declared.getShape()))
      if (!ShapedType::isDynamic(known))
        size = known;
  }
  op->getResult(0).setType(
      RankedTensorType::get(sizes, declared.getElementType()));
}

namespace {
struct ConvertTosaToTGPass
    : tinygrad::impl::ConvertTosaToTGBase<ConvertTosaToTGPass> {
  using ConvertTosaToTGBase::ConvertTosaToTGBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaPatterns(patterns);
    auto mustGo = [](Operation *op) {
      return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
    };
    if (failed(convertInOrder(getOperation(), std::move(patterns), mustGo, "tg",
                              /*isForeign=*/true)) ||
        failed(matchResultTypes(getOperation())))
      signalPassFailure();
  }
};
} // namespace
