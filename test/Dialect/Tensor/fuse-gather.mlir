// RUN: tg-opt %s --tg-decompose --tg-simplify --canonicalize --cse --tg-fuse | FileCheck %s

// Tests that a gather is one kernel in every type: nothing of its input is stored
// in between.

// CHECK-LABEL: func.func @one_kernel
// CHECK-COUNT-5: tg.kernel
// CHECK-NOT: tg.kernel
func.func @one_kernel(%x: tensor<1000xf32>, %y: tensor<100xi8>, %z: tensor<10xf16>, %v: tensor<100xi1>, %w: tensor<20xf64>,
                      %i: tensor<500xi32>, %j: tensor<50xui32>, %k: tensor<5xi64>, %l: tensor<9xi8>, %m: tensor<7xui64>)
    -> (tensor<500xf32>, tensor<50xi8>, tensor<5xf16>, tensor<9xi1>, tensor<7xf64>) {
  %0 = tg.gather %x, %i axis 0 : tensor<1000xf32>, tensor<500xi32> -> tensor<500xf32>
  %1 = tg.gather %y, %j axis 0 : tensor<100xi8>, tensor<50xui32> -> tensor<50xi8>
  %2 = tg.gather %z, %k axis 0 : tensor<10xf16>, tensor<5xi64> -> tensor<5xf16>
  %3 = tg.gather %v, %l axis 0 : tensor<100xi1>, tensor<9xi8> -> tensor<9xi1>
  %4 = tg.gather %w, %m axis 0 : tensor<20xf64>, tensor<7xui64> -> tensor<7xf64>
  return %0, %1, %2, %3, %4 : tensor<500xf32>, tensor<50xi8>, tensor<5xf16>, tensor<9xi1>, tensor<7xf64>
}

// Tests that the comparison of an index with all places, which two gathers share,
// is not stored, however long the index takes to compute: that is done once for
// each row of it.

// CHECK-LABEL: func.func @shared_index
// CHECK-NOT: -> tensor<5000x1000xi1> {
// CHECK: return
func.func @shared_index(%x: tensor<1000xf32>, %y: tensor<1000x1xf32>, %i: tensor<5000xi32>, %n: tensor<5000xi32>)
    -> (tensor<5000xf32>, tensor<5000x1xf32>) {
  %a = tg.floordiv %i, %n : tensor<5000xi32>
  %b = tg.floordiv %a, %n : tensor<5000xi32>
  %c = tg.mod %b, %n : tensor<5000xi32>
  %d = tg.mod %c, %i : tensor<5000xi32>
  %e = tg.floordiv %d, %n : tensor<5000xi32>
  %f = tg.mod %e, %n : tensor<5000xi32>
  %0 = tg.gather %x, %f axis 0 : tensor<1000xf32>, tensor<5000xi32> -> tensor<5000xf32>
  %s = tg.sum %0 axes [0] : tensor<5000xf32> -> tensor<f32>
  %t = tg.reshape %s [1, 1] : tensor<f32> -> tensor<1x1xf32>
  %u = tg.expand %t [1000, 1] : tensor<1x1xf32> -> tensor<1000x1xf32>
  %v = tg.add %y, %u : tensor<1000x1xf32>
  %w = tg.contiguous %v : tensor<1000x1xf32>
  %g = tg.reshape %f [5000, 1] : tensor<5000xi32> -> tensor<5000x1xi32>
  %1 = tg.gather %w, %g axis 0 : tensor<1000x1xf32>, tensor<5000x1xi32> -> tensor<5000x1xf32>
  return %0, %1 : tensor<5000xf32>, tensor<5000x1xf32>
}

// Tests that no comparison of all updates with all places is stored, after a sort
// whose costs add up along its steps.

// CHECK-LABEL: func.func @sorted_scatter
// CHECK-NOT: {{-> tensor<5000x5000xi1> \{}}
// CHECK: return
func.func @sorted_scatter(%x: tensor<5000xf32>, %i: tensor<5000xi32>, %u: tensor<5000xf32>) -> tensor<5000xf32> {
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<5000xf32>, tensor<5000xi32>, tensor<5000xf32>
  return %0 : tensor<5000xf32>
}
