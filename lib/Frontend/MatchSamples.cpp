//===- MatchSamples.cpp - one graph for several values of variables ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatchSamples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tinygrad;
using namespace tinygrad::frontend;
using llvm::Twine;

namespace {

rt::StatusOr<std::vector<char>> readElements(const Node &node) {
  std::vector<char> bytes(node.buffer.bytes());
  if (!bytes.empty())
    if (rt::Status status = node.buffer.copyOut(bytes.data()); status.isError())
      return status;
  return bytes;
}

/// What of a node does not depend on sizes, apart from its operands.
bool haveSameStructure(const Node &a, const Node &b) {
  return a.op == b.op && a.type == b.type && a.shape.size() == b.shape.size() &&
         a.attributes.size() == b.attributes.size();
}

bool haveSameNumber(const Node &a, const Node &b) {
  return a.integer == b.integer &&
         (a.number == b.number ||
          (a.number != a.number && b.number != b.number));
}

using Values = std::vector<int64_t>;

class Matcher {
public:
  Matcher(const std::vector<std::vector<Node *>> &samples,
          SampledVariables &variables, const MatchOptions &options)
      : samples(samples), variables(variables), options(options),
        solver(variables) {}

  rt::StatusOr<SymbolicSizes> match();

private:
  rt::Status fail(const Twine &what) {
    return rt::Status::error(("the program is not one function of '" +
                              llvm::join(variables.names, "', '") +
                              "': " + what)
                                 .str());
  }
  std::string print(llvm::ArrayRef<int64_t> values) {
    return llvm::join(
        llvm::map_range(values,
                        [](int64_t value) { return std::to_string(value); }),
        ", ");
  }
  std::string printSamples() {
    std::vector<std::string> texts;
    for (const std::vector<int64_t> &values : variables.values)
      texts.push_back(values.size() == 1 ? print(values)
                                         : "(" + print(values) + ")");
    return llvm::join(texts, ", ");
  }
  rt::Status matchLists(size_t position, Sizes Node::*list,
                        std::vector<AffineSize> &result);
  rt::Status matchNumber(size_t position, SymbolicSizes &sizes);
  rt::Status matchLeaf(size_t position);
  rt::Status checkBounds(const Node &node, const SymbolicSizes &sizes);
  rt::Status require(const AffineSize &size,
                     llvm::function_ref<std::string(const Values &)> explain);
  void number();
  const Node &getNode(size_t sample, size_t position) const {
    return *samples[sample][position];
  }

  const std::vector<std::vector<Node *>> &samples;
  SampledVariables &variables;
  const MatchOptions &options;
  AffineSolver solver;
  /// Of each sample the positions of the nodes' operands.
  std::vector<std::vector<std::vector<uint32_t>>> operands;
};

} // namespace

rt::Status Matcher::matchLists(size_t position, Sizes Node::*list,
                               std::vector<AffineSize> &result) {
  for (size_t i = 0; i < (getNode(0, position).*list).size(); ++i) {
    std::vector<int64_t> values;
    for (size_t sample = 0; sample < samples.size(); ++sample)
      values.push_back((getNode(sample, position).*list)[i]);
    std::optional<AffineSize> size = solver.solve(values);
    if (!size)
      return fail("a size is " + print(values) + " for " + printSamples());
    result.push_back(std::move(*size));
  }
  return rt::Status::success();
}

rt::Status Matcher::matchNumber(size_t position, SymbolicSizes &sizes) {
  const Node &first = getNode(0, position);
  bool isSame = true;
  for (size_t sample = 1; sample < samples.size(); ++sample)
    isSame &= haveSameNumber(first, getNode(sample, position));
  if (isSame)
    return rt::Status::success();
  std::vector<double> values;
  bool usesInteger = !isFloat(first.type);
  for (size_t sample = 0; sample < samples.size(); ++sample) {
    const Node &node = getNode(sample, position);
    values.push_back(usesInteger ? double(node.integer) : node.number);
  }
  std::optional<VariableNumber> number;
  if (options.numbersMayDepend && !isFnuz(first.type))
    number = solver.solveNumber(values);
  if (!number)
    return fail("it computes with a number that depends on it");
  sizes.numbers.emplace(uint32_t(position), std::move(*number));
  return rt::Status::success();
}

/// A leaf that is no argument is the same in all samples.
rt::Status Matcher::matchLeaf(size_t position) {
  const Node &first = getNode(0, position);
  if (options.isArgument(first))
    return rt::Status::success();
  bool isSame = true;
  for (size_t sample = 1; sample < samples.size(); ++sample)
    isSame &= &first == &getNode(sample, position);
  if (isSame)
    return rt::Status::success();
  auto elements = readElements(first);
  for (size_t sample = 1; sample < samples.size(); ++sample) {
    auto again = readElements(getNode(sample, position));
    if (elements.isError() || again.isError() || *elements != *again)
      return fail("a constant depends on it");
  }
  return rt::Status::success();
}

