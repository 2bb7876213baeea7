//===- MatrixUnits.h - tiles and lanes of matrix units ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix unit multiplies an m x k tile by a k x n tile. The lanes of a
// subgroup hold both and the sums, each lane a few elements, its *registers*.
// Which elements is a fixed thing of the instruction. All units so far agree in
// that a tile's coordinates are sums of digits: a lane's number is written in a
// mixed base, so is a register's, and each digit moves one coordinate (or none,
// where lanes hold the same) by a constant step. One table of such rows per
// target is all that the compiler knows of them.
//
// The units of a processor are instructions of one thread: one lane, whose
// registers are the elements of vector registers, or of registers that are
// tiles, a few rows of bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_MATRIXUNITS_H
#define TINYGRAD_DIALECT_UOP_IR_MATRIXUNITS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace tinygrad::uop {

/// A coordinate of a product of matrices.
enum class TileDim { M, N, K };

/// One digit of a lane's or a register's number: `size` values, each of which
/// moves the coordinate `dim` by `step` (0: no coordinate).
struct TileDigit {
  int64_t size;
  TileDim dim;
  int64_t step;
};

/// Where a lane's elements of one matrix are. The digits are those of the
/// number from its highest to its lowest; the sizes of `lanes` are the same for
/// the three matrices of a unit.
struct Fragment {
  llvm::SmallVector<TileDigit, 2> lanes;
  llvm::SmallVector<TileDigit, 3> registers;

  int64_t getNumRegisters() const;
  /// The coordinate `dim` of register `reg` of lane `lane`.
  int64_t getCoordinate(TileDim dim, int64_t lane, int64_t reg) const;
  /// The same where the digits of both are known.
  mlir::AffineExpr
  getCoordinate(TileDim dim, llvm::ArrayRef<mlir::AffineExpr> laneDigits,
                llvm::ArrayRef<mlir::AffineExpr> registerDigits,
                mlir::MLIRContext *context) const;
};

/// The digits of `number`, which is less than the product of their sizes.
llvm::SmallVector<mlir::AffineExpr> getDigits(llvm::ArrayRef<TileDigit> digits,
                                              mlir::AffineExpr number);

/// Types of elements.
enum class UnitType {
  F16,
  BF16,
  TF32,
  F32,
  F64,
  SI8,
  UI8,
  SI16,
  F8E4M3,
  F8E5M2,
  I32
};

/// How registers are passed to the unit's instruction.
enum class Packing {
  Scalars, ///< One operand per element.
  Pairs,   ///< One per two elements of f16, as a vector.
  Words,   ///< One per 32 bits, as an integer.
  Vector,  ///< All elements as one vector.
  Halves,  ///< All elements as one vector of 16-bit integers.
  Packed,  ///< All as a vector of 32-bit integers; as one integer if it is one.
  Wide,    ///< All as one 64-bit integer.
};

/// Units that are called alike, on the same chips.
enum class UnitFamily {
  MmaSync,  ///< NVIDIA's mma.sync.
  WGMMA,    ///< NVIDIA's wgmma of sm_90a, by four subgroups.
  WMMA11,   ///< AMD's WMMA of gfx11.
  WMMA12,   ///< That of gfx12.
  MFMA,     ///< AMD's MFMA of both gfx90a and gfx942.
  MFMA90A,  ///< What gfx90a alone has, or does in its own way.
  MFMA942,  ///< And gfx942.
  VNNI,     ///< x86's products of unsigned and signed bytes.
  VNNIInt8, ///< Of bytes of one sign.
  Words,    ///< Of signed 16-bit integers, by which bytes are multiplied, too.
  DotBF16,  ///< Of bf16, AVX512_BF16.
  TileInt8, ///< Of tiles of bytes, AMX_INT8.
  TileBF16, ///< Of bf16, AMX_BF16.
  TileF16,  ///< Of f16, AMX_FP16.
};

/// Memory of the workgroup from which units read an operand as it was copied
/// there: rows of neighbours, cut into panels of `width` bytes; the rows of a
/// panel follow each other. So that rows under each other are in different
/// banks, the pieces of 16 bytes of a row change places, differently in each of
/// 8 rows, which the unit undoes ("swizzling"). A panel begins at a multiple of
/// these 8 rows.
struct SwizzledPanels {
  int64_t width; ///< 32, 64 or 128.
  int64_t bytes; ///< From one panel to the next.

  static constexpr int64_t kPieceBytes = 16, kRows = 8;
  static bool isWidth(int64_t bytes) {
    return bytes == 32 || bytes == 64 || bytes == 128;
  }
  int64_t getPeriod() const { return width * kRows; }
  /// Piece `p` is at the place of piece `p ^ (p >> kShift & getMask())`.
  static constexpr int64_t kShift = 3;
  int64_t getMask() const { return width / kPieceBytes - 1; }
};

