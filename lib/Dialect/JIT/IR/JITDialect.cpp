//===- JITDialect.cpp - the jit dialect, its types and attributes ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad::jit;

#include "TinyGrad/Dialect/JIT/IR/JITDialect.cpp.inc"
#include "TinyGrad/Dialect/JIT/IR/JITEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITAttrs.cpp.inc"

llvm::StringRef tinygrad::jit::getDeviceKind(llvm::StringRef device) {
  return device.split(':').first;
}

bool tinygrad::jit::isGPUDevice(llvm::StringRef device) {
  return llvm::is_contained({"cuda", "hip", "opencl"}, getDeviceKind(device));
}

void JITDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "TinyGrad/Dialect/JIT/IR/JITTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "TinyGrad/Dialect/JIT/IR/JITAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "TinyGrad/Dialect/JIT/IR/JITOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// !jit.buffer
//===----------------------------------------------------------------------===//

/// The bytes of an element in memory, or 0 for a type that buffers do not hold.
static int64_t bytesOfElement(Type type) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(type) || type.isInteger(1))
    return 1;
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return type.getIntOrFloatBitWidth() / 8;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return 0;
  unsigned width = integer.getWidth();
  return llvm::is_contained({8u, 16u, 32u, 64u}, width) ? width / 8 : 0;
}

LogicalResult
BufferType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   int64_t size, Type elementType, StringAttr device) {
  int64_t elementBytes = bytesOfElement(elementType);
  if (elementBytes == 0)
    return emitError() << "expected an element type that tensors have, but got "
                       << elementType;
  int64_t bytes;
  if (size < 0 || llvm::MulOverflow(size, elementBytes, bytes))
    return emitError() << "expected a size whose bytes fit 63 bits, but got "
                       << size << " elements";
  if (device.empty())
    return emitError() << "expected the name of a device";
  return success();
}

int64_t BufferType::getElementBytes() const {
  return bytesOfElement(getElementType());
}
int64_t BufferType::getBytes() const { return getSize() * getElementBytes(); }

/// A buffer of the default device is written without it.
static constexpr StringLiteral defaultDevice = "cpu";

