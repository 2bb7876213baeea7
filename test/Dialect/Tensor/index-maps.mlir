// RUN: tg-opt %s --test-tg-index-maps -verify-diagnostics

// Tests where each op reads its operands, as affine maps of its iteration axes.

func.func @elementwise(%x: tensor<4x?xf32> {tg.dims = [4, "n"]}, %c: tensor<4x?xi1> {tg.dims = [4, "n"]})
    attributes {tg.variables = {m = [0, 9], n = [1, 8]}} {
  // expected-remark@+1 {{shape [4, s1]; operand 0 at affine_map<(d0, d1)[s0, s1] -> (d0, d1)>; operand 1 at affine_map<(d0, d1)[s0, s1] -> (d0, d1)>}}
  %0 = tg.add %x, %x : tensor<4x?xf32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1)[s0, s1] -> (d0, d1)>; operand 1 at affine_map<(d0, d1)[s0, s1] -> (d0, d1)>; operand 2 at affine_map<(d0, d1)[s0, s1] -> (d0, d1)>}}
  %1 = tg.where %c, %x, %x : tensor<4x?xf32>
  return
}

// Tests that axes are merged and split only where they have to be.
func.func @reshape(%x: tensor<?x8x8x16xf32> {tg.dims = ["n", 8, 8, 16]}, %y: tensor<2x3x4xf32>,
                   %z: tensor<6x4xf32>, %s: tensor<1x1xf32>, %e: tensor<0x4xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  // expected-remark@+1 {{shape [s0, 1024] moves; operand 0 at affine_map<(d0, d1)[s0] -> (d0, d1 floordiv 128, (d1 floordiv 16) mod 8, d1 mod 16)>}}
  %0 = tg.reshape %x [%n, 1024] : tensor<?x8x8x16xf32> -> tensor<?x1024xf32>
  // expected-remark@+1 {{shape [s0, 8, 8, 16] moves; operand 0 at affine_map<(d0, d1, d2, d3)[s0] -> (d0, d1 * 128 + d2 * 16 + d3)>}}
  %1 = tg.reshape %0 [%n, 8, 8, 16] : tensor<?x1024xf32> -> tensor<?x8x8x16xf32>
  // expected-remark@+1 {{shape [1, 2, 1, 12] moves; operand 0 at affine_map<(d0, d1, d2, d3)[s0] -> (d1, d3 floordiv 4, d3 mod 4)>}}
  %2 = tg.reshape %y [1, 2, 1, 12] : tensor<2x3x4xf32> -> tensor<1x2x1x12xf32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1)[s0] -> ((d0 * 6 + d1) floordiv 4, (d0 * 6 + d1) mod 4)>}}
  %3 = tg.reshape %z [4, 6] : tensor<6x4xf32> -> tensor<4x6xf32>
  // expected-remark@+1 {{shape [] moves; operand 0 at affine_map<()[s0] -> (0, 0)>}}
  %4 = tg.reshape %s [] : tensor<1x1xf32> -> tensor<f32>
  // expected-remark@+1 {{shape [7, 0] moves; operand 0 at affine_map<(d0, d1)[s0] -> (0, 0)>}}
  %5 = tg.reshape %e [7, 0] : tensor<0x4xf32> -> tensor<7x0xf32>
  return
}

// Tests that products of variables are groups of their own.
func.func @reshape_variables(%x: tensor<?x?x6xf32> {tg.dims = ["n", "m", 6]})
    attributes {tg.variables = {m = [1, 8], n = [1, 8]}} {
  %n = tg.variable "n"
  %m = tg.variable "m"
  %nm = arith.muli %m, %n : index
  // expected-remark@+1 {{shape [s0 * s1, 2, 3] moves; operand 0 at affine_map<(d0, d1, d2)[s0, s1] -> (d0 floordiv s0, d0 mod s0, d1 * 3 + d2)>}}
  %0 = tg.reshape %x [%nm, 2, 3] : tensor<?x?x6xf32> -> tensor<?x2x3xf32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1, d2, d3)[s0, s1] -> (d0 * s0 + d1, d2, d3)>}}
  %1 = tg.reshape %0 [%n, %m, 2, 3] : tensor<?x2x3xf32> -> tensor<?x?x2x3xf32>
  return
}

