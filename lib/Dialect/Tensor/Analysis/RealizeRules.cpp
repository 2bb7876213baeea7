//===- RealizeRules.cpp - when a value is stored ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tinygrad::tg {

using Costs = RealizeCosts;

/// Times a round trip through memory that an element of a contraction costs
/// where it is stored rather than computed row by row, or beside several
/// results that follow it.
static constexpr double kWorthTiles = 8, kNextToNothing = 256;

//===----------------------------------------------------------------------===//
// Estimates
//===----------------------------------------------------------------------===//

double RealizeAnalysis::getSize(AffineExpr size) const {
  return static_cast<double>(shapes.getUpperBound(size).value_or(1));
}

double RealizeAnalysis::getNumElements(Value value) {
  double product = 1;
  for (AffineExpr size : shapes.getShape(value))
    product *= getSize(size);
  return product;
}

double RealizeAnalysis::getNumIterations(IndexMapOpInterface op) {
  double product = 1;
  for (AffineExpr size : op.getReduceSizes(shapes))
    product *= getSize(size);
  return product;
}

bool RealizeAnalysis::gainsByTiles(IndexMapOpInterface op) {
  if (op.isMovement() || op.getReduceSizes(shapes).empty() ||
      getNumIterations(op) < Costs::kTiledTerms ||
      getNumElements(op->getResult(0)) * getTotalCost(op) <= Costs::kSmallWork)
    return false;
  SmallVector<AffineExpr> sizes = op.getResultShape(shapes);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getOperandAccess(operand.getOperandNumber(), shapes).map;
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (!map.isFunctionOfDim(axis) && getSize(size) > 1)
        return true;
  }
  return false;
}

double RealizeAnalysis::getCost(Value value) const {
  auto found = costs.find(value);
  return found == costs.end() ? Costs::kLoad : found->second;
}

/// The cost of one element of `op`, its operands' included.
double RealizeAnalysis::getTotalCost(IndexMapOpInterface op) {
  double cost = static_cast<double>(op.getElementCost());
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      cost += getCost(operand);
  return cost * getNumIterations(op);
}

/// How often `op`, which only moves, repeats an element along its last axes:
/// inner loops, before which the element is computed once.
static double getRepetition(IndexMapOpInterface op, SymbolicShapes &shapes) {
  if (!op.isMovement())
    return 1;
  AffineMap map = op.getOperandAccess(0, shapes).map;
  SmallVector<AffineExpr> sizes = op.getResultShape(shapes);
  double repetition = 1;
  for (unsigned axis = sizes.size(); axis-- > 0 && !map.isFunctionOfDim(axis);)
    repetition *=
        static_cast<double>(shapes.getUpperBound(sizes[axis]).value_or(1));
  return repetition;
}

/// Costs of one element as part of a kernel. A reduce counts as a load to those
/// that read it: it is computed once per row, or stored.
void RealizeAnalysis::estimateCosts(Block &block) {
  for (Operation &op : block) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      if (isa<SplatElementsAttr>(constant.getValue()))
        costs[constant] = 0;
      continue;
    }
    auto mapped = dyn_cast<IndexMapOpInterface>(op);
    if (!mapped || !mapped.getReduceSizes(shapes).empty() ||
        mapped.getScanAxis())
      continue;
    double cost = getTotalCost(mapped);
    double repetition = getRepetition(mapped, shapes);
    // What costs more than a round trip through memory is stored before.
    if (repetition > 1)
      cost = std::min(cost, std::min(cost, Costs::kRoundTrip) / repetition +
                                Costs::kLoad);
    costs[op.getResult(0)] = cost;
  }
}

llvm::SmallBitVector RealizeAnalysis::getNest(unsigned kernel,
                                              ArrayRef<AffineExpr> index) {
  llvm::SmallBitVector nest(loops[kernel].space.getSizes().size());
  for (AffineExpr expr : index)
    for (unsigned axis : getUsedAxes(expr))
      nest |= loops[kernel].nests[axis];
  return nest;
}

double RealizeAnalysis::getNestSize(unsigned kernel,
                                    const llvm::SmallBitVector &nest) {
  double product = 1;
  for (unsigned axis : nest.set_bits())
    product *= getSize(loops[kernel].space.getSizes()[axis]);
  return product;
}

