//===- DecomposedCode.cpp - runs decomposed IR ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposedCode.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/Extensions/AllExtensions.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace tinygrad::uop {

static std::string typeName(const std::string &element, int width) {
  if (width == 0)
    return element;
  return "vector<" + std::to_string(width) + "x" + element + ">";
}

static std::string moduleText(const DecomposedCode::Source &source) {
  std::string in = typeName(source.inputType, source.width);
  std::string out = typeName(source.resultType, source.width);
  std::string step = std::to_string(source.width ? source.width : 1);
  // The types of memory: LLVM has no f8.
  auto memory = [&](const std::string &type) {
    return typeName(type.compare(0, 2, "f8") == 0 ? "i8" : type, source.width);
  };
  auto pointer = [&](const std::string &name, const std::string &type) {
    return "%" + name + "p = llvm.getelementptr %" + name +
           "s[%i] : " + "(!llvm.ptr, i64) -> !llvm.ptr, " +
           (type.compare(0, 2, "f8") == 0 ? "i8" : type) + "\n";
  };
  auto load = [&](const std::string &name, const std::string &type) {
    std::string stored = memory(type), wanted = typeName(type, source.width);
    std::string text = pointer(name, type);
    std::string raw = stored == wanted ? name : name + "raw";
    text += "%" + raw + " = llvm.load %" + name +
            "p {alignment = 1 : i64} : !llvm.ptr -> " + stored + "\n";
    if (stored != wanted)
      text += "%" + name + " = arith.bitcast %" + raw + " : " + stored +
              " to " + wanted + "\n";
    return text;
  };
  std::string text =
      "func.func @run(%xs: !llvm.ptr, %ys: !llvm.ptr, %rs: !llvm.ptr, "
      "%n: i64) {\n"
      "%zero = arith.constant 0 : i64\n"
      "%step = arith.constant " +
      step + " : i64\nscf.for %i = %zero to %n step %step : i64 {\n";
  text += load("x", source.inputType);
  if (source.twoInputs)
    text += load("y", source.inputType);
  text += source.body + "\n" + pointer("r", source.resultType);
  std::string stored = memory(source.resultType), value = "r";
  if (stored != out) {
    text += "%rraw = arith.bitcast %r : " + out + " to " + stored + "\n";
    value = "rraw";
  }
  text += "llvm.store %" + value + ", %rp {alignment = 1 : i64} : " + stored +
          ", !llvm.ptr\n}\nreturn\n}\n";
  return text;
}

static MLIRContext &getContext() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<UOpDialect>();
    registerAllExtensions(registry);
    cpu::registerTranslations(registry);
    registerUOpPasses();
    registerConversionPasses();
    return new MLIRContext(registry);
  }();
  return *context;
}

std::string DecomposedCode::compile(const Source &source) {
  MLIRContext &context = getContext();
  std::string text = moduleText(source);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    return "does not parse:\n" + text;
  PassManager manager(&context, ModuleOp::getOperationName());
  std::string pipeline = source.passes + ",convert-scf-to-cf,convert-to-llvm,"
                                         "reconcile-unrealized-casts";
  if (failed(parsePassPipeline(pipeline, manager)))
    return "no such pipeline";
  if (failed(manager.run(*module)))
    return "the passes fail";
  auto object = cpu::compileToObject(*module, cpu::getHostTarget());
  if (!object)
    return llvm::toString(object.takeError());
  auto created = cpu::ObjectLoader::create();
  if (!created)
    return llvm::toString(created.takeError());
  loader = std::move(*created);
  auto address =
      loader->load(llvm::StringRef(object->data(), object->size()), "run");
  if (!address)
    return llvm::toString(address.takeError());
  function =
      reinterpret_cast<void (*)(const void *, const void *, void *, int64_t)>(
          *address);
  return "";
}

} // namespace tinygrad::uop
