//===- MatrixUnitsTest.cpp - layouts against the ISAs' formulas -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas are written here as the vendors give them: "Matrix Fragments for
// mma" of the PTX ISA, and the layouts of WMMA and MFMA of AMD's ISA guides.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <functional>
#include <map>
#include <set>

using namespace tinygrad::uop;

namespace {

using Place = std::pair<int64_t, int64_t>;
using Formula = std::function<Place(int64_t lane, int64_t i)>;

/// The row and the column of an element.
Place getPlace(const Fragment &fragment, TileDim row, TileDim column,
               int64_t lane, int64_t reg) {
  return {fragment.getCoordinate(row, lane, reg),
          fragment.getCoordinate(column, lane, reg)};
}

void expectLayout(llvm::StringRef name, const Formula &a, const Formula &b,
                  const Formula &c) {
  SCOPED_TRACE(name.str());
  const MatrixUnit *unit = findMatrixUnit(name);
  ASSERT_NE(unit, nullptr);
  auto check = [&](const Fragment &fragment, TileDim row, TileDim column,
                   const Formula &formula) {
    for (int64_t lane = 0; lane != unit->getNumLanes(); ++lane)
      for (int64_t i = 0; i != fragment.getNumRegisters(); ++i)
        EXPECT_EQ(getPlace(fragment, row, column, lane, i), formula(lane, i))
            << "lane " << lane << " element " << i;
  };
  check(unit->lhs, TileDim::M, TileDim::K, a);
  check(unit->rhs, TileDim::K, TileDim::N, b);
  check(unit->result, TileDim::M, TileDim::N, c);
}

// Every element of a tile is in some register, those of the result in one.
TEST(MatrixUnits, HoldEveryElement) {
  for (llvm::ArrayRef<MatrixUnit> units :
       {getNVIDIAUnits(), getAMDUnits(), getX86Units()})
    for (const MatrixUnit &unit : units) {
      SCOPED_TRACE(unit.name.str());
      auto count = [&](const Fragment &fragment, TileDim row, TileDim column) {
        std::map<Place, int> held;
        for (int64_t lane = 0; lane != unit.getNumLanes(); ++lane)
          for (int64_t i = 0; i != fragment.getNumRegisters(); ++i) {
            Place place = getPlace(fragment, row, column, lane, i);
            EXPECT_LT(place.first, unit.getSize(row));
            EXPECT_LT(place.second, unit.getSize(column));
            ++held[place];
          }
        EXPECT_EQ(static_cast<int64_t>(held.size()),
                  unit.getSize(row) * unit.getSize(column));
        std::set<int> counts;
        for (auto [place, times] : held)
          counts.insert(times);
        EXPECT_EQ(counts.size(), 1u);
        return *counts.begin();
      };
      bool isTwice = unit.family == UnitFamily::WMMA11;
      EXPECT_EQ(count(unit.lhs, TileDim::M, TileDim::K), isTwice ? 2 : 1);
      EXPECT_EQ(count(unit.rhs, TileDim::K, TileDim::N), isTwice ? 2 : 1);
      EXPECT_EQ(count(unit.result, TileDim::M, TileDim::N), 1);
    }
}

// Lane i of 32 bits adds the products of the elements k * i to k * i + k - 1 of
// both sources; the left one's are the same in all lanes.
TEST(MatrixUnits, DotProductsAsTheManualSays) {
  for (const MatrixUnit &unit : getX86Units()) {
    if (unit.isOfTiles())
      continue;
    int64_t k = 4 / unit.getOperandBytes();
    EXPECT_EQ(unit.k, k);
    expectLayout(
        unit.name, [](int64_t, int64_t i) { return Place(0, i); },
        [&](int64_t, int64_t i) { return Place(i % k, i / k); },
        [](int64_t, int64_t i) { return Place(0, i); });
  }
}

// "TDPBSSD" and its like: row m of the left tile has the elements along k, row
// i of the right one k / 16 of them of each column, those of one column
// together.
TEST(MatrixUnits, TilesAsTheManualSays) {
  size_t count = 0;
  for (const MatrixUnit &unit : getX86Units()) {
    if (!unit.isOfTiles())
      continue;
    ++count;
    int64_t group = unit.sums == UnitType::I32 ? 4 : 2, k = 16 * group;
    EXPECT_EQ(unit.k, k);
    EXPECT_EQ(unit.k * unit.getOperandBytes(), 64);
    expectLayout(
        unit.name, [&](int64_t, int64_t i) { return Place(i / k, i % k); },
        [&](int64_t, int64_t i) {
          return Place(i / k * group + i % group, i % k / group);
        },
        [](int64_t, int64_t i) { return Place(i / 16, i % 16); });
    // Rows, and what is in one.
    for (const Fragment *fragment : {&unit.lhs, &unit.rhs, &unit.result}) {
      EXPECT_EQ(unit.getAxes(*fragment).size(), 2u);
      EXPECT_EQ(unit.getAxes(*fragment).front().size, 16);
      EXPECT_EQ(unit.getAxes(*fragment).back().size,
                fragment->getNumRegisters() / 16);
    }
    EXPECT_EQ(unit.getAxisDigits(unit.rhs, 1).size(), 2u);
  }
  EXPECT_EQ(count, 6u);
}

// The first source of VPDPBUSD is unsigned, the second signed.
TEST(MatrixUnits, SignsOfBytes) {
  for (const MatrixUnit &unit : getX86Units()) {
    if (!unit.name.starts_with("vpdpbusd"))
      continue;
    EXPECT_EQ(unit.getOperandKind(/*isLeft=*/!unit.isReversed), UnitType::UI8);
    EXPECT_EQ(unit.getOperandKind(/*isLeft=*/unit.isReversed), UnitType::SI8);
  }
}

TEST(MatrixUnits, FeaturesOfProcessors) {
  auto has = [](llvm::StringRef chip, llvm::StringRef unit) {
    return llvm::is_contained(getMatrixUnits(chip), findMatrixUnit(unit));
  };
  EXPECT_TRUE(getMatrixUnits("aarch64").empty());
  EXPECT_TRUE(has("x86", "pmaddwd.m1n4k2.s16.s16"));
  EXPECT_FALSE(has("x86", "vpmaddwd.m1n8k2.s16.s16"));
  EXPECT_TRUE(has("x86+avx2", "vpmaddwd.m1n8k2.s16.s16"));
  EXPECT_FALSE(has("x86+avx2", "vpmaddwd.m1n16k2.s16.s16"));
  EXPECT_TRUE(has("x86+avx512vl", "vpmaddwd.m1n16k2.s16.s16"));
  EXPECT_FALSE(has("x86+avx512vl", "vpdpbusd.m1n16k4.u8.s8"));
  EXPECT_TRUE(has("x86+avx512vnni", "vpdpbusd.m1n16k4.u8.s8"));
  EXPECT_FALSE(has("x86+avx512vnni", "vpdpbusd.m1n8k4.u8.s8"));
  EXPECT_TRUE(has("x86+avx512vl+avx512vnni", "vpdpbusd.m1n8k4.u8.s8"));
  EXPECT_TRUE(has("x86+avxvnni", "vpdpbusd.m1n8k4.s8.u8"));
  EXPECT_FALSE(has("x86+avxvnni", "vpdpbusd.m1n16k4.s8.u8"));
  EXPECT_FALSE(has("x86+avxvnni", "vpdpbssd.m1n8k4.s8.s8"));
  EXPECT_TRUE(has("x86+avxvnniint8", "vpdpbuud.m1n8k4.u8.u8"));
  EXPECT_FALSE(has("x86+avx512vnni", "vdpbf16ps.m1n16k2.bf16.f32"));
  EXPECT_TRUE(has("x86+avx512bf16", "vdpbf16ps.m1n16k2.bf16.f32"));
  EXPECT_TRUE(has("x86+amx-tile+amx-int8", "tdpbsud.m16n16k64.s8.u8"));
  EXPECT_FALSE(has("x86+amx-int8", "tdpbsud.m16n16k64.s8.u8"));
  EXPECT_FALSE(has("x86+amx-tile+amx-int8", "tdpbf16ps.m16n16k32.bf16.f32"));
  EXPECT_TRUE(has("x86+amx-tile+amx-bf16", "tdpbf16ps.m16n16k32.bf16.f32"));
  EXPECT_TRUE(has("x86+amx-tile+amx-fp16", "tdpfp16ps.m16n16k32.f16.f32"));
  EXPECT_FALSE(has("sm_80", "vpdpbusd.m1n16k4.u8.s8"));
}

TEST(MatrixUnits, MmaSync16BitAsPTXSays) {
  for (llvm::StringRef name : {"mma.m16n8k16.f16.f32", "mma.m16n8k16.bf16.f32",
                               "mma.m16n8k16.f16.f16"})
    expectLayout(
        name,
        [](int64_t lane, int64_t i) {
          bool isUpper = i < 2 || (i >= 4 && i < 6);
          return Place(lane / 4 + (isUpper ? 0 : 8),
                       lane % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0));
        },
        [](int64_t lane, int64_t i) {
          return Place(lane % 4 * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane / 4);
        },
        [](int64_t lane, int64_t i) {
          return Place(lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1));
        });
}

