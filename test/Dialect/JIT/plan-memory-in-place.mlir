// RUN: tg-opt %s --jit-plan-memory --jit-verify-plan | FileCheck %s
// RUN: tg-opt %s --jit-plan-memory=in-place=false --jit-verify-plan | FileCheck %s --check-prefix=APART

uop.kernel private @k(%out: memref<32xf32> {uop.output}, %in: memref<32xf32>) {
}
uop.kernel private @join(%out: memref<32xf32> {uop.output}, %a: memref<32xf32>, %b: memref<32xf32>) {
}

// Tests that outputs take the places of inputs that nobody needs afterwards.

// CHECK-LABEL: jit.func @chain(
// CHECK-SAME: jit.arena_bound_bytes = 128 : i64, jit.arena_bytes = 128 : i64
// APART-LABEL: jit.func @chain(
// APART-SAME: jit.arena_bytes = 256 : i64
jit.func @chain(%x: !jit.buffer<32xf32>) -> !jit.buffer<32xf32> {
  // CHECK: jit.subbuffer %{{.*}}[0] tenant 0
  // CHECK: jit.subbuffer %{{.*}}[0] tenant 1
  // CHECK: jit.subbuffer %{{.*}}[0] tenant 2
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  %c = jit.alloc : !jit.buffer<32xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%a) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%c) ins(%b) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%y) ins(%c) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.return %y : !jit.buffer<32xf32>
}

// Tests that an input that is needed later, or by an item that may run at the
// same time, keeps its place.

// CHECK-LABEL: jit.func @no_place_of_used(
// CHECK-SAME: jit.arena_bytes = 384 : i64
jit.func @no_place_of_used(%x: !jit.buffer<32xf32>) -> !jit.buffer<32xf32> {
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  %c = jit.alloc : !jit.buffer<32xf32>
  %y = jit.alloc : !jit.buffer<32xf32>
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%b) ins(%a) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @k outs(%c) ins(%a) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @join outs(%y) ins(%b, %c) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>, !jit.buffer<32xf32>)
  jit.return %y : !jit.buffer<32xf32>
}

// Tests that an input that the launch also reads otherwise keeps its place.

// CHECK-LABEL: jit.func @no_place_of_twice_read(
// CHECK-SAME: jit.arena_bytes = 256 : i64
jit.func @no_place_of_twice_read(%x: !jit.buffer<32xf32>) {
  %a = jit.alloc : !jit.buffer<32xf32>
  %b = jit.alloc : !jit.buffer<32xf32>
  jit.launch @k outs(%a) ins(%x) : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>)
  jit.launch @join outs(%b) ins(%a, %a) {jit.in_place = [array<i64: 0, 1>]} : (!jit.buffer<32xf32>), (!jit.buffer<32xf32>, !jit.buffer<32xf32>)
  jit.return
}
