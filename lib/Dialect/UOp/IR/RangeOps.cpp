//===- RangeOps.cpp - ranges and the ops that close them -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

//===----------------------------------------------------------------------===//
// RangeOp
//===----------------------------------------------------------------------===//

/// A range's size: `256` or `%n`.
static ParseResult
parseRangeSize(OpAsmParser &parser,
               std::optional<OpAsmParser::UnresolvedOperand> &size,
               IntegerAttr &staticSize) {
  Type i64 = parser.getBuilder().getI64Type();
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    size = operand;
    staticSize = IntegerAttr::get(i64, ShapedType::kDynamic);
    return success();
  }
  int64_t constant;
  if (parser.parseInteger(constant))
    return failure();
  staticSize = IntegerAttr::get(i64, constant);
  return success();
}

static void printRangeSize(OpAsmPrinter &p, RangeOp op, Value size,
                           IntegerAttr staticSize) {
  if (size)
    p << size;
  else
    p << staticSize.getInt();
}

void RangeOp::build(OpBuilder &builder, OperationState &state, int64_t id,
                    OpFoldResult size, AxisType axis) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return build(builder, state, builder.getIndexType(), id, Value(), *constant,
                 axis);
  build(builder, state, builder.getIndexType(), id, cast<Value>(size),
        ShapedType::kDynamic, axis);
}

OpFoldResult RangeOp::getMixedSize() {
  if (Value size = getSize())
    return size;
  return IntegerAttr::get(IndexType::get(getContext()), getStaticSize());
}

/// True if `value` is computed from a kernel's variables and constants only.
static bool dependsOnVariablesOnly(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op) {
      if (!isa<KernelOp>(next.getParentBlock()->getParentOp()))
        return false;
      continue;
    }
    if (isa<RangeOp>(op) || !isPure(op))
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

LogicalResult RangeOp::verify() {
  if (static_cast<int64_t>(getId()) < 0)
    return emitOpError() << "expected an id of at least 0, but got "
                         << static_cast<int64_t>(getId());
  int64_t constant = getStaticSize();
  if (bool(getSize()) != ShapedType::isDynamic(constant))
    return emitOpError("expected either a constant size or a size operand");
  if (!getSize() && constant < 0)
    return emitOpError() << "expected a size of at least 0, but got "
                         << constant;
  if (getSize() && !dependsOnVariablesOnly(getSize()))
    return emitOpError(
        "expected a size computed from the kernel's variables only");
  return success();
}

void RangeOp::inferResultRanges(ArrayRef<ConstantIntRanges> argRanges,
                                SetIntRangeFn setResultRange) {
  unsigned width = IndexType::kInternalStorageBitWidth;
  APInt last = APInt::getSignedMaxValue(width);
  if (!getSize())
    last = APInt(width, std::max<int64_t>(getStaticSize() - 1, 0));
  else if (!argRanges.empty() && argRanges[0].smax().isStrictlyPositive())
    last = argRanges[0].smax() - 1;
  APInt zero(width, 0);
  setResultRange(getResult(), ConstantIntRanges::fromSigned(zero, last));
}

//===----------------------------------------------------------------------===//
// What closes ranges
//===----------------------------------------------------------------------===//

