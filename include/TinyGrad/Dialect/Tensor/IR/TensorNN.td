//===- TensorNN.td - ops of neural networks -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORNN_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORNN_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An op of this family that means its decomposition. Floats narrower than f32
/// are cast to f32 first and back once.
class TG_NNOp<string mnemonic, list<Trait> traits = [], list<string> sizeMethods = []>
    : TG_Op<mnemonic, !listconcat(traits, [Pure,
          DeclareOpInterfaceMethods<TG_DecomposableOpInterface>,
          DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface, sizeMethods>])> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Windows and pooling
//===----------------------------------------------------------------------===//

def TG_WindowsOp : TG_Op<"windows", [Pure, AllElementTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost", "isMovement"]>,
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface, ["verifySizes"]>]> {
  let summary = "The windows that slide over the last axes.";
  let description = [{
    `kernel` has one entry per axis, for the last axes of the input. The result
    has the input's other axes, then the windows' positions, then the places in a
    window (`[outer…, positions…, kernel…]`). Strides and dilations default to 1,
    paddings to 0; the padding holds `value`, by default 0.

    A movement op: pooling, im2col and sliding statistics are reduces over it.

    Example:

    ```mlir
    %0 = tg.windows %x kernel [3] : tensor<2x10xf32> -> tensor<2x8x3xf32>
    %1 = tg.windows %y kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] value(-1 : i8)
        : tensor<?x9x9xi8> -> tensor<?x5x5x3x3xi8>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$kernel,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high,
      OptionalAttr<TypedAttrInterface>:$value);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input `kernel` $kernel (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)? (`value` `(` $value^ `)`)? attr-dict
    `:` type($input) `->` type($result)
  }];
  // Empty lists and a null value stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$kernel,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh,
                   CArg<"::mlir::TypedAttr", "{}">:$value)>
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned getSpatialRank() { return getKernel().size(); }
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadLowOrDefault();
    ::llvm::SmallVector<int64_t> getPadHighOrDefault();
  }];
}

class TG_PoolOp<string mnemonic, Type out>
    : TG_NNOp<mnemonic, [], ["verifySizes"]> {
  let results = (outs out:$result);
  let extraClassDeclaration = [{
    unsigned getSpatialRank() { return getKernel().size(); }
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadLowOrDefault();
    ::llvm::SmallVector<int64_t> getPadHighOrDefault();
  }];
}

def TG_AvgPoolOp : TG_PoolOp<"avg_pool", TG_FloatTensor> {
  let summary = "Mean of each window over the last axes.";
  let description = [{
    Windows as in `tg.max_pool`. The sum of a window is divided by the number of
    its elements that lie in the input, or, with `count_include_pad`, by the
    number of elements of the window, the padding counting as zeros. Without
    `count_include_pad` every window must touch the input.

    A front end that rounds the number of windows up (`ceil_mode`) raises
    `pad_high`. Where explicit paddings count and those of the rounding do not,
    it writes the former as a `tg.pad` and leaves out `count_include_pad`.

    Example:

    ```mlir
    %0 = tg.avg_pool %x kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xf32>
    %1 = tg.avg_pool %y kernel [3] strides [1] pad_low [1] pad_high [1] count_include_pad
        : tensor<4x9xf16> -> tensor<4x9xf16>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, DenseI64ArrayAttr:$kernel,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high,
      UnitAttr:$count_include_pad);
  // Empty lists stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$kernel,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh,
                   CArg<"bool", "false">:$countIncludePad)>
  ];
  let assemblyFormat = [{
    $input `kernel` $kernel (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)?
    (`count_include_pad` $count_include_pad^)? attr-dict
    `:` type($input) `->` type($result)
  }];
}

