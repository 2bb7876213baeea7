//===- tg-opt.cpp - runs passes on IR -------------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/InitAllPasses.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#ifdef TINYGRAD_TEST_PASSES
#include "TestPasses.h"
#endif

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  tinygrad::registerAllDialects(registry);
  mlir::registerAllPasses();
  tinygrad::registerAllPasses();
#ifdef TINYGRAD_TEST_PASSES
  tinygrad::test::registerTestPasses();
#endif
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "TinyGrad: an mlir-opt with tg, uop and jit\n", registry));
}