struct MatrixUnit {
  llvm::StringRef name;
  UnitFamily family;
  int64_t m, n, k;
  UnitType operands, sums;
  Fragment lhs, rhs, result;
  /// LLVM's intrinsic, or the instruction, and what it takes and gives.
  llvm::StringRef intrinsic;
  Packing operandPacking, sumPacking;
  /// What the unit does not do as a sum of products in the type of the sums
  /// does, in words; empty where its error has the bound of any order.
  llvm::StringRef inexact = "";
  /// LLVM has no intrinsic, but the assembler knows the instruction from this
  /// version of PTX on; 0 where it has one.
  unsigned assemblyPTX = 0;
  /// On such an assembly op, that version.
  static constexpr llvm::StringLiteral kPTX = "uop.ptx";
  /// The right operand's, where it is not that of the left.
  std::optional<UnitType> rightOperands = std::nullopt;
  /// The instruction takes the right operand first.
  bool isReversed = false;
  /// A right operand in memory has neighbours along n side by side, not along
  /// k.
  bool rightAlongN = false;
  /// The instruction gives the products' sums along k alone, which are added to
  /// the sums so far by another.
  bool addsApart = false;

  bool isNVIDIA() const {
    return family == UnitFamily::MmaSync || family == UnitFamily::WGMMA;
  }
  bool isMFMA() const;
  /// Whether registers are tiles, which memory is loaded to and stored from row
  /// by row: AMX.
  bool isOfTiles() const {
    return family == UnitFamily::TileInt8 || family == UnitFamily::TileBF16 ||
           family == UnitFamily::TileF16;
  }
  /// The axes of the registers of a matrix: its digits; one for all that a
  /// vector register of a processor holds; of a tile one for the rows, the
  /// first digit, and one for what is in a row.
  llvm::SmallVector<TileDigit> getAxes(const Fragment &fragment) const;
  /// The digits of `fragment` of which axis number `axis` is made.
  llvm::ArrayRef<TileDigit> getAxisDigits(const Fragment &fragment,
                                          size_t axis) const;
  /// Whether the instruction is told of each operand if it is signed.
  bool takesSigns() const;
  int64_t getNumLanes() const;
  /// The type of the left or the right operand.
  UnitType getOperandKind(bool isLeft) const {
    return isLeft ? operands : rightOperands.value_or(operands);
  }
  int64_t getSize(TileDim dim) const;
  int64_t getOperandBytes() const;

  /// Whether the right operand is read from memory of the workgroup, where the
  /// lanes have put what `rhs` says, not from registers. It is there in *core
  /// matrices* of 8 columns, each of 16 bytes along k, which follow each other
  /// along k first; with `rightAlongN` the same with n and k exchanged.
  bool readsRightFromMemory() const { return family == UnitFamily::WGMMA; }
  int64_t getCoreRowElements() const {
    return kCoreRowBytes / getOperandBytes();
  }
  /// The place, in elements, of what is at `n` and `k`.
  mlir::AffineExpr getSharedPlace(mlir::AffineExpr n, mlir::AffineExpr k) const;
  /// The descriptor of a right operand at address 0, as the instruction wants
  /// it; bits 4 to 17 of an address are added as its lowest.
  uint64_t getSharedDescriptor() const;
  /// The width of panels for rows of `rowBytes` along k, or along n with
  /// `rightAlongN`, from which the right operand can be read; 0 if there is
  /// none.
  int64_t getPanelWidth(int64_t rowBytes) const;
  /// The descriptor of a right operand at address 0 in such panels.
  uint64_t getSharedDescriptor(const SwizzledPanels &panels) const;
  static constexpr int64_t kCoreRowBytes = 16, kCoreRows = 8;

  /// The types of elements in the IR; both signs of i8 are one type there.
  mlir::Type getOperandType(mlir::MLIRContext *context) const;
  mlir::Type getSumType(mlir::MLIRContext *context) const;
};

class MmaOp;

/// Whether the unit of `mma` is one of a thread, which holds all registers of
/// an operand as one axis.
bool isOfOneThread(MmaOp mma);
/// Whether `mma`, moreover, is the unit's instruction: its operands are bytes,
/// or whatever the unit multiplies, not what their products are computed in.
bool isInstruction(MmaOp mma);

/// The unit of a name, of any target; null if there is none.
const MatrixUnit *findMatrixUnit(llvm::StringRef name);

/// The units of a chip such as `sm_80` or `gfx1100`, or of a processor by its
/// features, `x86+avx512vnni`; the better ones first.
llvm::SmallVector<const MatrixUnit *> getMatrixUnits(llvm::StringRef chip);

/// All units, by target.
llvm::ArrayRef<MatrixUnit> getNVIDIAUnits();
llvm::ArrayRef<MatrixUnit> getAMDUnits();
llvm::ArrayRef<MatrixUnit> getX86Units();

/// Whether `chip` has `unit`.
bool hasNVIDIAUnit(llvm::StringRef chip, const MatrixUnit &unit);
bool hasAMDUnit(llvm::StringRef chip, const MatrixUnit &unit);
bool hasX86Unit(llvm::StringRef chip, const MatrixUnit &unit);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_IR_MATRIXUNITS_H
