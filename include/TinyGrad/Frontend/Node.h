//===- Node.h - lazy tensor expressions ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that has not been computed is an expression: a node with an op, its
// operands, a type and a shape. Building one costs no MLIR; a session writes
// the nodes as `tg` ops when a value is asked for, and turns the computed nodes
// into leaves, so that what they were made of can be freed.
//
// Nodes are values: no node refers to what was made from it, so there are no
// cycles. All nodes of a process belong to one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_NODE_H
#define TINYGRAD_FRONTEND_NODE_H

#include "TinyGrad/Frontend/Bindings.h"
#include "TinyGrad/Frontend/Ops.h"
#include "TinyGrad/Frontend/Place.h"
#include "TinyGrad/Frontend/Types.h"
#include "TinyGrad/Runtime/Buffer.h"
#include <memory>
#include <utility>
#include <vector>

namespace tinygrad::frontend {

using Sizes = std::vector<int64_t>;

class Storage;
struct Node;

/// A counted reference to a node.
class NodeRef {
public:
  NodeRef() = default;
  /// Takes part in the count.
  explicit NodeRef(Node *node);
  NodeRef(const NodeRef &other);
  NodeRef(NodeRef &&other) noexcept : node(other.node) { other.node = nullptr; }
  NodeRef &operator=(NodeRef other) noexcept {
    std::swap(node, other.node);
    return *this;
  }
  ~NodeRef();

  Node *get() const { return node; }
  Node *operator->() const { return node; }
  Node &operator*() const { return *node; }
  explicit operator bool() const { return node != nullptr; }
  bool operator==(const NodeRef &other) const { return node == other.node; }

private:
  friend void releaseOperands(Node &node);
  Node *node = nullptr;
};

struct Node {
  OpKind op = OpKind::Const;
  ElementType type = ElementType::F32;
  /// Where it lives, as the front end numbers its devices; 0: anywhere.
  uint16_t device = 0;
  /// The variables that its sizes were made of; see Bindings.h.
  uint32_t bindings = 0;
  /// Where it was made; see Place.h.
  uint32_t place = 0;
  Sizes shape;
  std::vector<NodeRef> operands;
  /// What the op takes besides operands; see Ops.h.
  std::vector<int64_t> attributes;
  /// OpKind::Const: the value. Integers as they are, floats in `number`.
  double number = 0;
  int64_t integer = 0;
  /// OpKind::Buffer: the elements in row-major order.
  rt::Buffer buffer;
  /// The storage whose contents this node is or was, if that still exists.
  std::weak_ptr<Storage> home;
  uint32_t references = 0;
  /// Scratch of whoever walks a graph.
  mutable uint32_t mark = 0;
  mutable uint32_t position = 0;

  ~Node();
  int64_t numElements() const;
};

/// Frees the operands without recursion.
void releaseOperands(Node &node);

inline NodeRef::NodeRef(Node *node) : node(node) {
  if (node)
    ++node->references;
}
inline NodeRef::NodeRef(const NodeRef &other) : NodeRef(other.node) {}
inline NodeRef::~NodeRef() {
  if (node && --node->references == 0)
    delete node;
}

/// All nodes that `roots` are made of, operands first.
std::vector<Node *> sortTopologically(const std::vector<NodeRef> &roots);

/// Memory with a name: what tensors that alias have in common. Assigning to one
/// gives the storage new contents; the others read them from then on.
class Storage : public std::enable_shared_from_this<Storage> {
public:
  static std::shared_ptr<Storage> create(NodeRef contents);

  const NodeRef &contents() const { return newest; }
  uint64_t version() const { return count; }
  void setContents(NodeRef contents);

private:
  Storage() = default;
  NodeRef newest;
  uint64_t count = 0;
};

/// Bytes of the leaves that exist.
uint64_t getLiveBytes();
/// Makes a computed node a leaf.
void becomeLeaf(Node &node, rt::Buffer buffer);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_NODE_H
