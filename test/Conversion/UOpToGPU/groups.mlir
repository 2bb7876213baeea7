// Tests that group ranges become threads that combine what each has, and that
// stores and stages know which threads there are.

// RUN: tg-opt %s --convert-uop-to-gpu --split-input-file | FileCheck %s

// The first thread of a group stores.
// CHECK-LABEL: uop.kernel @sum
// CHECK-SAME: uop.block = array<i64: 64, 1, 1>
// CHECK-DAG: %[[T:.*]] = gpu.thread_id x
// CHECK-DAG: %[[K:.*]] = uop.range 1, 4 <reduce>
// CHECK: %[[PART:.*]] = uop.reduce <add> %{{.*}} over (%[[K]]) : f32
// CHECK: %[[ALL:.*]] = uop.group_reduce <add> %[[PART]] size 64 stride 1 : f32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[T]]
// CHECK: uop.store %[[ALL]], %{{.*}} gate %[[FIRST]]
uop.kernel @sum(%out: memref<8xf32> {uop.output}, %x: memref<2048xf32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 4 <reduce>
  %g = uop.range 2, 64 <group_reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 256 + d1 * 64 + d2)>(%i, %k, %g)
  %1 = uop.load %x[%0] : memref<2048xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k, %g) : f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// -----

// Base threads outside of the group: its members are next to each other.
// CHECK-LABEL: uop.kernel @base_threads
// CHECK-SAME: uop.block = array<i64: 32, 4, 1>
// CHECK: uop.group_reduce <maximumf> %{{.*}} size 32 stride 1
uop.kernel @base_threads(%out: memref<8xf32> {uop.output}, %x: memref<256xf32>) {
  %i = uop.range 0, 2 <global>
  %l = uop.range 2, 4 <local>
  %g = uop.range 3, 32 <group_reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 128 + d1 * 32 + d2)>(%i, %l, %g)
  %1 = uop.load %x[%0] : memref<256xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%g) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %l)
  uop.store %2, %out[%3] : f32, memref<8xf32>
}

// -----

// Base threads inside: the members are as far apart as there are base threads.
// CHECK-LABEL: uop.kernel @columns
// CHECK-SAME: uop.block = array<i64: 32, 8, 1>
// CHECK: uop.group_reduce <add> %{{.*}} size 8 stride 32
uop.kernel @columns(%out: memref<32xf32> {uop.output}, %x: memref<256xf32>) {
  %g = uop.range 1, 8 <group_reduce>
  %l = uop.range 2, 32 <local>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%g, %l)
  %1 = uop.load %x[%0] : memref<256xf32> -> f32
  %2 = uop.reduce <add> %1 over (%g) : f32
  uop.store %2, %out[%l] : f32, memref<32xf32>
}

// -----

// The threads of the reduce do the columns of the row afterwards: no gate. They
// fill its stage together.
// CHECK-LABEL: uop.kernel @row
// CHECK-SAME: uop.block = array<i64: 32, 1, 1>
// CHECK: uop.stage %{{.*}} at %{{.*}} over () : f32 -> memref<32xf32, #gpu.address_space<workgroup>>
// CHECK: uop.group_reduce <add>
// CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] : f32
uop.kernel @row(%out: memref<256xf32> {uop.output}, %x: memref<256xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 32 <local>
  %s = uop.range 2, 32 <local>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %s)
  %1 = uop.load %x[%0] : memref<256xf32> -> f32
  %2 = math.absf %1 : f32
  %3 = uop.stage %2 over (%s) : f32 -> memref<32xf32, #gpu.address_space<workgroup>>
  %g = uop.range 3, 32 <group_reduce>
  %4 = uop.load %3[%g] : memref<32xf32, #gpu.address_space<workgroup>> -> f32
  %5 = uop.reduce <add> %4 over (%g) : f32
  %6 = uop.load %3[%j] : memref<32xf32, #gpu.address_space<workgroup>> -> f32
  %7 = arith.divf %6, %5 : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<256xf32>
}

// -----

// Two rows of a workgroup have each their own half of the memory.
// CHECK-LABEL: uop.kernel @two_rows
// CHECK-SAME: uop.block = array<i64: 32, 2, 1>
// CHECK: uop.stage {{.*}} -> memref<64xf32, #gpu.address_space<workgroup>>
// CHECK: arith.addi
// CHECK: uop.load %{{.*}} : memref<64xf32, #gpu.address_space<workgroup>>
uop.kernel @two_rows(%out: memref<8xf32> {uop.output}, %x: memref<256xf32>) {
  %i = uop.range 0, 4 <global>
  %l = uop.range 1, 2 <local>
  %s = uop.range 2, 32 <local>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 32 + d2)>(%i, %l, %s)
  %1 = uop.load %x[%0] : memref<256xf32> -> f32
  %2 = uop.stage %1 over (%s) : f32 -> memref<32xf32, #gpu.address_space<workgroup>>
  %g = uop.range 3, 32 <group_reduce>
  %3 = affine.apply affine_map<(d0) -> (31 - d0)>(%g)
  %4 = uop.load %2[%3] : memref<32xf32, #gpu.address_space<workgroup>> -> f32
  %5 = uop.reduce <add> %4 over (%g) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %l)
  uop.store %5, %out[%6] : f32, memref<8xf32>
}
