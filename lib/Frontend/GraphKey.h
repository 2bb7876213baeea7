//===- GraphKey.h - what makes two graphs one program ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_GRAPHKEY_H
#define TINYGRAD_LIB_FRONTEND_GRAPHKEY_H

#include "TinyGrad/Frontend/Node.h"
#include <string>

namespace tinygrad::frontend {

/// A graph ready to be compiled or found.
struct Graph {
  /// What is computed: the roots that are no leaves, without repetition.
  std::vector<NodeRef> roots;
  /// All nodes, operands first.
  std::vector<Node *> nodes;
  /// Leaves without repetition; `inputOf[position]` for a leaf's position.
  std::vector<NodeRef> inputs;
  std::vector<uint32_t> inputOf;
  /// For each input whether it is taken for the same in every run; empty if
  /// none is.
  std::vector<bool> isConstant;
};

/// Collects what computing `roots` takes. New contents of a storage on the way
/// become roots too, since somebody will ask for them.
/// A graph of nodes of its own, without its leaves' memory: what a graph was
/// before it was computed.
struct GraphCopy {
  explicit GraphCopy(const Graph &graph);
  std::vector<NodeRef> owners;
  Graph graph;
};

Graph collectGraph(const std::vector<NodeRef> &roots);

/// Equal for graphs that differ in the inputs' elements only.
std::string getKey(const Graph &graph, const DefaultTypes &defaults);

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_GRAPHKEY_H
