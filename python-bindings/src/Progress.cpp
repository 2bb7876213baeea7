//===- Progress.cpp - where a program is, and how to stop it ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <nanobind/stl/string.h>
#include <string_view>

namespace tinygrad::python {

/// Where the package's own files are.
static std::string packageFolder;
/// Called with how many kernels are compiled and how many there are.
static nb::object *progress = nullptr;

static std::string_view getFile(PyFrameObject *frame) {
  PyCodeObject *code = PyFrame_GetCode(frame);
  Py_ssize_t size = 0;
  // The string belongs to the code, which the frame keeps.
  const char *text = PyUnicode_AsUTF8AndSize(code->co_filename, &size);
  Py_DECREF(code);
  if (text)
    return {text, size_t(size)};
  PyErr_Clear();
  return {};
}

uint32_t findPlace() {
  PyFrameObject *frame = PyEval_GetFrame();
  Py_XINCREF(frame);
  uint32_t place = 0;
  while (frame) {
    std::string_view file = getFile(frame);
    if (file.substr(0, packageFolder.size()) != packageFolder) {
      place = makePlace(file, unsigned(PyFrame_GetLineNumber(frame)));
      break;
    }
    PyFrameObject *caller = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    frame = caller;
  }
  Py_XDECREF(frame);
  return place;
}

/// Lets Python handle signals, as Ctrl-C, and show progress; false if an
/// exception was raised.
static bool onProgress(size_t done, size_t total) {
  if (PyErr_CheckSignals() != 0)
    return false;
  if (!progress || !total)
    return true;
  PyObject *result = PyObject_CallFunction(progress->ptr(), "nn",
                                           Py_ssize_t(done), Py_ssize_t(total));
  Py_XDECREF(result);
  return result != nullptr;
}

/// The same of the search for a kernel's optimisations.
static bool onSearch(const std::string &kernel, size_t timed, double seconds) {
  if (PyErr_CheckSignals() != 0)
    return false;
  if (!progress)
    return true;
  PyObject *result =
      PyObject_CallMethod(progress->ptr(), "search", "snd", kernel.c_str(),
                          Py_ssize_t(timed), seconds);
  Py_XDECREF(result);
  return result != nullptr;
}

void bindProgress(nb::module_ &module) {
  getSession().options().onProgress = onProgress;
  getSession().options().onSearch = onSearch;
  module.def("set_package_folder",
             [](const std::string &folder) { packageFolder = folder; });
  module.def("set_progress", [](nb::object callback) {
    // Never destroyed, as the session.
    if (!progress)
      progress = new nb::object();
    *progress = std::move(callback);
  });
}

} // namespace tinygrad::python
