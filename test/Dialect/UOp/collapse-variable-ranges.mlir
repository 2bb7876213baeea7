// RUN: tg-opt %s --uop-simplify-index --mlir-print-local-scope | FileCheck %s

// Tests that a sum over a comparison with a range of variable size is a gather
// whose gate is that size.

// CHECK-LABEL: uop.kernel @gather
uop.kernel @gather(%out: memref<8xi32> {uop.output}, %ids: memref<8xi32>, %x: memref<100xi32>,
                   %n: index {uop.variable = "n", uop.bounds = [1, 100]}) {
  // CHECK: %[[E:.*]] = arith.index_cast %{{.*}} : i32 to index
  // CHECK: %[[G:.*]] = arith.cmpi ult, %[[E]], %arg3
  // CHECK: uop.load %{{.*}}[%[[E]]] gate %[[G]]
  // CHECK-NOT: uop.reduce
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, %n <reduce>
  %z = arith.constant 0 : i32
  %0 = uop.load %ids[%i] : memref<8xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %3 = uop.load %x[%k] : memref<100xi32> -> i32
  %4 = arith.select %2, %3, %z : i32
  %5 = uop.reduce <add> %4 over (%k) : i32
  uop.store %5, %out[%i] : i32, memref<8xi32>
}

// Tests that it stays a loop where the type does not hold all indices.

// CHECK-LABEL: uop.kernel @no_narrow_index
// CHECK: uop.reduce
uop.kernel @no_narrow_index(%out: memref<8xi32> {uop.output}, %ids: memref<8xi8>,
                            %n: index {uop.variable = "n", uop.bounds = [1, 129]}) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, %n <reduce>
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = uop.load %ids[%i] : memref<8xi8> -> i8
  %1 = arith.index_cast %k : index to i8
  %2 = arith.cmpi eq, %0, %1 : i8
  %4 = arith.select %2, %one, %z : i32
  %5 = uop.reduce <add> %4 over (%k) : i32
  uop.store %5, %out[%i] : i32, memref<8xi32>
}
