//===- NN.cpp - random ops of neural networks -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an op sums, its operands are small integers: their sums have no order,
// and no term is so large that it hides the others. An epsilon of 1 keeps norms
// from enlarging the differences that remain.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

/// Windows over the last axes of a tensor: their lists and numbers.
struct Generator::WindowLists {
  SmallVector<int64_t> kernel, strides, dilations, low, high;
  Shape shape;
};

/// Null where the last axis does not suit.
const Tensor *Generator::pickWindows(WindowLists &lists, bool floats) {
  const Tensor *x = pick([&](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() &&
           tensor.shape.back().isConstant() && tensor.shape.back().factor > 0 &&
           (!floats || (isa<FloatType>(tensor.element()) && tensor.exact));
  });
  if (!x)
    return nullptr;
  lists.shape = x->shape;
  size_t first = lists.shape.size() - 1;
  if (first > 0 && lists.shape[first - 1].isConstant() &&
      lists.shape[first - 1].factor > 0 && chance(60))
    --first;
  for (size_t axis = first; axis < lists.shape.size(); ++axis) {
    int64_t size = lists.shape[axis].factor;
    int64_t kernel = between(1, std::min<int64_t>(size, 3));
    int64_t dilation = kernel > 1 && size >= 5 && chance(20) ? 2 : 1;
    lists.kernel.push_back(kernel);
    lists.strides.push_back(between(1, 3));
    lists.dilations.push_back(dilation);
    // Less than the window, so that each window touches the input.
    lists.low.push_back(between(0, kernel - 1));
    lists.high.push_back(between(0, kernel - 1));
    int64_t room = size + lists.low.back() + lists.high.back() -
                   dilation * (kernel - 1) - 1;
    lists.shape[axis] = Dim{room / lists.strides.back() + 1, {}};
  }
  return x;
}

void Generator::windows() {
  WindowLists lists;
  const Tensor *x = pickWindows(lists, /*floats=*/false);
  if (!x)
    return;
  for (int64_t size : lists.kernel)
    lists.shape.push_back(Dim{size, {}});
  if (countElements(lists.shape) > kMaxElements ||
      lists.shape.size() > kMaxRank)
    return;
  bool isBool = x->element().isInteger(1);
  int64_t number = isBool ? between(0, 1) : between(-3, 3);
  Value value = tg::WindowsOp::create(
      builder, builder.getUnknownLoc(), x->value, lists.kernel, lists.strides,
      lists.dilations, lists.low, lists.high,
      chance(50) ? getNumber(x->element(), number) : TypedAttr());
  std::optional<double> exact;
  if (x->exact)
    exact = std::max(*x->exact, 3.0);
  add(value, lists.shape, exact);
}

void Generator::poolWindows() {
  WindowLists lists;
  bool average = chance(50);
  const Tensor *x = pickWindows(lists, average);
  if (!x)
    return;
  auto list = [&](ArrayRef<int64_t> values) {
    return builder.getDenseI64ArrayAttr(values);
  };
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("kernel", list(lists.kernel)),
      builder.getNamedAttr("strides", list(lists.strides)),
      builder.getNamedAttr("dilations", list(lists.dilations)),
      builder.getNamedAttr("pad_low", list(lists.low)),
      builder.getNamedAttr("pad_high", list(lists.high))};
  if (average && chance(50))
    attributes.push_back(
        builder.getNamedAttr("count_include_pad", builder.getUnitAttr()));
  // Sums of small integers are exact, and so are their quotients rounded once.
  make(average ? "tg.avg_pool" : "tg.argmax_pool", x->value, lists.shape,
       average ? x->element() : builder.getI32Type(), {}, false, attributes);
}

