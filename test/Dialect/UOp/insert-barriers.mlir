// Tests that barriers stand between conflicting accesses of threads to one
// memory, and nowhere else.

// RUN: tg-opt %s --uop-insert-barriers --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @write_then_read
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NOT: gpu.barrier
uop.kernel @write_then_read(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %tile = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%t] : memref<32xf32>
  memref.store %0, %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  %1 = memref.load %tile[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
  %2 = memref.load %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  %3 = arith.addf %1, %2 : f32
  memref.store %3, %out[%t] : memref<32xf32>
}

// -----

// One barrier serves two memories.
// CHECK-LABEL: uop.kernel @two_memories
// CHECK: memref.store
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
uop.kernel @two_memories(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %a = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %b = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%t] : memref<32xf32>
  memref.store %0, %a[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  memref.store %0, %b[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  %1 = memref.load %a[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
  %2 = memref.load %b[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
  %3 = arith.addf %1, %2 : f32
  memref.store %3, %out[%t] : memref<32xf32>
}

// -----

// Memory of one thread, and of the buffers, needs none.
// CHECK-LABEL: uop.kernel @no_sharing
// CHECK-NOT: gpu.barrier
uop.kernel @no_sharing(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %a = memref.alloca() : memref<32xf32>
  %t = gpu.thread_id x
  %0 = memref.load %x[%t] : memref<32xf32>
  memref.store %0, %a[%t] : memref<32xf32>
  %1 = memref.load %a[%t] : memref<32xf32>
  memref.store %1, %out[%t] : memref<32xf32>
}

// -----

// A loop that stores and loads the same memory: also one at its end.
// CHECK-LABEL: uop.kernel @loop
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK-NOT: gpu.barrier
uop.kernel @loop(%out: memref<32xf32> {uop.output}, %x: memref<1024xf32>) {
  %tile = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (f32) {
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %t)
    %0 = memref.load %x[%i] : memref<1024xf32>
    memref.store %0, %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %s, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<32xf32>
}

// -----

// A loop of a thread that fills memory is waited for as a whole; what was read
// before the next loop writes it is waited for before that loop.
// CHECK-LABEL: uop.kernel @fill
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
uop.kernel @fill(%out: memref<32xf32> {uop.output}, %x: memref<128xf32>) {
  %tile = memref.alloca() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  scf.for %k = %t to %c128 step %c32 {
    %0 = memref.load %x[%k] : memref<128xf32>
    memref.store %0, %tile[%k] : memref<128xf32, #gpu.address_space<workgroup>>
  }
  %1 = memref.load %tile[%c0] : memref<128xf32, #gpu.address_space<workgroup>>
  scf.for %k = %t to %c128 step %c32 {
    memref.store %1, %tile[%k] : memref<128xf32, #gpu.address_space<workgroup>>
  }
  memref.store %1, %out[%t] : memref<32xf32>
}

// -----

// Under a condition that differs between threads no barrier may stand.
// CHECK-LABEL: uop.kernel @condition
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.barrier
uop.kernel @condition(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %tile = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%t] : memref<32xf32>
  memref.store %0, %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    %1 = memref.load %tile[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %1, %out[%c0] : memref<32xf32>
  }
}

// -----

// A stage is filled by iterations that write different places, and in two parts by
// one of them: all that they need is a barrier before it is read.
// CHECK-LABEL: uop.kernel @fills
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: {{^ *[}]$}}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NOT: gpu.barrier
uop.kernel @fills(%out: memref<32xf32> {uop.output}, %x: memref<256xf32>) {
  %tile = memref.alloca() : memref<512xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %t)
    %behind = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 + 256)>(%i, %t)
    %0 = memref.load %x[%at] : memref<256xf32>
    memref.store %0, %tile[%at] {uop.fill} : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %0, %tile[%behind] {uop.fill} : memref<512xf32, #gpu.address_space<workgroup>>
  }
  %1 = memref.load %tile[%c8] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %1, %out[%t] : memref<32xf32>
}

// -----

// What is read in between must not be filled again at once.
// CHECK-LABEL: uop.kernel @no_fills_of_what_is_read
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: {{^ *[}]$}}
uop.kernel @no_fills_of_what_is_read(%out: memref<256xf32> {uop.output}, %x: memref<256xf32>) {
  %tile = memref.alloca() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %t)
    %0 = memref.load %x[%at] : memref<256xf32>
    memref.store %0, %tile[%t] {uop.fill} : memref<32xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %1, %out[%at] : memref<256xf32>
  }
}
