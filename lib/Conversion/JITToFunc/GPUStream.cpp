//===- GPUStream.cpp - items on a GPU, in gpu's ops -----------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUStream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tinygrad;

bool tinygrad::isGPUBuffer(Value buffer) {
  return jit::isGPUDevice(cast<jit::BufferType>(buffer.getType()).getDevice());
}

Value GPUStream::getToken(Location loc) {
  if (!token)
    token = gpu::WaitOp::create(builder, loc, getTokenType(), ValueRange())
                .getAsyncToken();
  return token;
}

Value GPUStream::alloc(Location loc, MemRefType type) {
  auto alloc = gpu::AllocOp::create(
      builder, loc, type, getTokenType(), getToken(loc),
      /*dynamicSizes=*/ValueRange(), /*symbolOperands=*/ValueRange(),
      /*hostShared=*/UnitAttr());
  token = alloc.getAsyncToken();
  return alloc.getMemref();
}

void GPUStream::dealloc(Location loc, Value memory) {
  token = gpu::DeallocOp::create(builder, loc, getTokenType(), getToken(loc),
                                 memory)
              .getAsyncToken();
}

void GPUStream::copy(Location loc, Value source, Value target) {
  token = gpu::MemcpyOp::create(builder, loc, getTokenType(), getToken(loc),
                                target, source)
              .getAsyncToken();
}

void GPUStream::wait(Location loc) {
  if (token)
    gpu::WaitOp::create(builder, loc, Type(), token);
  token = nullptr;
}

/// Which dims of the launch's grid may be 0 for some variables.
static SmallVector<unsigned> findZeroDims(jit::LaunchOp launch,
                                          AffineMap grid) {
  SmallVector<std::optional<int64_t>> min, max;
  auto function = launch->getParentOfType<jit::FuncOp>();
  for (Value value : launch.getVars()) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto bounds = argument && function
                      ? function.getArgAttrOfType<ArrayAttr>(
                            argument.getArgNumber(), "jit.bounds")
                      : ArrayAttr();
    bool isKnown = bounds && bounds.size() == 2 &&
                   llvm::all_of(bounds, llvm::IsaPred<IntegerAttr>);
    auto get = [&](unsigned i) -> std::optional<int64_t> {
      if (!isKnown)
        return std::nullopt;
      return cast<IntegerAttr>(bounds[i]).getInt();
    };
    min.push_back(get(0));
    max.push_back(get(1));
  }
  SmallVector<unsigned> dims;
  for (auto [i, size] : llvm::enumerate(grid.getResults())) {
    auto bound = getBoundForAffineExpr(size, 0, grid.getNumSymbols(), min, max,
                                       /*isUpper=*/false);
    if (!bound || *bound < 1)
      dims.push_back(unsigned(i));
  }
  return dims;
}

LogicalResult GPUStream::launch(jit::LaunchOp launch, jit::ProgramOp program,
                                ValueRange buffers, ValueRange vars,
                                ValueRange grid, ValueRange block) {
  Location loc = launch.getLoc();
  if (grid.size() != 3 || block.size() != 3 || !program.getGrid())
    return launch.emitOpError()
           << "expected a grid and a block, which jit-set-launch-dims gives";
  auto kernel = SymbolRefAttr::get(
      program.getBinaryAttr().getAttr(),
      {FlatSymbolRefAttr::get(builder.getContext(), program.getEntry())});
  SmallVector<Value> operands(buffers);
  for (Value var : vars)
    operands.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), var));
  Value workgroupBytes;
  if (int64_t bytes = program.getScratchBytes())
    workgroupBytes = arith::ConstantIntOp::create(builder, loc, bytes, 32);
  auto write = [&] {
    token =
        gpu::LaunchFuncOp::create(
            builder, loc, kernel, gpu::KernelDim3{grid[0], grid[1], grid[2]},
            gpu::KernelDim3{block[0], block[1], block[2]}, workgroupBytes,
            operands, getTokenType(), getToken(loc))
            .getAsyncToken();
  };
  SmallVector<unsigned> zeroDims = findZeroDims(launch, *program.getGrid());
  if (zeroDims.empty()) {
    write();
    return success();
  }
  // Drivers refuse empty grids. No token leaves the branch.
  wait(loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value runs;
  for (unsigned dim : zeroDims) {
    Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       grid[dim], zero);
    runs = runs ? arith::AndIOp::create(builder, loc, runs, some).getResult()
                : some;
  }
  auto branch = scf::IfOp::create(builder, loc, runs, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  write();
  wait(loc);
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void convertGPUKernel(gpu::GPUFuncOp kernel) {
  Block &body = kernel.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&body);
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  for (auto [i, input] : llvm::enumerate(inputs)) {
    auto type = dyn_cast<MemRefType>(input);
    if (!type)
      continue;
    BlockArgument argument = body.getArgument(i);
    auto plain = MemRefType::get(type.getShape(), type.getElementType());
    argument.setType(plain);
    input = plain;
    if (plain == type)
      continue;
    auto cast = memref::MemorySpaceCastOp::create(builder, kernel.getLoc(),
                                                  type, argument);
    argument.replaceAllUsesExcept(cast.getDest(), cast);
  }
  kernel.setFunctionType(builder.getFunctionType(inputs, {}));
  for (NamedAttribute attribute :
       llvm::to_vector(kernel->getDiscardableAttrs()))
    if (attribute.getName().strref().starts_with("uop."))
      kernel->removeDiscardableAttr(attribute.getName());
}

void tinygrad::convertGPUKernels(ModuleOp module) {
  bool hasKernels = false;
  module.walk([&](gpu::GPUFuncOp kernel) {
    if (kernel.isKernel())
      convertGPUKernel(kernel);
  });
  for (Operation &op : *module.getBody())
    hasKernels |= isa<gpu::GPUModuleOp, gpu::BinaryOp>(op);
  if (hasKernels)
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(module.getContext()));
}