func.func @movement(%x: tensor<4x?x1xf32> {tg.dims = [4, "n", 1]}) attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %m = arith.subi %n, %c1 : index
  // expected-remark@+1 {{shape [4, s0, 5] moves; operand 0 at affine_map<(d0, d1, d2)[s0] -> (d0, d1, 0)>}}
  %0 = tg.expand %x [4, %n, 5] : tensor<4x?x1xf32> -> tensor<4x?x5xf32>
  // expected-remark@+1 {{shape [1, 4, s0] moves; operand 0 at affine_map<(d0, d1, d2)[s0] -> (d1, d2, d0)>}}
  %1 = tg.permute %x [2, 0, 1] : tensor<4x?x1xf32> -> tensor<1x4x?xf32>
  // expected-remark@+1 {{shape [7, s0 * 2, 1] moves; operand 0 at affine_map<(d0, d1, d2)[s0] -> (d0 - 1, d1 - s0, d2)> where [d0 - 1, -d0 + 4, d1 - s0] >= 0 else 5.000000e-01 : f32}}
  %2 = tg.pad %x low [1, %n, 0] high [2, 0, 0] value(0.5 : f32) : tensor<4x?x1xf32> -> tensor<7x?x1xf32>
  // expected-remark@+1 {{shape [2, s0 - 1, 1] moves; operand 0 at affine_map<(d0, d1, d2)[s0] -> (d0 + 2, d1 + 1, d2)>}}
  %3 = tg.shrink %x [%c2, 1, 0] [2, %m, 1] : tensor<4x?x1xf32> -> tensor<2x?x1xf32>
  // expected-remark@+1 {{shape [4, s0, 1] moves; operand 0 at affine_map<(d0, d1, d2)[s0] -> (-d0 + 3, -d1 + s0 - 1, d2)>}}
  %4 = tg.flip %x [0, 1] : tensor<4x?x1xf32>
  return
}

func.func @reduces(%x: tensor<4x?x3xbf16> {tg.dims = [4, "n", 3]}, %i: tensor<4x3xui8>) attributes {tg.variables = {n = [1, 8]}} {
  // expected-remark@+1 {{shape [s0] sum over [4, 3] in 'f32'; operand 0 at affine_map<(d0, d1, d2)[s0] -> (d1, d0, d2)>}}
  %0 = tg.sum %x axes [2, 0] : tensor<4x?x3xbf16> -> tensor<?xbf16>
  // expected-remark@+1 {{shape [4, 1, 3] max over [s0] in 'bf16'; operand 0 at affine_map<(d0, d1, d2, d3)[s0] -> (d0, d3, d2)>}}
  %1 = tg.max %x axes [1] keepdim : tensor<4x?x3xbf16> -> tensor<4x1x3xbf16>
  // expected-remark@+1 {{shape [4] sum over [3] in 'ui32'; operand 0 at affine_map<(d0, d1)[s0] -> (d0, d1)>}}
  %2 = tg.sum %i axes [1] : tensor<4x3xui8> -> tensor<4xui32>
  // expected-remark@+1 {{shape [] prod over [4, 3] in 'ui8'; operand 0 at affine_map<(d0, d1)[s0] -> (d0, d1)>}}
  %3 = tg.prod %i axes [0, 1] : tensor<4x3xui8> -> tensor<ui8>
  // expected-remark@+1 {{shape [3] min over [4] in 'ui8'; operand 0 at affine_map<(d0, d1)[s0] -> (d1, d0)>}}
  %4 = tg.min %i axes [0] : tensor<4x3xui8> -> tensor<3xui8>
  return
}

func.func @matmul(%a: tensor<5x?x64xf16> {tg.dims = [5, "n", 64]}, %b: tensor<5x64x10xf16>) attributes {tg.variables = {n = [1, 8]}} {
  // expected-remark@+1 {{shape [5, s0, 10] sum over [64] in 'f32'; operand 0 at affine_map<(d0, d1, d2, d3)[s0] -> (d0, d1, d3)>; operand 1 at affine_map<(d0, d1, d2, d3)[s0] -> (d0, d3, d2)>}}
  %0 = tg.matmul %a, %b : tensor<5x?x64xf16>, tensor<5x64x10xf16> -> tensor<5x?x10xf16>
  return
}

