//===- KernelTest.cpp - kernels give the same with and without opts -------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel is compiled once with all of its upcast and unroll axes as loops,
// which is as plain as code gets, and once with every combination of them as
// vectors; what they store must agree. Buffers end at a page that may not be
// touched. A few values are also compared with ones computed here.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using llvm::StringRef;

using namespace tinygrad;
using namespace tinygrad::test;

namespace {

class KernelTest : public testing::Test {
protected:
  KernelTest() {
    context.disableMultithreading();
    loadDialects(context);
  }

  /// The positions in `text` of the axes that may be vectors.
  static std::vector<size_t> findAxes(const std::string &text) {
    std::vector<size_t> axes;
    for (const char *name : {"<upcast>", "<unroll>"})
      for (size_t at = text.find(name); at != std::string::npos;
           at = text.find(name, at + 1))
        axes.push_back(at);
    std::sort(axes.begin(), axes.end());
    return axes;
  }

  /// `text` with only the axes in the bit set `vectors` kept, the others loops.
  static std::string keepAxes(std::string text, unsigned vectors) {
    std::vector<size_t> axes = findAxes(text);
    for (size_t i = axes.size(); i-- > 0;)
      if (!(vectors >> i & 1))
        text.replace(axes[i], 8,
                     text[axes[i] + 2] == 'p' ? "<loop>" : "<reduce>");
    return text;
  }

  static double read(const GuardedBuffer &buffer, mlir::Type type, size_t i) {
    if (type.isF32())
      return buffer.as<float>()[i];
    if (type.isF64())
      return buffer.as<double>()[i];
    return NAN;
  }

  /// Compares outputs: floats within `tolerance`, all else bit for bit.
  static void compare(const Kernel &kernel,
                      const std::vector<GuardedBuffer> &got,
                      const std::vector<GuardedBuffer> &expected,
                      double tolerance, const std::string &what) {
    for (unsigned output = 0; output != kernel.numOutputs; ++output) {
      mlir::Type type = kernel.types[output].getElementType();
      if (tolerance == 0 || !(type.isF32() || type.isF64())) {
        EXPECT_EQ(std::memcmp(got[output].data(), expected[output].data(),
                              got[output].size()),
                  0)
            << "output " << output << " of " << what;
        continue;
      }
      int64_t elements = kernel.types[output].getNumElements();
      for (int64_t i = 0; i != elements; ++i) {
        double want = read(expected[output], type, i);
        double have = read(got[output], type, i);
        ASSERT_NEAR(have, want, tolerance * std::max(1.0, std::fabs(want)))
            << "element " << i << " of output " << output << " of " << what;
      }
    }
  }

  /// Runs every choice of vector axes, for each of the `variables`, and
  /// returns the outputs of the plain kernel with the first of them.
  std::vector<GuardedBuffer>
  check(const std::string &text, double tolerance = 0,
        std::vector<std::vector<int64_t>> variables = {{}},
        const char *target = "host") {
    cpu::TargetInfo info = llvm::cantFail(cpu::getTarget(target));
    size_t axes = findAxes(text).size();
    Kernel plain(context, keepAxes(text, 0), info);
    if (!plain)
      return {};
    std::vector<std::vector<GuardedBuffer>> expected;
    for (const auto &values : variables) {
      expected.push_back(plain.makeBuffers());
      plain.run(expected.back(), values);
    }
    for (unsigned vectors = 1; vectors < 1u << axes; ++vectors) {
      std::string chosen = keepAxes(text, vectors);
      Kernel kernel(context, chosen, info);
      if (!kernel)
        return expected.front();
      for (size_t i = 0; i != variables.size(); ++i) {
        std::vector<GuardedBuffer> buffers = kernel.makeBuffers();
        kernel.run(buffers, variables[i]);
        compare(kernel, buffers, expected[i], tolerance, chosen);
      }
    }
    return expected.front();
  }

