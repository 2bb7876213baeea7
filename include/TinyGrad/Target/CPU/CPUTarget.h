//===- CPUTarget.h - kernels to machine code --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a module in the LLVM dialect to a relocatable object, and from objects
// to addresses. The object is the one form of compiled code: LLJIT adds it,
// caches keep it, `jit.program` holds it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TARGET_CPU_CPUTARGET_H
#define TINYGRAD_TARGET_CPU_CPUTARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace tinygrad::cpu {

/// What kernels may assume of the processor.
struct TargetInfo {
  std::string triple;
  /// LLVM's processor name; "x86-64" by default, since virtual machines lie
  /// about their model.
  std::string cpu;
  /// LLVM feature string, from the feature bits: "+avx2,+fma,…".
  std::string features;
  unsigned vectorBits = 128; ///< Width of the widest vector register to use.
  unsigned vectorRegisters = 16;
  bool hasFMA = false;
  bool hasRoundings = false;     ///< Floats to whole numbers: SSE4.1 or better.
  bool hasF16Arithmetic = false; ///< AVX-512 FP16 or better.
  /// For its matrix units, as `getMatrixUnits` takes it: "x86+avx512vnni".
  std::string chip;
  unsigned matrixUnits = 1;                      ///< As uop-optimize has it.
  int64_t l1Bytes = 32 << 10, l2Bytes = 1 << 20; ///< Data caches, per core.
  int64_t lastBytes = 32 << 20;                  ///< The last cache.
};

/// The processor we run on, by its feature bits and sane cache sizes.
const TargetInfo &getHostTarget();

/// `name`: "host", or an x86-64 level ("x86-64", "x86-64-v3", "x86-64-v4") and
/// features of matrix units ("x86-64-v4+avx512vnni").
llvm::Expected<TargetInfo> getTarget(llvm::StringRef name);

/// LLVM's names of all features that code for `target` may use.
std::vector<std::string> getRequiredFeatures(const TargetInfo &target);

/// Registers what `compileToObject` needs to translate a module. It does so
/// itself where that was not done, which is not safe while passes run in
/// parallel.
void registerTranslations(mlir::DialectRegistry &registry);

/// Compiles a module in the LLVM dialect to a relocatable object.
/// `assembly`, when given, receives the assembly text instead of nothing. The
/// object needs no symbol but the memory functions and `externals`.
llvm::Expected<llvm::SmallVector<char, 0>>
compileToObject(mlir::ModuleOp module, const TargetInfo &target,
                std::string *assembly = nullptr, std::string *llvmIR = nullptr,
                llvm::ArrayRef<std::string> externals = {});

/// The section that tells objects that use tile registers (AMX).
inline constexpr llvm::StringLiteral kTilesSection = ".tinygrad.tiles";

/// Objects loaded into this process. Symbols live as long as the loader.
class ObjectLoader {
public:
  static llvm::Expected<std::unique_ptr<ObjectLoader>> create();
  ~ObjectLoader();
  /// Adds an object under a name of its own, so that symbols of two objects
  /// never clash; returns the address of `entry`. One that uses tile registers
  /// asks the system for the right to do so first.
  llvm::Expected<void *> load(llvm::StringRef object, llvm::StringRef entry);

private:
  ObjectLoader();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tinygrad::cpu

#endif // TINYGRAD_TARGET_CPU_CPUTARGET_H
