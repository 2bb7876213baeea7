//===- MatrixUnitsNVIDIA.cpp - mma.sync -------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts are those of "Matrix Fragments for mma" in the PTX ISA: a lane is
// `4 * group + t`. A group has a row of the left operand and of the result and
// a column of the right operand; t moves along k, or along the columns of the
// result, by as many elements as fill 32 bits.
//
// Products are exact. Sums of f32 drop bits below the largest term's last
// instead of rounding, with no more error per term than twice that of rounding.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

using namespace tinygrad::uop;

namespace {
constexpr TileDim M = TileDim::M, N = TileDim::N, K = TileDim::K;

/// An m16 x k tile whose registers hold `packed` neighbours along k.
Fragment getLeft(int64_t k, int64_t packed) {
  Fragment left{{{8, M, 1}, {4, K, packed}}, {{2, M, 8}}};
  if (k > 4 * packed)
    left.registers.insert(left.registers.begin(),
                          {k / (4 * packed), K, 4 * packed});
  if (packed > 1)
    left.registers.push_back({packed, K, 1});
  return left;
}

Fragment getRight(int64_t k, int64_t packed) {
  Fragment right{{{8, N, 1}, {4, K, packed}}, {}};
  if (k > 4 * packed)
    right.registers.push_back({k / (4 * packed), K, 4 * packed});
  if (packed > 1)
    right.registers.push_back({packed, K, 1});
  return right;
}

Fragment getResult() {
  return {{{8, M, 1}, {4, N, 2}}, {{2, M, 8}, {2, N, 1}}};
}

MatrixUnit getUnit(llvm::StringRef name, int64_t k, int64_t packed,
                   UnitType operands, UnitType sums, llvm::StringRef intrinsic,
                   Packing operandPacking, Packing sumPacking,
                   llvm::StringRef inexact = "", unsigned assemblyPTX = 0) {
  return {name,
          UnitFamily::MmaSync,
          16,
          8,
          k,
          operands,
          sums,
          getLeft(k, packed),
          getRight(k, packed),
          getResult(),
          intrinsic,
          operandPacking,
          sumPacking,
          inexact,
          assemblyPTX};
}

constexpr llvm::StringLiteral kShortSums =
    "the sums keep about 14 bits while products are added";
constexpr llvm::StringLiteral kHalfSums = "the sums are f16";
/// The products of fp8 came later than the chips that have them.
constexpr unsigned kProductsOfBytesPTX = 84;
constexpr llvm::StringLiteral kRounded =
    "the operands are rounded to 11 bits (tf32)";
} // namespace

llvm::ArrayRef<MatrixUnit> tinygrad::uop::getNVIDIAUnits() {
  using U = UnitType;
  using P = Packing;
  // An f64 tile has 8 rows, and so one row of the left operand to a group.
  static const MatrixUnit kDouble = {"mma.m8n8k4.f64.f64",
                                     UnitFamily::MmaSync,
                                     8,
                                     8,
                                     4,
                                     U::F64,
                                     U::F64,
                                     {{{8, M, 1}, {4, K, 1}}, {}},
                                     {{{8, N, 1}, {4, K, 1}}, {}},
                                     {{{8, M, 1}, {4, N, 2}}, {{2, N, 1}}},
                                     "llvm.nvvm.mma.m8n8k4.row.col.f64",
                                     P::Scalars,
                                     P::Scalars};
  static const MatrixUnit kUnits[] = {
      getUnit("mma.m16n8k16.f16.f32", 16, 2, U::F16, U::F32,
              "llvm.nvvm.mma.m16n8k16.row.col.f32.f32", P::Pairs, P::Scalars),
      getUnit("mma.m16n8k16.bf16.f32", 16, 2, U::BF16, U::F32,
              "llvm.nvvm.mma.m16n8k16.row.col.bf16", P::Words, P::Scalars),
      getUnit("mma.m16n8k32.s8.s32", 32, 4, U::SI8, U::I32,
              "llvm.nvvm.mma.m16n8k32.row.col.s8", P::Words, P::Scalars),
      getUnit("mma.m16n8k32.u8.s32", 32, 4, U::UI8, U::I32,
              "llvm.nvvm.mma.m16n8k32.row.col.u8", P::Words, P::Scalars),
      kDouble,
      getUnit("mma.m16n8k16.f16.f16", 16, 2, U::F16, U::F16,
              "llvm.nvvm.mma.m16n8k16.row.col.f16.f16", P::Pairs, P::Pairs,
              kHalfSums),
      getUnit("mma.m16n8k8.tf32.f32", 8, 1, U::TF32, U::F32,
              "llvm.nvvm.mma.m16n8k8.row.col.tf32", P::Words, P::Scalars,
              kRounded),
      getUnit("mma.m16n8k32.e4m3.f32", 32, 4, U::F8E4M3, U::F32,
              "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", P::Words,
              P::Scalars, kShortSums, kProductsOfBytesPTX),
      getUnit("mma.m16n8k32.e5m2.f32", 32, 4, U::F8E5M2, U::F32,
              "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", P::Words,
              P::Scalars, kShortSums, kProductsOfBytesPTX),
  };
  return kUnits;
}

bool tinygrad::uop::hasNVIDIAUnit(llvm::StringRef chip,
                                  const MatrixUnit &unit) {
  unsigned number = 0;
  if (unit.family != UnitFamily::MmaSync)
    return false;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return false;
  bool isFP8 =
      unit.operands == UnitType::F8E4M3 || unit.operands == UnitType::F8E5M2;
  return number >= (isFP8 ? 89u : 80u);
}
