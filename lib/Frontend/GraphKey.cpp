//===- GraphKey.cpp - what makes two graphs one program ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphKey.h"
#include <map>
#include <tuple>

namespace tinygrad::frontend {

/// Whether a storage waits for this node.
static bool isPending(const Node &node) {
  if (node.op != OpKind::Assign)
    return false;
  std::shared_ptr<Storage> home = node.home.lock();
  return home && home->contents().get() == &node;
}

Graph collectGraph(const std::vector<NodeRef> &roots) {
  Graph graph;
  graph.nodes = sortTopologically(roots);
  for (Node *node : graph.nodes)
    if (isPending(*node))
      graph.roots.emplace_back(node);
  for (const NodeRef &root : roots)
    if (root->op != OpKind::Buffer && !isPending(*root))
      graph.roots.push_back(root);
  // Each root once.
  std::vector<NodeRef> unique;
  for (NodeRef &root : graph.roots) {
    bool isNew = true;
    for (const NodeRef &other : unique)
      isNew &= !(other == root);
    if (isNew)
      unique.push_back(std::move(root));
  }
  graph.roots = std::move(unique);

  // Leaves that are the same memory are one input.
  using Memory =
      std::tuple<const void *, uint64_t, uint64_t, ElementType, Sizes>;
  std::map<Memory, uint32_t> known;
  graph.inputOf.resize(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    Node *node = graph.nodes[i];
    node->position = uint32_t(i);
    if (node->op != OpKind::Buffer)
      continue;
    const rt::Buffer &buffer = node->buffer;
    auto [place, isNew] =
        known.try_emplace(Memory(buffer.identity(), buffer.offset(),
                                 buffer.bytes(), node->type, node->shape),
                          uint32_t(graph.inputs.size()));
    if (isNew)
      graph.inputs.emplace_back(node);
    graph.inputOf[i] = place->second;
  }
  return graph;
}

GraphCopy::GraphCopy(const Graph &original) {
  for (const Node *node : original.nodes) {
    auto *copy = new Node();
    owners.emplace_back(copy);
    graph.nodes.push_back(copy);
    copy->op = node->op;
    copy->type = node->type;
    copy->device = node->device;
    copy->shape = node->shape;
    copy->attributes = node->attributes;
    copy->number = node->number;
    copy->integer = node->integer;
    copy->position = node->position;
    for (const NodeRef &operand : node->operands)
      copy->operands.push_back(owners[operand->position]);
  }
  graph.inputOf = original.inputOf;
  for (const NodeRef &input : original.inputs)
    graph.inputs.push_back(owners[input->position]);
  for (const NodeRef &root : original.roots)
    graph.roots.push_back(owners[root->position]);
}

namespace {
class KeyWriter {
public:
  void add(int64_t value) {
    // Small numbers, which nearly all are, take a byte.
    if (value >= 0 && value < 255) {
      text.push_back(char(value));
      return;
    }
    text.push_back(char(255));
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void add(double value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void add(const std::vector<int64_t> &values) {
    add(int64_t(values.size()));
    for (int64_t value : values)
      add(value);
  }
  std::string text;
};
} // namespace

std::string getKey(const Graph &graph, const DefaultTypes &defaults) {
  KeyWriter key;
  key.text.reserve(graph.nodes.size() * 16);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node &node = *graph.nodes[i];
    key.add(int64_t(node.op));
    key.add(isFnuz(node.type) ? int64_t(node.type)
                              : int64_t(strengthen(node.type, defaults)));
    key.add(node.shape);
    if (node.op == OpKind::Buffer) {
      key.add(int64_t(graph.inputOf[i]));
      continue;
    }
    if (node.op == OpKind::Const) {
      key.add(node.number);
      key.add(node.integer);
      continue;
    }
    key.add(node.attributes);
    for (const NodeRef &operand : node.operands)
      key.add(int64_t(operand->position));
  }
  for (const NodeRef &root : graph.roots)
    key.add(int64_t(root->position));
  for (bool isConstant : graph.isConstant)
    key.text.push_back(isConstant ? 'c' : 'v');
  return std::move(key.text);
}

} // namespace tinygrad::frontend
