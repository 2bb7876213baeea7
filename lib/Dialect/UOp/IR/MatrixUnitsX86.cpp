//===- MatrixUnitsX86.cpp - products of vector registers, tiles -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each 32-bit lane of a register adds to its sum the products of 4 bytes, 2
// words or 2 bf16 of both operands: a row of the left operand, which all lanes
// share, times as many columns as there are lanes. With AMX a register is a
// tile of 16 rows of 64 bytes: those of the left operand are its rows, each of
// the right one's has the 4 bytes or 2 elements along the sum of 16 columns.
// Layouts are those of the operations' pseudocode in Intel's Software
// Developer's Manual.
//
// Sums of bytes and of words are exact modulo 2^32. (VPDPBUSDS and VPMADDUBSW
// saturate, and are not here.) Of two products of words, PMADDWD, every x86
// with vectors has some length; both signs of bytes are words, without an
// offset.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

using namespace tinygrad::uop;

namespace {
constexpr TileDim M = TileDim::M, N = TileDim::N, K = TileDim::K;

/// A unit of `n` lanes, each of which holds `k` elements of either operand.
MatrixUnit getUnit(llvm::StringRef name, UnitFamily family, int64_t n,
                   int64_t k, UnitType left, UnitType right, UnitType sums,
                   llvm::StringRef intrinsic, bool isReversed = false,
                   llvm::StringRef inexact = "") {
  return {name,
          family,
          1,
          n,
          k,
          left,
          sums,
          Fragment{{}, {{k, K, 1}}},
          Fragment{{}, {{n, N, 1}, {k, K, 1}}},
          Fragment{{}, {{n, N, 1}}},
          intrinsic,
          Packing::Vector,
          Packing::Vector,
          inexact,
          /*assemblyPTX=*/0,
          right,
          isReversed};
}

/// A unit of `n` lanes, each of which multiplies two words of either operand.
MatrixUnit getWordUnit(llvm::StringRef name, int64_t n,
                       llvm::StringRef intrinsic) {
  MatrixUnit unit = getUnit(name, UnitFamily::Words, n, 2, UnitType::SI16,
                            UnitType::SI16, UnitType::I32, intrinsic);
  unit.addsApart = true;
  return unit;
}

/// A unit of tiles; `group` elements along the sum are neighbours in the right
/// one.
MatrixUnit getTileUnit(llvm::StringRef name, UnitFamily family, int64_t group,
                       UnitType left, UnitType right, UnitType sums,
                       llvm::StringRef intrinsic,
                       llvm::StringRef inexact = "") {
  constexpr int64_t kRows = 16;
  int64_t k = kRows * group;
  return {name,
          family,
          kRows,
          kRows,
          k,
          left,
          sums,
          Fragment{{}, {{kRows, M, 1}, {k, K, 1}}},
          Fragment{{}, {{kRows, K, group}, {kRows, N, 1}, {group, K, 1}}},
          Fragment{{}, {{kRows, M, 1}, {kRows, N, 1}}},
          intrinsic,
          Packing::Vector,
          Packing::Vector,
          inexact,
          /*assemblyPTX=*/0,
          right};
}

constexpr llvm::StringLiteral kFlushed =
    "denormal operands and sums are flushed to 0";
} // namespace

