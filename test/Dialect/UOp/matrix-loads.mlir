// Tests that operands of matrix units are loaded by matrices of 8 rows, along either
// dimension of a tile, where all lanes' elements are in such, and only there.

// RUN: tg-opt %s --mlir-print-local-scope --uop-matrix-loads --split-input-file | FileCheck %s

// Lane 8 * i + r says where row r of matrix i begins.
// CHECK-LABEL: uop.kernel @rows
// CHECK-NOT: vector.load
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] : memref<1280xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
// CHECK-NOT: memref.load
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] transposed : memref<1280xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
// CHECK-NEXT: uop.mma
uop.kernel @rows(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0_0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 144 + 0)>(%g, %t)
  %be0_0 = memref.load %tile[%bi0_0] : memref<1280xf16, #gpu.address_space<workgroup>>
  %bi0_1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 144 + 72)>(%g, %t)
  %be0_1 = memref.load %tile[%bi0_1] : memref<1280xf16, #gpu.address_space<workgroup>>
  %bi1_0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 144 + 576)>(%g, %t)
  %be1_0 = memref.load %tile[%bi1_0] : memref<1280xf16, #gpu.address_space<workgroup>>
  %bi1_1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 144 + 648)>(%g, %t)
  %be1_1 = memref.load %tile[%bi1_1] : memref<1280xf16, #gpu.address_space<workgroup>>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Four bytes are 32 bits.
// CHECK-LABEL: uop.kernel @bytes
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] : memref<2560xi8, #gpu.address_space<workgroup>> -> vector<16xi8>
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] : memref<2560xi8, #gpu.address_space<workgroup>> -> vector<8xi8>
uop.kernel @bytes(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<2560xi8, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %ae0_0 = vector.extract %al0[0] : i8 from vector<4xi8>
  %ae0_1 = vector.extract %al0[1] : i8 from vector<4xi8>
  %ae0_2 = vector.extract %al0[2] : i8 from vector<4xi8>
  %ae0_3 = vector.extract %al0[3] : i8 from vector<4xi8>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 640)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %ae1_0 = vector.extract %al1[0] : i8 from vector<4xi8>
  %ae1_1 = vector.extract %al1[1] : i8 from vector<4xi8>
  %ae1_2 = vector.extract %al1[2] : i8 from vector<4xi8>
  %ae1_3 = vector.extract %al1[3] : i8 from vector<4xi8>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 16)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %ae2_0 = vector.extract %al2[0] : i8 from vector<4xi8>
  %ae2_1 = vector.extract %al2[1] : i8 from vector<4xi8>
  %ae2_2 = vector.extract %al2[2] : i8 from vector<4xi8>
  %ae2_3 = vector.extract %al2[3] : i8 from vector<4xi8>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 656)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %ae3_0 = vector.extract %al3[0] : i8 from vector<4xi8>
  %ae3_1 = vector.extract %al3[1] : i8 from vector<4xi8>
  %ae3_2 = vector.extract %al3[2] : i8 from vector<4xi8>
  %ae3_3 = vector.extract %al3[3] : i8 from vector<4xi8>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae0_2, %ae0_3, %ae1_0, %ae1_1, %ae1_2, %ae1_3, %ae2_0, %ae2_1, %ae2_2, %ae2_3, %ae3_0, %ae3_1, %ae3_2, %ae3_3 : vector<16xi8>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %be0_0 = vector.extract %bl0[0] : i8 from vector<4xi8>
  %be0_1 = vector.extract %bl0[1] : i8 from vector<4xi8>
  %be0_2 = vector.extract %bl0[2] : i8 from vector<4xi8>
  %be0_3 = vector.extract %bl0[3] : i8 from vector<4xi8>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 80 + d1 * 4 + d2 * 16 + 16)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<2560xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %be1_0 = vector.extract %bl1[0] : i8 from vector<4xi8>
  %be1_1 = vector.extract %bl1[1] : i8 from vector<4xi8>
  %be1_2 = vector.extract %bl1[2] : i8 from vector<4xi8>
  %be1_3 = vector.extract %bl1[3] : i8 from vector<4xi8>
  %b = vector.from_elements %be0_0, %be0_1, %be0_2, %be0_3, %be1_0, %be1_1, %be1_2, %be1_3 : vector<8xi8>
  %y = arith.constant dense<0> : vector<4xi32>
  %s = uop.mma "mma.m16n8k32.s8.s32" %a, %b to %y : vector<4xi32>
       lanes (%g, %t) : vector<16xi8>, vector<8xi8> -> vector<4xi32>
  %0 = arith.sitofp %s : vector<4xi32> to vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Rows that do not begin at multiples of 16 bytes.
