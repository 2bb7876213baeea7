//===- OperandTilesTest.cpp - what units read of swizzled tiles -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup fills a tile as the pass says, thread by thread, and the unit
// reads it as the PTX ISA says: "Canonical Layouts" and "Matrix Descriptor
// Format". Each element of the right operand must be where the unit looks for
// it, and pieces that are moved together must be in different banks.
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
#include <map>
#include <set>

using namespace mlir;
using namespace tinygrad::uop;

namespace {

constexpr int64_t kThreads = 128;

/// A tile of `rows` rows, in panels.
struct Tile {
  const MatrixUnit *unit;
  int64_t width, rows, panels; ///< Bytes, and counts.
  int64_t steps = 2;           ///< Products along k.

  int64_t bytes() const { return unit->getOperandBytes(); }
  int64_t inPanel() const { return width / bytes(); }
  int64_t getColumns() const { return inPanel() * panels; }
  int64_t getPlace(int64_t row, int64_t column) const {
    return column / inPanel() * rows * inPanel() + row * inPanel() +
           column % inPanel();
  }
  /// Of the element at column n and k of product `step`.
  int64_t getElement(int64_t step, int64_t n, int64_t k) const {
    k += step * unit->k;
    return unit->rightAlongN ? getPlace(k, n) : getPlace(n, k);
  }
};

class OperandTiles : public testing::Test {
protected:
  OperandTiles() {
    context.loadDialect<UOpDialect, affine::AffineDialect, arith::ArithDialect,
                        gpu::GPUDialect, memref::MemRefDialect,
                        vector::VectorDialect>();
  }

  /// A kernel that fills the tile by `width` bytes at once, and loads the right
  /// operands element by element.
  std::string getText(const Tile &tile, int64_t fillBytes) {
    const MatrixUnit &unit = *tile.unit;
    std::string text;
    llvm::raw_string_ostream os(text);
    Type element = unit.getOperandType(&context),
         sum = unit.getSumType(&context);
    int64_t elements = tile.rows * tile.getColumns();
    std::string memory, sums, left, right;
    llvm::raw_string_ostream(memory) << "memref<" << elements << "x" << element
                                     << ", #gpu.address_space<workgroup>>";
    llvm::raw_string_ostream(sums)
        << "vector<" << unit.result.getNumRegisters() << "x" << sum << ">";
    llvm::raw_string_ostream(left)
        << "vector<" << unit.lhs.getNumRegisters() << "x" << element << ">";
    llvm::raw_string_ostream(right)
        << "vector<" << unit.rhs.getNumRegisters() << "x" << element << ">";
    os << "uop.kernel @k(%out: memref<65536x" << sum << "> {uop.output}, %x: "
       << "memref<65536x" << element << ">) attributes {uop.block = array<i64: "
       << "4, 32, 1>} {\n%tile = memref.alloca() : " << memory
       << "\n%c0 = arith.constant 0 : index\n%t0 = gpu.thread_id x\n"
       << "%t1 = gpu.thread_id y\n%z = arith.constant dense<0"
       << (isa<FloatType>(sum) ? ".0" : "") << "> : " << sums << "\n"
       << "%a = vector.load %x[%c0] : memref<65536x" << element << ">, " << left
       << "\n";
    int64_t fill = fillBytes / tile.bytes();
    for (int64_t i = 0; i != elements / (kThreads * fill); ++i) {
      // Neighbouring threads have neighbours along a row.
      std::string number = "((d1 * 4 + d0 + " + std::to_string(i * kThreads) +
                           ") * " + std::to_string(fill) + ")";
      std::string row =
          number + " floordiv " + std::to_string(tile.getColumns());
      std::string column =
          "(" + number + " mod " + std::to_string(tile.getColumns()) + ")";
      std::string in = std::to_string(tile.inPanel());
      os << "%s" << i << " = affine.apply affine_map<(d0, d1) -> (" << number
         << ")>(%t0, %t1)\n%p" << i
         << " = affine.apply affine_map<(d0, d1) -> (" << column << " floordiv "
         << in << " * " << tile.rows * tile.inPanel() << " + " << row << " * "
         << in << " + " << column << " mod " << in << ")>(%t0, %t1)\n%v" << i
         << " = vector.load %x[%s" << i << "] : memref<65536x" << element
         << ">, vector<" << fill << "x" << element << ">\nvector.store %v" << i
         << ", %tile[%p" << i << "] {uop.fill} : " << memory << ", vector<"
         << fill << "x" << element << ">\n";
    }
    // The lanes' digits.
    os << "%n = affine.apply affine_map<(d0, d1) -> (d1 * 4 + d0)>(%t0, %t1)\n";
    std::string digits;
    int64_t below = kThreads;
    for (auto [i, digit] : llvm::enumerate(unit.rhs.lanes)) {
      below /= digit.size;
      os << "%l" << i << " = affine.apply affine_map<(d0) -> (d0 floordiv "
         << below << " mod " << digit.size << ")>(%n)\n";
      digits += (i ? ", %l" : "%l") + std::to_string(i);
    }
    std::string acc = "%z";
    for (int64_t step = 0; step != tile.steps; ++step) {
      std::string all;
      for (int64_t reg = 0; reg != unit.rhs.getNumRegisters(); ++reg) {
        std::string name = std::to_string(step) + "_" + std::to_string(reg);
        os << "%i" << name
           << " = affine.apply affine_map<(d0, d1, d2, d3) -> (";
        int64_t first =
            tile.getElement(step, unit.rhs.getCoordinate(TileDim::N, 0, reg),
                            unit.rhs.getCoordinate(TileDim::K, 0, reg));
        for (auto [i, digit] : llvm::enumerate(unit.rhs.lanes)) {
          int64_t n = digit.dim == TileDim::N ? digit.step : 0;
          int64_t k = digit.dim == TileDim::K ? digit.step : 0;
          os << "d" << i << " * "
             << tile.getElement(0, n, k) - tile.getElement(0, 0, 0) << " + ";
        }
        os << first << ")>(" << digits << ")\n%e" << name
           << " = memref.load %tile[%i" << name << "] : " << memory << "\n";
        all += (reg ? ", %e" : "%e") + name;
      }
      os << "%b" << step << " = vector.from_elements " << all << " : " << right
         << "\n%r" << step << " = uop.mma \"" << unit.name << "\" %a, %b"
         << step << " to " << acc << " : " << sums << " lanes (" << digits
         << ") : " << left << ", " << right << " -> " << sums << "\n";
      acc = "%r" + std::to_string(step);
    }
    os << "vector.store " << acc << ", %out[%c0] : memref<65536x" << sum
       << ">, " << sums << "\n}";
    return text;
  }

