// Tests that right operands which a tile of the workgroup has in rows are read there,
// where nothing else reads it, and that what fills it exchanges pieces of rows.

// RUN: tg-opt %s --mlir-print-local-scope --uop-share-operands --split-input-file | FileCheck %s

// Rows of 64 bytes along k, of which two products read one half each. Of piece p,
// 16 bytes of row p / 4, the two bits of p / 8 change the place.
// CHECK-LABEL: uop.kernel @rows
// CHECK: %[[TILE:.*]] = memref.alloca() {alignment = 512 : i64} : memref<1024xf16, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloca
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[ROW:.*]] = arith.shrui %[[T:.*]], %[[THREE]]
// CHECK: %[[CHANGE:.*]] = arith.andi %[[ROW]], %{{.*}}
// CHECK: %[[PIECE:.*]] = arith.xori %[[T]], %[[CHANGE]]
// CHECK: %[[PLACE:.*]] = affine.apply affine_map<(d0) -> (d0 * 8)>(%[[PIECE]])
// CHECK: vector.store %{{.*}}, %[[TILE]][%[[PLACE]]] {uop.fill}
// CHECK-NOT: memref.load
// CHECK: uop.warpgroup_mma "wgmma.m64n32k16.f16.f32"(%{{.*}}, %{{.*}}) tiles (%[[TILE]], %[[TILE]])
// CHECK-SAME: sums [0, 0] panels [64, 2048] :
uop.kernel @rows(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>, %y: memref<1024xf16>)
    attributes {uop.block = array<i64: 128, 1, 1>} {
  %tile = memref.alloca() : memref<1024xf16, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<16xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %s = affine.apply affine_map<(d0) -> (d0 * 16)>(%t)
  %a = vector.load %x[%l] : memref<1024xf16>, vector<8xf16>
  %v = vector.load %y[%l] : memref<1024xf16>, vector<8xf16>
  vector.store %v, %tile[%l] {uop.fill} : memref<1024xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  %l3 = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%t)
  %l2 = affine.apply affine_map<(d0) -> (d0 floordiv 4 mod 8)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 2 mod 2)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
  %i = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2 * 8 + d3 * 4)>(%l3, %l2, %l1, %l0)
  %j = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2 * 8 + d3 * 4 + 16)>(%l3, %l2, %l1, %l0)
  %b = vector.load %tile[%i] : memref<1024xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %c = vector.load %tile[%j] : memref<1024xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  %1 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %c to %0 : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  vector.store %1, %out[%s] : memref<2048xf32>, vector<16xf32>
}

// -----

// Rows with space between them are no panels.
// CHECK-LABEL: uop.kernel @no_pitch
// CHECK-COUNT-2: memref.alloca
// CHECK-NOT: arith.xori
// CHECK: uop.warpgroup_mma
// CHECK-NOT: panels
uop.kernel @no_pitch(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>, %y: memref<1024xf16>)
    attributes {uop.block = array<i64: 128, 1, 1>} {
  %tile = memref.alloca() : memref<1280xf16, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<16xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %p = affine.apply affine_map<(d0) -> (d0 floordiv 4 * 40 + d0 mod 4 * 8)>(%t)
  %s = affine.apply affine_map<(d0) -> (d0 * 16)>(%t)
  %a = vector.load %x[%l] : memref<1024xf16>, vector<8xf16>
  %v = vector.load %y[%l] : memref<1024xf16>, vector<8xf16>
  vector.store %v, %tile[%p] {uop.fill} : memref<1280xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  %l3 = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%t)
  %l2 = affine.apply affine_map<(d0) -> (d0 floordiv 4 mod 8)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 2 mod 2)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
  %i = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 320 + d1 * 40 + d2 * 8 + d3 * 4)>(%l3, %l2, %l1, %l0)
  %b = vector.load %tile[%i] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  vector.store %0, %out[%s] : memref<2048xf32>, vector<16xf32>
}

// -----

// What somebody else reads, too, stays where it is.
// CHECK-LABEL: uop.kernel @no_other_reader
// CHECK-COUNT-2: memref.alloca
// CHECK-NOT: arith.xori
// CHECK: uop.warpgroup_mma
// CHECK-NOT: panels
uop.kernel @no_other_reader(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>, %y: memref<512xf16>)
    attributes {uop.block = array<i64: 128, 1, 1>} {
  %tile = memref.alloca() : memref<512xf16, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<16xf32>
  %l = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
  %q = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %s = affine.apply affine_map<(d0) -> (d0 * 16)>(%t)
  %v = vector.load %y[%q] : memref<512xf16>, vector<4xf16>
  vector.store %v, %tile[%q] {uop.fill} : memref<512xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %o = affine.apply affine_map<(d0) -> (d0 mod 64 * 8)>(%t)
  %a = vector.load %tile[%o] : memref<512xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  %l3 = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%t)
  %l2 = affine.apply affine_map<(d0) -> (d0 floordiv 4 mod 8)>(%t)
  %l1 = affine.apply affine_map<(d0) -> (d0 floordiv 2 mod 2)>(%t)
  %l0 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
  %b = vector.load %tile[%q] : memref<512xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %0 = uop.mma "wgmma.m64n32k16.f16.f32" %a, %b to %z : vector<16xf32>
       lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
  vector.store %0, %out[%s] : memref<2048xf32>, vector<16xf32>
}