// CHECK-LABEL: uop.kernel @no_odd_pitch
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_odd_pitch(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Nor do these.
// CHECK-LABEL: uop.kernel @no_odd_offset
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_odd_offset(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 4)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 324)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 4)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 12)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Neighbouring lanes are not neighbours in a row.
// CHECK-LABEL: uop.kernel @no_other_step
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_other_step(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 4 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// The last matrix is elsewhere.
// CHECK-LABEL: uop.kernel @no_sum_of_bits
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_sum_of_bits(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 336)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// A variable may move rows by less than 16 bytes.
// CHECK-LABEL: uop.kernel @no_variable_row
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_variable_row(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 4 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// What is loaded first may have changed.
// CHECK-LABEL: uop.kernel @no_store_between
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_store_between(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %h = arith.constant 0.0 : f16
  memref.store %h, %tile[%n] : memref<1280xf16, #gpu.address_space<workgroup>>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Another tile may be filled meanwhile.
// CHECK-LABEL: uop.kernel @store_to_other_tile
// CHECK: uop.matrix_load
// CHECK: uop.mma
uop.kernel @store_to_other_tile(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %other_tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  %h = arith.constant 0.0 : f16
  memref.store %h, %other_tile[%n] : memref<1280xf16, #gpu.address_space<workgroup>>
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}

// -----

// Or others may have changed it.
// CHECK-LABEL: uop.kernel @no_barrier_between
// CHECK-NOT: uop.matrix_load
// CHECK: uop.mma
uop.kernel @no_barrier_between(%out: memref<512xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 7]}) opts []
    attributes {uop.block = array<i64: 4, 8, 1>} {
  %tile = memref.alloca() {alignment = 64} : memref<1280xf16, #gpu.address_space<workgroup>>
  %g = gpu.thread_id y
  %t = gpu.thread_id x
  %z = arith.constant dense<0.0> : vector<4xf32>
  %ai0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %al0 = vector.load %tile[%ai0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae0_0 = vector.extract %al0[0] : f16 from vector<2xf16>
  %ae0_1 = vector.extract %al0[1] : f16 from vector<2xf16>
  gpu.barrier
  %ai1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 320)>(%g, %t, %n)
  %al1 = vector.load %tile[%ai1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae1_0 = vector.extract %al1[0] : f16 from vector<2xf16>
  %ae1_1 = vector.extract %al1[1] : f16 from vector<2xf16>
  %ai2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %al2 = vector.load %tile[%ai2] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae2_0 = vector.extract %al2[0] : f16 from vector<2xf16>
  %ae2_1 = vector.extract %al2[1] : f16 from vector<2xf16>
  %ai3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 40 + d1 * 2 + d2 * 16 + 328)>(%g, %t, %n)
  %al3 = vector.load %tile[%ai3] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %ae3_0 = vector.extract %al3[0] : f16 from vector<2xf16>
  %ae3_1 = vector.extract %al3[1] : f16 from vector<2xf16>
  %a = vector.from_elements %ae0_0, %ae0_1, %ae1_0, %ae1_1, %ae2_0, %ae2_1, %ae3_0, %ae3_1 : vector<8xf16>
  %bi0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 0)>(%g, %t, %n)
  %bl0 = vector.load %tile[%bi0] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be0_0 = vector.extract %bl0[0] : f16 from vector<2xf16>
  %be0_1 = vector.extract %bl0[1] : f16 from vector<2xf16>
  %bi1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 41 + d1 * 2 + d2 * 16 + 8)>(%g, %t, %n)
  %bl1 = vector.load %tile[%bi1] : memref<1280xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %be1_0 = vector.extract %bl1[0] : f16 from vector<2xf16>
  %be1_1 = vector.extract %bl1[1] : f16 from vector<2xf16>
  %b = vector.from_elements %be0_0, %be0_1, %be1_0, %be1_1 : vector<4xf16>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %a, %b to %z : vector<4xf32>
       lanes (%g, %t) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %o = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%g, %t)
  vector.store %0, %out[%o] : memref<512xf32>, vector<4xf32>
}
