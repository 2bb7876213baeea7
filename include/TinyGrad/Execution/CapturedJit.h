//===- CapturedJit.h - a captured function, ready to replay -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_CAPTUREDJIT_H
#define TINYGRAD_EXECUTION_CAPTUREDJIT_H

#include "TinyGrad/Execution/CaptureRecorder.h"
#include "TinyGrad/Execution/Executor.h"

namespace tinygrad {

struct CaptureOptions {
  /// Move items whose results never change to a part that runs once.
  bool prune = false;
  bool planMemory = true;
  bool graphs = true;
  /// Items of the first launch graph; 0: no limit.
  unsigned batchSize = 32;
  /// Copy an argument that shares memory with another, instead of refusing it.
  bool copyAliasedInputs = false;
  /// Hand out the memory of the results of the call before again.
  bool reuseResults = false;
  bool poison = false;
  /// The capture has been planned and batched before: it is taken as it is.
  bool isPlanned = false;
  ExecutorOptions execution;
};

/// Replays a jit.capture for calls that its guards let pass. Needs the MLIR
/// context and the devices that it was made with for as long as it lives.
class CapturedJit {
public:
  static rt::StatusOr<std::unique_ptr<CapturedJit>>
  create(RecordedCapture recorded, rt::DeviceRegistry &devices,
         const CaptureOptions &options);
  ~CapturedJit();

  /// Replays with the call's memory and variables. Buffers of the call are not
  /// kept.
  rt::StatusOr<std::vector<rt::Buffer>> call(const rt::Call &call);

  /// Gives up all memory but what results, weights and the items that ran once
  /// hold; the next call makes it anew.
  void freeIntermediates();

  /// Plans memory and graphs anew, as densely as the order of the items allows.
  /// What ran once stays.
  rt::Status optimize();

  const rt::CallGuards &getGuards() const { return guards; }
  const rt::ExecutableStats &getStats() const { return executable->stats(); }
  rt::Executable &getExecutable() { return *executable; }
  /// The items that were captured, and those that a replay runs.
  size_t countCaptured() const { return numCaptured; }
  size_t countItems() const { return numItems; }
  /// The memory that the capture holds: weights and state.
  const std::vector<rt::Buffer> &getHeld() const { return recorded.held; }
  const std::string &getName() const { return recorded.name; }
  /// The capture and its programs, before memory was planned.
  mlir::ModuleOp getModule() const { return *recorded.module; }
  const CaptureOptions &getOptions() const { return options; }
  /// A copy of them, planned and batched, with the object code of launch
  /// graphs.
  rt::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> makePlannedModule();

private:
  CapturedJit(RecordedCapture recorded, rt::DeviceRegistry &devices,
              const CaptureOptions &options);

  rt::Status prepare();
  rt::Status plan(mlir::ModuleOp module) const;
  rt::StatusOr<std::unique_ptr<rt::Executable>> build();
  void findWritten();
  rt::Status separate(std::vector<rt::Buffer> &inputs) const;

  RecordedCapture recorded;
  rt::DeviceRegistry &devices;
  CaptureOptions options;
  rt::CallGuards guards;
  std::unique_ptr<rt::Executable> executable;
  size_t numCaptured = 0, numItems = 0;
  /// Whether memory is planned by the list alone.
  bool isDense = false;
  /// Whether the items write each tensor argument, and each held one.
  std::vector<bool> isWritten, isHeldWritten;
};

/// The guards that the attributes of a jit.capture hold.
rt::CallGuards readGuards(jit::CaptureOp capture);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_CAPTUREDJIT_H
