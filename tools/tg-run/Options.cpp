//===- Options.cpp - the options of tg-run --------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::cl would take the names that LLVM's library registers for itself
// (--stats); the option table of llvm/Option is ours alone.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace tinygrad::run;

namespace {

enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

using namespace llvm::opt;
constexpr OptTable::Info infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

struct RunOptTable : GenericOptTable {
  RunOptTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, infos) {}
};

/// `--name`, whichever way the value was joined to it.
std::string spelling(const Arg *arg) {
  return "--" + arg->getOption().getName().rtrim('=').str();
}

/// Collects the options; the first error wins.
class Parser {
public:
  explicit Parser(const InputArgList &args) : args(args) {}

  Expected<Options> parse() {
    readEnvironment();
    readSearch();
    readFlags();
    readNumbers();
    readStrings();
    readData();
    checkTogether();
    if (!error.empty())
      return createStringError(error);
    return std::move(options);
  }

private:
  void fail(const Twine &message) {
    if (error.empty())
      error = message.str();
  }

  template <typename T>
  void number(const Twine &name, StringRef text, T &value, T min) {
    T parsed;
    if (text.getAsInteger(10, parsed) || parsed < min)
      return fail(name + ": expected an integer of at least " + Twine(min) +
                  ", but got '" + text + "'");
    value = parsed;
  }

  template <typename T> void numberOption(ID id, T &value, T min = 0) {
    if (const Arg *arg = args.getLastArg(id))
      number(spelling(arg), arg->getValue(), value, min);
  }

  void toleranceOption(ID id, double &value) {
    const Arg *arg = args.getLastArg(id);
    if (!arg)
      return;
    double parsed;
    if (StringRef(arg->getValue()).getAsDouble(parsed) || !(parsed >= 0))
      return fail(Twine(spelling(arg)) +
                  ": expected a number of at least 0, but got '" +
                  arg->getValue() + "'");
    value = parsed;
  }

  void environmentNumber(const char *name, unsigned &value) {
    if (const char *text = std::getenv(name); text && *text)
      number(Twine("environment variable ") + name, text, value, 0u);
  }

  void readSearch() {
    unsigned compare = 1, estimate = 1;
    environmentNumber("BEAM", options.beam);
    environmentNumber("BEAM_COMPARE", compare);
    environmentNumber("BEAM_ESTIMATE", estimate);
    options.beamCompare = compare != 0;
    options.beamEstimate = estimate != 0;
    if (const char *path = std::getenv("LOGKERNS"))
      options.kernelLog = path;
    numberOption(OPT_beam, options.beam);
    const Arg *seconds = args.getLastArg(OPT_search_seconds);
    if (!seconds)
      return;
    if (StringRef(seconds->getValue()).getAsDouble(options.searchSeconds) ||
        !(options.searchSeconds > 0))
      fail(Twine(spelling(seconds)) + ": expected a number above 0, but got '" +
           seconds->getValue() + "'");
    if (!options.beam && !args.hasArg(OPT_beam))
      options.beam = 4;
  }

  void readEnvironment() {
    unsigned debug = 0, noOpt = 0, jit = 1;
    environmentNumber("DEBUG", debug);
    environmentNumber("NOOPT", noOpt);
    environmentNumber("TC", options.matrixUnits);
    if (options.matrixUnits > 2)
      fail("environment variable TC: expected 0, 1 or 2, but got '" +
           Twine(options.matrixUnits) + "'");
    environmentNumber("JIT", jit);
    environmentNumber("JIT_BATCH_SIZE", options.batchSize);
    environmentNumber("CACHELEVEL", cacheLevel);
    options.debug = std::min(debug, 7u);
    unsigned viz = 0;
    environmentNumber("VIZ", viz);
    if (viz)
      options.vizFile = "viz.html";
    if (const char *path = std::getenv("GRAPHPATH"))
      options.graphPath = path;
    const char *noColor = std::getenv("NO_COLOR");
    options.color = !noColor || !*noColor;
    options.optimize = noOpt == 0;
    options.graphs = jit == 1; // 0: no jit at all; 2: no graphs
  }

