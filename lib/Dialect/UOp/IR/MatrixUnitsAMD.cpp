//===- MatrixUnitsAMD.cpp - WMMA and MFMA -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WMMA (gfx11, gfx12) is for 32 lanes. On gfx11 the upper 16 lanes hold the
// same operands as the lower ones, and the rows of the result alternate between
// the halves; on gfx12 each half has a half of k, and of the rows. MFMA is
// for 64.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

using namespace tinygrad::uop;

namespace {
constexpr TileDim M = TileDim::M, N = TileDim::N, K = TileDim::K;

/// 16 x 16 x 16, the operands twice.
MatrixUnit getGfx11(llvm::StringRef name, UnitType operands, UnitType sums,
                    llvm::StringRef intrinsic, Packing packing) {
  return {name,
          UnitFamily::WMMA11,
          16,
          16,
          16,
          operands,
          sums,
          {{{2, K, 0}, {16, M, 1}}, {{16, K, 1}}},
          {{{2, K, 0}, {16, N, 1}}, {{16, K, 1}}},
          {{{2, M, 1}, {16, N, 1}}, {{8, M, 2}}},
          intrinsic,
          packing,
          Packing::Vector};
}

MatrixUnit getGfx12(llvm::StringRef name, UnitType operands, UnitType sums,
                    llvm::StringRef intrinsic, Packing packing) {
  return {name,
          UnitFamily::WMMA12,
          16,
          16,
          16,
          operands,
          sums,
          {{{2, K, 8}, {16, M, 1}}, {{8, K, 1}}},
          {{{2, K, 8}, {16, N, 1}}, {{8, K, 1}}},
          {{{2, M, 8}, {16, N, 1}}, {{8, M, 1}}},
          intrinsic,
          packing,
          Packing::Vector};
}

/// 16 x 16 results of 64 lanes, each with `k / 4` neighbours along k.
MatrixUnit getMFMA16(llvm::StringRef name, UnitFamily family, int64_t k,
                     UnitType operands, UnitType sums,
                     llvm::StringRef intrinsic, Packing packing,
                     llvm::StringRef inexact = "") {
  MatrixUnit unit = {name,
                     family,
                     16,
                     16,
                     k,
                     operands,
                     sums,
                     {{{4, K, k / 4}, {16, M, 1}}, {}},
                     {{{4, K, k / 4}, {16, N, 1}}, {}},
                     {{{4, M, 4}, {16, N, 1}}, {{4, M, 1}}},
                     intrinsic,
                     packing,
                     Packing::Vector,
                     inexact};
  if (k > 4) {
    unit.lhs.registers.push_back({k / 4, K, 1});
    unit.rhs.registers.push_back({k / 4, K, 1});
  }
  return unit;
}

/// 32 x 32 results.
MatrixUnit getMFMA32(llvm::StringRef name, UnitFamily family, int64_t k,
                     UnitType operands, UnitType sums,
                     llvm::StringRef intrinsic, Packing packing,
                     llvm::StringRef inexact = "") {
  return {name,
          family,
          32,
          32,
          k,
          operands,
          sums,
          {{{2, K, k / 2}, {32, M, 1}}, {{k / 2, K, 1}}},
          {{{2, K, k / 2}, {32, N, 1}}, {{k / 2, K, 1}}},
          {{{2, M, 4}, {32, N, 1}}, {{4, M, 8}, {4, M, 1}}},
          intrinsic,
          packing,
          Packing::Vector,
          inexact};
}

constexpr llvm::StringLiteral kFlushes =
    "denormal operands and sums are taken for zero";
} // namespace