def TG_ArgmaxPoolOp : TG_PoolOp<"argmax_pool", TG_I32Tensor> {
  let summary = "Position of the largest element of each window over the last axes.";
  let description = [{
    Windows as in `tg.max_pool`. A position counts the elements of the pooled
    axes in row-major order, without the padding: tinygrad's and PyTorch's
    `return_indices`. (ONNX counts over the whole tensor; a front end adds the
    offsets of the other axes.) It is that of the first NaN if there is one, else
    of the first of equals.

    Example:

    ```mlir
    %0 = tg.argmax_pool %x kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xi32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, DenseI64ArrayAttr:$kernel,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high);
  // Empty lists stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$kernel,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh)>
  ];
  let assemblyFormat = [{
    $input `kernel` $kernel (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)? attr-dict
    `:` type($input) `->` type($result)
  }];
}

def TG_ConvTransposeOp : TG_NNOp<"conv_transpose", [], ["verifySizes"]> {
  let summary = "Transposed convolution over any number of spatial axes.";
  let description = [{
    What `tg.conv` with the same lists is the transpose of: each input element
    adds the filter, times itself, to the result. `input` is [N, C, spatial…],
    `filter` [C, O / groups, kernel…], the result [N, O, spatial…], where an axis
    of size n has

        (n - 1) * stride + dilation * (kernel - 1) + 1 - pad_low - pad_high
            + output_padding

    elements. Paddings cut elements off the ends; `output_padding` adds elements
    at the high end. Element types behave as in `tg.matmul`. It means a `tg.conv`
    of the input with zeros between its elements, so an infinite weight gives NaN
    where no element meets it.

    Example:

    ```mlir
    %0 = tg.conv_transpose %x, %w strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1]
        : tensor<?x8x4x4xf32>, tensor<8x16x3x3xf32> -> tensor<?x16x8x8xf32>
    ```
  }];
  let arguments = (ins TG_NumberTensor:$input, TG_NumberTensor:$filter,
      OptionalAttr<DenseI64ArrayAttr>:$strides, OptionalAttr<DenseI64ArrayAttr>:$dilations,
      OptionalAttr<DenseI64ArrayAttr>:$pad_low, OptionalAttr<DenseI64ArrayAttr>:$pad_high,
      OptionalAttr<DenseI64ArrayAttr>:$output_padding,
      DefaultValuedAttr<I64Attr, "1">:$groups);
  let results = (outs TG_NumberTensor:$result);
  // Empty lists stand for the defaults.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$filter,
                   "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$dilations,
                   "::llvm::ArrayRef<int64_t>":$padLow, "::llvm::ArrayRef<int64_t>":$padHigh,
                   "::llvm::ArrayRef<int64_t>":$outputPadding,
                   CArg<"int64_t", "1">:$groups)>
  ];
  let assemblyFormat = [{
    $input `,` $filter (`strides` $strides^)? (`dilations` $dilations^)?
    (`pad_low` $pad_low^)? (`pad_high` $pad_high^)?
    (`output_padding` $output_padding^)? (`groups` $groups^)? attr-dict
    `:` type($input) `,` type($filter) `->` type($result)
  }];
  let extraClassDeclaration = [{
    unsigned getSpatialRank();
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadLowOrDefault();
    ::llvm::SmallVector<int64_t> getPadHighOrDefault();
    ::llvm::SmallVector<int64_t> getOutputPaddingOrDefault();
  }];
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

def TG_LogSoftmaxOp : TG_NNOp<"log_softmax", [AllTypesMatch<["input", "result"]>]> {
  let summary = "Logarithm of the softmax along one axis.";
  let description = [{
    x - max(x) - log(sum(exp(x - max(x)))). An axis of size 0 gives an empty
    result.

    Example:

    ```mlir
    %0 = tg.log_softmax %x axis 1 : tensor<?x10xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, I64Attr:$axis);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input `axis` $axis attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "int64_t":$axis)>];
}

