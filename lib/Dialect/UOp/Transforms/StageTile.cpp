//===- StageTile.cpp - a tile that a workgroup shares -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of the tile are numbered in the order of its axes, and thread t
// moves the numbers `(i * threads + t) * width + v`: neighbours in the source
// are moved by neighbours among the threads, or by one of them at once.
//
// Rows have space between them, or lie in the panels that a unit reads them
// from (`SwizzledPanels`), where pieces change places later.
//
//===----------------------------------------------------------------------===//

#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Bytes that a thread moves at once, at most.
static constexpr int64_t kAccessBytes = 16;
/// Bytes between rows, which keep columns apart by banks: as many as a thread
/// moves at once, a bank's at least. Rows of a few such would be little but
/// space.
static constexpr int64_t kPaddingBytes = 16, kBankBytes = 4, kLongRow = 4;
/// Elements of a tile beyond which it is taken for a mistake.
static constexpr int64_t kMaxTileElements = int64_t(1) << 20;

bool tinygrad::uop::isSharedTile(LoadOp load, ArrayRef<RangeOp> axes) {
  return llvm::any_of(axes, isThreadAxis);
}

namespace {
class TileBuilder {
public:
  TileBuilder(LoadOp load, ArrayRef<RangeOp> axes)
      : load(load), axes(axes), kernel(load->getParentOfType<KernelOp>()),
        scopes(kernel), builder(load), loc(load.getLoc()) {}

  std::string run();

private:
  std::string check();
  void measure(Value value);
  int64_t getPanel(Value value) const;
  int64_t getPaddingBytes() const;
  int64_t getWidth();
  Value apply(AffineExpr expr, ValueRange operands) {
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(operands.size(), 0, expr), operands);
  }
  void build(ArrayRef<Operation *> slice, Value value);
  Value buildFill(ArrayRef<Operation *> slice, Value value);
  Value buildRead(Value buffer, Type type);

  LoadOp load;
  ArrayRef<RangeOp> axes;
  KernelOp kernel;
  RangeScopes scopes;
  OpBuilder builder;
  Location loc;

  int64_t threads = 1; ///< Of the workgroup.
  int64_t elements = 1, row = 1, pitch = 1, elementBytes = 1;
  int64_t panel = 0; ///< Elements of a row of one; 0 if there are none.
};
} // namespace

std::string TileBuilder::check() {
  ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
  for (unsigned i = 0, e = axes.size(); i != e; ++i) {
    RangeOp axis = axes[i];
    std::string name = "axis " + std::to_string(axis.getId());
    if (std::string reason = checkStagedAxis(axes, i, open); !reason.empty())
      return reason;
    if (axis.getSize())
      return name + " has no constant size";
    if (llvm::MulOverflow<int64_t>(elements, axis.getStaticSize(), elements) ||
        elements > kMaxTileElements)
      return "a tile of more than " + std::to_string(kMaxTileElements) +
             " elements";
  }
  if (elements == 0)
    return "there is nothing to stage";
  for (RangeOp range : open) {
    if (llvm::is_contained(axes, range))
      continue;
    std::string name = "axis " + std::to_string(range.getId());
    if (isThreadAxis(range))
      return "threads of " + name + " would each have a tile";
    if (range.getAxis() == AxisType::Upcast ||
        range.getAxis() == AxisType::Unroll)
      return "the operand is a vector over " + name +
             ", which must be staged too";
    if (range.getAxis() == AxisType::GroupReduce)
      return "threads share a reduce over " + name;
  }
  for (RangeOp range : kernel.getBody().front().getOps<RangeOp>()) {
    if (range.getAxis() == AxisType::GroupReduce)
      return "threads share a reduce over axis " +
             std::to_string(range.getId());
    if (isThreadAxis(range) && llvm::is_contained(scopes.getOutputs(), range))
      threads *= range.getStaticSize();
  }
  return "";
}

/// Whether `axis` goes along the sum of the product of which `value` is an
/// operand.
static bool isAlongSum(RangeOp axis, Value value, MmaOp mma) {
  const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
  bool isLeft = value == mma.getLhs();
  const Fragment &fragment = isLeft ? unit.lhs : unit.rhs;
  for (auto [ranges, digits] :
       {std::pair(mma.getLanes(), ArrayRef<TileDigit>(fragment.lanes)),
        std::pair(isLeft ? mma.getLhsRegisters() : mma.getRhsRegisters(),
                  ArrayRef<TileDigit>(fragment.registers))})
    for (auto [range, digit] : llvm::zip(ranges, digits))
      if (range == axis.getResult())
        return digit.dim == TileDim::K;
  return axis.getAxis() == AxisType::Reduce ||
         axis.getAxis() == AxisType::Unroll;
}

