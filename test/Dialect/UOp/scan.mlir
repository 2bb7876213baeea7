// RUN: tg-opt %s | tg-opt | FileCheck %s

// Tests that a scan round-trips, both ways and over several ranges.

// CHECK-LABEL: uop.kernel @scan(
uop.kernel @scan(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 4 <loop>
  %l = uop.range 2, 4 <loop>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 4 + d2)>(%i, %k, %l)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  // CHECK: %[[A:.*]] = uop.scan <add> %{{.*}} over (%{{.*}}, %{{.*}}) : f32
  %2 = uop.scan <add> %1 over (%k, %l) : f32
  // CHECK: %[[B:.*]] = uop.scan <maximumf> %[[A]] over (%{{.*}}) : f32
  %3 = uop.scan <maximumf> %2 over (%l) : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// Tests that a value that does not vary over the range varies when it is scanned, and
// that a reduce may close what is scanned.

// CHECK-LABEL: uop.kernel @constant(
uop.kernel @constant(%out: memref<1xi32> {uop.output}) {
  %k = uop.range 0, 4 <reduce>
  %one = arith.constant 1 : i32
  // CHECK: uop.scan <add> %{{.*}} over (%{{.*}}) reverse : i32
  %0 = uop.scan <add> %one over (%k) reverse : i32
  %1 = uop.reduce <add> %0 over (%k) : i32
  %c0 = arith.constant 0 : index
  uop.store %1, %out[%c0] : i32, memref<1xi32>
}

// Tests that dimensions of vectors are scanned in the order that is given.

// CHECK-LABEL: uop.kernel @vectors(
uop.kernel @vectors(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] strides [16, 1] : memref<64xf32> -> vector<4x16xf32>
  // CHECK: uop.scan <add> %{{.*}} over () dims [0, 1] : vector<4x16xf32>
  %1 = uop.scan <add> %0 over () dims [0, 1] : vector<4x16xf32>
  uop.store %1, %out[%c0] strides [16, 1] : vector<4x16xf32>, memref<64xf32>
}
