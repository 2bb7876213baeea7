// Tests that with tiles what a product reads counts as computed once for a tile of
// results: widened and cheap operands are computed there, what would be computed for
// many tiles is stored.

// RUN: tg-opt %s --pass-pipeline="builtin.module(func.func(tg-fuse{tiles=true}))" --split-input-file | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(func.func(tg-fuse))" --split-input-file | FileCheck %s --check-prefix=PLAIN

// For 64 columns once.
// CHECK-LABEL: func.func @few_columns
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// PLAIN-LABEL: func.func @few_columns
// PLAIN-COUNT-2: tg.kernel
func.func @few_columns(%x: tensor<1024x1024xf32>, %y: tensor<1024x64xf32>) -> tensor<1024x64xf32> {
  %0 = tg.exp %x : tensor<1024x1024xf32>
  %1 = tg.matmul %0, %y : tensor<1024x1024xf32>, tensor<1024x64xf32> -> tensor<1024x64xf32>
  return %1 : tensor<1024x64xf32>
}

// -----

// For 4096 columns 64 times.
// CHECK-LABEL: func.func @no_many_columns
// CHECK-COUNT-2: tg.kernel
// PLAIN-LABEL: func.func @no_many_columns
func.func @no_many_columns(%x: tensor<1024x1024xf32>, %y: tensor<1024x4096xf32>) -> tensor<1024x4096xf32> {
  %0 = tg.exp %x : tensor<1024x1024xf32>
  %1 = tg.matmul %0, %y : tensor<1024x1024xf32>, tensor<1024x4096xf32> -> tensor<1024x4096xf32>
  return %1 : tensor<1024x4096xf32>
}

// -----

// What is only widened is read as it is, however often.
// CHECK-LABEL: func.func @widened
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// PLAIN-LABEL: func.func @widened
// PLAIN-COUNT-2: tg.kernel
func.func @widened(%x: tensor<1024x1024xf16>, %y: tensor<1024x4096xf32>) -> tensor<1024x4096xf32> {
  %0 = tg.cast %x : tensor<1024x1024xf16> to tensor<1024x1024xf32>
  %1 = tg.matmul %0, %y : tensor<1024x1024xf32>, tensor<1024x4096xf32> -> tensor<1024x4096xf32>
  return %1 : tensor<1024x4096xf32>
}

// -----

// Where no tile is worth it there is none to compute it for.
// CHECK-LABEL: func.func @no_tiles
// PLAIN-LABEL: func.func @no_tiles
// CHECK: tg.kernel
func.func @no_tiles(%x: tensor<4x4xf16>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.cast %x : tensor<4x4xf16> to tensor<4x4xf32>
  %1 = tg.matmul %0, %y : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
