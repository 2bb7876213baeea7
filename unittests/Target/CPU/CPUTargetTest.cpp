//===- CPUTargetTest.cpp - objects from modules and addresses from objects ===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstring>
#include <numeric>
#include <random>

using namespace tinygrad;

namespace {

using Object = llvm::SmallVector<char, 0>;

class CPUTarget : public testing::Test {
protected:
  CPUTarget() {
    context.disableMultithreading();
    context.loadDialect<mlir::LLVM::LLVMDialect>();
  }

  llvm::Expected<Object> compile(llvm::StringRef text,
                                 const cpu::TargetInfo &target,
                                 std::string *assembly = nullptr) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      return llvm::createStringError("the test's module does not parse");
    return cpu::compileToObject(*module, target, assembly);
  }

  static std::string getMessage(llvm::Error error) {
    return llvm::toString(std::move(error));
  }

  mlir::MLIRContext context;
};

constexpr llvm::StringLiteral kTwice = R"mlir(
  llvm.func @twice(%x: i32) -> i32 {
    %0 = llvm.add %x, %x : i32
    llvm.return %0 : i32
  })mlir";

constexpr llvm::StringLiteral kMultiplyAdd = R"mlir(
  llvm.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
    %0 = llvm.fmul %a, %b : f32
    %1 = llvm.fadd %0, %c : f32
    llvm.return %1 : f32
  })mlir";

constexpr llvm::StringLiteral kFMulAdd = R"mlir(
  llvm.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
    %0 = llvm.intr.fmuladd(%a, %b, %c) : (f32, f32, f32) -> f32
    llvm.return %0 : f32
  })mlir";

constexpr llvm::StringLiteral kWithConstants = R"mlir(
  llvm.func @f(%p: !llvm.ptr) {
    %0 = llvm.mlir.constant(dense<[1.0, 2.5, -3.0, 4.25]> : vector<4xf32>)
        : vector<4xf32>
    %1 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
    %2 = llvm.fadd %0, %1 : vector<4xf32>
    llvm.store %2, %p {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
    llvm.return
  })mlir";

// Tests that the host's description is usable and the same at every call.
TEST_F(CPUTarget, HostIsSane) {
  const cpu::TargetInfo &host = cpu::getHostTarget();
  EXPECT_EQ(&host, &cpu::getHostTarget());
  EXPECT_GE(host.vectorBits, 128u);
  EXPECT_LE(host.vectorBits, 512u);
  EXPECT_GE(host.l1Bytes, 16 << 10);
  EXPECT_LE(host.l1Bytes, 256 << 10);
  EXPECT_GE(host.l2Bytes, 128 << 10);
  EXPECT_LE(host.l2Bytes, 8 << 20);
}

// Instructions of SSE4a have no form beside AVX: one among its code costs more
// than a hundred others.
TEST_F(CPUTarget, HostHasOneEncoding) {
  llvm::StringRef features = cpu::getHostTarget().features;
  if (features.contains("+avx,"))
    EXPECT_FALSE(features.contains("+sse4a"));
}

// Tests the facts of the named levels, and the message for another name.
TEST_F(CPUTarget, NamedTargets) {
  auto v4 = cpu::getTarget("x86-64-v4");
  ASSERT_TRUE(static_cast<bool>(v4));
  EXPECT_EQ(v4->vectorBits, 512u);
  EXPECT_EQ(v4->vectorRegisters, 32u);
  EXPECT_TRUE(v4->hasFMA);
  EXPECT_FALSE(v4->hasF16Arithmetic);
  auto v3 = cpu::getTarget("x86-64-v3");
  ASSERT_TRUE(static_cast<bool>(v3));
  EXPECT_EQ(v3->vectorBits, 256u);
  EXPECT_TRUE(v3->hasFMA);
  auto base = cpu::getTarget("x86-64");
  ASSERT_TRUE(static_cast<bool>(base));
  EXPECT_EQ(base->vectorBits, 128u);
  EXPECT_FALSE(base->hasFMA);
  auto none = cpu::getTarget("z80");
  ASSERT_FALSE(static_cast<bool>(none));
  EXPECT_EQ(getMessage(none.takeError()),
            "unknown CPU target 'z80': expected host, x86-64, x86-64-v2, "
            "x86-64-v3 or x86-64-v4");
}

