//===- TinyJit.h - plainly, captured, replayed ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol of a function under a jit, for every front end: the first call
// runs plainly, the second is captured, from the third on it is replayed.
//
//   switch (jit.begin(call)) {
//   case Plain, Capture:  run the function; every compiled list that it runs is
//                         given to TinyJit::getActive(), if there is one;
//                         then jit.finish(results), or jit.abort()
//   case Replay:          jit.replay(call)
//   }
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_TINYJIT_H
#define TINYGRAD_EXECUTION_TINYJIT_H

#include "TinyGrad/Execution/CapturedJit.h"
#include <functional>

namespace tinygrad {

struct TinyJitOptions : CaptureOptions {
  /// 0: never capture; 1: capture, with launch graphs; 2: without (JIT).
  unsigned level = 1;
  /// Plan anew, densely, once captured.
  bool optimize = false;
  /// The width of the search for kernels (BEAM), for captures another one
  /// (JITBEAM), and whether the first call does without
  /// (IGNORE_JIT_FIRST_BEAM).
  unsigned beam = 0;
  std::optional<unsigned> jitBeam;
  bool ignoreFirstBeam = false;
};

class TinyJit {
public:
  enum class Phase { Plain, Capture, Replay };

  TinyJit(mlir::MLIRContext &context, rt::DeviceRegistry &devices,
          std::string name, TinyJitOptions options);
  /// A function that was captured elsewhere: it only replays.
  TinyJit(mlir::MLIRContext &context, rt::DeviceRegistry &devices,
          std::unique_ptr<CapturedJit> captured, TinyJitOptions options);
  ~TinyJit();

  /// Says what this call is to be. After Plain and Capture the function runs,
  /// and `finish` or `abort` ends the call.
  rt::StatusOr<Phase> begin(const rt::Call &call);
  rt::Status finish(llvm::ArrayRef<rt::Buffer> results);
  /// Forgets the call, as after an exception: the next one is what this one
  /// was.
  void abort();

  rt::StatusOr<std::vector<rt::Buffer>> replay(const rt::Call &call);

  using Function =
      std::function<rt::StatusOr<std::vector<rt::Buffer>>(const rt::Call &)>;
  /// A whole call of `function`.
  rt::StatusOr<std::vector<rt::Buffer>> call(const rt::Call &call,
                                             const Function &function);

  /// Forgets what was captured: the next call runs plainly.
  rt::Status reset();
  /// These do nothing before the capture.
  void freeIntermediates();
  rt::Status optimize();

  /// Writes the captured function to a file.
  rt::Status save(llvm::StringRef path);

  CapturedJit *getCaptured() { return captured.get(); }
  /// The width of the search for the kernels of the current call.
  unsigned getBeam() const;

  /// The recorder of the capture that this thread is in, or null.
  static CaptureRecorder *getActive();
  /// An error while this thread is in a capture: what the host reads there
  /// would not be part of a replay.
  static rt::Status checkHostRead();

private:
  void endCapture();

  mlir::MLIRContext &context;
  rt::DeviceRegistry &devices;
  std::string name;
  TinyJitOptions options;
  /// Calls so far.
  unsigned count = 0;
  bool isLoaded = false;
  /// The calls that have begun and not ended: a function may call itself.
  std::vector<Phase> running;
  std::unique_ptr<CaptureRecorder> recorder;
  std::unique_ptr<CapturedJit> captured;
};

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_TINYJIT_H
