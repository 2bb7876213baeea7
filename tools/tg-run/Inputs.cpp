//===- Inputs.cpp - arguments and variables of a run ----------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Elements.h"
#include "TinyGrad/Runtime/IO/Npy.h"
#include "TinyGrad/Runtime/IO/Safetensors.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/WithColor.h"
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

namespace {

/// What is known of a variable, and from where.
struct Binding {
  std::optional<int64_t> value;
  std::string origin;
};

class Binder {
public:
  Binder(const Signature &signature, const Options &options)
      : signature(signature), options(options),
        sources(signature.arguments.size()), known(signature.variables.size()) {
    result.arrays.resize(signature.arguments.size());
  }

  Expected<Inputs> bind() {
    if (Error error = chooseSources())
      return std::move(error);
    if (Error error = readFiles())
      return std::move(error);
    if (Error error = bindOptions())
      return std::move(error);
    if (Error error = finishBindings())
      return std::move(error);
    if (Error error = generate())
      return std::move(error);
    return std::move(result);
  }

  Expected<std::vector<rt::HostArray>> bindWeights() {
    if (Error error = openWeights())
      return std::move(error);
    warnOfUnusedWeights();
    for (const Port &port : signature.arguments)
      if (isWeight(port))
        if (Error error = readFile(port))
          return std::move(error);
    return std::move(result.arrays);
  }

private:
  //===--------------------------------------------------------------------===//
  // Which argument gets what
  //===--------------------------------------------------------------------===//

  Error chooseSources() {
    const KeyedData *others = nullptr;
    for (const KeyedData &data : options.inputs) {
      if (data.key.empty()) {
        others = &data;
        continue;
      }
      auto port = Signature::find(signature.arguments, data.key);
      if (!port)
        return prefix(data.text, port.takeError());
      const KeyedData *&source = sources[(*port)->position];
      if (source)
        return createStringError(Twine((*port)->describe()) +
                                 " has two inputs: " + source->text + " and " +
                                 data.text);
      source = &data;
    }
    if (Error error = openWeights())
      return error;
    for (const Port &port : signature.arguments) {
      const KeyedData *&source = sources[port.position];
      if (source || isWeight(port))
        continue;
      source = others;
      if (!source)
        return createStringError(Twine(port.describe()) + " of '" +
                                 signature.name +
                                 "' has no input: pass --input " +
                                 Twine(port.position) + "=<file.npy>" +
                                 (weights ? ", or use weights that have it: '" +
                                                options.weights + "' does not"
                                          : std::string()));
    }
    warnOfUnusedWeights();
    return Error::success();
  }

  Error openWeights() {
    if (options.weights.empty())
      return Error::success();
    auto file = rt::SafetensorsFile::open(options.weights);
    if (file.isError())
      return createStringError("--weights: " + file.message());
    weights.emplace(std::move(*file));
    return Error::success();
  }

  bool isWeight(const Port &port) const {
    return weights && !port.name.empty() && weights->entries().count(port.name);
  }

  void warnOfUnusedWeights() {
    if (!weights)
      return;
    llvm::StringSet<> names;
    for (const Port &port : signature.arguments)
      names.insert(port.name);
    for (auto &entry : weights->entries())
      if (!names.contains(entry.first))
        llvm::WithColor::warning(llvm::errs(), "tg-run")
            << "--weights: '" << options.weights << "' has '" << entry.first
            << "', which no argument is named\n";
  }

  //===--------------------------------------------------------------------===//
  // Files
  //===--------------------------------------------------------------------===//

  Error readFiles() {
    for (const Port &port : signature.arguments) {
      const KeyedData *source = sources[port.position];
      if (source && source->source.kind != DataSource::Kind::File)
        continue;
      if (Error error = readFile(port))
        return error;
    }
    return Error::success();
  }

  /// Reads a port's file, or its entry of the weights.
  Error readFile(const Port &port) {
    const KeyedData *source = sources[port.position];
    std::string text = source ? source->text : "--weights " + options.weights;
    auto array =
        source ? rt::readNpy(source->source.path) : weights->read(port.name);
    if (array.isError())
      return createStringError(text + ": " + array.message());
    if (Error error = accept(port, *array))
      return prefix(text, std::move(error));
    result.arrays[port.position] = std::move(*array);
    return Error::success();
  }

