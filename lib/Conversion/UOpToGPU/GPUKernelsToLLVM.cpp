//===- GPUKernelsToLLVM.cpp - gpu.func to the LLVM dialect -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../UOpToLLVM/MemoryPatterns.h"
#include "GPUIntrinsics.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTGPUKERNELSTOLLVMPASS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {

/// The numbers of address spaces: those of LLVM's GPU targets agree but for
/// private memory.
unsigned getAddressSpace(gpu::AddressSpace space, GPUKind kind) {
  switch (space) {
  case gpu::AddressSpace::Global:
    return 1;
  case gpu::AddressSpace::Workgroup:
    return 3;
  case gpu::AddressSpace::Private:
    return kind == GPUKind::ROCDL ? 5 : 0;
  }
  llvm_unreachable("every space is listed");
}

/// Builds the LLVM function of one gpu.func around its body.
class FunctionBuilder {
public:
  FunctionBuilder(gpu::GPUFuncOp old, GPUKind kind,
                  const LLVMTypeConverter &converter)
      : old(old), kind(kind), converter(converter), builder(old),
        loc(old.getLoc()) {}

  LLVM::LLVMFuncOp build() {
    SmallVector<Type> inputs;
    for (Type type : old.getArgumentTypes())
      inputs.push_back(converter.convertType(type));
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(builder.getContext()), inputs);
    function = LLVM::LLVMFuncOp::create(builder, loc, old.getName(), type);
    setKernelAttributes();
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    Block &body = old.getBody().front();
    for (auto [index, argument] : llvm::enumerate(body.getArguments())) {
      Value value = index < inputs.size() ? Value(entry->getArgument(index))
                                          : addShared(argument);
      bind(argument, value);
    }
    entry->getOperations().splice(entry->end(), body.getOperations());
    Operation &last = entry->back();
    builder.setInsertionPoint(&last);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    last.erase();
    old.erase();
    return function;
  }

private:
  void bind(Value argument, Value value) {
    if (argument.getType() == value.getType())
      return argument.replaceAllUsesWith(value);
    auto cast = UnrealizedConversionCastOp::create(builder, loc,
                                                   argument.getType(), value);
    argument.replaceAllUsesWith(cast.getResult(0));
  }

  void setKernelAttributes() {
    DenseI32ArrayAttr block = old.getKnownBlockSizeAttr();
    int64_t threads = 1;
    if (block)
      for (int32_t size : block.asArrayRef())
        threads *= size;
    for (StringRef name : {"uop.grid", "uop.workgroup_bytes"})
      if (Attribute attribute = old->getAttr(name))
        function->setAttr(name, attribute);
    if (kind == GPUKind::OpenCL) {
      function.setCConv(LLVM::CConv::SPIR_KERNEL);
      if (block)
        function.setReqdWorkGroupSizeAttr(block);
    } else if (kind == GPUKind::NVVM) {
      function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                        builder.getUnitAttr());
      if (block)
        function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), block);
    } else {
      function->setAttr(ROCDL::ROCDLDialect::getKernelFuncAttrName(),
                        builder.getUnitAttr());
      // The arguments are all that a kernel is given.
      function.setPassthroughAttr(builder.getStrArrayAttr(
          {"amdgpu-no-implicitarg-ptr", "amdgpu-no-dispatch-ptr",
           "amdgpu-no-dispatch-id", "amdgpu-no-queue-ptr"}));
      if (!block)
        return;
      std::string size = std::to_string(threads);
      function->setAttr("rocdl.flat_work_group_size",
                        builder.getStringAttr(size + "," + size));
      function->setAttr("rocdl.reqd_work_group_size", block);
    }
  }

  LLVM::GlobalOp createShared(Type array, LLVM::Linkage linkage,
                              const Twine &name, uint64_t alignment) {
    OpBuilder outer(function);
    return LLVM::GlobalOp::create(
        outer, loc, array, /*isConstant=*/false, linkage,
        (function.getName() + "_shared" + name).str(), Attribute(), alignment,
        getAddressSpace(gpu::AddressSpace::Workgroup, kind));
  }

  /// Memory that the launch asks for: the places of one array without a size.
  Value getRequested() {
    if (requested)
      return requested;
    uop::WorkgroupLayout whole;
    for (auto [number, argument] :
         llvm::enumerate(old.getWorkgroupAttributions()))
      whole.add(cast<MemRefType>(argument.getType()), getAlignment(number));
    LLVM::GlobalOp global =
        createShared(LLVM::LLVMArrayType::get(builder.getI8Type(), 0),
                     LLVM::Linkage::External, "", whole.alignment);
    return requested = LLVM::AddressOfOp::create(builder, loc, global);
  }

  std::optional<uint64_t> getAlignment(unsigned number) {
    auto alignment = dyn_cast_or_null<IntegerAttr>(
        old.getWorkgroupAttributionAttr(number, "llvm.align"));
    if (!alignment)
      return std::nullopt;
    return alignment.getInt();
  }

  Value addShared(BlockArgument argument) {
    auto type = cast<MemRefType>(argument.getType());
    unsigned number = numShared++;
    if (old->hasAttr("uop.workgroup_bytes")) {
      Value memory = getRequested();
      auto place = static_cast<int32_t>(layout.add(type, getAlignment(number)));
      return LLVM::GEPOp::create(builder, loc, memory.getType(),
                                 builder.getI8Type(), memory,
                                 ArrayRef<LLVM::GEPArg>{place});
    }
    auto array =
        LLVM::LLVMArrayType::get(converter.convertType(type.getElementType()),
                                 std::max<int64_t>(type.getNumElements(), 1));
    LLVM::GlobalOp global = createShared(
        array, LLVM::Linkage::Internal, "_" + Twine(number),
        getAlignment(number).value_or(uop::WorkgroupLayout::kAlignment));
    return LLVM::AddressOfOp::create(builder, loc, global);
  }

  gpu::GPUFuncOp old;
  GPUKind kind;
  const LLVMTypeConverter &converter;
  OpBuilder builder;
  Location loc;
  LLVM::LLVMFuncOp function;
  unsigned numShared = 0;
  uop::WorkgroupLayout layout;
  Value requested;
};

