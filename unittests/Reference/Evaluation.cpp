//===- Evaluation.cpp - evaluates functions written as text -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tinygrad::reference {

HostTensor tensor(DType type, std::vector<int64_t> shape,
                  const std::vector<double> &values) {
  HostTensor result = *HostTensor::zeros(type, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i)
    if (isFloat(type))
      result.setFloat(i, values[i]);
    else
      result.setInt(i, static_cast<int64_t>(values[i]));
  return result;
}

std::vector<double> Evaluation::values(size_t i) const {
  std::vector<double> numbers;
  if (i >= results.size())
    return numbers;
  const HostTensor &result = results[i];
  for (int64_t k = 0; k < result.getNumElements(); ++k)
    numbers.push_back(isFloat(result.dtype)
                          ? result.getFloat(k)
                          : static_cast<double>(result.getInt(k)));
  return numbers;
}

Evaluation evaluateText(const std::string &text,
                        const std::vector<HostTensor> &inputs,
                        const Bindings &given, bool fold) {
  static MLIRContext *context = [] {
    auto *created = new MLIRContext;
    created
        ->loadDialect<func::FuncDialect, arith::ArithDialect, tg::TGDialect>();
    return created;
  }();
  Evaluation evaluation;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    evaluation.errors += diagnostic.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(context));
  if (!module)
    return evaluation;
  if (fold) {
    PassManager manager(context);
    manager.addPass(createCanonicalizerPass());
    if (failed(manager.run(*module)))
      evaluation.errors += "canonicalization fails\n";
  }
  auto function = *module->getOps<func::FuncOp>().begin();
  auto results = evaluate(function, inputs, given);
  if (succeeded(results))
    evaluation.results = std::move(*results);
  return evaluation;
}

Evaluation evaluateBody(const std::string &body, const std::string &resultType,
                        const std::vector<HostTensor> &inputs) {
  std::string arguments;
  for (const HostTensor &input : inputs) {
    std::string number = std::to_string(&input - inputs.data());
    arguments += (arguments.empty() ? "%" : ", %") + number + ": tensor<";
    for (int64_t size : input.shape)
      arguments += std::to_string(size) + "x";
    arguments += std::string(getMLIRName(input.dtype)) + ">";
  }
  return evaluateText("func.func @f(" + arguments + ") -> " + resultType +
                          " {\n" + body + "\nreturn %r : " + resultType + "\n}",
                      inputs);
}

} // namespace tinygrad::reference
