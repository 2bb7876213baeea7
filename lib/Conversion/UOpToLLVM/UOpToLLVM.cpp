//===- UOpToLLVM.cpp - kernels to the LLVM dialect -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers carry no promise that they do not overlap: an output may take the
// place of an input that dies in the kernel. Nothing is lost by it, since loads
// were moved out of the loops that do not change them at linearize.
//
//===----------------------------------------------------------------------===//

#include "MatrixUnitPatterns.h"
#include "MemoryPatterns.h"
#include "TileRegisters.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/Alignment.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTUOPTOLLVMPASS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {

/// Kernel-local memory beyond this is the caller's scratch, not on the stack.
constexpr int64_t kMaxStackBytes = 32 << 10;
constexpr int64_t kScratchAlignment = 64;

/// The arguments of a kernel's entry, in order.
enum EntryArgument { Buffers, Variables, Scratch, Begin, End };

/// Builds the entry of one kernel around its body.
class EntryBuilder {
public:
  EntryBuilder(uop::KernelOp kernel)
      : kernel(kernel), builder(kernel), loc(kernel.getLoc()) {}
  LLVM::LLVMFuncOp build();

private:
  Value loadFrom(Value array, Type element, int64_t position);
  /// Makes the users of `old` take `value`, which is of the converted type.
  void bindResult(Value old, Value value);
  void bindArguments();
  void placeAllocas();

  uop::KernelOp kernel;
  OpBuilder builder;
  Location loc;
  LLVM::LLVMFuncOp function;
  Block *entry = nullptr;
};

} // namespace

Value EntryBuilder::loadFrom(Value array, Type element, int64_t position) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value place = LLVM::GEPOp::create(builder, loc, pointer, element, array,
                                    LLVM::GEPArg(position));
  return LLVM::LoadOp::create(builder, loc, element, place);
}

void EntryBuilder::bindResult(Value old, Value value) {
  auto cast =
      UnrealizedConversionCastOp::create(builder, loc, old.getType(), value);
  old.replaceAllUsesWith(cast.getResult(0));
}

void EntryBuilder::bindArguments() {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  unsigned buffers = 0, variables = 0;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    Value value =
        isa<MemRefType>(argument.getType())
            ? loadFrom(entry->getArgument(Buffers), pointer, buffers++)
            : loadFrom(entry->getArgument(Variables), builder.getI64Type(),
                       variables++);
    bindResult(argument, value);
  }
  kernel.getBody().walk([&](uop::SliceOp slice) {
    bindResult(slice.getBegin(), entry->getArgument(Begin));
    bindResult(slice.getEnd(), entry->getArgument(End));
    slice.erase();
  });
}

/// Moves memory that is too large for the stack to the scratch argument, and
/// notes how much of that the caller must give.
void EntryBuilder::placeAllocas() {
  int64_t total = 0;
  SmallVector<std::pair<memref::AllocaOp, int64_t>> places;
  for (auto alloca : kernel.getBody().getOps<memref::AllocaOp>()) {
    MemRefType type = alloca.getType();
    int64_t bytes = type.getNumElements() *
                    llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    places.push_back({alloca, total});
    total += llvm::alignTo(bytes, kScratchAlignment);
  }
  if (total <= kMaxStackBytes)
    return;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  for (auto [alloca, offset] : places) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, builder.getI8Type(), entry->getArgument(Scratch),
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    bindResult(alloca, place);
    alloca.erase();
  }
  function->setAttr("uop.scratch_bytes", builder.getI64IntegerAttr(total));
}

LLVM::LLVMFuncOp EntryBuilder::build() {
  MLIRContext *context = builder.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(context), {pointer, pointer, pointer, i64, i64});
  function = LLVM::LLVMFuncOp::create(builder, loc, kernel.getSymName(), type);
  entry = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  bindArguments();
  placeAllocas();
  Block &body = kernel.getBody().front();
  entry->getOperations().splice(entry->end(), body.getOperations());
  builder.setInsertionPointToEnd(entry);
  // What went around the caches is there before others are told to read it.
  if (function
          .walk([](vector::StoreOp store) {
            return store.getNontemporal() ? WalkResult::interrupt()
                                          : WalkResult::advance();
          })
          .wasInterrupted())
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  kernel.erase();
  return function;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Erases the casts of arguments whose users now take the pointers.
static void eraseUnusedCasts(LLVM::LLVMFuncOp function) {
  SmallVector<UnrealizedConversionCastOp> casts;
  function.walk(
      [&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts);
}

namespace {
/// Whether `cast` gives what its value becomes: an address of a buffer, say.
bool isConversion(UnrealizedConversionCastOp cast,
                  const TypeConverter &converter) {
  return cast->getNumOperands() == 1 && cast->getNumResults() == 1 &&
         cast.getOperand(0).getType() != cast.getType(0) &&
         converter.convertType(cast.getOperand(0).getType()) == cast.getType(0);
}

/// What was made for the converted value takes it.
struct CastPattern : OpConversionPattern<UnrealizedConversionCastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(UnrealizedConversionCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isConversion(op, *getTypeConverter()))
      return rewriter.notifyMatchFailure(op, "not to the converted type");
    rewriter.replaceOp(op, adaptor.getInputs());
    return success();
  }
};

struct ConvertUOpToLLVMPass
    : public impl::ConvertUOpToLLVMPassBase<ConvertUOpToLLVMPass> {
  LogicalResult initialize(MLIRContext *context) override {
    LowerToLLVMOptions options(context);
    converter = std::make_shared<LLVMTypeConverter>(context, options);
    addBarePointerConversion(*converter);
    RewritePatternSet set(context);
    populateBarePointerPatterns(*converter, set);
    populateMatrixUnitPatterns(*converter, set);
    set.add<CastPattern>(*converter, context);
    populateAffineToStdConversionPatterns(set);
    populateSCFToControlFlowConversionPatterns(set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    ub::populateUBToLLVMConversionPatterns(*converter, set);
    vector::populateVectorMaskOpLoweringPatterns(set);
    vector::populateVectorMaskMaterializationPatterns(
        set, /*force32BitVectorIndices=*/true);
    populateVectorToLLVMConversionPatterns(*converter, set);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(set));
    return success();
  }

  void runOnOperation() override {
    LLVMConversionTarget target(getContext());
    target.addDynamicallyLegalOp<UnrealizedConversionCastOp>(
        [&](UnrealizedConversionCastOp cast) {
          return !isConversion(cast, *converter);
        });
    SmallVector<uop::KernelOp> kernels(getOperation().getOps<uop::KernelOp>());
    for (uop::KernelOp kernel : kernels) {
      useTileRegisters(kernel);
      LLVM::LLVMFuncOp function = EntryBuilder(kernel).build();
      ConversionConfig config;
      config.foldingMode = DialectConversionFoldingMode::Never;
      if (failed(applyFullConversion(function, target, *patterns, config)))
        return signalPassFailure();
      eraseUnusedCasts(function);
    }
  }

  // Shared by the copies of the pass, which only read them.
  std::shared_ptr<LLVMTypeConverter> converter;
  std::shared_ptr<FrozenRewritePatternSet> patterns;
};
} // namespace

} // namespace tinygrad
