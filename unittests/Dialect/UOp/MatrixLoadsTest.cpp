//===- MatrixLoadsTest.cpp - what lanes get of matrices ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subgroup does here what the PTX ISA says of ldmatrix, lane by lane, with
// the places that the pass computed: each must get the elements of its
// fragment.
//
//===----------------------------------------------------------------------===//

#include "ApplyEvaluator.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// An operand in a tile: its places are steps along its two coordinates.
struct Operand {
  const Fragment *fragment;
  TileDim row, column;
  int64_t rowStep, columnStep;

  int64_t getPlace(int64_t lane, int64_t reg) const {
    return fragment->getCoordinate(row, lane, reg) * rowStep +
           fragment->getCoordinate(column, lane, reg) * columnStep;
  }
};

class MatrixLoads : public testing::Test {
protected:
  MatrixLoads() {
    context.loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect,
                        gpu::GPUDialect, memref::MemRefDialect,
                        vector::VectorDialect>();
  }

  /// A kernel that loads both operands of `unit` element by element.
  std::string getText(const MatrixUnit &unit, ArrayRef<Operand> operands) {
    std::string text;
    llvm::raw_string_ostream os(text);
    Type element = unit.getOperandType(&context);
    Type sum = unit.getSumType(&context);
    os << "uop.kernel @k(%out: memref<128x" << sum << "> {uop.output}) {\n"
       << "%tile = memref.alloca() : memref<8192x" << element
       << ", #gpu.address_space<workgroup>>\n"
       << "%c0 = arith.constant 0 : index\n"
       << "%g = gpu.thread_id y\n%t = gpu.thread_id x\n"
       << "%z = arith.constant dense<0" << (isa<FloatType>(sum) ? ".0" : "")
       << "> : vector<4x" << sum << ">\n";
    for (auto [number, operand] : llvm::enumerate(operands)) {
      std::string elements;
      int64_t registers = operand.fragment->getNumRegisters();
      for (int64_t reg = 0; reg != registers; ++reg) {
        std::string name = std::to_string(number) + "_" + std::to_string(reg);
        os << "%i" << name << " = affine.apply affine_map<(d0, d1) -> (d0 * "
           << operand.getPlace(4, 0) - operand.getPlace(0, 0) << " + d1 * "
           << operand.getPlace(1, 0) - operand.getPlace(0, 0) << " + "
           << operand.getPlace(0, reg) << ")>(%g, %t)\n%e" << name
           << " = memref.load %tile[%i" << name << "] : memref<8192x" << element
           << ", #gpu.address_space<workgroup>>\n";
        elements += (reg ? ", %e" : "%e") + name;
      }
      os << "%o" << number << " = vector.from_elements " << elements
         << " : vector<" << registers << "x" << element << ">\n";
    }
    os << "%s = uop.mma \"" << unit.name << "\" %o0, %o1 to %z : vector<4x"
       << sum << "> lanes (%g, %t) : vector<" << unit.lhs.getNumRegisters()
       << "x" << element << ">, vector<" << unit.rhs.getNumRegisters() << "x"
       << element << "> -> vector<4x" << sum << ">\n"
       << "vector.store %s, %out[%c0] : memref<128x" << sum << ">, vector<4x"
       << sum << ">\n}";
    return text;
  }

  static int64_t eval(Value index, int64_t lane) {
    if (auto id = index.getDefiningOp<gpu::ThreadIdOp>())
      return id.getDimension() == gpu::Dimension::x ? lane % 4 : lane / 4;
    auto apply = index.getDefiningOp<affine::AffineApplyOp>();
    EXPECT_TRUE(apply);
    return evaluateApply(apply,
                         [&](Value operand) { return eval(operand, lane); });
  }

  void expectLoads(StringRef name, ArrayRef<Operand> operands,
                   ArrayRef<bool> transposed) {
    const MatrixUnit &unit = *findMatrixUnit(name);
    std::string text = getText(unit, operands);
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    PassManager pm(&context);
    pm.nest<KernelOp>().addPass(createMatrixLoads());
    ASSERT_TRUE(succeeded(pm.run(*module)));
    MmaOp mma;
    module->walk([&](MmaOp op) { mma = op; });
    Value values[] = {mma.getLhs(), mma.getRhs()};
    for (auto [value, operand, isTransposed] :
         llvm::zip_equal(values, operands, transposed)) {
      auto load = value.getDefiningOp<MatrixLoadOp>();
      ASSERT_TRUE(load) << text;
      EXPECT_EQ(load.getTransposed(), isTransposed);
      int64_t registers = operand.fragment->getNumRegisters();
      int64_t packed = 4 / unit.getOperandBytes();
      for (int64_t lane = 0; lane != 32; ++lane)
        for (int64_t reg = 0; reg != registers; ++reg) {
          int64_t matrix = reg / packed, inWord = reg % packed;
          // The row that holds the element, and the element in it.
          int64_t row = isTransposed ? lane % 4 * 2 + inWord : lane / 4;
          int64_t at = isTransposed ? lane / 4 : lane % 4 * packed + inWord;
          int64_t begin = eval(load.getIndex(), matrix * 8 + row);
          EXPECT_EQ(begin * unit.getOperandBytes() % 16, 0);
          EXPECT_EQ(begin + at, operand.getPlace(lane, reg))
              << "lane " << lane << " register " << reg;
        }
    }
  }

  MLIRContext context;
};

TEST_F(MatrixLoads, RowsOf16Bits) {
  for (StringRef name : {"mma.m16n8k16.f16.f32", "mma.m16n8k16.bf16.f32"}) {
    const MatrixUnit &unit = *findMatrixUnit(name);
    expectLoads(name,
                {{&unit.lhs, TileDim::M, TileDim::K, 40, 1},
                 {&unit.rhs, TileDim::N, TileDim::K, 24, 1}},
                {false, false});
  }
}

TEST_F(MatrixLoads, ColumnsOf16Bits) {
  const MatrixUnit &unit = *findMatrixUnit("mma.m16n8k16.f16.f32");
  expectLoads(unit.name,
              {{&unit.lhs, TileDim::K, TileDim::M, 136, 1},
               {&unit.rhs, TileDim::K, TileDim::N, 72, 1}},
              {true, true});
}

TEST_F(MatrixLoads, RowsOf8Bits) {
  for (StringRef name : {"mma.m16n8k32.s8.s32", "mma.m16n8k32.e4m3.f32"}) {
    const MatrixUnit &unit = *findMatrixUnit(name);
    expectLoads(name,
                {{&unit.lhs, TileDim::M, TileDim::K, 80, 1},
                 {&unit.rhs, TileDim::N, TileDim::K, 48, 1}},
                {false, false});
  }
}

} // namespace