  mlir::MLIRContext context;
};

/// `text` with each `%name%` replaced.
std::string substitute(std::string text,
                       std::vector<std::pair<std::string, std::string>> names) {
  for (auto &[name, value] : names)
    for (size_t at = text.find(name); at != std::string::npos;
         at = text.find(name, at + value.size()))
      text.replace(at, name.size(), value);
  return text;
}

// Tests an elementwise kernel whose size the vectors do not divide.
TEST_F(KernelTest, ElementwiseTail) {
  const std::string text = R"mlir(
    uop.kernel @k(%o: memref<1000xf32> {uop.output}, %x: memref<1000xf32>, %y: memref<1000xf32>) {
      %i = uop.range 0, 19 <global>
      %j = uop.range 1, 3 <upcast>
      %u = uop.range 2, 18 <upcast>
      %n = arith.constant 1000 : index
      %z = arith.constant 0.0 : f32
      %at = affine.apply affine_map<(i, j, u) -> (i * 54 + j * 18 + u)>(%i, %j, %u)
      %g = arith.cmpi slt, %at, %n : index
      %a = uop.load %x[%at] gate %g else %z : memref<1000xf32> -> f32
      %b = uop.load %y[%at] gate %g else %z : memref<1000xf32> -> f32
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %p, %b : f32
      uop.store %q, %o[%at] gate %g : f32, memref<1000xf32>
    })mlir";
  for (const char *target : {"host", "x86-64"}) {
    std::vector<GuardedBuffer> buffers = check(text, 0, {{}}, target);
    ASSERT_EQ(buffers.size(), 3u);
    for (int i = 0; i != 1000; ++i) {
      volatile float product =
          buffers[1].as<float>()[i] * buffers[2].as<float>()[i];
      EXPECT_EQ(buffers[0].as<float>()[i], product + buffers[2].as<float>()[i]);
    }
  }
}

// Tests integer types in memory and the reduce kinds on them.
TEST_F(KernelTest, IntegerReduces) {
  for (const char *type : {"i8", "i16", "i32", "i64"})
    for (const char *kind :
         {"add", "mul", "minsi", "minui", "maxsi", "maxui", "and", "or", "xor"})
      if (StringRef(type) == "i32" || StringRef(kind).ends_with("ui"))
        check(substitute(R"mlir(
    uop.kernel @k(%o: memref<7x%T%> {uop.output}, %x: memref<1050x%T%>) {
      %i = uop.range 0, 7 <upcast>
      %k = uop.range 1, 10 <reduce>
      %u = uop.range 2, 15 <unroll>
      %at = affine.apply affine_map<(i, k, u) -> (i * 150 + k * 15 + u)>(%i, %k, %u)
      %a = uop.load %x[%at] : memref<1050x%T%> -> %T%
      %one = arith.constant 1 : %T%
      %b = arith.ori %a, %one : %T%
      %s = uop.reduce <%K%> %b over (%k, %u) : %T%
      uop.store %s, %o[%i] : %T%, memref<7x%T%>
    })mlir",
                         {{"%T%", type}, {"%K%", kind}}));
}

// Tests float reduces with a gate that leaves out the end of the axis.
TEST_F(KernelTest, GatedFloatReduces) {
  const std::pair<const char *, const char *> kinds[] = {
      {"add", "0.0"},
      {"mul", "1.0"},
      {"maximumf", "0xFF800000"},
      {"minimumf", "0x7F800000"}};
  for (auto [kind, identity] : kinds)
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<6xf32> {uop.output}, %x: memref<222xf32>) {
      %i = uop.range 0, 2 <global>
      %k = uop.range 1, 3 <reduce>
      %j = uop.range 2, 3 <upcast>
      %u = uop.range 3, 16 <unroll>
      %at = affine.apply affine_map<(i, j, k, u) -> ((i * 3 + j) * 37 + k * 16 + u)>(%i, %j, %k, %u)
      %to = affine.apply affine_map<(i, j) -> (i * 3 + j)>(%i, %j)
      %n = arith.constant 37 : index
      %z = arith.constant 0.0 : f32
      %e = arith.constant %I% : f32
      %c = affine.apply affine_map<(k, u) -> (k * 16 + u)>(%k, %u)
      %g = arith.cmpi slt, %c, %n : index
      %a = uop.load %x[%at] gate %g else %z : memref<222xf32> -> f32
      %b = arith.select %g, %a, %e : f32
      %s = uop.reduce <%K%> %b over (%k, %u) : f32
      uop.store %s, %o[%to] : f32, memref<6xf32>
    })mlir",
                     {{"%K%", kind}, {"%I%", identity}}),
          1e-5);
}

