//===- Tiles.h - the right to use tile registers (AMX) -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_TILES_H
#define TINYGRAD_RUNTIME_TILES_H

#include "TinyGrad/Runtime/Status.h"

namespace tinygrad::rt {

/// Asks the system to let this process use tile registers, once; what it
/// answered. Threads of the process have the right, too, once it is granted.
Status requestTiles();

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_TILES_H