void Generator::convTranspose() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && tensor.shape.size() == 3 &&
           tensor.shape[1].isConstant() && tensor.shape[1].factor > 0 &&
           tensor.shape[2].isConstant() && tensor.shape[2].factor > 0 &&
           !tensor.element().isInteger(1) &&
           (!isa<FloatType>(tensor.element()) || tensor.exact);
  });
  if (!x)
    return;
  int64_t channels = x->shape[1].factor, size = x->shape[2].factor;
  int64_t groups = channels % 2 == 0 && chance(30) ? 2 : 1;
  int64_t kernel = between(1, 3), stride = between(1, 3);
  int64_t dilation = chance(20) ? 2 : 1, more = between(0, 1);
  int64_t outputs = between(1, 3);
  int64_t whole = (size - 1) * stride + dilation * (kernel - 1) + 1 + more;
  int64_t low = between(0, 1), high = between(0, 1);
  if (whole - low - high < 1 || size == 1)
    low = high = 0;
  Shape shape = {x->shape[0], Dim{outputs * groups, {}},
                 Dim{whole - low - high, {}}};
  double count = static_cast<double>(channels / groups * kernel);
  if (countElements(shape) > kMaxElements ||
      static_cast<double>(countElements(shape)) * count > 65536)
    return;
  const Tensor *weights =
      constant({x->shape[1], Dim{outputs, {}}, Dim{kernel, {}}}, x->element());
  std::optional<double> exact;
  if (isa<FloatType>(x->element())) {
    exact = *x->exact * 3 * count;
    if (*exact > 16777216)
      return;
  }
  Type element = x->element();
  if (auto integer = dyn_cast<IntegerType>(element);
      integer && integer.getWidth() < 32)
    element = integer.isUnsigned()
                  ? Type(builder.getIntegerType(32, /*isSigned=*/false))
                  : Type(builder.getI32Type());
  auto list = [&](int64_t value) {
    return builder.getDenseI64ArrayAttr(value);
  };
  make("tg.conv_transpose", {x->value, weights->value}, shape, element, exact,
       false,
       {builder.getNamedAttr("strides", list(stride)),
        builder.getNamedAttr("dilations", list(dilation)),
        builder.getNamedAttr("pad_low", list(low)),
        builder.getNamedAttr("pad_high", list(high)),
        builder.getNamedAttr("output_padding", list(more)),
        builder.getNamedAttr("groups", builder.getI64IntegerAttr(groups))});
}

void Generator::logSoftmax() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() && tensor.exact &&
           isa<FloatType>(tensor.element());
  });
  if (!x)
    return;
  int64_t axis = below(x->shape.size());
  if (!x->shape[axis].isConstant() && lowerBound(x->shape[axis]) == 0)
    return;
  if (chance(50)) {
    make("tg.log_softmax", x->value, x->shape, x->element(), {}, true,
         builder.getNamedAttr("axis", builder.getI64IntegerAttr(axis)));
    return;
  }
  Shape shape = x->shape;
  shape.erase(shape.begin() + axis);
  make("tg.logsumexp", x->value, shape, x->element(), {}, true,
       builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axis)));
}

void Generator::norm() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && tensor.shape.size() >= 2 && tensor.exact &&
           isa<FloatType>(tensor.element());
  });
  if (!x || *x->exact > 1024)
    return;
  Location loc = builder.getUnknownLoc();
  APFloat epsilon(1.0);
  Type type = x->value.getType();
  int64_t axis = below(x->shape.size());
  const Tensor *scale = nullptr, *bias = nullptr;
  int64_t kind = below(4), place = kind < 2 ? axis : 1;
  if (chance(60))
    scale = constant({x->shape[place]}, x->element());
  if (chance(60))
    bias = constant({x->shape[place]}, x->element());
  auto valueOf = [](const Tensor *tensor) {
    return tensor ? tensor->value : Value();
  };
  Value result;
  if (kind == 0) {
    result =
        tg::LayerNormOp::create(builder, loc, type, x->value, valueOf(scale),
                                valueOf(bias), axis, epsilon);
  } else if (kind == 1) {
    result = tg::RmsNormOp::create(builder, loc, type, x->value, valueOf(scale),
                                   axis, epsilon);
  } else if (kind == 2) {
    int64_t groups = x->shape[1].factor % 2 == 0 ? 2 : 1;
    result =
        tg::GroupNormOp::create(builder, loc, type, x->value, valueOf(scale),
                                valueOf(bias), groups, epsilon);
  } else {
    result =
        tg::BatchNormOp::create(builder, loc, type, x->value, Value(), Value(),
                                valueOf(scale), valueOf(bias), 1, epsilon);
  }
  add(result, x->shape, {}, /*rounded=*/true);
}

