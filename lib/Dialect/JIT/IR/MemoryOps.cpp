//===- MemoryOps.cpp - constants and sub-buffers ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tinygrad::jit;

LogicalResult ConstantOp::verify() {
  auto tensor = dyn_cast<RankedTensorType>(getValue().getType());
  BufferType buffer = getBuffer().getType();
  if (!tensor || !tensor.hasStaticShape())
    return emitOpError() << "expected the elements of a static tensor, but got "
                         << getValue().getType();
  if (tensor.getElementType() != buffer.getElementType() ||
      tensor.getNumElements() != buffer.getSize())
    return emitOpError() << "expected a buffer of " << tensor.getNumElements()
                         << " elements of type " << tensor.getElementType()
                         << ", but got " << buffer;
  return success();
}

LogicalResult SubBufferOp::verify() {
  BufferType base = getBase().getType(), view = getBuffer().getType();
  if (base.getDevice() != view.getDevice())
    return emitOpError() << "expected a view on the base's device "
                         << base.getDevice() << ", but got "
                         << view.getDevice();
  int64_t offset = getOffset();
  if (offset < 0 || offset > base.getBytes() ||
      view.getBytes() > base.getBytes() - offset)
    return emitOpError() << "expected a view within the base's "
                         << base.getBytes() << " bytes, but got "
                         << view.getBytes() << " bytes at offset " << offset;
  if (offset % view.getElementBytes() != 0)
    return emitOpError() << "expected an offset that is a multiple of the "
                         << "element's " << view.getElementBytes()
                         << " bytes, but got " << offset;
  return success();
}

/// The whole of a buffer is the buffer.
OpFoldResult SubBufferOp::fold(FoldAdaptor) {
  // The only tenant of an arena still says so.
  if (getTenantAttr())
    return {};
  if (getOffset() == 0 && getBase().getType() == getBuffer().getType())
    return getBase();
  return {};
}

namespace {
/// A view of a view is a view of the base.
struct CollapseView : OpRewritePattern<SubBufferOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubBufferOp op,
                                PatternRewriter &rewriter) const override {
    auto outer = op.getBase().getDefiningOp<SubBufferOp>();
    if (!outer)
      return rewriter.notifyMatchFailure(op, "the base is not a view");
    int64_t offset = outer.getOffset() + op.getOffset();
    rewriter.modifyOpInPlace(op, [&] {
      op.getBaseMutable().assign(outer.getBase());
      op.setOffset(offset);
      if (outer.getTenantAttr())
        op.setTenantAttr(outer.getTenantAttr());
    });
    return success();
  }
};
} // namespace

void SubBufferOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<CollapseView>(context);
}
