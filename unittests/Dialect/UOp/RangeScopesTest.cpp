//===- RangeScopesTest.cpp - which ranges are open where -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

struct RangeScopesTest : testing::Test {
  RangeScopesTest() {
    context
        .loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect>();
    module = parseSourceString<ModuleOp>(R"(
uop.kernel @rows(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 4, 8 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
})",
                                         &context);
    kernel = *module->getOps<KernelOp>().begin();
  }

  static std::vector<int64_t> getIds(ArrayRef<RangeOp> ranges) {
    std::vector<int64_t> ids;
    for (RangeOp range : ranges)
      ids.push_back(range.getId());
    return ids;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  KernelOp kernel;
};

// Tests that sets are in the order of ids, not of the block.
TEST_F(RangeScopesTest, OpenAndScope) {
  RangeScopes scopes(kernel);
  auto load = *kernel.getBody().getOps<LoadOp>().begin();
  auto reduce = *kernel.getBody().getOps<ReduceOp>().begin();
  EXPECT_EQ(getIds(scopes.getOpen(load.getResult())),
            (std::vector<int64_t>{1, 4}));
  EXPECT_EQ(getIds(scopes.getOpen(reduce.getResult())),
            (std::vector<int64_t>{4}));
  EXPECT_EQ(getIds(scopes.getScope(reduce)), (std::vector<int64_t>{1, 4}));
  EXPECT_EQ(getIds(scopes.getOutputs()), (std::vector<int64_t>{4}));
  EXPECT_TRUE(scopes.getOpen(kernel.getBody().getArgument(0)).empty());
  EXPECT_TRUE(succeeded(scopes.verify()));
}

TEST_F(RangeScopesTest, Closers) {
  RangeScopes scopes(kernel);
  auto ranges = llvm::to_vector(kernel.getBody().getOps<RangeOp>());
  ASSERT_EQ(scopes.getClosers(ranges[0]).size(), 1u);
  EXPECT_TRUE(isa<StoreOp>(scopes.getClosers(ranges[0]).front()));
  ASSERT_EQ(scopes.getClosers(ranges[1]).size(), 1u);
  EXPECT_TRUE(isa<ReduceOp>(scopes.getClosers(ranges[1]).front()));
}

} // namespace
