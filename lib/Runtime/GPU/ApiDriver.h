//===- ApiDriver.h - what the drivers of CUDA and HIP share -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HIP has CUDA's functions for streams, events, modules, launches and graphs
// under names of its own. `Api` is the table of either: each function, its name
// in the library as `<function>Symbol`, `error` and `check`, `load`, and
// `KernelNodeParams`, whose fields are the same in another order.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_GPU_APIDRIVER_H
#define TINYGRAD_LIB_RUNTIME_GPU_APIDRIVER_H

#include "../DriverLibrary.h"
#include "GPUDriver.h"

#include <map>
#include <mutex>

namespace tinygrad::rt::gpu {

/// The functions of the library at `path`, or of the first of `names` that
/// there is, loaded once; an error if it has no device `ordinal`. `what` is the
/// driver's name for the user.
template <class Api>
StatusOr<const Api *> getApi(const char *what, const std::string &path,
                             const std::vector<std::string> &names,
                             unsigned ordinal) {
  static std::mutex mutex;
  // Never taken down: devices that the program keeps in variables of its own
  // may outlive everything else.
  static auto &libraries = *new std::map<std::string, Api>;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = libraries.find(path);
  if (found == libraries.end()) {
    StatusOr<DriverLibrary> library = DriverLibrary::open(what, path, names);
    if (library.isError())
      return library.status();
    Api api;
    if (Status status = api.load(*library); status.isError())
      return status;
    if (auto code = api.init(0))
      return api.error(Api::initSymbol, code);
    found = libraries.emplace(path, api).first;
  }
  const Api &api = found->second;
  int count = 0;
  if (auto code = api.getDeviceCount(&count))
    return api.error(Api::getDeviceCountSymbol, code);
  if (int(ordinal) >= count)
    return makeError(what, " has ", count, count == 1 ? " device" : " devices",
                     " on this machine");
  return &api;
}

template <class Api> class ApiDriver : public Driver {
public:
  explicit ApiDriver(const Api &api) : api(api) {}

  StatusOr<void *> allocatePinned(uint64_t bytes) override {
    void *memory = nullptr;
    if (auto code = api.allocateHost(&memory, bytes, 0))
      return api.error(Api::allocateHostSymbol, code);
    return memory;
  }
  void freePinned(void *memory) override { (void)api.freeHost(memory); }

  StatusOr<Stream> createStream() override {
    Stream stream = nullptr;
    if (auto code = api.createStream(&stream, nonBlockingStream))
      return api.error(Api::createStreamSymbol, code);
    return stream;
  }
  void destroyStream(Stream stream) override {
    (void)api.destroyStream(stream);
  }
  Status synchronize(Stream stream) override {
    return api.check(Api::synchronizeStreamSymbol,
                     api.synchronizeStream(stream));
  }
  StatusOr<Event> createEvent() override {
    Event event = nullptr;
    if (auto code = api.createEvent(&event, eventWithoutTiming))
      return api.error(Api::createEventSymbol, code);
    return event;
  }
  void destroyEvent(Event event) override { (void)api.destroyEvent(event); }
  Status record(Event event, Stream stream) override {
    return api.check(Api::recordEventSymbol, api.recordEvent(event, stream));
  }
  Status wait(Event event) override {
    return api.check(Api::synchronizeEventSymbol, api.synchronizeEvent(event));
  }
  Status waitInStream(Stream stream, Event event) override {
    return api.check(Api::streamWaitEventSymbol,
                     api.streamWaitEvent(stream, event, 0));
  }

  void unloadModule(Module module) override { (void)api.unloadModule(module); }
  StatusOr<Function> getFunction(Module module,
                                 const std::string &name) override {
    Function function = nullptr;
    if (auto code = api.getFunction(&function, module, name.c_str()))
      return api.error(Api::getFunctionSymbol, code);
    return function;
  }
  Status launch(const KernelCall &call, Stream stream) override {
    if (Status status = call.checkDims(); status.isError())
      return status;
    auto p = toParams(call);
    return api.check(Api::launchKernelSymbol,
                     api.launchKernel(call.function, p.grid[0], p.grid[1],
                                      p.grid[2], p.block[0], p.block[1],
                                      p.block[2], p.sharedBytes, stream,
                                      p.parameters, nullptr));
  }

  StatusOr<GraphHandle> createGraph() override {
    GraphHandle graph = nullptr;
    if (auto code = api.createGraph(&graph, 0))
      return api.error(Api::createGraphSymbol, code);
    return graph;
  }
  void destroyGraph(GraphHandle graph) override {
    (void)api.destroyGraph(graph);
  }
  StatusOr<Node> addKernel(GraphHandle graph, const std::vector<Node> &before,
                           const KernelCall &call) override {
    if (Status status = call.checkDims(); status.isError())
      return status;
    auto params = toParams(call);
    Node node = nullptr;
    if (auto code = api.addKernelNode(&node, graph, before.data(),
                                      before.size(), &params))
      return api.error(Api::addKernelNodeSymbol, code);
    return node;
  }
  StatusOr<GraphExec> instantiate(GraphHandle graph) override {
    GraphExec exec = nullptr;
    if (auto code = api.instantiateGraph(&exec, graph, 0))
      return api.error(Api::instantiateGraphSymbol, code);
    return exec;
  }
  void destroyExec(GraphExec exec) override { (void)api.destroyExec(exec); }
  Status update(GraphExec exec, Node node, const KernelCall &call) override {
    if (Status status = call.checkDims(); status.isError())
      return status;
    auto params = toParams(call);
    return api.check(Api::setKernelParamsSymbol,
                     api.setKernelParams(exec, node, &params));
  }
  Status launch(GraphExec exec, Stream stream) override {
    return api.check(Api::launchGraphSymbol, api.launchGraph(exec, stream));
  }

protected:
  const Api &api;

private:
  static constexpr unsigned nonBlockingStream = 1;
  static constexpr unsigned eventWithoutTiming = 2;

  static typename Api::KernelNodeParams toParams(const KernelCall &call) {
    typename Api::KernelNodeParams params = {};
    params.function = call.function;
    for (size_t i = 0; i < 3; ++i) {
      params.grid[i] = unsigned(call.dims.grid[i]);
      params.block[i] = unsigned(call.dims.block[i]);
    }
    params.parameters = call.parameters;
    params.sharedBytes = call.workgroupBytes;
    return params;
  }
};

} // namespace tinygrad::rt::gpu

#endif // TINYGRAD_LIB_RUNTIME_GPU_APIDRIVER_H
