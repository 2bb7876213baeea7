//===- HoistStage.cpp - stages that are kernels of their own --------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel stays an expression with opts: the place of an element in the
// packed operand is written over the axes that there are before the opts. Once
// these are split as the opts say, quotients and remainders fold to the places
// that the stage would have had.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/HoistStage.h"
#include "AxisMaps.h"
#include "Opts.h"
#include "SplitRange.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {
/// One axis of a stage: its size, and where it is for the kernel's axes.
struct PackedAxis {
  int64_t id, size;
  AffineExpr place;
};

/// Takes one stage out of a kernel.
class Hoister {
public:
  Hoister(KernelOp kernel, unsigned number)
      : kernel(kernel), number(number), maps(kernel) {}

  std::optional<HoistedStage> run();
  const std::string &getReason() const { return reason; }

private:
  std::nullopt_t fail(const Twine &text) {
    reason = text.str();
    return std::nullopt;
  }
  bool refuse(const Twine &text) {
    reason = text.str();
    return false;
  }

  bool applyUntilStage();
  bool checkOperand();
  bool checkPlaces();
  bool checkSlice();
  OwningOpRef<KernelOp> buildPacker();
  Value buildElement(OpBuilder &builder, KernelOp packer);
  void readPacked(BlockArgument packed);
  void removeOpt();

  KernelOp kernel;
  unsigned number; ///< Of the stage in the list of opts.
  AxisMaps maps;
  std::string reason;

  OwningOpRef<KernelOp> copy; ///< With the opts before the stage applied.
  OptAttr stage;
  LoadOp load; ///< In the kernel as it is.
  Value value; ///< What is staged: the load, or what is computed from it.
  SmallVector<Operation *> slice; ///< The ops that make it.
  SmallVector<PackedAxis> axes;
  int64_t elements = 1;
};
} // namespace

/// Applies the opts up to the stage to a copy, following the axes.
bool Hoister::applyUntilStage() {
  copy = cast<KernelOp>(kernel->clone());
  auto opts = llvm::to_vector(kernel.getOpts()->getAsRange<OptAttr>());
  int64_t loadNumber = opts[number].getOperand();
  for (OptAttr opt : ArrayRef(opts).take_front(number)) {
    // Another stage adds a load before the later ones.
    if (opt.getKind() == OptKind::Stage &&
        opt.getOperand() < opts[number].getOperand())
      --loadNumber;
    if (!maps.follow(*copy, opt))
      return refuse("an opt before it changes axes in another way");
    if (!applyOpt(*copy, opt, /*isGPU=*/false).empty())
      return refuse("an opt before it does not fit");
  }
  stage = opts[number];
  if (stage.getAmount() != 0)
    return refuse("its windows overlap");
  for (OptAttr opt : ArrayRef(opts).drop_front(number + 1))
    if (opt.getKind() == OptKind::Stage &&
        opt.getOperand() == stage.getOperand())
      return refuse("what it copies is staged again");
  // They would name other axes once it is gone.
  int64_t firstNew = copy->getFreeRangeId();
  for (OptAttr opt : ArrayRef(opts).drop_front(number + 1)) {
    bool isKept = opt.getKind() == OptKind::Stage ||
                  opt.getKind() == OptKind::Thread ||
                  opt.getKind() == OptKind::Stream;
    if (!isKept || opt.getAxis() >= firstNew ||
        llvm::any_of(opt.getAxes(), [&](int64_t id) { return id >= firstNew; }))
      return refuse("an opt after it changes axes");
  }
  load = findLoad(kernel, loadNumber);
  return load || refuse("there is no such operand");
}

bool Hoister::checkOperand() {
  auto argument = dyn_cast<BlockArgument>(load.getBuffer());
  if (!argument || !kernel.getArgAttr(argument.getArgNumber(), kConstant))
    return refuse("the operand may change between launches");
  LoadOp inCopy = findLoad(*copy, stage.getOperand());
  auto argumentInCopy =
      inCopy ? dyn_cast<BlockArgument>(inCopy.getBuffer()) : BlockArgument();
  if (!argumentInCopy ||
      argumentInCopy.getArgNumber() != argument.getArgNumber())
    return refuse("an opt before it adds loads");
  RangeScopes scopes(*copy);
  KernelIndices indices(*copy);
  for (RangeOp range : scopes.getOpen(inCopy.getResult()))
    if (!llvm::is_contained(stage.getAxes(), range.getId()))
      return refuse("it is filled anew over axis " + Twine(range.getId()));
  for (int64_t id : stage.getAxes()) {
    RangeOp range = findRange(*copy, id);
    if (!range)
      return refuse("the kernel has no axis " + Twine(id));
    if (range.getSize())
      return refuse("axis " + Twine(id) + " has no constant size");
    int64_t size = range.getStaticSize();
    if (!maps.isKnown(id))
      return refuse("axis " + Twine(id) + " is another stage's");
    axes.push_back({id, size, maps.getNew(id)});
    if (llvm::MulOverflow(elements, size, elements))
      return refuse("it has too many elements");
  }
  std::string refusal = applyOpt(*copy, stage, /*isGPU=*/false);
  return refusal.empty() || refuse(refusal);
}

