//===- GPUDriver.h - what CUDA and HIP have in common -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The drivers of CUDA and HIP differ in names, not in what they do: streams,
// events, modules and graphs are alike. This is one device of either; GPUDevice
// and GPUGraph are written over it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_GPU_GPUDRIVER_H
#define TINYGRAD_LIB_RUNTIME_GPU_GPUDRIVER_H

#include "TinyGrad/Runtime/Device.h"

namespace tinygrad::rt::gpu {

// Handles of the driver.
using Stream = struct StreamTag *;
using Event = struct EventTag *;
using Module = struct ModuleTag *;
using Function = struct FunctionTag *;
using GraphHandle = struct GraphTag *;
using GraphExec = struct GraphExecTag *;
using Node = struct NodeTag *;

/// A launch as a node of a graph or a stream gets it.
struct KernelCall {
  Function function = nullptr;
  LaunchDims dims;
  /// The address of each parameter's value.
  void **parameters = nullptr;
  /// Memory of a workgroup that the code does not declare.
  uint32_t workgroupBytes = 0;

  /// Whether the dims are numbers that the drivers take: 32 bits, of at
  /// least 1.
  Status checkDims() const;
};

struct CopyCall {
  void *destination = nullptr;
  const void *source = nullptr;
  uint64_t bytes = 0;
};

/// One device. Each call that concerns it follows `makeCurrent` in its thread.
/// `CurrentDevice` does that and tidies up behind.
class Driver {
public:
  virtual ~Driver();

  virtual Status makeCurrent() = 0;
  /// What the driver has current in this thread, of whichever device, and back
  /// to it.
  virtual uint64_t getCurrent() = 0;
  virtual void setCurrent(uint64_t current) = 0;
  /// As rt::Device has it.
  virtual std::string chip() = 0;

  virtual StatusOr<void *> allocate(uint64_t bytes) = 0;
  virtual void free(void *memory) = 0;
  /// Memory of the host that the device reads and writes itself.
  virtual StatusOr<void *> allocatePinned(uint64_t bytes) = 0;
  virtual void freePinned(void *memory) = 0;

  virtual StatusOr<Stream> createStream() = 0;
  virtual void destroyStream(Stream stream) = 0;
  virtual Status synchronize(Stream stream) = 0;
  virtual StatusOr<Event> createEvent() = 0;
  virtual void destroyEvent(Event event) = 0;
  virtual Status record(Event event, Stream stream) = 0;
  virtual Status wait(Event event) = 0;
  virtual Status waitInStream(Stream stream, Event event) = 0;

  /// Between any two memories that the driver knows.
  virtual Status copy(const CopyCall &call, Stream stream) = 0;
  virtual Status fill(void *memory, uint8_t value, uint64_t bytes,
                      Stream stream) = 0;

  virtual StatusOr<Module> loadModule(const std::string &code) = 0;
  virtual void unloadModule(Module module) = 0;
  virtual StatusOr<Function> getFunction(Module module,
                                         const std::string &name) = 0;
  /// Lets launches of `function` ask for so much memory of a workgroup, which
  /// may be more than the driver grants unasked.
  virtual Status allowWorkgroupBytes(Function function, uint32_t bytes) = 0;
  virtual Status launch(const KernelCall &call, Stream stream) = 0;

  virtual StatusOr<GraphHandle> createGraph() = 0;
  virtual void destroyGraph(GraphHandle graph) = 0;
  virtual StatusOr<Node> addKernel(GraphHandle graph,
                                   const std::vector<Node> &before,
                                   const KernelCall &call) = 0;
  virtual StatusOr<Node> addCopy(GraphHandle graph,
                                 const std::vector<Node> &before,
                                 const CopyCall &call) = 0;
  virtual StatusOr<GraphExec> instantiate(GraphHandle graph) = 0;
  virtual void destroyExec(GraphExec exec) = 0;
  virtual Status update(GraphExec exec, Node node, const KernelCall &call) = 0;
  /// Whether copies in a graph can be changed.
  virtual bool updatesCopies() const = 0;
  virtual Status update(GraphExec exec, Node node, const CopyCall &call) = 0;
  virtual Status launch(GraphExec exec, Stream stream) = 0;
};

/// Makes a device current in this thread, and in the end what was current
/// before: a program that uses the driver itself finds it as it left it.
class CurrentDevice {
public:
  explicit CurrentDevice(Driver &driver)
      : driver(driver), before(driver.getCurrent()),
        status(driver.makeCurrent()) {}
  ~CurrentDevice() { driver.setCurrent(before); }
  CurrentDevice(const CurrentDevice &) = delete;
  CurrentDevice &operator=(const CurrentDevice &) = delete;

private:
  Driver &driver;
  uint64_t before;

public:
  /// Whether the device is current.
  const Status status;
};

using OpenDriver = StatusOr<std::unique_ptr<Driver>> (*)(
    unsigned ordinal, const std::string &path);

/// Loads the driver at `path`, or the system's, and opens one of its devices.
StatusOr<std::unique_ptr<Driver>> openCUDA(unsigned ordinal,
                                           const std::string &path);
StatusOr<std::unique_ptr<Driver>> openHIP(unsigned ordinal,
                                          const std::string &path);

} // namespace tinygrad::rt::gpu

#endif // TINYGRAD_LIB_RUNTIME_GPU_GPUDRIVER_H
