//===- OptEditsTest.cpp - what a search tries next --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Search/OptEdits.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::uop;

namespace {

constexpr llvm::StringLiteral kProduct = R"(
uop.kernel @k(%out: memref<4096xf32> {uop.output}, %a: memref<2048xf16>, %b: memref<2048xf16>) {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<2048xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
})";

class OptEdits : public testing::Test {
protected:
  OptEdits() {
    context.loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect,
                        gpu::GPUDialect, memref::MemRefDialect>();
    module = parseSourceString<ModuleOp>(kProduct, &context);
  }

  KernelOp getKernel() { return *module->getOps<KernelOp>().begin(); }

  /// The units of the tc opts that are tried after `opts`, and can be applied.
  std::vector<std::string> getUnits(ArrayRef<OptAttr> opts,
                                    const OptTarget &target) {
    std::vector<std::string> units;
    OwningOpRef<ModuleOp> optimized(module->clone());
    KernelOp kernel = *optimized->getOps<KernelOp>().begin();
    EXPECT_EQ(applyOpts(kernel, opts, target), "");
    for (const OptList &list : editOpts(opts, kernel, target)) {
      OwningOpRef<ModuleOp> copy(module->clone());
      if (list.size() == opts.size() + 1 &&
          list.back().getKind() == OptKind::TC &&
          applyOpts(*copy->getOps<KernelOp>().begin(), list, target).empty())
        units.push_back(list.back().getUnit().str());
    }
    return units;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

// Rows and columns may be either output axis.
TEST_F(OptEdits, TriesTheUnitsOfTheChip) {
  EXPECT_EQ(getUnits({}, {true, "sm_80", 1}),
            std::vector<std::string>(2, "mma.m16n8k16.f16.f32"));
  EXPECT_EQ(
      getUnits({}, {true, "sm_90a", 1}),
      (std::vector<std::string>{
          "wgmma.m64n64k16.f16.f32", "wgmma.m64n64k16.f16.f32",
          "wgmma.m64n64k16.f16.f32.along_n", "wgmma.m64n64k16.f16.f32.along_n",
          "wgmma.m64n32k16.f16.f32", "wgmma.m64n32k16.f16.f32",
          "wgmma.m64n32k16.f16.f32.along_n", "wgmma.m64n32k16.f16.f32.along_n",
          "mma.m16n8k16.f16.f32", "mma.m16n8k16.f16.f32"}));
}

TEST_F(OptEdits, TriesNoUnitsWhereThereAreNone) {
  EXPECT_TRUE(getUnits({}, {true, "sm_75", 1}).empty());
  EXPECT_TRUE(getUnits({}, {true, "", 1}).empty());
  EXPECT_TRUE(getUnits({}, {true, "sm_80", 0}).empty());
}

// What takes denormals for zero is not what the kernel asks for; a unit of f32
// is.
TEST_F(OptEdits, TriesNoInexactUnits) {
  EXPECT_EQ(getUnits({}, {true, "gfx90a", 1}),
            std::vector<std::string>(2, "mfma.16x16x4.f32.f32"));
  EXPECT_EQ(getUnits({}, {true, "gfx942", 1}).front(),
            "mfma.gfx942.16x16x16.f16.f32");
}

TEST_F(OptEdits, TriesNoSecondUnit) {
  OptAttr first = OptAttr::get(
      &context, OptKind::TC, -1, 0, -1, {0, 1, 2},
      StringAttr::get(&context, "mma.m16n8k16.f16.f32"), UnitAttr());
  EXPECT_TRUE(getUnits(first, {true, "sm_80", 1}).empty());
}

} // namespace
