//===- ImageOps.td - a small image dialect -----------------*- tablegen -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IMAGE_OPS_TD
#define IMAGE_OPS_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Image_Dialect : Dialect {
  let name = "image";
  let cppNamespace = "::image";
  let summary = "Operations on batches of images.";
  let description = [{
    Images are `[batch, channel, row, column]` tensors of f32 with constant
    sizes. Every op is lowered to `tg` by `convert-image-to-tg`; from there
    TinyGrad's pipelines take over.
  }];
}

def Image_Tensor
    : Type<And<[4DTensorOf<[F32]>.predicate, HasStaticShapePred]>,
           "4-d tensor of f32 with constant sizes", "::mlir::RankedTensorType">;

class Image_Op<string mnemonic, list<Trait> traits = []>
    : Op<Image_Dialect, mnemonic, !listconcat([Pure], traits)>;

def Image_GrayOp : Image_Op<"gray"> {
  let summary = "The luminance of red, green and blue (Rec. 709), as one channel.";
  let description = [{
    Example:

    ```mlir
    %0 = image.gray %x : tensor<2x3x8x8xf32> -> tensor<2x1x8x8xf32>
    ```
  }];
  let arguments = (ins Image_Tensor:$input);
  let results = (outs Image_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Image_BlurOp : Image_Op<"blur", [AllTypesMatch<["input", "result"]>]> {
  let summary = "The mean of the square of 2 radius + 1 pixels around each pixel.";
  let description = [{
    Pixels outside of the image count as 0.

    Example:

    ```mlir
    %0 = image.blur %x radius 1 : tensor<2x1x8x8xf32>
    ```
  }];
  let arguments = (ins Image_Tensor:$input,
                       ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<64>]>:$radius);
  let results = (outs Image_Tensor:$result);
  let assemblyFormat = "$input `radius` $radius attr-dict `:` type($result)";
}

def Image_StretchOp : Image_Op<"stretch", [AllTypesMatch<["input", "result"]>]> {
  let summary = "Moves each image's darkest pixel to 0 and its brightest to 1.";
  let description = [{
    An image of one brightness becomes 0.

    Example:

    ```mlir
    %0 = image.stretch %x : tensor<2x1x8x8xf32>
    ```
  }];
  let arguments = (ins Image_Tensor:$input);
  let results = (outs Image_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

#endif // IMAGE_OPS_TD
