//===- Place.h - where in a program a node was made ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_PLACE_H
#define TINYGRAD_FRONTEND_PLACE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tinygrad::frontend {

/// A line of a program's source. Places are numbered, so that a node needs four
/// bytes to say its own; 0 is none.
struct Place {
  std::string file;
  unsigned line = 0;
};

uint32_t makePlace(std::string_view file, unsigned line);
const Place &getPlace(uint32_t number);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_PLACE_H
