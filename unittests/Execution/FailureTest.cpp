//===- FailureTest.cpp - what is left when a run fails --------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureFixture.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class FailureTest : public CaptureTest {};

// Tests that memory which cannot be had is an error each time, that nothing is
// lost by it, and that others run.
TEST_F(FailureTest, AllocationsThatFail) {
  uint64_t before = rt::getCounters().mem_used;
  {
    OwningOpRef<ModuleOp> module = parse(R"mlir(
      jit.func @main(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
        %small = jit.alloc : !jit.buffer<8xf32>
        %large = jit.alloc : !jit.buffer<2305843009213693952xi8>
        %part = jit.subbuffer %large[0] : !jit.buffer<2305843009213693952xi8> -> !jit.buffer<8xf32>
        %y = jit.alloc : !jit.buffer<8xf32>
        jit.copy %x to %small : !jit.buffer<8xf32>, !jit.buffer<8xf32>
        jit.copy %small to %part : !jit.buffer<8xf32>, !jit.buffer<8xf32>
        jit.copy %part to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
        jit.return %y : !jit.buffer<8xf32>
      })mlir");
    auto executable = createExecutable(*module, "main", devices);
    ASSERT_TRUE(succeeded(executable)) << messages;
    for (int i = 0; i < 2; ++i) {
      Results results = (*executable)->run({ones()});
      ASSERT_TRUE(results.isError());
      EXPECT_NE(results.message().find("2305843009213693952 bytes"),
                std::string::npos)
          << results.message();
    }
    EXPECT_EQ(first(add(ones(), 1)), 2);
  }
  EXPECT_EQ(rt::getCounters().mem_used, before);
}

// Tests that an item that fails ends the run with its message, that results are
// not handed out, and that the next run works: also of what runs once.
TEST_F(FailureTest, ItemsThatFail) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    jit.func @main(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
      %c = jit.constant dense<5.0> : tensor<8xf32> -> !jit.buffer<8xf32>
      %w = jit.alloc : !jit.buffer<8xf32>
      %y = jit.alloc : !jit.buffer<8xf32>
      jit.once {
        jit.copy %c to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
      }
      jit.custom "check" ins(%x) : (), (!jit.buffer<8xf32>)
      jit.copy %w to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
      jit.return %y : !jit.buffer<8xf32>
    })mlir");
  bool fails = true;
  ExecutorOptions options;
  options.hostFunctions["check"] = [&](const rt::CustomArgs &) {
    return fails ? rt::makeError("the check found something")
                 : rt::Status::success();
  };
  auto executable = createExecutable(*module, "main", devices, options);
  ASSERT_TRUE(succeeded(executable)) << messages;
  uint64_t before = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ((*executable)->run({ones()}).message(),
              "the check found something");
    if (i == 0)
      before = rt::getCounters().mem_used;
  }
  EXPECT_EQ(rt::getCounters().mem_used, before);
  fails = false;
  EXPECT_EQ(first((*(*executable)->run({ones()}))[0]), 5);
}

// Tests that a program that cannot be loaded makes no capture, and leaves the
// function as it was.
TEST_F(FailureTest, ProgramsThatDoNotLoad) {
  TinyJit jit = makeJit();
  rt::Call call{{tensor("x", ones())}, {}, {}};
  bool isBroken = true;
  auto body = [&](const rt::Call &given) -> Results {
    const rt::Buffer &x = given.tensors[0].buffer;
    rt::Buffer y = add(x, 1);
    CaptureRecorder *recorder = TinyJit::getActive();
    if (recorder && isBroken) {
      OwningOpRef<ModuleOp> module = parse(R"mlir(
        jit.program @bad target("cpu") entry("bad") buffers 1 outputs 1
            thread_extent affine_map<() -> (1)> scratch 0
            ops affine_map<() -> (1)> bytes affine_map<() -> (1)> object "nonsense"
        jit.func @main(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
          jit.launch @bad outs(%x) : (!jit.buffer<8xf32>), ()
          jit.return %x : !jit.buffer<8xf32>
        })mlir");
      EXPECT_TRUE(recorder->record(*module, "main", {y}, {}, {y}).isOk());
    }
    return Buffers{y};
  };
  ASSERT_TRUE(jit.call(call, body).isOk());
  Results refused = jit.call(call, body);
  EXPECT_EQ(
      refused.message().rfind("cannot prepare a capture: 'jit.program' op "
                              "cannot load 'bad': ",
                              0),
      0u)
      << refused.message();
  EXPECT_EQ(TinyJit::getActive(), nullptr);
  isBroken = false;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(first((*jit.call(call, body))[0]), 2);
  EXPECT_NE(jit.getCaptured(), nullptr);
}
} // namespace