llvm::ArrayRef<MatrixUnit> tinygrad::uop::getAMDUnits() {
  using F = UnitFamily;
  using U = UnitType;
  using P = Packing;
  static const MatrixUnit kUnits[] = {
      getGfx11("wmma.gfx11.f16.f32", U::F16, U::F32,
               "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16", P::Vector),
      getGfx11("wmma.gfx11.bf16.f32", U::BF16, U::F32,
               "llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16", P::Halves),
      getGfx11("wmma.gfx11.s8.s32", U::SI8, U::I32,
               "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32", P::Packed),
      getGfx11("wmma.gfx11.u8.s32", U::UI8, U::I32,
               "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32", P::Packed),
      getGfx12("wmma.gfx12.f16.f32", U::F16, U::F32,
               "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16", P::Vector),
      getGfx12("wmma.gfx12.bf16.f32", U::BF16, U::F32,
               "llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v8i16", P::Halves),
      getGfx12("wmma.gfx12.s8.s32", U::SI8, U::I32,
               "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32", P::Packed),
      getGfx12("wmma.gfx12.u8.s32", U::UI8, U::I32,
               "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32", P::Packed),
      // gfx942 first: its units keep denormals and its i8 tiles are longer. 16
      // x 16 before 32 x 32: as many products in a cycle, and less to pad.
      getMFMA16("mfma.gfx942.16x16x16.f16.f32", F::MFMA942, 16, U::F16, U::F32,
                "llvm.amdgcn.mfma.f32.16x16x16f16", P::Vector),
      getMFMA32("mfma.gfx942.32x32x8.f16.f32", F::MFMA942, 8, U::F16, U::F32,
                "llvm.amdgcn.mfma.f32.32x32x8f16", P::Vector),
      getMFMA16("mfma.gfx942.16x16x16.bf16.f32", F::MFMA942, 16, U::BF16,
                U::F32, "llvm.amdgcn.mfma.f32.16x16x16bf16.1k", P::Halves),
      getMFMA32("mfma.gfx942.32x32x8.bf16.f32", F::MFMA942, 8, U::BF16, U::F32,
                "llvm.amdgcn.mfma.f32.32x32x8bf16.1k", P::Halves),
      getMFMA16("mfma.gfx942.16x16x32.s8.s32", F::MFMA942, 32, U::SI8, U::I32,
                "llvm.amdgcn.mfma.i32.16x16x32.i8", P::Wide),
      getMFMA32("mfma.gfx942.32x32x16.s8.s32", F::MFMA942, 16, U::SI8, U::I32,
                "llvm.amdgcn.mfma.i32.32x32x16.i8", P::Wide),
      getMFMA16("mfma.gfx90a.16x16x16.s8.s32", F::MFMA90A, 16, U::SI8, U::I32,
                "llvm.amdgcn.mfma.i32.16x16x16i8", P::Packed),
      getMFMA32("mfma.gfx90a.32x32x8.s8.s32", F::MFMA90A, 8, U::SI8, U::I32,
                "llvm.amdgcn.mfma.i32.32x32x8i8", P::Packed),
      getMFMA16("mfma.16x16x4.f32.f32", F::MFMA, 4, U::F32, U::F32,
                "llvm.amdgcn.mfma.f32.16x16x4f32", P::Scalars),
      getMFMA16("mfma.gfx90a.16x16x16.f16.f32", F::MFMA90A, 16, U::F16, U::F32,
                "llvm.amdgcn.mfma.f32.16x16x16f16", P::Vector, kFlushes),
      getMFMA32("mfma.gfx90a.32x32x8.f16.f32", F::MFMA90A, 8, U::F16, U::F32,
                "llvm.amdgcn.mfma.f32.32x32x8f16", P::Vector, kFlushes),
      getMFMA16("mfma.gfx90a.16x16x16.bf16.f32", F::MFMA90A, 16, U::BF16,
                U::F32, "llvm.amdgcn.mfma.f32.16x16x16bf16.1k", P::Halves,
                kFlushes),
      getMFMA32("mfma.gfx90a.32x32x8.bf16.f32", F::MFMA90A, 8, U::BF16, U::F32,
                "llvm.amdgcn.mfma.f32.32x32x8bf16.1k", P::Halves, kFlushes),
  };
  return kUnits;
}

bool tinygrad::uop::hasAMDUnit(llvm::StringRef chip, const MatrixUnit &unit) {
  switch (unit.family) {
  case UnitFamily::WMMA11:
    return chip.starts_with("gfx11");
  case UnitFamily::WMMA12:
    return chip.starts_with("gfx120");
  case UnitFamily::MFMA:
    return chip == "gfx90a" || chip == "gfx942";
  case UnitFamily::MFMA90A:
    return chip == "gfx90a";
  case UnitFamily::MFMA942:
    return chip == "gfx942";
  default:
    return false;
  }
}
