//===- CaptureTest.cpp - captured functions -------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureFixture.h"

using namespace mlir;
using namespace tinygrad;

namespace {
// Tests that a function runs plainly, is captured, then replayed without being
// called, with other memory each time; on every level.
TEST_F(CaptureTest, RunsPlainlyThenIsCapturedThenReplayed) {
  for (unsigned level : {0, 1, 2}) {
    TinyJitOptions options;
    options.level = level;
    TinyJit jit = makeJit(options);
    unsigned calls = 0;
    for (int i = 0; i < 5; ++i) {
      rt::Call call{{tensor("x", ones(float(i)))}, {}, {}};
      Results results = jit.call(call, [&](const rt::Call &given) -> Results {
        ++calls;
        rt::Buffer sum = add(add(given.tensors[0].buffer, 2), 3);
        return Buffers{sum};
      });
      ASSERT_TRUE(results.isOk()) << results.message();
      EXPECT_EQ(first((*results)[0]), float(i + 5));
    }
    EXPECT_EQ(calls, level == 0 ? 5u : 2u);
    EXPECT_EQ(jit.getCaptured() != nullptr, level != 0);
    if (level)
      EXPECT_EQ(jit.getCaptured()->getStats().graphs, level == 1 ? 1u : 0u);
  }
}

// Tests that variables of the call stay variables, and those that the function
// binds become constants.
TEST_F(CaptureTest, VariablesOfTheCallStayVariable) {
  TinyJit jit = makeJit();
  for (int64_t n : {1, 2, 3, 7}) {
    rt::Call call{{tensor("x", ones())}, {{"n", 1, 8, n}}, {}};
    Results results = jit.call(call, [&](const rt::Call &given) -> Results {
      int64_t value = given.variables[0].value;
      rt::Buffer sum = add(given.tensors[0].buffer, value, /*isFixed=*/false);
      return Buffers{add(sum, 5)};
    });
    ASSERT_TRUE(results.isOk()) << results.message();
    EXPECT_EQ(first((*results)[0]), float(6 + n));
  }
  // Only the call's variable is in the patch table.
  std::string text;
  llvm::raw_string_ostream(text) << jit.getCaptured()->getModule();
  EXPECT_NE(text.find("vars(%arg1)"), std::string::npos) << text;
  EXPECT_NE(text.find("vars(%c5)"), std::string::npos) << text;
}

// Tests memory that the function holds: what it reads, and a counter that it
// updates in place, which goes on counting through replays.
TEST_F(CaptureTest, HeldMemoryIsReadAndUpdated) {
  TinyJitOptions options;
  options.prune = true;
  TinyJit jit = makeJit(options);
  rt::Buffer counter = ones(0), weight = ones(100);
  for (int i = 1; i <= 5; ++i) {
    rt::Call call{{tensor("x", ones())}, {}, {}};
    Results results = jit.call(call, [&](const rt::Call &given) -> Results {
      rt::Buffer packed = add(weight, 1);
      run(kAssign, {counter, add(counter, 1)});
      rt::Buffer sum = add(given.tensors[0].buffer, 1);
      return Buffers{packed, add(counter, 8), sum};
    });
    ASSERT_TRUE(results.isOk()) << results.message();
    EXPECT_EQ(first((*results)[0]), 101);
    EXPECT_EQ(first((*results)[1]), float(i + 8));
    EXPECT_EQ(first(counter), float(i));
  }
  EXPECT_EQ(jit.getCaptured()->getHeld().size(), 2u);
  EXPECT_TRUE(jit.getCaptured()->getHeld()[0].sharesMemoryWith(weight));
}

// Tests that pruned items run once, that a change of what they read is not
// seen, and that the counter and what depends on inputs or variables stays.
TEST_F(CaptureTest, PrunedItemsRunOnce) {
  TinyJitOptions options;
  options.prune = true;
  TinyJit jit = makeJit(options);
  rt::Buffer weight = ones(10), counter = ones(0);
  std::vector<float> got;
  for (int64_t i = 0; i < 5; ++i) {
    if (i == 3)
      jit.freeIntermediates();
    if (i == 4)
      ASSERT_TRUE(jit.optimize().isOk());
    rt::Call call{{tensor("x", ones(float(i)))}, {{"n", 1, 8, i + 1}}, {}};
    Results results = jit.call(call, [&](const rt::Call &given) -> Results {
      rt::Buffer packed = add(add(weight, 1), 1);
      run(kAssign, {given.tensors[0].buffer, packed});
      run(kAssign, {counter, add(counter, 1)});
      int64_t n = given.variables[0].value;
      return Buffers{add(given.tensors[0].buffer, n, /*isFixed=*/false)};
    });
    ASSERT_TRUE(results.isOk()) << results.message();
    got.push_back(first((*results)[0]));
    if (i == 2)
      ASSERT_TRUE(weight.fill(0).isOk());
  }
  // Two of six items; their results survive what happened since.
  EXPECT_EQ(got, (std::vector<float>{13, 14, 15, 16, 17}));
  EXPECT_EQ(jit.getCaptured()->countCaptured(), 6u);
  EXPECT_EQ(jit.getCaptured()->countItems(), 4u);
  EXPECT_EQ(first(counter), 5);
}

// Tests that intermediates are freed, and made again by the next call.
TEST_F(CaptureTest, FreedIntermediatesAreMadeAgain) {
  TinyJit jit = makeJit();
  auto body = [&](const rt::Call &given) -> Results {
    return Buffers{add(add(add(given.tensors[0].buffer, 1), 1), 1)};
  };
  rt::Buffer x = ones();
  rt::Call call{{tensor("x", x)}, {}, {}};
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(jit.call(call, body).isOk());
  jit.freeIntermediates();
  EXPECT_EQ(rt::getCounters().mem_used, 32u);
  Results results = jit.call(call, body);
  ASSERT_TRUE(results.isOk());
  EXPECT_EQ(first((*results)[0]), 4);
  // x, the result and one arena of two buffers.
  EXPECT_EQ(rt::getCounters().mem_used, 32u + 32u + 96u);
  jit.freeIntermediates();
  EXPECT_EQ(rt::getCounters().mem_used, 64u);
}

// Tests that a failure in the function leaves nothing behind: the next call is
// what the failed one was.
TEST_F(CaptureTest, FailedCapturesLeaveNothing) {
  TinyJit jit = makeJit();
  bool fails = false;
  unsigned calls = 0;
  auto body = [&](const rt::Call &given) -> Results {
    ++calls;
    rt::Buffer sum = add(given.tensors[0].buffer, 1);
    if (fails)
      return rt::makeError("something went wrong");
    return Buffers{sum};
  };
  rt::Call call{{tensor("x", ones())}, {}, {}};
  ASSERT_TRUE(jit.call(call, body).isOk());
  fails = true;
  EXPECT_EQ(jit.call(call, body).message(), "something went wrong");
  EXPECT_EQ(TinyJit::getActive(), nullptr);
  EXPECT_TRUE(TinyJit::checkHostRead().isOk());
  EXPECT_EQ(jit.getCaptured(), nullptr);
  fails = false;
  ASSERT_TRUE(jit.call(call, body).isOk());
  EXPECT_NE(jit.getCaptured(), nullptr);
  EXPECT_EQ(first((*jit.call(call, body))[0]), 2);
  EXPECT_EQ(calls, 3u);
  // After a reset it begins anew.
  ASSERT_TRUE(jit.reset().isOk());
  EXPECT_EQ(jit.getCaptured(), nullptr);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(jit.call(call, body).isOk());
  EXPECT_EQ(calls, 5u);
}

// Tests what a capture refuses: another one within, nothing to replay, reads by
// the host, and that it ends for the others all the same.
TEST_F(CaptureTest, RefusesWhatCannotBeReplayed) {
  TinyJit outer = makeJit();
  TinyJit inner(context, devices, "g", {});
  rt::Call call{{tensor("x", ones())}, {}, {}};
  auto simple = [&](const rt::Call &given) -> Results {
    return Buffers{add(given.tensors[0].buffer, 1)};
  };
  auto nested = [&](const rt::Call &given) -> Results {
    return inner.call(given, simple);
  };
  ASSERT_TRUE(outer.call(call, nested).isOk());
  EXPECT_EQ(outer.call(call, nested).message(),
            "'g' is called while 'f' is captured: a capture cannot hold "
            "another one");

  TinyJit empty = makeJit();
  auto nothing = [&](const rt::Call &given) -> Results {
    return Buffers{given.tensors[0].buffer};
  };
  ASSERT_TRUE(empty.call(call, nothing).isOk());
  EXPECT_EQ(empty.call(call, nothing).message(),
            "nothing was launched while 'f' was captured: there is nothing to "
            "replay");

  TinyJit reader = makeJit();
  auto read = [&](const rt::Call &given) -> Results {
    if (rt::Status status = TinyJit::checkHostRead(); status.isError())
      return status;
    return simple(given);
  };
  ASSERT_TRUE(reader.call(call, read).isOk());
  EXPECT_EQ(reader.call(call, read).message(),
            "the host reads a tensor while 'f' is captured: a replay would not "
            "read it again");
  EXPECT_EQ(makeJit().replay(call).message(),
            "'f' is replayed before it is captured");
  EXPECT_EQ(makeJit().finish({}).message(), "'f' has no call to finish");
}

// Tests that calls differ from the captured one in nothing but their memory:
// each message.
TEST_F(CaptureTest, GuardsNameTheArgument) {
  TinyJit jit = makeJit();
  auto makeCall = [&] {
    return rt::Call{{tensor("x", ones()), tensor("y", ones())},
                    {{"n", 1, 8, 2}},
                    {{"training", "True"}}};
  };
  auto body = [&](const rt::Call &given) -> Results {
    return Buffers{add(given.tensors[0].buffer, 1)};
  };
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(jit.call(makeCall(), body).isOk());

  auto refusal = [&](llvm::function_ref<void(rt::Call &)> change) {
    rt::Call call = makeCall();
    change(call);
    Results results = jit.call(call, body);
    EXPECT_TRUE(results.isError());
    return results.message();
  };
  std::string than = "than when the function was captured: expected ";
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors.pop_back(); }),
            "expected 2 tensor arguments as when the function was captured, "
            "but got 1");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[1].name = "z"; }),
            "expected tensor argument 'y' as when the function was captured, "
            "but got 'z'");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[0].dtype = "i32"; }),
            "argument 'x' has another element type " + than +
                "f32, but got i32");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[0].shape = {2, 4}; }),
            "argument 'x' has another shape " + than + "[8], but got [2, 4]");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[0].shape = {{"n"}}; }),
            "argument 'x' has another shape " + than + "[8], but got [n]");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[0].strides = {2}; }),
            "argument 'x' has another layout " + than +
                "row by row, but got strides [2]");
  EXPECT_EQ(
      refusal([&](rt::Call &call) {
        call.tensors[1].buffer = *rt::Buffer::create(*devices.get("null"), 32);
      }),
      "argument 'y' has another device " + than + "'cpu', but got 'null'");
  EXPECT_EQ(refusal([&](rt::Call &call) {
              rt::Buffer large = makeInput(std::vector<float>(16));
              call.tensors[0].buffer = *large.view(32, 32);
            }),
            "argument 'x' has another view offset " + than +
                "0 bytes, but got 32");
  EXPECT_EQ(refusal([&](rt::Call &call) {
              call.tensors[0].buffer = makeInput(std::vector<float>(9));
            }),
            "argument 'x' has another memory size " + than +
                "32 bytes, but got 36");
  EXPECT_EQ(refusal([](rt::Call &call) { call.tensors[0].buffer = {}; }),
            "argument 'x' has no memory");
  EXPECT_EQ(refusal([](rt::Call &call) { call.variables[0].max = 9; }),
            "variable 'n' has other bounds " + than + "[1, 8], but got [1, 9]");
  EXPECT_EQ(refusal([](rt::Call &call) { call.variables[0].value = 9; }),
            "variable 'n' is 9: expected a value in [1, 8]");
  EXPECT_EQ(refusal([](rt::Call &call) { call.variables[0].name = "m"; }),
            "expected variable argument 'n' as when the function was captured, "
            "but got 'm'");
  EXPECT_EQ(refusal([](rt::Call &call) { call.constants[0].text = "False"; }),
            "argument 'training' has another value " + than +
                "True, but got False");
  // A refused call spoils nothing.
  EXPECT_EQ(first((*jit.call(makeCall(), body))[0]), 2);
}
} // namespace
