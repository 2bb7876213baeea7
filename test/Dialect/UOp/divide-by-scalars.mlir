// RUN: tg-opt %s --uop-divide-by-scalars --mlir-print-local-scope | FileCheck %s

// Tests that a long vector is divided by a scalar through its reciprocal where no
// step can overflow or lose bits, and else by a division.

// CHECK-LABEL: uop.kernel @by_scalar(
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[S:.*]] = vector.broadcast %[[SCALAR:.*]] : f32 to vector<64xf32>
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[SCALAR]] : f32
// CHECK: %[[Y:.*]] = vector.broadcast %[[INVERSE]]
// CHECK: vector.reduction <and>
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: scf.if %[[INSIDE]] -> (vector<64xf32>) {
// CHECK: %[[Q:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK: %[[N:.*]] = arith.negf %[[Q]]
// CHECK: %[[R:.*]] = math.fma %[[N]], %[[S]], %[[X]]
// CHECK: math.fma %[[R]], %[[Y]], %[[Q]]
// CHECK: } else {
// CHECK: arith.divf %[[X]], %[[S]]
uop.kernel @by_scalar(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %scalar = memref.load %x[%c0] : memref<64xf32>
  %0 = vector.load %x[%c0] : memref<64xf32>, vector<64xf32>
  %s = vector.broadcast %scalar : f32 to vector<64xf32>
  %1 = arith.divf %0, %s : vector<64xf32>
  vector.store %1, %out[%c0] : memref<64xf32>, vector<64xf32>
}

// Tests that a short vector, one of other elements and one divided by another vector
// are divided as they are.

// CHECK-LABEL: uop.kernel @no_reciprocals(
// CHECK-NOT: math.fma
uop.kernel @no_reciprocals(%out: memref<64xf32> {uop.output}, %more: memref<64xf64> {uop.output}, %x: memref<64xf32>, %y: memref<64xf64>) {
  %c0 = arith.constant 0 : index
  %scalar = memref.load %x[%c0] : memref<64xf32>
  %0 = vector.load %x[%c0] : memref<64xf32>, vector<16xf32>
  %s = vector.broadcast %scalar : f32 to vector<16xf32>
  %1 = arith.divf %0, %s : vector<16xf32>
  vector.store %1, %out[%c0] : memref<64xf32>, vector<16xf32>
  %2 = vector.load %x[%c0] : memref<64xf32>, vector<64xf32>
  %3 = arith.divf %2, %2 : vector<64xf32>
  vector.store %3, %out[%c0] : memref<64xf32>, vector<64xf32>
  %wide = memref.load %y[%c0] : memref<64xf64>
  %4 = vector.load %y[%c0] : memref<64xf64>, vector<64xf64>
  %t = vector.broadcast %wide : f64 to vector<64xf64>
  %5 = arith.divf %4, %t : vector<64xf64>
  vector.store %5, %more[%c0] : memref<64xf64>, vector<64xf64>
}