/// The conversion for kernels whose indices have `bits` bits.
struct Conversion {
  Conversion(MLIRContext *context, GPUKind kind, unsigned bits) {
    LowerToLLVMOptions options(context);
    options.overrideIndexBitwidth(bits);
    converter = std::make_unique<LLVMTypeConverter>(context, options);
    addBarePointerConversion(*converter);
    converter->addConversion([kind](MemRefType type) -> std::optional<Type> {
      auto space =
          dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
      if (!space)
        return std::nullopt;
      return LLVM::LLVMPointerType::get(
          type.getContext(), getAddressSpace(space.getValue(), kind));
    });
    // A device of OpenCL may have no f16: it is only moved.
    if (kind == GPUKind::OpenCL)
      addFloatAsBits<Float16Type>(*converter);
    RewritePatternSet set(context);
    populateBarePointerPatterns(*converter, set);
    populateGPUIntrinsicPatterns(*converter, kind, set);
    if (kind != GPUKind::OpenCL)
      populateMatrixIntrinsicPatterns(*converter, set);
    if (kind == GPUKind::NVVM)
      populateWarpgroupPatterns(*converter, set);
    populateAffineToStdConversionPatterns(set);
    populateSCFToControlFlowConversionPatterns(set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    ub::populateUBToLLVMConversionPatterns(*converter, set);
    vector::populateVectorMaskOpLoweringPatterns(set);
    vector::populateVectorMaskMaterializationPatterns(
        set, /*force32BitVectorIndices=*/true);
    populateVectorToLLVMConversionPatterns(*converter, set);
    patterns = FrozenRewritePatternSet(std::move(set));
  }

  std::unique_ptr<LLVMTypeConverter> converter;
  FrozenRewritePatternSet patterns;
};

/// Whether the chip has the units that `kernel` wants, as LLVM expects; of the
/// vendor if no chip is given.
LogicalResult checkUnits(gpu::GPUFuncOp kernel, GPUKind kind, StringRef chip) {
  WalkResult result = kernel.walk([&](Operation *op) {
    StringRef name;
    if (auto mma = dyn_cast<uop::MmaOp>(op))
      name = mma.getUnit();
    else if (auto products = dyn_cast<uop::WarpgroupMmaOp>(op))
      name = products.getUnit();
    else
      return WalkResult::advance();
    const uop::MatrixUnit *unit = uop::findMatrixUnit(name);
    if (unit && kind != GPUKind::OpenCL &&
        unit->isNVIDIA() == (kind == GPUKind::NVVM) &&
        (chip.empty() || llvm::is_contained(uop::getMatrixUnits(chip), unit)))
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitOpError();
    if (!chip.empty())
      error << "chip " << chip;
    else
      error << (kind == GPUKind::NVVM    ? "a GPU of NVIDIA"
                : kind == GPUKind::ROCDL ? "a GPU of AMD"
                                         : "OpenCL");
    error << " has no unit " << name;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

struct ConvertGPUKernelsToLLVMPass
    : public impl::ConvertGPUKernelsToLLVMPassBase<
          ConvertGPUKernelsToLLVMPass> {
  using ConvertGPUKernelsToLLVMPassBase::ConvertGPUKernelsToLLVMPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (target != "nvvm" && target != "rocdl" && target != "opencl")
      return emitError(UnknownLoc::get(context))
             << "convert-gpu-kernels-to-llvm expected target nvvm, rocdl or "
             << "opencl, but got '" << target << "'";
    kind = target == "nvvm"    ? GPUKind::NVVM
           : target == "rocdl" ? GPUKind::ROCDL
                               : GPUKind::OpenCL;
    narrow = std::make_shared<Conversion>(context, kind, 32);
    wide = std::make_shared<Conversion>(context, kind, 64);
    return success();
  }

  void runOnOperation() override {
    LLVMConversionTarget legal(getContext());
    legal.addLegalDialect<NVVM::NVVMDialect, ROCDL::ROCDLDialect>();
    SmallVector<gpu::GPUFuncOp> kernels(
        getOperation().getOps<gpu::GPUFuncOp>());
    for (gpu::GPUFuncOp kernel : kernels) {
      if (failed(checkUnits(kernel, kind, chip)))
        return signalPassFailure();
      if (kind == GPUKind::ROCDL)
        keepSharedLoads(kernel);
      auto bits = kernel->getAttrOfType<IntegerAttr>("uop.index_bits");
      const Conversion &used = bits && bits.getInt() == 32 ? *narrow : *wide;
      LLVM::LLVMFuncOp function =
          FunctionBuilder(kernel, kind, *used.converter).build();
      if (failed(applyFullConversion(function, legal, used.patterns)))
        return signalPassFailure();
      SmallVector<UnrealizedConversionCastOp> casts;
      function.walk(
          [&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
      reconcileUnrealizedCasts(casts);
    }
  }

  GPUKind kind = GPUKind::NVVM;
  // Shared by the copies of the pass, which only read them.
  std::shared_ptr<const Conversion> narrow, wide;
};
} // namespace

} // namespace tinygrad
