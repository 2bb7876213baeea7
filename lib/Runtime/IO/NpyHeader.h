//===- NpyHeader.h - the header of a .npy file ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_IO_NPYHEADER_H
#define TINYGRAD_LIB_RUNTIME_IO_NPYHEADER_H

#include "TinyGrad/Runtime/IO/HostArray.h"

#include <string_view>

namespace tinygrad::rt {

struct NpyHeader {
  ElementType type = ElementType::F32;
  bool isBigEndian = false;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
};

/// Parses the dictionary that NumPy writes, a Python literal with the keys
/// 'descr', 'fortran_order' and 'shape' in any order.
StatusOr<NpyHeader> parseNpyHeader(std::string_view text);

/// The dictionary for an array in C order and little endian.
std::string formatNpyHeader(ElementType type,
                            const std::vector<int64_t> &shape);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_IO_NPYHEADER_H
