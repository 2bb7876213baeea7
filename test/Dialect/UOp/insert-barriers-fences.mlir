// Tests that barriers between stores and asynchronous reads of them have a fence, and
// no others.

// RUN: tg-opt %s --uop-insert-barriers --split-input-file --verify-diagnostics | FileCheck %s

!tile = memref<512xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: uop.kernel @stored
// CHECK: vector.store
// CHECK-NEXT: gpu.barrier {uop.proxy_fence}
// CHECK-NEXT: uop.warpgroup_mma
// CHECK-NOT: gpu.barrier
uop.kernel @stored(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>) {
  %tile = memref.alloca() : !tile
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = vector.load %x[%t] : memref<1024xf16>, vector<8xf16>
  vector.store %a, %tile[%t] {uop.fill} : !tile, vector<8xf16>
  %0 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%a) tiles (%tile) at (%c0) to (%z) sums [0]
       : (vector<8xf16>, !tile, index, vector<16xf32>) -> vector<16xf32>
  vector.store %0, %out[%t] : memref<2048xf32>, vector<16xf32>
}

// -----

// A barrier between stores and plain reads needs none, nor does one behind which
// asynchronous reads see nothing new.
!tile = memref<512xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: uop.kernel @no_plain_reads
// CHECK: gpu.barrier {uop.proxy_fence}
// CHECK: vector.store
// CHECK-NEXT: gpu.barrier{{$}}
// CHECK-NEXT: vector.load
// CHECK-NOT: gpu.barrier
uop.kernel @no_plain_reads(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>) {
  %tile = memref.alloca() : !tile
  %other = memref.alloca() : !tile
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = vector.load %x[%t] : memref<1024xf16>, vector<8xf16>
  vector.store %a, %tile[%t] {uop.fill} : !tile, vector<8xf16>
  %0 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%a) tiles (%tile) at (%c0) to (%z) sums [0]
       : (vector<8xf16>, !tile, index, vector<16xf32>) -> vector<16xf32>
  vector.store %a, %other[%t] {uop.fill} : !tile, vector<8xf16>
  %b = vector.load %other[%c0] : !tile, vector<8xf16>
  %1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%b) tiles (%tile) at (%c0) to (%0) sums [0]
       : (vector<8xf16>, !tile, index, vector<16xf32>) -> vector<16xf32>
  vector.store %1, %out[%t] : memref<2048xf32>, vector<16xf32>
}

// -----

// What an iteration fills is read in the next: the barrier that orders them has the
// fence, and waits for copies first.
!tile = memref<1024xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: uop.kernel @next_iteration
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier {uop.proxy_fence, uop.wait_async}
// CHECK-NEXT: uop.warpgroup_mma
// CHECK-NOT: gpu.barrier
uop.kernel @next_iteration(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>) {
  %tile = memref.alloca() : !tile
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = vector.load %x[%t] : memref<1024xf16>, vector<8xf16>
  %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %z) -> (vector<16xf32>) {
    gpu.barrier {uop.wait_async}
    %0 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%a) tiles (%tile) at (%c0) to (%acc) sums [0]
         {uop.ordered} : (vector<8xf16>, !tile, index, vector<16xf32>) -> vector<16xf32>
    vector.store %a, %tile[%t] {uop.ordered} : !tile, vector<8xf16>
    scf.yield %0 : vector<16xf32>
  }
  vector.store %s, %out[%t] : memref<2048xf32>, vector<16xf32>
}

// -----

// Who says that there is a barrier must have one.
!tile = memref<512xf16, #gpu.address_space<workgroup>>

uop.kernel @no_barrier(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf16>) {
  %tile = memref.alloca() : !tile
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = vector.load %x[%t] : memref<1024xf16>, vector<8xf16>
  vector.store %a, %tile[%t] : !tile, vector<8xf16>
  // expected-error@+1 {{reads what was stored since the last barrier}}
  %0 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%a) tiles (%tile) at (%c0) to (%z) sums [0]
       {uop.ordered} : (vector<8xf16>, !tile, index, vector<16xf32>) -> vector<16xf32>
  vector.store %0, %out[%t] : memref<2048xf32>, vector<16xf32>
}
