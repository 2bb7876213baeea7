//===- TestPasses.h - passes that only tests run ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_LIB_TESTPASSES_H
#define TINYGRAD_TEST_LIB_TESTPASSES_H

namespace tinygrad::test {

void registerTestGradientsPass();
void registerTestIndexMapsPass();

/// Registers every pass of the tests.
inline void registerTestPasses() {
  registerTestGradientsPass();
  registerTestIndexMapsPass();
}

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_LIB_TESTPASSES_H
