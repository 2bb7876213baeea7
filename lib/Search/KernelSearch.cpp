//===- KernelSearch.cpp - finding opts by trying them -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Search/KernelSearch.h"

#include "KernelTimer.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "TinyGrad/Pipelines/KernelTarget.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <limits>

using namespace mlir;
using namespace tinygrad;

/// Forms that one of the beam may give to a round.
static constexpr unsigned kTriesPerForm = 10;
/// Forms whose estimate is so many times that of what they came from are not
/// tried.
static constexpr double kHopeless = 1.5;
/// What a round must gain for another one.
static constexpr double kGain = 0.99;
/// Runs of each form with cold caches.
static constexpr unsigned kColdRuns = 7;

namespace {
struct Form {
  OptList opts;
  double seconds = std::numeric_limits<double>::infinity();
};

/// One kernel's search.
class Search {
public:
  Search(uop::KernelOp kernel, const KernelTarget &target,
         const SearchOptions &options, KernelTimer &timer)
      : kernel(kernel), target(target), options(options), timer(timer),
        start(std::chrono::steady_clock::now()) {}

  FailureOr<ArrayAttr> run();
  std::string getLine();

private:
  struct Try {
    OptList opts;
    double estimate;
  };

  bool isOver() const { return stopped || secondsSoFar() >= options.seconds; }
  double secondsSoFar() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }
  uop::KernelOp clone(OwningOpRef<ModuleOp> &holder);
  OptList getHeuristic();
  std::optional<double> estimate(ArrayRef<uop::OptAttr> opts);
  void collect(const Form &form, SmallVectorImpl<Try> &tries);
  bool isNewKernel(ArrayRef<uop::OptAttr> opts);
  uop::OptTarget getOptTarget() const {
    if (!target.gpu)
      return {false, target.cpu.chip, target.cpu.matrixUnits};
    return {true, target.gpu->chip, target.gpu->matrixUnits};
  }
  void addForm(OptList opts);
  void addTimed(OptList opts, TimedKernel &timed);
  void sortForms();
  bool goesOn();
  const Form &compareCold(const Form &best, const Form &heuristic);

  uop::KernelOp kernel;
  const KernelTarget &target;
  const SearchOptions &options;
  KernelTimer &timer;
  std::chrono::steady_clock::time_point start;
  /// The forms that were timed and are still of interest, the fastest first.
  SmallVector<Form> forms;
  llvm::StringSet<> seenLists, seenKernels;
  unsigned numTimed = 0;
  double foundSeconds = 0, heuristicSeconds = 0;
  bool isFoundKept = false;
  bool stopped = false;
};
} // namespace

/// A copy in a module of its own.
uop::KernelOp Search::clone(OwningOpRef<ModuleOp> &holder) {
  holder = ModuleOp::create(kernel.getLoc());
  auto builder = OpBuilder::atBlockBegin(holder->getBody());
  return cast<uop::KernelOp>(builder.clone(*kernel.getOperation()));
}

static std::string toText(ArrayRef<uop::OptAttr> opts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(opts, os);
  return text;
}

OptList Search::getHeuristic() {
  OwningOpRef<ModuleOp> holder;
  uop::KernelOp copy = clone(holder);
  ScopedDiagnosticHandler quiet(kernel.getContext(),
                                [](Diagnostic &) { return success(); });
  PassManager pm(kernel.getContext());
  target.buildOptimizePipeline(pm.nest<uop::KernelOp>(), /*optimize=*/true);
  OptList opts;
  if (succeeded(pm.run(*holder)) && copy.getOpts())
    llvm::append_range(opts, copy.getOpts()->getAsRange<uop::OptAttr>());
  return opts;
}

std::optional<double> Search::estimate(ArrayRef<uop::OptAttr> opts) {
  if (!options.estimate || target.gpu)
    return std::nullopt;
  const cpu::TargetInfo &cpu = target.cpu;
  return uop::estimateOpts(
      kernel, opts,
      {cpu.vectorBits, cpu.vectorRegisters, cpu.l1Bytes, cpu.l2Bytes});
}