void Generator::attention() {
  const Tensor *query = pick([](const Tensor &tensor) {
    return !tensor.rounded && tensor.shape.size() >= 2 && tensor.exact &&
           *tensor.exact <= 64 && tensor.shape.back().isConstant() &&
           tensor.shape.back().factor > 0 && isa<FloatType>(tensor.element());
  });
  if (!query)
    return;
  Shape keys = query->shape, values, scores = query->shape;
  size_t rank = keys.size();
  keys[rank - 2] = Dim{between(1, 5), {}};
  values = keys;
  values[rank - 1] = Dim{between(1, 4), {}};
  scores[rank - 1] = keys[rank - 2];
  Shape shape = query->shape;
  shape[rank - 1] = values[rank - 1];
  if (countElements(keys) > kMaxElements ||
      countElements(scores) > kMaxElements ||
      countElements(shape) > kMaxElements)
    return;
  const Tensor *key = constant(keys, query->element());
  const Tensor *value = constant(values, query->element());
  // A row without any score kept would be NaN; a float mask keeps all.
  const Tensor *mask =
      chance(40) ? constant(scores, query->element()) : nullptr;
  Value result = tg::AttentionOp::create(
      builder, builder.getUnknownLoc(), getType(shape, query->element()),
      query->value, key->value, value->value, mask ? mask->value : Value(),
      chance(40), builder.getF64FloatAttr(0.0625));
  add(result, shape, {}, /*rounded=*/true);
}

void Generator::crossEntropy() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() && tensor.exact &&
           *tensor.exact <= 1024 && isa<FloatType>(tensor.element());
  });
  if (!x)
    return;
  int64_t axis = below(x->shape.size());
  if (lowerBound(x->shape[axis]) == 0)
    return;
  Shape rest = x->shape;
  rest.erase(rest.begin() + axis);
  bool classes = chance(60), ignore = classes && chance(40);
  // A mean over no examples is NaN, of some sign.
  auto reduction = static_cast<tg::Reduction>(below(2));
  const Tensor *labels = classes ? constant(rest, builder.getI32Type())
                                 : constant(x->shape, x->element());
  const Tensor *weight =
      chance(30) ? constant({x->shape[axis]}, x->element()) : nullptr;
  Shape shape = reduction == tg::Reduction::none ? rest : Shape();
  Value result = tg::CrossEntropyOp::create(
      builder, builder.getUnknownLoc(), getType(shape, x->element()), x->value,
      labels->value, weight ? weight->value : Value(), axis,
      APFloat(chance(50) ? 0.25 : 0.0),
      ignore ? builder.getI64IntegerAttr(between(-1, 2)) : IntegerAttr(),
      reduction);
  add(result, shape, {}, /*rounded=*/true);
}

void Generator::interpolate() {
  const Tensor *x = pick([&](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() &&
           lowerBound(tensor.shape.back()) > 0;
  });
  if (!x)
    return;
  Shape shape = x->shape;
  auto resize = [&](Dim &dim) {
    Dim other = randomDim();
    dim = chance(30) && lowerBound(other) > 0 ? other : Dim{between(1, 9), {}};
  };
  resize(shape.back());
  int64_t last = 1;
  if (shape.size() > 1 && lowerBound(shape[shape.size() - 2]) > 0 &&
      chance(60)) {
    resize(shape[shape.size() - 2]);
    last = 2;
  }
  if (countElements(shape) > kMaxElements)
    return;
  SmallVector<OpFoldResult> sizes = getSizes(shape);
  bool linear = isa<FloatType>(x->element()) && chance(50);
  Value result = tg::InterpolateOp::create(
      builder, builder.getUnknownLoc(), x->value,
      linear ? tg::Interpolation::linear : tg::Interpolation::nearest,
      ArrayRef(sizes).take_back(last), static_cast<tg::Coordinates>(below(3)),
      linear ? tg::Rounding::floor : static_cast<tg::Rounding>(below(4)));
  add(result, shape, linear ? std::nullopt : x->exact);
}

} // namespace tinygrad::random
