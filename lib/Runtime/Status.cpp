//===- Status.cpp - success or a message ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Status.h"

using namespace tinygrad::rt;

Status Status::outOfMemory() {
  // Made on first use, which the constructor of any buffer precedes.
  static const auto shared =
      std::make_shared<const std::string>("out of host memory");
  Status status;
  status.text = shared;
  return status;
}

const std::string &Status::message() const {
  static const std::string none;
  return text ? *text : none;
}
