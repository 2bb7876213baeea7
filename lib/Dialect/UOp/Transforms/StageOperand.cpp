//===- StageOperand.cpp - keeping an operand in local memory -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing panels for a matrix product, keeping a row that is read twice, or
// turning a strided operand around are this one change of a kernel.
//
//===----------------------------------------------------------------------===//

#include "StageOperand.h"
#include "Opts.h"
#include "StageWindows.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Elements of a stage beyond which it is taken for a mistake.
static constexpr int64_t kMaxStageElements = int64_t(1) << 28;

/// Rows that are turned around at once: the lanes of a register, mostly.
static constexpr int64_t kTurnedRows = 16;

LoadOp tinygrad::uop::findLoad(KernelOp kernel, int64_t number) {
  for (auto load : kernel.getBody().front().getOps<LoadOp>())
    if (number-- == 0)
      return load;
  return {};
}

std::string tinygrad::uop::checkStagedAxis(ArrayRef<RangeOp> axes,
                                           unsigned place,
                                           ArrayRef<RangeOp> open) {
  RangeOp axis = axes[place];
  std::string name = "axis " + std::to_string(axis.getId());
  if (llvm::is_contained(axes.take_front(place), axis))
    return name + " is named twice";
  if (!llvm::is_contained(open, axis))
    return "the operand does not vary over " + name;
  return "";
}

/// Why `axes` cannot be those of a stage of `load`, or nothing.
static std::string checkAxes(LoadOp load, ArrayRef<RangeOp> axes,
                             const RangeScopes &scopes, bool asWindows) {
  if (axes.empty())
    return "a stage needs axes";
  ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
  bool hasVector = false;
  int64_t elements = 1;
  KernelIndices indices(load->getParentOfType<KernelOp>());
  for (unsigned i = 0, e = axes.size(); i != e; ++i) {
    RangeOp axis = axes[i];
    std::string name = "axis " + std::to_string(axis.getId());
    if (std::string reason = checkStagedAxis(axes, i, open); !reason.empty())
      return reason;
    if (axis.getAxis() == AxisType::Thread)
      return name + " is the kernel's thread axis";
    if (axis.getSize() && i != 0)
      return name + " has no constant size, so it must be the outermost";
    if (hasVector && !isVectorAxis(axis) && !asWindows)
      return name + " is a loop inside of vectors";
    hasVector |= isVectorAxis(axis);
    if (llvm::MulOverflow(elements, indices.getMaxSize(axis), elements) ||
        elements > kMaxStageElements)
      return "a stage of more than " + std::to_string(kMaxStageElements) +
             " elements";
  }
  if (elements == 0)
    return "there is nothing to stage";
  for (RangeOp range : open)
    if (isVectorAxis(range) && !llvm::is_contained(axes, range))
      return "the operand is a vector over axis " +
             std::to_string(range.getId()) + ", which must be staged too";
  return "";
}

/// Adds the ranges of which `value`, an index or a condition on indices, is
/// made to `ranges`; false where it is made of more.
static bool addRanges(Value value, llvm::SmallPtrSetImpl<Operation *> &ranges) {
  Operation *op = value.getDefiningOp();
  if (!op || matchPattern(value, m_Constant()))
    return true;
  if (isa<RangeOp>(op)) {
    ranges.insert(op);
    return true;
  }
  return isa<affine::AffineApplyOp, arith::CmpIOp, arith::AndIOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return addRanges(operand, ranges);
         });
}

/// Whether `condition` varies over nothing but what the place of `load` does.
static bool variesAlike(Value condition, LoadOp load) {
  llvm::SmallPtrSet<Operation *, 8> ranges, own;
  return addRanges(condition, ranges) && addRanges(load.getIndex(), own) &&
         llvm::all_of(ranges, [&](Operation *op) { return own.contains(op); });
}

Value tinygrad::uop::getStagedValue(LoadOp load) {
  Value value = load.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.getUsers().begin();
    if (user->getNumResults() != 1 || user->getNumRegions() != 0 ||
        !OpTrait::hasElementwiseMappableTraits(user))
      break;
    Type type = user->getResult(0).getType();
    if (!isa<FloatType>(type) && (!type.isInteger() || type.isInteger(1)))
      break;
    if (!llvm::all_of(user->getOperands(), [&](Value operand) {
          return operand == value || matchPattern(operand, m_Constant()) ||
                 (isa<arith::SelectOp>(user) &&
                  operand == user->getOperand(0) && variesAlike(operand, load));
        }))
      break;
    value = user->getResult(0);
  }
  return value;
}

