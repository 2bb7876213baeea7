// RUN: tg-opt %s --convert-uop-to-llvm | FileCheck %s

// Tests that bf16, which is only moved here, is moved as integers: LLVM would
// call the compiler's runtime for it on most processors.
// CHECK-LABEL: llvm.func @moves
//   CHECK-DAG: llvm.mlir.constant(dense<16256> : vector<16xi16>) : vector<16xi16>
//   CHECK-DAG: llvm.mlir.constant(16384 : i16) : i16
//   CHECK-NOT: bf16
uop.kernel @moves(%o: memref<17xbf16> {uop.output}, %a: memref<16xbf16>, %m: memref<16xi8>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant dense<1.0> : vector<16xbf16>
  %two = arith.constant 2.0 : bf16
  %x = vector.load %a[%c0] : memref<16xbf16>, vector<16xbf16>
  %y = vector.load %m[%c0] : memref<16xi8>, vector<16xi8>
  %z = arith.constant dense<0> : vector<16xi8>
  %c = arith.cmpi ne, %y, %z : vector<16xi8>
  %s = arith.select %c, %x, %one : vector<16xi1>, vector<16xbf16>
  vector.store %s, %o[%c0] : memref<17xbf16>, vector<16xbf16>
  memref.store %two, %o[%c16] : memref<17xbf16>
}

// Tests that f32 constants stay floats.
// CHECK-LABEL: llvm.func @stays
//       CHECK: llvm.mlir.constant(2.000000e+00 : f32) : f32
uop.kernel @stays(%o: memref<1xf32> {uop.output}) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  memref.store %two, %o[%c0] : memref<1xf32>
}
