//===- OptimizeTest.cpp - kernels compute the same whatever their opts -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEvaluator.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <random>

using namespace mlir;
using namespace tinygrad::uop;

namespace {

struct Program {
  const char *name;
  const char *text;
  /// Values to try of the variable, if there is one.
  std::vector<int64_t> variables;
};

const Program programs[] = {
    {"matmul",
     R"(
uop.kernel @k(%out: memref<63xf32> {uop.output}, %a: memref<35xf32>, %b: memref<45xf32>) {
  %i = uop.range 0, 7 <global>
  %j = uop.range 1, 9 <global>
  %k = uop.range 2, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 5 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 9 + d1)>(%k, %j)
  %2 = uop.load %a[%0] : memref<35xf32> -> f32
  %3 = uop.load %b[%1] : memref<45xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 9 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<63xf32>
})",
     {}},
    {"padded_window_of_rows",
     R"(
uop.kernel @k(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>, %w: memref<9xf32>,
              %n: index {uop.variable = "n", uop.bounds = [0, 6]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 10 <global>
  %k = uop.range 2, 3 <reduce>
  %l = uop.range 3, 3 <reduce>
  %r = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %k)
  %c = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %l)
  %g0 = arith.cmpi sge, %r, %c0 : index
  %g1 = arith.cmpi slt, %r, %n : index
  %g2 = arith.cmpi sge, %c, %c1 : index
  %g3 = arith.cmpi slt, %c, %c11 : index
  %g4 = arith.andi %g0, %g1 : i1
  %g5 = arith.andi %g2, %g3 : i1
  %g = arith.andi %g4, %g5 : i1
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1 - 1)>(%r, %c)
  %1 = uop.load %x[%0] gate %g else %z : memref<60xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%k, %l)
  %3 = uop.load %w[%2] : memref<9xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k, %l) : f32
  %6 = arith.maximumf %5, %z : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f32, memref<60xf32>
})",
     {0, 1, 5, 6}},
    {"two_reduces_of_a_row",
     R"(
uop.kernel @k(%out: memref<42xf32> {uop.output}, %sums: memref<42xf32> {uop.output}, %x: memref<42xf32>,
              %n: index {uop.variable = "n", uop.bounds = [1, 7]}) {
  %i = uop.range 0, 6 <global>
  %j = uop.range 1, %n <global>
  %k = uop.range 2, %n <reduce>
  %l = uop.range 3, %n <reduce>
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %k)[%n]
  %1 = uop.load %x[%0] : memref<42xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %l)[%n]
  %4 = uop.load %x[%3] : memref<42xf32> -> f32
  %5 = arith.subf %4, %2 : f32
  %6 = uop.reduce <add> %5 over (%l) : f32
  %7 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %j)[%n]
  %8 = uop.load %x[%7] : memref<42xf32> -> f32
  %9 = arith.subf %8, %6 : f32
  uop.store %9, %out[%7] : f32, memref<42xf32>
  uop.store %6, %sums[%7] : f32, memref<42xf32>
})",
     {1, 4, 7}},
    {"bytes_less_zero_points",
     R"(
uop.kernel @k(%out: memref<63xi32> {uop.output}, %a: memref<42xi8>, %b: memref<54xi8>, %z: memref<9xi32>) {
  %i = uop.range 0, 7 <global>
  %j = uop.range 1, 9 <global>
  %k = uop.range 2, 6 <reduce>
  %c3 = arith.constant 3 : i32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 9 + d1)>(%k, %j)
  %2 = uop.load %a[%0] : memref<42xi8> -> i8
  %3 = uop.load %b[%1] : memref<54xi8> -> i8
  %4 = uop.load %z[%j] : memref<9xi32> -> i32
  %5 = arith.extsi %2 : i8 to i32
  %6 = arith.addi %5, %c3 : i32
  %7 = arith.extsi %3 : i8 to i32
  %8 = arith.subi %7, %4 : i32
  %9 = arith.muli %6, %8 : i32
  %10 = uop.reduce <add> %9 over (%k) : i32
  %11 = affine.apply affine_map<(d0, d1) -> (d0 * 9 + d1)>(%i, %j)
  uop.store %10, %out[%11] : i32, memref<63xi32>
})",
     {}},
    {"sum_of_planes",
     R"(
uop.kernel @k(%out: memref<24xf32> {uop.output}, %x: memref<144xf32>,
              %n: index {uop.variable = "n", uop.bounds = [1, 2]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 4 <global>
  %k = uop.range 2, 3 <global>
  %l = uop.range 3, 2 <reduce>
  %m = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 72 + d1 * 18 + d2 * 6 + d3 * 3 + d4)>(%i, %j, %k, %l, %m)
  %1 = uop.load %x[%0] : memref<144xf32> -> f32
  %2 = uop.reduce <add> %1 over (%l, %m) : f32
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 3 + d2)>(%i, %j, %k)
  uop.store %2, %out[%3] : f32, memref<24xf32>
})",
     {1, 2}},
    {"sum_over_an_arange",
     R"(
uop.kernel @k(%out: memref<28xf32> {uop.output}, %ids: memref<7xi32>, %x: memref<24xf32>) {
  %i = uop.range 0, 7 <global>
  %j = uop.range 1, 4 <global>
  %k = uop.range 2, 6 <reduce>
  %z = arith.constant 0.0 : f32
  %0 = uop.load %ids[%i] : memref<7xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %1, %0 : i32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%k, %j)
  %4 = uop.load %x[%3] : memref<24xf32> -> f32
  %5 = arith.select %2, %4, %z : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f32, memref<28xf32>
})",
     {}},
    {"gather_of_a_reshape",
     R"(
uop.kernel @k(%out: memref<64xf32> {uop.output}, %ids: memref<16xi32>, %x: memref<32xf32>,
              %n: index {uop.variable = "n", uop.bounds = [1, 16]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 4 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%0)
  %2 = uop.load %ids[%1] : memref<16xi32> -> i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 mod 4)>(%3, %0)
  %5 = uop.load %x[%4] : memref<32xf32> -> f32
  uop.store %5, %out[%0] : f32, memref<64xf32>
})",
     {1, 9, 16}},
    {"scan_of_rows",
     R"(
uop.kernel @k(%out: memref<42xf32> {uop.output}, %x: memref<42xf32>,
              %n: index {uop.variable = "n", uop.bounds = [1, 7]}) {
  %i = uop.range 0, 6 <global>
  %k = uop.range 1, %n <loop>
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %k)[%n]
  %1 = uop.load %x[%0] : memref<42xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<42xf32>
})",
     {1, 4, 7}},
    {"scans_of_columns",
     R"(
uop.kernel @k(%out: memref<70xf32> {uop.output}, %most: memref<70xf32> {uop.output}, %x: memref<70xf32>) {
  %k = uop.range 0, 7 <loop>
  %j = uop.range 1, 10 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<70xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) reverse : f32
  %3 = uop.scan <maximumf> %2 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<70xf32>
  uop.store %3, %most[%0] : f32, memref<70xf32>
})",
     {}},
    {"maximum_of_scanned_rows",
     R"(
uop.kernel @k(%out: memref<6xf32> {uop.output}, %x: memref<42xf32>) {
  %i = uop.range 0, 6 <global>
  %k = uop.range 1, 7 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<42xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  %3 = uop.reduce <maximumf> %2 over (%k) : f32
  uop.store %3, %out[%i] : f32, memref<6xf32>
})",
     {}},
};

