//===- SavedCapture.h - captured functions as files -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A captured function is one file: MLIR bytecode of its jit.capture, as planned
// and batched, of its programs and launch graphs as object code, and of what
// its held memory contains. Loading it compiles nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_SAVEDCAPTURE_H
#define TINYGRAD_EXECUTION_SAVEDCAPTURE_H

#include "TinyGrad/Execution/CapturedJit.h"

namespace tinygrad {

/// The version of the files that this library writes and reads.
inline constexpr int64_t kSavedCaptureVersion = 1;

/// Writes the module of a saved capture as bytecode that holds the file's hash.
rt::Status writeCaptureFile(mlir::ModuleOp module, llvm::StringRef path);

/// Writes the file under its name only when it is complete.
rt::Status saveCapture(CapturedJit &captured, llvm::StringRef path);

/// Refuses files of another version, for a processor with features that this
/// one lacks, and such whose contents do not have the hash that they were saved
/// with.
rt::StatusOr<std::unique_ptr<CapturedJit>>
loadCapture(mlir::MLIRContext &context, llvm::StringRef path,
            rt::DeviceRegistry &devices, const CaptureOptions &options);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_SAVEDCAPTURE_H