TEST(MatrixUnits, MmaSync8BitAsPTXSays) {
  for (llvm::StringRef name :
       {"mma.m16n8k32.s8.s32", "mma.m16n8k32.u8.s32", "mma.m16n8k32.e4m3.f32",
        "mma.m16n8k32.e5m2.f32"})
    expectLayout(
        name,
        [](int64_t lane, int64_t i) {
          bool isUpper = i < 4 || (i >= 8 && i < 12);
          return Place(lane / 4 + (isUpper ? 0 : 8),
                       lane % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0));
        },
        [](int64_t lane, int64_t i) {
          return Place(lane % 4 * 4 + (i & 3) + (i >= 4 ? 16 : 0), lane / 4);
        },
        [](int64_t lane, int64_t i) {
          return Place(lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1));
        });
}

TEST(MatrixUnits, MmaSyncTF32AsPTXSays) {
  expectLayout(
      "mma.m16n8k8.tf32.f32",
      [](int64_t lane, int64_t i) {
        bool isUpper = i == 0 || i == 2;
        return Place(lane / 4 + (isUpper ? 0 : 8), lane % 4 + (i >= 2 ? 4 : 0));
      },
      [](int64_t lane, int64_t i) {
        return Place(lane % 4 + (i ? 4 : 0), lane / 4);
      },
      [](int64_t lane, int64_t i) {
        return Place(lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1));
      });
}

