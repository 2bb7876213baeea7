//===- KernelEmitter.cpp - one kernel region as UOps ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect conversion framework rewrites an op at a time and keeps one value
// for each; here one value of a tensor program is needed at several indices,
// and none is a tensor any more. So the kernel is written anew.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "RowStages.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tinygrad {

/// Kernels larger than this were not made by tg-fuse, and would exhaust the
/// stack or never end.
static constexpr unsigned kMaxOps = 50000;
static constexpr unsigned kMaxRegionOps = 2000;

/// The type of an element in memory.
static Type getMemoryType(Type element) {
  Type scalar = tg::getScalarType(element);
  return scalar.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                             : scalar;
}

static Type getElementType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

static TypedAttr getZero(Type element) {
  return cast<TypedAttr>(
      Builder(element.getContext()).getZeroAttr(tg::getScalarType(element)));
}

//===----------------------------------------------------------------------===//
// Kernel and arguments
//===----------------------------------------------------------------------===//

OwningOpRef<uop::KernelOp> KernelEmitter::emit() {
  Location loc = source.getLoc();
  auto yield = cast<tg::YieldOp>(source.getBody().front().getTerminator());
  if (source.getBody().front().getOperations().size() > kMaxRegionOps) {
    source.emitOpError() << "has more than " << kMaxRegionOps << " ops";
    return {};
  }
  OperationState state(loc, uop::KernelOp::getOperationName());
  state.addAttribute("sym_name", builder.getStringAttr("kernel"));
  state.addAttribute("function_type",
                     TypeAttr::get(builder.getFunctionType({}, {})));
  body = &state.addRegion()->emplaceBlock();
  OwningOpRef<uop::KernelOp> kernel(
      cast<uop::KernelOp>(Operation::create(state)));
  if (mlir::failed(addArguments(*kernel)))
    return {};

  builder.setInsertionPointToStart(body);
  kept = findRowStages(source, shapes);
  SmallVector<Value> stored =
      llvm::map_to_vector(yield.getValues(), getWrittenValue);
  SmallVector<AffineExpr> shape =
      stored.empty() ? SmallVector<AffineExpr>()
                     : llvm::to_vector(shapes.getShape(stored[0]));
  Index root;
  bool empty = stored.empty() || isEmpty(stored[0]);
  if (!empty)
    for (AffineExpr size : shape)
      root.push_back(addAxis(size, uop::AxisType::Global));
  numOutputAxes = root.size();
  // Everything is read before anything is written.
  SmallVector<Value> elements;
  for (Value value : stored)
    if (!empty && !failed)
      elements.push_back(emit({value, root, {}, {}}));
  if (failed)
    return {};
  for (auto [number, element] : llvm::enumerate(elements)) {
    if (element.getType().isInteger(1))
      element =
          arith::ExtUIOp::create(builder, loc, builder.getI8Type(), element);
    Value output = yield.getValues()[number];
    Index place(root);
    if (auto assign = output.getDefiningOp<tg::AssignOp>())
      for (auto [axis, offset] : llvm::enumerate(assign.getMixedOffsets()))
        place[axis] = place[axis] + shapes.getIndexExpr(offset);
    Value index = emitIndex(getAddress(output, place));
    uop::StoreOp::create(builder, loc, element, body->getArgument(number),
                         index, Value(), DenseI64ArrayAttr());
  }
  kernel->setSymName(getName());
  dropUnused(*kernel);
  return kernel;
}

LogicalResult KernelEmitter::addArguments(uop::KernelOp kernel) {
  auto addBuffer = [&](Value tensor) -> LogicalResult {
    AffineExpr count = shapes.getNumElements(shapes.getShape(tensor));
    std::optional<int64_t> bound =
        count ? shapes.getUpperBound(count) : std::nullopt;
    if (!bound)
      return source.emitOpError("has a tensor of unbounded size");
    body->addArgument(
        MemRefType::get({*bound}, getMemoryType(getElementType(tensor))),
        tensor.getLoc());
    return success();
  };
  Block &region = source.getBody().front();
  for (Value value : region.getTerminator()->getOperands())
    if (mlir::failed(addBuffer(value)))
      return failure();
  for (Value input : region.getArguments())
    if (mlir::failed(addBuffer(input)))
      return failure();
  for (size_t i = 0, e = shapes.getVariables().size(); i < e; ++i)
    body->addArgument(builder.getIndexType(), source.getLoc());
  return success();
}

