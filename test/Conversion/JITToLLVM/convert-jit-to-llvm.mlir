// RUN: tg-opt %s --convert-jit-to-llvm | FileCheck %s
// RUN: tg-opt %s --convert-jit-to-llvm | FileCheck %s --check-prefix=GRAPH

jit.program @one target("cpu") entry("one") buffers 2 outputs 1
    thread_extent affine_map<()[s0] -> (1)> scratch 256
    ops affine_map<()[s0] -> (4)> bytes affine_map<()[s0] -> (8)> object ""
jit.program @many target("cpu") entry("many") buffers 2 outputs 1
    thread_extent affine_map<()[s0] -> (s0 ceildiv 8)> scratch 128
    ops affine_map<()[s0] -> (s0 * 2)> bytes affine_map<()[s0] -> (8)> object ""
jit.program @large target("cpu") entry("large") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0
    ops affine_map<() -> (1000000)> bytes affine_map<() -> (8)> object ""

// Tests a chain: a kernel without a THREAD axis is called directly, one with an
// axis through the runtime, with its extent computed from the variable.

jit.func @chain(%x: !jit.buffer<8xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 64]}) {
  %y = jit.alloc : !jit.buffer<8xf32>
  %z = jit.alloc : !jit.buffer<8xf32>
  // GRAPH: jit.graph device("cpu") {
  // GRAPH: } {jit.native = @chain_graph}
  jit.graph device("cpu") {
    %e = jit.launch @one outs(%y) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @many outs(%z) ins(%y) vars(%n) after(%e) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  }
}

// CHECK-LABEL: llvm.func @chain_graph(
// CHECK-SAME: %[[BUFFERS:.*]]: !llvm.ptr, %[[VARS:.*]]: !llvm.ptr, %[[SCRATCH:.*]]: !llvm.ptr, %[[TABLE:.*]]: !llvm.ptr)
// CHECK: %[[POINTERS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK: llvm.alloca %{{.*}} x i64
// CHECK: %[[LAUNCHES:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, ptr, i64, i64, i64)>
// CHECK: %[[Y:.*]] = llvm.getelementptr %[[BUFFERS]][0]
// CHECK: llvm.load %[[Y]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.getelementptr %[[TABLE]][0, 3]
// CHECK-NEXT: %[[KERNELS:.*]] = llvm.load
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr %[[KERNELS]][0]
// CHECK-NEXT: %[[ONE:.*]] = llvm.load %[[SLOT]]
// CHECK-NEXT: %[[BEGIN:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-NEXT: %[[END:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-NEXT: llvm.call %[[ONE]](%{{.*}}, %{{.*}}, %[[SCRATCH]], %[[BEGIN]], %[[END]])
// CHECK: llvm.getelementptr %[[LAUNCHES]][0]
// CHECK: llvm.mlir.constant(128 : i64)
// CHECK: llvm.udiv
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-NEXT: llvm.call %{{.*}}(%[[TABLE]], %[[LAUNCHES]], %[[COUNT]])
// CHECK: llvm.return

// Tests that independent launches are handed over together, after the copies of
// their level.

jit.func @side_by_side(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>, %z: !jit.buffer<8xf32>, %w: !jit.buffer<8xf32>) {
  jit.graph device("cpu") {
    jit.launch @large outs(%y) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @large outs(%z) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.copy %x to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
}

// CHECK-LABEL: llvm.func @side_by_side_graph(
// CHECK-SAME: %[[TABLE:[a-z0-9]+]]: !llvm.ptr)
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(32 : i64)
// CHECK-NEXT: llvm.call %{{.*}}(%[[TABLE]], %{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(2 : i64)
// CHECK-NEXT: llvm.call %{{.*}}(%[[TABLE]], %{{.*}}, %[[COUNT]])
// CHECK-NOT: llvm.call
// CHECK: llvm.return

// Tests that small independent launches are called one after the other.

jit.func @small(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>, %z: !jit.buffer<8xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 64]}) {
  jit.graph device("cpu") {
    jit.launch @one outs(%y) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @one outs(%z) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
  }
}

// CHECK-LABEL: llvm.func @small_graph(
// CHECK-COUNT-2: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
// CHECK-NOT: llvm.call
// CHECK: llvm.return

// Tests that graphs of other devices stay without a function.

// GRAPH-LABEL: jit.func @no_native(
// GRAPH-NOT: jit.native
// GRAPH-NOT: llvm.func @no_native
jit.func @no_native(%x: !jit.buffer<8xf32, "null">, %y: !jit.buffer<8xf32, "null">) {
  jit.graph device("null") {
    jit.launch @large outs(%y) ins(%x) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
  }
}
