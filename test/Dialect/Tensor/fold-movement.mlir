// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests that reshapes merge, and go where they change nothing.
// CHECK-LABEL: func.func @reshapes
func.func @reshapes(%x: tensor<4x8xf32>, %y: tensor<?x8xf32>, %n: index)
    -> (tensor<2x16xf32>, tensor<4x8xf32>, tensor<?x8xf32>) {
  // CHECK: %[[A:.*]] = tg.reshape %arg0 [2, 16] : tensor<4x8xf32> -> tensor<2x16xf32>
  // CHECK: return %[[A]], %arg0, %arg1
  %0 = tg.reshape %x [32] : tensor<4x8xf32> -> tensor<32xf32>
  %1 = tg.reshape %0 [2, 16] : tensor<32xf32> -> tensor<2x16xf32>
  %2 = tg.reshape %0 [4, 8] : tensor<32xf32> -> tensor<4x8xf32>
  %3 = tg.reshape %y [%n, 8] : tensor<?x8xf32> -> tensor<?x8xf32>
  return %1, %2, %3 : tensor<2x16xf32>, tensor<4x8xf32>, tensor<?x8xf32>
}

// Tests that two dynamic sizes may have been exchanged, and that nothing is
// known of a dynamic size beside a 0.
// CHECK-LABEL: func.func @no_reshape
func.func @no_reshape(%x: tensor<?x?xf32>, %y: tensor<?x0xf32>, %n: index, %m: index)
    -> (tensor<?x?xf32>, tensor<?x0xf32>) {
  // CHECK-COUNT-2: tg.reshape
  %0 = tg.reshape %x [%m, %n] : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = tg.reshape %y [%n, 0] : tensor<?x0xf32> -> tensor<?x0xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x0xf32>
}

