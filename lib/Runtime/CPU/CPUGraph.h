//===- CPUGraph.h - launch graphs of the CPU --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_CPU_CPUGRAPH_H
#define TINYGRAD_LIB_RUNTIME_CPU_CPUGRAPH_H

#include "ThreadPool.h"
#include "TinyGrad/Runtime/Device.h"

namespace tinygrad::rt {

/// Makes a graph that calls the native function of `description` if it has one
/// and else walks the nodes level by level.
StatusOr<std::unique_ptr<Graph>> createCPUGraph(ThreadPool &pool,
                                                GraphDescription description);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_CPU_CPUGRAPH_H
