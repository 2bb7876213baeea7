//===- AliasTest.cpp - memory that calls share ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureFixture.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class AliasTest : public CaptureTest {
protected:
  /// x += 1, then returns x + y.
  Results body(const rt::Call &given) {
    const rt::Buffer &x = given.tensors[0].buffer;
    run(kAssign, {x, add(x, 1)});
    return Buffers{run(kAssign, {add(given.tensors[1].buffer, 1), x})};
  }

  Results callWith(TinyJit &jit, const rt::Buffer &x, const rt::Buffer &y) {
    rt::Call call{{tensor("x", x), tensor("y", y)}, {}, {}};
    return jit.call(call, [&](const rt::Call &given) { return body(given); });
  }
};

// Tests that one buffer passed twice is refused in every phase.
TEST_F(AliasTest, SharedArgumentsAreRefused) {
  TinyJit jit = makeJit();
  for (int i = 0; i < 4; ++i) {
    rt::Buffer x = ones();
    EXPECT_EQ(callWith(jit, x, x).message(),
              "argument 'y' shares memory with argument 'x'");
    ASSERT_TRUE(callWith(jit, ones(), ones()).isOk());
  }
}

// Tests the option to copy: the updated argument is never the copy.
TEST_F(AliasTest, SharedArgumentsAreCopiedIfAsked) {
  TinyJitOptions options;
  options.copyAliasedInputs = true;
  TinyJit jit = makeJit(options);
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(callWith(jit, ones(), ones()).isOk());
  rt::Buffer x = ones(5);
  Results results = callWith(jit, x, x);
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_EQ(first(x), 6);

  TinyJit both = makeJit(options);
  auto updatesBoth = [&](const rt::Call &given) -> Results {
    for (const rt::CallTensor &tensor : given.tensors)
      run(kAssign, {tensor.buffer, add(tensor.buffer, 1)});
    return Buffers{given.tensors[0].buffer};
  };
  auto call = [&](const rt::Buffer &a, const rt::Buffer &b) {
    rt::Call call{{tensor("x", a), tensor("y", b)}, {}, {}};
    return both.call(call, updatesBoth);
  };
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(call(ones(), ones()).isOk());
  EXPECT_EQ(
      call(x, x).message(),
      "arguments 'x' and 'y' share memory, and the function updates both");
}

// Tests that results of two calls do not share memory, that an argument may be
// the result of the call before, and what changes when reuse is asked for.
TEST_F(AliasTest, ResultsAreFreshUnlessReused) {
  for (bool reuse : {false, true}) {
    TinyJitOptions options;
    options.reuseResults = reuse;
    TinyJit jit = makeJit(options);
    rt::Buffer value = ones(0), before;
    for (int i = 1; i <= 6; ++i) {
      rt::Call call{{tensor("x", value)}, {}, {}};
      Results results = jit.call(call, [&](const rt::Call &given) -> Results {
        return Buffers{add(given.tensors[0].buffer, 1)};
      });
      ASSERT_TRUE(results.isOk()) << results.message();
      value = (*results)[0];
      EXPECT_EQ(first(value), float(i));
      if (i > 3) {
        EXPECT_EQ(value.sharesMemoryWith(before), reuse);
        EXPECT_EQ(first(before), float(reuse ? i : i - 1));
      }
      before = value;
    }
  }
}

// Tests an argument that shares memory with a tensor that the function holds
// and updates: the function sees the value from before the call.
TEST_F(AliasTest, ArgumentsThatTheFunctionHolds) {
  TinyJit jit = makeJit();
  rt::Buffer state = ones(0);
  auto body = [&](const rt::Call &given) -> Results {
    run(kAssign, {state, add(state, 8)});
    return Buffers{add(given.tensors[0].buffer, 1)};
  };
  auto call = [&](const rt::Buffer &x) {
    return jit.call(rt::Call{{tensor("x", x)}, {}, {}}, body);
  };
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(call(ones()).isOk());
  Results results = call(state);
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_EQ(first((*results)[0]), 17);
  EXPECT_EQ(first(state), 24);

  TinyJit updates = makeJit();
  auto updatesArgument = [&](const rt::Call &given) -> Results {
    run(kAssign, {given.tensors[0].buffer, add(state, 1)});
    return Buffers{given.tensors[0].buffer};
  };
  auto update = [&](const rt::Buffer &x) {
    return updates.call(rt::Call{{tensor("x", x)}, {}, {}}, updatesArgument);
  };
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(update(ones()).isOk());
  EXPECT_EQ(update(state).message(),
            "argument 'x', which the function updates, shares memory with a "
            "tensor that the function holds");
}

// Tests that replays keep no argument alive.
TEST_F(AliasTest, ArgumentsAreNotKept) {
  TinyJit jit = makeJit();
  uint64_t used = 0;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(jit.call(rt::Call{{tensor("x", ones())}, {}, {}},
                         [&](const rt::Call &given) -> Results {
                           return Buffers{add(given.tensors[0].buffer, 1)};
                         })
                    .isOk());
    if (i == 2)
      used = rt::getCounters().mem_used;
  }
  EXPECT_EQ(rt::getCounters().mem_used, used);
  EXPECT_EQ(used, 0u);
}

// Tests a view of a larger memory as an argument, and parts of arguments and
// results.
TEST_F(AliasTest, ViewsKeepTheirPlaces) {
  TinyJit jit = makeJit();
  for (int i = 0; i < 4; ++i) {
    rt::Buffer large = makeInput(std::vector<float>(32, float(i)));
    rt::Buffer part = *large.view(64, 32);
    Results results = jit.call(rt::Call{{tensor("x", part)}, {}, {}},
                               [&](const rt::Call &given) -> Results {
                                 rt::Buffer y = add(given.tensors[0].buffer, 2);
                                 return Buffers{*y.view(16, 16), y};
                               });
    ASSERT_TRUE(results.isOk()) << results.message();
    EXPECT_EQ((*results)[0].bytes(), 16u);
    EXPECT_EQ(first((*results)[0]), float(i + 2));
    EXPECT_EQ(first((*results)[1]), float(i + 2));
  }
}
} // namespace
