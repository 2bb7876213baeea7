//===- CubinTest.cpp - what kernels for CUDA are compiled to --------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class CubinTest : public testing::Test {
protected:
  CubinTest() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {}

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }

  /// The only program of a small function, for a chip of CUDA.
  jit::ProgramOp compile(StringRef chip, bool cubin) {
    module = parseSourceString<ModuleOp>(
        "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n"
        "  %0 = tg.neg %a : tensor<8xf32>\n"
        "  return %0 : tensor<8xf32>\n"
        "}\n",
        &context);
    CompileOptions options;
    options.device = "cuda";
    options.target = chip.str();
    options.cubin = cubin;
    EXPECT_TRUE(succeeded(compileModule(*module, options, cache)));
    return *module->getOps<jit::ProgramOp>().begin();
  }

  static StringRef getFallback(jit::ProgramOp program) {
    auto text = program->getAttrOfType<StringAttr>("jit.fallback");
    return text ? text.getValue() : StringRef();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ProgramCache cache;
};
} // namespace

// Tests that a kernel is a cubin with its PTX beside it where there is ptxas,
// and PTX alone where there is none, or where none is wanted.
TEST_F(CubinTest, KeepsThePTX) {
  auto program = compile("sm_80", /*cubin=*/true);
  auto ptxas = findTool("ptxas", "/usr/local/cuda/bin");
  bool hasPtxas = static_cast<bool>(ptxas);
  if (!hasPtxas)
    llvm::consumeError(ptxas.takeError());
  EXPECT_EQ(program.getObject().starts_with("\x7f"
                                            "ELF"),
            hasPtxas);
  StringRef text = hasPtxas ? getFallback(program) : program.getObject();
  EXPECT_TRUE(text.contains(".target sm_80")) << text.str();
  EXPECT_EQ(getFallback(program).empty(), !hasPtxas);

  program = compile("sm_80", /*cubin=*/false);
  EXPECT_TRUE(program.getObject().contains(".target sm_80"));
  EXPECT_TRUE(getFallback(program).empty());
}