class Optimize : public testing::TestWithParam<Program> {
protected:
  Optimize() {
    context
        .loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect>();
    context.getDiagEngine().registerHandler([](Diagnostic &) {});
  }

  OwningOpRef<ModuleOp> parse() {
    return parseSourceString<ModuleOp>(GetParam().text, &context);
  }

  static KernelOp getKernel(ModuleOp module) {
    return *module.getOps<KernelOp>().begin();
  }

  /// What the outputs hold after a run. What lies beyond the variable's value
  /// is NaN in the inputs of floats, and -1 000 000 in those of integers.
  std::vector<std::vector<double>> run(KernelOp kernel, int64_t variable) {
    std::vector<std::vector<double>> buffers;
    int64_t bound =
        GetParam().variables.empty() ? variable : GetParam().variables.back();
    for (Type type : kernel.getArgumentTypes()) {
      auto memref = dyn_cast<MemRefType>(type);
      if (!memref)
        continue;
      bool isInteger = memref.getElementType().isInteger();
      bool isOutput = buffers.size() < kernel.getNumOutputs();
      std::vector<double> buffer;
      bool isByte = memref.getElementType().isInteger(8);
      for (int64_t i = 0; i < memref.getNumElements(); ++i)
        buffer.push_back(isOutput ? 77
                         : isByte ? i * 37 % 256 - 128
                                  : i * 7 % 8 - (isInteger ? 0 : 3));
      // Only buffers that grow with the variable have an unused end.
      if (!isOutput && memref.getNumElements() % bound == 0 &&
          memref.getNumElements() != 32)
        for (size_t i = buffer.size() / bound * variable; i < buffer.size();
             ++i)
          buffer[i] =
              isInteger ? -1000000 : std::numeric_limits<double>::quiet_NaN();
      buffers.push_back(std::move(buffer));
    }
    KernelEvaluator evaluator(kernel, buffers, {variable});
    EXPECT_TRUE(evaluator.run()) << evaluator.error;
    buffers.resize(kernel.getNumOutputs());
    return buffers;
  }

