//===- UnitSchedule.h - products by a processor's units ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITSCHEDULE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITSCHEDULE_H

#include "OptHeuristic.h"
#include <optional>

namespace tinygrad::uop {

struct UnitSchedule {
  llvm::SmallVector<ChosenOpt> opts;
  double cost; ///< In the slots of KernelCost.
};

/// The opts that have a matrix unit of the processor do the sum of products in
/// a kernel: the cheapest choice of rows, columns and tiles. Nothing where the
/// processor has no unit that gives the sum exactly, or none fits.
std::optional<UnitSchedule> chooseUnitOpts(KernelOp kernel,
                                           const HeuristicTarget &target);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITSCHEDULE_H
