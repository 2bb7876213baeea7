// RUN: tg-opt %s --uop-linearize --mlir-print-local-scope | FileCheck %s

// Tests that a streaming store goes around the caches where its address is that of
// a whole line, and else does not.

// CHECK-LABEL: uop.kernel @streamed(
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]]
// CHECK: %[[LOW:.*]] = arith.andi %[[AT]], %c63
// CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %[[LOW]], %c0
// CHECK: scf.if %[[WHOLE]] {
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<1024xf32>, vector<16xf32>
// CHECK: } else {
// CHECK-NOT: nontemporal
// CHECK: vector.store {{.*}} : memref<1024xf32>, vector<16xf32>
uop.kernel @streamed(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>) {
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
  %1 = uop.load %x[%0] strides [1] : memref<1024xf32> -> vector<16xf32>
  uop.store %1, %out[%0] strides [1] {uop.streaming} : vector<16xf32>, memref<1024xf32>
}

// Tests that of pieces of two lengths the smaller one's alignment is asked for.

// CHECK-LABEL: uop.kernel @uneven(
// CHECK: arith.andi %{{.*}}, %c31
// CHECK: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true} : memref<1536xf32>, vector<16xf32>
// CHECK: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true} : memref<1536xf32>, vector<8xf32>
uop.kernel @uneven(%out: memref<1536xf32> {uop.output}, %x: memref<1536xf32>) {
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 24)>(%i)
  %1 = uop.load %x[%0] strides [1] : memref<1536xf32> -> vector<24xf32>
  uop.store %1, %out[%0] strides [1] {uop.streaming} : vector<24xf32>, memref<1536xf32>
}

// Tests that rows that lie apart by less than an alignment are no streams, nor are
// masked vectors and scalars.

// CHECK-LABEL: uop.kernel @no_stream_rows(
// CHECK-NOT: nontemporal
uop.kernel @no_stream_rows(%out: memref<1224xf32> {uop.output}, %x: memref<1224xf32>) {
  %i = uop.range 0, 36 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 34)>(%i)
  %1 = uop.load %x[%0] strides [17, 1] : memref<1224xf32> -> vector<2x16xf32>
  uop.store %1, %out[%0] strides [17, 1] {uop.streaming} : vector<2x16xf32>, memref<1224xf32>
}

// CHECK-LABEL: uop.kernel @no_stream_masked(
// CHECK-NOT: nontemporal
uop.kernel @no_stream_masked(%out: memref<1020xf32> {uop.output}, %x: memref<1020xf32>) {
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
  %b = affine.apply affine_map<(d0) -> (d0 * -16 + 1020)>(%i)
  %m = vector.create_mask %b : vector<16xi1>
  %z = arith.constant dense<0.0> : vector<16xf32>
  %1 = uop.load %x[%0] strides [1] mask %m else %z : memref<1020xf32> -> vector<16xf32>
  uop.store %1, %out[%0] strides [1] mask %m {uop.streaming} : vector<16xf32>, memref<1020xf32>
}

// CHECK-LABEL: uop.kernel @no_stream_scalar(
// CHECK-NOT: nontemporal
uop.kernel @no_stream_scalar(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 64 <global>
  %1 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %1, %out[%i] {uop.streaming} : f32, memref<64xf32>
}
