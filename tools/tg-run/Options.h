//===- Options.h - the options of tg-run ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_OPTIONS_H
#define TINYGRAD_TOOLS_TGRUN_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tinygrad::run {

/// Where an argument's elements come from.
struct DataSource {
  enum class Kind { File, Random, Edges, Zeros };
  Kind kind = Kind::File;
  std::string path;
  uint64_t seed = 0;
};

/// `--input 0=x.npy`: an argument or result, and what belongs to it.
struct KeyedData {
  std::string key; ///< Empty: every argument that nothing else names.
  DataSource source;
  std::string text; ///< As written, for messages.
};

struct Options {
  std::string file;
  std::string entry;
  bool allEntries = false;
  std::string device = "cpu";
  std::string target = "host";
  unsigned threads = 0;
  bool reference = false;

  std::vector<KeyedData> inputs, outputs, expects;
  std::string weights;
  std::vector<std::pair<std::string, int64_t>> variables;
  double rtol = 1e-5, atol = 1e-6;

  bool verify = false, checkReplay = false, poison = false;
  bool optimize = true, planMemory = true, graphs = true, prune = false;
  bool cubin = true;
  bool color = true; ///< Of the log: not with NO_COLOR.
  unsigned batchSize = 32;
  unsigned matrixUnits = 1; ///< As CompileOptions has it.

  bool bench = false;
  unsigned benchRuns = 0; ///< 0: as many as fit half a second.
  bool json = false, stats = false;
  std::string emit, dumpDir, vizFile, traceFile;
  std::string library; ///< The prefix of --emit-library.
  /// Files "<graphPath>.dot" and "<graphPath>.svg" of the tensors; empty: none.
  std::string graphPath;
  /// The search for opts: lists that it changes in each round, 0 for no search.
  unsigned beam = 0;
  double searchSeconds = 10; ///< For one kernel.
  bool beamCompare = true, beamEstimate = true;
  std::string kernelLog; ///< A file for kernels and their opts; empty: none.
  std::string cacheDir;  ///< Empty: programs are kept in memory only.
  unsigned debug = 0;
  bool help = false, version = false;
};

/// Reads the command line, and under it the environment variables that
/// tinygrad's users know. A message names the option or variable.
llvm::Expected<Options> parseOptions(int argc, char **argv);

void printHelp(llvm::raw_ostream &os);
void printVersion(llvm::raw_ostream &os);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_OPTIONS_H