SmallVector<RangeOp>
tinygrad::uop::getClosedRanges(RangeCloserOpInterface closer) {
  SmallVector<RangeOp> ranges;
  for (Value value : closer.getClosedValues())
    if (auto range = value.getDefiningOp<RangeOp>())
      ranges.push_back(range);
  return ranges;
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

/// `f32` where the result has the value's type, else `vector<4x8xf32> -> f32`.
static ParseResult parseReduceTypes(OpAsmParser &parser, Type &value,
                                    Type &result) {
  if (parser.parseType(value))
    return failure();
  result = value;
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseType(result);
  return success();
}

static void printReduceTypes(OpAsmPrinter &p, ReduceOp op, Type value,
                             Type result) {
  p << value;
  if (value != result)
    p << " -> " << result;
}

/// Checks that `op`'s ranges are distinct results of uop.range.
static LogicalResult verifyClosedRanges(Operation *op, OperandRange ranges) {
  llvm::SmallPtrSet<Value, 4> seen;
  for (auto [index, range] : llvm::enumerate(ranges)) {
    if (!range.getDefiningOp<RangeOp>())
      return op->emitOpError()
             << "expected the result of a uop.range as range " << index;
    if (!seen.insert(range).second)
      return op->emitOpError()
             << "expected each range once, but range "
             << range.getDefiningOp<RangeOp>().getId() << " is repeated";
  }
  return success();
}

/// What `kind` needs of its elements, or an empty string if it fits `element`.
static StringRef mismatch(ReduceKind kind, Type element) {
  bool isFloat = isa<FloatType>(element);
  bool isInteger = element.isSignlessInteger();
  switch (kind) {
  case ReduceKind::Add:
  case ReduceKind::Mul:
    return isFloat || isInteger ? "" : "floats or signless integers";
  case ReduceKind::MinimumF:
  case ReduceKind::MaximumF:
    return isFloat ? "" : "floats";
  default:
    return isInteger ? "" : "signless integers";
  }
}

/// Has `op` combine the identity of its kind where `gate` is false.
template <typename Op>
static void gateCombined(Op op, OpBuilder &builder, Value gate) {
  builder.setInsertionPoint(op);
  Value value = op.getValue();
  Value identity = arith::ConstantOp::create(
      builder, op.getLoc(), getIdentity(op.getKind(), value.getType()));
  op.getValueMutable().assign(
      arith::SelectOp::create(builder, op.getLoc(), gate, value, identity));
}

void ReduceOp::gateIterations(OpBuilder &builder, Value gate) {
  gateCombined(*this, builder, gate);
}

LogicalResult ReduceOp::verify() {
  Type type = getValue().getType();
  StringRef expected = mismatch(getKind(), getElementTypeOrSelf(type));
  if (!expected.empty())
    return emitOpError() << "expected " << stringifyReduceKind(getKind())
                         << " to combine " << expected << ", but got " << type;
  if (failed(verifyClosedRanges(*this, getRanges())))
    return failure();
  for (Value value : getRanges()) {
    auto range = value.getDefiningOp<RangeOp>();
    AxisType axis = range.getAxis();
    if (axis != AxisType::Reduce && axis != AxisType::GroupReduce &&
        axis != AxisType::Unroll)
      return emitOpError() << "expected to close reduce axes, but range "
                           << range.getId() << " is a "
                           << stringifyAxisType(axis) << " axis";
  }

  SmallVector<int64_t> shape;
  auto vector = dyn_cast<VectorType>(type);
  if (vector)
    llvm::append_range(shape, vector.getShape());
  else if (!getDims().empty())
    return emitOpError() << "expected a vector where dims are given, but got "
                         << type;
  int64_t previous = -1;
  for (int64_t dim : getDims()) {
    if (dim <= previous || dim >= vector.getRank())
      return emitOpError() << "expected increasing dims below "
                           << vector.getRank() << ", but got " << dim;
    previous = dim;
  }
  for (int64_t dim : llvm::reverse(getDims()))
    shape.erase(shape.begin() + dim);
  Type element = getElementTypeOrSelf(type);
  Type result = shape.empty() ? element : VectorType::get(shape, element);
  if (getResult().getType() != result)
    return emitOpError() << "expected a result of type " << result
                         << ", but got " << getResult().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

SmallVector<Value> ScanOp::getClosedValues() { return {}; }

void ScanOp::gateIterations(OpBuilder &builder, Value gate) {
  gateCombined(*this, builder, gate);
}

/// Checks that `op` scans loops of one thread in their order, then vectors.
static LogicalResult verifyScannedAxes(ScanOp op) {
  RangeOp last;
  for (Value value : op.getRanges()) {
    auto range = value.getDefiningOp<RangeOp>();
    AxisType axis = range.getAxis();
    if (axis != AxisType::Loop && axis != AxisType::Reduce &&
        !isVectorAxis(range))
      return op.emitOpError()
             << "expected to scan loops of one thread, but range "
             << range.getId() << " is a " << stringifyAxisType(axis) << " axis";
    if (last && isVectorAxis(last) && !isVectorAxis(range))
      return op.emitOpError()
             << "expected vectors inside of loops, but range " << range.getId()
             << " is inside of range " << last.getId();
    if (last && !isVectorAxis(range) && range.getId() < last.getId())
      return op.emitOpError()
             << "expected loops in the order of their ids, but got range "
             << range.getId() << " after range " << last.getId();
    last = range;
  }
  return success();
}

LogicalResult ScanOp::verify() {
  Type type = getValue().getType();
  StringRef expected = mismatch(getKind(), getElementTypeOrSelf(type));
  if (!expected.empty())
    return emitOpError() << "expected " << stringifyReduceKind(getKind())
                         << " to combine " << expected << ", but got " << type;
  if (failed(verifyClosedRanges(*this, getRanges())) ||
      failed(verifyScannedAxes(*this)))
    return failure();
  if (getRanges().empty() && getDims().empty())
    return emitOpError("expected ranges or dims to scan");
  auto vector = dyn_cast<VectorType>(type);
  int64_t rank = vector ? vector.getRank() : 0;
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : getDims())
    if (dim < 0 || dim >= rank || !seen.insert(dim).second)
      return emitOpError() << "expected each dim once and below " << rank
                           << ", but got " << dim;
  return success();
}

//===----------------------------------------------------------------------===//
// GroupReduceOp
//===----------------------------------------------------------------------===//

LogicalResult GroupReduceOp::verify() {
  Type type = getValue().getType();
  StringRef expected = mismatch(getKind(), getElementTypeOrSelf(type));
  if (!expected.empty())
    return emitOpError() << "expected " << stringifyReduceKind(getKind())
                         << " to combine " << expected << ", but got " << type;
  int64_t size = getSize(), stride = getStride();
  if (size < 2 || !llvm::isPowerOf2_64(size))
    return emitOpError()
           << "expected a size that is a power of two of at least "
           << "2, but got " << size;
  if (stride < 1 || !llvm::isPowerOf2_64(stride))
    return emitOpError() << "expected a stride that is a power of two, but got "
                         << stride;
  return success();
}

//===----------------------------------------------------------------------===//
// StageOp
//===----------------------------------------------------------------------===//

/// What lies beyond has places of its own, which nobody reads.
void StageOp::gateIterations(OpBuilder &builder, Value gate) {}

LogicalResult StageOp::verify() {
  if (failed(verifyClosedRanges(*this, getRanges())))
    return failure();
  auto type = cast<MemRefType>(getBuffer().getType());
  Type element = getElementTypeOrSelf(getValue().getType());
  if (element != type.getElementType())
    return emitOpError() << "expected memory of " << element << ", but got "
                         << type;
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() == gpu::AddressSpace::Global)
    return emitOpError() << "expected private or workgroup memory, but got "
                         << type;
  if (!type.hasStaticShape())
    return emitOpError() << "expected memory of static size, but got " << type;
  if (getPlace())
    return success();
  int64_t elements = 1;
  for (Value value : getRanges()) {
    int64_t size = value.getDefiningOp<RangeOp>().getStaticSize();
    // The size at a variable's upper bound is checked by tg-verify-phase.
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(elements, size, elements))
      return success();
  }
  if (auto vector = dyn_cast<VectorType>(getValue().getType()))
    if (llvm::MulOverflow(elements, vector.getNumElements(), elements))
      return success();
  if (elements != type.getNumElements())
    return emitOpError() << "expected one element per point of the ranges, "
                         << elements << ", but got " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// ScratchOp
//===----------------------------------------------------------------------===//

LogicalResult ScratchOp::verify() {
  auto type = cast<MemRefType>(getBuffer().getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() != gpu::AddressSpace::Private ||
      !type.hasStaticShape())
    return emitOpError() << "expected private memory of static size, but got "
                         << type;
  return success();
}

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpOps.cpp.inc"