  void readFlags() {
    auto flag = [&](ID id, bool &value, bool meaning = true) {
      if (args.hasArg(id))
        value = meaning;
    };
    flag(OPT_help, options.help);
    flag(OPT_version, options.version);
    flag(OPT_reference, options.reference);
    flag(OPT_verify, options.verify);
    flag(OPT_check_replay, options.checkReplay);
    flag(OPT_poison, options.poison);
    flag(OPT_no_opt, options.optimize, false);
    flag(OPT_no_cubin, options.cubin, false);
    flag(OPT_no_plan, options.planMemory, false);
    flag(OPT_no_graph, options.graphs, false);
    flag(OPT_prune, options.prune);
    flag(OPT_bench, options.bench);
    flag(OPT_json, options.json);
    flag(OPT_stats, options.stats);
  }

  void readNumbers() {
    numberOption(OPT_threads, options.threads, 1u);
    numberOption(OPT_batch_size, options.batchSize);
    numberOption(OPT_debug, options.debug);
    numberOption(OPT_tc, options.matrixUnits);
    if (const Arg *units = args.getLastArg(OPT_tc);
        units && options.matrixUnits > 2)
      fail(Twine(spelling(units)) + ": expected 0, 1 or 2, but got '" +
           units->getValue() + "'");
    if (args.hasArg(OPT_bench_eq)) {
      options.bench = true;
      numberOption(OPT_bench_eq, options.benchRuns, 1u);
    }
    toleranceOption(OPT_rtol, options.rtol);
    toleranceOption(OPT_atol, options.atol);
  }

  void readStrings() {
    auto string = [&](ID id, std::string &value) {
      const Arg *arg = args.getLastArg(id);
      if (!arg)
        return;
      value = arg->getValue();
      if (value.empty())
        fail(Twine(spelling(arg)) + ": expected a value");
    };
    string(OPT_entry, options.entry);
    string(OPT_device, options.device);
    string(OPT_target, options.target);
    string(OPT_weights, options.weights);
    string(OPT_emit, options.emit);
    string(OPT_emit_library, options.library);
    string(OPT_dump_ir, options.dumpDir);
    string(OPT_viz, options.vizFile);
    string(OPT_trace, options.traceFile);
    string(OPT_cache_dir, options.cacheDir);
    string(OPT_log_kernels, options.kernelLog);
    SmallString<128> userCache;
    if (cacheLevel == 0)
      options.cacheDir.clear();
    else if (cacheLevel != kUnset && options.cacheDir.empty() &&
             sys::path::cache_directory(userCache))
      options.cacheDir = (userCache + "/tinygrad-mlir").str();
    options.allEntries = options.entry == "all";
  }

  void readData() {
    for (const Arg *arg : args.filtered(OPT_input))
      options.inputs.push_back(parseInput(arg));
    for (const Arg *arg : args.filtered(OPT_output))
      options.outputs.push_back(parseResult(arg));
    for (const Arg *arg : args.filtered(OPT_expect))
      options.expects.push_back(parseResult(arg));
    for (const Arg *arg : args.filtered(OPT_var)) {
      auto [name, value] = StringRef(arg->getValue()).split('=');
      int64_t number = 0;
      if (name.empty() || value.getAsInteger(10, number))
        fail("--var: expected <name>=<integer>, but got '" +
             Twine(arg->getValue()) + "'");
      for (auto &[other, known] : options.variables)
        if (other == name && known != number)
          fail("--var: '" + name + "' is given as " + Twine(known) +
               " and as " + Twine(number));
      options.variables.emplace_back(name, number);
    }
  }

  KeyedData parseInput(const Arg *arg) {
    StringRef text = arg->getValue();
    KeyedData data;
    data.text = spelling(arg) + " " + text.str();
    StringRef value = text;
    if (text.contains('=')) {
      auto [key, rest] = text.split('=');
      data.key = key;
      value = rest;
      if (key.empty() || value.empty())
        fail("--input: expected [<arg>=]<data>, but got '" + text + "'");
    }
    DataSource &source = data.source;
    auto [word, seed] = value.split(':');
    if (value == "zeros") {
      source.kind = DataSource::Kind::Zeros;
    } else if (word == "random" || word == "edges") {
      source.kind =
          word == "random" ? DataSource::Kind::Random : DataSource::Kind::Edges;
      if (value.contains(':') && seed.getAsInteger(10, source.seed))
        fail("--input: expected a seed after '" + word + ":', but got '" +
             seed + "'");
    } else if (data.key.empty()) {
      fail("--input: expected <arg>=<file.npy>, but got '" + text + "'");
    } else {
      source.path = value;
    }
    return data;
  }