/// Finds the rows: the last axes over which the source is contiguous. Those of
/// an operand of a unit are along the sum or along the other side, not both,
/// even where its source is as narrow as the tile.
void TileBuilder::measure(Value value) {
  llvm::DenseMap<RangeOp, int64_t> strides = getStrides(load, axes);
  auto mma = value.hasOneUse() ? dyn_cast<MmaOp>(*value.user_begin()) : MmaOp();
  for (RangeOp axis : llvm::reverse(axes)) {
    if (strides.lookup(axis) != row ||
        (mma &&
         isAlongSum(axis, value, mma) != isAlongSum(axes.back(), value, mma)))
      break;
    row *= axis.getStaticSize();
  }
}

/// Elements of a row of the panels from which a unit reads `value`, its right
/// operand, without anybody's copying it; 0 if there are none.
int64_t TileBuilder::getPanel(Value value) const {
  if (!value.hasOneUse())
    return 0;
  auto mma = dyn_cast<MmaOp>(*value.user_begin());
  const MatrixUnit *unit = mma ? findMatrixUnit(mma.getUnit()) : nullptr;
  if (!unit || !unit->readsRightFromMemory() || value != mma.getRhs() ||
      elements / row % SwizzledPanels::kRows != 0)
    return 0;
  int64_t width = unit->getPanelWidth(row * elementBytes) / elementBytes;
  // Each axis stays inside of a row of a panel, or goes by such rows.
  int64_t inner = 1;
  for (RangeOp axis : llvm::reverse(axes)) {
    if (width == 0 || inner >= width)
      break;
    int64_t outer = inner * static_cast<int64_t>(axis.getStaticSize());
    if (width % outer != 0)
      return 0;
    inner = outer;
  }
  return width;
}

/// What is reduced is read by vectors of 16 bytes along the rows; of what is
/// only turned around a small tile has less for each thread.
int64_t TileBuilder::getPaddingBytes() const {
  if (!llvm::all_of(axes, [](RangeOp axis) {
        return axis.getAxis() == AxisType::Local ||
               axis.getAxis() == AxisType::Upcast;
      }))
    return kPaddingBytes;
  int64_t own = llvm::bit_floor<uint64_t>(elements * elementBytes / threads);
  return std::clamp(own, kBankBytes, kPaddingBytes);
}

/// Elements that a thread can move at once: aligned in the source as far as
/// constant steps show it, in one row, and all or none of them gated.
int64_t TileBuilder::getWidth() {
  KernelIndices indices(kernel);
  IndexSum sum =
      indices.getSimplifier().toSum(indices.getExpr(load.getIndex()));
  int64_t width = std::max<int64_t>(kAccessBytes / elementBytes, 1);
  while (width > 1 && (row % width != 0 || elements % (width * threads) != 0))
    width /= 2;
  llvm::DenseMap<AffineExpr, int64_t> inRow;
  int64_t size = 1;
  for (RangeOp axis : llvm::reverse(axes)) {
    if (size == row)
      break;
    inRow[indices.getExpr(axis.getResult())] = size;
    size *= axis.getStaticSize();
    if (load.getGate() &&
        llvm::is_contained(scopes.getOpen(load.getGate()), axis))
      return 1;
  }
  if (sum.getConstant() % width != 0)
    return 1;
  for (const IndexSum::Term &term : sum.getTerms()) {
    bool isRow = term.product.size() == 1 && inRow.contains(term.product[0]);
    while (!isRow && term.coefficient % width != 0)
      width /= 2;
  }
  return width;
}

