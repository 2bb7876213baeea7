//===- Export.cpp - lazy tensors as a module of their own ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Export.h"
#include "ErrorCollector.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "Writer.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

using Nodes = std::vector<Node *>;

/// The nodes of a sample, numbered, arguments first.
Nodes collect(const ExportSample &sample) {
  std::vector<NodeRef> roots = sample.arguments;
  roots.insert(roots.end(), sample.results.begin(), sample.results.end());
  Nodes nodes = sortTopologically(roots);
  for (size_t i = 0; i < nodes.size(); ++i)
    nodes[i]->position = uint32_t(i);
  return nodes;
}

rt::StatusOr<std::vector<char>> readElements(const Node &node) {
  std::vector<char> bytes(node.buffer.bytes());
  if (!bytes.empty())
    if (rt::Status status = node.buffer.copyOut(bytes.data()); status.isError())
      return status;
  return bytes;
}

/// A leaf that is no argument.
Value createConstant(Writer &writer, const Node &node,
                     ArrayRef<char> elements) {
  RankedTensorType type = writer.getType(node);
  Type element = type.getElementType();
  ElementsAttr value;
  if (element.isInteger(1)) {
    SmallVector<bool> bools(elements.begin(), elements.end());
    value = DenseElementsAttr::get(type, bools);
  } else if (elements.size() <= 256) {
    value = DenseElementsAttr::getFromRawBuffer(type, elements);
  } else {
    value = DenseResourceElementsAttr::get(
        type, "weights",
        HeapAsmResourceBlob::allocateAndCopyWithAlign(elements, 64));
  }
  return tg::ConstantOp::create(writer.builder, writer.loc, value);
}

/// The sizes of an argument as `tg.dims` has them.
ArrayAttr getDims(Writer &writer, const Node &node, StringRef variable) {
  Builder &builder = writer.builder;
  SmallVector<Attribute> dims;
  bool isDynamic = false;
  for (auto [size, affine] :
       llvm::zip(node.shape, writer.symbols->nodes[node.position].shape)) {
    if (affine.isConstant()) {
      dims.push_back(builder.getI64IntegerAttr(size));
      continue;
    }
    isDynamic = true;
    dims.push_back(builder.getStringAttr(variable));
  }
  return isDynamic ? builder.getArrayAttr(dims) : ArrayAttr();
}

} // namespace

static rt::StatusOr<OwningOpRef<ModuleOp>> write(const ExportSample &sample,
                                                 const SymbolicSizes *symbols,
                                                 const ExportOptions &options,
                                                 const DefaultTypes &defaults,
                                                 MLIRContext *context) {
  Writer writer(defaults, context);
  OpBuilder &builder = writer.builder;
  writer.symbols = symbols;
  Nodes nodes = collect(sample);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, writer.loc);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> inputs, results;
  std::map<const Node *, unsigned> argumentOf;
  for (auto [i, argument] : llvm::enumerate(sample.arguments)) {
    inputs.push_back(writer.getType(*argument));
    argumentOf.emplace(argument.get(), unsigned(i));
  }
  for (const NodeRef &result : sample.results)
    results.push_back(writer.getType(*result));
  auto function = func::FuncOp::create(
      builder, writer.loc, "main", builder.getFunctionType(inputs, results));
  for (auto [i, argument] : llvm::enumerate(sample.arguments)) {
    function.setArgAttr(i, "tg.name",
                        builder.getStringAttr(options.argumentNames[i]));
    if (!symbols)
      continue;
    for (const AffineSize &size : symbols->nodes[argument->position].shape)
      if (!size.isConstant() && !size.getVariable())
        return rt::Status::error("a size of an argument is not the variable");
    if (ArrayAttr dims = getDims(writer, *argument, options.variable))
      function.setArgAttr(i, "tg.dims", dims);
  }
  for (size_t i = 0; i < sample.results.size(); ++i)
    function.setResultAttr(i, "tg.name",
                           builder.getStringAttr(options.resultNames[i]));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  if (symbols) {
    function->setAttr("tg.variables",
                      builder.getDictionaryAttr(builder.getNamedAttr(
                          options.variable, builder.getI64ArrayAttr(
                                                {options.low, options.high}))));
    writer.variables.push_back(
        tg::VariableOp::create(builder, writer.loc, options.variable));
  }
  for (Node *node : nodes) {
    Value self;
    auto argument = argumentOf.find(node);
    if (argument != argumentOf.end()) {
      self = function.getArgument(argument->second);
    } else if (node->op == OpKind::Buffer) {
      auto elements = readElements(*node);
      if (elements.isError())
        return elements.status();
      self = createConstant(writer, *node, *elements);
    }
    writer.values.push_back(
        argument != argumentOf.end() ? self : writer.create(*node, self));
  }
  SmallVector<Value> returned;
  for (const NodeRef &result : sample.results)
    returned.push_back(writer.values[result->position]);
  func::ReturnOp::create(builder, writer.loc, returned);
  return module;
}

rt::StatusOr<std::string>
frontend::exportModule(const std::vector<ExportSample> &samples,
                       const ExportOptions &options,
                       const DefaultTypes &defaults) {
  if (samples.size() != 1 && samples.size() != 3)
    return rt::Status::error("expected one sample or three");
  for (const ExportSample &sample : samples)
    if (sample.arguments.size() != options.argumentNames.size() ||
        sample.results.size() != options.resultNames.size())
      return rt::Status::error("expected a name for each argument and result");
  for (size_t i = 1; i < samples.size(); ++i)
    if (samples[i].value <= samples[i - 1].value)
      return rt::Status::error("expected samples of increasing values, but " +
                               std::to_string(samples[i].value) +
                               " comes after " +
                               std::to_string(samples[i - 1].value));
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  ErrorCollector errors(&context);
  SymbolicSizes symbols;
  if (samples.size() == 3) {
    SampledVariables variables{
        {options.variable}, {options.low}, {options.high}, {}};
    std::vector<Nodes> nodes;
    for (const ExportSample &sample : samples) {
      nodes.push_back(collect(sample));
      variables.values.push_back({sample.value});
    }
    MatchOptions matchOptions;
    matchOptions.isArgument = [&](const Node &node) {
      return llvm::any_of(samples[0].arguments, [&](const NodeRef &argument) {
        return argument.get() == &node;
      });
    };
    auto matched = matchSamples(nodes, variables, matchOptions);
    if (matched.isError())
      return matched.status();
    symbols = std::move(*matched);
  }
  auto module = write(samples[0], samples.size() == 3 ? &symbols : nullptr,
                      options, defaults, &context);
  if (module.isError())
    return module.status();
  if (failed(verify(**module)))
    return errors.fail("cannot write the program");
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (options.bytecode) {
    if (failed(writeBytecodeToFile(module->get(), stream)))
      return errors.fail("cannot write the program");
  } else {
    (*module)->print(stream);
  }
  return text;
}
