//===- OptimizeGPUTest.cpp - GPU schedules keep results ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random lists of opts for GPUs, with threads, groups of them, tiles of a
// workgroup and matrix units: what is legal computes the same. Threads are
// loops here, and a lane's registers are looked up in the unit's layout.
//
//===----------------------------------------------------------------------===//

#include "KernelEvaluator.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tinygrad::uop;

namespace {

struct GPUProgram {
  const char *name;
  const char *text;
};

const GPUProgram programs[] = {
    {"product",
     R"(
uop.kernel @k(%out: memref<256xf64> {uop.output}, %a: memref<128xf64>, %b: memref<128xf64>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %k = uop.range 2, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%k, %j)
  %2 = uop.load %a[%0] : memref<128xf64> -> f64
  %3 = uop.load %b[%1] : memref<128xf64> -> f64
  %4 = arith.mulf %2, %3 : f64
  %5 = uop.reduce <add> %4 over (%k) : f64
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f64, memref<256xf64>
})"},
    {"odd_product_of_transposed",
     R"(
uop.kernel @k(%out: memref<98xf64> {uop.output}, %a: memref<70xf64>, %b: memref<35xf64>) {
  %z = arith.constant 0.0 : f64
  %i = uop.range 0, 14 <global>
  %j = uop.range 1, 7 <global>
  %k = uop.range 2, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 14 + d0)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d1 * 5 + d0)>(%k, %j)
  %2 = uop.load %a[%0] : memref<70xf64> -> f64
  %3 = uop.load %b[%1] : memref<35xf64> -> f64
  %4 = arith.maximumf %2, %z : f64
  %5 = arith.mulf %3, %4 : f64
  %6 = uop.reduce <add> %5 over (%k) : f64
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f64, memref<98xf64>
})"},
    {"window",
     R"(
uop.kernel @k(%out: memref<128xf64> {uop.output}, %x: memref<72xf64>, %w: memref<96xf64>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 16 <global>
  %c = uop.range 2, 4 <reduce>
  %l = uop.range 3, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 18 + d1 + d2)>(%c, %j, %l)
  %1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 3 + d2)>(%i, %c, %l)
  %2 = uop.load %x[%0] : memref<72xf64> -> f64
  %3 = uop.load %w[%1] : memref<96xf64> -> f64
  %4 = arith.mulf %3, %2 : f64
  %5 = uop.reduce <add> %4 over (%c, %l) : f64
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f64, memref<128xf64>
})"},
};

class KernelTest : public testing::Test {
protected:
  KernelTest() {
    context.loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect,
                        gpu::GPUDialect>();
    context.getDiagEngine().registerHandler([](Diagnostic &) {});
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  /// A product of one tile of the result and two along the sum.
  std::string getProduct(const MatrixUnit &unit) {
    auto toText = [](Type type) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      return text;
    };
    Type operand = unit.getOperandType(&context);
    bool isFloat = isa<FloatType>(operand);
    // Products are computed in f32 where the unit sums less.
    Type sum = isFloat && !operand.isF64() ? Type(Float32Type::get(&context))
                                           : unit.getSumType(&context);
    std::string in = toText(operand), out = toText(sum);
    int64_t m = unit.m, n = unit.n, k = 2 * unit.k;
    std::string text;
    llvm::raw_string_ostream os(text);
    auto memory = [](int64_t size, StringRef type) {
      return ("memref<" + llvm::Twine(size) + "x" + type + ">").str();
    };
    std::string a = memory(m * k, in), b = memory(k * n, in),
                c = memory(m * n, out);
    auto apply = [&](StringRef name, int64_t step, StringRef outer,
                     StringRef inner) {
      os << "  %" << name << " = affine.apply affine_map<(d0, d1) -> (d0 * "
         << step << " + d1)>(%" << outer << ", %" << inner << ")\n";
    };
    os << "uop.kernel @k(%out: " << c << " {uop.output}, %a: " << a
       << ", %b: " << b << ") {\n  %i = uop.range 0, " << m
       << " <global>\n  %j = uop.range 1, " << n
       << " <global>\n  %k = uop.range 2, " << k << " <reduce>\n";
    apply("p", k, "i", "k");
    apply("q", n, "k", "j");
    apply("r", n, "i", "j");
    std::string left = "x", right = "y";
    os << "  %x = uop.load %a[%p] : " << a << " -> " << in
       << "\n  %y = uop.load %b[%q] : " << b << " -> " << in << "\n";
    if (in != out) {
      StringRef extend = isFloat                          ? "arith.extf"
                         : unit.operands == UnitType::UI8 ? "arith.extui"
                                                          : "arith.extsi";
      for (std::string *value : {&left, &right}) {
        os << "  %" << *value << "2 = " << extend << " %" << *value << " : "
           << in << " to " << out << "\n";
        *value += "2";
      }
    }
    os << "  %s = " << (isFloat ? "arith.mulf" : "arith.muli") << " %" << left
       << ", %" << right << " : " << out
       << "\n  %t = uop.reduce <add> %s over (%k) : " << out
       << "\n  uop.store %t, %out[%r] : " << out << ", " << c << "\n}\n";
    return text;
  }

