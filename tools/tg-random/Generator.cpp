//===- Generator.cpp - random programs of tg ops -----------------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::random {

namespace {
struct VariableInfo {
  const char *name;
  int64_t min, max;
};
/// The same bounds in every function, so that one binding runs them all.
constexpr VariableInfo kVariables[] = {{"n", 1, 7}, {"m", 0, 5}};
} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

Type Generator::randomElement() {
  // The common ones more often.
  switch (below(20)) {
  case 0:
    return builder.getI1Type();
  case 1:
    return builder.getI16Type();
  case 2:
    return builder.getIntegerType(16, /*isSigned=*/false);
  case 3:
    return builder.getIntegerType(32, /*isSigned=*/false);
  case 4:
    return builder.getIntegerType(64, /*isSigned=*/false);
  case 5:
    return builder.getI64Type();
  case 6:
    return builder.getF16Type();
  case 7:
    return builder.getBF16Type();
  case 8:
    return builder.getType<Float8E4M3FNType>();
  case 9:
    return builder.getType<Float8E5M2Type>();
  case 10:
    return builder.getF64Type();
  case 11:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case 12:
  case 13:
    return builder.getI8Type();
  case 14:
  case 15:
    return builder.getI32Type();
  default:
    return builder.getF32Type();
  }
}

Dim Generator::randomDim() {
  if (chance(12))
    return Dim{1, {static_cast<unsigned>(below(2))}};
  static constexpr int64_t kSizes[] = {0, 1, 1, 2, 2,  3,  4,  4,  5,
                                       7, 8, 8, 9, 13, 16, 17, 31, 64};
  // Empty tensors are worth a test, but nothing happens in them.
  int64_t size = choose<int64_t>(kSizes);
  return Dim{size == 0 && chance(60) ? 3 : size, {}};
}

Shape Generator::randomShape() {
  Shape shape;
  for (uint64_t rank = below(kMaxRank + 1); shape.size() < rank;) {
    shape.push_back(randomDim());
    if (countElements(shape) > kMaxElements)
      shape.back() = Dim{1, {}};
  }
  return shape;
}