  static bool isOfBytes() {
    return llvm::StringRef(GetParam().name).starts_with("bytes");
  }

  /// Of a processor with all units for bytes.
  static OptimizeOptions getOptions() {
    OptimizeOptions options;
    options.chip = "x86+avx512vl+avx512vnni+avxvnniint8+amx-tile+amx-int8";
    return options;
  }

  bool optimize(ModuleOp module, const OptimizeOptions &options = {}) {
    PassManager pm(&context);
    pm.addNestedPass<KernelOp>(createOptimize(options));
    return succeeded(pm.run(module)) && succeeded(verify(module)) &&
           succeeded(RangeScopes(getKernel(module)).verify());
  }

  void compare(ModuleOp optimized) {
    std::vector<int64_t> variables = GetParam().variables;
    if (variables.empty())
      variables = {1};
    OwningOpRef<ModuleOp> plain = parse();
    for (int64_t variable : variables)
      EXPECT_EQ(run(getKernel(*plain), variable),
                run(getKernel(optimized), variable))
          << variable;
  }

  MLIRContext context;
};

TEST_P(Optimize, RandomOptsKeepResults) {
  std::mt19937 random(1);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(random);
  };
  const OptKind kinds[] = {OptKind::Upcast, OptKind::Upcast, OptKind::Unroll,
                           OptKind::Tile,   OptKind::PadTo,  OptKind::Swap,
                           OptKind::Thread, OptKind::Merge,  OptKind::Carry,
                           OptKind::Carry};
  unsigned legal = 0;
  for (int trial = 0; trial < 300; ++trial) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    SmallVector<Attribute> opts;
    if (isOfBytes() && pick(0, 2) != 0) {
      const char *units[] = {
          "vpdpbusd.m1n16k4.u8.s8",  "vpdpbusd.m1n8k4.s8.u8",
          "vpdpbssd.m1n8k4.s8.s8",   "vpdpbuud.m1n8k4.u8.u8",
          "tdpbssd.m16n16k64.s8.s8", "tdpbusd.m16n16k64.u8.s8"};
      // Those of tiles are slow to go through here.
      const MatrixUnit *unit =
          findMatrixUnit(units[pick(0, trial % 8 == 0 ? 5 : 3)]);
      for (auto [axis, size] : {std::pair(2, unit->k), std::pair(1, unit->n),
                                std::pair(0, unit->m)})
        if (size > 1)
          opts.push_back(OptAttr::get(&context, OptKind::PadTo, axis, size));
      opts.push_back(OptAttr::get(&context, OptKind::TC, -1, 0, -1, {0, 1, 2},
                                  StringAttr::get(&context, unit->name),
                                  UnitAttr()));
    }
    for (int64_t count = pick(1, 3); count > 0; --count) {
      if (pick(0, 3) != 0) {
        opts.push_back(
            OptAttr::get(&context, kinds[pick(0, 9)], pick(0, 4), pick(0, 5)));
        continue;
      }
      SmallVector<int64_t> axes;
      for (int64_t size = pick(1, 3); size > 0; --size)
        axes.push_back(pick(0, 6));
      opts.push_back(
          OptAttr::get(&context, OptKind::Stage, -1, 0, pick(0, 2), axes));
    }
    getKernel(*module).setOptsAttr(ArrayAttr::get(&context, opts));
    if (!optimize(*module, getOptions()))
      continue;
    ++legal;
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    SCOPED_TRACE(text);
    compare(*module);
    if (HasFailure())
      return;
  }
  EXPECT_GE(legal, 10u);
}

TEST_P(Optimize, HeuristicKeepsResults) {
  for (int64_t bits : {64, 128, 256}) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    OptimizeOptions options = getOptions();
    options.vectorBits = bits;
    options.vectorRegisters = 16;
    ASSERT_TRUE(optimize(*module, options));
    EXPECT_FALSE(getKernel(*module).getOpts()->empty());
    compare(*module);
  }
}

TEST_P(Optimize, SimplifyKeepsResults) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  PassManager pm(&context);
  pm.addNestedPass<KernelOp>(createSimplifyIndex());
  ASSERT_TRUE(succeeded(pm.run(*module)));
  compare(*module);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Optimize, testing::ValuesIn(programs),
                         [](const testing::TestParamInfo<Program> &info) {
                           return std::string(info.param.name);
                         });

} // namespace