  static KernelOp getKernel(ModuleOp module) {
    return *module.getOps<KernelOp>().begin();
  }

  std::vector<std::vector<double>> run(KernelOp kernel) {
    std::vector<std::vector<double>> buffers;
    for (Type type : kernel.getArgumentTypes()) {
      std::vector<double> buffer;
      for (int64_t i = 0; i < cast<MemRefType>(type).getNumElements(); ++i)
        buffer.push_back(buffers.empty() ? 77 : i * 7 % 11 - 3);
      buffers.push_back(std::move(buffer));
    }
    KernelEvaluator evaluator(kernel, buffers, {});
    EXPECT_TRUE(evaluator.run()) << evaluator.error;
    buffers.resize(kernel.getNumOutputs());
    return buffers;
  }

  bool optimize(ModuleOp module, unsigned matrixUnits = 1) {
    OptimizeOptions options;
    options.gpu = true;
    options.matrixUnits = matrixUnits;
    PassManager pm(&context);
    pm.addNestedPass<KernelOp>(createOptimize(options));
    pm.addNestedPass<KernelOp>(createSimplifyIndex());
    return succeeded(pm.run(module)) && succeeded(verify(module)) &&
           succeeded(RangeScopes(getKernel(module)).verify());
  }

  MLIRContext context;
};

class OptimizeGPU : public KernelTest,
                    public testing::WithParamInterface<GPUProgram> {
protected:
  OwningOpRef<ModuleOp> parse() { return KernelTest::parse(GetParam().text); }
};

TEST_P(OptimizeGPU, RandomOptsKeepResults) {
  std::mt19937 random(1);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(random);
  };
  const OptKind kinds[] = {OptKind::Upcast, OptKind::Unroll, OptKind::Local,
                           OptKind::Local,  OptKind::Group,  OptKind::Tile,
                           OptKind::Swap,   OptKind::Merge};
  auto unit = StringAttr::get(&context, "mma.m8n8k4.f64.f64");
  OwningOpRef<ModuleOp> plain = parse();
  ASSERT_TRUE(plain);
  auto expected = run(getKernel(*plain));
  unsigned legal = 0, withUnit = 0, withTile = 0;
  for (int trial = 0; trial < 400; ++trial) {
    OwningOpRef<ModuleOp> module = parse();
    SmallVector<Attribute> opts;
    auto add = [&](OptKind kind, int64_t axis, int64_t amount) {
      opts.push_back(OptAttr::get(&context, kind, axis, amount));
    };
    bool hasUnit = pick(0, 1);
    int64_t last = 6;
    if (hasUnit) {
      add(OptKind::PadTo, 0, 8);
      add(OptKind::PadTo, 1, 8);
      add(OptKind::PadTo, 2, 4);
      opts.push_back(OptAttr::get(&context, OptKind::TC, -1, 0, -1, {0, 1, 2},
                                  unit, UnitAttr()));
      last = 9;
    }
    for (int64_t count = pick(0, 3); count > 0; --count)
      add(kinds[pick(0, 7)], pick(0, 3), pick(2, 4));
    for (int64_t operand : {1, 0}) {
      SmallVector<int64_t> axes;
      for (int64_t axis = 0; axis <= last; ++axis)
        if (pick(0, 1))
          axes.push_back(axis);
      if (pick(0, 2) == 0 && !axes.empty())
        opts.push_back(
            OptAttr::get(&context, OptKind::Stage, -1, 0, operand, axes));
    }
    getKernel(*module).setOptsAttr(ArrayAttr::get(&context, opts));
    if (!optimize(*module))
      continue;
    ++legal;
    withUnit += hasUnit;
    for (auto stage : getKernel(*module).getBody().front().getOps<StageOp>())
      if (stage.getPlace())
        ++withTile;
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    SCOPED_TRACE(text);
    EXPECT_EQ(expected, run(getKernel(*module)));
    if (HasFailure())
      return;
  }
  EXPECT_GE(legal, 20u);
  RecordProperty("legal", static_cast<int>(legal));
  RecordProperty("withUnit", static_cast<int>(withUnit));
  RecordProperty("withTile", static_cast<int>(withTile));
}

