//===- PlainPTXTest.cpp - roundings that are written out ------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code for GPUs does in the place of an instruction is plain LLVM IR,
// which this processor runs, too.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Target/NVVM/PlainPTX.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace llvm;

namespace {

constexpr StringLiteral kRoundings = R"(
define double @nearest(double %x) {
  %r = call double @llvm.roundeven.f64(double %x)
  ret double %r
}
define double @down(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}
define double @up(double %x) {
  %r = call double @llvm.ceil.f64(double %x)
  ret double %r
}
define double @toZero(double %x) {
  %r = call double @llvm.trunc.f64(double %x)
  ret double %r
}
)";

std::unique_ptr<Module> parse(LLVMContext &context) {
  SMDiagnostic error;
  return parseAssemblyString(kRoundings, error, context);
}

int countRoundings(Module &module) {
  int count = 0;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        count += llvm::is_contained({Intrinsic::roundeven, Intrinsic::floor,
                                     Intrinsic::ceil, Intrinsic::trunc},
                                    call->getIntrinsicID());
  return count;
}

double nearest(double x) { return std::nearbyint(x); }
double down(double x) { return std::floor(x); }
double up(double x) { return std::ceil(x); }
double toZero(double x) { return std::trunc(x); }

TEST(PlainPTXTest, RoundsLikeTheInstructions) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> module = parse(*context);
  ASSERT_TRUE(module);
  tinygrad::writeOutForReaders(*module, /*roundings=*/true);
  EXPECT_EQ(countRoundings(*module), 0);
  auto jit = cantFail(orc::LLJITBuilder().create());
  cantFail(jit->addIRModule(
      orc::ThreadSafeModule(std::move(module), std::move(context))));

  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  SmallVector<double> values = {0.0,
                                std::numeric_limits<double>::denorm_min(),
                                std::numeric_limits<double>::min(),
                                0.25,
                                0.49999999999999994,
                                0.5,
                                0.50000000000000011,
                                0.75,
                                1.0,
                                1.4999999999999998,
                                1.5,
                                2.5,
                                3.5,
                                1e9 + 0.5,
                                2147483648.5,
                                0x1p51 - 0.5,
                                0x1p51 + 0.5,
                                0x1p51 + 1.5,
                                0x1p52 - 1.5,
                                0x1p52 - 1,
                                0x1p52 - 0.5,
                                0x1p52,
                                0x1p52 + 1,
                                0x1p53 + 2,
                                1e300,
                                std::numeric_limits<double>::max(),
                                kInfinity};
  struct Rounding {
    const char *name;
    double (*expected)(double);
  };
  for (Rounding rounding : {Rounding{"nearest", nearest},
                            {"down", down},
                            {"up", up},
                            {"toZero", toZero}}) {
    auto *actual =
        cantFail(jit->lookup(rounding.name)).toPtr<double (*)(double)>();
    for (double magnitude : values)
      for (double x : {magnitude, -magnitude})
        EXPECT_EQ(bit_cast<uint64_t>(actual(x)),
                  bit_cast<uint64_t>(rounding.expected(x)))
            << rounding.name << " of " << x;
    for (double x : {std::nan(""), -std::nan("")})
      EXPECT_TRUE(std::isnan(actual(x))) << rounding.name;
  }
}

TEST(PlainPTXTest, KeepsInstructionsWhereNotAsked) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context);
  ASSERT_TRUE(module);
  tinygrad::writeOutForReaders(*module, /*roundings=*/false);
  EXPECT_EQ(countRoundings(*module), 4);
}

} // namespace