TEST(MatrixUnits, MmaSyncF64AsPTXSays) {
  expectLayout(
      "mma.m8n8k4.f64.f64",
      [](int64_t lane, int64_t) { return Place(lane / 4, lane % 4); },
      [](int64_t lane, int64_t) { return Place(lane % 4, lane / 4); },
      [](int64_t lane, int64_t i) {
        return Place(lane / 4, lane % 4 * 2 + i);
      });
}

// "Register Fragments" of wgmma: a warp has 16 rows, and of these each lane
// what it has with mma.sync.
TEST(MatrixUnits, WarpgroupsAsPTXSays) {
  int numUnits = 0;
  for (const MatrixUnit &unit : getNVIDIAUnits()) {
    if (unit.family != UnitFamily::WGMMA)
      continue;
    SCOPED_TRACE(unit.name.str());
    ++numUnits;
    EXPECT_EQ(unit.getNumLanes(), 128);
    EXPECT_EQ(unit.k * unit.getOperandBytes(), 32);
    int64_t packed = 4 / unit.getOperandBytes();
    for (int64_t lane = 0; lane != 128; ++lane) {
      int64_t row = lane / 32 * 16 + lane % 32 / 4;
      for (int64_t i = 0; i != unit.lhs.getNumRegisters(); ++i) {
        int64_t word = i / packed;
        EXPECT_EQ(
            getPlace(unit.lhs, TileDim::M, TileDim::K, lane, i),
            Place(row + (word % 2 ? 8 : 0), lane % 4 * packed + i % packed +
                                                (word >= 2 ? 4 * packed : 0)));
      }
      for (int64_t i = 0; i != unit.result.getNumRegisters(); ++i)
        EXPECT_EQ(
            getPlace(unit.result, TileDim::M, TileDim::N, lane, i),
            Place(row + (i / 2 % 2 ? 8 : 0), i / 4 * 8 + lane % 4 * 2 + i % 2));
    }
  }
  EXPECT_EQ(numUnits, 27);
}