std::optional<SmallVector<Operation *>>
tinygrad::uop::getSlice(Value value, ArrayRef<RangeOp> axes,
                        const RangeScopes &scopes) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> slice;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    Operation *op = next.getDefiningOp();
    bool varies = llvm::any_of(scopes.getOpen(next), [&](RangeOp range) {
      return llvm::is_contained(axes, range);
    });
    if (!op || isa<RangeOp>(op) || !varies || !seen.insert(op).second)
      continue;
    if (isa<RangeCloserOpInterface>(op))
      return std::nullopt;
    slice.push_back(op);
    llvm::append_range(worklist, op->getOperands());
  }
  llvm::sort(slice,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slice;
}

llvm::DenseMap<RangeOp, int64_t>
tinygrad::uop::getStrides(LoadOp load, ArrayRef<RangeOp> axes) {
  KernelIndices indices(load->getParentOfType<KernelOp>());
  IndexSum sum =
      indices.getSimplifier().toSum(indices.getExpr(load.getIndex()));
  llvm::DenseMap<RangeOp, int64_t> strides;
  for (RangeOp axis : axes) {
    AffineExpr leaf = indices.getExpr(axis.getResult());
    int64_t stride = Interval::kMax;
    for (const IndexSum::Term &term : sum.getTerms())
      if (term.product.size() == 1 && term.product[0] == leaf &&
          term.coefficient != Interval::kMin)
        stride = std::abs(term.coefficient);
    strides[axis] = stride;
  }
  return strides;
}

SmallVector<RangeOp>
tinygrad::uop::orderByStride(ArrayRef<RangeOp> axes,
                             const llvm::DenseMap<RangeOp, int64_t> &strides) {
  SmallVector<RangeOp> order(axes);
  llvm::stable_sort(order, [&](RangeOp a, RangeOp b) {
    return strides.lookup(a) > strides.lookup(b);
  });
  return order;
}

/// The loop just outside of the lanes that is contiguous in the source, where
/// the lanes are not: rows along it are read and turned around in registers.
static RangeOp getTurnedAxis(ArrayRef<RangeOp> axes,
                             const llvm::DenseMap<RangeOp, int64_t> &strides) {
  if (axes.size() < 2)
    return {};
  RangeOp lanes = axes.back(), rows = axes[axes.size() - 2];
  int64_t elements = kTurnedRows;
  for (RangeOp axis : axes)
    if (isVectorAxis(axis))
      elements *= axis.getStaticSize();
  int64_t stride = strides.lookup(lanes);
  if (!isVectorAxis(lanes) || isVectorAxis(rows) || rows.getSize() ||
      strides.lookup(rows) != 1 || stride == 1 || stride == Interval::kMax ||
      lanes.getStaticSize() % kTurnedRows != 0 ||
      rows.getStaticSize() % kTurnedRows != 0 || elements > kMaxVectorElements)
    return {};
  return rows;
}

void tinygrad::uop::readStage(OpBuilder &builder, Location loc, Value value,
                              Value copy, ValueRange ranges, int64_t elements,
                              AffineExpr place, ValueRange indices) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Private);
  auto type = MemRefType::get({elements}, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  auto stage = StageOp::create(builder, loc, type, copy, ranges);
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(indices.size(), 0, place), indices);
  auto read = LoadOp::create(builder, loc, value.getType(), stage.getBuffer(),
                             index, Value(), Value(), DenseI64ArrayAttr());
  value.replaceAllUsesWith(read.getResult());
}

void tinygrad::uop::eraseUnused(ArrayRef<Operation *> slice) {
  for (Operation *op : llvm::reverse(slice))
    if (op->use_empty())
      op->erase();
}

/// The sizes of the digits of `axis`, where it is several of an operand of a
/// matrix unit: rows of the source lie along one of them.
static SmallVector<int64_t, 3> getRegisterDigits(RangeOp axis) {
  for (Operation *user : axis.getResult().getUsers()) {
    auto mma = dyn_cast<MmaOp>(user);
    if (!mma || !isOfOneThread(mma))
      continue;
    const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
    for (auto [registers, fragment] :
         {std::pair(mma.getLhsRegisters(), &unit.lhs),
          std::pair(mma.getRhsRegisters(), &unit.rhs)})
      for (auto [number, own] : llvm::enumerate(registers))
        if (ArrayRef<TileDigit> digits = unit.getAxisDigits(*fragment, number);
            own == axis.getResult() && digits.size() > 1)
          return llvm::map_to_vector<3>(
              digits, [](const TileDigit &digit) { return digit.size; });
  }
  return {};
}

