//===- ItemLog.cpp - one line of the log for an item ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemLog.h"
#include "TinyGrad/Runtime/Counters.h"

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstring>

using namespace tinygrad::rt;

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static std::string format(const char *pattern, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, pattern);
  int size = std::vsnprintf(text, sizeof(text), pattern, arguments);
  va_end(arguments);
  return std::string(text, size_t(std::min<int>(std::max(size, 0), 255)));
}

static const char *colorCode(const char *color) {
  static const std::pair<const char *, const char *> codes[] = {
      {"red", "31"},  {"green", "32"},   {"yellow", "33"},
      {"blue", "34"}, {"magenta", "35"}, {"cyan", "36"}};
  for (auto [name, code] : codes)
    if (std::strcmp(name, color) == 0)
      return code;
  return "0";
}

std::string tinygrad::rt::colored(const std::string &text, const char *color) {
  if (!isLogColored())
    return text;
  return std::string("\033[") + colorCode(color) + "m" + text + "\033[0m";
}

/// The columns that a text takes: colours take none.
static size_t visibleSize(const std::string &text) {
  size_t size = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      ++size;
      continue;
    }
    i = text.find('m', i);
    if (i == std::string::npos)
      break;
  }
  return size;
}

static std::string upper(std::string text) {
  for (char &c : text)
    c = char(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

static std::string pad(std::string text, size_t columns) {
  size_t size = visibleSize(text);
  return text + std::string(size < columns ? columns - size : 0, ' ');
}

std::string tinygrad::rt::colorKernelName(const std::string &name,
                                          const std::string &axes) {
  if (!isLogColored())
    return name;
  std::string result;
  size_t axis = 0;
  for (size_t i = 0; i < name.size();) {
    size_t end = std::min(name.find('_', i), name.size());
    std::string part = name.substr(i, end - i);
    bool isAxis = i > 0 && axis < axes.size();
    result += isAxis ? colored(part, axes[axis] == 'r' ? "red" : "blue") : part;
    axis += isAxis ? 1 : 0;
    if (end < name.size())
      result += '_';
    i = end + 1;
  }
  return result;
}

std::string tinygrad::rt::describeCopy(uint64_t bytes, const std::string &to,
                                       const std::string &from) {
  std::string size = bytes >= 1000000
                         ? format("%7.2fM", double(bytes) / 1e6)
                         : format("%8llu", (unsigned long long)bytes);
  return colored("copy " + size +
                     format(", %7s <- ", upper(to).substr(0, 7).c_str()) +
                     pad(upper(from).substr(0, 7), 7),
                 "yellow");
}

static std::string formatSeconds(double seconds) {
  if (seconds > 10)
    return format("%9.2fs ", seconds);
  if (seconds > 10e-3)
    return format("%9.2fms", seconds * 1e3);
  return format("%9.2fus", seconds * 1e6);
}

std::string tinygrad::rt::formatItemLine(const ItemLine &line) {
  Counters counters = getCounters();
  std::string header =
      "*** " + pad(upper(line.device).substr(0, 7), 7) +
      format(" %4llu", (unsigned long long)counters.kernel_count);
  if (line.isGraph)
    header = colored(header, "magenta");
  else if (line.isFirstRun)
    header = colored(header, "green");
  std::string time = formatSeconds(line.seconds);
  if (line.seconds > 10e-3)
    time = colored(time, "yellow");
  double seconds = line.seconds > 0 ? line.seconds : 1e-20;
  std::string text =
      header + " " + pad(line.name, 46) +
      format(" arg %2zu mem %6.2f GB", line.numArguments,
             double(counters.mem_used) / 1e9) +
      " tm " + time +
      format("/%9.2fms (%9.2f GFLOPS %6.1f|%-7.1f GB/s)",
             counters.time_sum_s * 1e3, double(line.cost.ops) / seconds / 1e9,
             double(line.cost.bytes) / seconds / 1e9,
             double(line.cost.accessed) / seconds / 1e9);
  return line.source.empty() ? text : text + " " + line.source;
}

void tinygrad::rt::logAverages() {
  Counters counters = getCounters();
  if (!isLogged(2) || counters.time_sum_s <= 0)
    return;
  double seconds = counters.time_sum_s;
  log(2, format("avg: %8.2f GFLOPS %8.2f GB/s           total: %5llu kernels "
                "%8.2f GOPS %8.2f GB %8.2f ms",
                double(counters.global_ops) / seconds / 1e9,
                double(counters.global_mem) / seconds / 1e9,
                (unsigned long long)counters.kernel_count,
                double(counters.global_ops) / 1e9,
                double(counters.global_mem) / 1e9, seconds * 1e3));
}
