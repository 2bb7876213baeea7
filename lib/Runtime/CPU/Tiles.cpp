//===- Tiles.cpp - the right to use tile registers (AMX) -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux saves the 8 KiB of a thread's tiles for processes that asked for them
// only; the first use without the right ends the process.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Tiles.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cerrno>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace tinygrad::rt;

Status tinygrad::rt::requestTiles() {
#if defined(__x86_64__) && defined(__linux__)
  // ARCH_REQ_XCOMP_PERM of asm/prctl.h, and the state's number in XCR0.
  constexpr long kRequest = 0x1023, kTileData = 18;
  static const int error =
      syscall(SYS_arch_prctl, kRequest, kTileData) == 0 ? 0 : errno;
  if (error == 0)
    return Status::success();
  return makeError("the system does not let the process use tiles (AMX): ",
                   std::strerror(error));
#else
  return makeError("tiles (AMX) are of Linux on x86-64 alone");
#endif
}