/// The packed place may be computed from the operand's own axes only.
bool Hoister::checkPlaces() {
  RangeScopes scopes(kernel);
  ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
  for (const PackedAxis &axis : axes) {
    bool isOwn = true;
    axis.place.walk([&](AffineExpr part) {
      auto dim = dyn_cast<AffineDimExpr>(part);
      isOwn &= !dim || llvm::any_of(open, [&](RangeOp range) {
        return range.getId() == dim.getPosition();
      });
    });
    if (!isOwn)
      return refuse("axis " + Twine(axis.id) +
                    " stands for others over which the operand does not vary");
  }
  return true;
}

bool Hoister::checkSlice() {
  RangeScopes scopes(kernel);
  value = getStagedValue(load);
  auto found = getSlice(value, scopes.getOpen(load.getResult()), scopes);
  if (!found)
    return refuse("the operand's place is computed from a reduce or a stage");
  slice = std::move(*found);
  for (Operation *op : slice) {
    if (isa<LoadOp>(op) && op != load.getOperation())
      return refuse("the operand's place is read from memory");
    for (Value operand : op->getOperands()) {
      if (isa<BlockArgument>(operand) && operand.getType().isIndex())
        return refuse("the operand's place depends on a variable");
      Operation *definition = operand.getDefiningOp();
      if (definition && !isa<RangeOp>(definition) &&
          !llvm::is_contained(slice, definition) &&
          !matchPattern(operand, m_Constant()))
        return refuse("the operand's place is computed from what is no axis");
    }
  }
  return true;
}

/// The element at the packer's axes, 0 beyond the operand's sizes.
Value Hoister::buildElement(OpBuilder &builder, KernelOp packer) {
  Location loc = load.getLoc();
  IRMapping mapping;
  mapping.map(load.getBuffer(), packer.getBody().getArgument(1));
  llvm::DenseMap<AffineExpr, AffineExpr> numbers;
  SmallVector<Value> ranges;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    auto range =
        RangeOp::create(builder, loc, int64_t(i),
                        builder.getIndexAttr(axis.size), AxisType::Global);
    ranges.push_back(range.getResult());
    numbers[builder.getAffineDimExpr(unsigned(axis.id))] =
        builder.getAffineDimExpr(unsigned(i));
  }
  KernelIndices indices(packer);
  Value gate;
  RangeScopes scopes(kernel);
  for (RangeOp range : scopes.getOpen(load.getResult())) {
    AffineExpr expr = maps.getOld(range.getId()).replace(numbers);
    Value old = affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(unsigned(axes.size()), 0, expr), ranges);
    mapping.map(range.getResult(), old);
    int64_t size = range.getStaticSize();
    if (indices.getBounds(old).hi < size)
      continue;
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, old,
        arith::ConstantIndexOp::create(builder, loc, size));
    gate = gate ? arith::AndIOp::create(builder, loc, gate, inside).getResult()
                : inside;
  }
  auto copyOp = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *constant = operand.getDefiningOp();
          constant && !mapping.contains(operand))
        builder.clone(*constant, mapping);
    Operation *clone = builder.clone(*op, mapping);
    auto read = dyn_cast<LoadOp>(clone);
    if (!read || !gate)
      return;
    builder.setInsertionPoint(read);
    Type type = read.getResult().getType();
    Value all = gate, other = read.getOther();
    if (read.getGate())
      all = arith::AndIOp::create(builder, loc, gate, read.getGate());
    else
      other =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    auto gated =
        LoadOp::create(builder, loc, type, read.getBuffer(), read.getIndex(),
                       all, other, read.getStridesAttr());
    mapping.map(op->getResult(0), gated.getResult());
    read.erase();
    builder.setInsertionPointToEnd(&packer.getBody().front());
  };
  for (Operation *op : slice)
    copyOp(op);
  return mapping.lookup(value);
}

