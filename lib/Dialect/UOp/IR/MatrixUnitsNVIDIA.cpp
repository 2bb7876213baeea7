//===- MatrixUnitsNVIDIA.cpp - mma.sync and wgmma ---------------*- C++ -*-===//
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
// wgmma is for four subgroups, each of which has 16 rows as with mma.sync; the
// right operand is in memory, where each lane puts neighbours along k, and
// neighbouring lanes have neighbouring columns.
//
// Products are exact. Sums of f32 drop bits below the largest term's last
// instead of rounding, with no more error per term than twice that of rounding.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

using namespace tinygrad::uop;

namespace {
/// What LLVM's intrinsics do not cover of PTX, and the version it came with.
constexpr unsigned kProductsOfBytesPTX = 84, kWarpgroupPTX = 80;
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

/// What each lane puts into memory of an operand of `k` rows and n columns: the
/// lanes' digits are those of the other matrices.
Fragment getStored(int64_t n, int64_t k) {
  if (n == 128)
    return {{{4, N, 32}, {8, N, 4}, {2, N, 2}, {2, N, 1}}, {{k, K, 1}}};
  if (n == 64)
    return {{{4, N, 16}, {8, N, 2}, {2, K, k / 2}, {2, N, 1}}, {{k / 2, K, 1}}};
  return {{{4, N, 8}, {8, N, 1}, {2, K, k / 2}, {2, K, k / 4}},
          {{k / 4, K, 1}}};
}

/// The same along n, for 16 rows.
Fragment getStoredAlongN(int64_t n) {
  int64_t chunk = n == 32 ? 4 : 8;
  Fragment stored{{{4, K, 4}, {8, N, chunk}, {2, K, 2}, {2, K, 1}}, {}};
  if (n == 128)
    stored.registers.push_back({2, N, 64});
  stored.registers.push_back({chunk, N, 1});
  return stored;
}

/// m64 x n, for 32 bytes along k.
MatrixUnit getWarpgroup(llvm::StringRef name, int64_t n, int64_t packed,
                        UnitType operands, UnitType sums,
                        llvm::StringRef instruction,
                        llvm::StringRef inexact = "",
                        bool rightAlongN = false) {
  int64_t k = 8 * packed;
  Fragment left{{{4, M, 16}, {8, M, 1}, {2, K, 2 * packed}, {2, K, packed}},
                {{2, K, 4 * packed}, {2, M, 8}}};
  if (packed > 1)
    left.registers.push_back({packed, K, 1});
  Fragment result{{{4, M, 16}, {8, M, 1}, {2, N, 4}, {2, N, 2}},
                  {{n / 8, N, 8}, {2, M, 8}, {2, N, 1}}};
  Fragment right = rightAlongN ? getStoredAlongN(n) : getStored(n, k);
  return {name,
          UnitFamily::WGMMA,
          64,
          n,
          k,
          operands,
          sums,
          left,
          right,
          result,
          instruction,
          Packing::Words,
          Packing::Scalars,
          inexact,
          kWarpgroupPTX,
          /*rightOperands=*/std::nullopt,
          /*isReversed=*/false,
          rightAlongN};
}

constexpr llvm::StringLiteral kShortSums =
    "the sums keep about 14 bits while products are added";
constexpr llvm::StringLiteral kHalfSums = "the sums are f16";
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
      getWarpgroup("wgmma.m64n128k16.f16.f32", 128, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16"),
      getWarpgroup("wgmma.m64n128k16.f16.f32.along_n", 128, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "",
                   true),
      getWarpgroup("wgmma.m64n64k16.f16.f32", 64, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16"),
      getWarpgroup("wgmma.m64n64k16.f16.f32.along_n", 64, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16", "",
                   true),
      getWarpgroup("wgmma.m64n32k16.f16.f32", 32, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16"),
      getWarpgroup("wgmma.m64n32k16.f16.f32.along_n", 32, 2, U::F16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16", "",
                   true),
      getWarpgroup("wgmma.m64n128k16.bf16.f32", 128, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16"),
      getWarpgroup("wgmma.m64n128k16.bf16.f32.along_n", 128, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", "",
                   true),
      getWarpgroup("wgmma.m64n64k16.bf16.f32", 64, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16"),
      getWarpgroup("wgmma.m64n64k16.bf16.f32.along_n", 64, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16", "",
                   true),
      getWarpgroup("wgmma.m64n32k16.bf16.f32", 32, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16"),
      getWarpgroup("wgmma.m64n32k16.bf16.f32.along_n", 32, 2, U::BF16, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16", "",
                   true),
      getWarpgroup("wgmma.m64n128k32.s8.s32", 128, 4, U::SI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8"),
      getWarpgroup("wgmma.m64n64k32.s8.s32", 64, 4, U::SI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8"),
      getWarpgroup("wgmma.m64n32k32.s8.s32", 32, 4, U::SI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8"),
      getWarpgroup("wgmma.m64n128k32.u8.s32", 128, 4, U::UI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8"),
      getWarpgroup("wgmma.m64n64k32.u8.s32", 64, 4, U::UI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8"),
      getWarpgroup("wgmma.m64n32k32.u8.s32", 32, 4, U::UI8, U::I32,
                   "wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8"),
      getUnit("mma.m16n8k16.f16.f32", 16, 2, U::F16, U::F32,
              "llvm.nvvm.mma.m16n8k16.row.col.f32.f32", P::Pairs, P::Scalars),
      getUnit("mma.m16n8k16.bf16.f32", 16, 2, U::BF16, U::F32,
              "llvm.nvvm.mma.m16n8k16.row.col.bf16", P::Words, P::Scalars),
      getUnit("mma.m16n8k32.s8.s32", 32, 4, U::SI8, U::I32,
              "llvm.nvvm.mma.m16n8k32.row.col.s8", P::Words, P::Scalars),
      getUnit("mma.m16n8k32.u8.s32", 32, 4, U::UI8, U::I32,
              "llvm.nvvm.mma.m16n8k32.row.col.u8", P::Words, P::Scalars),
      kDouble,
      getWarpgroup("wgmma.m64n128k8.tf32.f32", 128, 1, U::TF32, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32",
                   kRounded),
      getWarpgroup("wgmma.m64n64k8.tf32.f32", 64, 1, U::TF32, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32",
                   kRounded),
      getWarpgroup("wgmma.m64n32k8.tf32.f32", 32, 1, U::TF32, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32",
                   kRounded),
      getWarpgroup("wgmma.m64n128k32.e4m3.f32", 128, 4, U::F8E4M3, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3",
                   kShortSums),
      getWarpgroup("wgmma.m64n64k32.e4m3.f32", 64, 4, U::F8E4M3, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3",
                   kShortSums),
      getWarpgroup("wgmma.m64n32k32.e4m3.f32", 32, 4, U::F8E4M3, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k32.f32.e4m3.e4m3",
                   kShortSums),
      getWarpgroup("wgmma.m64n128k32.e5m2.f32", 128, 4, U::F8E5M2, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n128k32.f32.e5m2.e5m2",
                   kShortSums),
      getWarpgroup("wgmma.m64n64k32.e5m2.f32", 64, 4, U::F8E5M2, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n64k32.f32.e5m2.e5m2",
                   kShortSums),
      getWarpgroup("wgmma.m64n32k32.e5m2.f32", 32, 4, U::F8E5M2, U::F32,
                   "wgmma.mma_async.sync.aligned.m64n32k32.f32.e5m2.e5m2",
                   kShortSums),
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
  if (unit.family == UnitFamily::WGMMA)
    return chip == "sm_90a";
  unsigned number = 0;
  if (unit.family != UnitFamily::MmaSync)
    return false;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return false;
  bool isFP8 =
      unit.operands == UnitType::F8E4M3 || unit.operands == UnitType::F8E5M2;
  return number >= (isFP8 ? 89u : 80u);
}
