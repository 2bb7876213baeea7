//===- VerifyPhase.cpp - what each phase promises -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The legality of every phase as one table. ConversionTarget was considered: it
// checks op names per conversion, but not where an op stands, and reports only
// what a pattern failed to convert.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_VERIFYPHASE
#include "TinyGrad/Transforms/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// Checks of one op, beyond its name. Each returns what is wrong, or nothing.
//===----------------------------------------------------------------------===//

using Check = std::string (*)(Operation *);

bool isVector(Type type) { return isa<VectorType>(type); }

std::string scalarsOnly(Operation *op) {
  if (llvm::any_of(op->getResultTypes(), isVector))
    return "makes a vector, but values are scalars";
  return "";
}

std::string noTensors(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  if (llvm::any_of(op->getOperandTypes(), isTensor) ||
      llvm::any_of(op->getResultTypes(), isTensor))
    return "uses a tensor, but tensors have become buffers";
  return "";
}

std::string axesOf(Operation *op, ArrayRef<uop::AxisType> illegal) {
  auto range = dyn_cast<uop::RangeOp>(op);
  if (!range || !llvm::is_contained(illegal, range.getAxis()))
    return "";
  return ("is of axis type " + uop::stringifyAxisType(range.getAxis())).str();
}

std::string unsplitAxes(Operation *op) {
  using uop::AxisType;
  return axesOf(op, {AxisType::Local, AxisType::Thread, AxisType::GroupReduce,
                     AxisType::Upcast, AxisType::Unroll, AxisType::Warp,
                     AxisType::Carry});
}

std::string expandedAxes(Operation *op) {
  return axesOf(op, {uop::AxisType::Upcast, uop::AxisType::Unroll});
}

/// Loads and stores of vectors are 1-D: vector lowering leaves others alone.
std::string oneDimensional(Operation *op) {
  if (!isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
           vector::MaskedStoreOp, vector::GatherOp, vector::ScatterOp>(op))
    return "";
  auto moved = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getRank() != 1;
  };
  if (llvm::any_of(op->getOperandTypes(), moved) ||
      llvm::any_of(op->getResultTypes(), moved))
    return "moves a vector that is not 1-D";
  return "";
}

std::string totalDone(Operation *op) {
  return op->hasAttr("uop.total") ? "still carries 'uop.total'" : "";
}

/// The sums of a product's tiles are its own until loops carry them.
std::string noSumsYet(Operation *op) {
  auto mma = dyn_cast<uop::MmaOp>(op);
  return mma && mma.getAcc() ? "adds to sums, but no loop carries any" : "";
}

std::string sumsCarried(Operation *op) {
  auto mma = dyn_cast<uop::MmaOp>(op);
  return mma && !mma.getAcc() ? "adds to no sums, but loops carry them" : "";
}

/// A stage has an element for every point of its ranges at the largest values
/// of the variables; constant sizes are checked by the op itself.
std::string stagesFit(Operation *op) {
  auto stage = dyn_cast<uop::StageOp>(op);
  if (!stage || stage.getPlace())
    return "";
  uop::KernelIndices indices(op->getParentOfType<uop::KernelOp>());
  int64_t points = 1;
  if (auto vector = dyn_cast<VectorType>(stage.getValue().getType()))
    points = vector.getNumElements();
  for (Value range : stage.getRanges())
    if (llvm::MulOverflow(
            points, indices.getMaxSize(range.getDefiningOp<uop::RangeOp>()),
            points))
      return "has more points than memory can hold";
  int64_t elements =
      cast<MemRefType>(stage.getBuffer().getType()).getNumElements();
  if (points == elements)
    return "";
  return "has " + std::to_string(points) + " points at most, but memory for " +
         std::to_string(elements);
}