constexpr char kMatmul[] = R"mlir(
  uop.kernel @k(%c: memref<667x%A%> {uop.output}, %a: memref<493x%T%>, %b: memref<391x%T%>) {
    %i = uop.range 0, 10 <global>
    %j = uop.range 1, 3 <global>
    %k = uop.range 2, 9 <reduce>
    %iu = uop.range 3, 3 <upcast>
    %ju = uop.range 4, 8 <upcast>
    %ku = uop.range 5, 2 <unroll>
    %row = affine.apply affine_map<(i, u) -> (i * 3 + u)>(%i, %iu)
    %col = affine.apply affine_map<(j, u) -> (j * 8 + u)>(%j, %ju)
    %mid = affine.apply affine_map<(k, u) -> (k * 2 + u)>(%k, %ku)
    %m = arith.constant 29 : index
    %n = arith.constant 23 : index
    %d = arith.constant 17 : index
    %g0 = arith.cmpi slt, %row, %m : index
    %g1 = arith.cmpi slt, %col, %n : index
    %g2 = arith.cmpi sgt, %d, %mid : index
    %ga = arith.andi %g0, %g2 : i1
    %gb = arith.andi %g1, %g2 : i1
    %gc = arith.andi %g0, %g1 : i1
    %ai = affine.apply affine_map<(i, k) -> (i * 17 + k)>(%row, %mid)
    %bi = affine.apply affine_map<(k, j) -> (k * 23 + j)>(%mid, %col)
    %ci = affine.apply affine_map<(i, j) -> (i * 23 + j)>(%row, %col)
    %z = arith.constant %Z% : %T%
    %za = arith.constant %Z% : %A%
    %x0 = uop.load %a[%ai] gate %ga else %z : memref<493x%T%> -> %T%
    %y0 = uop.load %b[%bi] gate %gb else %z : memref<391x%T%> -> %T%
    %x = %CAST% %x0 : %T% to %A%
    %y = %CAST% %y0 : %T% to %A%
    %p = %MUL% %x, %y : %A%
    %q = arith.select %g2, %p, %za : %A%
    %s = uop.reduce <add> %q over (%k, %ku) : %A%
    uop.store %s, %c[%ci] gate %gc : %A%, memref<667x%A%>
  })mlir";

// Tests a matrix product whose tiles divide no size, in several types, and on
// processors with and without masks and fused multiply-add.
TEST_F(KernelTest, Matmul) {
  struct Types {
    const char *narrow, *wide, *zero, *cast, *multiply;
  };
  const Types all[] = {
      {"f16", "f32", "0.0", "arith.extf", "arith.mulf"},
      {"f32", "f64", "0.0", "arith.extf", "arith.mulf"},
      {"i8", "i32", "0", "arith.extsi", "arith.muli"},
      {"i32", "i64", "0", "arith.extui", "arith.muli"},
  };
  for (const Types &types : all)
    for (const char *target : {"host", "x86-64-v3"})
      check(substitute(kMatmul, {{"%T%", types.narrow},
                                 {"%A%", types.wide},
                                 {"%Z%", types.zero},
                                 {"%CAST%", types.cast},
                                 {"%MUL%", types.multiply}}),
            1e-5, {{}}, target);
}

