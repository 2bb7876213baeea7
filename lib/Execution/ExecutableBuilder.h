//===- ExecutableBuilder.h - writes executables of jit functions ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_EXECUTION_EXECUTABLEBUILDER_H
#define TINYGRAD_LIB_EXECUTION_EXECUTABLEBUILDER_H

#include "ProgramLoader.h"
#include "TinyGrad/Dialect/JIT/Analysis/GraphLayout.h"
#include "TinyGrad/Execution/Executor.h"
#include "VariableTable.h"

namespace tinygrad {

/// Writes the description of one function. Failures are diagnostics.
class ExecutableBuilder {
public:
  ExecutableBuilder(mlir::FunctionOpInterface function,
                    rt::DeviceRegistry &devices, const ExecutorOptions &options)
      : function(function), devices(devices), options(options),
        variables(description), loader(options.target) {}

  mlir::FailureOr<std::unique_ptr<rt::Executable>> build();

private:
  // Functions and buffers: ExecutableBuilder.cpp.
  void findSharedMemory(mlir::Block &body);
  void addDeaths(mlir::Block &body);
  mlir::FailureOr<rt::Slot> makeSlot(mlir::Value buffer, rt::Slot::Kind kind);
  void insertSlot(mlir::Value buffer, rt::Slot slot);
  int32_t getBytesVar(mlir::ArrayAttr shape, mlir::Type type);
  void addVariables();
  mlir::LogicalResult addArguments();
  mlir::LogicalResult addOperation(mlir::Operation *op);
  mlir::LogicalResult checkBuffers(mlir::Operation *op);
  mlir::LogicalResult add(jit::AllocOp alloc);
  mlir::LogicalResult add(jit::ConstantOp constant);
  mlir::LogicalResult add(jit::SubBufferOp view);
  mlir::LogicalResult add(jit::ReturnOp op);

  // Items: BuildItems.cpp.
  mlir::LogicalResult add(jit::LaunchOp launch);
  mlir::LogicalResult add(jit::CopyOp copy);
  mlir::LogicalResult add(jit::CustomOp custom);
  mlir::LogicalResult add(jit::GraphOp graph);
  mlir::LogicalResult add(jit::OnceOp once);

  /// A launch with its extent as a variable, or -1 and a constant extent.
  struct LaunchParts {
    rt::ProgramRef program;
    std::vector<uint32_t> vars;
    int64_t extent = 1;
    int32_t extentVar = -1;
    rt::SymbolicDims dims;
    rt::CostVars cost;
  };
  mlir::FailureOr<LaunchParts> resolve(jit::LaunchOp launch);
  mlir::FailureOr<rt::ProgramRef> makeProgram(jit::LaunchOp launch,
                                              jit::ProgramOp op,
                                              llvm::ArrayRef<int64_t> bounds);
  mlir::FailureOr<rt::SymbolicDims> resolveDims(jit::LaunchOp launch,
                                                jit::ProgramOp program,
                                                llvm::ArrayRef<uint32_t> vars);
  mlir::FailureOr<rt::GraphNode>
  makeNode(mlir::Operation *op, jit::GraphLayout &layout, rt::GraphItem &item);
  int32_t getEstimate(mlir::AffineMap map, llvm::ArrayRef<uint32_t> vars);
  int32_t addEstimates(int32_t sum, int32_t more);

  mlir::FunctionOpInterface function;
  rt::DeviceRegistry &devices;
  const ExecutorOptions &options;
  rt::ExecutableDescription description;
  VariableTable variables;
  ProgramLoader loader;
  /// Where items go: the description's, or those of the first run.
  std::vector<rt::Item> *items = &description.items;
  llvm::DenseMap<mlir::Value, uint32_t> slots;
  llvm::DenseSet<mlir::Value> returned, written;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_EXECUTION_EXECUTABLEBUILDER_H