/// Requires that a size is not negative for all values within the bounds.
rt::Status
Matcher::require(const AffineSize &size,
                 llvm::function_ref<std::string(const Values &)> explain) {
  if (size.isConstant() && size.offset >= 0)
    return rt::Status::success();
  size_t count = variables.names.size();
  // A variable alone can be kept where the size has a meaning, which the
  // samples are.
  if (options.mayNarrow && count == 1 && size.factors[0] != 0) {
    int64_t factor = size.factors[0], &low = variables.low[0],
            &high = variables.high[0];
    // factor * n >= -offset
    if (factor > 0)
      low = std::max(low, llvm::divideCeilSigned(-size.offset, factor));
    else
      high = std::min(high, llvm::divideFloorSigned(size.offset, -factor));
  }
  for (uint32_t corner = 0; corner < uint32_t(1) << count; ++corner) {
    std::vector<int64_t> values;
    for (size_t i = 0; i < count; ++i)
      values.push_back(corner >> i & 1 ? variables.high[i] : variables.low[i]);
    if (size.evaluate(values).value_or(-1) < 0)
      return fail(explain(values) + " for " + print(values));
  }
  return rt::Status::success();
}

/// Whether sizes have a meaning at the bounds, and so between them: functions
/// like min(n, 10) look like a number or like n in samples.
rt::Status Matcher::checkBounds(const Node &node, const SymbolicSizes &sizes) {
  const SymbolicSizes::OfNode &of = sizes.nodes[node.position];
  for (const std::vector<AffineSize> *list : {&of.shape, &of.attributes})
    for (const AffineSize &size : *list) {
      if (size.isConstant())
        continue;
      rt::Status status = require(size, [](const Values &) {
        return std::string("a size has no value");
      });
      if (status.isError())
        return status;
    }
  if (node.op != OpKind::Shrink)
    return rt::Status::success();
  const auto &whole = sizes.nodes[node.operands[0]->position].shape;
  for (size_t axis = 0; axis < node.shape.size(); ++axis) {
    AffineSize rest = whole[axis];
    rest.offset -= of.shape[axis].offset + of.attributes[axis].offset;
    for (size_t i = 0; i < rest.factors.size(); ++i)
      rest.factors[i] -=
          of.shape[axis].factors[i] + of.attributes[axis].factors[i];
    auto at = [](const AffineSize &size, const Values &values) {
      return std::to_string(size.evaluate(values).value_or(0));
    };
    rt::Status status = require(rest, [&](const Values &values) {
      return "it reads " + at(of.shape[axis], values) + " elements from " +
             at(of.attributes[axis], values) + " on, of " +
             at(whole[axis], values) + ",";
    });
    if (status.isError())
      return status;
  }
  return rt::Status::success();
}

/// Samples may share nodes, so each is looked at before the next is numbered;
/// last the first one, whose numbering stays.
void Matcher::number() {
  operands.resize(samples.size());
  for (size_t sample = samples.size(); sample-- > 0;) {
    for (size_t i = 0; i < samples[sample].size(); ++i)
      samples[sample][i]->position = uint32_t(i);
    for (const Node *node : samples[sample]) {
      std::vector<uint32_t> &positions = operands[sample].emplace_back();
      for (const NodeRef &operand : node->operands)
        positions.push_back(operand->position);
    }
  }
}

rt::StatusOr<SymbolicSizes> Matcher::match() {
  if (!solver.isDetermined())
    return fail("too few values are known");
  size_t count = samples[0].size();
  for (const std::vector<Node *> &sample : samples)
    if (sample.size() != count)
      return fail("it has " + Twine(count) + " operations, or " +
                  Twine(sample.size()));
  number();
  SymbolicSizes sizes;
  for (size_t position = 0; position < count; ++position) {
    const Node &node = getNode(0, position);
    for (size_t sample = 1; sample < samples.size(); ++sample)
      if (!haveSameStructure(node, getNode(sample, position)) ||
          operands[sample][position] != operands[0][position])
        return fail("its operations differ");
    if (node.op == OpKind::Const)
      if (rt::Status status = matchNumber(position, sizes); status.isError())
        return status;
    SymbolicSizes::OfNode of;
    rt::Status status = matchLists(position, &Node::shape, of.shape);
    if (!status.isError())
      status = matchLists(position, &Node::attributes, of.attributes);
    if (!status.isError() && node.op == OpKind::Buffer)
      status = matchLeaf(position);
    if (status.isError())
      return status;
    bool mayDepend = isMovement(node.op) || node.op == OpKind::Arange;
    for (const AffineSize &size : of.attributes)
      if (!size.isConstant() && !mayDepend)
        return fail("an attribute depends on it");
    sizes.nodes.push_back(std::move(of));
    if (rt::Status status = checkBounds(node, sizes); status.isError())
      return status;
  }
  return sizes;
}

rt::StatusOr<SymbolicSizes>
frontend::matchSamples(const std::vector<std::vector<Node *>> &samples,
                       SampledVariables &variables,
                       const MatchOptions &options) {
  return Matcher(samples, variables, options).match();
}
