// RUN: tg-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// Tests that folding ends where ops use their own results, as they may at the
// top level of a module.
// CHECK: test.use
%0 = tg.neg %1 : tensor<4xf32>
%1 = tg.neg %0 : tensor<4xf32>
%2 = tg.reshape %3 [4] : tensor<4xf32> -> tensor<4xf32>
%3 = tg.reshape %2 [4] : tensor<4xf32> -> tensor<4xf32>
%4 = tg.reshape %5 [2, 2] : tensor<4xf32> -> tensor<2x2xf32>
%5 = tg.reshape %6 [4] : tensor<4x1xf32> -> tensor<4xf32>
%6 = tg.reshape %4 [4, 1] : tensor<2x2xf32> -> tensor<4x1xf32>
%7 = tg.permute %8 [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
%8 = tg.permute %7 [1, 0, 2] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
%9 = tg.flip %9 [0] : tensor<4xf32>
%10 = tg.shrink %10 [0] [4] : tensor<4xf32> -> tensor<4xf32>
%11 = tg.cast %12 : tensor<4xf16> to tensor<4xf64>
%12 = tg.cast %11 : tensor<4xf64> to tensor<4xf16>
%13 = tg.expand %13 [4] : tensor<4xf32> -> tensor<4xf32>
%14 = tg.bitcast %15 : tensor<4xi32> to tensor<4xf32>
%15 = tg.bitcast %14 : tensor<4xf32> to tensor<4xi32>
%16 = tg.pad %16 low [0] high [0] value(0.0 : f32) : tensor<4xf32> -> tensor<4xf32>
%17 = tg.relu %17 : tensor<4xf32>
%18 = tg.maximum %18, %18 : tensor<4xf32>
"test.use"(%0, %2, %4, %7, %9, %10, %11, %13, %14, %16, %17, %18)
    : (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4x4x4xf32>, tensor<4xf32>, tensor<4xf32>,
       tensor<4xf64>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
