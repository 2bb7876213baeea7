//===- ExecutorFixture.h - runs jit functions in tests ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_EXECUTION_EXECUTORFIXTURE_H
#define TINYGRAD_UNITTESTS_EXECUTION_EXECUTORFIXTURE_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "TinyGrad/Execution/Executor.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

namespace tinygrad {

/// out[i] = in[i] + v[0] for i in [begin, end), as a loop over the THREAD axis.
inline constexpr llvm::StringLiteral kAdd = R"mlir(
  llvm.func @add(%buffers: !llvm.ptr, %vars: !llvm.ptr, %scratch: !llvm.ptr,
                 %begin: i64, %end: i64) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %out = llvm.load %buffers : !llvm.ptr -> !llvm.ptr
    %slot = llvm.getelementptr %buffers[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %in = llvm.load %slot : !llvm.ptr -> !llvm.ptr
    %n = llvm.load %vars : !llvm.ptr -> i64
    %f = llvm.sitofp %n : i64 to f32
    llvm.br ^head(%begin : i64)
  ^head(%i: i64):
    %more = llvm.icmp "slt" %i, %end : i64
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %from = llvm.getelementptr %in[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %from : !llvm.ptr -> f32
    %s = llvm.fadd %v, %f : f32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %s, %to : f32, !llvm.ptr
    %next = llvm.add %i, %one : i64
    llvm.br ^head(%next : i64)
  ^exit:
    llvm.return
  })mlir";

class ExecutorTest : public testing::Test {
protected:
  ExecutorTest() {
    context.disableMultithreading();
    context
        .loadDialect<jit::JITDialect, mlir::LLVM::LLVMDialect,
                     mlir::arith::ArithDialect, mlir::affine::AffineDialect>();
    context.getDiagEngine().registerHandler(
        [this](mlir::Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
        });
  }

  /// The program's text with the compiled kernel `add` before it.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    if (object.empty()) {
      auto kernel = mlir::parseSourceString<mlir::ModuleOp>(kAdd, &context);
      auto compiled = cpu::compileToObject(*kernel, cpu::getHostTarget());
      EXPECT_TRUE(static_cast<bool>(compiled));
      if (!compiled)
        return {};
      object = std::move(*compiled);
    }
    // A kernel's name is looked up while the module is verified.
    mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, config);
    if (!module)
      return {};
    auto builder = mlir::OpBuilder::atBlockBegin(module->getBody());
    mlir::AffineMap ops = mlir::AffineMap::get(
        0, 1, (builder.getAffineSymbolExpr(0) * 3).ceilDiv(2));
    mlir::AffineMap bytes = mlir::AffineMap::get(
        0, 1, builder.getAffineSymbolExpr(0).floorDiv(3) + 7);
    jit::ProgramOp::create(builder, module->getLoc(), "add", "cpu", "add",
                           /*num_buffers=*/2, /*num_outputs=*/1,
                           mlir::AffineMap::get(0, 1, getExtent(builder)),
                           /*scratch_bytes=*/0, ops, bytes,
                           llvm::StringRef(object.data(), object.size()));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    return module;
  }

  /// The THREAD axis covers min(v, 8) elements; here the expression is v.
  mlir::AffineExpr getExtent(mlir::OpBuilder &builder) {
    return isWholeExtent ? builder.getAffineConstantExpr(8)
                         : builder.getAffineSymbolExpr(0);
  }

  rt::Buffer makeInput(std::vector<float> values) {
    rt::Buffer buffer =
        *rt::Buffer::create(*devices.get("cpu"), values.size() * sizeof(float));
    EXPECT_TRUE(buffer.copyIn(values.data()).isOk());
    return buffer;
  }

  static std::vector<float> read(const rt::Buffer &buffer) {
    std::vector<float> values(buffer.bytes() / sizeof(float));
    EXPECT_TRUE(buffer.copyOut(values.data()).isOk());
    return values;
  }

  mlir::MLIRContext context;
  std::string messages;
  rt::DeviceRegistry devices;
  /// The kernel's code.
  llvm::SmallVector<char, 0> object;
  bool isWholeExtent = true;
};

} // namespace tinygrad

#endif // TINYGRAD_UNITTESTS_EXECUTION_EXECUTORFIXTURE_H