// Tests that expansions merge.
// CHECK-LABEL: func.func @expands
func.func @expands(%x: tensor<4x1xf32>, %r: tensor<1x1xf32>) -> (tensor<4x1xf32>, tensor<4x8xf32>) {
  // CHECK: %[[A:.*]] = tg.expand %arg1 [4, 8] : tensor<1x1xf32> -> tensor<4x8xf32>
  // CHECK: return %arg0, %[[A]]
  %0 = tg.expand %x [4, 1] : tensor<4x1xf32> -> tensor<4x1xf32>
  %1 = tg.expand %r [4, 1] : tensor<1x1xf32> -> tensor<4x1xf32>
  %2 = tg.expand %1 [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  return %0, %2 : tensor<4x1xf32>, tensor<4x8xf32>
}

// Tests that an expansion between dynamic sizes, which may differ, is kept.
// CHECK-LABEL: func.func @no_expand
func.func @no_expand(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: tg.expand
  %0 = tg.expand %x [%n] : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Tests that orders compose: result axis i is input axis order[i].
// CHECK-LABEL: func.func @permutes
func.func @permutes(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x2x4xf32>) {
  // CHECK: %[[A:.*]] = tg.permute %arg0 [1, 0, 2] : tensor<2x3x4xf32> -> tensor<3x2x4xf32>
  // CHECK: return %arg0, %arg0, %[[A]]
  %0 = tg.permute %x [0, 1, 2] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %1 = tg.permute %x [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %2 = tg.permute %1 [2, 0, 1] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  %3 = tg.permute %1 [0, 2, 1] : tensor<3x4x2xf32> -> tensor<3x2x4xf32>
  return %0, %2, %3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x2x4xf32>
}

// Tests that paddings of one value add up, also those of nothing.
// CHECK-LABEL: func.func @pads
func.func @pads(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<7x12xf32>) {
  // CHECK: %[[A:.*]] = tg.pad %arg0 low [1, 1] high [2, 3] value(0.000000e+00 : f32)
  // CHECK: return %arg0, %[[A]]
  %0 = tg.pad %x low [0, 0] high [0, 0] value(0.0 : f32) : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = tg.pad %x low [1, 0] high [1, 2] value(0.0 : f32) : tensor<4x8xf32> -> tensor<6x10xf32>
  %2 = tg.pad %1 low [0, 1] high [1, 1] value(0.0 : f32) : tensor<6x10xf32> -> tensor<7x12xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<7x12xf32>
}

// Tests that paddings of different values, such as the two zeros, do not.
// CHECK-LABEL: func.func @no_pad
func.func @no_pad(%x: tensor<4xf32>) -> tensor<6xf32> {
  // CHECK-COUNT-2: tg.pad
  %0 = tg.pad %x low [1] high [0] value(0.0 : f32) : tensor<4xf32> -> tensor<5xf32>
  %1 = tg.pad %0 low [0] high [1] value(-0.0 : f32) : tensor<5xf32> -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Tests that a part of a part is a part, and the whole is the input.
// CHECK-LABEL: func.func @shrinks
func.func @shrinks(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<1x3xf32>) {
  // CHECK: %[[A:.*]] = tg.shrink %arg0 [3, 3] [1, 3]
  // CHECK: return %arg0, %[[A]]
  %0 = tg.shrink %x [0, 0] [4, 8] : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = tg.shrink %x [1, 2] [3, 5] : tensor<4x8xf32> -> tensor<3x5xf32>
  %2 = tg.shrink %1 [2, 1] [1, 3] : tensor<3x5xf32> -> tensor<1x3xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<1x3xf32>
}

// Tests that parts at unknown offsets or of unknown size are kept.
// CHECK-LABEL: func.func @no_shrink
func.func @no_shrink(%x: tensor<8xf32>, %y: tensor<?xf32>, %i: index) -> (tensor<2xf32>, tensor<?xf32>) {
  // CHECK-COUNT-3: tg.shrink
  %0 = tg.shrink %x [%i] [4] : tensor<8xf32> -> tensor<4xf32>
  %1 = tg.shrink %0 [1] [2] : tensor<4xf32> -> tensor<2xf32>
  %2 = tg.shrink %y [0] [%i] : tensor<?xf32> -> tensor<?xf32>
  return %1, %2 : tensor<2xf32>, tensor<?xf32>
}

// Tests that an axis flipped twice is not, and one of one element never is.
// CHECK-LABEL: func.func @flips
func.func @flips(%x: tensor<4x1x8xf32>) -> (tensor<4x1x8xf32>, tensor<4x1x8xf32>, tensor<4x1x8xf32>) {
  // CHECK: %[[A:.*]] = tg.flip %arg0 [2]
  // CHECK: return %arg0, %arg0, %[[A]]
  %0 = tg.flip %x [1] : tensor<4x1x8xf32>
  %1 = tg.flip %x [0] : tensor<4x1x8xf32>
  %2 = tg.flip %1 [0] : tensor<4x1x8xf32>
  %3 = tg.flip %1 [1, 0, 2] : tensor<4x1x8xf32>
  return %0, %2, %3 : tensor<4x1x8xf32>, tensor<4x1x8xf32>, tensor<4x1x8xf32>
}

// Tests that a dynamic axis may have more elements.
// CHECK-LABEL: func.func @no_flip
func.func @no_flip(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: tg.flip
  %0 = tg.flip %x [0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Tests that a reduce over no axes is its input.
// CHECK-LABEL: func.func @no_axes
func.func @no_axes(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0
  %0 = tg.sum %x axes [] : tensor<4xf32> -> tensor<4xf32>
  %1 = tg.prod %x axes [] : tensor<4xf32> -> tensor<4xf32>
  %2 = tg.max %x axes [] : tensor<4xf32> -> tensor<4xf32>
  %3 = tg.min %x axes [] : tensor<4xf32> -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Tests that a reduce that widens, or one over a single element (0 + -0 is 0),
// is kept.
// CHECK-LABEL: func.func @no_reduce
func.func @no_reduce(%i: tensor<4xi8>, %x: tensor<4x1xf32>) -> (tensor<4xi32>, tensor<4x1xf32>) {
  // CHECK-COUNT-2: tg.sum
  %0 = tg.sum %i axes [] : tensor<4xi8> -> tensor<4xi32>
  %1 = tg.sum %x axes [1] keepdim : tensor<4x1xf32> -> tensor<4x1xf32>
  return %0, %1 : tensor<4xi32>, tensor<4x1xf32>
}

// Tests that a splat stays one wherever it moves, and is its own largest and
// smallest element.
// CHECK-LABEL: func.func @splats
func.func @splats() -> (tensor<8xf32>, tensor<4x8xf32>, tensor<4x2xf32>, tensor<4x6xf32>,
                        tensor<1x2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<0x4xf32>) {
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<8xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<4x8xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<4x2xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<4x6xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<1x2xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<2x4xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<4xf32>
  // CHECK-DAG: tg.constant dense<2.000000e+00> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<> : tensor<0x4xf32>
  // CHECK-NOT: tg.{{reshape|expand|permute|pad|shrink|flip|max|min}}
  %c = tg.constant dense<2.0> : tensor<2x4xf32>
  %row = tg.constant dense<2.0> : tensor<4x1xf32>
  %0 = tg.reshape %c [8] : tensor<2x4xf32> -> tensor<8xf32>
  %1 = tg.expand %row [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %2 = tg.permute %c [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  %3 = tg.pad %c low [1, 1] high [1, 1] value(2.0 : f32) : tensor<2x4xf32> -> tensor<4x6xf32>
  %4 = tg.shrink %c [1, 1] [1, 2] : tensor<2x4xf32> -> tensor<1x2xf32>
  %5 = tg.flip %c [0] : tensor<2x4xf32>
  %6 = tg.max %c axes [0] : tensor<2x4xf32> -> tensor<4xf32>
  %7 = tg.min %c axes [1] : tensor<2x4xf32> -> tensor<2xf32>
  %8 = tg.shrink %c [1, 0] [0, 4] : tensor<2x4xf32> -> tensor<0x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<8xf32>, tensor<4x8xf32>, tensor<4x2xf32>,
      tensor<4x6xf32>, tensor<1x2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<0x4xf32>
}

// Tests that a splat padded with another value is none.
// CHECK-LABEL: func.func @no_pad_of_splat
func.func @no_pad_of_splat() -> tensor<4xf32> {
  // CHECK: tg.pad
  %c = tg.constant dense<2.0> : tensor<3xf32>
  %0 = tg.pad %c low [1] high [0] value(0.0 : f32) : tensor<3xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tests that constants are reshaped, and small ones permuted, when compiling.
// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<1x2xf32>) {
  // CHECK-DAG: tg.constant dense<{{\[\[}}1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  // CHECK-DAG: tg.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  // CHECK-DAG: tg.constant dense_resource<weights> : tensor<1x2xf32>
  %c = tg.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %r = tg.constant dense_resource<weights> : tensor<2xf32>
  %0 = tg.reshape %c [3, 2] : tensor<2x3xi32> -> tensor<3x2xi32>
  %1 = tg.permute %c [1, 0] : tensor<2x3xi32> -> tensor<3x2xi32>
  %2 = tg.reshape %r [1, 2] : tensor<2xf32> -> tensor<1x2xf32>
  return %0, %1, %2 : tensor<3x2xi32>, tensor<3x2xi32>, tensor<1x2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
