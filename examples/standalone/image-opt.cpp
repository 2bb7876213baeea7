//===- image-opt.cpp - runs image passes and TinyGrad pipelines -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image/ImageDialect.h"
#include "Image/Passes.h"

#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/InitAllPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tinygrad::registerAllDialects(registry);
  registry.insert<image::ImageDialect, mlir::func::FuncDialect>();
  tinygrad::registerAllPasses();
  image::registerImagePasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "image dialect driver\n", registry));
}
