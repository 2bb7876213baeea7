//===- Tolerances.cpp - how exact a result must be ------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moving, integer, elementwise operations and maxima give the same bits however
// they are compiled. Sums and products of floats may be computed in another
// order: with n terms of magnitude m, the results of two orders differ by at
// most about 2 n u m, where u is the rounding unit of the accumulator. What is
// computed from such a sum differs as well; the bound below adds the terms of
// all sums on the way and takes the largest number among inputs, constants and
// expected results for m.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Elements.h"
#include "Program.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

/// Half the distance from 1 to the next number of a float type; 0 for others.
static double getRoundingUnit(Type type) {
  auto dtype = getDType(getElementTypeOrSelf(type));
  if (!dtype || !isFloat(*dtype))
    return 0;
  return std::ldexp(0.5, -int(getFloatInfo(*dtype).mantissaBits));
}

/// The points over which `op` adds or multiplies floats, at most for one
/// result; 0 for any other op.
static double countTerms(tg::IndexMapOpInterface op, tg::SymbolicShapes &shapes,
                         ArrayRef<AffineExpr> bindings) {
  bool isOrdered = op.getCombiner() == tg::Combiner::Max ||
                   op.getCombiner() == tg::Combiner::Min;
  if (isOrdered || getRoundingUnit(op.getAccumulatorType()) == 0)
    return 0;
  SmallVector<AffineExpr> sizes = op.getReduceSizes(shapes);
  if (std::optional<unsigned> axis = op.getScanAxis())
    sizes.push_back(op.getResultShape(shapes)[*axis]);
  double terms = sizes.empty() ? 0 : 1;
  for (AffineExpr size : sizes)
    if (size)
      if (auto constant =
              dyn_cast<AffineConstantExpr>(size.replaceSymbols(bindings)))
        terms *= double(constant.getValue());
  return terms;
}

/// The largest finite magnitude among the floats of `array`.
static double getMagnitude(const rt::HostArray &array) {
  double magnitude = 0;
  if (!isFloat(toDType(array.type)))
    return magnitude;
  for (uint64_t i = 0, n = countElements(array); i < n; ++i) {
    double number = std::abs(getNumber(array, i));
    if (std::isfinite(number))
      magnitude = std::max(magnitude, number);
  }
  return magnitude;
}

static double getMagnitude(const APFloat &number) {
  APFloat wide = number;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.isFinite() ? std::abs(wide.convertToDouble()) : 0;
}

/// The largest finite magnitude among the floats that `op` brings in.
static double getMagnitude(Operation *op) {
  double magnitude = 0;
  for (NamedAttribute attribute : op->getAttrs()) {
    if (auto number = dyn_cast<FloatAttr>(attribute.getValue())) {
      magnitude = std::max(magnitude, getMagnitude(number.getValue()));
    } else if (auto dense = dyn_cast<DenseElementsAttr>(attribute.getValue());
               dense && isa<FloatType>(dense.getElementType())) {
      for (const APFloat &number : dense.getValues<APFloat>())
        magnitude = std::max(magnitude, getMagnitude(number));
    }
  }
  // The last number of an arange is at most its start and all its steps away.
  if (auto arange = dyn_cast<tg::ArangeOp>(op))
    if (auto type = dyn_cast<RankedTensorType>(arange.getType());
        type && type.hasStaticShape())
      magnitude *= 1 + double(type.getNumElements());
  return magnitude;
}

/// What `value` is computed from, without the arguments.
static SetVector<Operation *> getSlice(Value value) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  Operation *producer = value.getDefiningOp();
  if (!producer || failed(getBackwardSlice(producer, &slice, options)))
    slice.clear();
  return slice;
}

/// The relative error that the sums in `slice` may cause; 0 without any.
static double getRelativeError(const SetVector<Operation *> &slice,
                               ArrayRef<AffineExpr> bindings) {
  if (slice.empty())
    return 0;
  tg::SymbolicShapes shapes(slice.back());
  double terms = 0, accumulatorUnit = 0, unit = 0;
  for (Operation *op : slice) {
    for (Type type : op->getResultTypes())
      unit = std::max(unit, getRoundingUnit(type));
    auto indexed = dyn_cast<tg::IndexMapOpInterface>(op);
    if (!indexed)
      continue;
    double opTerms = countTerms(indexed, shapes, bindings);
    // Part of a sum that is computed in steps.
    if (op->hasAttr(tg::kAccumulates) &&
        getRoundingUnit(indexed.getAccumulatorType()) != 0)
      opTerms = 1;
    if (opTerms == 0)
      continue;
    terms += opTerms;
    accumulatorUnit = std::max(accumulatorUnit,
                               getRoundingUnit(indexed.getAccumulatorType()));
  }
  if (terms == 0)
    return 0;
  // A slightly different sum may round to the next number of a narrower type.
  return 2 * (terms + 1) * accumulatorUnit + 2 * unit;
}

Tolerance run::getTolerance(Value value, const Bindings &bindings,
                            ArrayRef<rt::HostArray> inputs,
                            const rt::HostArray &expected) {
  SmallVector<AffineExpr> values;
  for (int64_t binding : bindings)
    values.push_back(getAffineConstantExpr(binding, value.getContext()));
  double magnitude = getMagnitude(expected);
  for (const rt::HostArray &input : inputs)
    magnitude = std::max(magnitude, getMagnitude(input));
  SetVector<Operation *> slice = getSlice(value);
  for (Operation *op : slice)
    magnitude = std::max(magnitude, getMagnitude(op));
  double error = getRelativeError(slice, values);
  Tolerance tolerance;
  tolerance.absolute = error * magnitude;
  tolerance.sameBits = error == 0;
  return tolerance;
}

std::vector<Tolerance> run::getTolerances(func::FuncOp function,
                                          const Bindings &bindings,
                                          ArrayRef<rt::HostArray> inputs,
                                          ArrayRef<rt::HostArray> expected) {
  // A composite op's sums show in its decomposition.
  OwningOpRef<ModuleOp> module = isolate(function);
  PassManager pm(function.getContext());
  tg::TGDecomposePassOptions decompose;
  decompose.keepScans = true;
  pm.addPass(tg::createTGDecomposePass(decompose));
  if (succeeded(pm.run(*module)))
    function = *module->getOps<func::FuncOp>().begin();

  std::vector<Tolerance> tolerances;
  auto *terminator = function.getBody().front().getTerminator();
  for (auto [result, value] : llvm::zip(expected, terminator->getOperands()))
    tolerances.push_back(getTolerance(value, bindings, inputs, result));
  return tolerances;
}