// Tests that an object compiled for the host runs, and that objects whose
// symbols have one name live side by side.
TEST_F(CPUTarget, CompileLoadRun) {
  auto twice = compile(kTwice, cpu::getHostTarget());
  ASSERT_TRUE(static_cast<bool>(twice)) << getMessage(twice.takeError());
  auto thrice = compile(R"mlir(
    llvm.func @twice(%x: i32) -> i32 {
      %0 = llvm.mlir.constant(3 : i32) : i32
      %1 = llvm.mul %x, %0 : i32
      llvm.return %1 : i32
    })mlir",
                        cpu::getHostTarget());
  ASSERT_TRUE(static_cast<bool>(thrice)) << getMessage(thrice.takeError());
  auto loader = cpu::ObjectLoader::create();
  ASSERT_TRUE(static_cast<bool>(loader));
  std::pair<Object *, int> expected[] = {{&*twice, 14}, {&*thrice, 21}};
  for (auto [object, value] : expected) {
    auto address = (*loader)->load({object->data(), object->size()}, "twice");
    ASSERT_TRUE(static_cast<bool>(address)) << getMessage(address.takeError());
    EXPECT_EQ(reinterpret_cast<int (*)(int)>(*address)(7), value);
  }
}

// Tests that what is set up once for many objects leaves no trace in them: each
// is what it is after no other, after others and for another target between.
TEST_F(CPUTarget, ObjectsDependOnNoOthers) {
  const cpu::TargetInfo &host = cpu::getHostTarget();
  auto plain = cantFail(cpu::getTarget("x86-64"));
  const llvm::StringRef texts[] = {kTwice, kMultiplyAdd, kWithConstants};
  std::vector<Object> objects, plainObjects;
  for (llvm::StringRef text : texts) {
    objects.push_back(cantFail(compile(text, host)));
    plainObjects.push_back(cantFail(compile(text, plain)));
  }
  EXPECT_NE(objects[2], plainObjects[2]);
  // More than are made with one set-up.
  for (int i = 0; i != 100; ++i)
    for (auto [text, object, plainObject] :
         llvm::zip(texts, objects, plainObjects)) {
      ASSERT_EQ(cantFail(compile(text, host)), object) << "round " << i;
      if (i % 10 == 0) {
        ASSERT_EQ(cantFail(compile(text, plain)), plainObject);
      }
    }
}

// Tests that an object that was refused leaves nothing behind for the next.
TEST_F(CPUTarget, ObjectsAfterARefusedOne) {
  const cpu::TargetInfo &host = cpu::getHostTarget();
  Object object = cantFail(compile(kWithConstants, host));
  auto refused = compile(R"mlir(
    llvm.func @missing()
    llvm.func @f() {
      llvm.call @missing() : () -> ()
      llvm.return
    })mlir",
                         host);
  ASSERT_FALSE(static_cast<bool>(refused));
  llvm::consumeError(refused.takeError());
  EXPECT_EQ(cantFail(compile(kWithConstants, host)), object);
}

