// Tests that products by the unit of a processor's thread, which holds all registers of an
// operand as one axis, are printed as they are read and go down to the instruction.

// RUN: tg-opt %s --mlir-print-local-scope --verify-roundtrip | FileCheck %s
// RUN: tg-opt %s --uop-expand | FileCheck %s --check-prefix=EXPAND
// RUN: tg-opt %s --uop-expand --uop-linearize | FileCheck %s --check-prefix=LINEAR
// RUN: tg-opt %s --uop-expand --uop-linearize --convert-uop-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: uop.kernel @tile
// EXPAND-LABEL: uop.kernel @tile
// LINEAR-LABEL: uop.kernel @tile
// LLVM-LABEL: llvm.func @tile
uop.kernel @tile(%out: memref<32xi32> {uop.output}, %a: memref<16xi8>, %b: memref<128xi8>) opts [] {
  %own = uop.range 0, 16 <upcast>
  %row = uop.range 1, 2 <upcast>
  %left = uop.range 2, 4 <unroll>
  %right = uop.range 3, 64 <unroll>
  %k = uop.range 4, 2 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%row, %k, %left)
  %1 = uop.load %a[%0] : memref<16xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %right)
  %3 = uop.load %b[%2] : memref<128xi8> -> i8
  // CHECK: uop.mma "vpdpbusd.m1n16k4.u8.s8" %{{.*}}(%{{.*}}), %{{.*}}(%{{.*}}) over (%{{.*}}) registers (%{{.*}}) : i8, i8 -> i32
  // EXPAND: uop.mma "vpdpbusd.m1n16k4.u8.s8" %{{.*}}, %{{.*}} over (%{{.*}}) : vector<2x4xi8>, vector<2x64xi8> -> vector<2x16xi32>
  // LINEAR: scf.for
  // LINEAR: %[[FIRST:.*]] = vector.load %{{.*}} : memref<16xi8>, vector<4xi8>
  // LINEAR: %[[SECOND:.*]] = vector.load %{{.*}} : memref<16xi8>, vector<4xi8>
  // LINEAR: %[[PANEL:.*]] = vector.load %{{.*}} : memref<128xi8>, vector<64xi8>
  // LINEAR: uop.mma "vpdpbusd.m1n16k4.u8.s8" %[[FIRST]], %[[PANEL]] to %{{.*}} : vector<16xi32> : vector<4xi8>, vector<64xi8> -> vector<16xi32>
  // LINEAR: uop.mma "vpdpbusd.m1n16k4.u8.s8" %[[SECOND]], %[[PANEL]] to
  // LLVM: %[[WORD:.*]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
  // LLVM: %[[ONE:.*]] = llvm.insertelement %[[WORD]]
  // LLVM: %[[ALL:.*]] = llvm.shufflevector %[[ONE]]
  // LLVM: %[[LEFT:.*]] = llvm.bitcast %[[ALL]] : vector<16xi32> to vector<64xi8>
  // LLVM: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[LEFT]], %{{.*}}) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
  %4 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %1(%left), %3(%right) over (%k) registers (%own) : i8, i8 -> i32
  %5 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%row, %own)
  uop.store %4, %out[%5] : i32, memref<32xi32>
}

// The instruction takes the unsigned operand first, wherever it stands.
// LLVM-LABEL: llvm.func @reversed
uop.kernel @reversed(%out: memref<16xi32> {uop.output}, %a: memref<4xi8>, %b: memref<64xi8>) opts [] {
  %own = uop.range 0, 16 <upcast>
  %left = uop.range 1, 4 <unroll>
  %right = uop.range 2, 64 <unroll>
  %0 = uop.load %a[%left] : memref<4xi8> -> i8
  %1 = uop.load %b[%right] : memref<64xi8> -> i8
  // LLVM: %[[RIGHT:.*]] = llvm.load %{{.*}} -> vector<64xi8>
  // LLVM: %[[LEFT:.*]] = llvm.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
  // LLVM: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[RIGHT]], %[[LEFT]])
  %2 = uop.mma "vpdpbusd.m1n16k4.s8.u8" %0(%left), %1(%right) registers (%own) : i8, i8 -> i32
  uop.store %2, %out[%own] : i32, memref<16xi32>
}

// Where the products are computed in i32, it is not the instruction.
// LINEAR-LABEL: uop.kernel @without_unit
// LINEAR-NOT: uop.mma
// LINEAR: arith.muli
uop.kernel @without_unit(%out: memref<16xi32> {uop.output}, %a: memref<4xi32>, %b: memref<64xi32>) opts [] {
  %own = uop.range 0, 16 <upcast>
  %left = uop.range 1, 4 <unroll>
  %right = uop.range 2, 64 <unroll>
  %0 = uop.load %a[%left] : memref<4xi32> -> i32
  %1 = uop.load %b[%right] : memref<64xi32> -> i32
  %2 = uop.mma "vpdpbusd.m1n16k4.s8.u8" %0(%left), %1(%right) registers (%own) : i32, i32 -> i32
  uop.store %2, %out[%own] : i32, memref<16xi32>
}

// Bytes are words first; the sums of two products are added by an instruction of its own.
// LLVM-LABEL: llvm.func @words
uop.kernel @words(%out: memref<8xi32> {uop.output}, %a: memref<2xi16>, %b: memref<16xi8>) opts [] {
  %own = uop.range 0, 8 <upcast>
  %left = uop.range 1, 2 <unroll>
  %right = uop.range 2, 16 <unroll>
  %0 = uop.load %a[%left] : memref<2xi16> -> i16
  %1 = uop.load %b[%right] : memref<16xi8> -> i8
  %2 = arith.extui %1 : i8 to i16
  // LLVM: %[[RIGHT:.*]] = llvm.zext %{{.*}} : vector<16xi8> to vector<16xi16>
  // LLVM: %[[LEFT:.*]] = llvm.bitcast %{{.*}} : vector<8xi32> to vector<16xi16>
  // LLVM: %[[PRODUCTS:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[LEFT]], %[[RIGHT]]) : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  // LLVM: llvm.add %{{.*}}, %[[PRODUCTS]] : vector<8xi32>
  %3 = uop.mma "vpmaddwd.m1n8k2.s16.s16" %0(%left), %2(%right) registers (%own) : i16, i16 -> i32
  uop.store %3, %out[%own] : i32, memref<8xi32>
}