/// The legal lists a step away from `form`, the most promising first.
void Search::collect(const Form &form, SmallVectorImpl<Try> &tries) {
  OwningOpRef<ModuleOp> holder;
  uop::KernelOp optimized = clone(holder);
  if (!uop::applyOpts(optimized, form.opts, getOptTarget()).empty())
    return;
  std::optional<double> before = estimate(form.opts);
  SmallVector<Try> found;
  for (OptList &edit : editOpts(form.opts, optimized, getOptTarget())) {
    if (isOver())
      break;
    if (!seenLists.insert(toText(edit)).second)
      continue;
    OwningOpRef<ModuleOp> trial;
    if (!uop::applyOpts(clone(trial), edit, getOptTarget()).empty())
      continue;
    // Without an estimate a list is as good as the one that it came from.
    double after = before.value_or(0);
    if (before)
      after = estimate(edit).value_or(*before);
    if (before && after > *before * kHopeless)
      continue;
    found.push_back({std::move(edit), after});
  }
  llvm::stable_sort(found, [](const Try &a, const Try &b) {
    return a.estimate < b.estimate;
  });
  if (before && found.size() > kTriesPerForm)
    found.truncate(kTriesPerForm);
  llvm::append_range(tries, found);
}

/// Lists that make the same kernel are one form.
bool Search::isNewKernel(ArrayRef<uop::OptAttr> opts) {
  OwningOpRef<ModuleOp> holder;
  uop::KernelOp copy = clone(holder);
  if (!uop::applyOpts(copy, opts, getOptTarget()).empty())
    return false;
  uop::simplifyKernel(copy);
  std::string text;
  llvm::raw_string_ostream os(text);
  copy->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
  return seenKernels.insert(text).second;
}

/// Tells how far the search is; false once it is to end.
bool Search::goesOn() {
  if (!stopped && options.onProgress)
    stopped = !options.onProgress(kernel.getSymName(), numTimed,
                                  forms.empty() ? 0 : forms.front().seconds);
  return !stopped;
}

/// Times a form, unless it is known or cannot be run.
void Search::addForm(OptList opts) {
  seenLists.insert(toText(opts));
  if (!goesOn() || !isNewKernel(opts))
    return;
  if (std::unique_ptr<TimedKernel> timed = timer.prepare(kernel, opts))
    addTimed(std::move(opts), *timed);
}

void Search::addTimed(OptList opts, TimedKernel &timed) {
  double best = forms.empty() ? std::numeric_limits<double>::infinity()
                              : forms.front().seconds;
  std::optional<double> seconds = timed.measure(best);
  if (!seconds)
    return;
  ++numTimed;
  forms.push_back({std::move(opts), *seconds});
  sortForms();
}

void Search::sortForms() {
  llvm::stable_sort(forms, [](const Form &a, const Form &b) {
    return a.seconds < b.seconds;
  });
}

/// What is fastest when nothing is in a cache, as in a program of many kernels.
const Form &Search::compareCold(const Form &best, const Form &heuristic) {
  std::unique_ptr<TimedKernel> a = timer.prepare(kernel, best.opts);
  std::unique_ptr<TimedKernel> b = timer.prepare(kernel, heuristic.opts);
  if (!a || !b)
    return best;
  SmallVector<double> times[2];
  for (unsigned i = 0; i <= kColdRuns; ++i) {
    for (TimedKernel *timed : {a.get(), b.get()}) {
      if (!goesOn())
        return best;
      timer.coolCaches();
      std::optional<double> seconds = timed->run();
      if (!seconds)
        return best;
      if (i > 0) // The first run loads code.
        times[timed == b.get()].push_back(*seconds);
    }
  }
  for (auto &list : times)
    llvm::sort(list);
  foundSeconds = times[0][kColdRuns / 2];
  heuristicSeconds = times[1][kColdRuns / 2];
  return foundSeconds < heuristicSeconds ? best : heuristic;
}

