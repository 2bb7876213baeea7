// Tests that threads of a subgroup exchange values, and those of several use
// memory of the workgroup.

// RUN: tg-opt %s --uop-lower-group-reduce --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-lower-group-reduce=subgroup-size=1 --split-input-file | FileCheck %s --check-prefix=MEMORY

// CHECK-LABEL: uop.kernel @subgroup
// CHECK-NOT: memref.alloca
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: memref.alloca
// Without shuffles each value goes through memory.
// MEMORY-LABEL: uop.kernel @subgroup
// MEMORY: %[[M:.*]] = memref.alloca() {{.*}}: memref<32xf32, #gpu.address_space<workgroup>>
// MEMORY-NOT: gpu.shuffle
// MEMORY: memref.store %{{.*}}, %[[M]]
// MEMORY: scf.for
// MEMORY: arith.addf
uop.kernel @subgroup(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) attributes {uop.block = array<i64: 32, 1, 1>} {
  %t = gpu.thread_id x
  %0 = memref.load %x[%t] : memref<32xf32>
  %1 = uop.group_reduce <add> %0 size 32 stride 1 : f32
  memref.store %1, %out[%t] : memref<32xf32>
}

// -----

// Four subgroups: one place of memory for each.
// CHECK-LABEL: uop.kernel @workgroup
// CHECK: memref.alloca() {{.*}}: memref<4xf32, #gpu.address_space<workgroup>>
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store
// CHECK-COUNT-4: memref.load
// MEMORY-LABEL: uop.kernel @workgroup
uop.kernel @workgroup(%out: memref<128xf32> {uop.output}, %x: memref<128xf32>) attributes {uop.block = array<i64: 128, 1, 1>} {
  %t = gpu.thread_id x
  %0 = memref.load %x[%t] : memref<128xf32>
  %1 = uop.group_reduce <maximumf> %0 size 128 stride 1 : f32
  memref.store %1, %out[%t] : memref<128xf32>
}

// -----

// Members that are 32 threads apart share no subgroup.
// CHECK-LABEL: uop.kernel @apart
// CHECK: memref.alloca() {{.*}}: memref<256xi32, #gpu.address_space<workgroup>>
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-8: memref.load %{{.*}} : memref<256xi32, #gpu.address_space<workgroup>>
// MEMORY-LABEL: uop.kernel @apart
uop.kernel @apart(%out: memref<256xi32> {uop.output}, %v: memref<256xi32>) attributes {uop.block = array<i64: 32, 8, 1>} {
  %t = gpu.thread_id x
  %u = gpu.thread_id y
  %i = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%u, %t)
  %0 = memref.load %v[%i] : memref<256xi32>
  %1 = uop.group_reduce <add> %0 size 8 stride 32 : i32
  memref.store %1, %out[%i] : memref<256xi32>
}

// -----

// Wide values go in halves, narrow ones as i32, a bool takes a byte of memory.
// CHECK-LABEL: uop.kernel @types
// CHECK: arith.shrui
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: arith.extui %{{.*}} : i16 to i32
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: arith.extui %{{.*}} : i1 to i32
// MEMORY-LABEL: uop.kernel @types
// MEMORY: memref<2xi8, #gpu.address_space<workgroup>>
uop.kernel @types(%out: memref<2xf64> {uop.output}, %x: memref<2xf64>, %y: memref<2xf16>) attributes {uop.block = array<i64: 2, 1, 1>} {
  %t = gpu.thread_id x
  %0 = memref.load %x[%t] : memref<2xf64>
  %1 = uop.group_reduce <add> %0 size 2 stride 1 : f64
  %2 = memref.load %y[%t] : memref<2xf16>
  %3 = uop.group_reduce <maximumf> %2 size 2 stride 1 : f16
  %4 = arith.extf %3 : f16 to f64
  %5 = arith.cmpf olt, %1, %4 : f64
  %6 = uop.group_reduce <or> %5 size 2 stride 1 : i1
  %7 = arith.select %6, %1, %4 : f64
  memref.store %7, %out[%t] : memref<2xf64>
}
