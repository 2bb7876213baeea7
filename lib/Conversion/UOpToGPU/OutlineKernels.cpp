//===- OutlineKernels.cpp - uop.kernel to gpu.func -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_OUTLINEGPUKERNELSPASS
#include "TinyGrad/Conversion/Passes.h.inc"

static MemRefType withSpace(MemRefType type, gpu::AddressSpace space) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         type.getLayout(),
                         gpu::AddressSpaceAttr::get(type.getContext(), space));
}

/// Puts the body of `kernel` into `function`, with its types. Returns the bytes
/// of workgroup memory.
static int64_t moveBody(uop::KernelOp kernel, gpu::GPUFuncOp function) {
  Block &from = kernel.getBody().front(), &to = function.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&to);
  for (auto [index, argument] : llvm::enumerate(from.getArguments())) {
    Value value = to.getArgument(index);
    if (argument.getType().isIndex())
      value = arith::IndexCastOp::create(builder, argument.getLoc(),
                                         builder.getIndexType(), value);
    argument.replaceAllUsesWith(value);
  }
  to.getOperations().splice(to.end(), from.getOperations());
  builder.setInsertionPointToEnd(&to);
  gpu::ReturnOp::create(builder, kernel.getLoc());
  SmallVector<memref::AllocaOp> shared;
  function.walk([&](memref::AllocaOp alloca) {
    if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(alloca.getType()))
      shared.push_back(alloca);
    else
      alloca.getMemref().setType(
          withSpace(alloca.getType(), gpu::AddressSpace::Private));
  });
  uop::WorkgroupLayout layout;
  for (memref::AllocaOp alloca : shared) {
    layout.add(alloca.getType(), alloca.getAlignment());
    BlockArgument memory =
        function.addWorkgroupAttribution(alloca.getType(), alloca.getLoc());
    if (alloca.getAlignment().value_or(0) > uop::WorkgroupLayout::kKeptAbove)
      function.setWorkgroupAttributionAttr(
          function.getNumWorkgroupAttributions() - 1, "llvm.align",
          alloca.getAlignmentAttr());
    alloca.getMemref().replaceAllUsesWith(memory);
    alloca.erase();
  }
  return layout.bytes;
}

/// What launches of the kernel refer to from now on.
static void addProgram(OpBuilder &builder, uop::KernelOp kernel,
                       gpu::GPUModuleOp module, AffineMapAttr grid,
                       DenseI64ArrayAttr block, StringRef device,
                       int64_t workgroupBytes) {
  auto constant = [&](int64_t value) {
    return AffineMapAttr::get(
        AffineMap::get(0, grid.getValue().getNumSymbols(),
                       builder.getAffineConstantExpr(value)));
  };
  auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  jit::ProgramOp::create(builder, kernel.getLoc(), kernel.getSymNameAttr(),
                         builder.getStringAttr(device), kernel.getSymNameAttr(),
                         number(kernel.getNumBuffers()),
                         number(kernel.getNumOutputs()), constant(1),
                         number(workgroupBytes), constant(0), constant(0),
                         builder.getStringAttr(""), grid, block,
                         FlatSymbolRefAttr::get(module.getNameAttr()));
}

static LogicalResult outline(uop::KernelOp kernel, StringRef device) {
  auto grid = kernel->getAttrOfType<AffineMapAttr>("uop.grid");
  auto block = kernel->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!grid || !block)
    return kernel.emitOpError("expected a grid and a block, which "
                              "convert-uop-to-gpu gives");
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  auto module = gpu::GPUModuleOp::create(builder, loc,
                                         (kernel.getSymName() + "_gpu").str());
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes()) {
    if (auto memref = dyn_cast<MemRefType>(type))
      inputs.push_back(withSpace(memref, gpu::AddressSpace::Global));
    else
      inputs.push_back(builder.getI64Type());
  }
  builder.setInsertionPointToStart(module.getBody());
  auto function = gpu::GPUFuncOp::create(builder, loc, kernel.getSymName(),
                                         builder.getFunctionType(inputs, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  SmallVector<int32_t> sizes(block.asArrayRef().begin(),
                             block.asArrayRef().end());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(sizes));
  function->setAttr("uop.grid", grid);
  if (Attribute bits = kernel->getAttr("uop.index_bits"))
    function->setAttr("uop.index_bits", bits);
  // What the launch has to ask for.
  int64_t bytes = moveBody(kernel, function);
  if (bytes <= uop::kDeclaredWorkgroupBytes || device != "cuda")
    bytes = 0;
  else
    function->setAttr("uop.workgroup_bytes", builder.getI64IntegerAttr(bytes));
  auto parent = kernel->getParentOfType<ModuleOp>();
  bool isLaunched = false;
  parent.walk([&](jit::LaunchOp launch) {
    isLaunched |= launch.getProgram() == kernel.getSymName();
  });
  builder.setInsertionPoint(kernel);
  if (isLaunched)
    addProgram(builder, kernel, module, grid, block, device, bytes);
  kernel.erase();
  return success();
}

namespace {
struct OutlineGPUKernelsPass
    : public impl::OutlineGPUKernelsPassBase<OutlineGPUKernelsPass> {
  using OutlineGPUKernelsPassBase::OutlineGPUKernelsPassBase;

  void runOnOperation() override {
    SmallVector<uop::KernelOp> kernels(getOperation().getOps<uop::KernelOp>());
    for (uop::KernelOp kernel : kernels)
      if (failed(outline(kernel, device)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tinygrad
