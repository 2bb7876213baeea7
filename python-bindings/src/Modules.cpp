//===- Modules.cpp - modules as Python values ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include "TinyGrad/Frontend/Inspect.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace tinygrad::python {

static nb::object describe(const Message &message) {
  nb::list notes;
  for (const Message &note : message.notes)
    notes.append(describe(note));
  return nb::make_tuple(message.severity, message.text, message.file,
                        message.line, message.column, notes);
}

static nb::list describe(const std::vector<Port> &ports) {
  nb::list list;
  for (const Port &port : ports)
    list.append(nb::make_tuple(port.name, unsigned(port.type), port.sizes));
  return list;
}

static nb::list describe(const std::vector<Message> &messages) {
  nb::list list;
  for (const Message &message : messages)
    list.append(describe(message));
  return list;
}

static nb::tuple describe(const ModuleResult &result) {
  return nb::make_tuple(result.succeeded, result.text,
                        describe(result.arguments), describe(result.results),
                        describe(result.messages));
}

/// Kernels, items and arenas as tuples.
static nb::tuple describe(const Inspection &inspection) {
  nb::list kernels, items, arenas;
  for (const InspectedKernel &kernel : inspection.kernels) {
    nb::dict stages;
    for (const auto &[stage, text] : kernel.stages)
      stages[stage.c_str()] = text;
    kernels.append(nb::make_tuple(kernel.name, kernel.opts, kernel.ops,
                                  kernel.bytes, stages));
  }
  for (const DescribedItem &item : inspection.main.items)
    items.append(nb::make_tuple(item.kind, item.name, item.graph, item.after));
  for (const DescribedArena &arena : inspection.main.arenas) {
    nb::list tenants;
    for (const DescribedTenant &tenant : arena.tenants)
      tenants.append(
          nb::make_tuple(tenant.begin, tenant.end, tenant.first, tenant.last));
    arenas.append(nb::make_tuple(arena.bytes, tenants));
  }
  return nb::make_tuple(inspection.succeeded, kernels, items, arenas,
                        describe(inspection.messages));
}

/// The results of `main` for computed tensors, each as flat elements of a type.
static nb::list run(const std::string &source,
                    const std::vector<nb::object> &arguments,
                    const std::vector<std::pair<std::string, int64_t>> &sizes,
                    const std::vector<unsigned> &types) {
  std::vector<rt::Buffer> inputs;
  for (const nb::object &argument : arguments)
    inputs.push_back(getElements(nb::cast<Lazy &>(argument)));
  rt::StatusOr<std::shared_ptr<Program>> program = getSession().load(source);
  check(program.isError() ? program.status() : rt::Status::success());
  auto results = getSession().run(**program, inputs, sizes);
  check(results.isError() ? results.status() : rt::Status::success());
  nb::list list;
  for (size_t i = 0; i < results->size(); ++i) {
    auto type = ElementType(types[i]);
    rt::Buffer &buffer = (*results)[i];
    int64_t count = int64_t(buffer.bytes() / getByteSize(DType(types[i])));
    NodeRef node = makeBuffer(buffer, type, {count}, 1);
    list.append(wrap(node, Storage::create(node)));
  }
  return list;
}

void bindModules(nb::module_ &module) {
  module.def(
      "read_module", [](const nb::bytes &source, const std::string &name) {
        return describe(
            readModule(std::string(source.c_str(), source.size()), name));
      });
  module.def("transform_module",
             [](const std::string &source, const std::string &pipeline) {
               return describe(transformModule(source, pipeline));
             });
  module.def("show_module",
             [](const std::string &source, const std::string &stage) {
               return describe(showModule(source, stage));
             });
  module.def("inspect_module", [](const std::string &source) {
    return describe(inspectModule(source));
  });
  module.def("run_module",
             [](const std::string &source,
                const std::vector<nb::object> &arguments, const nb::dict &sizes,
                const std::vector<unsigned> &types) {
               std::vector<std::pair<std::string, int64_t>> values;
               for (auto [name, value] : sizes)
                 values.emplace_back(nb::cast<std::string>(name),
                                     nb::cast<int64_t>(value));
               return run(source, arguments, values, types);
             });
}

} // namespace tinygrad::python
