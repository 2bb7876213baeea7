// Tests that what does not matter in a kernel goes: values, gates, stores, opts and
// arguments; and that what does stays, even if nothing uses it.

// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=math.sqrt | FileCheck %s
// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=uop.range | FileCheck %s --check-prefix=RANGE
// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=gate | FileCheck %s --check-prefix=GATE
// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=upcast | FileCheck %s --check-prefix=OPT
// RUN: tg-reduce %s --test=%S/Inputs/finds.sh --test-arg=memref.*memref.*memref.* | FileCheck %s --check-prefix=ARGS

// CHECK: uop.kernel @k() opts [] {
// CHECK-NEXT: %[[X:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: math.sqrt %[[X]] : f32
// CHECK-NEXT: }

// RANGE: uop.kernel @k() opts [] {
// RANGE-NEXT: uop.range 0, 1 <global>
// RANGE-NEXT: }

// GATE: uop.kernel @k(%[[A:.*]]: memref<64xf32>) opts [] {
// GATE-NOT: arith.cmpi
// GATE: uop.load %[[A]][%{{.*}}] gate
// GATE-NEXT: }

// OPT: uop.kernel @k() opts [#uop.opt<upcast axis 0 amount 8>] {
// OPT-NEXT: }

// ARGS: uop.kernel @k(%{{.*}}: memref<64xf32> {uop.output}, %{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>) opts [] {
// ARGS-NEXT: }
uop.kernel @k(%out: memref<64xf32> {uop.output}, %a: memref<64xf32>, %b: memref<64xf32>)
    opts [#uop.opt<upcast axis 0 amount 8>] {
  %i = uop.range 0, 64 <global>
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %in = arith.cmpi sge, %i, %c3 : index
  %x = uop.load %a[%i] : memref<64xf32> -> f32
  %y = uop.load %b[%i] gate %in else %zero : memref<64xf32> -> f32
  %e = math.exp %x : f32
  %s = math.sqrt %e : f32
  %p = arith.mulf %s, %y : f32
  uop.store %p, %out[%i] : f32, memref<64xf32>
}