// Threads that share tiles of both operands, with a unit and without.
TEST_F(KernelTest, TilesKeepResults) {
  const char *lists[] = {
      "[#uop.opt<local axis 0 amount 4>, #uop.opt<local axis 1 amount 4>, "
      "#uop.opt<tile axis 2 amount 4>, #uop.opt<stage operand 1 axes[5, 4]>, "
      "#uop.opt<stage operand 0 axes[3, 5]>]",
      "[#uop.opt<tc axes[0, 1, 2] unit \"mma.m8n8k4.f64.f64\">, "
      "#uop.opt<local axis 0 amount 2>, #uop.opt<upcast axis 1 amount 2>, "
      "#uop.opt<stage operand 1 axes[4, 7, 3]>, "
      "#uop.opt<stage operand 0 axes[6, 3, 4]>]"};
  OwningOpRef<ModuleOp> plain = parse(programs[0].text);
  auto expected = run(getKernel(*plain));
  for (const char *list : lists) {
    OwningOpRef<ModuleOp> module = parse(programs[0].text);
    auto opts = dyn_cast_or_null<ArrayAttr>(parseAttribute(list, &context));
    ASSERT_TRUE(opts);
    getKernel(*module).setOptsAttr(opts);
    ASSERT_TRUE(optimize(*module)) << list;
    unsigned tiles = 0;
    for (auto stage : getKernel(*module).getBody().front().getOps<StageOp>())
      tiles += static_cast<bool>(stage.getPlace());
    EXPECT_EQ(tiles, 2u) << list;
    EXPECT_EQ(expected, run(getKernel(*module))) << list;
  }
}

// Each row of the tables: the lanes get the elements that the unit's layouts
// give them, and the result is that of the sum. (What tf32 leaves of an operand
// is for the tests that run it.)
TEST_F(KernelTest, EveryUnitKeepsTheProduct) {
  for (ArrayRef<MatrixUnit> units : {getNVIDIAUnits(), getAMDUnits()})
    for (const MatrixUnit &unit : units) {
      // The units of four subgroups differ in the number of columns alone.
      if (unit.operands == UnitType::TF32 ||
          (unit.family == UnitFamily::WGMMA && unit.n > 32))
        continue;
      SCOPED_TRACE(unit.name.str());
      std::string text = getProduct(unit);
      OwningOpRef<ModuleOp> plain = parse(text);
      ASSERT_TRUE(plain) << text;
      auto expected = run(getKernel(*plain));
      Attribute opts[] = {OptAttr::get(
          &context, OptKind::TC, -1, 0, -1, {0, 1, 2},
          StringAttr::get(&context, unit.name), UnitAttr::get(&context))};
      for (unsigned matrixUnits : {1u, 2u}) {
        OwningOpRef<ModuleOp> module = parse(text);
        getKernel(*module).setOptsAttr(ArrayAttr::get(&context, opts));
        ASSERT_TRUE(optimize(*module, matrixUnits));
        EXPECT_EQ(expected, run(getKernel(*module)));
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, OptimizeGPU, testing::ValuesIn(programs),
                         [](const testing::TestParamInfo<GPUProgram> &info) {
                           return std::string(info.param.name);
                         });

} // namespace
