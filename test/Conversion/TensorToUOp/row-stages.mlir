// RUN: tg-opt %s --convert-tg-to-uop -split-input-file | FileCheck %s

// Tests that a row's exponentials, which the sum and the result need, are
// computed once, kept in a buffer and read from it twice.
// CHECK-LABEL: uop.kernel
// CHECK: %[[ROW:.*]] = uop.range 0, 64
// CHECK: %[[MAX:.*]] = uop.reduce <maximumf>
// CHECK: %[[EXP:.*]] = math.exp
// CHECK: %[[BUFFER:.*]] = uop.stage %[[EXP]] over (%{{.*}}) : f32 -> memref<100xf32, #gpu.address_space<private>>
// CHECK: %[[A:.*]] = uop.load %[[BUFFER]]
// CHECK: %[[K:.*]] = uop.range {{[0-9]+}}, 100 <reduce>
// CHECK: %[[B:.*]] = uop.load %[[BUFFER]][%[[K]]]
// CHECK: %[[SUM:.*]] = uop.reduce <add> %[[B]] over (%[[K]])
// CHECK: arith.divf %[[A]], %[[SUM]]
// CHECK-NOT: math.exp
func.func @softmax(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.kernel(%a = %x : tensor<64x100xf32>) -> tensor<64x100xf32> {
    %m = tg.max %a axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
    %me = tg.expand %m [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
    %s = tg.sub %a, %me : tensor<64x100xf32>
    %e = tg.exp %s : tensor<64x100xf32>
    %t = tg.sum %e axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
    %te = tg.expand %t [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
    %r = tg.div %e, %te : tensor<64x100xf32>
    tg.yield %r : tensor<64x100xf32>
  }
  return %0 : tensor<64x100xf32>
}

// -----

// Tests that the last of several such values is kept, in the type it has, and
// that rows of several axes, of a variable size too, are kept whole.
// CHECK-LABEL: uop.kernel
// CHECK: uop.stage %{{.*}} over (%{{.*}}, %{{.*}}) : f64 -> memref<96xf64, #gpu.address_space<private>>
// CHECK-NOT: uop.stage
func.func @image(%x: tensor<32x?x12xf64> {tg.dims = [32, "n", 12]}) -> tensor<32x?x12xf64>
    attributes {tg.variables = {n = [1, 8]}} {
  %0 = tg.kernel(%a = %x : tensor<32x?x12xf64>) -> tensor<32x?x12xf64> {
    %n = tg.variable "n"
    %e = tg.exp %a : tensor<32x?x12xf64>
    %f = tg.mul %e, %e : tensor<32x?x12xf64>
    %t = tg.sum %f axes [1, 2] keepdim : tensor<32x?x12xf64> -> tensor<32x1x1xf64>
    %te = tg.expand %t [32, %n, 12] : tensor<32x1x1xf64> -> tensor<32x?x12xf64>
    %r = tg.div %f, %te : tensor<32x?x12xf64>
    tg.yield %r : tensor<32x?x12xf64>
  }
  return %0 : tensor<32x?x12xf64>
}

// -----

// Tests that what is cheaper to compute again is not kept.
// CHECK-LABEL: uop.kernel
// CHECK-NOT: uop.stage
// CHECK-LABEL: func.func @no_stage_cheap
func.func @no_stage_cheap(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.kernel(%a = %x : tensor<64x100xf32>) -> tensor<64x100xf32> {
    %e = tg.mul %a, %a : tensor<64x100xf32>
    %t = tg.sum %e axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
    %te = tg.expand %t [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
    %r = tg.div %e, %te : tensor<64x100xf32>
    tg.yield %r : tensor<64x100xf32>
  }
  return %0 : tensor<64x100xf32>
}

// -----

// Tests that a row that fills the caches is computed twice.
// CHECK-LABEL: uop.kernel
// CHECK-NOT: uop.stage
// CHECK-LABEL: func.func @no_stage_long
func.func @no_stage_long(%x: tensor<64x20000xf32>) -> tensor<64x20000xf32> {
  %0 = tg.kernel(%a = %x : tensor<64x20000xf32>) -> tensor<64x20000xf32> {
    %e = tg.exp %a : tensor<64x20000xf32>
    %t = tg.sum %e axes [1] keepdim : tensor<64x20000xf32> -> tensor<64x1xf32>
    %te = tg.expand %t [64, 20000] : tensor<64x1xf32> -> tensor<64x20000xf32>
    %r = tg.div %e, %te : tensor<64x20000xf32>
    tg.yield %r : tensor<64x20000xf32>
  }
  return %0 : tensor<64x20000xf32>
}

// -----

// Tests that a value needed at other elements of the row is not kept: the result
// reads it backwards.
// CHECK-LABEL: uop.kernel
// CHECK-NOT: uop.stage
// CHECK-LABEL: func.func @no_stage_other_elements
func.func @no_stage_other_elements(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.kernel(%a = %x : tensor<64x100xf32>) -> tensor<64x100xf32> {
    %e = tg.exp %a : tensor<64x100xf32>
    %b = tg.flip %e [1] : tensor<64x100xf32>
    %t = tg.sum %e axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
    %te = tg.expand %t [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
    %r = tg.div %b, %te : tensor<64x100xf32>
    tg.yield %r : tensor<64x100xf32>
  }
  return %0 : tensor<64x100xf32>
}

// -----

// Tests that a value needed once is not kept.
// CHECK-LABEL: uop.kernel
// CHECK-NOT: uop.stage
// CHECK-LABEL: func.func @no_stage_once
func.func @no_stage_once(%x: tensor<64x100xf32>) -> tensor<64xf32> {
  %0 = tg.kernel(%a = %x : tensor<64x100xf32>) -> tensor<64xf32> {
    %e = tg.exp %a : tensor<64x100xf32>
    %t = tg.sum %e axes [1] : tensor<64x100xf32> -> tensor<64xf32>
    tg.yield %t : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