OwningOpRef<KernelOp> Hoister::buildPacker() {
  OpBuilder builder(kernel.getContext());
  Location loc = load.getLoc();
  SmallVector<Type> types = {MemRefType::get({elements}, value.getType()),
                             load.getBuffer().getType()};
  auto flag = [&](StringRef name) {
    return builder.getDictionaryAttr(
        builder.getNamedAttr(name, builder.getUnitAttr()));
  };
  OwningOpRef<KernelOp> packer = KernelOp::create(
      builder, loc, (kernel.getSymName() + "_pack").str(),
      builder.getFunctionType(types, {}),
      builder.getArrayAttr({flag(KernelOp::kOutput), flag(kConstant)}),
      ArrayAttr(), ArrayAttr());
  Block &body = packer->getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  Value element = buildElement(builder, *packer);
  AffineExpr place = builder.getAffineConstantExpr(0);
  SmallVector<Value> ranges;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    place = place * axis.size + builder.getAffineDimExpr(unsigned(i));
    ranges.push_back(findRange(*packer, int64_t(i)).getResult());
  }
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(unsigned(axes.size()), 0, place), ranges);
  StoreOp::create(builder, loc, element, body.getArgument(0), index, Value(),
                  DenseI64ArrayAttr());
  return packer;
}

/// Replaces the staged value by a load of the packed operand.
void Hoister::readPacked(BlockArgument packed) {
  OpBuilder builder(load);
  AffineExpr place = builder.getAffineConstantExpr(0);
  for (const PackedAxis &axis : axes)
    place = place * axis.size + axis.place;
  SmallVector<Value> operands;
  llvm::DenseMap<AffineExpr, AffineExpr> numbers;
  RangeScopes scopes(kernel);
  for (RangeOp range : scopes.getOpen(load.getResult())) {
    numbers[builder.getAffineDimExpr(unsigned(range.getId()))] =
        builder.getAffineDimExpr(unsigned(operands.size()));
    operands.push_back(range.getResult());
  }
  Value index = affine::AffineApplyOp::create(
      builder, load.getLoc(),
      AffineMap::get(unsigned(operands.size()), 0, place.replace(numbers)),
      operands);
  auto read = LoadOp::create(builder, load.getLoc(), value.getType(), packed,
                             index, Value(), Value(), DenseI64ArrayAttr());
  value.replaceAllUsesWith(read.getResult());
  eraseUnused(slice);
}

void Hoister::removeOpt() {
  SmallVector<Attribute> opts;
  for (auto [i, opt] :
       llvm::enumerate(kernel.getOpts()->getAsRange<OptAttr>())) {
    if (i == number)
      continue;
    if (i > number && opt.getKind() == OptKind::Stage &&
        opt.getOperand() > stage.getOperand())
      opt = OptAttr::get(opt.getContext(), OptKind::Stage, opt.getAxis(),
                         opt.getAmount(), opt.getOperand() - 1, opt.getAxes());
    opts.push_back(opt);
  }
  kernel.setOptsAttr(ArrayAttr::get(kernel.getContext(), opts));
}

std::optional<HoistedStage> Hoister::run() {
  if (!applyUntilStage() || !checkOperand() || !checkPlaces() || !checkSlice())
    return std::nullopt;
  HoistedStage result;
  result.packer = buildPacker();
  result.operand = cast<BlockArgument>(load.getBuffer()).getArgNumber();
  result.argument = kernel.getNumBuffers();
  result.row = axes.back().size;
  result.elements = elements;
  Builder builder(kernel.getContext());
  (void)kernel.insertArgument(result.argument,
                              MemRefType::get({elements}, value.getType()),
                              builder.getDictionaryAttr(builder.getNamedAttr(
                                  kConstant, builder.getUnitAttr())),
                              load.getLoc());
  readPacked(kernel.getBody().getArgument(result.argument));
  removeOpt();
  return result;
}

std::optional<HoistedStage>
tinygrad::uop::hoistStage(KernelOp kernel,
                          SmallVectorImpl<std::string> &reasons) {
  if (!kernel.getOpts())
    return std::nullopt;
  for (auto [i, opt] :
       llvm::enumerate(kernel.getOpts()->getAsRange<OptAttr>())) {
    if (opt.getKind() != OptKind::Stage)
      continue;
    Hoister hoister(kernel, unsigned(i));
    if (auto result = hoister.run())
      return result;
    reasons.push_back(hoister.getReason());
  }
  return std::nullopt;
}