func.func @conv(%x: tensor<2x4x?xi8> {tg.dims = [2, 4, "n"]}, %w: tensor<6x2x3xi8>, %d: tensor<4x1x3xi8>,
                %y: tensor<2x4x8x8xf32>, %v: tensor<6x4x3x3xf32>) attributes {tg.variables = {n = [4, 8]}} {
  // expected-remark@+1 {{shape [2, 6, (s0 - 3) floordiv 2 + 1] sum over [2, 3] in 'i32'; operand 0 at affine_map<(d0, d1, d2, d3, d4)[s0] -> (d0, (d1 floordiv 3) * 2 + d3, d2 * 2 + d4 * 2 - 1)> where [d2 * 2 + d4 * 2 - 1, d2 * -2 + s0 - d4 * 2] >= 0 else 0 : i8; operand 1 at affine_map<(d0, d1, d2, d3, d4)[s0] -> (d1, d3, d4)>}}
  %0 = tg.conv %x, %w strides [2] dilations [2] pad_low [1] pad_high [1] groups 2
      : tensor<2x4x?xi8>, tensor<6x2x3xi8> -> tensor<2x6x?xi32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1, d2, d3, d4)[s0] -> (d0, d1 + d3, d2 + d4)>}}
  %1 = tg.conv %x, %d groups 4 : tensor<2x4x?xi8>, tensor<4x1x3xi8> -> tensor<2x4x?xi32>
  // Padding that no window reaches needs no constraint.
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1, d2, d3, d4, d5, d6)[s0] -> (d0, d4, d2 * 2 + d5 - 1, d3 + d6)> where [d2 * 2 + d5 - 1] >= 0 else 0.000000e+00 : f32}}
  %2 = tg.conv %y, %v strides [2, 1] pad_low [1, 0] pad_high [1, 0]
      : tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32> -> tensor<2x6x4x6xf32>
  return
}

func.func @max_pool(%x: tensor<2x8x8xf32>, %i: tensor<8xi8>, %f: tensor<8xf8E4M3FN>) {
  // expected-remark@+1 {{shape [2, 4, 4] max over [2, 2] in 'f32'; operand 0 at affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d3, d2 * 2 + d4)>}}
  %0 = tg.max_pool %x kernel [2, 2] : tensor<2x8x8xf32> -> tensor<2x4x4xf32>
  // expected-remark@+1 {{operand 0 at affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 2 + d3 - 1)> where [d2 * 2 + d3 - 1] >= 0 else 0xFF800000 : f32}}
  %1 = tg.max_pool %x kernel [3] strides [2] pad_low [1] : tensor<2x8x8xf32> -> tensor<2x8x4xf32>
  // expected-remark@+1 {{where [-d0 - d1 + 7] >= 0 else -128 : i8}}
  %2 = tg.max_pool %i kernel [2] strides [1] pad_high [1] : tensor<8xi8> -> tensor<8xi8>
  // expected-remark@+1 {{>= 0 else -4.480000e+02 : f8E4M3FN}}
  %3 = tg.max_pool %f kernel [2] strides [1] pad_high [1] : tensor<8xf8E4M3FN> -> tensor<8xf8E4M3FN>
  return
}

func.func @arange() attributes {tg.variables = {n = [4, 8]}} {
  %n = tg.variable "n"
  // expected-remark@+1 {{shape [s0]}}
  %0 = tg.arange [%n] start(0 : i32) step(1 : i32) : tensor<?xi32>
  return
}

// Tests that an argument of a kernel has its input's sizes, and a kernel's
// result those of what it yields.
func.func @kernel(%x: tensor<?xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [4, 8]}} {
  %k = tg.kernel(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
    // expected-remark@+1 {{shape [s0]}}
    %0 = tg.neg %a : tensor<?xf32>
    tg.yield %0 : tensor<?xf32>
  }
  %c = tg.contiguous %k : tensor<?xf32>
  %s = tg.softmax %c axis 0 : tensor<?xf32>
  // expected-remark@+1 {{shape [s0]}}
  %1 = tg.neg %s : tensor<?xf32>
  return
}
