//===- State.cpp - random assigns ---------------------------------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

void Generator::assign() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return isa<BlockArgument>(tensor.value) ||
           tensor.value.getDefiningOp<tg::AssignOp>();
  });
  if (!x)
    return;
  Shape part = x->shape;
  SmallVector<OpFoldResult> offsets;
  for (Dim &dim : part) {
    offsets.push_back(index(0));
    if (!dim.isConstant() || chance(40))
      continue;
    int64_t most = upperBound(Dim{1, {1}});
    if (dim.factor > most && chance(30)) {
      offsets.back() = getVariable(1);
      dim.factor = between(0, dim.factor - most);
      continue;
    }
    int64_t from = between(0, dim.factor);
    offsets.back() = index(from);
    dim.factor = between(0, dim.factor - from);
  }
  const Tensor *value = pick([&](const Tensor &tensor) {
    return tensor.shape == part && tensor.element() == x->element();
  });
  if (!value)
    value = constant(part, x->element());
  Value result = tg::AssignOp::create(builder, builder.getUnknownLoc(),
                                      x->value, value->value, offsets);
  std::optional<double> exact;
  if (x->exact && value->exact)
    exact = std::max(*x->exact, *value->exact);
  add(result, x->shape, exact, x->rounded || value->rounded);
}

void Generator::detach() {
  const Tensor *x = pick([](const Tensor &) { return true; });
  if (x)
    make("tg.detach", x->value, x->shape, x->element(), x->exact, x->rounded);
}

} // namespace tinygrad::random
