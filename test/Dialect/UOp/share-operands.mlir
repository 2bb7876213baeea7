// Tests that the right operands of units which read them from memory are stored
// there, each once, in front of one group of products, and that other units' are not.

// RUN: tg-opt %s --mlir-print-local-scope --uop-share-operands --split-input-file | FileCheck %s

// Neighbours along k, 16 bytes, behind each other, and 8 columns of them.
// CHECK-LABEL: uop.kernel @one
// CHECK: %[[TILE:.*]] = memref.alloca() {alignment = 128 : i64} : memref<512xf16, #gpu.address_space<workgroup>>
// CHECK: vector.store %{{.*}}, %[[TILE]][%{{.*}}] {uop.fill} : memref<512xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// CHECK: %[[SUM:.*]] = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32"(%{{.*}}) tiles (%[[TILE]]) at (%{{.*}}) to (%{{.*}}) sums [0]
// CHECK-NEXT: vector.store %[[SUM]]
uop.kernel @one(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>, %y: memref<512xf16>)
    attributes {uop.block = array<i64: 128, 1, 1>} {
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<16xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %s = affine.apply affine_map<(d0) -> (d0 * 16)>(%t)
  %l3 = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%t)
  %l2 = affine.apply affine_map<(d0) -> (d0 floordiv 4 mod 8)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 2 mod 2)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
  %a = vector.load %x[%l] : memref<1024xf16>, vector<8xf16>
  %b = vector.load %y[%r] : memref<512xf16>, vector<4xf16>
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  vector.store %0, %out[%s] : memref<2048xf32>, vector<16xf32>
}

// -----

// Two tiles of rows share one operand, two steps along k are added to the same
// sums: one group.
// CHECK-LABEL: uop.kernel @group
// CHECK-COUNT-2: memref.alloca() {{.*}}workgroup
// CHECK-NOT: memref.alloca
// CHECK-COUNT-2: vector.store {{.*}}workgroup
// CHECK-NOT: vector.store
// CHECK: %[[SUMS:.*]]:2 = uop.warpgroup_mma
// CHECK-SAME: (%[[A:.*]], %[[C:.*]], %[[C]]) tiles (%[[P:.*]], %[[P]], %[[Q:.*]]) at
// CHECK-SAME: to (%[[Z:.*]], %[[Z]]) sums [0, 1, 1]
// CHECK-NEXT: arith.addf %[[SUMS]]#0, %[[SUMS]]#1
uop.kernel @group(%out: memref<2048xf32> {uop.output}, %x: memref<2048xf16>, %y: memref<1024xf16>)
    attributes {uop.block = array<i64: 128, 1, 1>} {
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<16xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %r1 = affine.apply affine_map<(d0) -> (d0 * 4 + 512)>(%t)
  %s = affine.apply affine_map<(d0) -> (d0 * 16)>(%t)
  %l3 = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%t)
  %l2 = affine.apply affine_map<(d0) -> (d0 floordiv 4 mod 8)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 2 mod 2)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
  %a = vector.load %x[%l] : memref<2048xf16>, vector<8xf16>
  %c = vector.load %x[%s] : memref<2048xf16>, vector<8xf16>
  %b = vector.load %y[%r] : memref<1024xf16>, vector<4xf16>
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  %1 = uop.mma "wgmma.m64n32k16.f16.f32" %c, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  %d = vector.load %y[%r1] : memref<1024xf16>, vector<4xf16>
  %2 = uop.mma "wgmma.m64n32k16.f16.f32" %c, %d to %1 : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  %3 = arith.addf %0, %2 : vector<16xf32>
  vector.store %3, %out[%s] : memref<2048xf32>, vector<16xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_memory
// CHECK-NOT: memref.alloca
// CHECK: uop.mma
uop.kernel @no_memory(%out: memref<128xf32> {uop.output}, %x: memref<256xf16>, %y: memref<128xf16>)
    attributes {uop.block = array<i64: 32, 1, 1>} {
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%t)
  %a = vector.load %x[%l] : memref<256xf16>, vector<8xf16>
  %b = vector.load %y[%r] : memref<128xf16>, vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  vector.store %0, %out[%r] : memref<128xf32>, vector<4xf32>
}
