//===- Viz.cpp - pictures of a program ------------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Viz.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "VizLabels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

namespace {

/// A string of the dot language with these lines.
std::string quote(StringRef text, StringRef secondLine = "") {
  std::string quoted = "\"";
  auto escape = [&](StringRef line) {
    for (char c : line) {
      if (c == '"' || c == '\\')
        quoted += '\\';
      quoted += c == '\n' ? ' ' : c;
    }
  };
  escape(text);
  if (!secondLine.empty())
    quoted += "\\n";
  escape(secondLine);
  return quoted + "\"";
}

class DotWriter {
public:
  DotWriter(func::FuncOp function, raw_ostream &os)
      : function(function), os(os), shapes(function) {}

  void write() {
    os << "digraph " << quote(function.getName()) << " {\n"
       << "  node [shape=box, style=filled, fontname=Helvetica, fontsize=10];\n"
       << "  edge [fontname=Helvetica, fontsize=9];\n";
    for (BlockArgument argument : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        "tg.name");
      writeNode(argument,
                name ? name.str()
                     : "argument " + std::to_string(argument.getArgNumber()),
                OpClass::Input, "");
    }
    unsigned kernels = 0;
    for (Operation &op : function.getBody().front()) {
      if (auto kernel = dyn_cast<tg::KernelOp>(op))
        writeKernel(kernel, kernels++);
      else if (auto returnOp = dyn_cast<func::ReturnOp>(op))
        writeResults(returnOp);
      else
        writeOp(&op, "  ");
    }
    os << edges << "}\n";
  }

private:
  void writeNode(Value value, StringRef label, OpClass opClass,
                 StringRef indent) {
    std::string id = "v" + std::to_string(nodes.size());
    nodes[value] = id;
    os << indent << "  " << id
       << " [label=" << quote(label, formatType(value, shapes))
       << ", fillcolor=\"" << getColor(opClass) << "\"];\n";
  }

  void writeOp(Operation *op, StringRef indent) {
    for (Value result : op->getResults())
      if (isa<RankedTensorType>(result.getType()))
        writeNode(result, getShortName(op), classify(op, shapes), indent);
    for (Value result : op->getResults())
      for (Value operand : op->getOperands())
        writeEdge(operand, result);
  }

  void writeKernel(tg::KernelOp kernel, unsigned number) {
    os << "  subgraph cluster_" << number << " {\n    label=\"kernel " << number
       << "\"; style=\"rounded,filled\"; color=\"#888888\"; "
          "fillcolor=\"#f8f8f8\"; fontname=Helvetica;\n";
    Block &body = kernel.getBody().front();
    for (auto [argument, input] :
         llvm::zip(body.getArguments(), kernel.getInputs()))
      aliases[argument] = input;
    for (Operation &op : body.without_terminator())
      writeOp(&op, "  ");
    os << "  }\n";
    for (auto [result, value] :
         llvm::zip(kernel.getResults(), body.getTerminator()->getOperands()))
      aliases[result] = value;
  }

  void writeResults(func::ReturnOp op) {
    for (auto [i, value] : llvm::enumerate(op.getOperands())) {
      auto name = function.getResultAttrOfType<StringAttr>(i, "tg.name");
      std::string id = "r" + std::to_string(i);
      os << "  " << id << " [label="
         << quote(name ? name.str() : "result " + std::to_string(i))
         << ", shape=ellipse, fillcolor=\"" << getColor(OpClass::Input)
         << "\"];\n";
      if (std::string from = find(value); !from.empty())
        edges += "  " + from + " -> " + id + ";\n";
    }
  }

  void writeEdge(Value from, Value to) {
    std::string source = find(from), target = find(to);
    if (!source.empty() && !target.empty())
      edges += "  " + source + " -> " + target + ";\n";
  }

  /// The node of a value, through the borders of kernels.
  std::string find(Value value) {
    while (Value outer = aliases.lookup(value))
      value = outer;
    return nodes.lookup(value);
  }

  func::FuncOp function;
  raw_ostream &os;
  tg::SymbolicShapes shapes;
  llvm::MapVector<Value, std::string> nodes;
  llvm::DenseMap<Value, Value> aliases;
  std::string edges;
};

class TreeWriter {
public:
  TreeWriter(func::FuncOp function, raw_ostream &os)
      : os(os), shapes(function) {}

  void write(Value value, unsigned depth) {
    while (Value outer = aliases.lookup(value))
      value = outer;
    os.indent(2 * depth);
    auto [it, isNew] = numbers.try_emplace(value, numbers.size());
    os << "%" << it->second << " ";
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      os << "argument " << argument.getArgNumber() << " ";
      writeType(value);
      return;
    }
    Operation *op = value.getDefiningOp();
    auto kernel = dyn_cast<tg::KernelOp>(op);
    os << getShortName(op) << " ";
    if (kernel) {
      os << kernels.try_emplace(op, kernels.size()).first->second << " ";
      for (auto [argument, input] : llvm::zip(
               kernel.getBody().front().getArguments(), kernel.getInputs()))
        aliases[argument] = input;
    }
    writeType(value);
    // A long chain must not exhaust the stack.
    if (!isNew || depth > 400)
      return;
    if (kernel) {
      // What the kernel gives, under it.
      unsigned number = cast<OpResult>(value).getResultNumber();
      write(kernel.getBody().front().getTerminator()->getOperand(number),
            depth + 1);
      return;
    }
    for (Value operand : op->getOperands())
      write(operand, depth + 1);
  }

private:
  void writeType(Value value) {
    if (isa<RankedTensorType>(value.getType()))
      os << formatType(value, shapes);
    os << "\n";
  }

  raw_ostream &os;
  tg::SymbolicShapes shapes;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Operation *, unsigned> kernels;
  llvm::DenseMap<Value, Value> aliases;
};

} // namespace

void run::writeDot(func::FuncOp function, raw_ostream &os) {
  DotWriter(function, os).write();
}

void run::writeTree(func::FuncOp function, raw_ostream &os) {
  TreeWriter writer(function, os);
  os << "@" << function.getName() << "\n";
  for (Value value : function.getBody().front().getTerminator()->getOperands())
    writer.write(value, 1);
}
