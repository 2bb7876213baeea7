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
#include "llvm/Support/CheckedArithmetic.h"
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

/// What of a graph does not depend on sizes.
struct Structure {
  OpKind op;
  ElementType type;
  size_t rank, numAttributes;
  std::vector<uint32_t> operands;
  double number;
  int64_t integer;
  bool operator==(const Structure &other) const {
    return op == other.op && type == other.type && rank == other.rank &&
           numAttributes == other.numAttributes && operands == other.operands;
  }
  bool isSameNumber(const Structure &other) const {
    return integer == other.integer &&
           (number == other.number ||
            (number != number && other.number != other.number));
  }
};

Structure getStructure(const Node &node) {
  Structure result{
      node.op, node.type,   node.shape.size(), node.attributes.size(),
      {},      node.number, node.integer};
  for (const NodeRef &operand : node.operands)
    result.operands.push_back(operand->position);
  return result;
}

/// Solves `factor * n + offset` for what three values of n gave.
bool solve(const int64_t (&n)[3], int64_t a, int64_t b, int64_t c,
           AffineSize &result) {
  int64_t step = n[1] - n[0]; // > 0
  if ((b - a) % step != 0)
    return false;
  result.factor = (b - a) / step;
  result.offset = a - result.factor * n[0];
  return result.factor * n[2] + result.offset == c;
}

/// Sizes as functions of the variable that explain all samples.
class Matcher {
public:
  Matcher(const std::vector<ExportSample> &samples,
          const ExportOptions &options)
      : samples(samples), variable(options.variable), low(options.low),
        high(options.high) {}

  rt::StatusOr<SymbolicSizes> match();

private:
  rt::Status fail(const Twine &what) {
    return rt::Status::error(
        ("the program is not one function of '" + variable + "': " + what)
            .str());
  }
  rt::Status matchList(ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                       ArrayRef<int64_t> c, std::vector<AffineSize> &result);
  rt::Status checkBounds(const Node &node, const SymbolicSizes &sizes);

  const std::vector<ExportSample> &samples;
  StringRef variable;
  int64_t low, high;
};

rt::Status Matcher::matchList(ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                              ArrayRef<int64_t> c,
                              std::vector<AffineSize> &result) {
  const int64_t n[] = {samples[0].value, samples[1].value, samples[2].value};
  for (auto [x, y, z] : llvm::zip_equal(a, b, c)) {
    AffineSize affine;
    if (!solve(n, x, y, z, affine))
      return fail("a size is " + Twine(x) + ", " + Twine(y) + ", " + Twine(z) +
                  " for " + Twine(n[0]) + ", " + Twine(n[1]) + ", " +
                  Twine(n[2]));
    result.push_back(affine);
  }
  return rt::Status::success();
}

/// Whether sizes have a meaning at the bounds, and so between them: functions
/// like min(n, 10) look like a number or like n in samples.
rt::Status Matcher::checkBounds(const Node &node, const SymbolicSizes &sizes) {
  const SymbolicSizes::OfNode &of = sizes.nodes[node.position];
  for (int64_t n : {low, high}) {
    auto at = [&](const AffineSize &size) {
      return llvm::checkedMulAdd(size.factor, n, size.offset);
    };
    for (ArrayRef<AffineSize> list :
         {ArrayRef<AffineSize>(of.shape), ArrayRef<AffineSize>(of.attributes)})
      for (const AffineSize &size : list)
        if (size.factor != 0 && at(size).value_or(-1) < 0)
          return fail("a size has no value for " + Twine(n));
    if (node.op != OpKind::Shrink)
      continue;
    const auto &whole = sizes.nodes[node.operands[0]->position].shape;
    for (auto [offset, size, all] :
         llvm::zip_equal(of.attributes, of.shape, whole))
      if (*at(all) - *at(size) < *at(offset))
        return fail("it reads " + Twine(*at(size)) + " elements from " +
                    Twine(*at(offset)) + " on, of " + Twine(*at(all)) +
                    ", for " + Twine(n));
  }
  return rt::Status::success();
}

rt::StatusOr<SymbolicSizes> Matcher::match() {
  Nodes nodes[3];
  std::vector<Structure> structures[3];
  // Last the first one, whose numbering stays.
  for (size_t i : {2, 1, 0}) {
    nodes[i] = collect(samples[i]);
    for (Node *node : nodes[i])
      structures[i].push_back(getStructure(*node));
  }
  SymbolicSizes sizes;
  size_t count = nodes[0].size();
  if (nodes[1].size() != count || nodes[2].size() != count)
    return fail("it has " + Twine(count) + ", " + Twine(nodes[1].size()) +
                " and " + Twine(nodes[2].size()) + " operations");
  for (size_t i = 0; i < count; ++i) {
    const Node &a = *nodes[0][i], &b = *nodes[1][i], &c = *nodes[2][i];
    for (size_t other : {1, 2}) {
      if (!(structures[0][i] == structures[other][i]))
        return fail("its operations differ");
      if (a.op == OpKind::Const &&
          !structures[0][i].isSameNumber(structures[other][i]))
        return fail("it computes with a number that depends on it");
    }
    SymbolicSizes::OfNode of;
    rt::Status status = matchList(a.shape, b.shape, c.shape, of.shape);
    if (!status.isError())
      status =
          matchList(a.attributes, b.attributes, c.attributes, of.attributes);
    if (status.isError())
      return status;
    bool isArgument = false;
    for (const NodeRef &argument : samples[0].arguments)
      isArgument |= argument.get() == &a;
    if (a.op == OpKind::Buffer && !isArgument && (&a != &b || &a != &c)) {
      auto first = readElements(a);
      for (const Node *node : {&b, &c}) {
        auto again = readElements(*node);
        if (first.isError() || again.isError() || *first != *again)
          return fail("a constant depends on it");
      }
    }
    bool mayDepend = isMovement(a.op) || a.op == OpKind::Arange;
    for (const AffineSize &size : of.attributes)
      if (size.factor != 0 && !mayDepend)
        return fail("an attribute depends on it");
    sizes.nodes.push_back(std::move(of));
    if (rt::Status status = checkBounds(a, sizes); status.isError())
      return status;
  }
  return sizes;
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
    if (affine.factor == 0) {
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
      if (size.factor != 0 && (size.factor != 1 || size.offset != 0))
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
    writer.variable =
        tg::VariableOp::create(builder, writer.loc, options.variable);
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
    auto matched = Matcher(samples, options).match();
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