// Tests narrow floats, whose arithmetic is integer code and f32, and the total
// integer operations, with lanes to spare.
TEST_F(KernelTest, NarrowTypesAndTotalOps) {
  for (const char *type : {"bf16", "f16", "f8E4M3FN", "f8E5M2"})
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<98x%T%> {uop.output}, %x: memref<98x%T%>, %y: memref<14x%T%>) {
      %i = uop.range 0, 7 <upcast>
      %j = uop.range 1, 14 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 14 + j)>(%i, %j)
      %a = uop.load %x[%at] : memref<98x%T%> -> %T%
      %b = uop.load %y[%j] : memref<14x%T%> -> %T%
      %c = arith.mulf %a, %b : %T%
      %d = arith.addf %c, %a : %T%
      uop.store %d, %o[%at] : %T%, memref<98x%T%>
    })mlir",
                     {{"%T%", type}}));
  for (const char *op : {"divsi", "remsi", "divui", "shli", "shrsi"})
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<98xi32> {uop.output}, %x: memref<98xi32>, %y: memref<14xi32>) {
      %i = uop.range 0, 7 <upcast>
      %j = uop.range 1, 14 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 14 + j)>(%i, %j)
      %a = uop.load %x[%at] : memref<98xi32> -> i32
      %b = uop.load %y[%j] : memref<14xi32> -> i32
      %c = arith.%OP% %a, %b {uop.total} : i32
      uop.store %c, %o[%at] : i32, memref<98xi32>
    })mlir",
                     {{"%OP%", op}}));
}

// Tests a product against values computed here.
TEST_F(KernelTest, MatmulValues) {
  std::vector<GuardedBuffer> buffers = check(R"mlir(
    uop.kernel @k(%c: memref<192xf32> {uop.output}, %a: memref<84xf32>, %b: memref<112xf32>) {
      %i = uop.range 0, 3 <global>
      %k = uop.range 1, 7 <reduce>
      %iu = uop.range 2, 4 <upcast>
      %j = uop.range 3, 16 <upcast>
      %ai = affine.apply affine_map<(i, u, k) -> (i * 28 + u * 7 + k)>(%i, %iu, %k)
      %bi = affine.apply affine_map<(k, j) -> (k * 16 + j)>(%k, %j)
      %ci = affine.apply affine_map<(i, u, j) -> (i * 64 + u * 16 + j)>(%i, %iu, %j)
      %x = uop.load %a[%ai] : memref<84xf32> -> f32
      %y = uop.load %b[%bi] : memref<112xf32> -> f32
      %p = arith.mulf %x, %y : f32
      %s = uop.reduce <add> %p over (%k) : f32
      uop.store %s, %c[%ci] : f32, memref<192xf32>
    })mlir",
                                             1e-5);
  ASSERT_EQ(buffers.size(), 3u);
  for (int i = 0; i != 12; ++i)
    for (int j = 0; j != 16; ++j) {
      double sum = 0;
      for (int k = 0; k != 7; ++k)
        sum += buffers[1].as<float>()[i * 7 + k] *
               buffers[2].as<float>()[k * 16 + j];
      EXPECT_NEAR(buffers[0].as<float>()[i * 16 + j], sum, 1e-5);
    }
}