def TG_LogsumexpOp : TG_NNOp<"logsumexp", [], ["verifySizes"]> {
  let summary = "log(sum(exp(x))) over axes, without overflow.";
  let description = [{
    The largest element is taken out first; where it is infinite the result is
    that infinity. No elements give -inf; an axis whose size is a variable must
    have one.

    Example:

    ```mlir
    %0 = tg.logsumexp %x axes [1] keepdim : tensor<?x10xf32> -> tensor<?x1xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, DenseI64ArrayAttr:$axes, UnitAttr:$keepdim);
  let results = (outs TG_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$axes,
                   "bool":$keepdim)>
  ];
  let assemblyFormat = [{
    $input `axes` $axes (`keepdim` $keepdim^)? attr-dict
    `:` type($input) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

/// (x - mean) / sqrt(variance + epsilon) * scale + bias, or a part of it. Each
/// parameter has the input's element type or that of the computation.
class TG_NormOp<string mnemonic, list<Trait> traits = []>
    : TG_NNOp<mnemonic, !listconcat(traits, [AttrSizedOperandSegments,
          AllTypesMatch<["input", "result"]>]), ["verifySizes"]> {
  let results = (outs TG_FloatTensor:$result);
}

def TG_LayerNormOp : TG_NormOp<"layer_norm"> {
  let summary = "Normalizes over axes to mean 0 and variance 1.";
  let description = [{
    y = x - mean(x), times 1 / sqrt(mean(y * y) + epsilon), then times `scale`
    plus `bias` where they are given. Both have the input's sizes on `axes`. An
    element type narrower than f32 is cast to f32 first and back once; scale and
    bias may have either type.

    Example:

    ```mlir
    %0 = tg.layer_norm %x axes [1] scale(%s : tensor<64xf32>) bias(%b : tensor<64xf32>)
        epsilon 1.0e-5 : tensor<?x64xf32>
    %1 = tg.layer_norm %y axes [1, 2] : tensor<4x8x8xbf16>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, Optional<TG_FloatTensor>:$scale,
      Optional<TG_FloatTensor>:$bias, DenseI64ArrayAttr:$axes,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$epsilon);
  let assemblyFormat = [{
    $input `axes` $axes (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)? (`epsilon` $epsilon^)? attr-dict
    `:` type($result)
  }];
}

def TG_RmsNormOp : TG_NNOp<"rms_norm", [AllTypesMatch<["input", "result"]>], ["verifySizes"]> {
  let summary = "Normalizes over axes to a mean square of 1.";
  let description = [{
    x * (1 / sqrt(mean(x * x) + epsilon)), then times `scale`, which has the input's
    sizes on `axes`, if it is given. Types as in `tg.layer_norm`.

    Example:

    ```mlir
    %0 = tg.rms_norm %x axes [1] scale(%s : tensor<64xf32>) epsilon 1.0e-6 : tensor<?x64xbf16>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, Optional<TG_FloatTensor>:$scale,
      DenseI64ArrayAttr:$axes, DefaultValuedAttr<F64Attr, "1.0e-5">:$epsilon);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = [{
    $input `axes` $axes (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`epsilon` $epsilon^)? attr-dict `:` type($result)
  }];
}

def TG_GroupNormOp : TG_NormOp<"group_norm"> {
  let summary = "Normalizes groups of channels to mean 0 and variance 1.";
  let description = [{
    The input is [N, C, spatial…]; the C channels form `groups` groups of
    neighbours, each of which is normalized over its channels and all spatial
    axes as in `tg.layer_norm`. `scale` and `bias` have one element per channel.
    With as many groups as channels this is instance normalization.

    Example:

    ```mlir
    %0 = tg.group_norm %x groups 4 scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>)
        : tensor<?x8x5x5xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, Optional<TG_FloatTensor>:$scale,
      Optional<TG_FloatTensor>:$bias, I64Attr:$groups,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$epsilon);
  let assemblyFormat = [{
    $input `groups` $groups (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)? (`epsilon` $epsilon^)? attr-dict
    `:` type($result)
  }];
}

def TG_BatchNormOp : TG_NormOp<"batch_norm"> {
  let summary = "Normalizes each channel by its mean and variance.";
  let description = [{
    (x - mean) * (1 / sqrt(variance + epsilon)) * scale + bias, where each of the
    four has one element per channel, the places along `axis`. Without `mean` and
    `variance`, those of the input over all other axes are taken, the latter
    divided by the number of elements (training; a front end that keeps running
    statistics computes them itself and gives them here).

    Example:

    ```mlir
    %0 = tg.batch_norm %x axis 1 mean(%m : tensor<8xf32>) variance(%v : tensor<8xf32>)
        scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>) : tensor<?x8x5x5xf32>
    %1 = tg.batch_norm %x axis 1 epsilon 1.0e-3 : tensor<?x8x5x5xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, Optional<TG_FloatTensor>:$mean,
      Optional<TG_FloatTensor>:$variance, Optional<TG_FloatTensor>:$scale,
      Optional<TG_FloatTensor>:$bias, I64Attr:$axis,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$epsilon);
  let assemblyFormat = [{
    $input `axis` $axis (`mean` `(` $mean^ `:` type($mean) `)`)?
    (`variance` `(` $variance^ `:` type($variance) `)`)?
    (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)? (`epsilon` $epsilon^)? attr-dict
    `:` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Attention and losses
//===----------------------------------------------------------------------===//

def TG_AttentionOp : TG_NNOp<"attention", [], ["verifySizes"]> {
  let summary = "softmax(query key^T * scale + mask) value.";
  let description = [{
    `query` is [batch…, L, E], `key` [batch…, S, E], `value` [batch…, S, V], the
    result [batch…, L, V]. The last batch axis, the heads, may be larger in the
    query: then query head h uses key and value head h / (query heads / key
    heads), grouped-query attention.

    `scale` defaults to 1 / sqrt(E). `mask` is [batch…, L, S], with the query's
    batch axes: a bool mask keeps the scores where it is true, a float mask is
    added to the scores. `causal` keeps column s of row l where s <= l, whatever
    the sizes. A score that is not kept is -inf, so that a row without any is
    NaN. Without keys the result is 0.

    Example:

    ```mlir
    %0 = tg.attention %q, %k, %v mask(%m : tensor<2x8x16x24xi1>) scale 0.25
        : tensor<2x8x16x32xf32>, tensor<2x2x24x32xf32>, tensor<2x2x24x32xf32> -> tensor<2x8x16x32xf32>
    %1 = tg.attention %a, %b, %c causal
        : tensor<?x5x8xf16>, tensor<?x5x8xf16>, tensor<?x5x4xf16> -> tensor<?x5x4xf16>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$query, TG_FloatTensor:$key, TG_FloatTensor:$value,
      Optional<TG_Tensor>:$mask, UnitAttr:$causal, OptionalAttr<F64Attr>:$scale);
  let results = (outs TG_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$query, "::mlir::Value":$key, "::mlir::Value":$value,
                   CArg<"::mlir::Value", "{}">:$mask, CArg<"bool", "false">:$causal,
                   CArg<"std::optional<double>", "{}">:$scale)>
  ];
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` `(` $mask^ `:` type($mask) `)`)?
    (`causal` $causal^)? (`scale` $scale^)? attr-dict
    `:` type($query) `,` type($key) `,` type($value) `->` type($result)
  }];
}

def TG_Reduction : I32EnumAttr<"Reduction", "what becomes of the losses of all examples", [
    I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"sum", 1>, I32EnumAttrCase<"mean", 2>]> {
  let cppNamespace = "::tinygrad::tg";
}

def TG_CrossEntropyOp : TG_NNOp<"cross_entropy", [], ["verifySizes"]> {
  let summary = "Cross entropy of logits along one axis with labels.";
  let description = [{
    -sum(log_softmax(logits) * y) along `axis`, where y are the labels: either
    classes (integers, of the logits' shape without `axis`), or probabilities
    (floats of the logits' shape). `smoothing` s takes (1 - s) * y + s / classes
    in their place. An example whose class is `ignore_index` has the loss 0; one
    whose class is none of the axis has no y, so only smoothing counts.

    `weight` has a factor for each class, by which its term of the sum is
    multiplied: -sum(weight * log_softmax(logits) * y).

    `reduction` gives all losses (`none`), their `sum`, or, the default, their
    `mean` over the examples that are not ignored, NaN without any. With classes
    and weights that is the sum over the sum of the weights of the examples'
    classes (0 for a class that is none of the axis), as in PyTorch and ONNX.

    Example:

    ```mlir
    %0 = tg.cross_entropy %x, %labels axis 1 smoothing 0.1 ignore_index -1
        : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
    %1 = tg.cross_entropy %x, %p axis 1 reduction none
        : tensor<?x10xf32>, tensor<?x10xf32> -> tensor<?xf32>
    %2 = tg.cross_entropy %x, %labels axis 1 weight(%w : tensor<10xf32>)
        : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$logits, TG_NumberTensor:$labels,
      Optional<TG_FloatTensor>:$weight, I64Attr:$axis,
      DefaultValuedAttr<F64Attr, "0.0">:$smoothing, OptionalAttr<I64Attr>:$ignore_index,
      DefaultValuedAttr<TG_Reduction, "::tinygrad::tg::Reduction::mean">:$reduction);
  let results = (outs TG_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$logits, "::mlir::Value":$labels, "int64_t":$axis,
                   CArg<"double", "0">:$smoothing,
                   CArg<"std::optional<int64_t>", "{}">:$ignoreIndex,
                   CArg<"::tinygrad::tg::Reduction", "::tinygrad::tg::Reduction::mean">:$reduction,
                   CArg<"::mlir::Value", "{}">:$weight)>
  ];
  let assemblyFormat = [{
    $logits `,` $labels `axis` $axis (`weight` `(` $weight^ `:` type($weight) `)`)?
    (`smoothing` $smoothing^)? (`ignore_index` $ignore_index^)?
    (`reduction` $reduction^)? attr-dict
    `:` type($logits) `,` type($labels) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Interpolation
//===----------------------------------------------------------------------===//

def TG_Interpolation : I32EnumAttr<"Interpolation", "how elements between others are made", [
    I32EnumAttrCase<"nearest", 0>, I32EnumAttrCase<"linear", 1>]> {
  let cppNamespace = "::tinygrad::tg";
}
def TG_Coordinates : I32EnumAttr<"Coordinates", "where a result's element lies in the input", [
    I32EnumAttrCase<"half_pixel", 0>, I32EnumAttrCase<"asymmetric", 1>,
    I32EnumAttrCase<"align_corners", 2>]> {
  let cppNamespace = "::tinygrad::tg";
}
def TG_Rounding : I32EnumAttr<"Rounding", "which element is nearest", [
    I32EnumAttrCase<"floor", 0>, I32EnumAttrCase<"ceil", 1>,
    I32EnumAttrCase<"half_down", 2>, I32EnumAttrCase<"half_up", 3>]> {
  let cppNamespace = "::tinygrad::tg";
}

def TG_InterpolateOp : TG_NNOp<"interpolate", [AllElementTypesMatch<["input", "result"]>],
                               ["verifySizes"]> {
  let summary = "Resizes the last axes.";
  let description = [{
    `last` is the number of last axes that are resized, from and to at least one
    element. `sizes` gives those sizes of the result that are not constant, in the
    order of their axes. Element i of n, made from m, lies at the coordinate

    - `half_pixel` (the default): (i + 1/2) * m / n - 1/2,
    - `asymmetric`: i * m / n,
    - `align_corners`: i * (m - 1) / (n - 1), or 0 where n is 1,

    clamped to the input. `nearest` takes the element that `rounding` gives:
    `floor` (the default), `ceil`, or the nearest, halves going down
    (`half_down`, ONNX's default) or up. `linear` is for floats and mixes the two
    neighbours by x + (y - x) * weight, one axis after another, the last first; an
    element at a whole coordinate is that element. Coordinates and weights are
    exact before they are rounded to the type of the computation.

    tinygrad's and PyTorch's `nearest` is `nearest coordinates asymmetric`, their
    `nearest-exact` `nearest coordinates half_pixel rounding half_up`, ONNX's
    Resize `nearest` `coordinates half_pixel rounding half_down`.

    Between constant sizes it is movement only; else the coordinates are computed
    in i64 and gathered.

    Example:

    ```mlir
    %0 = tg.interpolate %x linear last 2 : tensor<?x3x4x4xf32> -> tensor<?x3x8x8xf32>
    %1 = tg.interpolate %y nearest last 1 coordinates asymmetric rounding floor
        : tensor<2x5xui8> -> tensor<2x13xui8>
    %2 = tg.interpolate %z linear last 1 sizes(%n) : tensor<2x?xf32> -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input, Variadic<Index>:$sizes, TG_Interpolation:$mode,
      I64Attr:$last,
      DefaultValuedAttr<TG_Coordinates, "::tinygrad::tg::Coordinates::half_pixel">:$coordinates,
      DefaultValuedAttr<TG_Rounding, "::tinygrad::tg::Rounding::floor">:$rounding);
  let results = (outs TG_Tensor:$result);
  // `sizes` are those of the last axes, constant or not.
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::tinygrad::tg::Interpolation":$mode,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   CArg<"::tinygrad::tg::Coordinates",
                        "::tinygrad::tg::Coordinates::half_pixel">:$coordinates,
                   CArg<"::tinygrad::tg::Rounding", "::tinygrad::tg::Rounding::floor">:$rounding)>
  ];
  let assemblyFormat = [{
    $input $mode `last` $last (`sizes` `(` $sizes^ `)`)? (`coordinates` $coordinates^)?
    (`rounding` $rounding^)? attr-dict `:` type($input) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The sizes of the result on the axes that are resized.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORNN_TD