FailureOr<ArrayAttr> Search::run() {
  OptList heuristic = getHeuristic();
  // A kernel that does not run as it is has an error to report.
  std::string reason;
  std::unique_ptr<TimedKernel> plain =
      timer.prepare(kernel, {}, [&](Diagnostic &diagnostic) {
        if (reason.empty())
          reason = diagnostic.str();
      });
  if (!plain) {
    kernel.emitOpError() << "cannot be searched: "
                         << (reason.empty() ? "it does not run" : reason);
    return failure();
  }
  addForm(heuristic);
  Form first = forms.empty() ? Form{heuristic, 0} : forms.front();
  seenLists.insert(toText({}));
  if (isNewKernel({}))
    addTimed({}, *plain);

  bool improved = true;
  while (improved && !isOver() && !forms.empty()) {
    double before = forms.front().seconds;
    SmallVector<Form> beam(forms.begin(),
                           forms.begin() +
                               std::min<size_t>(options.width, forms.size()));
    SmallVector<Try> tries;
    for (const Form &form : beam)
      collect(form, tries);
    for (Try &attempt : tries) {
      if (isOver())
        break;
      addForm(std::move(attempt.opts));
    }
    improved = forms.front().seconds < before * kGain;
    if (forms.size() > options.width)
      forms.truncate(options.width);
  }

  Form best = forms.empty() ? first : forms.front();
  foundSeconds = best.seconds;
  heuristicSeconds = first.seconds;
  bool isOther = toText(best.opts) != toText(first.opts);
  const Form &kept =
      isOther && options.compare ? compareCold(best, first) : best;
  isFoundKept = isOther && &kept == &best;
  if (stopped) {
    kernel.emitError() << "stopped";
    return failure();
  }
  auto remarkOptions =
      remark::RemarkOpts::name("search").category("uop-search");
  remark::passed(kernel.getLoc(), remarkOptions)
      << remark::add("{0}", getLine());
  return ArrayAttr::get(
      kernel.getContext(),
      SmallVector<Attribute>(kept.opts.begin(), kept.opts.end()));
}

std::string Search::getLine() {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "search " << kernel.getSymName() << ": " << numTimed << " forms in "
     << llvm::format("%.1f s, found %.2f us, heuristic %.2f us, ",
                     secondsSoFar(), foundSeconds * 1e6, heuristicSeconds * 1e6)
     << (isFoundKept ? "the found one stays" : "the heuristic's stays");
  return text;
}

KernelSearch::KernelSearch(CompileOptions given, ProgramCache &cache,
                           rt::DeviceRegistry &devices, SearchOptions options)
    : compile(std::move(given)), cache(cache), devices(devices),
      options(std::move(options)) {
  // Candidates are compiled alone, seen by nobody.
  compile.search = nullptr;
  compile.onKernel = nullptr;
  compile.onProgress = nullptr;
  compile.onModule = nullptr;
  compile.onText = nullptr;
  compile.graphs = compile.planMemory = compile.prune = false;
  this->options.width = std::max(this->options.width, 1u);
}

LogicalResult KernelSearch::run(uop::KernelOp kernel) {
  // Nothing is timed on a device that runs nothing.
  if (StringRef(compile.device).starts_with("null"))
    return success();
  auto device = devices.get(compile.device);
  if (device.isError())
    return kernel.emitError() << device.message();
  if (compile.target == "host" && !(*device)->chip().empty())
    compile.target = (*device)->chip();
  auto target = KernelTarget::get(compile);
  if (!target)
    return kernel.emitError() << llvm::toString(target.takeError());
  MLIRContext *context = kernel.getContext();
  std::string key = getKernelKey(kernel, compile, *target) + " search " +
                    std::to_string(options.width);
  if (auto known = cache.find(key))
    if (auto opts =
            dyn_cast_or_null<ArrayAttr>(parseAttribute(known->opts, context))) {
      kernel.setOptsAttr(opts);
      return success();
    }

  KernelTimer timer(compile, devices, *device);
  Search search(kernel, *target, options, timer);
  FailureOr<ArrayAttr> opts = search.run();
  if (failed(opts))
    return failure();
  kernel.setOptsAttr(*opts);
  if (options.onLine)
    options.onLine(search.getLine());
  CachedProgram found;
  llvm::raw_string_ostream(found.opts) << *opts;
  cache.insert(key, std::move(found));
  return success();
}

void tinygrad::attachSearch(CompileOptions &compile, ProgramCache &cache,
                            rt::DeviceRegistry &devices,
                            SearchOptions options) {
  auto search = std::make_shared<KernelSearch>(compile, cache, devices,
                                               std::move(options));
  compile.search = [search](uop::KernelOp kernel) {
    return search->run(kernel);
  };
}
