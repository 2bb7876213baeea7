//===- Session.h - computes lazy tensors ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session owns the compiler's context, the devices and the programs that it
// has compiled. A program is found by the structure of the graph it computes
// (ops, types, shapes, numbers), so that a graph of known structure costs no
// compilation, whatever its inputs.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_SESSION_H
#define TINYGRAD_FRONTEND_SESSION_H

#include "TinyGrad/Frontend/Affine.h"
#include "TinyGrad/Frontend/Node.h"
#include <functional>
#include <memory>
#include <string>

namespace tinygrad::frontend {

struct SessionOptions {
  /// Threads of the CPU; 0: what the process may use.
  unsigned threads = 0;
  /// Choose optimisations for kernels.
  bool optimize = true;
  /// Matrix units of GPUs, as CompileOptions has them.
  unsigned matrixUnits = 1;
  /// Search for the optimisations of kernels, with beams of this width; 0: no.
  unsigned beam = 0;
  /// The time of the search for one kernel.
  double searchSeconds = 10;
  DefaultTypes defaults;
  /// Called before each kernel is compiled, with how many are done and how many
  /// there are, and during long runs with 0 and 0. Where it gives false, what
  /// is going on ends with an error, and nothing has been computed.
  std::function<bool(size_t done, size_t total)> onProgress;
  /// Called while a kernel is searched, with how many forms were timed and the
  /// seconds of the fastest, 0 before the first; false ends it as above.
  std::function<bool(const std::string &kernel, size_t timed, double seconds)>
      onSearch;
};

/// What a session has done so far.
struct SessionCounters {
  uint64_t kernels = 0;
  uint64_t ops = 0;
  uint64_t bytes = 0;
  uint64_t compiledPrograms = 0;
  uint64_t runs = 0;
};

class Program;
struct GraphCopy;

/// One run of a program, as someone who wants to repeat it needs it.
struct RecordedRun {
  std::shared_ptr<Program> program;
  /// The leaves it read and the nodes that it turned into leaves.
  std::vector<NodeRef> inputs;
  std::vector<NodeRef> results;
  /// The storages of both, null where a node has none.
  std::vector<std::shared_ptr<Storage>> inputHomes;
  std::vector<std::shared_ptr<Storage>> resultHomes;
  /// What was computed, which the nodes do not tell any more.
  std::shared_ptr<GraphCopy> graph;
};

/// A program for all values of variables within their bounds.
struct GeneralProgram {
  std::shared_ptr<Program> program;
  /// What it reads behind the inputs of the runs: scalars made of variables.
  struct Number {
    ElementType type;
    VariableNumber value;
  };
  std::vector<Number> numbers;
  /// The shapes of what it gives.
  std::vector<std::vector<AffineSize>> results;
};

class Session {
public:
  explicit Session(SessionOptions options = {});
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Computes the roots, and the new contents of storages that they depend on:
  /// afterwards these nodes are leaves. With `record` it also says what it ran.
  rt::Status realize(const std::vector<NodeRef> &roots,
                     std::vector<RecordedRun> *record = nullptr);

  /// Runs a program again; `sizes` has the values of variables by name.
  rt::StatusOr<std::vector<rt::Buffer>>
  run(Program &program, const std::vector<rt::Buffer> &inputs,
      const std::vector<std::pair<std::string, int64_t>> &sizes = {});

  /// What a program that was recorded or loaded was compiled from: the bytecode
  /// of a `tg` module with the function `main`; and a program for such bytecode
  /// or text. Of other programs the source is empty.
  static const std::string &getSource(const Program &program);
  rt::StatusOr<std::shared_ptr<Program>> load(const std::string &source);
  /// A program for many runs, whose items are launch graphs, of `batchSize`
  /// items at first; `program` has a source. A single item stays as it is, and
  /// so does long work.
  rt::StatusOr<std::shared_ptr<Program>>
  makeGraphs(const std::shared_ptr<Program> &program, unsigned batchSize);
  /// What is realized between these two is compiled for weights that are packed
  /// once: memory that is neither one of the arguments nor made in between is
  /// taken for the same in every run, and packed by kernels of its own. The
  /// results are right for any contents.
  void beginPacking(const std::vector<rt::Buffer> &arguments);
  void endPacking();
  /// A program of one owner that runs once, in its first run, what depends on
  /// its unchanging inputs only; `isConstant` says of those that `program` was
  /// compiled for which are so indeed. `program` itself if there is nothing
  /// like that. With a batch size as makeGraphs does.
  rt::StatusOr<std::shared_ptr<Program>>
  prune(const std::shared_ptr<Program> &program,
        const std::vector<bool> &isConstant, std::optional<unsigned> batchSize);
  static bool isPruned(const Program &program);
  /// Launches and copies that it does once.
  static uint64_t countOnce(const Program &program);
  /// An unchanging input has changed: the next run of a pruned program is its
  /// first again.
  static void forgetOnce(Program &program);
  /// Frees the memory that a program keeps between runs.
  static void freeIntermediates(Program &program);

  /// The program that does what several runs did, each for other values of
  /// variables; see Affine.h. Narrows the variables' bounds to the values for
  /// which it has a meaning. What the runs' maker decided by the values it must
  /// decide so for all values: graphs do not tell.
  rt::StatusOr<GeneralProgram>
  generalize(const std::vector<std::shared_ptr<GraphCopy>> &runs,
             SampledVariables &variables);

  /// Memory on the session's device.
  rt::StatusOr<rt::Buffer> allocate(uint64_t bytes);
  /// Memory of the caller's.
  rt::StatusOr<rt::Buffer> wrap(void *memory, uint64_t bytes,
                                std::shared_ptr<void> owner);

  /// The `tg` function that would compute the roots, as text.
  std::string print(const std::vector<NodeRef> &roots);
  /// The kernels that computing the roots would launch.
  rt::StatusOr<uint64_t> countKernels(const std::vector<NodeRef> &roots);

  const SessionCounters &counters() const;
  void resetCounters();
  SessionOptions &options();

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_SESSION_H