  KeyedData parseResult(const Arg *arg) {
    StringRef text = arg->getValue();
    auto [key, path] = text.split('=');
    if (key.empty() || path.empty())
      fail(Twine(spelling(arg)) + ": expected <result>=<file.npy>, but got '" +
           text + "'");
    KeyedData data;
    data.key = key;
    data.source.path = path;
    data.text = spelling(arg) + " " + text.str();
    return data;
  }

  void checkTogether() {
    if (options.help || options.version)
      return;
    std::vector<std::string> files = args.getAllArgValues(OPT_INPUT);
    if (files.empty())
      return fail("expected a file to run (see --help)");
    if (files.size() > 1)
      return fail("expected one file, but got '" + Twine(files[0]) + "' and '" +
                  files[1] + "'");
    options.file = files[0];
    const SmallVector<StringRef> stages = {"tg",   "schedule", "uop", "code",
                                           "llvm", "asm",      "jit", "tree"};
    if (!options.emit.empty() && !is_contained(stages, options.emit))
      fail("--emit: unknown stage '" + Twine(options.emit) +
           "' (expected one of " + join(stages, ", ") + ")");
    const SmallVector<StringRef> kinds = {"cpu", "opencl", "cuda", "hip",
                                          "null"};
    if (!is_contained(kinds, StringRef(options.device).split(':').first))
      fail("--device: unknown device '" + Twine(options.device) +
           "' (expected one of " + join(kinds, ", ") + ")");
    checkLibrary();
    if (options.reference && (options.verify || options.bench))
      fail("--reference interprets the program: it cannot go with " +
           Twine(options.verify ? "--verify" : "--bench"));
    if (options.device == "null" &&
        (options.verify || options.checkReplay || !options.expects.empty() ||
         !options.outputs.empty()))
      fail("--device null computes nothing: it cannot go with --verify, "
           "--check-replay, --expect or --output");
  }

  /// A library is compiled and not run.
  void checkLibrary() {
    if (options.library.empty())
      return;
    std::pair<bool, StringRef> others[] = {
        {!options.inputs.empty(), "--input"},
        {!options.outputs.empty(), "--output"},
        {!options.expects.empty(), "--expect"},
        {!options.variables.empty(), "--var"},
        {!options.emit.empty(), "--emit"},
        {options.reference, "--reference"},
        {options.verify, "--verify"},
        {options.checkReplay, "--check-replay"},
        {options.bench, "--bench"},
        {options.allEntries, "--entry all"},
        {options.device != "cpu", "--device"}};
    for (auto [isGiven, name] : others)
      if (isGiven)
        fail("--emit-library compiles one function for the CPU and runs "
             "nothing: it cannot go with " +
             name);
  }

  const InputArgList &args;
  Options options;
  unsigned cacheLevel = kUnset;
  static constexpr unsigned kUnset = ~0u;
  std::string error;
};

} // namespace

Expected<Options> tinygrad::run::parseOptions(int argc, char **argv) {
  RunOptTable table;
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList args =
      table.ParseArgs(ArrayRef(argv + 1, argc - 1), missingIndex, missingCount);
  if (missingCount)
    return createStringError(Twine("option '") +
                             args.getArgString(missingIndex) +
                             "' needs a value");
  for (const Arg *arg : args.filtered(OPT_UNKNOWN)) {
    std::string nearest, option = arg->getAsString(args);
    if (table.findNearest(option, nearest) <= 3)
      return createStringError(Twine("unknown option '") + option +
                               "', did you mean '" + nearest + "'?");
    return createStringError(Twine("unknown option '") + option + "'");
  }
  return Parser(args).parse();
}

void tinygrad::run::printHelp(raw_ostream &os) {
  RunOptTable().printHelp(os, "tg-run <file.mlir|file.onnx> [options]",
                          "compiles and runs a program of tensor operations");
}

void tinygrad::run::printVersion(raw_ostream &os) {
  os << "TinyGrad " << TINYGRAD_VERSION << ", LLVM " << LLVM_VERSION_STRING
     << "\n";
}
