//===- CompileGPUKernels.cpp - gpu.module to gpu.binary ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_COMPILEGPUKERNELSPASS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {

class Compilation {
public:
  Compilation(const GPUTarget &target, bool cubin)
      : target(target), cubin(cubin) {}

  LogicalResult run(gpu::GPUModuleOp module) {
    Builder builder(module.getContext());
    bool isCUDA = target.kind == GPUTarget::Kind::CUDA;
    auto object = isCUDA ? compileToPTX(module, target, cubin)
                         : compileToHSACO(module, target);
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
  Attribute getTargetAttr(Builder &builder) {
    MLIRContext *context = builder.getContext();
    if (target.kind == GPUTarget::Kind::CUDA)
      return NVVM::NVVMTargetAttr::get(context, 2, target.triple, target.chip,
                                       target.features);
    return ROCDL::ROCDLTargetAttr::get(context, 2, target.triple, target.chip,
                                       target.features, "500");
  }

  const GPUTarget &target;
  bool cubin;
};

struct CompileGPUKernelsPass
    : public impl::CompileGPUKernelsPassBase<CompileGPUKernelsPass> {
  using CompileGPUKernelsPassBase::CompileGPUKernelsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    CompileGPUKernelsPassBase::getDependentDialects(registry);
    registerGPUTranslations(registry);
  }

  void runOnOperation() override {
    auto target = getGPUTarget(device, chip);
    if (!target) {
      getOperation()->emitError() << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    if (target->kind == GPUTarget::Kind::OpenCL) {
      getOperation()->emitError("compile-gpu-kernels expected cuda or hip, but "
                                "got opencl");
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