/// A constant in a kernel is written into it; others are buffers.
std::string splatInKernel(Operation *op) {
  auto value = op->getAttrOfType<ElementsAttr>("value");
  if (op->getName().getStringRef() != "tg.constant" || !value ||
      op->getParentOp()->getName().getStringRef() != "tg.kernel" ||
      value.isSplat())
    return "";
  return "is not a splat, so it cannot be written into a kernel";
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// The ops legal directly or deeply inside one kind of op. `dialect.*` is all
/// of a dialect; `!name` excludes, wherever it stands in the list.
struct Scope {
  StringLiteral inside;
  SmallVector<StringLiteral> legal;
  SmallVector<Check> checks = {};
};

struct Phase {
  StringLiteral name;
  SmallVector<Scope> scopes;
  /// Whether kernels hold ranges, whose scopes are then checked.
  bool ranges = false;
};

/// Index arithmetic outside of kernels.
#define INDEX_ARITH "arith.*", "affine.apply", "affine.min", "affine.max"

const Scope functionOfLaunches = {"func.func",
                                  {"tg.launch", "tg.constant", "tg.reshape",
                                   "tg.variable", "tg.empty", "tg.custom",
                                   "tg.copy", INDEX_ARITH, "func.return"}};
const Scope functionOfItems = {
    "jit.func",
    {"jit.*", "!jit.func", "!jit.capture", "!jit.program", INDEX_ARITH},
    {noTensors}};
const Scope captureOfItems = {
    "jit.capture", functionOfItems.legal, {noTensors}};

/// A kernel that is a graph over ranges, of `more` ops beyond scalar ones.
Scope graphKernel(ArrayRef<StringLiteral> more, ArrayRef<Check> checks) {
  Scope scope = {"uop.kernel",
                 {"uop.range", "uop.load", "uop.store", "uop.reduce",
                  "uop.scan", "uop.mma", "uop.stage", "uop.scratch",
                  "uop.activation", "arith.*", "math.*", "affine.apply"},
                 SmallVector<Check>(checks)};
  scope.checks.push_back(noSumsYet);
  llvm::append_range(scope.legal, more);
  return scope;
}

const Scope loopKernel = {"uop.kernel",
                          {"uop.slice",
                           "uop.mma",
                           "uop.warpgroup_mma",
                           "uop.matrix_load",
                           "scf.for",
                           "scf.if",
                           "scf.yield",
                           "arith.*",
                           "math.*",
                           "affine.apply",
                           "memref.load",
                           "memref.store",
                           "memref.alloca",
                           "memref.prefetch",
                           "memref.extract_aligned_pointer_as_index",
                           "vector.*",
                           "gpu.block_id",
                           "gpu.thread_id",
                           "gpu.barrier",
                           "gpu.shuffle",
                           "nvgpu.device_async_create_group",
                           "!vector.transfer_read",
                           "!vector.transfer_write",
                           "ub.poison"},
                          {oneDimensional, totalDone, sumsCarried}};

const Scope gpuModule = {"gpu.module",
                         {"gpu.func", "llvm.*", "nvvm.*", "rocdl.*"}};

const SmallVector<Phase> &getPhases() {
  static const SmallVector<Phase> phases = {
      {"tensor",
       {{"builtin.module", {"func.func"}},
        {"func.func",
         {"tg.*", "!tg.kernel", "!tg.launch", "!tg.yield", INDEX_ARITH,
          "func.return"}}}},
      {"schedule",
       {{"builtin.module", {"func.func"}},
        {"func.func",
         {"tg.kernel", "tg.constant", "tg.reshape", "tg.variable", "tg.empty",
          "tg.custom", "tg.copy", INDEX_ARITH, "func.return"}},
        {"tg.kernel",
         {"tg.*", "!tg.kernel", "!tg.launch", "!tg.grad", "!tg.custom",
          "!tg.empty", "!tg.copy", "!tg.contiguous", INDEX_ARITH},
         {splatInKernel}}}},
      {"expression",
       {{"builtin.module", {"func.func", "uop.kernel"}},
        functionOfLaunches,
        graphKernel({"!uop.mma"}, {scalarsOnly, unsplitAxes, stagesFit})},
       /*ranges=*/true},
      {"optimized",
       {{"builtin.module", {"func.func", "uop.kernel"}},
        functionOfLaunches,
        graphKernel({}, {scalarsOnly, stagesFit})},
       /*ranges=*/true},
      {"expanded",
       {{"builtin.module", {"func.func", "uop.kernel"}},
        functionOfLaunches,
        graphKernel({"vector.shape_cast", "vector.broadcast",
                     "vector.transpose", "vector.step", "vector.extract",
                     "vector.from_elements", "vector.insert",
                     "vector.create_mask"},
                    {expandedAxes, stagesFit})},
       /*ranges=*/true},
      {"linear",
       {{"builtin.module", {"func.func", "uop.kernel"}},
        functionOfLaunches,
        loopKernel}},
      {"jit",
       {{"builtin.module",
         {"jit.func", "jit.capture", "jit.program", "uop.kernel", "gpu.module",
          "gpu.binary"}},
        gpuModule,
        loopKernel,
        functionOfItems,
        captureOfItems}},
      {"code",
       {{"builtin.module",
         {"builtin.module", "jit.func", "jit.capture", "jit.program",
          "llvm.*"}},
        {"llvm.func", {"llvm.*", "!llvm.func"}},
        functionOfItems,
        captureOfItems}}};
  return phases;
}

#undef INDEX_ARITH

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

bool matches(StringRef pattern, StringRef name) {
  if (pattern.consume_back("*"))
    return name.starts_with(pattern);
  return pattern == name;
}

bool isLegal(const Scope &scope, StringRef name) {
  bool legal = false;
  for (StringRef pattern : scope.legal) {
    if (pattern.consume_front("!")) {
      if (matches(pattern, name))
        return false;
    } else {
      legal |= matches(pattern, name);
    }
  }
  return legal;
}

/// An op of another dialect counts by its interfaces: with an index map or a
/// decomposition as an op of tg does, as an exec item as one of jit does.
bool isLegalForeign(const Scope &scope, Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "tg" || dialect == "uop" || dialect == "jit")
    return false;
  auto allows = [&](StringRef pattern) {
    return llvm::is_contained(scope.legal, pattern);
  };
  if (isa<jit::ExecItemOpInterface>(op))
    return allows("jit.*");
  bool isTensorOp =
      isa<tg::IndexMapOpInterface>(op) ||
      (isa<tg::DecomposableOpInterface>(op) && scope.inside == "func.func");
  return isTensorOp && allows("tg.*");
}