/// The loops over the tile's elements, the threads' part of them and the place
/// of each.
Value TileBuilder::buildFill(ArrayRef<Operation *> slice, Value value) {
  int64_t width = getWidth();
  int64_t steps = llvm::divideCeil(elements, width * threads);
  auto addRange = [&](int64_t size, AxisType axis) -> Value {
    return RangeOp::create(builder, loc, kernel.getFreeRangeId(),
                           builder.getIndexAttr(size), axis);
  };
  SmallVector<Value> ranges = {addRange(steps, AxisType::Loop),
                               addRange(threads, AxisType::Local)};
  AffineExpr number =
      builder.getAffineDimExpr(0) * threads + builder.getAffineDimExpr(1);
  if (width > 1) {
    ranges.push_back(addRange(width, AxisType::Upcast));
    number = number * width + builder.getAffineDimExpr(2);
  }
  IRMapping mapping;
  int64_t inner = elements;
  for (unsigned i = 0, e = axes.size(); i != e; ++i) {
    RangeOp axis = axes[i];
    int64_t size = axis.getStaticSize();
    inner /= size;
    AffineExpr part = number.floorDiv(inner);
    if (i != 0)
      part = part % size;
    mapping.map(axis.getResult(), apply(part, ranges));
  }
  int64_t all = steps * threads * width;
  // Panels have no place for more.
  if (all != elements && panel != 0) {
    panel = 0;
    pitch = row;
  }
  Value inside;
  if (all != elements)
    inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, apply(number, ranges),
        arith::ConstantIndexOp::create(builder, loc, elements));
  for (Operation *op : slice) {
    Operation *clone = builder.clone(*op, mapping);
    auto copy = dyn_cast<LoadOp>(clone);
    if (!copy || !inside)
      continue;
    builder.setInsertionPoint(copy);
    Value gate = inside, other = copy.getOther();
    if (copy.getGate())
      gate = arith::AndIOp::create(builder, loc, gate, copy.getGate());
    else
      other = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(copy.getResult().getType()));
    auto gated = LoadOp::create(builder, loc, copy.getResult().getType(),
                                copy.getBuffer(), copy.getIndex(), gate, other,
                                copy.getStridesAttr());
    mapping.map(op->getResult(0), gated.getResult());
    copy.erase();
    builder.setInsertionPointAfter(gated);
  }
  AffineExpr index =
      row == elements ? number : number.floorDiv(row) * pitch + number % row;
  if (panel != 0)
    index = (number % row).floorDiv(panel) * (elements / row * panel) +
            number.floorDiv(row) * panel + number % panel;
  Value place = apply(index, ranges);
  int64_t size = panel != 0 ? elements : llvm::divideCeil(all, row) * pitch;
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({size}, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  return StageOp::create(builder, loc, type, mapping.lookup(value), place,
                         ranges);
}

Value TileBuilder::buildRead(Value buffer, Type type) {
  AffineExpr index = builder.getAffineConstantExpr(0);
  int64_t inner = 1;
  SmallVector<Value> operands;
  for (RangeOp axis : llvm::reverse(axes)) {
    int64_t step = inner < row ? inner : inner / row * pitch;
    if (panel != 0 && inner >= panel && inner < row)
      step = inner / panel * (elements / row * panel);
    index = index + builder.getAffineDimExpr(operands.size()) * step;
    operands.push_back(axis.getResult());
    inner *= axis.getStaticSize();
  }
  return LoadOp::create(builder, loc, type, buffer, apply(index, operands),
                        Value(), Value(), DenseI64ArrayAttr());
}

void TileBuilder::build(ArrayRef<Operation *> slice, Value value) {
  elementBytes =
      std::max<int64_t>(value.getType().getIntOrFloatBitWidth() / 8, 1);
  measure(value);
  pitch = row;
  panel = getPanel(value);
  if (panel != 0)
    pitch = panel;
  else if (int64_t bytes = getPaddingBytes();
           row < elements && row * elementBytes >= kLongRow * bytes)
    pitch += std::max<int64_t>(bytes / elementBytes, 1);
  builder.setInsertionPoint(value.getDefiningOp());
  Value buffer = buildFill(slice, value);
  value.replaceAllUsesWith(buildRead(buffer, value.getType()));
  eraseUnused(slice);
}

std::string TileBuilder::run() {
  if (std::string reason = check(); !reason.empty())
    return reason;
  Value value = getTileValue(load, scopes);
  auto slice = getSlice(value, axes, scopes);
  if (!slice)
    return "the operand's place is computed from a reduce or a stage";
  build(*slice, value);
  return "";
}

std::string tinygrad::uop::stageTile(LoadOp load, ArrayRef<RangeOp> axes) {
  return TileBuilder(load, axes).run();
}