double RealizeAnalysis::getTimesComputed(unsigned kernel,
                                         ArrayRef<AffineExpr> index) {
  const Loops &loop = loops[kernel];
  llvm::SmallBitVector nest = getNest(kernel, index);
  double times = getNestSize(kernel, nest);
  bool isOperand = nest.find_last() >= static_cast<int>(loop.root.size());
  if (!tiles || !loop.isTiled || !isOperand)
    return times;
  // A tile of the operand serves all results of a tile that need it.
  for (AffineExpr expr : index)
    for (unsigned axis : getUsedAxes(expr))
      nest.reset(axis);
  return times /
         std::clamp(getNestSize(kernel, nest), 1.0, Costs::kTileResults);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether a reduce rounds: then another order, which each kernel chooses for
/// itself, gives another value, and what holds between a value and a function
/// of it, as that no element is above the maximum, holds for one of them only.
static bool rounds(IndexMapOpInterface op) {
  Combiner combiner = op.getCombiner();
  return isa<FloatType>(op.getAccumulatorType()) &&
         (combiner == Combiner::Sum || combiner == Combiner::Prod);
}

std::optional<std::string> RealizeAnalysis::whyStore(IndexMapOpInterface op) {
  Value value = op->getResult(0);
  const Demands &readers = demands[value];
  for (const auto &[kernel, indices] : readers) {
    if (kernels[kernel].foreign)
      return std::string("an op without an index map reads it");
    if (kernels[kernel].size + indices.size() > Costs::kMaxKernelSize)
      return std::string("the kernel that reads it is large already");
  }
  if (op.getScanAxis()) {
    for (const auto &[kernel, indices] : readers)
      for (const Index &index : indices)
        if (auto reason = whyNotScanIn(op, kernel, index))
          return reason;
    return whyStoreByCost(op, getTotalCost(op));
  }
  // Moving costs nothing; the question comes again for what is moved.
  if (op.isMovement())
    return std::nullopt;
  if (op.getReduceSizes(shapes).empty()) {
    if (isWidened(op))
      return std::nullopt;
    if (auto reason = whyStoreByCost(op, getCost(value)))
      return reason;
    if (endsStoredReduce(op))
      return std::string("it ends the kernel of the reduce before it");
    return std::nullopt;
  }
  size_t places = 0;
  for (const auto &[kernel, indices] : readers) {
    places += indices.size();
    for (const Index &index : indices)
      if (auto reason = whyNotReduceIn(op, kernel, index))
        return reason;
  }
  if (places > 1 && rounds(op))
    return llvm::formatv("read at {0} places, which would round differently",
                         places)
        .str();
  return whyStoreByCost(op, getTotalCost(op));
}

std::optional<std::string>
RealizeAnalysis::whyStoreByCost(IndexMapOpInterface op, double cost) {
  Value value = op->getResult(0);
  // What is made of indices alone is cheaper to make than to fetch.
  if (cost <= Costs::kFromIndices &&
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
    return std::nullopt;
  double elements = getNumElements(value), computed = 0;
  unsigned places = 0;
  for (const auto &[kernel, indices] : demands[value])
    for (const Index &index : indices) {
      computed += getTimesComputed(kernel, index);
      ++places;
    }
  double again = (computed - elements) * cost;
  double stored =
      elements * Costs::kRoundTrip + computed * Costs::kLoad + Costs::kLaunch;
  if (elements == 0 || again <= stored)
    return std::nullopt;
  size_t readers = demands[value].size();
  std::string who;
  if (readers > 1)
    who = llvm::formatv("read by {0} kernels", readers).str();
  else if (places > 1)
    who = llvm::formatv("read at {0} places", places).str();
  else
    who =
        llvm::formatv("each element is read {0:f0} times", computed / elements)
            .str();
  return llvm::formatv("{0}, recomputing costs {1:f0} ops per element", who,
                       again / elements)
      .str();
}

/// Whether a kernel leaves a contraction no freedom to choose the tiles that it
/// wants, and it costs so much that it is better stored.
std::optional<std::string>
RealizeAnalysis::whyNotTilesIn(IndexMapOpInterface op, unsigned kernel,
                               const llvm::SmallBitVector &nest) {
  const KernelPlan &plan = kernels[kernel];
  double cost = getTotalCost(op), rows = getNestSize(kernel, nest), all = 1;
  for (AffineExpr size : plan.shape)
    all *= getSize(size);
  if (rows < all && cost >= kWorthTiles * Costs::kRoundTrip)
    return std::string("it wants tiles, and the kernel works row by row");
  if (plan.reduces && cost >= kWorthTiles * Costs::kRoundTrip)
    return std::string(
        "it wants tiles, and another reduce stands in the kernel");
  // Several results and what they read have to go through the same tile.
  if (plan.outputs.size() > 1 && cost >= kNextToNothing * Costs::kRoundTrip)
    return llvm::formatv(
               "the kernel stores {0} results, and to store this one, "
               "too, costs next to nothing",
               plan.outputs.size())
        .str();
  return std::nullopt;
}

std::optional<std::pair<unsigned, bool>>
RealizeAnalysis::getScan(IndexMapOpInterface op, unsigned kernel,
                         ArrayRef<AffineExpr> index) {
  const Loops &loop = loops[kernel];
  unsigned scanAxis = *op.getScanAxis();
  return loop.space.findScan(index, scanAxis,
                             shapes.getShape(op->getResult(0))[scanAxis],
                             loop.root.size());
}

/// Whether a kernel has no loop in which `op` can go from one element to the
/// next.
std::optional<std::string>
RealizeAnalysis::whyNotScanIn(IndexMapOpInterface op, unsigned kernel,
                              ArrayRef<AffineExpr> index) {
  const Loops &loop = loops[kernel];
  // One element is its own scan.
  if (isa<AffineConstantExpr>(index[*op.getScanAxis()]) &&
      getSize(shapes.getShape(op->getResult(0))[*op.getScanAxis()]) <= 1)
    return std::nullopt;
  auto scan = getScan(op, kernel, index);
  if (!scan)
    return std::string("no loop of the kernel goes along its elements");
  auto [axis, reverse] = *scan;
  if (auto other = loop.scans.find(axis);
      other != loop.scans.end() && other->second != reverse)
    return std::string("the kernel scans from the other end");
  // What computes one element after another leaves nothing to tiles.
  if (loop.isTiled)
    return std::string("a reduce of the kernel wants tiles");
  return std::nullopt;
}

std::optional<std::string>
RealizeAnalysis::whyNotReduceIn(IndexMapOpInterface op, unsigned kernel,
                                ArrayRef<AffineExpr> index) {
  const Loops &loop = loops[kernel];
  llvm::SmallBitVector nest = getNest(kernel, index);
  double inner = getNumIterations(op);
  bool nested = false;
  for (unsigned axis : nest.set_bits())
    if (axis >= loop.root.size()) {
      nested = true;
      inner *= getSize(loop.space.getSizes()[axis]);
    }
  if (nested)
    return inner <= Costs::kTinyNest
               ? std::nullopt
               : std::optional<std::string>(
                     "it would be reduced inside another reduce");
  if (loop.reduceNest) {
    llvm::SmallBitVector other = *loop.reduceNest;
    other.resize(nest.size());
    if (other != nest)
      return std::string("the kernel's other reduces stand in other loops");
  }
  if (!loop.scans.empty() && gainsByTiles(op))
    return std::string("it wants tiles, and the kernel scans");
  // Registers hold one tile of sums, and no two products want the same.
  if (loop.isTiled && gainsByTiles(op))
    return std::string("another reduce of the kernel wants tiles, too");
  if (gainsByTiles(op))
    if (auto reason = whyNotTilesIn(op, kernel, nest))
      return reason;
  if (llvm::any_of(loop.scans,
                   [&](const auto &scan) { return nest.test(scan.first); }) &&
      getNestSize(kernel, nest) * getTotalCost(op) > Costs::kSmallWork)
    return std::string("the kernel scans, one element after another");
  // One row after another is fine where there are rows enough for all threads.
  double rows = getNestSize(kernel, nest), all = 1;
  for (AffineExpr size : kernels[kernel].shape)
    all *= getSize(size);
  if (rows < all && rows < Costs::kEnoughRows &&
      all + rows * getTotalCost(op) > Costs::kSmallWork)
    return llvm::formatv("{0:f0} rows are too few to share a kernel", rows)
        .str();
  return std::nullopt;
}

/// Whether `op` makes an operand of products of matrices, integers, by a few
/// ops from elements that are much narrower. A kernel packs them, or multiplies
/// them as they are, and reads less than it would of the wide ones. So does one
/// that works tile by tile of floats: what is stored are the narrow ones.
bool RealizeAnalysis::isWidened(IndexMapOpInterface op) {
  Value value = op->getResult(0);
  auto getBits = [](Value tensor) {
    Type type = getElementTypeOrSelf(tensor.getType());
    return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  };
  if (llvm::any_of(demands[value], [&](const auto &demand) {
        return !loops[demand.first].isTiled;
      }))
    return false;
  if (!isa<IntegerType>(getElementTypeOrSelf(value.getType())))
    return tiles && op->getNumOperands() == 1 &&
           getBits(op->getOperand(0)) < getBits(value) &&
           op.getElementCost() <= Costs::kCheapWidening;
  double elements = getNumElements(value), cost = 0;
  bool isNarrow = false;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    // What is repeated is small beside it.
    if (getNumElements(next) < elements)
      continue;
    auto mapped = next.getDefiningOp<IndexMapOpInterface>();
    if (!mapped || !mapped.getReduceSizes(shapes).empty() ||
        mapped.getScanAxis() || required.contains(next)) {
      if (getBits(next) * Costs::kWidening > getBits(value))
        return false;
      isNarrow = true;
      continue;
    }
    cost += static_cast<double>(mapped.getElementCost());
    if (cost > Costs::kCheapWidening)
      return false;
    for (Value operand : next.getDefiningOp()->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        worklist.push_back(operand);
  }
  return isNarrow;
}

/// Whether `op` follows, element by element, a reduce that cannot join the
/// kernels that read `op`: then storing `op` instead saves computing it again.
bool RealizeAnalysis::endsStoredReduce(IndexMapOpInterface op) {
  Value value = op->getResult(0);
  double elements = getNumElements(value), computed = 0, inner = 1;
  for (const auto &[kernel, indices] : demands[value])
    for (const Index &index : indices) {
      llvm::SmallBitVector nest = getNest(kernel, index);
      computed += getNestSize(kernel, nest);
      double iterations = 1;
      for (unsigned axis : nest.set_bits())
        if (axis >= loops[kernel].root.size())
          iterations *= getSize(loops[kernel].space.getSizes()[axis]);
      inner = std::max(inner, iterations);
    }
  // Back through what serves this value alone: where a value has other readers
  // too, it is the better one to store.
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> chain;
  constexpr size_t kFar = 32;
  while (!worklist.empty() && chain.size() < kFar) {
    Value last = worklist.pop_back_val();
    auto next = last.getDefiningOp<IndexMapOpInterface>();
    if (!next || chain.contains(next) ||
        (last != value && !llvm::all_of(last.getUsers(), [&](Operation *user) {
           return chain.contains(user);
         })))
      continue;
    if (next.getReduceSizes(shapes).empty()) {
      chain.insert(next);
      for (Value operand : next->getOperands())
        if (isa<RankedTensorType>(operand.getType()) &&
            !required.contains(operand) && getNumElements(operand) == elements)
          worklist.push_back(operand);
      continue;
    }
    double cost = getTotalCost(next);
    bool tooDeep =
        inner > 1 && inner * getNumIterations(next) > Costs::kTinyNest;
    bool tooOften =
        (computed - elements) * cost >
        elements * Costs::kRoundTrip + computed * Costs::kLoad + Costs::kLaunch;
    if (tooDeep || tooOften)
      return true;
  }
  return false;
}

bool RealizeAnalysis::haveEqualShapes(unsigned kernel, Value value) {
  // Types must agree too: a size may be proven without its type knowing it.
  if (cast<ShapedType>(value.getType()).getShape() !=
      cast<ShapedType>(kernels[kernel].outputs[0].getType()).getShape())
    return false;
  ArrayRef<AffineExpr> shape = shapes.getShape(value);
  return shape.size() == kernels[kernel].shape.size() &&
         llvm::all_of(llvm::zip(shape, kernels[kernel].shape), [&](auto pair) {
           return shapes.areEqual(std::get<0>(pair), std::get<1>(pair)) == true;
         });
}

/// A kernel that computes every element of `op` once anyway, in the order in
/// which it is stored, can store it on the way.
std::optional<unsigned>
RealizeAnalysis::findKernelToJoin(IndexMapOpInterface op) {
  Value value = op->getResult(0);
  const Demands &readers = demands[value];
  for (const auto &[kernel, indices] : llvm::reverse(readers)) {
    if (kernels[kernel].foreign || kernels[kernel].assigns ||
        indices.size() != 1 || indices[0] != loops[kernel].root ||
        !haveEqualShapes(kernel, value) ||
        kernels[kernel].outputs.size() >= Costs::kMaxOutputs ||
        kernels[kernel].size >= Costs::kMaxKernelSize)
      continue;
    if (!op.getReduceSizes(shapes).empty() &&
        whyNotReduceIn(op, kernel, indices[0]))
      continue;
    if (op.getScanAxis() && whyNotScanIn(op, kernel, indices[0]))
      continue;
    SmallVector<unsigned> others;
    for (const auto &[other, ignored] : readers)
      if (other != kernel)
        others.push_back(other);
    if (!dependsOn(kernel, others))
      return kernel;
  }
  return std::nullopt;
}

} // namespace tinygrad::tg
