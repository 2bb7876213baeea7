// RUN: tg-opt %s --tg-decompose --canonicalize --cse --split-input-file | FileCheck %s

// Tests that a gather is a sum of bits over a comparison with an arange, which
// moves NaNs and signed zeros as they are.

// CHECK-LABEL: func.func @gather
// CHECK: %[[B:.*]] = tg.bitcast %arg0 : tensor<5x3xf32> to tensor<5x3xui32>
// CHECK: tg.arange [5] start(0 : i32) step(1 : i32)
// CHECK: tg.cmp eq
// CHECK: tg.where
// CHECK: tg.sum %{{.*}} axes [1]
// CHECK: tg.bitcast %{{.*}} : tensor<2x3xui32> to tensor<2x3xf32>
func.func @gather(%x: tensor<5x3xf32>, %i: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %0 = tg.gather %x, %i axis 0 : tensor<5x3xf32>, tensor<2x3xi32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Tests that a stack is a concat of reshapes.

// CHECK-LABEL: func.func @stack
// CHECK-DAG: tg.reshape %arg0 [3, 1]
// CHECK-DAG: tg.reshape %arg1 [3, 1]
// CHECK: tg.concat %{{.*}}, %{{.*}} axis 1
func.func @stack(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = tg.stack %x, %y axis 1 : tensor<3xf32>, tensor<3xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Tests that a long axis is summed up in blocks of 32, and the blocks in blocks:
// no reduce is over more elements than that.

// CHECK-LABEL: func.func @cumsum
// CHECK-NOT: tensor<10000x10000
// CHECK: tg.reshape %{{.*}} [313, 32]
// CHECK: tg.reshape %{{.*}} [10, 32]
// CHECK-NOT: tensor<10000x10000
func.func @cumsum(%x: tensor<10000xf32>) -> tensor<10000xf32> {
  %0 = tg.cumsum %x axis 0 : tensor<10000xf32> -> tensor<10000xf32>
  return %0 : tensor<10000xf32>
}

// -----

// Tests that many updates are not added up over all of them for each place, as few
// are; what is left over both axes are gathers of bits, which are no loops.

// CHECK-LABEL: func.func @scatter
// CHECK-NOT: tg.sum {{.*}}x4000xf32>
// CHECK: return
func.func @scatter(%x: tensor<5000xf32>, %i: tensor<4000xi32>, %u: tensor<4000xf32>) -> tensor<5000xf32> {
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<5000xf32>, tensor<4000xi32>, tensor<4000xf32>
  return %0 : tensor<5000xf32>
}

// -----

// CHECK-LABEL: func.func @no_sorted_scatter
// CHECK: tg.sum {{.*}}tensor<50x40xf32>
func.func @no_sorted_scatter(%x: tensor<50xf32>, %i: tensor<40xi32>, %u: tensor<40xf32>) -> tensor<50xf32> {
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<50xf32>, tensor<40xi32>, tensor<40xf32>
  return %0 : tensor<50xf32>
}