const Tensor *Generator::pick(llvm::function_ref<bool(const Tensor &)> accept) {
  for (unsigned tries = 0; tries < 12; ++tries) {
    // Later ones more often, so that programs become deep.
    uint64_t a = below(pool.size()), b = below(pool.size());
    const Tensor *tensor = pool[std::max(a, b)].get();
    if (accept(*tensor))
      return tensor;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t Generator::upperBound(const Dim &dim) const {
  int64_t size = dim.factor;
  for (unsigned variable : dim.variables)
    size *= kVariables[variable].max;
  return size;
}

int64_t Generator::lowerBound(const Dim &dim) const {
  int64_t size = dim.factor;
  for (unsigned variable : dim.variables)
    size *= kVariables[variable].min;
  return size;
}

int64_t Generator::countElements(const Shape &shape) const {
  int64_t count = 1;
  for (const Dim &dim : shape)
    count *= upperBound(dim);
  return count;
}

Value Generator::getVariable(unsigned number) {
  if (!variables[number]) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(builder.getInsertionBlock());
    variables[number] = tg::VariableOp::create(builder, builder.getUnknownLoc(),
                                               kVariables[number].name);
  }
  return variables[number];
}

OpFoldResult Generator::getSize(const Dim &dim) {
  if (dim.isConstant())
    return index(dim.factor);
  Location loc = builder.getUnknownLoc();
  Value size;
  for (unsigned variable : dim.variables) {
    Value factor = getVariable(variable);
    size = size ? arith::MulIOp::create(builder, loc, size, factor) : factor;
  }
  if (dim.factor != 1) {
    Value factor = arith::ConstantIndexOp::create(builder, loc, dim.factor);
    size = arith::MulIOp::create(builder, loc, size, factor);
  }
  return size;
}

SmallVector<OpFoldResult> Generator::getSizes(const Shape &shape) {
  return llvm::map_to_vector(shape,
                             [&](const Dim &dim) { return getSize(dim); });
}

RankedTensorType Generator::getType(const Shape &shape, Type element) {
  return RankedTensorType::get(
      llvm::map_to_vector(shape,
                          [](const Dim &dim) {
                            return dim.isConstant() ? dim.factor
                                                    : ShapedType::kDynamic;
                          }),
      element);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TypedAttr Generator::getNumber(Type element, int64_t value) {
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat number(static_cast<double>(value));
    bool losesInfo;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return FloatAttr::get(type, number);
  }
  return IntegerAttr::get(element,
                          APInt(element.getIntOrFloatBitWidth(), value,
                                /*isSigned=*/true, /*implicitTrunc=*/true));
}

double Generator::getExactLimit(Type element) {
  if (isa<Float8E4M3FNType>(element))
    return 256;
  if (isa<Float8E5M2Type, Float16Type>(element))
    return 32768;
  return 16777216;
}

/// A magnitude after rounding to `element`; none where it may overflow.
std::optional<double> Generator::limit(Type element,
                                       std::optional<double> magnitude) {
  if (!magnitude || !isa<FloatType>(element))
    return std::nullopt;
  if (element.getIntOrFloatBitWidth() < 32 && *magnitude > 8)
    *magnitude *= 1.25; // Rounded up to a power of two, at the most.
  if (*magnitude > getExactLimit(element))
    return std::nullopt;
  return magnitude;
}

/// The magnitude of a tensor of integers, or of floats that are.
std::optional<double> Generator::getMagnitude(const Tensor &tensor) {
  Type element = tensor.element();
  if (isa<FloatType>(element))
    return tensor.exact;
  unsigned width = element.getIntOrFloatBitWidth();
  if (width > 16)
    return tensor.exact;
  return width == 1 ? 1 : std::ldexp(1.0, width);
}

const Tensor *Generator::add(Value value, Shape shape,
                             std::optional<double> exact, bool rounded) {
  pool.push_back(std::make_unique<Tensor>(
      Tensor{value, std::move(shape), exact, rounded}));
  return pool.back().get();
}

const Tensor *Generator::make(StringRef op, ValueRange operands, Shape shape,
                              Type element, std::optional<double> exact,
                              bool rounded,
                              ArrayRef<NamedAttribute> attributes) {
  OperationState state(builder.getUnknownLoc(), op);
  state.addOperands(operands);
  state.addTypes(getType(shape, element));
  state.addAttributes(attributes);
  return add(builder.create(state)->getResult(0), std::move(shape),
             limit(element, exact), rounded);
}

const Tensor *Generator::cast(const Tensor &tensor, Type element) {
  if (tensor.element() == element)
    return &tensor;
  std::optional<double> magnitude = getMagnitude(tensor);
  return make("tg.cast", tensor.value, tensor.shape, element, magnitude,
              tensor.rounded);
}

const Tensor *Generator::splat(const Shape &shape, Type element) {
  // tg.constant has a static shape; others are expanded from one element.
  int64_t number = element.isInteger(1) ? between(0, 1) : between(-3, 3);
  Shape ones(shape.size(), Dim{1, {}});
  Value one = tg::ConstantOp::create(
      builder, builder.getUnknownLoc(),
      DenseElementsAttr::get(getType(ones, element),
                             Attribute(getNumber(element, number))));
  if (ones == shape)
    return add(one, shape, limit(element, std::abs(double(number))));
  Value all = tg::ExpandOp::create(builder, builder.getUnknownLoc(), one,
                                   getSizes(shape));
  return add(all, shape, limit(element, std::abs(double(number))));
}

const Tensor *Generator::constant(const Shape &shape, Type element) {
  bool isStatic =
      llvm::all_of(shape, [](const Dim &dim) { return dim.isConstant(); });
  if (!isStatic || chance(30))
    return splat(shape, element);
  SmallVector<Attribute> numbers;
  for (int64_t i = 0, e = countElements(shape); i < e; ++i)
    numbers.push_back(getNumber(
        element, element.isInteger(1) ? between(0, 1) : between(-3, 3)));
  Value value = tg::ConstantOp::create(
      builder, builder.getUnknownLoc(),
      DenseElementsAttr::get(getType(shape, element), numbers));
  return add(value, shape, limit(element, 3.0));
}

const Tensor *Generator::partner(const Tensor &like) {
  Type element = like.element();
  if (const Tensor *other = pick([&](const Tensor &tensor) {
        return tensor.shape == like.shape && !tensor.rounded && chance(70);
      }))
    return cast(*other, element);
  return constant(like.shape, element);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

func::FuncOp Generator::generate(StringRef name, unsigned numOps) {
  Location loc = builder.getUnknownLoc();
  OpBuilder::InsertionGuard guard(builder);
  auto function =
      func::FuncOp::create(builder, loc, name, builder.getFunctionType({}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Attribute> argumentDims;
  for (int64_t i = 0, e = between(1, 4); i < e; ++i) {
    Shape shape = randomShape();
    Type element = randomElement();
    Value argument = body->addArgument(getType(shape, element), loc);
    SmallVector<Attribute> dims;
    for (const Dim &dim : shape) {
      if (dim.isConstant()) {
        dims.push_back(builder.getI64IntegerAttr(dim.factor));
        continue;
      }
      getVariable(dim.variables[0]);
      dims.push_back(builder.getStringAttr(kVariables[dim.variables[0]].name));
    }
    argumentDims.push_back(builder.getArrayAttr(dims));
    add(argument, std::move(shape));
  }

  using Step = void (Generator::*)();
  static constexpr Step kSteps[] = {&Generator::unary,
                                    &Generator::unary,
                                    &Generator::unary,
                                    &Generator::binary,
                                    &Generator::binary,
                                    &Generator::binary,
                                    &Generator::compare,
                                    &Generator::where,
                                    &Generator::convert,
                                    &Generator::convert,
                                    &Generator::bitcast,
                                    &Generator::reduce,
                                    &Generator::reduce,
                                    &Generator::reduce,
                                    &Generator::broadcastReduce,
                                    &Generator::broadcastReduce,
                                    &Generator::reshape,
                                    &Generator::reshape,
                                    &Generator::expand,
                                    &Generator::permute,
                                    &Generator::permute,
                                    &Generator::pad,
                                    &Generator::pad,
                                    &Generator::shrink,
                                    &Generator::flip,
                                    &Generator::matmul,
                                    &Generator::conv,
                                    &Generator::maxPool,
                                    &Generator::softmax,
                                    &Generator::argReduce,
                                    &Generator::create,
                                    &Generator::contiguous,
                                    &Generator::concat,
                                    &Generator::stack,
                                    &Generator::repeat,
                                    &Generator::oneHot,
                                    &Generator::gather,
                                    &Generator::scatter,
                                    &Generator::cumulative,
                                    &Generator::sort,
                                    &Generator::random,
                                    &Generator::assign,
                                    &Generator::assign,
                                    &Generator::detach,
                                    &Generator::windows,
                                    &Generator::poolWindows,
                                    &Generator::convTranspose,
                                    &Generator::logSoftmax,
                                    &Generator::norm,
                                    &Generator::attention,
                                    &Generator::crossEntropy,
                                    &Generator::interpolate,
                                    &Generator::floatFunction,
                                    &Generator::floatFunction,
                                    &Generator::classify,
                                    &Generator::power,
                                    &Generator::ternary,
                                    &Generator::ternary,
                                    &Generator::summary};
  for (unsigned i = 0; i < numOps; ++i)
    (this->*choose<Step>(kSteps))();

  // What nothing uses is a result; the last ones, where there are many.
  constexpr size_t kMaxResults = 4;
  SmallVector<Value> results;
  for (const auto &tensor : llvm::reverse(pool))
    if (results.size() < kMaxResults && tensor->value.use_empty() &&
        !(isa<BlockArgument>(tensor->value) && !results.empty()))
      results.push_back(tensor->value);
  if (results.empty())
    results.push_back(pool.back()->value);
  std::reverse(results.begin(), results.end());
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(builder.getFunctionType(
      body->getArgumentTypes(), ValueRange(results).getTypes()));
  for (auto [number, dims] : llvm::enumerate(argumentDims))
    if (!mlir::cast<RankedTensorType>(body->getArgument(number).getType())
             .hasStaticShape())
      function.setArgAttr(number, "tg.dims", dims);
  SmallVector<NamedAttribute> declared;
  for (unsigned i = 0; i < std::size(kVariables); ++i)
    if (variables[i])
      declared.push_back(builder.getNamedAttr(
          kVariables[i].name,
          builder.getI64ArrayAttr({kVariables[i].min, kVariables[i].max})));
  if (!declared.empty())
    function->setAttr("tg.variables", builder.getDictionaryAttr(declared));
  return function;
}

} // namespace tinygrad::random
