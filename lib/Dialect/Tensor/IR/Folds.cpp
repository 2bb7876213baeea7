//===- Folds.cpp -*- C++ -*-===//
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
using namespace mlir;
namespace tinygrad::tg {
OpFoldResult NegOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ExpOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult Exp2Op::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult LogOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult Log2Op::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult SinOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult CosOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult TanhOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult SqrtOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ReciprocalOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult TruncOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult AbsOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ReluOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult NotOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult AddOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult SubOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult MulOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult DivOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult FloorDivOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ModOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult CDivOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult CModOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult MaximumOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult MinimumOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult AndOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult OrOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult XorOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ShlOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ShrOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult CmpOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult WhereOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult CastOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ExpandOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult PadOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ShrinkOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult FlipOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult SumOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult ProdOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult MaxOp::fold(FoldAdaptor adaptor) { return {}; }
OpFoldResult MinOp::fold(FoldAdaptor adaptor) { return {}; }
void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &,
                                            MLIRContext *) {}
void ExpandOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {
}
void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &,
                                            MLIRContext *) {}
LogicalResult BitcastOp::verify() {
  unsigned from = getElementWidth(getInput().getType().getElementType());
  unsigned to = getElementWidth(getType().getElementType());
  if (from != to)
    return emitOpError("expected element types of one width, but got ")
           << getInput().getType() << " and " << getType();
  return success();
}
} // namespace tinygrad::tg
