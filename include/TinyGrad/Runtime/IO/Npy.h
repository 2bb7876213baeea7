//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_IO_NPY_H
#define TINYGRAD_RUNTIME_IO_NPY_H

#include "TinyGrad/Runtime/IO/HostArray.h"

#include <string>

namespace tinygrad::rt {

/// Reads a .npy file of format 1, 2 or 3, of either byte order and of C or
/// Fortran order. An error names the file.
StatusOr<HostArray> readNpy(const std::string &path);

/// Writes a file of format 1, under its name only when it is complete. bf16 and
/// fp8 are written as unsigned integers with the same bits.
Status writeNpy(const std::string &path, const HostArray &array);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_IO_NPY_H