/// Ranges of `sizes` that together are a copy of `axis`.
static SmallVector<Value, 3> createDigits(OpBuilder &builder, RangeOp axis,
                                          ArrayRef<int64_t> sizes,
                                          IRMapping &mapping) {
  auto kernel = axis->getParentOfType<KernelOp>();
  SmallVector<Value, 3> digits;
  AffineExpr whole = builder.getAffineConstantExpr(0);
  for (int64_t size : sizes) {
    whole = whole * size + builder.getAffineDimExpr(digits.size());
    digits.push_back(
        RangeOp::create(builder, axis.getLoc(), kernel.getFreeRangeId(),
                        builder.getIndexAttr(size), AxisType::Upcast));
  }
  mapping.map(axis.getResult(),
              affine::AffineApplyOp::create(
                  builder, axis.getLoc(),
                  AffineMap::get(digits.size(), 0, whole), digits)
                  .getResult());
  return digits;
}

std::string tinygrad::uop::stageOperand(LoadOp load, ArrayRef<RangeOp> axes,
                                        bool asWindows) {
  auto kernel = load->getParentOfType<KernelOp>();
  RangeScopes scopes(kernel);
  auto argument = dyn_cast<BlockArgument>(load.getBuffer());
  if (load.getBuffer().getDefiningOp<ScratchOp>() ||
      (argument &&
       kernel.getArgAttr(argument.getArgNumber(), KernelOp::kOutput)))
    return "the operand is written by the kernel";
  std::string reason = checkAxes(load, axes, scopes, asWindows);
  if (!reason.empty())
    return reason;
  Value value = getStagedValue(load);
  std::optional<SmallVector<Operation *>> slice = getSlice(value, axes, scopes);
  if (!slice)
    return "the operand's place is computed from a reduce or a stage";

  OpBuilder builder(value.getDefiningOp());
  Location loc = load.getLoc();
  IRMapping mapping;
  llvm::DenseMap<RangeOp, RangeOp> rows;
  llvm::DenseMap<RangeOp, int64_t> strides = getStrides(load, axes);
  if (asWindows)
    return stageWindows(load, value, *slice, axes);
  RangeOp turned = getTurnedAxis(axes, strides);
  llvm::DenseMap<RangeOp, SmallVector<Value, 3>> digits;
  for (RangeOp axis : orderByStride(axes, strides)) {
    if (SmallVector<int64_t, 3> sizes = getRegisterDigits(axis);
        !sizes.empty()) {
      digits[axis] = createDigits(builder, axis, sizes, mapping);
      continue;
    }
    OpFoldResult size = axis.getMixedSize();
    if (axis == turned)
      size = builder.getIndexAttr(axis.getStaticSize() / kTurnedRows);
    auto copy =
        RangeOp::create(builder, loc, kernel.getFreeRangeId(), size,
                        isVectorAxis(axis) ? AxisType::Upcast : AxisType::Loop);
    mapping.map(axis.getResult(), copy.getResult());
  }
  RangeOp rowRange;
  if (turned) {
    rowRange =
        RangeOp::create(builder, loc, kernel.getFreeRangeId(),
                        builder.getIndexAttr(kTurnedRows), AxisType::Upcast);
    rows[turned] = mapping.lookup(turned.getResult()).getDefiningOp<RangeOp>();
    AffineExpr whole =
        builder.getAffineDimExpr(0) * kTurnedRows + builder.getAffineDimExpr(1);
    mapping.map(turned.getResult(),
                affine::AffineApplyOp::create(
                    builder, loc, AffineMap::get(2, 0, whole),
                    ValueRange{mapping.lookup(turned.getResult()),
                               rowRange.getResult()})
                    .getResult());
  }
  for (Operation *op : *slice)
    builder.clone(*op, mapping);

  int64_t elements = 1;
  AffineExpr place = builder.getAffineConstantExpr(0);
  SmallVector<Value> ranges, indices;
  KernelIndices sizes(kernel);
  for (RangeOp axis : axes) {
    int64_t size = sizes.getMaxSize(axis);
    place = place * size + builder.getAffineDimExpr(indices.size());
    elements *= size;
    indices.push_back(axis.getResult());
    if (auto it = digits.find(axis); it != digits.end())
      llvm::append_range(ranges, it->second);
    else if (axis == turned)
      ranges.append({rows[axis].getResult(), rowRange.getResult()});
    else
      ranges.push_back(mapping.lookup(axis.getResult()));
  }
  readStage(builder, loc, value, mapping.lookup(value), ranges, elements, place,
            indices);
  eraseUnused(*slice);
  return "";
}
