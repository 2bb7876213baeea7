//===- ItemLog.h - one line of the log for an item --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines that tinygrad's users know from DEBUG=2: which device ran what, for
// how long, and how fast that is.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_ITEMLOG_H
#define TINYGRAD_LIB_RUNTIME_ITEMLOG_H

#include "TinyGrad/Runtime/Program.h"

#include <string>
#include <vector>

namespace tinygrad::rt {

/// What an item's line says.
struct ItemLine {
  std::string device;
  /// With colours, if the log has them.
  std::string name;
  size_t numArguments = 0;
  Estimates cost;
  double seconds = 0;
  /// Where the item comes from in the user's program.
  std::string source;
  bool isGraph = false;
  bool isFirstRun = false;
};

/// Formats the line with the counters as they are after the item.
std::string formatItemLine(const ItemLine &line);

/// A kernel's name, its output axes in blue and its reduce axes in red. `axes`
/// has a letter for each number of the name: 'g' or 'r'.
std::string colorKernelName(const std::string &name, const std::string &axes);

/// "copy    4.19M,     CPU <- DISK:x" in yellow.
std::string describeCopy(uint64_t bytes, const std::string &to,
                         const std::string &from);

/// `text` in a colour, where the log has colours.
std::string colored(const std::string &text, const char *color);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_ITEMLOG_H
