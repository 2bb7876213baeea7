//===- CaptureRecorder.h - what runs while a function is captured -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a function is captured, its front end runs it plainly and notes each
// compiled list of items that it runs. The recorder makes one `jit.capture` of
// them: buffers are followed by their memory, from the run that writes them to
// those that read them; memory that is neither an argument nor written before
// is held by the capture (a weight, the state of a random number generator).
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_CAPTURERECORDER_H
#define TINYGRAD_EXECUTION_CAPTURERECORDER_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Runtime/Guards.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

namespace tinygrad {

/// The value of a variable in a run. One that the function itself has bound is
/// a constant of the capture.
struct RecordedVariable {
  std::string name;
  int64_t value = 0;
  bool isFixed = false;
};

/// What a recorder has made: a module with the jit.capture `name` and its
/// programs, and the memory of its held arguments.
struct RecordedCapture {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string name;
  std::vector<rt::Buffer> held;
};

class CaptureRecorder {
public:
  /// `name` is that of the captured function.
  CaptureRecorder(mlir::MLIRContext &context, std::string name, rt::Call call);

  /// Notes that the jit.func `function` of `module` ran, with what memory.
  rt::Status record(mlir::ModuleOp module, llvm::StringRef function,
                    llvm::ArrayRef<rt::Buffer> inputs,
                    llvm::ArrayRef<RecordedVariable> variables,
                    llvm::ArrayRef<rt::Buffer> results);

  size_t countItems() const;

  /// Ends the capture, which gives these results. Leaves the recorder empty.
  rt::StatusOr<RecordedCapture> finish(llvm::ArrayRef<rt::Buffer> results);

private:
  /// A piece of memory that the capture knows as a value.
  struct Piece {
    mlir::Value value;
    /// Where the value begins in the memory.
    uint64_t offset = 0;
    /// Keeps the memory, and so its identity, for the time of the capture.
    rt::Buffer buffer;
    mlir::DictionaryAttr attributes;
  };

  rt::Status addArguments();
  rt::StatusOr<mlir::Value> findValue(const rt::Buffer &buffer,
                                      jit::BufferType type);
  mlir::Value holdMemory(const rt::Buffer &buffer);
  rt::Status mapVariables(mlir::FunctionOpInterface function,
                          llvm::ArrayRef<RecordedVariable> variables,
                          mlir::IRMapping &mapping,
                          llvm::SmallVectorImpl<mlir::AffineExpr> &symbols);
  rt::Status importPrograms(mlir::ModuleOp from,
                            llvm::StringMap<mlir::StringAttr> &names);
  void cloneItems(mlir::Block &from, mlir::IRMapping &mapping,
                  const llvm::StringMap<mlir::StringAttr> &names);
  rt::Status bindResults(mlir::FunctionOpInterface function,
                         mlir::Operation *terminator, mlir::IRMapping &mapping,
                         llvm::ArrayRef<mlir::AffineExpr> symbols,
                         llvm::ArrayRef<rt::Buffer> results);
  void createFunction(llvm::ArrayRef<mlir::Value> results,
                      llvm::ArrayRef<mlir::Attribute> resultAttributes);

  mlir::MLIRContext &context;
  mlir::OpBuilder builder;
  std::string name;
  rt::Call call;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Block *body = nullptr;
  jit::CaptureOp capture;
  /// By the memory's identity.
  llvm::DenseMap<const void *, Piece> pieces;
  llvm::SmallVector<mlir::Attribute> argumentAttributes;
  std::vector<rt::Buffer> held;
  /// The first error; the capture cannot be finished after one.
  rt::Status status = rt::Status::success();
};

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_CAPTURERECORDER_H
