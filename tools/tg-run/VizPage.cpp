//===- VizPage.cpp - a program as one page of HTML ------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VizPage.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Execution/Describe.h"
#include "VizLabels.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::json::Array;
using llvm::json::Object;

static constexpr llvm::StringLiteral pageText =
#include "VizPage.inc"
    ;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// The tensors of a scheduled function as nodes and edges.
class TensorGraph {
public:
  explicit TensorGraph(func::FuncOp function)
      : function(function), shapes(function) {
    for (BlockArgument argument : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        "tg.name");
      addNode(argument,
              name ? name.str()
                   : "argument " + std::to_string(argument.getArgNumber()),
              OpClass::Input, argument.getLoc());
    }
    for (Operation &op : function.getBody().front()) {
      if (auto kernel = dyn_cast<tg::KernelOp>(op))
        addKernel(kernel);
      else if (isa<func::ReturnOp>(op))
        addResults(&op);
      else
        addOp(&op);
    }
  }

  Object get() {
    return Object{{"name", function.getName().str()},
                  {"nodes", std::move(nodes)},
                  {"edges", std::move(edges)}};
  }

private:
  void addNode(Value value, const Twine &label, OpClass opClass, Location loc) {
    numbers[value] = int64_t(nodes.size());
    Object node{{"label", label.str()},
                {"type", formatType(value, shapes)},
                {"color", getColor(opClass)},
                {"source", getSourceLine(loc)},
                {"solid", opClass == OpClass::Input}};
    if (kernelNumber >= 0)
      node["kernel"] = kernelNumber;
    nodes.push_back(std::move(node));
  }

  /// A splat is written into the ops that use it.
  static std::optional<std::string> getInlined(Operation *op) {
    DenseElementsAttr elements;
    if (!matchPattern(op, m_Constant(&elements)) || !elements.isSplat())
      return std::nullopt;
    std::string text;
    llvm::raw_string_ostream(text) << elements.getSplatValue<Attribute>();
    return text.substr(0, text.find(" :"));
  }

  void addOp(Operation *op) {
    if (auto text = getInlined(op)) {
      inlined[op->getResult(0)] = *text;
      return;
    }
    OpClass opClass = classify(op, shapes);
    std::string label = getShortName(op).str(), input;
    for (Value operand : op->getOperands())
      if (auto text = inlined.find(operand); text != inlined.end())
        label += " " + text->second;
    for (Value result : op->getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      addNode(result, label, opClass, op->getLoc());
      // A reduce shows what it reduces.
      if (opClass == OpClass::Reduce)
        if (Value operand = op->getOperand(0);
            isa<RankedTensorType>(operand.getType()))
          (*nodes.back().getAsObject())["input"] =
              formatType(resolve(operand), shapes);
      for (Value operand : op->getOperands())
        addEdge(operand, result);
    }
  }

  void addKernel(tg::KernelOp kernel) {
    kernelNumber = numKernels++;
    Block &body = kernel.getBody().front();
    for (auto [argument, input] :
         llvm::zip(body.getArguments(), kernel.getInputs()))
      aliases[argument] = input;
    for (Operation &op : body.without_terminator())
      addOp(&op);
    for (auto [result, value] :
         llvm::zip(kernel.getResults(), body.getTerminator()->getOperands())) {
      aliases[result] = value;
      if (auto number = numbers.find(resolve(value)); number != numbers.end())
        (*nodes[size_t(number->second)].getAsObject())["solid"] = true;
    }
    kernelNumber = -1;
  }

  void addResults(Operation *op) {
    for (auto [i, value] : llvm::enumerate(op->getOperands())) {
      auto from = numbers.find(resolve(value));
      if (from == numbers.end())
        continue;
      auto name = function.getResultAttrOfType<StringAttr>(i, "tg.name");
      edges.push_back(Array{from->second, int64_t(nodes.size())});
      nodes.push_back(
          Object{{"label", name ? name.str() : "result " + std::to_string(i)},
                 {"type", ""},
                 {"color", getColor(OpClass::Input)},
                 {"source", ""},
                 {"solid", true}});
    }
  }

  void addEdge(Value from, Value to) {
    auto source = numbers.find(resolve(from)), target = numbers.find(to);
    if (source != numbers.end() && target != numbers.end())
      edges.push_back(Array{source->second, target->second});
  }

  /// Through the borders of kernels.
  Value resolve(Value value) {
    while (Value outer = aliases.lookup(value))
      value = outer;
    return value;
  }

  func::FuncOp function;
  tg::SymbolicShapes shapes;
  Array nodes, edges;
  llvm::DenseMap<Value, int64_t> numbers;
  llvm::DenseMap<Value, Value> aliases;
  llvm::DenseMap<Value, std::string> inlined;
  int64_t kernelNumber = -1, numKernels = 0;
};
} // namespace