/// Erases ops and variables without a use, and writes down the arguments.
void KernelEmitter::dropUnused(uop::KernelOp kernel) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (op.use_empty() && isMemoryEffectFree(&op))
      op.erase();

  unsigned numOutputs = source.getNumResults();
  unsigned numBuffers = numOutputs + source.getInputs().size();
  SmallVector<Attribute> attributes;
  auto named = [&](StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  };
  for (unsigned i = 0; i < numBuffers; ++i)
    attributes.push_back(
        i < numOutputs ? builder.getDictionaryAttr(named(uop::KernelOp::kOutput,
                                                         builder.getUnitAttr()))
                       : builder.getDictionaryAttr({}));
  for (auto [number, variable] : llvm::enumerate(shapes.getVariables())) {
    unsigned argument = numBuffers + usedVariables.size();
    if (body->getArgument(argument).use_empty()) {
      body->eraseArgument(argument);
      continue;
    }
    usedVariables.push_back(number);
    attributes.push_back(builder.getDictionaryAttr(
        {named(uop::KernelOp::kVariable, variable.name),
         named(uop::KernelOp::kBounds,
               builder.getI64ArrayAttr({variable.min, variable.max}))}));
  }
  kernel.setFunctionType(builder.getFunctionType(body->getArgumentTypes(), {}));
  kernel.setArgAttrsAttr(builder.getArrayAttr(attributes));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value KernelEmitter::emitConstant(TypedAttr value) {
  return tg::buildScalar(builder, source.getLoc(), value);
}

Value KernelEmitter::emitGated(Value value, const Request &request) {
  if (request.gates.empty() || !request.otherwise)
    return value;
  return arith::SelectOp::create(builder, source.getLoc(),
                                 emitGate(request.gates), value,
                                 emitConstant(request.otherwise));
}

Value KernelEmitter::emit(const Request &request) {
  auto known = emitted.find(request);
  if (known != emitted.end())
    return known->second;
  if (!failed && ++numOps > kMaxOps) {
    source.emitOpError() << "needs more than " << kMaxOps << " scalar ops";
    failed = true;
  }
  Value result;
  auto input = dyn_cast<BlockArgument>(request.value);
  Operation *op = request.value.getDefiningOp();
  if (failed || isEmpty(request.value)) {
    // No element is ever read where there is none.
    result = emitConstant(request.otherwise
                              ? request.otherwise
                              : getZero(getElementType(request.value)));
  } else if (input) {
    result = emitLoad(input, request);
  } else if (auto constant = dyn_cast<tg::ConstantOp>(op);
             constant && isa<SplatElementsAttr>(constant.getValue())) {
    auto value =
        cast<SplatElementsAttr>(constant.getValue()).getSplatValue<TypedAttr>();
    result = emitConstant(value);
    if (request.otherwise != value)
      result = emitGated(result, request);
  } else if (auto mapped = dyn_cast<tg::IndexMapOpInterface>(op)) {
    if (kept.contains(request.value))
      result = emitStaged(mapped, request);
    if (!result)
      result = emitOp(mapped, request);
  } else {
    if (!failed)
      op->emitOpError("cannot be part of a kernel: it has no index map");
    failed = true;
    result = emitConstant(getZero(getElementType(request.value)));
  }
  emitted[request] = result;
  return result;
}

