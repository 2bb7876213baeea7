// Tests what lists of items become: memory, parts of an arena, constants, copies, host calls.

// RUN: tg-opt --convert-jit-to-func %s | FileCheck %s

// CHECK-DAG: memref.global "private" constant @main_constant0 : memref<4xf32> = dense<{{.*}}> {alignment = 64 : i64}
// CHECK-DAG: func.func private @log(memref<4xf32>, memref<4xf32>)

// CHECK: func.func private @k(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
// CHECK:   memref.store
// CHECK:   return
uop.kernel @k(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<4xf32>
  memref.store %0, %out[%c0] : memref<4xf32>
}

// An alloc that is returned is the caller's memory; an argument that is returned is not
// returned twice.
// CHECK: func.func @main(%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK:   %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK:   %[[P:.*]] = memref.view %[[ARENA]]
// CHECK:   %[[C:.*]] = memref.get_global @main_constant0
// CHECK:   call @k(%[[P]], %[[C]])
// CHECK:   call @k(%[[Y]], %[[P]])
// CHECK:   memref.copy %[[P]], %[[X]]
// CHECK:   call @log(%[[X]], %[[Y]])
// CHECK:   memref.dealloc %[[ARENA]]
// CHECK:   return
jit.func @main(%x: !jit.buffer<4xf32>) -> (!jit.buffer<4xf32>, !jit.buffer<4xf32>) {
  %arena = jit.alloc arena : !jit.buffer<128xi8>
  %p = jit.subbuffer %arena[64] : !jit.buffer<128xi8> -> !jit.buffer<4xf32>
  %c = jit.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> -> !jit.buffer<4xf32>
  %y = jit.alloc : !jit.buffer<4xf32>
  jit.launch @k outs(%p) ins(%c) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
  jit.launch @k outs(%y) ins(%p) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
  jit.copy %p to %x : !jit.buffer<4xf32>, !jit.buffer<4xf32>
  jit.custom "log" outs(%x) ins(%y) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
  jit.return %y, %x : !jit.buffer<4xf32>, !jit.buffer<4xf32>
}