// Tests a chain of reduces over the rows of a matrix, and its result spread
// over the rows again.
TEST_F(KernelTest, RowChain) {
  check(R"mlir(
    uop.kernel @k(%o: memref<480xf32> {uop.output}, %x: memref<480xf32>) {
      %i = uop.range 0, 2 <global>
      %j = uop.range 1, 4 <global>
      %k1 = uop.range 2, 4 <reduce>
      %k2 = uop.range 3, 2 <reduce>
      %iu = uop.range 4, 5 <upcast>
      %ju = uop.range 5, 12 <upcast>
      %k1u = uop.range 6, 12 <unroll>
      %k2u = uop.range 7, 24 <unroll>
      %i1 = affine.apply affine_map<(i, u, k, v) -> ((i * 5 + u) * 48 + k * 12 + v)>(%i, %iu, %k1, %k1u)
      %i2 = affine.apply affine_map<(i, u, k, v) -> ((i * 5 + u) * 48 + k * 24 + v)>(%i, %iu, %k2, %k2u)
      %i3 = affine.apply affine_map<(i, u, k, v) -> ((i * 5 + u) * 48 + k * 12 + v)>(%i, %iu, %j, %ju)
      %v1 = uop.load %x[%i1] : memref<480xf32> -> f32
      %m = uop.reduce <maximumf> %v1 over (%k1, %k1u) : f32
      %v2 = uop.load %x[%i2] : memref<480xf32> -> f32
      %d2 = arith.subf %v2, %m : f32
      %e2 = math.exp %d2 : f32
      %s = uop.reduce <add> %e2 over (%k2, %k2u) : f32
      %v3 = uop.load %x[%i3] : memref<480xf32> -> f32
      %d3 = arith.subf %v3, %m : f32
      %e3 = math.exp %d3 : f32
      %q = arith.divf %e3, %s : f32
      uop.store %q, %o[%i3] : f32, memref<480xf32>
    })mlir",
        1e-5);
}

// Tests a reduce in the body of another.
TEST_F(KernelTest, NestedReduces) {
  check(R"mlir(
    uop.kernel @k(%o: memref<6xf32> {uop.output}, %x: memref<720xf32>) {
      %i = uop.range 0, 6 <upcast>
      %k = uop.range 1, 10 <reduce>
      %l = uop.range 2, 3 <reduce>
      %lu = uop.range 3, 4 <unroll>
      %at = affine.apply affine_map<(i, k, l, u) -> (i * 120 + k * 12 + l * 4 + u)>(%i, %k, %l, %lu)
      %v = uop.load %x[%at] : memref<720xf32> -> f32
      %m = uop.reduce <maximumf> %v over (%l, %lu) : f32
      %w = arith.mulf %m, %m : f32
      %s = uop.reduce <add> %w over (%k) : f32
      uop.store %s, %o[%i] : f32, memref<6xf32>
    })mlir",
        1e-5);
}

// Tests a padded 3x3 convolution, with strides 1 and 2.
TEST_F(KernelTest, Convolution) {
  for (const char *stride : {"1", "2"})
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<400xf32> {uop.output}, %x: memref<1083xf32>, %w: memref<108xf32>) {
      %f = uop.range 0, 4 <upcast>
      %y = uop.range 1, 10 <global>
      %c = uop.range 2, 3 <reduce>
      %ky = uop.range 3, 3 <unroll>
      %kx = uop.range 4, 3 <unroll>
      %xu = uop.range 5, 10 <upcast>
      %row = affine.apply affine_map<(y, k) -> (y * %S% + k - 1)>(%y, %ky)
      %col = affine.apply affine_map<(y, k) -> (y * %S% + k - 1)>(%xu, %kx)
      %n = arith.constant 19 : index
      %zero = arith.constant 0 : index
      %z = arith.constant 0.0 : f32
      %g0 = arith.cmpi sge, %row, %zero : index
      %g1 = arith.cmpi slt, %row, %n : index
      %g2 = arith.cmpi sge, %col, %zero : index
      %g3 = arith.cmpi slt, %col, %n : index
      %g01 = arith.andi %g0, %g1 : i1
      %g23 = arith.andi %g2, %g3 : i1
      %g = arith.andi %g01, %g23 : i1
      %xi = affine.apply affine_map<(c, y, x) -> (c * 361 + y * 19 + x)>(%c, %row, %col)
      %wi = affine.apply affine_map<(f, c, y, x) -> (f * 27 + c * 9 + y * 3 + x)>(%f, %c, %ky, %kx)
      %oi = affine.apply affine_map<(f, y, x) -> (f * 100 + y * 10 + x)>(%f, %y, %xu)
      %a = uop.load %x[%xi] gate %g else %z : memref<1083xf32> -> f32
      %b = uop.load %w[%wi] : memref<108xf32> -> f32
      %p = arith.mulf %a, %b : f32
      %s = uop.reduce <add> %p over (%c, %ky, %kx) : f32
      uop.store %s, %o[%oi] : f32, memref<400xf32>
    })mlir",
                     {{"%S%", stride}}),
          1e-5);
}