constexpr llvm::StringLiteral kMaskedCopies = R"mlir(
  llvm.func @first(%from: !llvm.ptr, %to: !llvm.ptr, %count: i64) {
    %none = llvm.mlir.poison : vector<16xi64>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %steps = llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]>
        : vector<16xi64>) : vector<16xi64>
    %one = llvm.insertelement %count, %none[%zero : i32] : vector<16xi64>
    %all = llvm.shufflevector %one, %none [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        : vector<16xi64>
    %mask = llvm.icmp "sgt" %all, %steps : vector<16xi64>
    %other = llvm.mlir.constant(dense<7> : vector<16xi16>) : vector<16xi16>
    %0 = llvm.intr.masked.load %from, %mask, %other {alignment = 2 : i32}
        : (!llvm.ptr, vector<16xi1>, vector<16xi16>) -> vector<16xi16>
    %further = llvm.getelementptr %from[32] : (!llvm.ptr) -> !llvm.ptr, i8
    %1 = llvm.intr.masked.load %further, %mask, %other {alignment = 2 : i32}
        : (!llvm.ptr, vector<16xi1>, vector<16xi16>) -> vector<16xi16>
    %sum = llvm.add %0, %1 : vector<16xi16>
    llvm.store %sum, %to {alignment = 2 : i64} : vector<16xi16>, !llvm.ptr
    %end = llvm.getelementptr %to[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.intr.masked.store %sum, %end, %mask {alignment = 2 : i32}
        : vector<16xi16>, vector<16xi1> into !llvm.ptr
    llvm.return
  }
  llvm.func @any(%from: !llvm.ptr, %to: !llvm.ptr, %bits: i64) {
    %low = llvm.trunc %bits : i64 to i16
    %mask = llvm.bitcast %low : i16 to vector<16xi1>
    %other = llvm.mlir.constant(dense<7> : vector<16xi8>) : vector<16xi8>
    %0 = llvm.intr.masked.load %from, %mask, %other {alignment = 1 : i32}
        : (!llvm.ptr, vector<16xi1>, vector<16xi8>) -> vector<16xi8>
    llvm.store %0, %to {alignment = 1 : i64} : vector<16xi8>, !llvm.ptr
    %end = llvm.getelementptr %to[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.intr.masked.store %0, %end, %mask {alignment = 1 : i32}
        : vector<16xi8>, vector<16xi1> into !llvm.ptr
    llvm.return
  })mlir";

using MaskedCopy = void (*)(const void *, void *, int64_t);

// Tests that masks for which a processor has no instruction copy what they set,
// and nothing else: the first lanes, and any.
TEST_F(CPUTarget, MasksOfNarrowElements) {
  Object object = cantFail(compile(kMaskedCopies, cpu::getHostTarget()));
  llvm::StringRef bytes(object.data(), object.size());
  auto loader = cantFail(cpu::ObjectLoader::create());
  auto first =
      reinterpret_cast<MaskedCopy>(cantFail(loader->load(bytes, "first")));
  std::string text = kMaskedCopies.str();
  text.replace(text.find("sgt"), 3, "ugt");
  Object unsignedObject = cantFail(compile(text, cpu::getHostTarget()));
  auto firstUnsigned = reinterpret_cast<MaskedCopy>(cantFail(
      loader->load({unsignedObject.data(), unsignedObject.size()}, "first")));
  std::vector<int16_t> from(32);
  std::iota(from.begin(), from.end(), int16_t(100));
  for (int64_t count : {-3, 0, 1, 2, 5, 7, 8, 9, 12, 15, 16, 99}) {
    std::vector<int16_t> to(32, -1);
    first(from.data(), to.data(), count);
    // Without a sign, too.
    std::vector<int16_t> unsignedTo(32, -1);
    firstUnsigned(from.data(), unsignedTo.data(), std::max<int64_t>(count, 0));
    EXPECT_EQ(unsignedTo, to);
    for (int64_t i = 0; i != 16; ++i) {
      int16_t sum = int16_t(i < count ? from[i] + from[16 + i] : 14);
      EXPECT_EQ(to[i], sum) << i << " of " << count;
      EXPECT_EQ(to[16 + i], i < count ? sum : -1) << i << " of " << count;
    }
  }
  auto any = reinterpret_cast<MaskedCopy>(cantFail(loader->load(bytes, "any")));
  for (unsigned bits : {0x0u, 0x1u, 0x8000u, 0xffffu, 0x5a31u, 0x7ffeu}) {
    std::vector<int8_t> to(32, -1);
    any(from.data(), to.data(), bits);
    for (unsigned i = 0; i != 16; ++i) {
      bool isSet = bits >> i & 1;
      int8_t value = isSet ? reinterpret_cast<int8_t *>(from.data())[i] : 7;
      EXPECT_EQ(to[i], value) << i << " of " << bits;
      EXPECT_EQ(to[16 + i], isSet ? value : -1) << i << " of " << bits;
    }
  }
}

// Tests that such masks take no branch for each lane, and that where there is
// an instruction there is no branch at all.
TEST_F(CPUTarget, MasksTakeFewBranches) {
  auto countBranches = [&](llvm::StringRef text) {
    std::string assembly;
    llvm::consumeError(
        compile(text, cantFail(cpu::getTarget("x86-64-v3")), &assembly)
            .takeError());
    size_t branches = 0;
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(assembly).split(lines, '\n');
    for (llvm::StringRef line : lines)
      branches += line.ltrim().starts_with("j");
    return branches;
  };
  size_t narrow = countBranches(kMaskedCopies);
  EXPECT_GT(narrow, 0u);
  // One for each lane of an access would be 80.
  EXPECT_LE(narrow, 32u);
  std::string wide = kMaskedCopies.str();
  for (auto [from, to] : {std::pair("xi16>", "xi32>"), {"xi8>", "xi32>"}})
    for (size_t at; (at = wide.find(from)) != std::string::npos;)
      wide.replace(at, strlen(from), to);
  EXPECT_EQ(countBranches(wide), 0u);
}

// Tests that a product and a sum are fused where the IR says so and there only.
TEST_F(CPUTarget, FusesOnlyWhereAllowed) {
  auto v3 = cpu::getTarget("x86-64-v3");
  ASSERT_TRUE(static_cast<bool>(v3));
  std::string assembly;
  ASSERT_TRUE(static_cast<bool>(compile(kMultiplyAdd, *v3, &assembly)));
  EXPECT_NE(assembly.find("vmulss"), std::string::npos);
  EXPECT_EQ(assembly.find("vfmadd"), std::string::npos);
  ASSERT_TRUE(static_cast<bool>(compile(kFMulAdd, *v3, &assembly)));
  EXPECT_NE(assembly.find("vfmadd"), std::string::npos);
  auto base = cpu::getTarget("x86-64");
  ASSERT_TRUE(static_cast<bool>(compile(kFMulAdd, *base, &assembly)));
  EXPECT_NE(assembly.find("mulss"), std::string::npos);
}

// Tests that 512-bit registers are used where the target has them.
TEST_F(CPUTarget, UsesWideRegisters) {
  auto v4 = cpu::getTarget("x86-64-v4");
  ASSERT_TRUE(static_cast<bool>(v4));
  std::string assembly;
  ASSERT_TRUE(static_cast<bool>(compile(R"mlir(
    llvm.func @f(%p: !llvm.ptr) {
      %0 = llvm.load %p {alignment = 64 : i64} : !llvm.ptr -> vector<16xf32>
      %1 = llvm.fadd %0, %0 : vector<16xf32>
      llvm.store %1, %p {alignment = 64 : i64} : vector<16xf32>, !llvm.ptr
      llvm.return
    })mlir",
                                        *v4, &assembly)));
  EXPECT_NE(assembly.find("%zmm"), std::string::npos);
}

