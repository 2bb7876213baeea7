//===- ConvertJITToLLVM.cpp - launch graphs as native functions -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/JITToLLVM/JITToLLVM.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTJITTOLLVM
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {
struct ConvertJITToLLVM : impl::ConvertJITToLLVMBase<ConvertJITToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    SmallVector<jit::GraphOp> graphs;
    module.walk([&](jit::GraphOp graph) {
      if (jit::getDeviceKind(graph.getDevice()) == "cpu")
        graphs.push_back(graph);
    });
    for (jit::GraphOp graph : graphs) {
      auto function = graph->getParentOfType<FunctionOpInterface>();
      std::string wanted = (function.getName() + "_graph").str();
      OpBuilder builder(&getContext());
      auto lowered = jit::lowerGraph(graph, wanted, builder);
      if (failed(lowered))
        return signalPassFailure();
      StringAttr name = symbols.insert(*lowered);
      graph->setAttr("jit.native", FlatSymbolRefAttr::get(name));
    }
  }
};
} // namespace
} // namespace tinygrad