// Tests rows read at places that are data, and elements at such places.
TEST_F(KernelTest, Gathers) {
  check(R"mlir(
    uop.kernel @k(%o: memref<180xf32> {uop.output}, %t: memref<320xf32>, %n: memref<9xi32>) {
      %i = uop.range 0, 3 <global>
      %iu = uop.range 1, 3 <upcast>
      %j = uop.range 2, 20 <upcast>
      %at = affine.apply affine_map<(i, u) -> (i * 3 + u)>(%i, %iu)
      %r = uop.load %n[%at] : memref<9xi32> -> i32
      %ri = arith.index_cast %r : i32 to index
      %ti = affine.apply affine_map<(r, j) -> (r * 20 + j)>(%ri, %j)
      %v = uop.load %t[%ti] : memref<320xf32> -> f32
      %to = affine.apply affine_map<(i, j) -> (i * 20 + j)>(%at, %j)
      uop.store %v, %o[%to] : f32, memref<180xf32>
    })mlir");
  for (const char *type : {"f32", "i64", "i8", "f16"})
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<60x%T%> {uop.output}, %t: memref<16x%T%>, %n: memref<60xi32>) {
      %i = uop.range 0, 3 <upcast>
      %j = uop.range 1, 20 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 20 + j)>(%i, %j)
      %r = uop.load %n[%at] : memref<60xi32> -> i32
      %ri = arith.index_cast %r : i32 to index
      %v = uop.load %t[%ri] : memref<16x%T%> -> %T%
      uop.store %v, %o[%at] : %T%, memref<60x%T%>
    })mlir",
                     {{"%T%", type}}));
}

// Tests indices with divisions: along the lanes a gather, along other axes
// accesses of their own.
TEST_F(KernelTest, DividedIndices) {
  check(R"mlir(
    uop.kernel @k(%o: memref<84xi32> {uop.output}, %x: memref<84xi32>, %n: memref<60xi32>) {
      %i = uop.range 0, 7 <upcast>
      %j = uop.range 1, 12 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 12 + j)>(%i, %j)
      %from = affine.apply affine_map<(a) -> ((a mod 21) * 4 + a floordiv 21)>(%at)
      %v = uop.load %x[%from] : memref<84xi32> -> i32
      uop.store %v, %o[%at] : i32, memref<84xi32>
    })mlir");
  check(R"mlir(
    uop.kernel @k(%o: memref<84xi32> {uop.output}, %x: memref<84xi32>) {
      %i = uop.range 0, 7 <upcast>
      %j = uop.range 1, 12 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 12 + j)>(%i, %j)
      %to = affine.apply affine_map<(a) -> ((a mod 21) * 4 + a floordiv 21)>(%at)
      %v = uop.load %x[%at] : memref<84xi32> -> i32
      uop.store %v, %o[%to] : i32, memref<84xi32>
    })mlir");
}

// Tests a transpose, contiguous on one side only, of data and of a function.
TEST_F(KernelTest, Transposes) {
  for (const char *op : {"", "%c = arith.mulf %b, %b : f32"})
    check(substitute(R"mlir(
    uop.kernel @k(%o: memref<420xf32> {uop.output}, %x: memref<420xf32>) {
      %i = uop.range 0, 5 <global>
      %j = uop.range 1, 3 <global>
      %iu = uop.range 2, 4 <upcast>
      %ju = uop.range 3, 7 <upcast>
      %from = affine.apply affine_map<(i, u, j, v) -> ((i * 4 + u) * 21 + j * 7 + v)>(%i, %iu, %j, %ju)
      %to = affine.apply affine_map<(i, u, j, v) -> (i * 4 + u + (j * 7 + v) * 20)>(%i, %iu, %j, %ju)
      %b = uop.load %x[%from] : memref<420xf32> -> f32
      %OP%
      uop.store %R%, %o[%to] : f32, memref<420xf32>
    })mlir",
                     {{"%OP%", op}, {"%R%", *op ? "%c" : "%b"}}));
}

