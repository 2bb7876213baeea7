//===- SavedCaptureTest.cpp - captured functions as files -----------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/SavedCapture.h"
#include "CaptureFixture.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class SavedCaptureTest : public CaptureTest {
protected:
  SavedCaptureTest() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("capture", "mlirbc", path));
  }
  ~SavedCaptureTest() override { llvm::sys::fs::remove(path); }

  /// Counts calls in held memory, and returns x + n + 100 from a held weight.
  Results body(const rt::Call &given) {
    run(kAssign, {counter, add(counter, 1)});
    rt::Buffer packed = add(weight, 1);
    int64_t n = given.variables[0].value;
    rt::Buffer sum = add(given.tensors[0].buffer, n, /*isFixed=*/false);
    run(kAssign, {sum, add(sum, 1)});
    return Buffers{sum, packed, add(counter, 1)};
  }

  static rt::Call makeCall(const rt::Buffer &x, int64_t n) {
    return {{tensor("x", x)}, {{"n", 1, 8, n}}, {{"scale", "2"}}};
  }

  void capture(TinyJit &jit) {
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(jit.call(makeCall(ones(), 1),
                           [&](const rt::Call &given) { return body(given); })
                      .isOk());
  }

  /// The message of loading the file with its header changed.
  std::string loadChanged(llvm::function_ref<void(NamedAttrList &)> change) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(*llvm::MemoryBuffer::getFile(
                                   path, false, true, false, llvm::Align(64))),
                               llvm::SMLoc());
    auto module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    NamedAttrList header(
        (*module)->getAttrOfType<DictionaryAttr>("jit.saved").getValue());
    change(header);
    (*module)->setAttr("jit.saved", header.getDictionary(&context));
    SmallString<64> other;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("changed", "mlirbc", other));
    EXPECT_TRUE(writeCaptureFile(*module, other).isOk());
    auto loaded = loadCapture(context, other, devices, {});
    llvm::sys::fs::remove(other);
    std::string message = loaded.message();
    size_t at = message.find(other.str().str());
    return at == std::string::npos ? message
                                   : message.replace(at, other.size(), "FILE");
  }

  SmallString<64> path;
  rt::Buffer counter = ones(0), weight = ones(99);
};

// Tests that a loaded function goes on where the saved one was, in a context of
// its own, without compiling.
TEST_F(SavedCaptureTest, LoadedFunctionsReplay) {
  for (bool prunes : {false, true}) {
    TinyJitOptions options;
    options.prune = prunes;
    TinyJit jit = makeJit(options);
    capture(jit);
    rt::Status saved = jit.save(path);
    ASSERT_TRUE(saved.isOk()) << saved.message();
    float calls = first(counter);

    MLIRContext other(MLIRContext::Threading::DISABLED);
    rt::DeviceRegistry otherDevices;
    auto loaded = loadCapture(other, path, otherDevices, {});
    ASSERT_TRUE(loaded.isOk()) << loaded.message();
    TinyJit replayed(other, otherDevices, std::move(*loaded), {});
    EXPECT_EQ(replayed.getCaptured()->getStats().graphs, 1u);
    for (int64_t n : {2, 7}) {
      rt::Buffer x = *rt::Buffer::create(*otherDevices.get("cpu"), 32);
      std::vector<float> values(8, float(10 * n));
      ASSERT_TRUE(x.copyIn(values.data()).isOk());
      Results results = replayed.replay(makeCall(x, n));
      ASSERT_TRUE(results.isOk()) << results.message();
      EXPECT_EQ(first((*results)[0]), float(11 * n + 1));
      EXPECT_EQ(first((*results)[1]), 100);
      EXPECT_EQ(first((*results)[2]), ++calls + 1);
    }
    // The saved function's memory is its own.
    EXPECT_EQ(first(counter), calls - 2);
    // Guards come along.
    rt::Call wrong = makeCall(ones(), 2);
    wrong.constants[0].text = "3";
    EXPECT_EQ(replayed.replay(wrong).message(),
              "argument 'scale' has another value than when the function was "
              "captured: expected 2, but got 3");
    EXPECT_EQ(replayed.reset().message(),
              "cannot reset 'f': it was loaded, and there is no function to "
              "capture anew");
    EXPECT_TRUE(replayed.optimize().isOk());
    ASSERT_TRUE(replayed.save(path).isOk());
    EXPECT_TRUE(loadCapture(other, path, otherDevices, {}).isOk());
  }
}

// Tests that a file that ends early, or of which a byte changed, is refused
// before MLIR's reader sees it.
TEST_F(SavedCaptureTest, DamagedFiles) {
  TinyJit jit = makeJit();
  capture(jit);
  ASSERT_TRUE(jit.save(path).isOk());
  std::string whole = (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
  SmallString<64> other;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("cut", "mlirbc", other));
  auto load = [&](StringRef contents) {
    {
      std::error_code code;
      llvm::raw_fd_ostream os(other, code);
      os << contents;
    }
    return loadCapture(context, other, devices, {});
  };
  EXPECT_TRUE(load(whole).isOk());
  for (size_t size = 0; size < whole.size();
       size += size + 64 < whole.size() ? 61 : 1)
    EXPECT_TRUE(load(StringRef(whole).take_front(size)).isError()) << size;
  for (size_t at = 0; at < whole.size(); at += at < 128 ? 1 : 37) {
    std::string changed = whole;
    changed[at] ^= 0x40;
    std::string message = load(changed).message();
    EXPECT_TRUE(StringRef(message).contains("is damaged: ") ||
                StringRef(message).contains("is not a saved capture"))
        << at << ": " << message;
  }
  llvm::sys::fs::remove(other);
}

// Tests each refusal.
TEST_F(SavedCaptureTest, Refusals) {
  TinyJit jit = makeJit();
  EXPECT_EQ(jit.save(path).message(),
            "cannot save 'f': it is not captured yet");
  capture(jit);
  EXPECT_EQ(jit.save("/no/such/folder/f")
                .message()
                .rfind("cannot save 'f' as '/no/such/folder/f': ", 0),
            0u);
  ASSERT_TRUE(jit.save(path).isOk());
  Builder builder(&context);
  EXPECT_EQ(loadChanged([](NamedAttrList &header) { header.erase("version"); }),
            "'FILE' is not a saved capture");
  EXPECT_EQ(loadChanged([&](NamedAttrList &header) {
              header.set("version", builder.getI64IntegerAttr(7));
            }),
            "'FILE' has version 7 of saved captures: expected version 1");
  EXPECT_EQ(loadChanged([&](NamedAttrList &header) {
              header.set("triple", builder.getStringAttr("z80-unknown-cpm"));
            }).rfind("'FILE' was compiled for 'z80-unknown-cpm': expected ", 0),
            0u);
  EXPECT_EQ(loadChanged([&](NamedAttrList &header) {
              header.set("features", builder.getStringAttr("-avx,+warp"));
            }),
            "'FILE' was compiled for a processor with '+warp', which this one "
            "does not have");
  EXPECT_EQ(loadChanged([&](NamedAttrList &header) {
              header.set("hash", builder.getStringAttr("12"));
            }),
            "'FILE' is damaged: its contents do not have the hash that they "
            "were saved with");
  EXPECT_EQ(loadCapture(context, "/no/such/file", devices, {})
                .message()
                .rfind("cannot load '/no/such/file': ", 0),
            0u);
}
} // namespace
