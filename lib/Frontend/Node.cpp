//===- Node.cpp - lazy tensor expressions ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Node.h"

namespace tinygrad::frontend {

static uint64_t liveBytes = 0;

Node::~Node() {
  if (op == OpKind::Buffer)
    liveBytes -= buffer.bytes();
  releaseOperands(*this);
}

int64_t Node::numElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

void releaseOperands(Node &node) {
  // A chain of nodes can be longer than the stack is deep: whoever would free
  // a node here takes its operands over first.
  std::vector<NodeRef> pending = std::move(node.operands);
  node.operands.clear();
  while (!pending.empty()) {
    NodeRef last = std::move(pending.back());
    pending.pop_back();
    if (!last || last->references > 1)
      continue;
    for (NodeRef &operand : last->operands)
      pending.push_back(std::move(operand));
    last->operands.clear();
  }
}

std::vector<Node *> sortTopologically(const std::vector<NodeRef> &roots) {
  static uint32_t generation = 0;
  ++generation;
  std::vector<Node *> order;
  std::vector<std::pair<Node *, size_t>> path;
  for (const NodeRef &root : roots) {
    if (root->mark == generation)
      continue;
    root->mark = generation;
    path.emplace_back(root.get(), 0);
    while (!path.empty()) {
      auto &[node, next] = path.back();
      if (next == node->operands.size()) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      Node *operand = node->operands[next++].get();
      if (operand->mark == generation)
        continue;
      operand->mark = generation;
      path.emplace_back(operand, 0);
    }
  }
  return order;
}

std::shared_ptr<Storage> Storage::create(NodeRef contents) {
  std::shared_ptr<Storage> storage(new Storage());
  contents->home = storage;
  storage->newest = std::move(contents);
  return storage;
}

void Storage::setContents(NodeRef contents) {
  newest = std::move(contents);
  newest->home = weak_from_this();
  ++count;
}

uint64_t getLiveBytes() { return liveBytes; }

void becomeLeaf(Node &node, rt::Buffer buffer) {
  node.op = OpKind::Buffer;
  node.buffer = std::move(buffer);
  node.attributes.clear();
  liveBytes += node.buffer.bytes();
  releaseOperands(node);
}

} // namespace tinygrad::frontend
