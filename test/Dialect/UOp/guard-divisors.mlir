// Tests that an index is divided by at least 1 where a variable may set the divisor
// to 0, and by what it was divided by elsewhere.

// RUN: tg-opt %s --uop-guard-divisors | FileCheck %s

// CHECK-DAG: #[[MOD:.*]] = affine_map<(d0)[s0, s1] -> (d0 mod s1)>
// CHECK-DAG: #[[SIZE:.*]] = affine_map<()[s0] -> (s0 * 6)>
// CHECK-DAG: #[[BOTH:.*]] = affine_map<(d0)[s0, s1] -> (d0 floordiv s1 + d0 ceildiv s1)>
// CHECK-DAG: #[[KEPT:.*]] = affine_map<(d0)[s0] -> (d0 mod s0 + d0 floordiv 4)>

// CHECK-LABEL: uop.kernel @divisors
// CHECK-SAME: %[[M:[a-z0-9]+]]: index {uop.bounds = [0, 5]
// CHECK-SAME: %[[N:[a-z0-9]+]]: index {uop.bounds = [1, 5]
uop.kernel @divisors(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %m: index {uop.bounds = [0, 5], uop.variable = "m"}, %n: index {uop.bounds = [1, 5], uop.variable = "n"}) {
  // CHECK: %[[I:.*]] = uop.range 0, 64
  %i = uop.range 0, 64 <global>
  // CHECK: %[[SAFE:.*]] = arith.maxsi %[[M]], %{{.*}} : index
  // CHECK: affine.apply #[[MOD]](%[[I]])[%[[M]], %[[SAFE]]]
  %a = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%m]
  // One maximum serves both divisions.
  // CHECK: %[[SIX:.*]] = affine.apply #[[SIZE]]()[%[[M]]]
  // CHECK: %[[SAFE:.*]] = arith.maxsi %[[SIX]], %{{.*}} : index
  // CHECK-NOT: arith.maxsi
  // CHECK: affine.apply #[[BOTH]](%[[I]])[%[[M]], %[[SAFE]]]
  %b = affine.apply affine_map<(d0)[s0] -> (d0 floordiv (s0 * 6) + d0 ceildiv (s0 * 6))>(%i)[%m]
  // CHECK: affine.apply #[[KEPT]](%[[I]])[%[[N]]]
  %c = affine.apply affine_map<(d0)[s0] -> (d0 mod s0 + d0 floordiv 4)>(%i)[%n]
  %false = arith.constant false
  %zero = arith.constant 0.0 : f32
  %0 = uop.load %x[%a] gate %false else %zero : memref<64xf32> -> f32
  %1 = uop.load %x[%b] gate %false else %zero : memref<64xf32> -> f32
  %2 = uop.load %x[%c] gate %false else %zero : memref<64xf32> -> f32
  %3 = arith.addf %0, %1 : f32
  %4 = arith.addf %3, %2 : f32
  uop.store %4, %out[%i] : f32, memref<64xf32>
}