// "Matrix Descriptor Format" and the layout without swizzling of "Shared Memory
// Matrix Layout": 8 columns of 16 bytes along k are together, or 8 rows of 16
// bytes along n where the instruction is told to transpose; the descriptor has
// the bytes between those along k and those along n.
TEST(MatrixUnits, OperandsInMemoryAsPTXSays) {
  mlir::MLIRContext context;
  for (const MatrixUnit &unit : getNVIDIAUnits()) {
    if (!unit.readsRightFromMemory())
      continue;
    SCOPED_TRACE(unit.name.str());
    uint64_t descriptor = unit.getSharedDescriptor();
    int64_t alongK = (descriptor >> 16 & 0x3fff) * 16;
    int64_t alongN = (descriptor >> 32 & 0x3fff) * 16;
    EXPECT_EQ(descriptor & 0xffff, 0u);
    EXPECT_EQ(descriptor >> 62, 0u);
    int64_t bytes = unit.getOperandBytes();
    std::set<int64_t> places;
    for (int64_t lane = 0; lane != unit.getNumLanes(); ++lane)
      for (int64_t i = 0; i != unit.rhs.getNumRegisters(); ++i) {
        int64_t k = unit.rhs.getCoordinate(TileDim::K, lane, i);
        int64_t n = unit.rhs.getCoordinate(TileDim::N, lane, i);
        auto place = llvm::cast<mlir::AffineConstantExpr>(
            unit.getSharedPlace(mlir::getAffineConstantExpr(n, &context),
                                mlir::getAffineConstantExpr(k, &context)));
        int64_t expected = unit.rightAlongN
                               ? k / 8 * alongK + k % 8 * 16 +
                                     n * bytes / 16 * alongN + n * bytes % 16
                               : n / 8 * alongN + n % 8 * 16 +
                                     k * bytes / 16 * alongK + k * bytes % 16;
        EXPECT_EQ(place.getValue() * bytes, expected);
        EXPECT_LT(place.getValue(), unit.n * unit.k);
        places.insert(place.getValue());
      }
    EXPECT_EQ(static_cast<int64_t>(places.size()), unit.n * unit.k);
  }
}

// The coordinates of expressions are those of numbers.
TEST(MatrixUnits, CoordinatesOfDigits) {
  mlir::MLIRContext context;
  for (llvm::ArrayRef<MatrixUnit> units : {getNVIDIAUnits(), getAMDUnits()})
    for (const MatrixUnit &unit : units)
      for (const Fragment *fragment : {&unit.lhs, &unit.rhs, &unit.result})
        for (int64_t lane : {0, 1, 5, 14, 31})
          for (int64_t reg = 0; reg != fragment->getNumRegisters(); ++reg)
            for (TileDim dim : {TileDim::M, TileDim::N, TileDim::K}) {
              auto value =
                  llvm::cast<mlir::AffineConstantExpr>(fragment->getCoordinate(
                      dim,
                      getDigits(fragment->lanes,
                                mlir::getAffineConstantExpr(lane, &context)),
                      getDigits(fragment->registers,
                                mlir::getAffineConstantExpr(reg, &context)),
                      &context));
              EXPECT_EQ(value.getValue(),
                        fragment->getCoordinate(dim, lane, reg))
                  << unit.name.str();
            }
}

// Rows of the result alternate between the halves of a wave.
TEST(MatrixUnits, Gfx11AsTheISASays) {
  for (llvm::StringRef name : {"wmma.gfx11.f16.f32", "wmma.gfx11.bf16.f32",
                               "wmma.gfx11.s8.s32", "wmma.gfx11.u8.s32"})
    expectLayout(
        name, [](int64_t lane, int64_t i) { return Place(lane % 16, i); },
        [](int64_t lane, int64_t i) { return Place(i, lane % 16); },
        [](int64_t lane, int64_t i) {
          return Place(2 * i + lane / 16, lane % 16);
        });
}