void VizPage::addTensors(func::FuncOp function) {
  graphs.push_back(TensorGraph(function).get());
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

void VizPage::addItems(jit::FuncOp function) {
  DescribedFunction described = describeFunction(function);
  Array names, edges, graphOf, plans;
  for (auto [i, item] : llvm::enumerate(described.items)) {
    names.push_back(item.name);
    graphOf.push_back(item.graph);
    for (unsigned before : item.after)
      edges.push_back(Array{int64_t(before), int64_t(i)});
  }
  for (const DescribedArena &arena : described.arenas) {
    Array buffers;
    for (const DescribedTenant &tenant : arena.tenants)
      buffers.push_back(Array{tenant.begin, tenant.end, int64_t(tenant.first),
                              int64_t(tenant.last)});
    plans.push_back(
        Object{{"bytes", arena.bytes}, {"buffers", std::move(buffers)}});
  }
  lists.push_back(Object{{"name", described.name},
                         {"items", std::move(names)},
                         {"edges", std::move(edges)},
                         {"graphs", std::move(graphOf)},
                         {"arenas", std::move(plans)}});
}

//===----------------------------------------------------------------------===//
// Kernels and the page
//===----------------------------------------------------------------------===//

void VizPage::addStage(StringRef kernel, StringRef stage, std::string text) {
  auto known = llvm::find_if(
      kernels, [&](const auto &entry) { return entry.first == kernel; });
  if (known == kernels.end())
    known = kernels.insert(kernels.end(), {kernel.str(), Array()});
  known->second.push_back(
      Object{{"stage", stage.str()}, {"text", llvm::json::fixUTF8(text)}});
}

void VizPage::addModule(Stage stage, ModuleOp module) {
  if (stage == Stage::Schedule)
    for (auto function : module.getOps<func::FuncOp>())
      addTensors(function);
  if (stage == Stage::JIT)
    for (auto function : module.getOps<jit::FuncOp>())
      addItems(function);
  StringRef name = stage == Stage::Expression ? "expression"
                   : stage == Stage::UOp      ? "optimized"
                   : stage == Stage::Code     ? "loops"
                                              : "";
  if (name.empty())
    return;
  for (auto kernel : module.getOps<uop::KernelOp>()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel->print(os, OpPrintingFlags().useLocalScope());
    addStage(kernel.getSymName(), name, std::move(text));
  }
}

void VizPage::addText(Stage stage, StringRef kernel, StringRef text) {
  addStage(kernel, stage == Stage::LLVM ? "code" : "assembly", text.str());
}

/// The place of a stage on a kernel's way: the compiler shows the code of one
/// kernel before the loops of all.
static ptrdiff_t getRank(const llvm::json::Value &stage) {
  static constexpr StringLiteral names[] = {"expression", "optimized", "loops",
                                            "code", "assembly"};
  auto name = stage.getAsObject()->getString("stage");
  return llvm::find(names, name.value_or("")) - std::begin(names);
}

void VizPage::setTimes(ArrayRef<double> seconds) {
  if (lists.empty())
    return;
  Object &list = *lists.back().getAsObject();
  if (list.getArray("items")->size() != seconds.size())
    return;
  Array microseconds;
  for (double time : seconds)
    microseconds.push_back(time * 1e6);
  list["times"] = std::move(microseconds);
}

std::string VizPage::getHTML() const {
  Array kernelData;
  for (auto [name, stages] : kernels) {
    llvm::stable_sort(stages, [](const auto &a, const auto &b) {
      return getRank(a) < getRank(b);
    });
    kernelData.push_back(Object{{"name", name}, {"stages", std::move(stages)}});
  }
  std::string data;
  llvm::raw_string_ostream(data)
      << llvm::json::Value(Object{{"graphs", Array(graphs)},
                                  {"kernels", std::move(kernelData)},
                                  {"lists", Array(lists)}});
  // "</script>" in a string would end the script.
  for (size_t at = 0; (at = data.find("</", at)) != std::string::npos; at += 3)
    data.replace(at, 2, "<\\/");
  std::string page = pageText.str();
  StringRef place = "/*DATA*/";
  return page.replace(page.find(place), place.size(), data);
}