Type BufferType::parse(AsmParser &parser) {
  SmallVector<int64_t> dims;
  Type elementType;
  std::string device = defaultDevice.str();
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseDimensionList(dims, /*allowDynamic=*/false))
    return {};
  if (dims.size() != 1) {
    parser.emitError(loc, "expected one size, but got ") << dims.size();
    return {};
  }
  if (parser.parseType(elementType) ||
      (succeeded(parser.parseOptionalComma()) && parser.parseString(&device)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<BufferType>(
      loc, parser.getContext(), dims[0], elementType,
      StringAttr::get(parser.getContext(), device));
}

void BufferType::print(AsmPrinter &printer) const {
  printer << '<' << getSize() << 'x' << getElementType();
  if (getDevice() != defaultDevice) {
    printer << ", ";
    printer.printAttributeWithoutType(getDevice());
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Attributes of arguments and results
//===----------------------------------------------------------------------===//

/// Whether `attr` is `[lower, upper]` with 0 <= lower <= upper.
static bool isBounds(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  if (!array || array.size() != 2)
    return false;
  auto lower = dyn_cast<IntegerAttr>(array[0]);
  auto upper = dyn_cast<IntegerAttr>(array[1]);
  return lower && upper && lower.getType().isInteger(64) &&
         upper.getType().isInteger(64) && 0 <= lower.getInt() &&
         lower.getInt() <= upper.getInt();
}

/// Whether `attr` is a list of sizes: integers and one-result affine maps over
/// the variables.
static bool isShape(Attribute attr, unsigned numVariables) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, [&](Attribute size) {
           if (auto integer = dyn_cast<IntegerAttr>(size))
             return integer.getType().isInteger(64) && integer.getInt() >= 0;
           auto map = dyn_cast<AffineMapAttr>(size);
           return map && map.getAffineMap().getNumResults() == 1 &&
                  map.getAffineMap().getNumDims() == 0 &&
                  map.getAffineMap().getNumSymbols() == numVariables;
         });
}

static unsigned countVariables(FunctionOpInterface function) {
  return llvm::count_if(function.getArgumentTypes(),
                        [](Type type) { return type.isIndex(); });
}

/// What is wrong with an attribute of a buffer argument or result, or empty.
static std::string describeProblem(FunctionOpInterface function,
                                   NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  Attribute value = attr.getValue();
  bool isCapture = isa<CaptureOp>(function.getOperation());
  if (name == "jit.name" || (isCapture && name == "jit.device"))
    return isa<StringAttr>(value) ? "" : "a string";
  if (name == "jit.dtype")
    return isa<TypeAttr>(value) ? "" : "a type";
  if (name == "jit.shape")
    return isShape(value, countVariables(function))
               ? ""
               : "an array of sizes and of affine maps over the variables";
  if (isCapture && name == "jit.view") {
    auto offset = dyn_cast<IntegerAttr>(value);
    return offset && offset.getInt() >= 0 ? "" : "a byte offset";
  }
  if (isCapture && name == "jit.strides")
    return isa<DenseI64ArrayAttr>(value) ? "" : "an array of strides";
  if ((isCapture && name == "jit.held") ||
      (!isCapture && name == "jit.constant"))
    return isa<UnitAttr>(value) ? "" : "a unit attribute";
  return "no such attribute";
}

/// `jit.in_place` of a launch: pairs of an output and an input, by position
/// among its buffers.
static LogicalResult verifyInPlace(LaunchOp launch, Attribute attr) {
  auto pairs = dyn_cast<ArrayAttr>(attr);
  size_t numOuts = launch.getOuts().size();
  size_t numBuffers = numOuts + launch.getIns().size();
  bool isValid = pairs && llvm::all_of(pairs, [&](Attribute pair) {
                   auto positions = dyn_cast<DenseI64ArrayAttr>(pair);
                   return positions && positions.size() == 2 &&
                          positions[0] >= 0 && size_t(positions[0]) < numOuts &&
                          positions[1] >= int64_t(numOuts) &&
                          size_t(positions[1]) < numBuffers;
                 });
  if (isValid)
    return success();
  return launch.emitOpError()
         << "expected pairs of an output and an input as 'jit.in_place', but "
         << "got " << attr;
}

LogicalResult JITDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  auto launch = dyn_cast<LaunchOp>(op);
  if (launch && attr.getName() == "jit.in_place")
    return verifyInPlace(launch, attr.getValue());
  return success();
}

LogicalResult JITDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned argIndex,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (!isa<FuncOp, CaptureOp>(op))
    return op->emitOpError() << "cannot carry '" << name << "', which belongs "
                             << "to the arguments of a jit function";
  auto function = cast<FunctionOpInterface>(op);
  std::string problem;
  if (function.getArgumentTypes()[argIndex].isIndex()) {
    if (name == "jit.variable")
      problem = isa<StringAttr>(attr.getValue()) ? "" : "a string";
    else if (name == "jit.bounds")
      problem = isBounds(attr.getValue())
                    ? ""
                    : "[lower, upper] with 0 <= lower <= upper";
    else
      problem = "no such attribute";
  } else {
    problem = describeProblem(function, attr);
  }
  if (problem.empty())
    return success();
  return op->emitOpError() << "expected " << problem << " as '" << name
                           << "' of argument " << argIndex << ", but got "
                           << attr.getValue();
}

LogicalResult JITDialect::verifyRegionResultAttribute(Operation *op,
                                                      unsigned regionIndex,
                                                      unsigned resultIndex,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (!isa<FuncOp, CaptureOp>(op))
    return op->emitOpError() << "cannot carry '" << name << "', which belongs "
                             << "to the results of a jit function";
  std::string problem = describeProblem(cast<FunctionOpInterface>(op), attr);
  if (problem.empty())
    return success();
  return op->emitOpError() << "expected " << problem << " as '" << name
                           << "' of result " << resultIndex << ", but got "
                           << attr.getValue();
}