  /// Checks the type and the sizes of a port's data, and learns variables.
  Error accept(const Port &port, rt::HostArray &array) {
    if (!rt::isReadableAs(array.type, port.elementType))
      return createStringError(Twine(port.describe()) + " has elements of " +
                               rt::elementName(port.elementType) +
                               ", but the file of " +
                               rt::elementName(array.type));
    array.type = port.elementType;
    if (array.shape.size() != port.shape.size())
      return createStringError(
          Twine(port.describe()) + " has " + Twine(port.shape.size()) +
          " axes, but the file " + Twine(array.shape.size()));
    for (auto [axis, size] : llvm::enumerate(array.shape)) {
      AffineExpr expr = port.shape[axis];
      if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
        if (constant.getValue() != size)
          return createStringError(Twine(port.describe()) + " has size " +
                                   Twine(constant.getValue()) + " on axis " +
                                   Twine(axis) + ", but the file " +
                                   Twine(size));
      } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
        std::string origin =
            "axis " + std::to_string(axis) + " of " + port.describe();
        if (Error error = learn(symbol.getPosition(), size, origin))
          return error;
      }
    }
    return Error::success();
  }

  //===--------------------------------------------------------------------===//
  // Variables
  //===--------------------------------------------------------------------===//

  Error learn(unsigned position, int64_t value, const std::string &origin) {
    const tg::Variable &variable = signature.variables[position];
    if (value < variable.min || value > variable.max)
      return createStringError(Twine("variable '") + variable.name.getValue() +
                               "' is " + Twine(value) + " by " + origin +
                               ", outside its bounds [" + Twine(variable.min) +
                               ", " + Twine(variable.max) + "]");
    Binding &binding = known[position];
    if (binding.value && *binding.value != value)
      return createStringError(Twine("variable '") + variable.name.getValue() +
                               "' is " + Twine(*binding.value) + " by " +
                               binding.origin + ", but " + Twine(value) +
                               " by " + origin);
    binding = {value, origin};
    return Error::success();
  }

  Error bindOptions() {
    for (auto &[name, value] : options.variables) {
      std::optional<unsigned> position;
      for (auto [i, variable] : llvm::enumerate(signature.variables))
        if (variable.name == name)
          position = i;
      if (!position) {
        // Each of several entries takes those of the variables that it has.
        if (options.allEntries)
          continue;
        return createStringError(Twine("--var: '") + signature.name +
                                 "' has no variable '" + name + "'");
      }
      if (Error error = learn(*position, value, "--var"))
        return error;
    }
    return Error::success();
  }

  Error finishBindings() {
    for (auto [variable, binding] : llvm::zip(signature.variables, known)) {
      if (!binding.value)
        return createStringError(
            Twine("variable '") + variable.name.getValue() +
            "' has no value: no input tells it; pass --var " +
            variable.name.getValue() + "=<n>, from " + Twine(variable.min) +
            " to " + Twine(variable.max));
      result.bindings.push_back(*binding.value);
    }
    return Error::success();
  }

  //===--------------------------------------------------------------------===//
  // Made-up data
  //===--------------------------------------------------------------------===//

  Error generate() {
    uint64_t total = 0;
    for (const Port &port : signature.arguments) {
      const KeyedData *source = sources[port.position];
      if (!source || source->source.kind == DataSource::Kind::File)
        continue;
      std::vector<int64_t> sizes = getSizes(port, result.bindings);
      auto bytes = rt::arrayBytes(port.elementType, sizes);
      if (bytes)
        total += *bytes;
      if (!bytes || total > physicalMemory())
        return createStringError(source->text + ": " + port.describe() +
                                 " of sizes " + formatList(sizes) +
                                 " does not fit this machine's memory");
      auto array = rt::HostArray::create(port.elementType, sizes);
      if (array.isError())
        return createStringError(source->text + ": " + array.message());
      // Arguments that share a seed differ nevertheless.
      fillArray(*array, source->source.kind,
                source->source.seed * 1000003 + port.position);
      result.arrays[port.position] = std::move(*array);
    }
    return Error::success();
  }

  static uint64_t physicalMemory() {
    return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGE_SIZE));
  }

  static Error prefix(const std::string &text, Error error) {
    return createStringError(text + ": " + llvm::toString(std::move(error)));
  }

  const Signature &signature;
  const Options &options;
  /// Each argument's option; null for one that the weights give.
  std::vector<const KeyedData *> sources;
  std::optional<rt::SafetensorsFile> weights;
  std::vector<Binding> known;
  Inputs result;
};

} // namespace

Expected<Inputs> run::bindInputs(const Signature &signature,
                                 const Options &options) {
  return Binder(signature, options).bind();
}

Expected<std::vector<rt::HostArray>>
run::readWeights(const Signature &signature, const Options &options) {
  return Binder(signature, options).bindWeights();
}