llvm::ArrayRef<MatrixUnit> tinygrad::uop::getX86Units() {
  using U = UnitType;
  using Family = UnitFamily;
  // The first operand of VPDPBUSD is unsigned, the second signed.
  // TDPFP16PS flushes sums, too, but those of products of f16 are multiples of
  // 2^-48, so none is denormal; f16's own denormals it keeps.
  static const MatrixUnit kUnits[] = {
      getTileUnit("tdpbssd.m16n16k64.s8.s8", Family::TileInt8, 4, U::SI8,
                  U::SI8, U::I32, "llvm.x86.tdpbssd.internal"),
      getTileUnit("tdpbsud.m16n16k64.s8.u8", Family::TileInt8, 4, U::SI8,
                  U::UI8, U::I32, "llvm.x86.tdpbsud.internal"),
      getTileUnit("tdpbusd.m16n16k64.u8.s8", Family::TileInt8, 4, U::UI8,
                  U::SI8, U::I32, "llvm.x86.tdpbusd.internal"),
      getTileUnit("tdpbuud.m16n16k64.u8.u8", Family::TileInt8, 4, U::UI8,
                  U::UI8, U::I32, "llvm.x86.tdpbuud.internal"),
      getTileUnit("tdpbf16ps.m16n16k32.bf16.f32", Family::TileBF16, 2, U::BF16,
                  U::BF16, U::F32, "llvm.x86.tdpbf16ps.internal", kFlushed),
      getTileUnit("tdpfp16ps.m16n16k32.f16.f32", Family::TileF16, 2, U::F16,
                  U::F16, U::F32, "llvm.x86.tdpfp16ps.internal"),
      getUnit("vpdpbusd.m1n16k4.u8.s8", Family::VNNI, 16, 4, U::UI8, U::SI8,
              U::I32, "llvm.x86.avx512.vpdpbusd.512"),
      getUnit("vpdpbusd.m1n16k4.s8.u8", Family::VNNI, 16, 4, U::SI8, U::UI8,
              U::I32, "llvm.x86.avx512.vpdpbusd.512", /*isReversed=*/true),
      getUnit("vpdpbssd.m1n8k4.s8.s8", Family::VNNIInt8, 8, 4, U::SI8, U::SI8,
              U::I32, "llvm.x86.avx2.vpdpbssd.256"),
      getUnit("vpdpbuud.m1n8k4.u8.u8", Family::VNNIInt8, 8, 4, U::UI8, U::UI8,
              U::I32, "llvm.x86.avx2.vpdpbuud.256"),
      getUnit("vpdpbusd.m1n8k4.u8.s8", Family::VNNI, 8, 4, U::UI8, U::SI8,
              U::I32, "llvm.x86.avx512.vpdpbusd.256"),
      getUnit("vpdpbusd.m1n8k4.s8.u8", Family::VNNI, 8, 4, U::SI8, U::UI8,
              U::I32, "llvm.x86.avx512.vpdpbusd.256", /*isReversed=*/true),
      getUnit("vdpbf16ps.m1n16k2.bf16.f32", Family::DotBF16, 16, 2, U::BF16,
              U::BF16, U::F32, "llvm.x86.avx512bf16.dpbf16ps.512",
              /*isReversed=*/false, kFlushed),
      getWordUnit("vpmaddwd.m1n16k2.s16.s16", 16,
                  "llvm.x86.avx512.pmaddw.d.512"),
      getWordUnit("vpmaddwd.m1n8k2.s16.s16", 8, "llvm.x86.avx2.pmadd.wd"),
      getWordUnit("pmaddwd.m1n4k2.s16.s16", 4, "llvm.x86.sse2.pmadd.wd"),
  };
  return kUnits;
}

bool tinygrad::uop::hasX86Unit(llvm::StringRef chip, const MatrixUnit &unit) {
  llvm::SmallVector<llvm::StringRef> features;
  chip.split(features, '+');
  if (features.front() != "x86")
    return false;
  auto has = [&](llvm::StringRef feature) {
    return llvm::is_contained(features, feature);
  };
  switch (unit.family) {
  case UnitFamily::VNNI:
    if (unit.n == 16)
      return has("avx512vnni");
    return has("avxvnni") || (has("avx512vnni") && has("avx512vl"));
  case UnitFamily::VNNIInt8:
    return has("avxvnniint8");
  case UnitFamily::Words:
    // Chips have AVX512VL where they have BW, too.
    return unit.n == 16  ? has("avx512vl")
           : unit.n == 8 ? has("avx512vl") || has("avx2")
                         : true;
  case UnitFamily::DotBF16:
    return has("avx512bf16");
  case UnitFamily::TileInt8:
    return has("amx-tile") && has("amx-int8");
  case UnitFamily::TileBF16:
    return has("amx-tile") && has("amx-bf16");
  case UnitFamily::TileF16:
    return has("amx-tile") && has("amx-fp16");
  default:
    return false;
  }
}