  static int64_t eval(Value index, int64_t thread) {
    Operation *op = index.getDefiningOp();
    if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      return id.getDimension() == gpu::Dimension::x ? thread % 4 : thread / 4;
    if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
      return constant.value();
    auto operand = [&](unsigned i) { return eval(op->getOperand(i), thread); };
    if (isa<arith::ShRUIOp>(op))
      return operand(0) >> operand(1);
    if (isa<arith::AndIOp>(op))
      return operand(0) & operand(1);
    if (isa<arith::XOrIOp>(op))
      return operand(0) ^ operand(1);
    auto apply = cast<affine::AffineApplyOp>(op);
    return evaluateApply(apply,
                         [&](Value operand) { return eval(operand, thread); });
  }

  /// Banks are 4 bytes wide, 32 of them: 8 pieces of 16 bytes are moved at
  /// once.
  static void expectAllBanks(ArrayRef<int64_t> pieces) {
    std::set<int64_t> banks;
    for (int64_t piece : pieces)
      banks.insert(piece % 128 / 16);
    EXPECT_EQ(banks.size(), pieces.size());
  }

  /// What the tile's bytes hold, as numbers of elements, after all threads have
  /// stored; eight threads at once ask different banks where they move pieces.
  std::map<int64_t, int64_t> fill(ModuleOp module, const Tile &tile,
                                  int64_t fillBytes) {
    std::map<int64_t, int64_t> held;
    module.walk([&](vector::StoreOp store) {
      if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(
              store.getMemRefType()))
        return;
      auto load = store.getValueToStore().getDefiningOp<vector::LoadOp>();
      int64_t count = load.getVectorType().getNumElements();
      SmallVector<int64_t> together;
      for (int64_t thread = 0; thread != kThreads; ++thread) {
        int64_t to = eval(store.getIndices()[0], thread);
        int64_t from = eval(load.getIndices()[0], thread);
        for (int64_t i = 0; i != count; ++i)
          held[to + i] = from + i;
        together.push_back(to * tile.bytes());
        if (together.size() == 8 && fillBytes == 16) {
          expectAllBanks(together);
          together.clear();
        }
      }
    });
    return held;
  }

