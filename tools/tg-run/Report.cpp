//===- Report.cpp - what a run tells its user -----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Elements.h"
#include "TinyGrad/Runtime/Counters.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tinygrad;
using namespace tinygrad::run;

//===----------------------------------------------------------------------===//
// Preview
//===----------------------------------------------------------------------===//

namespace {

/// Like NumPy: arrays of more than `threshold` elements show `edge` entries at
/// both ends of each axis.
constexpr int64_t threshold = 1000, edge = 3;

class PreviewPrinter {
public:
  PreviewPrinter(const rt::HostArray &array, llvm::raw_ostream &os)
      : array(array), os(os),
        isShort(int64_t(countElements(array)) > threshold) {
    visit(0, 0, [&](uint64_t index) {
      width = std::max(width, formatElement(array, index).size());
    });
  }

  void print() {
    if (countElements(array) == 0) {
      os << "[]\n";
      return;
    }
    printAxis(0, 0);
    os << "\n";
  }

private:
  /// Calls `callback` with each entry of an axis that is shown, or with -1 for
  /// those left out.
  template <typename F> void forEachShown(int64_t size, F callback) {
    for (int64_t i = 0; i < size; ++i) {
      if (isShort && size > 2 * edge && i == edge) {
        callback(-1);
        i = size - edge;
      }
      callback(i);
    }
  }

  template <typename F> void visit(size_t axis, uint64_t base, F callback) {
    if (axis == array.shape.size())
      return callback(base);
    forEachShown(array.shape[axis], [&](int64_t i) {
      if (i >= 0)
        visit(axis + 1, base * uint64_t(array.shape[axis]) + uint64_t(i),
              callback);
    });
  }

  void printAxis(size_t axis, uint64_t base) {
    if (axis == array.shape.size()) {
      os << llvm::right_justify(formatElement(array, base), width);
      return;
    }
    bool isLast = axis + 1 == array.shape.size(), isFirst = true;
    os << "[";
    forEachShown(array.shape[axis], [&](int64_t i) {
      if (!isFirst && isLast)
        os << " ";
      else if (!isFirst)
        os << "\n" << std::string(axis + 1, ' ');
      isFirst = false;
      if (i < 0)
        os << "...";
      else
        printAxis(axis + 1, base * uint64_t(array.shape[axis]) + uint64_t(i));
    });
    os << "]";
  }

  const rt::HostArray &array;
  llvm::raw_ostream &os;
  bool isShort;
  size_t width = 0;
};

} // namespace

void run::printPreview(const Port &port, const rt::HostArray &array,
                       llvm::raw_ostream &os) {
  os << port.describe() << ": " << formatList(array.shape) << " "
     << rt::elementName(array.type) << "\n";
  PreviewPrinter(array, os).print();
}

//===----------------------------------------------------------------------===//
// Measurements
//===----------------------------------------------------------------------===//

namespace {
struct Summary {
  double median = 0, min = 0, gflops = 0, gbs = 0;

  explicit Summary(const Measurements &measurements) {
    std::vector<double> runs = measurements.runs;
    if (runs.empty())
      return;
    llvm::sort(runs);
    size_t middle = runs.size() / 2;
    median =
        runs.size() % 2 ? runs[middle] : (runs[middle - 1] + runs[middle]) / 2;
    min = runs.front();
    if (median > 0) {
      gflops = double(measurements.cost.ops) / median / 1e9;
      gbs = double(measurements.cost.bytes) / median / 1e9;
    }
  }
};
} // namespace

void run::printJSON(const Program &program, const Measurements &measurements,
                    llvm::raw_ostream &os) {
  Summary summary(measurements);
  const rt::ExecutableStats &stats = program.getStats();
  llvm::json::OStream json(os);
  json.object([&] {
    if (!measurements.runs.empty()) {
      json.attribute("median_s", summary.median);
      json.attribute("min_s", summary.min);
      json.attribute("min_cpu_s", measurements.leastCPU);
    }
    json.attribute("n", int64_t(measurements.runs.size()));
    json.attribute("first_s", measurements.first);
    json.attribute("compile_s", program.getReport().seconds);
    json.attribute("kernels", stats.kernels);
    json.attribute("graphs", stats.graphs);
    if (!measurements.runs.empty()) {
      json.attribute("gflops", summary.gflops);
      json.attribute("gbs", summary.gbs);
      if (measurements.limits.isKnown()) {
        json.attribute("limit_gflops", measurements.limits.gflops);
        json.attribute("limit_gbs", measurements.limits.copyGBs);
      }
    }
    json.attribute("arena_bytes", stats.arenaBytes);
    json.attribute("arena_bound_bytes", program.getArenaBoundBytes());
    json.attribute("peak_bytes", rt::getCounters().mem_peak);
  });
  os << "\n";
}

static std::string milliseconds(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(seconds < 1e-3 ? "%.4f ms" : "%.2f ms", seconds * 1e3);
  return text;
}

void run::printStats(const Program &program, const Measurements &measurements,
                     bool withKernels, llvm::raw_ostream &os) {
  const rt::ExecutableStats &stats = program.getStats();
  const CompileReport &report = program.getReport();
  if (withKernels) {
    double kernelSeconds = 0;
    unsigned compiled = 0;
    for (const KernelReport &kernel : report.kernels) {
      os << "kernel " << kernel.name << ": "
         << (kernel.isCached ? "same as another"
                             : "compiled in " + milliseconds(kernel.seconds))
         << (kernel.opts.empty() ? "" : ", ") << kernel.opts << "\n";
      if (!kernel.isCached) {
        kernelSeconds += kernel.seconds;
        ++compiled;
      }
    }
    os << "kernels: " << stats.kernels << " launches in " << stats.graphs
       << " launch graphs, " << compiled << " compiled in "
       << milliseconds(compiled ? kernelSeconds / compiled : 0)
       << " each on average\n"
       << "patched: " << stats.patchedNodes << " nodes in each replay\n"
       << "arena: " << stats.arenaBytes << " bytes, lower bound "
       << program.getArenaBoundBytes() << " bytes\n"
       << "memory: " << rt::getCounters().mem_peak << " bytes at most\n"
       << "compiled in " << milliseconds(report.seconds) << ", first run "
       << milliseconds(measurements.first) << "\n";
  }
  if (measurements.runs.empty())
    return;
  Summary summary(measurements);
  os << "replayed " << measurements.runs.size() << " times: median "
     << milliseconds(summary.median) << ", best " << milliseconds(summary.min)
     << llvm::format(", %.2f GFLOP/s, %.2f GB/s", summary.gflops, summary.gbs);
  if (const Limits &limits = measurements.limits; limits.isKnown())
    os << llvm::format(" (%.0f %% of multiply-adds, %.0f %% of copying)",
                       100 * summary.gflops / limits.gflops,
                       100 * summary.gbs / limits.copyGBs);
  os << "\n";
}
