//===- Elements.h - reading and making array elements -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_ELEMENTS_H
#define TINYGRAD_TOOLS_TGRUN_ELEMENTS_H

#include "Options.h"
#include "TinyGrad/Runtime/IO/HostArray.h"
#include "TinyGrad/Support/DType.h"
#include "TinyGrad/Support/HostTensor.h"
#include "llvm/ADT/ArrayRef.h"

namespace tinygrad::run {

DType toDType(rt::ElementType type);
rt::ElementType toElementType(DType type);

HostTensor toTensor(const rt::HostArray &array);
llvm::Expected<rt::HostArray> toArray(const HostTensor &tensor);

uint64_t countElements(const rt::HostArray &array);

/// The bits of element `index`, zero-extended.
uint64_t getBits(const rt::HostArray &array, uint64_t index);
void setBits(rt::HostArray &array, uint64_t index, uint64_t bits);

/// The element as a number: rounded, for large 64-bit integers.
double getNumber(const rt::HostArray &array, uint64_t index);

/// The element as text, to the digits its type needs.
std::string formatElement(const rt::HostArray &array, uint64_t index);

/// Fills `array` with made-up elements of a kind. `Random` draws small numbers,
/// `Edges` half extreme values and half random bits.
void fillArray(rt::HostArray &array, DataSource::Kind kind, uint64_t seed);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_ELEMENTS_H