  /// Where the unit looks for an element, in bytes.
  static int64_t getAddress(const MatrixUnit &unit, uint64_t descriptor,
                            int64_t n, int64_t k) {
    int64_t start = (descriptor & 0x3fff) * 16;
    int64_t leading = (descriptor >> 16 & 0x3fff) * 16;
    int64_t stride = (descriptor >> 32 & 0x3fff) * 16;
    EXPECT_EQ(descriptor >> 49 & 7, 0u) << "a base offset";
    // T elements are 128 bits; w of these are a row of an atom.
    int64_t bits = descriptor >> 62 == 1 ? 3 : descriptor >> 62 == 2 ? 2 : 1;
    int64_t t = 16 / unit.getOperandBytes(), w = int64_t(1) << bits;
    int64_t place = 0;
    if (unit.rightAlongN) // ((T,w,m),(8,k)):((1,T,LBO),(wT,SBO))
      place = (n % t + n / t % w * t + k % 8 * w * t) * unit.getOperandBytes() +
              n / t / w * leading + k / 8 * stride;
    else // ((8,m),(T,2k)):((wT,SBO),(1,T))
      place = (n % 8 * w * t + k) * unit.getOperandBytes() + n / 8 * stride;
    int64_t address = start + place;
    // Swizzle<bits, 4, 3>
    return address ^ (address >> 3 & ((int64_t(1) << bits) - 1) << 4);
  }

  void check(const Tile &tile, int64_t fillBytes = 16) {
    const MatrixUnit &unit = *tile.unit;
    SCOPED_TRACE(unit.name.str() + " width " + std::to_string(tile.width));
    std::string text = getText(tile, fillBytes);
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    PassManager pm(&context);
    pm.nest<KernelOp>().addPass(createShareOperands());
    ASSERT_TRUE(succeeded(pm.run(*module)));
    WarpgroupMmaOp products;
    memref::AllocaOp alloca;
    int allocas = 0;
    module->walk([&](WarpgroupMmaOp op) { products = op; });
    module->walk([&](memref::AllocaOp op) { alloca = op, ++allocas; });
    ASSERT_TRUE(products);
    ASSERT_TRUE(products.getSwizzledPanels()) << text;
    EXPECT_EQ(allocas, 1);
    SwizzledPanels panels = *products.getSwizzledPanels();
    EXPECT_EQ(panels.width, tile.width);
    EXPECT_EQ(alloca.getAlignment(), uint64_t(panels.getPeriod()));
    std::map<int64_t, int64_t> held = fill(*module, tile, fillBytes);
    EXPECT_EQ(int64_t(held.size()), tile.rows * tile.getColumns());
    for (int64_t step = 0; step != tile.steps; ++step) {
      int64_t begin = eval(products.getIndices()[step], 0);
      for (int64_t thread = 0; thread != kThreads; ++thread)
        EXPECT_EQ(eval(products.getIndices()[step], thread), begin);
      uint64_t descriptor = unit.getSharedDescriptor(panels) |
                            uint64_t(begin * tile.bytes() / 16);
      for (int64_t n = 0; n != unit.n; ++n)
        for (int64_t k = 0; k != unit.k; ++k) {
          int64_t address = getAddress(unit, descriptor, n, k);
          int64_t all = k + step * unit.k;
          int64_t expected = unit.rightAlongN ? all * tile.getColumns() + n
                                              : n * tile.getColumns() + all;
          ASSERT_EQ(held[address / tile.bytes()], expected)
              << "n " << n << " k " << k << " step " << step;
        }
      // A core matrix is 8 pieces under each other.
      for (int64_t piece = 0; piece != unit.n / 8; ++piece) {
        SmallVector<int64_t> together;
        for (int64_t i = 0; i != 8; ++i)
          together.push_back(
              unit.rightAlongN
                  ? getAddress(unit, descriptor, piece * 8, i)
                  : getAddress(unit, descriptor, piece * 8 + i, 0));
        if (panels.width == 128)
          expectAllBanks(together);
      }
    }
  }

  MLIRContext context;
};

TEST_F(OperandTiles, EveryUnitAndWidth) {
  int checked = 0;
  for (const MatrixUnit &unit : getNVIDIAUnits()) {
    if (!unit.readsRightFromMemory())
      continue;
    int64_t columns = unit.n * unit.getOperandBytes();
    for (int64_t width : {32, 64, 128}) {
      if (unit.rightAlongN ? unit.getPanelWidth(columns) != width
                           : unit.getPanelWidth(width) != width)
        continue;
      ++checked;
      if (unit.rightAlongN)
        check({&unit, width, 32, columns / width});
      else
        check({&unit, width, std::max<int64_t>(unit.n, 64), 1, width / 32});
    }
  }
  // 21 units along k, 6 along n.
  EXPECT_EQ(checked, 21 * 3 + 6);
}

// Stores of fewer bytes go to parts of the same pieces.
TEST_F(OperandTiles, FilledByParts) {
  for (int64_t bytes : {2, 4, 8}) {
    check({findMatrixUnit("wgmma.m64n64k16.f16.f32"), 64, 64, 1}, bytes);
    check({findMatrixUnit("wgmma.m64n64k16.f16.f32.along_n"), 128, 32, 1},
          bytes);
  }
}

} // namespace
