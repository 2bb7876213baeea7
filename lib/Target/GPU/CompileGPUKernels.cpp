//===- CompileGPUKernels.cpp - gpu.module to gpu.binary ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"
#include "TinyGrad/Target/SPIRV/SPIRVTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_COMPILEGPUKERNELSPASS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {

/// Reports an instruction of a matrix unit that the chip lacks: LLVM aborts
/// where it cannot select one.
LogicalResult checkUnits(gpu::GPUModuleOp module, StringRef chip) {
  SmallVector<const uop::MatrixUnit *> ofChip = uop::getMatrixUnits(chip);
  WalkResult result = module.walk([&](LLVM::CallIntrinsicOp call) {
    StringRef name = call.getIntrin();
    if (llvm::any_of(ofChip, [&](const uop::MatrixUnit *unit) {
          return name == unit->intrinsic;
        }))
      return WalkResult::advance();
    for (ArrayRef<uop::MatrixUnit> units :
         {uop::getNVIDIAUnits(), uop::getAMDUnits()})
      for (const uop::MatrixUnit &unit : units)
        if (name == unit.intrinsic) {
          call.emitOpError(chip.empty() ? "the target" : "chip ")
              << chip << " has no unit " << unit.name;
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

class Compilation {
public:
  Compilation(const GPUTarget &target, bool cubin)
      : target(target), cubin(cubin) {}

  LogicalResult run(gpu::GPUModuleOp module) {
    if (failed(checkUnits(module, target.chip)))
      return failure();
    Builder builder(module.getContext());
    auto object = compile(module);
    if (!object)
      return module.emitError("cannot be compiled: ")
             << llvm::toString(object.takeError());
    SmallVector<Attribute> objects;
    Attribute attribute = getTargetAttr(builder);
    auto add = [&](gpu::CompilationTarget format, StringRef bytes) {
      objects.push_back(gpu::ObjectAttr::get(
          builder.getContext(), attribute, format, builder.getStringAttr(bytes),
          DictionaryAttr(), gpu::KernelTableAttr()));
    };
    if (!object->binary.empty())
      add(gpu::CompilationTarget::Binary, object->binary);
    if (!object->text.empty())
      add(gpu::CompilationTarget::Assembly, object->text);
    OpBuilder after(module);
    gpu::BinaryOp::create(after, module.getLoc(), module.getName(), Attribute(),
                          objects);
    module.erase();
    return success();
  }

private:
  llvm::Expected<GPUObject> compile(gpu::GPUModuleOp module) {
    switch (target.kind) {
    case GPUTarget::Kind::CUDA:
      return compileToPTX(module, target, cubin);
    case GPUTarget::Kind::HIP:
      return compileToHSACO(module, target);
    case GPUTarget::Kind::OpenCL:
      return compileToSPIRV(module, target, /*withOffsets=*/true);
    }
    llvm_unreachable("every kind is listed");
  }

  Attribute getTargetAttr(Builder &builder) {
    MLIRContext *context = builder.getContext();
    switch (target.kind) {
    case GPUTarget::Kind::CUDA:
      return NVVM::NVVMTargetAttr::get(context, 2, target.triple, target.chip,
                                       target.features);
    case GPUTarget::Kind::HIP:
      return ROCDL::ROCDLTargetAttr::get(context, 2, target.triple, target.chip,
                                         target.features, "500");
    case GPUTarget::Kind::OpenCL:
      // Only names the API; LLVM's back end chose version and capabilities.
      return spirv::TargetEnvAttr::get(
          spirv::VerCapExtAttr::get(spirv::Version::V_1_0,
                                    {spirv::Capability::Kernel}, {}, context),
          spirv::getDefaultResourceLimits(context), spirv::ClientAPI::OpenCL);
    }
    llvm_unreachable("every kind is listed");
  }

  const GPUTarget &target;
  bool cubin;
};

struct CompileGPUKernelsPass
    : public impl::CompileGPUKernelsPassBase<CompileGPUKernelsPass> {
  using CompileGPUKernelsPassBase::CompileGPUKernelsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    CompileGPUKernelsPassBase::getDependentDialects(registry);
    registry.insert<spirv::SPIRVDialect>();
    registerGPUTranslations(registry);
  }

  void runOnOperation() override {
    auto target = getGPUTarget(device, chip);
    if (!target) {
      getOperation()->emitError() << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules)
      if (failed(Compilation(*target, cubin).run(module)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tinygrad
