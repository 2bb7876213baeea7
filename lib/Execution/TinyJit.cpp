//===- TinyJit.cpp - plainly, captured, replayed --------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/TinyJit.h"
#include "TinyGrad/Execution/SavedCapture.h"

using namespace mlir;
using namespace tinygrad;
using rt::makeError;
using rt::Status;
using rt::StatusOr;

namespace {
struct ActiveCapture {
  CaptureRecorder *recorder = nullptr;
  std::string name;
};
} // namespace

static ActiveCapture &active() {
  thread_local ActiveCapture instance;
  return instance;
}

CaptureRecorder *TinyJit::getActive() { return active().recorder; }

Status TinyJit::checkHostRead() {
  if (!active().recorder)
    return Status::success();
  return makeError("the host reads a tensor while '", active().name,
                   "' is captured: a replay would not read it again");
}

TinyJit::TinyJit(MLIRContext &context, rt::DeviceRegistry &devices,
                 std::string name, TinyJitOptions options)
    : context(context), devices(devices), name(std::move(name)),
      options(std::move(options)) {
  this->options.graphs = this->options.graphs && this->options.level == 1;
}

TinyJit::TinyJit(MLIRContext &context, rt::DeviceRegistry &devices,
                 std::unique_ptr<CapturedJit> captured, TinyJitOptions options)
    : context(context), devices(devices), name(captured->getName()),
      options(std::move(options)), count(2), isLoaded(true),
      captured(std::move(captured)) {}

TinyJit::~TinyJit() { endCapture(); }

void TinyJit::endCapture() {
  if (recorder && active().recorder == recorder.get())
    active() = {};
  recorder.reset();
}

StatusOr<TinyJit::Phase> TinyJit::begin(const rt::Call &call) {
  Phase phase = Phase::Replay;
  if (!isLoaded && (options.level == 0 || count == 0))
    phase = Phase::Plain;
  else if (!isLoaded && count == 1)
    phase = Phase::Capture;
  if (phase != Phase::Plain && active().recorder)
    return makeError("'", name, "' is called while '", active().name,
                     "' is captured: a capture cannot hold another one");
  if (phase == Phase::Replay)
    return phase;
  for (size_t i = 0; i < call.tensors.size(); ++i)
    for (size_t j = 0; j < i && !options.copyAliasedInputs; ++j)
      if (call.tensors[i].buffer.overlaps(call.tensors[j].buffer))
        return makeError("argument '", call.tensors[i].name,
                         "' shares memory with argument '",
                         call.tensors[j].name, "'");
  if (phase == Phase::Capture) {
    recorder = std::make_unique<CaptureRecorder>(context, name, call);
    active() = {recorder.get(), name};
  }
  running.push_back(phase);
  return phase;
}

Status TinyJit::finish(ArrayRef<rt::Buffer> results) {
  if (running.empty())
    return makeError("'", name, "' has no call to finish");
  Phase phase = running.back();
  running.pop_back();
  if (phase == Phase::Plain) {
    ++count;
    return Status::success();
  }
  std::unique_ptr<CaptureRecorder> ended = std::move(recorder);
  active() = {};
  StatusOr<RecordedCapture> recorded = ended->finish(results);
  ended.reset();
  if (recorded.isError())
    return recorded.status();
  StatusOr<std::unique_ptr<CapturedJit>> made =
      CapturedJit::create(std::move(*recorded), devices, options);
  if (made.isError())
    return made.status();
  if (options.optimize)
    if (Status status = (*made)->optimize(); status.isError())
      return status;
  captured = std::move(*made);
  ++count;
  return Status::success();
}

void TinyJit::abort() {
  if (running.empty())
    return;
  if (running.back() == Phase::Capture)
    endCapture();
  running.pop_back();
}

StatusOr<std::vector<rt::Buffer>> TinyJit::replay(const rt::Call &call) {
  if (!captured)
    return makeError("'", name, "' is replayed before it is captured");
  return captured->call(call);
}

StatusOr<std::vector<rt::Buffer>> TinyJit::call(const rt::Call &call,
                                                const Function &function) {
  StatusOr<Phase> phase = begin(call);
  if (phase.isError())
    return phase.status();
  if (*phase == Phase::Replay)
    return replay(call);
  StatusOr<std::vector<rt::Buffer>> results = function(call);
  if (results.isError()) {
    abort();
    return results;
  }
  if (Status status = finish(*results); status.isError())
    return status;
  return results;
}

Status TinyJit::reset() {
  if (isLoaded)
    return makeError("cannot reset '", name,
                     "': it was loaded, and there is "
                     "no function to capture anew");
  endCapture();
  running.clear();
  captured.reset();
  count = 0;
  return Status::success();
}

void TinyJit::freeIntermediates() {
  if (captured)
    captured->freeIntermediates();
}

Status TinyJit::optimize() {
  return captured ? captured->optimize() : Status::success();
}

Status TinyJit::save(StringRef path) {
  if (!captured)
    return makeError("cannot save '", name, "': it is not captured yet");
  return saveCapture(*captured, path);
}

unsigned TinyJit::getBeam() const {
  if (running.empty())
    return options.beam;
  if (running.back() == Phase::Capture)
    return options.jitBeam.value_or(options.beam);
  return options.ignoreFirstBeam ? 0 : options.beam;
}
