// RUN: tg-opt %s --convert-uop-to-llvm --tg-verify-phase="phase=code" | FileCheck %s

// Tests the entry: buffers and variables are loaded from their arrays, the
// THREAD axis is the caller's slice.
// CHECK-LABEL: llvm.func @entry(
// CHECK-SAME: %[[BUFFERS:[^:]*]]: !llvm.ptr, %[[VARS:[^:]*]]: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %[[BEGIN:[^:]*]]: i64, %[[END:[^:]*]]: i64)
// CHECK-NOT: uop.scratch_bytes
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[BUFFERS]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[OUT:.*]] = llvm.load %[[P0]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[BUFFERS]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[X:.*]] = llvm.load %[[P1]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P2:.*]] = llvm.getelementptr %[[VARS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[N:.*]] = llvm.load %[[P2]] : !llvm.ptr -> i64
// CHECK: llvm.br ^{{.*}}(%[[BEGIN]] : i64)
// CHECK: llvm.icmp "slt" %{{.*}}, %[[END]]
// CHECK: llvm.mul %{{.*}}, %[[N]]
// CHECK: %[[FROM:.*]] = llvm.getelementptr %[[X]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[V:.*]] = llvm.load %[[FROM]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: llvm.store %[[V]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK: llvm.return
uop.kernel @entry(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>,
                  %n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  %c1 = arith.constant 1 : index
  %begin, %end = uop.slice
  scf.for %i = %begin to %end step %c1 {
    %at = arith.muli %i, %n : index
    %v = memref.load %x[%at] : memref<32xf32>
    memref.store %v, %out[%at] : memref<32xf32>
  }
}

// Tests the accesses of vectors.
// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<8xf16>
// CHECK: llvm.intr.masked.load %{{.*}} {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf16>) -> vector<8xf16>
// CHECK: llvm.getelementptr %{{.*}} : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f16
// CHECK: llvm.intr.masked.gather %{{.*}} {alignment = 2 : i32}
// CHECK: llvm.intr.masked.store %{{.*}} {alignment = 2 : i32} : vector<8xf16>, vector<8xi1> into !llvm.ptr
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : vector<8xf16>, !llvm.ptr
uop.kernel @vectors(%out: memref<32xf16> {uop.output}, %x: memref<32xf16>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %at = arith.constant dense<[0, 7, 3, 1, 6, 2, 2, 9]> : vector<8xindex>
  %m = vector.create_mask %c5 : vector<8xi1>
  %a = vector.load %x[%c0] : memref<32xf16>, vector<8xf16>
  %b = vector.maskedload %x[%c0], %m, %a : memref<32xf16>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  %c = vector.gather %x[%c0] [%at], %m, %b : memref<32xf16>, vector<8xindex>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  vector.maskedstore %out[%c0], %m, %c : memref<32xf16>, vector<8xi1>, vector<8xf16>
  vector.store %c, %out[%c5] : memref<32xf16>, vector<8xf16>
}

// Tests that a multiply-add may be fused but need not.
// CHECK-LABEL: llvm.func @multiply_add
// CHECK: llvm.intr.fmuladd
uop.kernel @multiply_add(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
  %b = vector.fma %a, %a, %a : vector<8xf32>
  vector.store %b, %out[%c0] : memref<8xf32>, vector<8xf32>
}

// Tests that a small stage lives on the stack.
// CHECK-LABEL: llvm.func @stack
// CHECK-NOT: uop.scratch_bytes
// CHECK: llvm.alloca %{{.*}} x f32 {alignment = 64 : i64}
uop.kernel @stack(%out: memref<8xf32> {uop.output}) {
  %c0 = arith.constant 0 : index
  %s = memref.alloca() : memref<64xf32>
  %v = memref.load %s[%c0] : memref<64xf32>
  memref.store %v, %out[%c0] : memref<8xf32>
}

// Tests that large ones are places in the caller's scratch, each aligned.
// CHECK-LABEL: llvm.func @scratch
// CHECK-SAME: %[[SCRATCH:arg2]]: !llvm.ptr
// CHECK-SAME: attributes {uop.scratch_bytes = 64128 : i64}
// CHECK-NOT: llvm.alloca
// CHECK: llvm.getelementptr %[[SCRATCH]][0] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %[[SCRATCH]][64064] : (!llvm.ptr) -> !llvm.ptr, i8
uop.kernel @scratch(%out: memref<8xf32> {uop.output}) {
  %c0 = arith.constant 0 : index
  %s = memref.alloca() : memref<16001xf32>
  %t = memref.alloca() : memref<3xf32>
  %v = memref.load %s[%c0] : memref<16001xf32>
  memref.store %v, %t[%c0] : memref<3xf32>
  %w = memref.load %t[%c0] : memref<3xf32>
  memref.store %w, %out[%c0] : memref<8xf32>
}

// Tests that other functions of the module are left alone.
// CHECK-LABEL: llvm.func @no_kernel(
// CHECK-SAME: %{{.*}}: f32) -> f32
// CHECK-NEXT: llvm.fadd
llvm.func @no_kernel(%x: f32) -> f32 {
  %0 = llvm.fadd %x, %x : f32
  llvm.return %0 : f32
}

// Tests that a prefetch, which may lie behind the end of its buffer, is one of a bare
// pointer.

// CHECK-LABEL: llvm.func @prefetch(
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: "llvm.intr.prefetch"(%[[PLACE]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
uop.kernel @prefetch(%out: memref<8xf32> {uop.output}, %w: memref<32xf32>) {
  %c40 = arith.constant 40 : index
  memref.prefetch %w[%c40], read, locality<2>, data : memref<32xf32>
}
