//===- MatrixUnitsTest.cpp - units by an option of the compiler -----------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Compiler.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad;

// Tests that the option decides whether a product is one of a matrix unit, and
// that the cache of programs tells the two apart.
TEST(MatrixUnits, ByOption) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ProgramCache cache;
  for (unsigned units : {1u, 0u, 2u, 1u}) {
    auto module = parseSourceString<ModuleOp>(
        "func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>)\n"
        "    -> tensor<64x64xf16> {\n"
        "  %0 = tg.matmul %a, %b : tensor<64x64xf16>, tensor<64x64xf16>\n"
        "       -> tensor<64x64xf16>\n"
        "  return %0 : tensor<64x64xf16>\n"
        "}\n",
        &context);
    CompileOptions options;
    options.device = "cuda";
    options.target = "sm_80";
    options.cubin = false;
    options.matrixUnits = units;
    ASSERT_TRUE(succeeded(compileModule(*module, options, cache)));
    auto program = *module->getOps<jit::ProgramOp>().begin();
    EXPECT_EQ(program.getObject().contains("mma.sync"), units == 1) << units;
  }
}
