// Tests that what does not matter in a list of items goes: items, events, graphs, results
// and arguments; and that a graph stays where it matters, with one event.

// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=jit.copy | FileCheck %s
// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=after | FileCheck %s --check-prefix=EVENT

// CHECK-NOT: jit.graph
// CHECK-NOT: jit.launch
// CHECK-NOT: jit.custom
// CHECK: jit.copy
// CHECK-NOT: jit.custom
// CHECK: jit.return{{$}}

// EVENT: jit.graph
// EVENT-NEXT: %[[E:.*]] = jit.
// EVENT-NEXT: jit.{{.*}} after(%[[E]])
// EVENT-NEXT: }
// EVENT-NOT: jit.custom
uop.kernel private @k(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>) {
}
jit.func @main(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
  %a = jit.alloc : !jit.buffer<8xf32>
  %b = jit.alloc : !jit.buffer<8xf32>
  jit.graph device("cpu") {
    %e = jit.launch @k outs(%a) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    %f = jit.launch @k outs(%b) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.copy %a to %y after(%e, %f) : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  }
  jit.custom "log" ins(%y) : (), (!jit.buffer<8xf32>)
  jit.return %b : !jit.buffer<8xf32>
}