// Tests that an object may call memcpy, and the message when it needs more.
TEST_F(CPUTarget, UndefinedSymbols) {
  auto copy = compile(R"mlir(
    llvm.func @f(%to: !llvm.ptr, %from: !llvm.ptr, %n: i64) {
      "llvm.intr.memcpy"(%to, %from, %n) <{isVolatile = false}>
        : (!llvm.ptr, !llvm.ptr, i64) -> ()
      llvm.return
    })mlir",
                      cpu::getHostTarget());
  ASSERT_TRUE(static_cast<bool>(copy)) << getMessage(copy.takeError());
  auto loader = cpu::ObjectLoader::create();
  ASSERT_TRUE(static_cast<bool>(loader));
  auto address = (*loader)->load({copy->data(), copy->size()}, "f");
  ASSERT_TRUE(static_cast<bool>(address)) << getMessage(address.takeError());
  int from[3] = {1, 2, 3}, to[3] = {};
  reinterpret_cast<void (*)(void *, void *, int64_t)>(*address)(to, from,
                                                                sizeof(from));
  EXPECT_EQ(to[2], 3);

  auto sine = compile(R"mlir(
    llvm.func @f(%x: f32) -> f32 {
      %0 = llvm.intr.sin(%x) : (f32) -> f32
      llvm.return %0 : f32
    })mlir",
                      cpu::getHostTarget());
  ASSERT_FALSE(static_cast<bool>(sine));
  EXPECT_EQ(getMessage(sine.takeError()),
            "the object needs 'sinf', which kernels may not call");
}

// Tests that what is no object, a truncated or an overwritten one gives an
// error or an address, never a crash, and that the loader works on afterwards.
TEST_F(CPUTarget, MalformedObjects) {
  auto twice = compile(kTwice, cpu::getHostTarget());
  ASSERT_TRUE(static_cast<bool>(twice));
  llvm::StringRef bytes(twice->data(), twice->size());
  auto loader = cpu::ObjectLoader::create();
  ASSERT_TRUE(static_cast<bool>(loader));
  auto fails = [&](llvm::StringRef object, llvm::StringRef entry) {
    auto address = (*loader)->load(object, entry);
    if (address)
      return std::string();
    return getMessage(address.takeError());
  };
  EXPECT_EQ(fails("", "twice"), "cannot load 'twice': no object");
  EXPECT_EQ(fails("no object at all", "twice"),
            "cannot load 'twice': The file was not recognized as a valid "
            "object file");
  EXPECT_EQ(fails(bytes, "other"),
            "cannot load 'other': the object does not define 'other'");
  for (size_t size = 1; size < bytes.size(); size += 37)
    (void)fails(bytes.take_front(size), "twice");
  std::mt19937 random(1);
  for (int round = 0; round != 300; ++round) {
    std::string damaged = bytes.str();
    for (int i = 0; i != 3; ++i)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    (void)fails(damaged, "twice");
  }
  EXPECT_EQ(fails(bytes, "twice"), "");
}

} // namespace