Value KernelEmitter::emitLoad(BlockArgument input, const Request &request) {
  Location loc = source.getLoc();
  unsigned number = source.getNumResults() + input.getArgNumber();
  Type element = getElementType(input), memory = getMemoryType(element);
  Value index = emitIndex(getAddress(input, request.index));
  Value gate, other;
  if (!request.gates.empty()) {
    TypedAttr otherwise =
        request.otherwise ? request.otherwise : getZero(element);
    if (element.isInteger(1))
      otherwise = IntegerAttr::get(
          memory, cast<IntegerAttr>(otherwise).getValue().isZero() ? 0 : 1);
    gate = emitGate(request.gates);
    other = emitConstant(otherwise);
  }
  Value value =
      uop::LoadOp::create(builder, loc, memory, body->getArgument(number),
                          index, gate, other, DenseI64ArrayAttr());
  if (!element.isInteger(1))
    return value;
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(memory));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value KernelEmitter::emitStaged(tg::IndexMapOpInterface op,
                                const Request &request) {
  Location loc = source.getLoc();
  ArrayRef<unsigned> rows = kept.find(request.value)->second;
  SmallVector<unsigned> axes = getInnerAxes(request.index, rows);
  auto known = stages.find(request.value);
  if (!request.gates.empty() || axes.empty() ||
      (known != stages.end() && known->second.axes.size() != axes.size()))
    return {};
  if (known == stages.end()) {
    Stage stage;
    SmallVector<Value> over;
    int64_t count = 1;
    for (unsigned axis : axes) {
      AffineExpr size = space.getSizes()[axis];
      addAxis(size, uop::AxisType::Reduce);
      over.push_back(ranges.back());
      stage.axes.push_back(ranges.size() - 1);
      count *= *shapes.getUpperBound(size);
    }
    for (AffineExpr expr : renameAxes(request.index, axes, stage.axes))
      stage.index.push_back(space.simplify(expr));
    Value value = emitOp(op, {request.value, stage.index, {}, {}});
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                            gpu::AddressSpace::Private);
    auto type = MemRefType::get(count, value.getType(), AffineMap(), space);
    stage.buffer = uop::StageOp::create(builder, loc, type, value, over);
    known = stages.try_emplace(request.value, std::move(stage)).first;
  }
  const Stage &stage = known->second;
  for (auto [renamed, expected] :
       llvm::zip(renameAxes(stage.index, stage.axes, axes), request.index))
    if (space.simplify(renamed) != expected)
      return {};
  AffineExpr place = builder.getAffineConstantExpr(0);
  for (unsigned axis : axes)
    place = place * space.getSizes()[axis] + builder.getAffineDimExpr(axis);
  return uop::LoadOp::create(
      builder, loc, cast<MemRefType>(stage.buffer.getType()).getElementType(),
      stage.buffer, emitIndex(space.simplify(place)), Value(), Value(),
      DenseI64ArrayAttr());
}

Value KernelEmitter::emitOp(tg::IndexMapOpInterface op,
                            const Request &request) {
  Value value;
  if (op.getScanAxis())
    value = emitScan(op, request);
  else if (op.getReduceSizes(shapes).empty())
    // A reduce over no axes still goes through its accumulator's type.
    value = tg::buildScalarCast(
        builder, source.getLoc(), emitElement(op, request, {}),
        op.getAccumulatorType(), getElementType(op->getResult(0)));
  else
    value = emitReduce(op, request);
  // A movement op handed what is asked outside of the gates to its operand.
  return op.isMovement() ? value : emitGated(value, request);
}

Value KernelEmitter::emitOperand(tg::IndexMapOpInterface op, OpOperand &operand,
                                 const Request &request,
                                 tg::ComposedAccess &access) {
  if (access.never) {
    // Outside of this op's operand everywhere, but a pad around the op counts.
    Value element = emitConstant(access.otherwise);
    return op.isMovement() && request.otherwise != access.otherwise
               ? emitGated(element, request)
               : element;
  }
  Request part{operand.get(), access.index, request.gates, {}};
  for (AffineExpr gate : access.constraints)
    if (!llvm::is_contained(part.gates, gate))
      part.gates.push_back(gate);
  if (!access.constraints.empty())
    part.otherwise = access.otherwise;
  else if (op.isMovement())
    part.otherwise = request.otherwise;
  Value element = emit(part);
  // A pad inside a pad: outside of both, the outer value counts.
  if (op.isMovement() && request.otherwise &&
      part.otherwise != request.otherwise)
    element = emitGated(element, request);
  return element;
}

/// The element of the operand whose constraints hold. That of the last operand
/// is there where no other one's is.
Value KernelEmitter::emitChoice(tg::IndexMapOpInterface op,
                                const Request &request) {
  Value result;
  for (OpOperand &operand : llvm::reverse(op->getOpOperands())) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    tg::ComposedAccess access =
        space.access(op, operand.getOperandNumber(), request.index, {});
    if (access.never || isEmpty(operand.get()))
      continue;
    Request part{operand.get(), access.index, request.gates, {}};
    for (AffineExpr gate : access.constraints)
      if (!llvm::is_contained(part.gates, gate))
        part.gates.push_back(gate);
    Value element = emit(part);
    bool everywhere = access.constraints.empty();
    result = result && !everywhere
                 ? arith::SelectOp::create(builder, source.getLoc(),
                                           emitGate(access.constraints),
                                           element, result)
                 : element;
    if (everywhere)
      break; // The result has no other part.
  }
  if (!result)
    result = emitConstant(getZero(getElementType(op->getResult(0))));
  return emitGated(result, request);
}

