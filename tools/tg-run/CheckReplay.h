//===- CheckReplay.h - every way to run gives the same ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_CHECKREPLAY_H
#define TINYGRAD_TOOLS_TGRUN_CHECKREPLAY_H

#include "Program.h"

namespace tinygrad::run {

/// What --check-replay does: runs a function by the reference, item by item,
/// captured, replayed, without a memory plan and without launch graphs, on the
/// given inputs and on others, random from fixed seeds. The plain run is
/// compared with the reference by the error bounds of what it computes, all
/// others with the plain run bit for bit. A message names the first item that
/// differs.
class ReplayCheck {
public:
  ReplayCheck(mlir::func::FuncOp function, const Signature &signature,
              const CompileOptions &compile, ProgramCache &cache,
              rt::DeviceRegistry &devices, bool poison, bool isQuiet)
      : function(function), signature(signature), compileOptions(compile),
        cache(cache), devices(devices), poison(poison), isQuiet(isQuiet) {}

  /// `captured` is the program as the user wants it.
  llvm::Error run(Program &captured, const Inputs &inputs);

private:
  /// What each item of a run had in its buffers afterwards.
  struct Trace {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> buffers;
  };

  llvm::Expected<std::unique_ptr<Program>> compile(bool plans, bool graphs,
                                                   bool keepsSchedule);
  llvm::Error checkInputs(Program &captured, llvm::StringRef what,
                          llvm::ArrayRef<rt::HostArray> arrays);
  llvm::Error checkPlain(llvm::StringRef what,
                         llvm::ArrayRef<rt::HostArray> arrays,
                         const Results &got);
  llvm::Error checkSame(llvm::StringRef what, Program &program,
                        llvm::ArrayRef<rt::HostArray> arrays,
                        const Results &expected);
  llvm::Expected<Trace> trace(Program &program,
                              llvm::ArrayRef<rt::HostArray> arrays);
  std::string findPlainDifference(llvm::ArrayRef<rt::HostArray> arrays);
  std::string findReplayDifference(llvm::ArrayRef<rt::HostArray> arrays);

  mlir::func::FuncOp function;
  const Signature &signature;
  CompileOptions compileOptions;
  ProgramCache &cache;
  rt::DeviceRegistry &devices;
  bool poison, isQuiet;
  /// Has kernels that the reference does not know.
  bool isHandWritten = false;
  Bindings bindings;
  std::unique_ptr<Program> plain, withoutPlan, withoutGraphs;
  /// The function as kernels.
  mlir::OwningOpRef<mlir::ModuleOp> schedule;
};

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_CHECKREPLAY_H
