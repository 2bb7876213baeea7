//===- Generalize.cpp - one program for values of variables ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generalize.h"
#include "ErrorCollector.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "Writer.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

class GeneralWriter {
public:
  GeneralWriter(const Graph &graph, const SymbolicSizes &sizes,
                const SampledVariables &variables, const DefaultTypes &defaults,
                MLIRContext *context)
      : graph(graph), sizes(sizes), variables(variables),
        writer(defaults, context), builder(writer.builder) {
    writer.symbols = &sizes;
  }

  OwningOpRef<ModuleOp> write();

private:
  ArrayAttr getDims(const Node &input);
  DictionaryAttr getVariables();

  const Graph &graph;
  const SymbolicSizes &sizes;
  const SampledVariables &variables;
  Writer writer;
  OpBuilder &builder;
};

} // namespace

ArrayAttr GeneralWriter::getDims(const Node &input) {
  SmallVector<Attribute> dims;
  bool isDynamic = false;
  for (auto [size, affine] :
       llvm::zip(input.shape, sizes.nodes[input.position].shape)) {
    std::optional<unsigned> variable = affine.getVariable();
    isDynamic |= variable.has_value();
    dims.push_back(
        variable ? Attribute(builder.getStringAttr(variables.names[*variable]))
                 : Attribute(builder.getI64IntegerAttr(size)));
  }
  return isDynamic ? builder.getArrayAttr(dims) : ArrayAttr();
}

DictionaryAttr GeneralWriter::getVariables() {
  SmallVector<NamedAttribute> bounds;
  for (size_t i = 0; i < variables.names.size(); ++i)
    bounds.push_back(builder.getNamedAttr(
        variables.names[i],
        builder.getI64ArrayAttr({variables.low[i], variables.high[i]})));
  return builder.getDictionaryAttr(bounds);
}

OwningOpRef<ModuleOp> GeneralWriter::write() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, writer.loc);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> inputs, results;
  for (const NodeRef &input : graph.inputs)
    inputs.push_back(writer.getType(*input));
  for (const auto &[position, number] : sizes.numbers)
    inputs.push_back(writer.getType(*graph.nodes[position]));
  for (const NodeRef &root : graph.roots)
    results.push_back(writer.getType(*root));
  auto function = func::FuncOp::create(
      builder, writer.loc, "main", builder.getFunctionType(inputs, results));
  for (auto [i, input] : llvm::enumerate(graph.inputs))
    if (ArrayAttr dims = getDims(*input))
      function.setArgAttr(i, "tg.dims", dims);
  function->setAttr("tg.variables", getVariables());
  builder.setInsertionPointToEnd(function.addEntryBlock());
  for (const std::string &name : variables.names)
    writer.variables.push_back(
        tg::VariableOp::create(builder, writer.loc, name));
  size_t nextNumber = graph.inputs.size();
  for (auto [position, node] : llvm::enumerate(graph.nodes)) {
    Value self;
    if (node->op == OpKind::Buffer)
      self = function.getArgument(graph.inputOf[position]);
    else if (sizes.numbers.count(uint32_t(position)))
      self = function.getArgument(nextNumber++);
    writer.values.push_back(writer.create(*node, self));
  }
  SmallVector<Value> returned;
  for (const NodeRef &root : graph.roots)
    returned.push_back(writer.values[root->position]);
  func::ReturnOp::create(builder, writer.loc, returned);
  return module;
}

rt::StatusOr<std::string>
frontend::writeGeneral(const std::vector<const Graph *> &graphs,
                       SampledVariables &variables,
                       const DefaultTypes &defaults, MLIRContext *context,
                       GeneralProgram &result) {
  const Graph &first = *graphs[0];
  std::vector<std::vector<Node *>> nodes;
  for (const Graph *graph : graphs) {
    nodes.push_back(graph->nodes);
    bool isSame = graph->inputOf == first.inputOf &&
                  graph->roots.size() == first.roots.size();
    for (size_t i = 0; isSame && i < first.roots.size(); ++i)
      isSame = graph->roots[i]->position == first.roots[i]->position;
    if (!isSame)
      return rt::Status::error("the runs have other inputs or results");
  }
  MatchOptions options;
  options.isArgument = [](const Node &) { return true; };
  options.numbersMayDepend = options.mayNarrow = true;
  rt::StatusOr<SymbolicSizes> sizes = matchSamples(nodes, variables, options);
  if (sizes.isError())
    return sizes.status();
  for (const NodeRef &input : first.inputs)
    for (const AffineSize &size : sizes->nodes[input->position].shape)
      if (!size.isConstant() && !size.getVariable())
        return rt::Status::error("a size of an input is not a variable");
  for (auto &[position, number] : sizes->numbers)
    result.numbers.push_back({first.nodes[position]->type, number});
  for (const NodeRef &root : first.roots)
    result.results.push_back(sizes->nodes[root->position].shape);

  ErrorCollector errors(context);
  OwningOpRef<ModuleOp> module =
      GeneralWriter(first, *sizes, variables, defaults, context).write();
  if (failed(verify(*module)))
    return errors.fail("cannot write the program");
  std::string source;
  llvm::raw_string_ostream stream(source);
  if (failed(writeBytecodeToFile(*module, stream)))
    return errors.fail("cannot write the program");
  return source;
}
