// Tests that lanes without a matrix unit exchange their operands through memory of
// the workgroup: each writes its elements to the place that they have in the tile of
// its subgroup, and sums the products of its elements of the result.

// RUN: tg-opt %s --mlir-print-local-scope --uop-lower-mma --canonicalize | FileCheck %s

// Two subgroups of 32 lanes have an 8 x 4 and a 4 x 8 tile each. Lane 4 * g + t holds
// element (g, t) of the left operand, (t, g) of the right one, and two sums.
// CHECK-LABEL: uop.kernel @product
// CHECK-DAG: %[[LEFT:.*]] = memref.alloca() {alignment = 16 : i64} : memref<64xf64, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[RIGHT:.*]] = memref.alloca() {alignment = 16 : i64} : memref<64xf64, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[LEFT]]
// CHECK-NOT: memref.store %{{.*}}, %[[LEFT]]
// CHECK: memref.store %{{.*}}, %[[RIGHT]]
// CHECK-NOT: memref.store
// CHECK-COUNT-8: arith.addf {{.*}} fastmath<contract> : f64
// CHECK-NOT: arith.addf
// CHECK: vector.from_elements %{{.*}}, %{{.*}} : vector<2xf64>
// CHECK-NOT: uop.mma
uop.kernel @product(%out: memref<128xf64> {uop.output}, %a: memref<64xf64>) opts []
    attributes {uop.block = array<i64: 64, 1, 1>} {
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<2xf64>
  %x = vector.load %a[%t] : memref<64xf64>, vector<1xf64>
  %0 = uop.mma "mma.m8n8k4.f64.f64" %x, %x to %z : vector<2xf64> : vector<1xf64>, vector<1xf64> -> vector<2xf64>
  %p = affine.apply affine_map<(d0) -> (d0 * 2)>(%t)
  vector.store %0, %out[%p] : memref<128xf64>, vector<2xf64>
}