Value KernelEmitter::emitElement(tg::IndexMapOpInterface op,
                                 const Request &request,
                                 ArrayRef<AffineExpr> reduceIndex) {
  SmallVector<Value> elements;
  if (op.isMovement() && llvm::count_if(op->getOperandTypes(),
                                        llvm::IsaPred<RankedTensorType>) > 1) {
    elements.push_back(emitChoice(op, request));
  } else {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      tg::ComposedAccess access = space.access(op, operand.getOperandNumber(),
                                               request.index, reduceIndex);
      elements.push_back(emitOperand(op, operand, request, access));
    }
  }
  SmallVector<Value> axes;
  for (AffineExpr expr : request.index)
    axes.push_back(emitIndex(expr));
  for (AffineExpr expr : reduceIndex)
    axes.push_back(emitIndex(expr));
  Value element = op.buildElement(builder, source.getLoc(), elements, axes);
  Type type = op.getAccumulatorType(), expected = tg::getScalarType(type);
  if (element && element.getType() == expected)
    return element;
  if (!failed) {
    auto diag = op->emitOpError() << "expected buildElement to give a value of "
                                  << expected << ", but got ";
    if (element)
      diag << element.getType();
    else
      diag << "none";
  }
  failed = true;
  return emitConstant(getZero(type));
}

uop::ReduceKind getReduceKind(tg::Combiner combiner, Type type) {
  bool isFloat = isa<FloatType>(type), isBool = type.isInteger(1);
  bool isUnsigned = type.isUnsignedInteger();
  switch (combiner) {
  case tg::Combiner::Sum:
    return isBool ? uop::ReduceKind::Or : uop::ReduceKind::Add;
  case tg::Combiner::Prod:
    return isBool ? uop::ReduceKind::And : uop::ReduceKind::Mul;
  case tg::Combiner::Max:
    return isFloat      ? uop::ReduceKind::MaximumF
           : isBool     ? uop::ReduceKind::Or
           : isUnsigned ? uop::ReduceKind::MaxUI
                        : uop::ReduceKind::MaxSI;
  case tg::Combiner::Min:
    return isFloat      ? uop::ReduceKind::MinimumF
           : isBool     ? uop::ReduceKind::And
           : isUnsigned ? uop::ReduceKind::MinUI
                        : uop::ReduceKind::MinSI;
  }
  llvm_unreachable("every combiner is listed");
}

Type getCombinedType(tg::IndexMapOpInterface op) {
  Type given = op.getAccumulatorType();
  // Narrow floats are compared in f32, which holds each of them exactly.
  if (isa<FloatType>(given) && given.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(op.getContext());
  return given;
}

Value KernelEmitter::emitReduce(tg::IndexMapOpInterface op,
                                const Request &request) {
  Location loc = source.getLoc();
  Type given = op.getAccumulatorType(), accumulator = getCombinedType(op);
  Type result = getElementType(op->getResult(0));
  uop::ReduceKind kind = getReduceKind(op.getCombiner(), accumulator);
  SmallVector<AffineExpr> sizes = op.getReduceSizes(shapes);
  Value value;
  if (llvm::any_of(sizes, [&](AffineExpr size) {
        return shapes.getUpperBound(size) == 0;
      })) {
    // Nothing to combine.
    value = arith::ConstantOp::create(
        builder, loc, uop::getIdentity(kind, tg::getScalarType(accumulator)));
  } else {
    SmallVector<AffineExpr> reduceIndex;
    SmallVector<Value> over;
    for (AffineExpr size : sizes) {
      reduceIndex.push_back(addAxis(size, uop::AxisType::Reduce));
      if (ranges.back())
        over.push_back(ranges.back());
    }
    value =
        tg::buildScalarCast(builder, loc, emitElement(op, request, reduceIndex),
                            given, accumulator);
    if (!over.empty())
      value = uop::ReduceOp::create(builder, loc, value.getType(), kind, value,
                                    over, ArrayRef<int64_t>());
    else if (!sizes.empty()) // No axes at all reduce nothing.
      value = uop::buildSingle(builder, loc, kind, value);
  }
  return tg::buildScalarCast(builder, loc, value, accumulator, result);
}

} // namespace tinygrad