TEST(MatrixUnits, Gfx12AsTheISASays) {
  for (llvm::StringRef name : {"wmma.gfx12.f16.f32", "wmma.gfx12.bf16.f32",
                               "wmma.gfx12.s8.s32", "wmma.gfx12.u8.s32"})
    expectLayout(
        name,
        [](int64_t lane, int64_t i) {
          return Place(lane % 16, lane / 16 * 8 + i);
        },
        [](int64_t lane, int64_t i) {
          return Place(lane / 16 * 8 + i, lane % 16);
        },
        [](int64_t lane, int64_t i) {
          return Place(lane / 16 * 8 + i, lane % 16);
        });
}

// Of MFMA the ISA gives: an element of the left operand is at row `lane % M`
// and `k = K / groups * (lane / M) + i`; one of the result at column `lane % N`
// and row `8 * (i / 4) + 4 * (lane / N) + i % 4`.
TEST(MatrixUnits, MFMAAsTheISASays) {
  for (const MatrixUnit &unit : getAMDUnits()) {
    if (!unit.isMFMA())
      continue;
    int64_t m = unit.m, k = unit.k;
    expectLayout(
        unit.name,
        [=](int64_t lane, int64_t i) {
          return Place(lane % m, k * m / 64 * (lane / m) + i);
        },
        [=](int64_t lane, int64_t i) {
          return Place(k * m / 64 * (lane / m) + i, lane % m);
        },
        [=](int64_t lane, int64_t i) {
          return Place(8 * (i / 4) + 4 * (lane / m) + i % 4, lane % m);
        });
  }
}

// What a chip has: names by generation, and exact units before others.
TEST(MatrixUnits, ChipsHaveTheirUnits) {
  auto has = [](llvm::StringRef chip, llvm::StringRef name) {
    for (const MatrixUnit *unit : getMatrixUnits(chip))
      if (unit->name == name)
        return true;
    return false;
  };
  EXPECT_TRUE(getMatrixUnits("sm_75").empty());
  EXPECT_TRUE(getMatrixUnits("gfx1030").empty());
  EXPECT_TRUE(getMatrixUnits("gfx906").empty());
  EXPECT_TRUE(getMatrixUnits("").empty());
  EXPECT_TRUE(has("sm_80", "mma.m16n8k16.bf16.f32"));
  EXPECT_FALSE(has("sm_80", "mma.m16n8k32.e4m3.f32"));
  EXPECT_TRUE(has("sm_90a", "mma.m16n8k32.e4m3.f32"));
  EXPECT_TRUE(has("sm_90a", "wgmma.m64n128k16.bf16.f32"));
  EXPECT_FALSE(has("sm_90", "wgmma.m64n128k16.bf16.f32"));
  EXPECT_FALSE(has("sm_100", "wgmma.m64n128k16.bf16.f32"));
  EXPECT_TRUE(has("gfx1100", "wmma.gfx11.f16.f32"));
  EXPECT_FALSE(has("gfx1100", "wmma.gfx12.f16.f32"));
  EXPECT_TRUE(has("gfx1201", "wmma.gfx12.f16.f32"));
  EXPECT_TRUE(has("gfx942", "mfma.gfx942.16x16x32.s8.s32"));
  EXPECT_FALSE(has("gfx90a", "mfma.gfx942.16x16x32.s8.s32"));
  EXPECT_TRUE(has("gfx90a", "mfma.16x16x4.f32.f32"));
  for (llvm::StringRef chip :
       {"sm_80", "sm_90", "sm_90a", "gfx90a", "gfx942"}) {
    bool seenInexact = false;
    for (const MatrixUnit *unit : getMatrixUnits(chip)) {
      EXPECT_FALSE(seenInexact && unit->inexact.empty()) << unit->name.str();
      seenInexact |= !unit->inexact.empty();
    }
  }
}

} // namespace