class Verifier {
public:
  explicit Verifier(const Phase &phase) : phase(phase) {}

  /// Checks everything inside `parent`, which stands in `scope`.
  void verifyInside(Operation *parent, const Scope *scope) {
    if (const Scope *own = find(parent))
      scope = own;
    if (!scope)
      return;
    for (Region &region : parent->getRegions())
      for (Operation &op : region.getOps()) {
        if (verifyOp(&op, *scope))
          verifyInside(&op, scope);
      }
    if (auto kernel = dyn_cast<uop::KernelOp>(parent); kernel && phase.ranges)
      failed |= mlir::failed(uop::RangeScopes(kernel).verify());
  }

  bool failed = false;

private:
  const Scope *find(Operation *op) {
    auto it = llvm::find_if(phase.scopes, [&](const Scope &scope) {
      return scope.inside == op->getName().getStringRef();
    });
    return it == phase.scopes.end() ? nullptr : &*it;
  }

  /// Returns whether the op's regions are worth a look.
  bool verifyOp(Operation *op, const Scope &scope) {
    if (!isLegal(scope, op->getName().getStringRef()) &&
        !isLegalForeign(scope, op)) {
      op->emitOpError() << "is not legal in a " << scope.inside << " in the "
                        << phase.name << " phase";
      failed = true;
      return false;
    }
    for (Check check : scope.checks) {
      std::string reason = check(op);
      if (reason.empty())
        continue;
      op->emitOpError() << reason << " in the " << phase.name << " phase";
      failed = true;
    }
    return true;
  }

  const Phase &phase;
};

struct VerifyPhase : impl::VerifyPhaseBase<VerifyPhase> {
  using VerifyPhaseBase::VerifyPhaseBase;

  void runOnOperation() override {
    const SmallVector<Phase> &phases = getPhases();
    auto it = llvm::find_if(phases, [&](const Phase &candidate) {
      return candidate.name == phase;
    });
    if (it == phases.end()) {
      getOperation()->emitError()
          << "tg-verify-phase expected one of the phases "
          << llvm::join(
                 llvm::map_range(phases,
                                 [](const Phase &p) { return p.name.str(); }),
                 ", ")
          << ", but got '" << phase << "'";
      return signalPassFailure();
    }
    Verifier verifier(*it);
    verifier.verifyInside(getOperation(), nullptr);
    if (verifier.failed)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tinygrad
