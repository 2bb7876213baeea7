//===- Trace.cpp - what ran when, for Perfetto ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"

using namespace tinygrad;
using namespace tinygrad::run;

Tracer::Tracer(bool isOn) : isOn(isOn) { setTarget(isOn ? &events : nullptr); }

void Tracer::setTarget(std::vector<rt::TraceEvent> *target) {
  if (!target)
    return rt::setTrace({});
  rt::setTrace(
      [target](const rt::TraceEvent &event) { target->push_back(event); });
}

std::vector<rt::TraceEvent> Tracer::collect(llvm::function_ref<void()> run) {
  std::vector<rt::TraceEvent> collected;
  setTarget(&collected);
  run();
  setTarget(isOn ? &events : nullptr);
  return collected;
}

Tracer::~Tracer() { rt::setTrace({}); }

llvm::Error Tracer::write(llvm::StringRef path) const {
  if (path.empty())
    return llvm::Error::success();
  // Each device is a thread of its own.
  llvm::MapVector<llvm::StringRef, int64_t> devices;
  for (const rt::TraceEvent &event : events)
    devices.insert({event.device, int64_t(devices.size()) + 1});
  double begin = events.empty() ? 0 : events.front().start;
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    llvm::json::OStream json(os, /*IndentSize=*/1);
    json.object([&] {
      json.attribute("displayTimeUnit", "ns");
      json.attributeArray("traceEvents", [&] {
        for (auto &[device, number] : devices)
          json.object([&, name = device, thread = number] {
            json.attribute("name", "thread_name");
            json.attribute("ph", "M");
            json.attribute("pid", 1);
            json.attribute("tid", thread);
            json.attributeObject("args", [&] { json.attribute("name", name); });
          });
        for (const rt::TraceEvent &event : events)
          json.object([&] {
            json.attribute("name", event.name);
            json.attribute("cat", "item");
            json.attribute("ph", "X");
            json.attribute("ts", (event.start - begin) * 1e6);
            json.attribute("dur", event.seconds * 1e6);
            json.attribute("pid", 1);
            json.attribute("tid", devices.lookup(event.device));
            json.attributeObject("args", [&] {
              json.attribute("ops", int64_t(event.ops));
              json.attribute("bytes", int64_t(event.bytes));
            });
          });
      });
    });
    os << "\n";
    return llvm::Error::success();
  });
  if (error)
    return llvm::createStringError("--trace: cannot write '" + path +
                                   "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}