// Tests sizes, strides and gates that are variables, up to their bounds and
// down to nothing.
TEST_F(KernelTest, Variables) {
  check(R"mlir(
    uop.kernel @k(%o: memref<600xf32> {uop.output}, %s: memref<20xf32> {uop.output},
                  %x: memref<600xf32>, %n: index {uop.variable = "n", uop.bounds = [0, 30]}) {
      %m = affine.apply affine_map<()[n] -> (n ceildiv 8)>()[%n]
      %i = uop.range 0, 10 <global>
      %iu = uop.range 2, 2 <upcast>
      %k = uop.range 3, %m <reduce>
      %ku = uop.range 4, 8 <unroll>
      %row = affine.apply affine_map<(i, u) -> (i * 2 + u)>(%i, %iu)
      %at = affine.apply affine_map<(k, u) -> (k * 8 + u)>(%k, %ku)
      %from = affine.apply affine_map<(i, k)[n] -> (i * n + k)>(%row, %at)[%n]
      %g = arith.cmpi slt, %at, %n : index
      %z = arith.constant 0.0 : f32
      %v = uop.load %x[%from] gate %g else %z : memref<600xf32> -> f32
      %t = arith.select %g, %v, %z : f32
      %sum = uop.reduce <add> %t over (%k, %ku) : f32
      uop.store %sum, %s[%row] : f32, memref<20xf32>
    })mlir",
        1e-5, {{30}, {29}, {8}, {1}, {0}});
  check(R"mlir(
    uop.kernel @k(%o: memref<600xf32> {uop.output},
                  %x: memref<600xf32>, %n: index {uop.variable = "n", uop.bounds = [0, 30]}) {
      %m = affine.apply affine_map<()[n] -> (n ceildiv 8)>()[%n]
      %i = uop.range 0, 10 <global>
      %j = uop.range 1, %m <global>
      %iu = uop.range 2, 2 <upcast>
      %ju = uop.range 3, 8 <upcast>
      %row = affine.apply affine_map<(i, u) -> (i * 2 + u)>(%i, %iu)
      %col = affine.apply affine_map<(k, u) -> (k * 8 + u)>(%j, %ju)
      %at = affine.apply affine_map<(i, k)[n] -> (i * n + k)>(%row, %col)[%n]
      %g = arith.cmpi slt, %col, %n : index
      %z = arith.constant 0.0 : f32
      %v = uop.load %x[%at] gate %g else %z : memref<600xf32> -> f32
      %w = arith.addf %v, %v : f32
      uop.store %w, %o[%at] gate %g : f32, memref<600xf32>
    })mlir",
        0, {{30}, {29}, {8}, {1}, {0}});
}

// Tests several outputs in one nest, bools in memory, and positions as data.
TEST_F(KernelTest, SeveralStores) {
  check(R"mlir(
    uop.kernel @k(%o: memref<77xi8> {uop.output}, %p: memref<77xi32> {uop.output},
                  %x: memref<77xi8>, %y: memref<11xf32>) {
      %i = uop.range 0, 11 <upcast>
      %j = uop.range 1, 7 <upcast>
      %at = affine.apply affine_map<(i, j) -> (i * 7 + j)>(%i, %j)
      %zero = arith.constant 0 : i8
      %one = arith.constant 1.0 : f32
      %b = uop.load %x[%at] : memref<77xi8> -> i8
      %c = arith.cmpi ne, %b, %zero : i8
      %v = uop.load %y[%i] : memref<11xf32> -> f32
      %d = arith.cmpf olt, %v, %one : f32
      %e = arith.andi %c, %d : i1
      %f = arith.extui %e : i1 to i8
      uop.store %f, %o[%at] : i8, memref<77xi8>
      %n = arith.index_cast %j : index to i32
      %m = arith.index_cast %at : index to i32
      %q = arith.select %c, %n, %m : i32
      uop.store %q, %p[%at] : i32, memref<77xi32>
    })mlir");
}

// Tests that a slice of the THREAD axis is all that a call does.
TEST_F(KernelTest, ThreadSlices) {
  cpu::TargetInfo host = cpu::getHostTarget();
  Kernel kernel(context, R"mlir(
    uop.kernel @k(%o: memref<40xf32> {uop.output}, %x: memref<40xf32>) {
      %i = uop.range 0, 5 <thread>
      %u = uop.range 1, 8 <upcast>
      %at = affine.apply affine_map<(i, u) -> (i * 8 + u)>(%i, %u)
      %v = uop.load %x[%at] : memref<40xf32> -> f32
      uop.store %v, %o[%at] : f32, memref<40xf32>
    })mlir",
                host);
  ASSERT_TRUE(static_cast<bool>(kernel));
  std::vector<GuardedBuffer> buffers = kernel.makeBuffers();
  kernel.run(buffers, {}, 1, 3);
  float untouched;
  std::memset(&untouched, 0x5a, sizeof(untouched));
  for (int i = 0; i != 40; ++i)
    EXPECT_EQ(buffers[0].as<float>()[i],
              i >= 8 && i < 24 ? buffers[1].as<float>()[i] : untouched);
}

// Tests kernel-local memory, small on the stack and large in the scratch.
TEST_F(KernelTest, Stages) {
  for (const char *size : {"64", "64000"})
    check(substitute(
        R"mlir(
    uop.kernel @k(%o: memref<%N%xf32> {uop.output}, %x: memref<%N%xf32>) {
      %a = uop.range 0, %N% <reduce>
      %i = uop.range 1, 2 <global>
      %j = uop.range 2, %H% <global>
      %v = uop.load %x[%a] : memref<%N%xf32> -> f32
      %w = arith.addf %v, %v : f32
      %s = uop.stage %w over (%a) : f32 -> memref<%N%xf32, #gpu.address_space<private>>
      %at = affine.apply affine_map<(i, j) -> (i * %H% + j)>(%i, %j)
      %back = affine.apply affine_map<(i) -> (%N% - 1 - i)>(%at)
      %r = uop.load %s[%back] : memref<%N%xf32, #gpu.address_space<private>> -> f32
      uop.store %r, %o[%at] : f32, memref<%N%xf32>
    })mlir",
        {{"%N%", size}, {"%H%", std::to_string(std::stoi(size) / 2)}}));
}

// Tests that a product is rounded before it is added, except in a sum.
TEST_F(KernelTest, ContractsInReducesOnly) {
  const std::string start = R"mlir(
    uop.kernel @k(%o: memref<16xf32> {uop.output}, %x: memref<16xf32>, %y: memref<64xf32>) {
      %u = uop.range 0, 16 <upcast>
      %k = uop.range 1, 4 <reduce>
      %a = uop.load %x[%u] : memref<16xf32> -> f32
      %at = affine.apply affine_map<(k, u) -> (k * 16 + u)>(%k, %u)
      %b = uop.load %y[%at] : memref<64xf32> -> f32
      %p = arith.mulf %a, %b : f32)mlir";
  const std::string sum = R"mlir(
      %s = uop.reduce <add> %p over (%k) : f32
      uop.store %s, %o[%u] : f32, memref<16xf32>
    })mlir";
  const std::string chain = R"mlir(
      %q = arith.addf %p, %a : f32
      %s = uop.reduce <maximumf> %q over (%k) : f32
      uop.store %s, %o[%u] : f32, memref<16xf32>
    })mlir";
  cpu::TargetInfo v3 = llvm::cantFail(cpu::getTarget("x86-64-v3"));
  Kernel contracted(context, start + sum, v3);
  EXPECT_NE(contracted.assembly.find("vfmadd"), std::string::npos);
  Kernel separate(context, start + chain, v3);
  EXPECT_EQ(separate.assembly.find("vfmadd"), std::string::npos);
}

} // namespace
